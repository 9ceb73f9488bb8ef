//! `gunbai`: the one binary. Each command has a file of its own below `commands/`; `docs` and `--help` describe them.

mod commands;
mod dice;
mod failure;
mod game;
mod illustrated;
#[cfg(feature = "png")]
mod png;
mod progress;
mod prose;

use std::{
    io::{self, BufWriter, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;

use crate::{commands::Command, failure::Failure};

/// Scenes and sentences are many small allocations, and a server whose games leave memory must give it back.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A digital referee for historical wargames: every prompt, modifier and refusal names its rule.
#[derive(Debug, Parser)]
#[command(name = "gunbai", version, max_term_width = 110)]
#[command(after_help = "Examples:
  gunbai scenarios
  gunbai play yukimura/yao --bot greedy
  gunbai ask yukimura/yao
Exit codes: 0 it held, 1 it did not hold, 2 wrong use.")]
struct Cli {
    /// Lay the data files of DIR over the built-in ones; DIR is laid out as data/ is
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Show sentences, scenarios, guides and rulebooks in this language: en, ja
    #[arg(long, global = true, value_name = "TAG", default_value = "en")]
    lang: String,
    #[command(subcommand)]
    command: Option<Command>,
}

fn run(cli: Cli, out: &mut dyn io::Write) -> Result<(), Failure> {
    let built_in = roster::built_in();
    let data = match &cli.data {
        Some(dir) => roster::with_directory(built_in, dir)?,
        None => built_in,
    };
    let data = data.in_language(&cli.lang).map_err(kernel::Faults::from)?;
    cli.command.unwrap_or_default().run(&data, out)
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(Cli::parse(), &mut out);
    // What was said before a failure comes before the failure.
    let flushed = out.flush().map_err(Failure::from);
    match done.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
