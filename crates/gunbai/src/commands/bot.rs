//! `gunbai bot`

use std::io::{Write, stdin};

use bots::Level;
use clap::Args;
use kernel::DataSet;

use crate::{failure::Failure, game::pair};

/// A bot on stdin and stdout, in JSON lines, for other people's bots to copy
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai simulate yukimura/yao --games 10 --bots 'exec:gunbai bot,greedy'
  gunbai simulate yukimura/yao --games 10 --bots 'exec:older/gunbai bot --level greedy,greedy'
A program that has not answered for two minutes is ended, and its seat is played by habit.")]
pub(crate) struct Bot {
    /// Play at this level; without it, any of the actions
    #[arg(long)]
    level: Option<Level>,
    /// An option of the game that is not at its default; may be repeated. The protocol does not tell them
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair, requires = "level")]
    options: Vec<(String, String)>,
    /// The same seed plays the same moves; at a level the seed comes with the questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Bot {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let input = stdin().lock();
        match &self.level {
            Some(level) => Ok(roster::protocol::serve(data, level, &self.options, input, out)?),
            None => Ok(bots::protocol::serve(input, out, self.seed)?),
        }
    }
}
