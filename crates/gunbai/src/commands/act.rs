//! `gunbai act`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Viewer, erased::ToldStep, record::Source};
use serde_json::{Value, json};

use crate::{
    dice::Cup,
    failure::{Failure, write},
    game::{Game, Opening, record_text, viewer},
    prose,
};

/// Play on: carry out actions, throw what has to be thrown, and tell what happened
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai act yukimura/yao 'move kimura_G1' -o game.gunbai
  gunbai act yukimura/yao 'done' 'done' --dice 3,5,2 -o real.gunbai
Actions are written as `gunbai ask` lists them. A refusal names its rule; then nothing is written.")]
pub(crate) struct Act {
    #[command(flatten)]
    opening: Opening,
    /// Actions in order, each quoted; `0:` or `1:` before one names the seat
    #[arg(value_name = "ACTION")]
    actions: Vec<String>,
    /// Pips thrown by hand, for a new game or one that began with them
    #[arg(long, value_name = "PIPS", value_delimiter = ',', conflicts_with = "seed")]
    dice: Vec<u8>,
    /// The seed of a new game's dice (1 where neither it nor --dice is given)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Tell it as this seat may see it: 0, 1 or the name of a side; without it, everything
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Write the record of the game here
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Act {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        if self.seed.is_some() && self.opening.is_record() {
            return Err(Failure::wrong_use(format!(
                "{} has its own dice; --seed is for a new game",
                self.opening.game
            )));
        }
        let source = match (self.seed, self.dice.is_empty()) {
            (Some(seed), _) => Source::Seeded(seed),
            (None, true) => Source::Seeded(1),
            (None, false) => Source::Entered,
        };
        let mut game = self.opening.open(data, None, source)?;
        let mut cup = Cup::new(&self.dice, game.table.seeded_dice());
        let viewer = viewer(&*game.table, self.seat.as_deref())?;
        let mut told = Told { out, viewer, quiet: self.json, steps: Vec::new() };
        told.throws(&mut game, &mut cup)?;
        for text in &self.actions {
            let (seat, action) = game.seat_and_action(text)?;
            let step = game.table.act(seat, action, viewer)?;
            told.step(&game, &step)?;
            told.throws(&mut game, &mut cup)?;
        }
        cup.emptied()?;
        if let Some(path) = &self.output {
            write(path, record_text(&*game.table))?;
        }
        if self.json {
            let mut tree = json!(game.table.asked());
            tree["at"] = json!(game.table.len());
            if game.table.shows_hashes(viewer) {
                tree["hash"] = json!(format!("{:016x}", game.table.hash()));
            }
            tree["steps"] = json!(told.steps);
            writeln!(told.out, "{tree:#}")?;
        } else {
            prose::rest(told.out, &*game.table)?;
        }
        Ok(())
    }
}

/// Tells each step as it happens, or keeps it for the end.
struct Told<'a> {
    out: &'a mut dyn Write,
    viewer: Viewer,
    quiet: bool,
    steps: Vec<Value>,
}

impl Told<'_> {
    fn step(&mut self, game: &Game, step: &ToldStep) -> Result<(), Failure> {
        if self.quiet {
            self.steps.push(prose::step_tree(&*game.table, step, self.viewer));
        } else {
            prose::step(self.out, &*game.table, step, self.viewer)?;
        }
        Ok(())
    }

    fn throws(&mut self, game: &mut Game, cup: &mut Cup) -> Result<(), Failure> {
        while let Some(step) = cup.throw(&mut *game.table, self.viewer)? {
            self.step(game, &step)?;
        }
        Ok(())
    }
}
