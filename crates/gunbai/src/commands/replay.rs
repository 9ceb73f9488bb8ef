//! `gunbai replay`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Seat, erased::ToldStep, record::Record};
use serde_json::{Value, json};

use crate::{
    failure::{Failure, read},
    game::resume,
    prose,
};

/// Re-derive a record, hash by hash, and tell its story
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai replay game.gunbai
  gunbai replay game.gunbai --at 40 --json")]
pub(crate) struct Replay {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this input
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let file = self.file.display().to_string();
        let record = Record::parse(&file, &read(&self.file)?)?;
        let inputs: Vec<String> = record.entries.iter().map(|entry| prose::input(&entry.body)).collect();
        let input = |step: &ToldStep| match step.number {
            0 => "the beginning",
            n => inputs.get(n as usize - 1).map_or("", String::as_str),
        };
        let header = &record.header;
        if self.json {
            let mut steps: Vec<Value> = Vec::new();
            let mut heard = |step: &ToldStep, hash: u64| {
                let mut tree = json!(step);
                tree["input"] = json!(input(step));
                tree["hash"] = json!(format!("{hash:016x}"));
                steps.push(tree);
            };
            let game = resume(data, &file, &record, self.at, Some(&mut heard))?;
            let mut tree = json!(game.table.asked());
            tree["scenario"] = json!(game.name());
            tree["setup"] = json!(header.setup);
            tree["data"] = json!({ "name": header.data.0, "digest": header.data.1 });
            tree["dice"] = json!(prose::source(header.source));
            tree["steps"] = json!(steps);
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
        let mut written = Ok(());
        let mut heard = |step: &ToldStep, hash: u64| {
            if written.is_ok() {
                let line = format!("{:>6}  {}", step.number, input(step));
                written = writeln!(out, "{line:<60} {hash:016x}").and_then(|()| prose::events(out, step));
            }
        };
        let game = resume(data, &file, &record, self.at, Some(&mut heard))?;
        written?;
        prose::rest(out, &*game.table)?;
        let [first, second] = Seat::ALL.map(|seat| game.table.side_of(seat));
        writeln!(out, "seat 0 plays {first}, seat 1 plays {second}; every hash agrees")?;
        Ok(())
    }
}
