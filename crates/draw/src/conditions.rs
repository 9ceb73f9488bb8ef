//! The conditions of a piece: a closed list, the same for every system and for the client.

use std::sync::LazyLock;

use kernel::scene::Piece;
use serde::Deserialize;

/// What a condition does to the drawing of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    Veil,
    Reduced,
    Marker,
    Ruin,
    Lit,
    Chosen,
    Target,
    Turned,
    Routing,
    Frenzied,
    Astray,
    Loaded,
    Smoke,
    Melee,
    Pinned,
    Struck,
    Retreating,
    Wall,
    Ring,
    Cut,
    Morale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colour {
    Ink,
    Vermilion,
    Gold,
    Grey,
}

/// One entry of `data/art/conditions.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub name: String,
    /// For tooltips and panels.
    pub word: String,
    pub(crate) shape: Option<Shape>,
    /// One kanji that says it.
    pub(crate) sign: Option<String>,
    pub(crate) colour: Option<Colour>,
    /// A place of its own on a counter.
    pub(crate) seat: Option<(f64, f64)>,
}

static LIST: LazyLock<Vec<Condition>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/art/conditions.json")).expect("a list of conditions")
});

/// The condition that a state of a piece names; of `morale-2` it is `morale`.
pub fn condition(state: &str) -> Option<&'static Condition> {
    let name = state.replace([' ', '_'], "-");
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    LIST.iter().find(|condition| condition.name == name)
}

pub(crate) fn conditions(piece: &Piece) -> impl Iterator<Item = &'static Condition> {
    piece.states.iter().filter_map(|state| condition(state))
}

pub(crate) fn has(piece: &Piece, shape: Shape) -> bool {
    conditions(piece).any(|condition| condition.shape == Some(shape))
}
