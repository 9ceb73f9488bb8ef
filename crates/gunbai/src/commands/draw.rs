//! `gunbai draw`

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;
use kernel::{DataSet, Viewer, erased::AnyTable, record::Source};

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
        let draws = picture_of(&self.output)?;
        let game = self.opening.open(data, self.at, Source::Seeded(1))?;
        draws(&*game.table, Viewer::Everyone, &self.output)
    }
}

type Drawing = fn(&dyn AnyTable, Viewer, &Path) -> Result<(), Failure>;

/// How a file of this ending is drawn.
fn picture_of(file: &Path) -> Result<Drawing, Failure> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(|table, viewer, file| write(file, svg(table, viewer))),
        Some("png") => Ok(|table, viewer, file| write(file, png(svg(table, viewer))?)),
        _ => Err(Failure::wrong_use(format!("{}: the ending must be .svg or .png", file.display()))),
    }
}

/// Draws a table as this viewer sees it.
pub(super) fn picture(table: &dyn AnyTable, viewer: Viewer, file: &Path) -> Result<(), Failure> {
    picture_of(file)?(table, viewer, file)
}

fn svg(table: &dyn AnyTable, viewer: Viewer) -> String {
    let scene = draw::dressed(&table.scene(viewer), &table.profile().card.sides);
    draw::scene(&scene, &table.grounds())
}

#[cfg(feature = "png")]
fn png(svg: String) -> Result<Vec<u8>, Failure> {
    crate::png::png(&svg)
}

#[cfg(not(feature = "png"))]
fn png(_svg: String) -> Result<Vec<u8>, Failure> {
    Err(Failure::wrong_use("this gunbai was built without the feature `png`; draw an .svg"))
}
