//! How fast the program is and how strong its bots are, against yardsticks.
//!
//! `speed` measures what a processor decides, `server` what people at a table online wait for, each line with its
//! floor and its aim; `strength` lets bots play each other. All end with exit code 1 if something is not as it
//! must be. `fit` plays games to learn what weights a judgement should have.

mod chess;
mod crop;
mod fit;
mod line;
mod lines;
mod measure;
mod partner;
mod playouts;
mod records;
mod server;
mod speed;
mod strength;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kernel::Faults;

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
    /// Ratios to yardsticks taken in the same run, each with its floor and its aim
    #[command(after_help = "Example: cargo run --release -p bench -- speed --quick")]
    Speed(speed::Options),
    /// Matches between bots, sides swapped
    #[command(
        after_help = "Example: cargo run --release -p bench -- strength --scenario yao --a search:400 --b greedy"
    )]
    Strength(strength::Options),
    /// What each weight of the judgement that search goes by is worth in games
    #[command(
        after_help = "Example: cargo run --release -p bench -- fit --scenario yao --side 1 --games 500"
    )]
    Fit(fit::Options),
    /// The table online against a bare WebSocket with a database
    #[command(after_help = "Example: cargo run --release -p bench -- server --quick")]
    Server(server::Options),
    /// The server that `server` measures, in a process of its own
    #[command(hide = true)]
    Serve(server::house::Options),
    /// The other process of `speed`: plays a slice for each line it reads
    #[command(hide = true)]
    Partner(partner::Options),
}

fn main() -> ExitCode {
    let held: Result<bool, Faults> = match Cli::parse().command {
        Command::Speed(options) => speed::run(&options),
        Command::Strength(options) => strength::run(&options),
        Command::Fit(options) => fit::run(&options).map(|()| true),
        Command::Server(options) => server::run(&options),
        Command::Serve(options) => server::house::serve(&options).map(|()| true),
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
