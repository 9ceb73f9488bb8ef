//! The commands, one file each.

mod act;
mod ask;
mod bot;
mod check;
mod completions;
mod draw;
mod example;
mod health;
mod look;
mod muster;
mod odds;
mod play;
mod position;
mod prompt;
mod replay;
mod rules;
mod scenarios;
mod serve;
mod simulate;
mod store;
mod verify;

use std::io::Write;

use clap::Subcommand;
use kernel::DataSet;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Store(store::StoreCommand),
    Health(health::Health),
    Scenarios(scenarios::Scenarios),
    Play(play::Play),
    Ask(ask::Ask),
    Act(act::Act),
    Position(position::Position),
    Simulate(simulate::Simulate),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Odds(odds::Odds),
    Example(example::Example),
    Check(check::Check),
    Draw(draw::Draw),
    Muster(muster::Muster),
    Rules(rules::Rules),
    Bot(bot::Bot),
    Completions(completions::Completions),
}

impl Default for Command {
    fn default() -> Command {
        Command::Serve(serve::Serve::default())
    }
}

impl Command {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Serve(serve) => serve.run(data, out),
            Command::Store(store) => store.run(data, out),
            Command::Health(health) => health.run(out),
            Command::Scenarios(scenarios) => scenarios.run(data, out),
            Command::Play(play) => play.run(data, out),
            Command::Ask(ask) => ask.run(data, out),
            Command::Act(act) => act.run(data, out),
            Command::Position(position) => position.run(data, out),
            Command::Simulate(simulate) => simulate.run(data, out),
            Command::Replay(replay) => replay.run(data, out),
            Command::Verify(verify) => verify.run(data, out),
            Command::Odds(odds) => odds.run(data, out),
            Command::Example(example) => example.run(data, out),
            Command::Check(check) => check.run(data, out),
            Command::Draw(draw) => draw.run(data, out),
            Command::Muster(muster) => muster.run(data, out),
            Command::Rules(rules) => rules.run(data, out),
            Command::Bot(bot) => bot.run(data, out),
            Command::Completions(completions) => completions.run(out),
        }
    }
}
