//! What the enemy could do in his next turn: a view for players, no rule.

use hexmap::HexId;
use kernel::{Actions, Rule, Side, scene::Overlay};

use crate::{
    Yukimura,
    model::{
        state::{Phase, State},
        units::{EAST, UnitSet},
    },
    notation::{action::Action, rule_ids::*},
};

impl Yukimura {
    /// Where a side could move, whom it could fire at and whom it could fight if its turn began now.
    pub(super) fn threats_of(&self, state: &State, side: Side) -> [Overlay; 4] {
        let mut turn = state.clone();
        (turn.active, turn.phase, turn.frame) = (side, Phase::Movement, None);
        turn.moved.clear();
        turn.pinned.clear();
        turn.uncommanded.clear();
        self.note_phase_start(&mut turn);

        let hexes = self.atlas.len();
        let mut reach: Vec<u8> = vec![0; hexes];
        let (mut fire, mut fight): (Vec<u8>, Vec<u8>) = (vec![0; hexes], vec![0; hexes]);
        let mut destinations = Actions::default();
        for &unit in self.sides[side.index()].iter().filter(|&&unit| turn.on_map(unit)) {
            destinations.clear(usize::MAX);
            if self.may_move(&turn, unit).is_ok() {
                self.list_destinations(&turn, unit, &mut destinations);
            }
            let reached: Vec<HexId> = destinations
                .iter()
                .filter_map(|action| match action {
                    Action::To(hex) => Some(*hex),
                    _ => None,
                })
                .collect();
            reached.iter().for_each(|hex| reach[hex.index()] += 1);
            // A unit counts once for every hex it could attack, from wherever.
            let (mut fired_at, mut fought) = (vec![false; hexes], vec![false; hexes]);
            for hex in reached.into_iter().chain([turn.hex(unit)]) {
                for (dir, next) in self.atlas.neighbours(hex) {
                    fired_at[next.index()] = self.unit(unit).branch.fires();
                    fought[next.index()] |= !self.ground.impassable.has(hex, dir);
                }
            }
            for hex in self.atlas.hexes().map(HexId::index) {
                fire[hex] += u8::from(fired_at[hex]);
                fight[hex] += u8::from(fought[hex]);
            }
        }
        let name = if side == EAST { "East" } else { "Osaka" };
        let overlay = |id: &str, title: &str, rule: Rule, counts: &[u8]| Overlay {
            id: format!("{id}-{}", side.0),
            title: format!("{name} {title}"),
            rule: rule.to_string(),
            side: Some(side.0),
            places: self
                .atlas
                .hexes()
                .filter(|hex| counts[hex.index()] > 0)
                .map(|hex| (self.atlas.label(hex).to_string(), counts[hex.index()].to_string()))
                .collect(),
            ..Overlay::default()
        };
        let standing: UnitSet = self.sides[side.index()].iter().copied().collect();
        let zones: Vec<u8> = self
            .atlas
            .hexes()
            .map(|hex| {
                let held = state.occupant(hex).is_some_and(|unit| standing.has(unit));
                u8::from(!held && self.in_enemy_zone(state, side.other(), hex))
            })
            .collect();
        let mut zone = overlay("zones", "zones of control", R_7_3_1, &zones);
        zone.places.iter_mut().for_each(|(_, word)| word.clear());
        [
            overlay("reach", "could reach (units)", R_7_1_1, &reach),
            overlay("fire", "could fire at (units)", R_9_1_1, &fire),
            overlay("fight", "could fight (units)", R_10_1_1, &fight),
            zone,
        ]
    }
}
