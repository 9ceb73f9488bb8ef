//! `gunbai position`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, record::Source};

use crate::{
    failure::{Failure, write},
    game::{Opening, Written},
};

/// Write a position as a scenario that can be edited and started
#[derive(Debug, Args)]
#[command(after_help = "Example:
  gunbai position game.gunbai --at 40 -o crisis.toml
  gunbai play crisis.toml")]
pub(crate) struct Position {
    #[command(flatten)]
    opening: Opening,
    /// The game after this input; without it, after the last
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// Where to write it; without it, to the terminal
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
}

impl Position {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(path) = self.output.as_ref().filter(|path| path.extension().is_none_or(|e| e != "toml")) {
            return Err(Failure::wrong_use(format!(
                "{}: a position is known by its ending, .toml",
                path.display()
            )));
        }
        let game = self.opening.open(data, self.at, Source::Seeded(1))?;
        let position = toml::from_str(&game.table.position()).map_err(Failure::not_held)?;
        let written = Written {
            system: game.setup.system.clone(),
            scenario: game.setup.scenario.clone(),
            revision: Some(game.setup.revision),
            options: game.setup.options.clone(),
            position,
        };
        let from =
            format!("# {} after input {}, state {:016x}", game.name(), game.table.len(), game.table.hash());
        let text = format!("{from}\n{}", toml::to_string(&written).map_err(Failure::not_held)?);
        match &self.output {
            Some(path) => write(path, text),
            None => Ok(out.write_all(text.as_bytes())?),
        }
    }
}
