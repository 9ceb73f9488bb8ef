//! `gunbai example`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Faults, example};
use roster::Scenario;

use crate::{
    failure::{Failure, read},
    progress::Progress,
};

/// Run worked examples: situations with what the rules must make of them
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai example                      all that are built in
  gunbai example data/yukimura/examples/*.toml")]
pub(crate) struct Example {
    /// Example files; without any, all built-in ones
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Example {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let mut texts: Vec<(String, String)> = Vec::new();
        for path in &self.files {
            texts.push((path.display().to_string(), read(path)?));
        }
        if self.files.is_empty() {
            for path in roster::systems().iter().flat_map(|system| system.examples(data)) {
                texts.push((path.clone(), data.text(&path)?.to_owned()));
            }
        }
        let mut failed = Vec::new();
        let progress = Progress::new(texts.len() as u64, "examples");
        for (n, (file, text)) in texts.iter().enumerate() {
            progress.at(n as u64);
            if let Err(faults) = run(data, file, text) {
                if !self.json {
                    for fault in &faults.0 {
                        writeln!(out, "{fault}")?;
                    }
                }
                failed.push((file, faults));
            }
        }
        drop(progress);
        let passed = texts.len() - failed.len();
        if self.json {
            let faults: Vec<_> = failed
                .iter()
                .map(|(file, faults)| serde_json::json!({ "file": file, "fault": faults.to_string() }))
                .collect();
            let tree = serde_json::json!({ "passed": passed, "failed": failed.len(), "faults": faults });
            writeln!(out, "{tree:#}")?;
        } else {
            writeln!(out, "{passed} passed, {} failed", failed.len())?;
        }
        if failed.is_empty() { Ok(()) } else { Err(Failure::Told) }
    }
}

fn run(data: &DataSet, file: &str, text: &str) -> Result<(), Faults> {
    let example = example::Example::parse(file, text)?;
    let scenario = Scenario::of_example(data, file, &example.scenario)
        .map_err(|why| kernel::Fault::new(file, why).field("scenario"))?;
    scenario.system.run_example(data, file, &example, &scenario.card.scenario)?;
    Ok(())
}
