//! How well a side played: figures for reports.

use kernel::{
    Move, Side,
    evaluation::{Played, StyleShare},
};

use crate::{AgeOfWar, notation::action::Action};

const FORMED: &str = "formed";
const ONE_FILE: &str = "one-file";
const ROUNDS: &str = "rounds";

pub(super) const SHARES: [StyleShare; 2] = [
    StyleShare { name: "re-forms into one file", part: ONE_FILE, of: Some(FORMED) },
    StyleShare { name: "rounds of fighting in own turns", part: ROUNDS, of: None },
];

pub(super) fn count(played: &Played<'_, AgeOfWar>, count: &mut dyn FnMut(Side, &'static str)) {
    let side = played.before.active;
    if let Move::Act(_, Action::Form(files) | Action::Files { files, .. }) = played.input {
        count(side, FORMED);
        if *files == 1 {
            count(side, ONE_FILE);
        }
    }
    for event in played.events {
        if event.key() == "told-fight" {
            count(side, ROUNDS);
        }
    }
}
