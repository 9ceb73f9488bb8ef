//! A castle: tiers and number are its level, the roof line its owner's, ten ticks its durability, a cross a ruin.

use kernel::scene::Piece;

use crate::{
    conditions::{Shape, has},
    counter::{mon, text},
    palette::{INK, Livery, NUMBER_FONT, RAISED, VERMILION},
    pen::n,
};

const TICKS: u32 = 10;
const STONE: &str = "#8d8474";

/// Belongs to the ground: it never stacks, and counters stand before it.
pub(crate) fn is_site(piece: &Piece) -> bool {
    piece.face.glyph == "castle"
}

/// In a square of 64 units.
pub(crate) fn castle(piece: &Piece, livery: Livery, far: bool) -> String {
    let value = |at: usize| piece.face.values.get(at).and_then(|text| text.parse::<u32>().ok());
    let (level, durability) = (value(0).unwrap_or(0), value(1).unwrap_or(TICKS));
    let ruin = has(piece, Shape::Ruin);
    let roof = if ruin { STONE } else { livery.colour };
    let mut out = format!(
        r#"<path d="M32 2L59 17V47L32 62L5 47V17z" fill="{RAISED}" stroke="{INK}" stroke-width="1.6"/><path d="M5 19V17L32 2L59 17V19" fill="none" stroke="{roof}" stroke-width="6" stroke-linejoin="round"/><path d="{}" fill="{}"/>"#,
        keep(level + 1, if far { 52.0 } else { 47.0 }),
        if ruin { STONE } else { INK },
    );
    if !far {
        for tick in 0..TICKS {
            let fill = match () {
                () if tick >= durability => "#d9cdb3",
                () if durability <= 3 => VERMILION,
                () => "#2c5a3c",
            };
            let x = n(14.5 + f64::from(tick) * 3.6);
            out += &format!(r#"<rect x="{x}" y="50" width="2.6" height="5" fill="{fill}"/>"#);
        }
    }
    if ruin {
        out += &format!(r#"<path d="M14 18L50 50M50 18L14 50" stroke="{VERMILION}" stroke-width="4.5"/>"#);
    }
    let (radius, size, drop) = if far { (13.0, 19.0, 6.6) } else { (9.0, 12.5, 4.4) };
    out += &format!(
        r#"<circle cx="53" cy="44" r="{radius}" fill="{roof}" stroke="{RAISED}" stroke-width="1.4"/>{}"#,
        text(
            53.0,
            44.0 + drop,
            size,
            &level.to_string(),
            livery.ink,
            &format!(r#"font-family="{NUMBER_FONT}""#)
        ),
    );
    if !ruin && !piece.face.mon.is_empty() {
        let (radius, size) = if far { (12.0, 17.0) } else { (8.5, 12.0) };
        out += &format!(
            r#"<circle cx="10" cy="20" r="{radius}" fill="{}" stroke="{RAISED}"/>{}"#,
            livery.colour,
            mon(piece, 10.0 - size / 2.0, 20.0 - size / 2.0, size, livery.ink),
        );
    }
    out
}

/// Stacked roofs, the lowest the widest.
fn keep(tiers: u32, foot: f64) -> String {
    let count = tiers.clamp(1, 5);
    let high = (34.0 / f64::from(count)).min(8.5);
    let mut d = String::new();
    for tier in 0..count {
        let half = 15.0 - f64::from(tier) * 2.4;
        let y = foot - f64::from(tier) * high;
        d += &format!(
            "M{} {}h{}l-3.4 {}h{}zM{} {}v{}h{}v{}z",
            n(32.0 - half),
            n(y),
            n(2.0 * half),
            n(-high * 0.42),
            n(6.8 - 2.0 * half),
            n(36.6 - half),
            n(y - high * 0.42),
            n(-high * 0.58),
            n(2.0 * (half - 4.6)),
            n(high * 0.58),
        );
    }
    d + &format!("M24 {}h16l-5-5.5h-6z", n(foot - f64::from(count) * high))
}
