//! `gunbai scenarios`

use std::io::Write;

use clap::Args;
use kernel::{Card, DataSet};

use crate::{failure::Failure, prose::grid};

/// List every SYSTEM/SCENARIO with its sides, options, length and the origin of its data
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  gunbai scenarios\n  gunbai scenarios --json | jq '.[].scenario'")]
pub(crate) struct Scenarios {
    /// Print the cards as JSON
    #[arg(long)]
    json: bool,
}

impl Scenarios {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let mut cards = Vec::new();
        for system in roster::systems() {
            cards.extend(system.cards(data)?);
        }
        if self.json {
            return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&cards).unwrap_or_default())?);
        }
        let mut grid = grid(&["scenario", "title", "sides", "length", "options", "origin of the data"]);
        for (n, card) in cards.iter().enumerate() {
            // Cells have several lines; an empty one keeps the rows apart.
            if n > 0 {
                grid.add_row([""]);
            }
            grid.add_row([
                format!("{}/{}", card.system, card.scenario),
                lines([&card.title.en, &card.title.ja]),
                lines(card.sides.iter().map(|side| &side.id)),
                format!("{}\nabout {} minutes", card.length, card.minutes),
                options(card),
                lines(card.origin.iter().map(|origin| format!("{}: {}", origin.part, origin.source))),
            ]);
        }
        writeln!(out, "{grid}")?;
        writeln!(
            out,
            "The first value of an option is its default. `gunbai scenarios --json` has the reasons for each origin."
        )?;
        Ok(())
    }
}

fn lines(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.as_ref().to_owned()).collect();
    parts.join("\n").trim_end().to_owned()
}

fn options(card: &Card) -> String {
    lines(card.options.iter().map(|option| {
        let others = option.values.iter().filter(|value| **value != option.default);
        let values: Vec<&str> = [&option.default].into_iter().chain(others).map(String::as_str).collect();
        format!("{}={}", option.id, values.join("|"))
    }))
}
