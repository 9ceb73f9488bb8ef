//! The colours and typefaces. Those that `tokens.css` names are the same there; a test compares them.

pub(crate) const PAPER: &str = "#f1e7d0";
pub(crate) const RAISED: &str = "#faf5e8";
pub(crate) const SUNK: &str = "#e6d9bb";
pub(crate) const EDGE: &str = "#c9b68e";
pub(crate) const TABLE: &str = "#3b3328";
pub(crate) const INK: &str = "#241e17";
pub(crate) const INK_2: &str = "#52473a";
pub(crate) const INDIGO: &str = "#20456f";
pub(crate) const VERMILION: &str = "#a8321c";
pub(crate) const GOLD: &str = "#7a580c";
pub(crate) const CHOICE: &str = "#a06c00";
pub(crate) const GLOW: &str = "#f4c542";
pub(crate) const WATER_INK: &str = "#2f5566";
pub(crate) const HILL: &str = "#e2d7b1";
pub(crate) const MOUNTAIN: &str = "#d0c396";
pub(crate) const PEAK: &str = "#b7a67f";
pub(crate) const MARSH: &str = "#cfd8bb";
pub(crate) const ROAD: &str = "#f0dcae";
pub(crate) const ROAD_INK: &str = "#6b4a22";
pub(crate) const HACHURE: &str = "#4a3b28";

/// Deeper than the token: a river two hexes wide must read as water beside a road.
pub(crate) const RIVER: &str = "#a9c4c8";
pub(crate) const SHADE: &str = "#5d4a2c";
pub(crate) const FIELD: &str = "#a89a5e";
pub(crate) const REED: &str = "#4b6440";
pub(crate) const POOL: &str = "#5c8a91";
pub(crate) const WOOD: &str = "#c3c99c";
pub(crate) const WOOD_INK: &str = "#46512c";
pub(crate) const MOUND: &str = "#a3ad77";
pub(crate) const ROOF: &str = "#8c3a24";

/// A side: its colour, the ink on it, and its pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Livery {
    pub(crate) colour: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) pattern: &'static str,
}

const fn livery(colour: &'static str, ink: &'static str, pattern: &'static str) -> Livery {
    Livery { colour, ink, pattern }
}

/// The sixth is for what belongs to nobody.
pub(crate) const LIVERIES: [Livery; 6] = [
    livery("#1f4e8c", "#fff", "gunbai-bars"),
    livery("#b5371f", "#fff", "gunbai-slant"),
    livery("#e0b03a", "#241e17", "gunbai-dots"),
    livery("#2c7d6b", "#fff", "gunbai-waves"),
    livery("#8a4f86", "#fff", "gunbai-lattice"),
    livery("#b5afa1", "#161310", "gunbai-plain"),
];

pub(crate) fn side(side: u8) -> Livery {
    LIVERIES[usize::from(side).min(LIVERIES.len() - 1)]
}

pub(crate) const TITLE_FONT: &str =
    "'Shippori Mincho','Hiragino Mincho ProN','Yu Mincho','Noto Serif CJK JP','Noto Serif JP',Georgia,serif";
pub(crate) const ROMAN_FONT: &str = "'Source Serif 4',Georgia,'Noto Serif',serif";
pub(crate) const NUMBER_FONT: &str = "'Segoe UI','Helvetica Neue','Noto Sans CJK JP',Arial,sans-serif";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_tokens() {
        let css = include_str!("../../../data/art/tokens.css");
        for (token, colour) in [
            ("paper", PAPER),
            ("paper-raised", RAISED),
            ("paper-sunk", SUNK),
            ("paper-edge", EDGE),
            ("table", TABLE),
            ("ink", INK),
            ("ink-2", INK_2),
            ("indigo", INDIGO),
            ("vermilion", VERMILION),
            ("gold", GOLD),
            ("choice", CHOICE),
            ("choice-glow", GLOW),
            ("water-ink", WATER_INK),
            ("hill", HILL),
            ("mountain", MOUNTAIN),
            ("peak", PEAK),
            ("marsh", MARSH),
            ("road", ROAD),
            ("road-ink", ROAD_INK),
            ("hachure", HACHURE),
        ] {
            let named = css.split(&format!("--{token}:")).nth(1).and_then(|rest| rest.split(';').next());
            assert_eq!(named, Some(colour), "--{token}");
        }
        for (i, livery) in LIVERIES.iter().enumerate() {
            assert!(css.contains(&format!("--side-{}:{};", i + 1, livery.colour)));
        }
    }
}
