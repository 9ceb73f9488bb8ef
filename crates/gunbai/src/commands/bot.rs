//! `gunbai bot`

use std::io::{Write, stdin};

use clap::Args;

use crate::failure::Failure;

/// A bot on stdin and stdout, in JSON lines, for other people's bots to copy
#[derive(Debug, Args)]
#[command(after_help = "Example:
  gunbai simulate yukimura/yao --games 10 --bots 'exec:gunbai bot,greedy'
A program that has not answered for two minutes is ended, and its seat is played by habit.")]
pub(crate) struct Bot {
    /// The same seed plays the same moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Bot {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(bots::protocol::serve(stdin().lock(), out, self.seed)?)
    }
}
