//! `gunbai example`

use std::{collections::BTreeMap, io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Faults, example};
use roster::Scenario;

use crate::{
    failure::{Failure, read, write},
    illustrated::{self, Shown},
    progress::Progress,
};

/// Run worked examples: situations with what the rules must make of them
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai example                      all that are built in
  gunbai example data/yukimura/examples/*.toml
  gunbai example --pictures pages     and draws them, a page for each system")]
pub(crate) struct Example {
    /// Example files; without any, all built-in ones
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw those that pass: DIR/SYSTEM.html, every moment a figure with what happened
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
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
        let mut shown: BTreeMap<&str, Vec<Shown>> = BTreeMap::new();
        let progress = Progress::new(texts.len() as u64, "examples");
        for (n, (file, text)) in texts.iter().enumerate() {
            progress.at(n as u64);
            match run(data, file, text) {
                Ok((scenario, example)) if self.pictures.is_some() => {
                    let pages = shown.entry(scenario.system.name()).or_default();
                    pages.push(show(data, file, &scenario, example)?);
                }
                Ok(_) => {}
                Err(faults) => {
                    if !self.json {
                        for fault in &faults.0 {
                            writeln!(out, "{fault}")?;
                        }
                    }
                    failed.push((file, faults));
                }
            }
        }
        drop(progress);
        if let Some(folder) = &self.pictures {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::wrong_use(format!("{} cannot be made: {error}", folder.display()))
            })?;
            for (system, examples) in &shown {
                for (file, content) in illustrated::pages(system, examples) {
                    write(&folder.join(file), content)?;
                }
            }
        }
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

fn run(data: &DataSet, file: &str, text: &str) -> Result<(Scenario, example::Example), Faults> {
    let example = example::Example::parse(file, text)?;
    let scenario = Scenario::of_example(data, file, &example.scenario)
        .map_err(|why| kernel::Fault::new(file, why).field("scenario"))?;
    scenario.system.run_example(data, file, &example, &scenario.card.scenario)?;
    Ok((scenario, example))
}

fn show(data: &DataSet, file: &str, scenario: &Scenario, example: example::Example) -> Result<Shown, Faults> {
    let mut played = roster::demonstrate(data, file, scenario.system, &example, &scenario.card.scenario)?;
    for moment in &mut played.moments {
        moment.scene = draw::dressed(&moment.scene, &played.sides);
    }
    let name = PathBuf::from(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Shown { name, example, demonstration: played })
}
