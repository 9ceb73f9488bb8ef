//! `gunbai replay`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Seat, record::Record};
use serde_json::{Value, json};

use crate::{
    failure::{Failure, read},
    game::{resume, viewer},
    prose,
};

/// Re-derive a record, hash by hash, and tell its story
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai replay game.gunbai
  gunbai replay game.gunbai --seat anti
  gunbai replay game.gunbai --at 40 --json")]
pub(crate) struct Replay {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this input
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// Tell it as this seat may see it: 0, 1 or the name of a side; without it, everything
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let file = self.file.display().to_string();
        let record = Record::parse(&file, &read(&self.file)?)?;
        let mut hashes = Vec::new();
        let game = resume(data, &file, &record, self.at, Some(&mut |_, hash| hashes.push(hash)))?;
        let table = &*game.table;
        // Where a game is over, nothing is hidden any more.
        let viewer = table.eyes(viewer(table, self.seat.as_deref())?);
        let hashed = table.shows_hashes(viewer);
        let steps = table.story(viewer);
        let header = table.record(viewer).header;
        if self.json {
            let said = steps.iter().zip(&hashes).map(|(step, hash)| {
                let mut tree = prose::step_tree(table, step, viewer);
                tree["input"] = json!(prose::input_of(table, step, viewer));
                if hashed {
                    tree["hash"] = json!(format!("{hash:016x}"));
                }
                tree
            });
            let mut tree = json!(table.asked());
            tree["scenario"] = json!(game.name());
            tree["setup"] = json!(header.setup);
            tree["data"] = json!({ "name": header.data.0, "digest": header.data.1 });
            tree["dice"] = json!(prose::source(header.source));
            tree["steps"] = said.collect::<Vec<Value>>().into();
            writeln!(out, "{tree:#}")?;
            return Ok(());
        }
        let options: Vec<String> =
            header.setup.options.iter().map(|(id, value)| format!(", {id}={value}")).collect();
        writeln!(
            out,
            "{}/{}{}, revision {}, data {} {:.12}, {}",
            header.setup.system,
            header.setup.scenario,
            options.concat(),
            header.setup.revision,
            header.data.0,
            header.data.1,
            prose::source(header.source)
        )?;
        for (step, hash) in steps.iter().zip(&hashes) {
            let line = format!("{:>6}  {}", step.number, prose::input_of(table, step, viewer));
            if hashed {
                writeln!(out, "{line:<60} {hash:016x}")?;
            } else {
                writeln!(out, "{line}")?;
            }
            prose::events(out, step)?;
        }
        prose::rest(out, table)?;
        let [first, second] = Seat::ALL.map(|seat| table.side_of(seat));
        writeln!(out, "seat 0 plays {first}, seat 1 plays {second}; every hash agrees")?;
        Ok(())
    }
}
