//! Compares the behaviour of every system with recorded digests.
//!
//! A digest covers the final positions of a series of games between bots (`lab::Report::digest`). It changes if a rule,
//! a question, the order of a list, a default answer or the hash of a state changes. `crates/roster/digests` has the
//! expected ones, one file per system with lines `SCENARIO BOT GAMES DIGEST`. Run this before and after a change that
//! must not change behaviour:
//!
//! `steady` and `random` draw from the same random numbers. `steady` draws again only if the action would lose the game
//! before anybody else acts, so a scenario in which no such action was drawn has the same digest for both.
//!
//! ```sh
//! cargo run --release -p roster --example digests                       # everything
//! cargo run -p roster --example digests -- yukimura --games 20          # quickly, one system
//! cargo run --release -p roster --example digests -- yukimura --record  # after a change of its rules
//! ```

use std::{fs, io, path::PathBuf, process::ExitCode, thread};

use bots::Level;
use clap::Parser;
use kernel::DataSet;
use lab::Job;
use roster::{AnySystem, Scenario, built_in, find, systems};

const BOTS: [Level; 2] = [Level::Steady, Level::Random];
const GAMES: [u32; 2] = [20, 200];
const HEADER: &str = "\
# SCENARIO BOT GAMES DIGEST, written by `cargo run --release -p roster --example digests -- --record`.
# Record a system again only in a commit that changes its rules.
";

/// Compare the behaviour of every system with recorded digests
#[derive(Debug, Parser)]
struct Options {
    /// SYSTEM or SYSTEM/SCENARIO; without any, every system
    what: Vec<String>,
    /// Play only series of this many games; 20 and 200 are recorded
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Write the digests instead of comparing them; takes whole systems only
    #[arg(long, conflicts_with = "games")]
    record: bool,
    /// Threads; without it, one for each core
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let data = built_in();
    let threads = options.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let series_lengths = options.games.map_or(GAMES.to_vec(), |games| vec![games]);
    let mut equal = true;
    for (system, scenarios) in chosen(&data, options)? {
        let path = file(system);
        let expected = fs::read_to_string(&path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(String::new()),
            _ => Err(format!("{}: {error}", path.display())),
        })?;
        let mut text = HEADER.to_owned();
        for scenario in scenarios {
            for &games in &series_lengths {
                for bot in BOTS {
                    let series = format!("{scenario} {bot} {games} ");
                    let line = series.clone() + &digest(&data, &scenario, bot, games, threads)?;
                    let verdict = match expected.lines().find(|known| known.starts_with(&series)) {
                        _ if options.record => "recorded",
                        Some(known) if known == line => "equal",
                        Some(_) => "DIFFERENT",
                        None => "NOT RECORDED",
                    };
                    println!("{line} {verdict}");
                    equal &= matches!(verdict, "equal" | "recorded");
                    text += &format!("{line}\n");
                }
            }
        }
        if options.record {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(equal)
}

fn file(system: &dyn AnySystem) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("digests").join(format!("{}.txt", system.name()))
}

/// A system with those of its scenarios that were asked for.
type Chosen = (&'static dyn AnySystem, Vec<Scenario>);

/// The systems to compare, with the scenarios that are wanted of them.
fn chosen(data: &DataSet, options: &Options) -> Result<Vec<Chosen>, String> {
    let all = |system: &'static dyn AnySystem| {
        let cards = system.cards(data).map_err(|faults| faults.to_string())?;
        Ok((system, cards.into_iter().map(|card| Scenario { system, card }).collect()))
    };
    if options.what.is_empty() {
        return systems().iter().map(|&system| all(system)).collect();
    }
    let chosen = options.what.iter().map(|what| match what.contains('/') {
        true if options.record => Err(format!("`{what}` cannot be recorded alone; name its system")),
        true => Scenario::parse(data, what).map(|scenario| (scenario.system, vec![scenario])),
        false => all(find(what)?),
    });
    chosen.collect()
}

fn digest(
    data: &DataSet,
    scenario: &Scenario,
    bot: Level,
    games: u32,
    threads: usize,
) -> Result<String, String> {
    let setup = scenario.setup(&[])?;
    let job = Job { games, seed: 1, bots: [bot.clone(), bot], threads, keep_records: false };
    let report = scenario.system.simulate(data, &setup, &job, &|_| {}, &|_, _| {});
    Ok(report.map_err(|faults| faults.to_string())?.digest)
}
