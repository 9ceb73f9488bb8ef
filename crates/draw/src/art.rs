//! Crests, glyphs, side patterns and the grain of the paper, as the crate carries them.

use kernel::scene::Piece;

use crate::{
    figure,
    palette::{LIVERIES, RAISED},
    sprite,
};

macro_rules! pictures {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../data/art/", $folder, "/", $name, ".svg")))),*]
    };
}

const CRESTS: &[(&str, &str)] = pictures!("mon":
    "akashi" "akechi" "asai" "chosokabe" "date" "date_sparrows" "fuwa" "gamo" "goto" "hachisuka" "hashiba" "hojo"
    "honda" "hori" "hoshina" "hosokawa" "ii" "ikeda" "kanamori" "kanbe" "kato" "kimura" "kitabatake" "kuki" "kuroda" "maeda"
    "matsudaira" "mizuno" "mori" "naito" "nakagawa" "negoro" "niwa" "oda" "ogasawara" "ogawa" "saika" "sakai"
    "sakakibara" "sanada" "sengoku" "shibata" "shimazu" "suwa" "takayama" "takeda" "takigawa" "todo"
    "tokugawa" "toyotomi" "tsutsui" "uesugi" "ukita");

const GLYPHS: &[(&str, &str)] = pictures!("glyph":
    "arquebus" "bow" "castle" "curtain" "fan" "foot" "gun" "horse" "levy" "messenger" "mounted_rifle" "spear");

/// A house crest as an SVG of one colour, 100 units square.
pub fn crest(mon: &str) -> Option<&'static str> {
    find(CRESTS, mon)
}

/// A picture of an arm as an SVG of one colour, 48 units square.
pub fn glyph(name: &str) -> Option<&'static str> {
    find(GLYPHS, name)
}

fn find(pictures: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    pictures.iter().find(|(n, _)| *n == name).map(|(_, svg)| *svg)
}

/// The `<defs>` that [`crate::piece`] refers to: side patterns, and each crest and glyph in use once.
pub fn symbols<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> String {
    let mut mons = std::collections::BTreeSet::new();
    let mut glyphs = std::collections::BTreeSet::new();
    let mut sprites = std::collections::BTreeSet::new();
    for piece in pieces {
        sprites.extend(figure::sprites(piece));
        mons.insert(piece.face.mon.as_str());
        glyphs.insert(piece.face.glyph.as_str());
    }
    let mut out = format!("<defs>{}", patterns());
    for (kind, names, table, size) in [("mon", mons, CRESTS, 100), ("glyph", glyphs, GLYPHS, 48)] {
        for name in names {
            if let Some(svg) = find(table, name) {
                // Not every renderer knows custom properties.
                let inner = inside(svg).replace("var(--face,#faf5e8)", RAISED);
                out += &format!(
                    r#"<symbol id="gunbai-{kind}-{name}" viewBox="0 0 {size} {size}" fill-rule="evenodd">{inner}</symbol>"#
                );
            }
        }
    }
    out + &sprite::definitions(&sprites) + "</defs>"
}

fn inside(svg: &str) -> &str {
    let start = svg.find('>').map_or(0, |i| i + 1);
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    &svg[start..end]
}

/// Vertical bars, diagonals, dots, waves, lattice, nothing: sides differ without their colours.
fn patterns() -> String {
    let strokes = [
        r##"width="4" height="4"><path d="M1 0v4" stroke="#fff" stroke-opacity=".42" stroke-width="1.1"/>"##,
        r##"width="5" height="5" patternTransform="rotate(45)"><path d="M1 0v5" stroke="#fff" stroke-opacity=".42" stroke-width="1.5"/>"##,
        r##"width="5" height="5"><circle cx="1.5" cy="1.5" r="1" fill="#241e17" fill-opacity=".55"/>"##,
        r##"width="8" height="4"><path d="M0 3q2-3 4 0t4 0" fill="none" stroke="#fff" stroke-opacity=".5"/>"##,
        r##"width="5" height="5"><path d="M0 0l5 5M5 0l-5 5" stroke="#fff" stroke-opacity=".4" stroke-width=".8"/>"##,
        r##"width="6" height="6">"##,
    ];
    LIVERIES
        .iter()
        .zip(strokes)
        .map(|(livery, stroke)| {
            format!(r#"<pattern id="{}" patternUnits="userSpaceOnUse" {stroke}</pattern>"#, livery.pattern)
        })
        .collect()
}

/// The pattern of paper grain, laid over everything printed.
pub(crate) fn grain() -> String {
    let image = base64(include_bytes!("../../../data/art/paper.png"));
    format!(
        r#"<pattern id="gunbai-paper" width="192" height="192" patternUnits="userSpaceOnUse"><image href="data:image/png;base64,{image}" width="192" height="192"/></pattern>"#
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0u32, |w, (i, b)| w | u32::from(*b) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { letter as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_in_the_folder_is_carried() {
        for (folder, table) in [("mon", CRESTS), ("glyph", GLYPHS)] {
            let path = format!("{}/../../data/art/{folder}", env!("CARGO_MANIFEST_DIR"));
            let mut files: Vec<String> = std::fs::read_dir(path)
                .expect("the folder")
                .map(|file| file.expect("a file").file_name().to_string_lossy().replace(".svg", ""))
                .collect();
            files.sort();
            assert_eq!(files, table.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn base64_pads_the_last_letters() {
        assert_eq!(["M", "Ma", "Man"].map(|s| base64(s.as_bytes())), ["TQ==", "TWE=", "TWFu"]);
    }
}
