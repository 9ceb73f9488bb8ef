//! Figures, banners and trees of `data/art/figures.svg`, in the colours of a side. Not every renderer knows custom
//! properties, so each is written with its colours in place.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::LazyLock,
};

use crate::palette::side;

const FIGURES: &str = include_str!("../../../data/art/figures.svg");
const TOKENS: [&str; 2] =
    [include_str!("../../../data/art/figures.css"), include_str!("../../../data/art/tokens.css")];

/// A drawing by its name in `figures.svg`, for a side and a coat of its horse.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sprite {
    pub(crate) name: String,
    pub(crate) side: u8,
    pub(crate) coat: usize,
}

/// Horses: coat and mane.
const COATS: [(&str, &str); 5] = [
    ("#8a5a34", "#3a2617"),
    ("#6b452b", "#241a12"),
    ("#3d342c", "#17120e"),
    ("#b3a58d", "#6d6250"),
    ("#a0703f", "#4a2e18"),
];

static BODIES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let each = FIGURES.lines().filter_map(|line| line.strip_prefix("<g id=\""));
    each.filter_map(|line| {
        let (name, rest) = line.split_once("\">")?;
        Some((name, rest.strip_suffix("</g>")?))
    })
    .collect()
});

/// The colours of the light theme, by token.
static COLOURS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let light = TOKENS.iter().filter_map(|css| css.split_once(":root")?.1.split_once('}'));
    light
        .flat_map(|(light, _)| light.split(';'))
        .filter_map(|pair| pair.rsplit_once("--").and_then(|(_, pair)| pair.split_once(':')))
        .map(|(token, colour)| (token.trim(), colour.trim()))
        .collect()
});

impl Sprite {
    pub(crate) fn new(name: &str, side: u8, coat: usize) -> Sprite {
        let coat = if BODIES.get(name).is_some_and(|body| body.contains("var(--h")) { coat } else { 0 };
        Sprite { name: name.to_owned(), side, coat: coat % COATS.len() }
    }

    pub(crate) fn id(&self) -> String {
        format!(
            "gunbai-{}-{}{}",
            self.name,
            self.side,
            if self.coat > 0 { self.coat.to_string() } else { String::new() }
        )
    }

    fn definition(&self) -> String {
        let body = BODIES.get(self.name.as_str()).copied().unwrap_or_default();
        format!(r#"<g id="{}">{}</g>"#, self.id(), inked(body, self.side, self.coat))
    }
}

pub(crate) fn definitions(sprites: &BTreeSet<Sprite>) -> String {
    sprites.iter().map(Sprite::definition).collect()
}

/// Trees, houses, stones: those of a ground, under the name of its board.
pub(crate) fn scenery(board: &str) -> String {
    let each = BODIES.iter().filter(|(name, _)| name.starts_with("cr-") && **name != "cr-smoke");
    each.map(|(name, body)| format!(r#"<g id="{board}-{name}">{}</g>"#, inked(body, 0, 0))).collect()
}

/// A text with its custom properties replaced by colours.
pub(crate) fn inked(text: &str, livery: u8, coat: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("=\"var(--") {
        let Some((token, tail)) = after.split_once(")\"") else { break };
        let attribute = before.rsplit(' ').next().unwrap_or_default();
        let colour = colour(token, livery, coat);
        out.push_str(before);
        match colour.get(7..9) {
            // Half transparent: not every renderer knows colours of eight digits.
            Some(alpha) => {
                let part = f64::from(u8::from_str_radix(alpha, 16).unwrap_or(255)) / 255.0;
                let _ = write!(out, "=\"{}\" {attribute}-opacity=\"{part:.2}\"", &colour[..7]);
            }
            None => {
                let _ = write!(out, "=\"{colour}\"");
            }
        }
        rest = tail;
    }
    out + rest
}

fn colour(token: &str, livery: u8, coat: usize) -> String {
    let dress = side(livery);
    let mixed = |part: f64, with: &str| mix(dress.colour, with, part);
    match token {
        "c" => dress.colour.to_owned(),
        "ci" => dress.ink.to_owned(),
        "cd" => mixed(0.68, "#120c06"),
        "hat" => mixed(0.30, "#2a2119"),
        "hat-2" => mixed(0.48, "#3a2e22"),
        "hat-3" => mixed(0.40, "#c9b184"),
        "h" => COATS[coat].0.to_owned(),
        "hm" => COATS[coat].1.to_owned(),
        _ => COLOURS.get(token).copied().unwrap_or("#241e17").to_owned(),
    }
}

/// As `color-mix(in srgb, a part, b)` does it.
fn mix(a: &str, b: &str, part: f64) -> String {
    let channel = |colour: &str, i: usize| {
        f64::from(u8::from_str_radix(&colour[1 + 2 * i..3 + 2 * i], 16).unwrap_or(0))
    };
    let each = |i: usize| (channel(a, i) * part + channel(b, i) * (1.0 - part)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", each(0), each(1), each(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_a_figure_is_a_token_or_a_side_wears_it() {
        for (name, body) in &*BODIES {
            for token in body.split("var(--").skip(1).filter_map(|rest| rest.split(')').next()) {
                let worn = ["c", "ci", "cd", "hat", "hat-2", "hat-3", "h", "hm"].contains(&token);
                assert!(worn || COLOURS.contains_key(token), "{name}: {token}");
            }
            assert!(!inked(body, 1, 2).contains("var("), "{name}");
        }
    }

    #[test]
    fn coats_are_those_of_the_plan() {
        let plan: serde_json::Value =
            serde_json::from_str(include_str!("../../../data/art/figures.json")).expect("the plan");
        let coats: Vec<(String, String)> =
            serde_json::from_value(plan["coats"].clone()).expect("pairs of colours");
        assert!(coats.iter().map(|(a, b)| (a.as_str(), b.as_str())).eq(COATS));
    }

    #[test]
    fn half_transparent_colours_are_written_with_an_opacity() {
        assert_eq!(
            inked(r#"<g fill="var(--shadow)"/>"#, 0, 0),
            r##"<g fill="#241e17" fill-opacity="0.25"/>"##
        );
        assert_eq!(mix("#000000", "#ffffff", 0.25), "#bfbfbf");
    }
}
