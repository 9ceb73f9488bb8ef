//! How fast the program is and how strong its bots are, against yardsticks.
//!
//! `speed` measures what a processor decides, `server` what people at a table online wait for, each line with its
//! floor and its aim; `strength` lets bots play each other. All end with exit code 1 if something is not as it
//! must be. `ladder` orders many bots. `fit` plays games to learn what weights a judgement should have.
//!
//! Without the feature `yardsticks` only `strength`, `ladder`, `style` and `bot` are built, which takes little time.

mod ladder;
mod positions;
mod strength;
mod style;

#[cfg(feature = "yardsticks")]
mod chess;
#[cfg(feature = "yardsticks")]
mod crop;
#[cfg(feature = "yardsticks")]
mod fit;
#[cfg(feature = "yardsticks")]
mod line;
#[cfg(feature = "yardsticks")]
mod lines;
#[cfg(feature = "yardsticks")]
mod measure;
#[cfg(feature = "yardsticks")]
mod partner;
#[cfg(feature = "yardsticks")]
mod playouts;
#[cfg(feature = "yardsticks")]
mod records;
#[cfg(feature = "yardsticks")]
mod server;
#[cfg(feature = "yardsticks")]
mod speed;

use std::{
    io::{stdin, stdout},
    process::ExitCode,
};

use bots::Level;
use clap::{Parser, Subcommand};
use kernel::{Fault, Faults};

/// As in the program that is measured.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
#[command(name = "bench", about = "How fast the program is and how strong its bots are, against yardsticks")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "yardsticks")]
    /// Ratios to yardsticks taken in the same run, each with its floor and its aim
    #[command(after_help = "Example: cargo run --release -p bench -- speed --quick")]
    Speed(speed::Options),
    /// Matches between bots, sides swapped, or how many test positions they solve
    #[command(after_help = "Examples:
  bench strength --scenario yao --a search:400 --b greedy
  bench strength --positions yukimura --levels greedy,search:100")]
    Strength(strength::Options),
    /// Every bot against every other: Elo with intervals, and what they think in a turn
    #[command(after_help = "Example: bench ladder yukimura/yao --levels steady,greedy,search:100 --games 40")]
    Ladder(ladder::Options),
    /// Figures of style of a few games, and their records
    #[command(after_help = "Example: bench style yukimura/yao --bots search:100,greedy --games 20")]
    Style(style::Options),
    /// A bot over the bot protocol, as `gunbai bot --level`: `exec:bench bot --level greedy`
    Bot {
        #[arg(long)]
        level: Level,
    },
    #[cfg(feature = "yardsticks")]
    /// What each weight of the judgement that search goes by is worth in games
    #[command(
        after_help = "Example: cargo run --release -p bench -- fit --scenario yao --side 1 --games 500"
    )]
    Fit(fit::Options),
    #[cfg(feature = "yardsticks")]
    /// The table online against a bare WebSocket with a database
    #[command(after_help = "Example: cargo run --release -p bench -- server --quick")]
    Server(server::Options),
    #[cfg(feature = "yardsticks")]
    /// The server that `server` measures, in a process of its own
    #[command(hide = true)]
    Serve(server::house::Options),
    #[cfg(feature = "yardsticks")]
    /// The other process of `speed`: plays a slice for each line it reads
    #[command(hide = true)]
    Partner(partner::Options),
}

fn main() -> ExitCode {
    let held: Result<bool, Faults> = match Cli::parse().command {
        #[cfg(feature = "yardsticks")]
        Command::Speed(options) => speed::run(&options),
        Command::Strength(options) => strength::run(&options),
        Command::Ladder(options) => ladder::run(&options),
        Command::Style(options) => style::run(&options),
        Command::Bot { level } => {
            let data = roster::built_in();
            let served = roster::protocol::serve(&data, &level, &[], stdin().lock(), stdout());
            served.map(|()| true).map_err(|error| Fault::new("stdin", error.to_string()).into())
        }
        #[cfg(feature = "yardsticks")]
        Command::Fit(options) => fit::run(&options).map(|()| true),
        #[cfg(feature = "yardsticks")]
        Command::Server(options) => server::run(&options),
        #[cfg(feature = "yardsticks")]
        Command::Serve(options) => server::house::serve(&options).map(|()| true),
        #[cfg(feature = "yardsticks")]
        Command::Partner(options) => partner::run(&options).map(|()| true),
    };
    match held {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(faults) => {
            eprintln!("{faults}");
            ExitCode::from(2)
        }
    }
}
