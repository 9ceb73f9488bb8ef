//! What can be clicked, and actions that nobody listed.

use std::collections::HashSet;

use kernel::{Game, Lot, Seat, Thing, Viewer, erased::thing_from, scene::Ground};

/// The number of columns and rows of the grid on which an open table is clicked.
const GRID: (i32, i32) = (12, 8);

/// Every place of every board, and a grid of spots on open tables.
pub(crate) fn places<R: Game>(rules: &R) -> Vec<Thing> {
    let mut out = Vec::new();
    for ground in rules.grounds() {
        match ground {
            Ground::Hexes { cells, .. } => {
                out.extend(cells.iter().filter_map(|c| thing_from(rules, &format!("place:{}", c.id))));
            }
            Ground::Areas { areas, .. } => {
                out.extend(areas.iter().filter_map(|a| thing_from(rules, &format!("place:{}", a.id))));
            }
            Ground::Open { width, height, .. } => {
                let across = |n: i32, of: i32, length: i32| (2 * n + 1) * length / (2 * of);
                out.extend((0..GRID.0 * GRID.1).map(|n| {
                    let (column, row) = (n % GRID.0, n / GRID.0);
                    Thing::Spot(across(column, GRID.0, width), across(row, GRID.1, height))
                }));
            }
        }
    }
    out
}

/// The pieces and cards a seat sees.
pub(crate) fn pieces<R: Game>(rules: &R, state: &R::State, seat: Seat) -> Vec<Thing> {
    let scene = rules.scene(state, Viewer::Seat(seat));
    let pieces = scene.pieces.iter().map(|piece| format!("piece:{}", piece.id));
    let cards = scene.hands.iter().flat_map(|h| &h.cards).map(|card| format!("card:{}", card.id));
    pieces.chain(cards).filter_map(|text| thing_from(rules, &text)).collect()
}

/// Texts that nobody means well with; reading them must not break anything.
const HOSTILE: [&str; 6] = ["", " ", "\0", "幸村", "- -1 +1 1e9 99999999999999999999", "\u{202e}: = |"];

/// Actions from other positions and games, and what becomes of their texts when words change places.
///
/// Only what this game reads as an action of its own is kept: that is the door everything comes through.
pub(crate) fn candidates<R: Game>(rules: &R, texts: &[String], lot: &mut Lot) -> Vec<R::Action> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let mut keep = |text: &str| {
        if let Ok(action) = rules.read_action(text)
            && seen.insert(action.clone())
        {
            out.push(action);
        }
    };
    texts.iter().for_each(|text| keep(text));
    HOSTILE.iter().for_each(|text| keep(text));
    if texts.is_empty() {
        return out;
    }
    for _ in 0..4 * texts.len() {
        let (text, other) = (lot.below(texts.len()), lot.below(texts.len()));
        keep(&mutated(&texts[text], &texts[other], lot));
    }
    out
}

fn mutated(text: &str, other: &str, lot: &mut Lot) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let others: Vec<&str> = other.split(' ').collect();
    let at = lot.below(words.len());
    let word = others[lot.below(others.len())];
    let changed;
    match lot.below(7) {
        6 => words[at] = "99999999999999999999",
        0 => words[at] = word,
        1 => drop(words.remove(at)),
        2 => words.insert(at, word),
        3 => words.insert(at, words[at]),
        4 => words.truncate(at),
        _ => {
            changed = words[at]
                .chars()
                .map(|c| if c.is_ascii_digit() { char::from(b'0' + lot.below(10) as u8) } else { c })
                .collect::<String>();
            words[at] = &changed;
        }
    }
    words.join(" ")
}
