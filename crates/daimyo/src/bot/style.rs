//! How well a side played: figures for reports.

use kernel::{
    Side,
    evaluation::{Played, StyleShare},
};

use crate::Daimyo;

const CHARGES: &str = "charges";
const CONTACTS: &str = "contacts";
const ROUNDS: &str = "rounds";

pub(super) const SHARES: [StyleShare; 2] = [
    StyleShare { name: "charges that made contact", part: CONTACTS, of: Some(CHARGES) },
    StyleShare { name: "rounds of melee fought in own slots", part: ROUNDS, of: None },
];

pub(super) fn count(played: &Played<'_, Daimyo>, count: &mut dyn FnMut(Side, &'static str)) {
    let side = played.before.active;
    for event in played.events {
        match event.key() {
            "told-declares" => count(side, CHARGES),
            "told-contacts-front" | "told-contacts-flank" | "told-contacts-rear" => count(side, CONTACTS),
            "told-melee" => count(side, ROUNDS),
            _ => {}
        }
    }
}
