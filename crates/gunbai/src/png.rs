//! SVG to PNG.

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{
        Options, Tree,
        fontdb::{Database, Family, ID, Query},
    },
};
use skrifa::{FontRef, MetadataProvider as _};

use crate::failure::Failure;

/// The longest edge we draw: beyond it the picture would not fit into memory.
const LONGEST: u32 = 16_000;

pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    settle_families(options.fontdb_mut());
    if svg.chars().any(is_kanji) && !writes_kanji(options.fontdb_mut()) {
        eprintln!(
            "gunbai: no font here has Japanese characters; install one (Noto CJK) or names will be blank"
        );
    }
    let broken = |why: String| Failure::not_held(format!("the picture cannot be drawn: {why}"));
    let tree = Tree::from_str(svg, &options).map_err(|error| broken(error.to_string()))?;
    let size = tree.size().to_int_size();
    if size.width().max(size.height()) > LONGEST {
        return Err(broken(format!("{}×{} pixels are too many", size.width(), size.height())));
    }
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| broken("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| broken(error.to_string()))
}

/// Generic families stand for fonts that may not be installed; then any font that writes our letters will do.
fn settle_families(fonts: &mut Database) {
    let missing = |fonts: &Database, family: Family<'_>| {
        fonts.query(&Query { families: &[family], ..Query::default() }).is_none()
    };
    let found = fonts.faces().find(|face| writes(fonts, face.id, 'a')).map(|face| face.families[0].0.clone());
    let Some(family) = found else { return };
    if missing(fonts, Family::SansSerif) {
        fonts.set_sans_serif_family(family.clone());
    }
    if missing(fonts, Family::Serif) {
        fonts.set_serif_family(family.clone());
    }
    if missing(fonts, Family::Monospace) {
        fonts.set_monospace_family(family);
    }
}

fn is_kanji(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

fn writes_kanji(fonts: &Database) -> bool {
    fonts.faces().any(|face| writes(fonts, face.id, '軍'))
}

fn writes(fonts: &Database, face: ID, letter: char) -> bool {
    let found = fonts.with_face_data(face, |data, index| {
        FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map(letter).is_some())
    });
    found == Some(true)
}
