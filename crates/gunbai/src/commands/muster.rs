//! `gunbai muster`

use std::{fs, io::Write, path::PathBuf};

use clap::Args;
use kernel::DataSet;
use serde_json::json;

use crate::failure::{Failure, read, write};

/// Check two armies against the limits of a muster and write their battle as a scenario file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai muster daimyo red.toml blue.toml --seed 7 -o mine/daimyo/scenarios/spring.toml
  gunbai play daimyo/spring --data mine")]
pub(crate) struct Muster {
    /// The system whose troops they are
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The army files, one for each side
    #[arg(value_name = "ARMY", num_args = 2)]
    armies: Vec<PathBuf>,
    /// The ground is laid out from this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the scenario is written; its name is that of the file. Without it, it is printed
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Muster {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let system = roster::find(&self.system).map_err(Failure::wrong_use)?;
        let read = |path: &PathBuf| Ok::<_, Failure>((path.display().to_string(), read(path)?));
        let armies = self.armies.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let stem = self.output.as_ref().and_then(|path| path.file_stem()?.to_str());
        let name = stem.unwrap_or("mustered");
        let Some(mustered) = system.muster(data, name, &armies, self.seed) else {
            return Err(Failure::wrong_use(format!("{} has no muster", self.system)));
        };
        let mustered = mustered?;
        if let Some(path) = &self.output {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            write(path, &mustered.scenario)?;
        }
        if self.json {
            let told = json!({
                "scenario": format!("{}/{name}", self.system),
                "points": mustered.points,
                "seed": self.seed,
                "text": mustered.scenario,
            });
            writeln!(out, "{told:#}")?;
            return Ok(());
        }
        match &self.output {
            None => write!(out, "{}", mustered.scenario)?,
            Some(path) => {
                for ((file, _), points) in armies.iter().zip(&mustered.points) {
                    writeln!(out, "{file}: {points} points")?;
                }
                writeln!(
                    out,
                    "{}: {}/{name} on the ground of seed {}",
                    path.display(),
                    self.system,
                    self.seed
                )?;
            }
        }
        Ok(())
    }
}
