//! `gunbai draw`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{DataSet, Viewer, record::Source};

use crate::{
    failure::{Failure, write},
    game::Opening,
};

/// Draw the table as a picture
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai draw yukimura/yao -o yao.svg
  gunbai draw game.gunbai --at 40 -o crisis.png")]
pub(crate) struct Draw {
    #[command(flatten)]
    opening: Opening,
    /// The game after this input; without it, after the last
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// The picture; its ending says which kind
    #[arg(short, long, value_name = "FILE.svg|FILE.png")]
    output: PathBuf,
}

impl Draw {
    pub(crate) fn run(self, data: &DataSet, _out: &mut dyn Write) -> Result<(), Failure> {
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let picture: fn(String) -> Result<Vec<u8>, Failure> = match ending.as_deref() {
            Some("svg") => |svg| Ok(svg.into_bytes()),
            Some("png") => png,
            _ => {
                return Err(Failure::wrong_use(format!(
                    "{}: the ending must be .svg or .png",
                    self.output.display()
                )));
            }
        };
        let game = self.opening.open(data, self.at, Source::Seeded(1))?;
        let scene = draw::dressed(&game.table.scene(Viewer::Everyone), &game.table.profile().card.sides);
        let svg = draw::scene(&scene, &game.table.grounds());
        write(&self.output, picture(svg)?)
    }
}

#[cfg(feature = "png")]
fn png(svg: String) -> Result<Vec<u8>, Failure> {
    crate::png::png(&svg)
}

#[cfg(not(feature = "png"))]
fn png(_svg: String) -> Result<Vec<u8>, Failure> {
    Err(Failure::wrong_use("this gunbai was built without the feature `png`; draw an .svg"))
}
