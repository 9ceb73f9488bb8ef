//! `gunbai ask`

use std::io::Write;

use clap::Args;
use kernel::{DataSet, Seat, Viewer, record::Source};
use serde_json::{Value, json};

use crate::{
    failure::Failure,
    game::{Game, Opening, seat},
    prose,
};

/// What is asked, and every listed action with its text, cost and rule
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai ask yukimura/yao
  gunbai ask game.gunbai --at 12 --seat osaka --json")]
pub(crate) struct Ask {
    #[command(flatten)]
    opening: Opening,
    /// The game after this input; without it, after the last
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// Only what this seat is asked and may see: 0, 1 or the name of a side
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Ask {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.opening.open(data, self.at, Source::Seeded(1))?;
        let only = self.seat.as_deref().map(|text| seat(&*game.table, text)).transpose()?;
        if self.json {
            writeln!(out, "{:#}", tree(&game, only))?;
            return Ok(());
        }
        write!(out, "{} after input {}", game.name(), game.table.len())?;
        if game.table.shows_hashes(only.map_or(Viewer::Everyone, Viewer::Seat)) {
            write!(out, ", state {:016x}", game.table.hash())?;
        }
        writeln!(out)?;
        prose::rest(out, &*game.table)?;
        for seat in game.table.waiting() {
            if only.is_none_or(|only| only == seat) {
                let listed = game.table.choices(seat);
                writeln!(out, "seat {} has {} choices:", seat.0, listed.len())?;
                let numbered: Vec<_> = listed.iter().enumerate().collect();
                prose::choices(out, &numbered, false)?;
            }
        }
        Ok(())
    }
}

/// What the table rests in, each question with its actions.
fn tree(game: &Game, only: Option<Seat>) -> Value {
    let table = &*game.table;
    let mut tree = json!(table.asked());
    if let Some(questions) = tree.get_mut("questions").and_then(Value::as_array_mut) {
        questions.retain(|question| only.is_none_or(|seat| question["seat"] == seat.0));
        for question in questions {
            let seat = Seat(question["seat"].as_u64().unwrap_or(0) as u8);
            question["side"] = json!(table.side_of(seat));
            let rule = question["rule"].clone();
            let mut actions = json!(table.choices(seat));
            for action in actions.as_array_mut().into_iter().flatten() {
                action["rule"] = rule.clone();
            }
            question["actions"] = actions;
        }
    }
    tree["scenario"] = json!(game.name());
    tree["at"] = json!(table.len());
    if table.shows_hashes(only.map_or(Viewer::Everyone, Viewer::Seat)) {
        tree["hash"] = json!(format!("{:016x}", table.hash()));
    }
    tree
}
