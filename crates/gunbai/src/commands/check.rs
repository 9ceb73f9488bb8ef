//! `gunbai check`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Fault};
use serde_json::json;

use crate::failure::Failure;

/// Check data files: form, references, provenance, and whether every scenario can be played
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai check                 the built-in data
  gunbai check mydata          mydata/yukimura/units.csv and its like, laid over them")]
pub(crate) struct Check {
    /// A directory laid out as data/ is; without it, the built-in data
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(Failure::wrong_use(format!("there is no directory {}", dir.display())));
        }
        let laid = self.dir.as_ref().map(|dir| roster::with_directory(data.clone(), dir)).transpose();
        let (set, faults) = match laid {
            Ok(set) => {
                let set = set.unwrap_or_else(|| data.clone());
                let faults = roster::systems().iter().flat_map(|system| system.check(&set)).collect();
                (set, faults)
            }
            // Files that fit nowhere must be put right first: the rest is read without them.
            Err(faults) => (data.clone(), faults.0),
        };
        self.tell(&set, &faults, out)?;
        if faults.is_empty() { Ok(()) } else { Err(Failure::Told) }
    }

    fn tell(&self, set: &DataSet, faults: &[Fault], out: &mut dyn Write) -> Result<(), Failure> {
        let files = set.paths().count();
        if self.json {
            let faults: Vec<_> = faults
                .iter()
                .map(|f| json!({ "file": f.file, "line": f.line, "field": f.field, "message": f.message, "hint": f.hint }))
                .collect();
            writeln!(out, "{:#}", json!({ "data": set.name, "files": files, "faults": faults }))?;
            return Ok(());
        }
        for fault in faults {
            writeln!(out, "{fault}")?;
        }
        match faults.len() {
            0 => writeln!(out, "data set {}: {files} files, no fault", set.name)?,
            1 => writeln!(out, "data set {}: {files} files, 1 fault", set.name)?,
            n => writeln!(out, "data set {}: {files} files, {n} faults", set.name)?,
        }
        Ok(())
    }
}
