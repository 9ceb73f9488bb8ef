//! How well a side played: figures for reports.

use kernel::{
    Side,
    evaluation::{Played, StyleShare},
};

use crate::{Summits, model::cards::Card, presentation::event::Event};

const REINFORCEMENTS: &str = "reinforcements";
const FACE_DOWN: &str = "reinforcements-face-down";
const AMBUSH: &str = "ambush";

pub(super) const SHARES: [StyleShare; 2] = [
    StyleShare { name: "Reinforcements played face down", part: FACE_DOWN, of: Some(REINFORCEMENTS) },
    StyleShare { name: "ambushes sprung", part: AMBUSH, of: None },
];

pub(super) fn count(played: &Played<'_, Summits>, count: &mut dyn FnMut(Side, &'static str)) {
    for event in played.events {
        match *event {
            Event::Played { side, set } if set.has(Card::Reinforcements) => count(side, REINFORCEMENTS),
            Event::FaceDown { side, card: Card::Reinforcements, .. } => {
                count(side, REINFORCEMENTS);
                count(side, FACE_DOWN);
            }
            Event::Ambushed { side, .. } => count(side, AMBUSH),
            _ => {}
        }
    }
}
