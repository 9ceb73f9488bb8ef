//! A process of its own that plays when it is told to, for comparison with a thread.

use std::{
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use bots::Level;
use clap::Args;
use kernel::{Fault, Faults};
use yukimura::Yukimura;

use crate::playouts::{Playouts, open};

#[derive(Debug, Args)]
pub(crate) struct Options {
    scenario: String,
    seed: u64,
    /// Of each slice, in milliseconds.
    slice: u64,
}

/// Plays a slice for each line of input and prints its rate. Ends when its input does.
pub(crate) fn run(options: &Options) -> Result<(), Faults> {
    let mut games = Playouts::new(open::<Yukimura>(&options.scenario)?, &Level::Steady, options.seed)?;
    games.play(1_000);
    for line in io::stdin().lock().lines() {
        line.map_err(broken)?;
        println!("{}", games.play_for(Duration::from_millis(options.slice)));
    }
    Ok(())
}

fn broken(error: io::Error) -> Fault {
    Fault::new("the other process", error.to_string())
}

/// The other end of one that runs.
pub(crate) struct Partner {
    child: Child,
    /// `None` once it was told to go.
    orders: Option<ChildStdin>,
    rates: BufReader<ChildStdout>,
}

impl Partner {
    pub(crate) fn start(scenario: &str, seed: u64, slice: Duration) -> Result<Partner, Fault> {
        let program = std::env::current_exe().map_err(broken)?;
        let mut child = Command::new(program)
            .args(["partner", scenario, &seed.to_string(), &slice.as_millis().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(broken)?;
        let orders = child.stdin.take();
        let rates = BufReader::new(child.stdout.take().expect("its output is piped"));
        Ok(Partner { child, orders, rates })
    }

    pub(crate) fn begin(&mut self) -> Result<(), Fault> {
        let orders = self.orders.as_mut().expect("it has not been told to go");
        orders.write_all(b"\n").and_then(|()| orders.flush()).map_err(broken)
    }

    /// Actions a second in the slice that was begun.
    pub(crate) fn rate(&mut self) -> Result<f64, Fault> {
        let mut line = String::new();
        self.rates.read_line(&mut line).map_err(broken)?;
        line.trim().parse().map_err(|_| Fault::new("the other process", format!("said `{}`", line.trim())))
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        self.orders = None;
        _ = self.child.wait();
    }
}
