//! How well a side played: figures for reports.

use kernel::{
    Side,
    evaluation::{Played, StyleShare},
};

use crate::{Yukimura, model::state::State, model::units::UnitId, presentation::event::Event};

/// Nobody of his own within this many hexes: a leader who falls so falls alone.
const ALONE: u16 = 2;

const MELEE: &str = "melee";
const EVEN_MELEE: &str = "even-melee";
const FELL: &str = "leader-fell";
const FELL_ALONE: &str = "leader-fell-alone";

pub(super) const SHARES: [StyleShare; 3] = [
    StyleShare { name: "hand-to-hand at a difference of 0 or less", part: EVEN_MELEE, of: Some(MELEE) },
    StyleShare { name: "leaders fallen", part: FELL, of: None },
    StyleShare { name: "leaders fallen with nobody within two hexes", part: FELL_ALONE, of: None },
];

impl Yukimura {
    pub(super) fn count_style(
        &self,
        played: &Played<'_, Yukimura>,
        count: &mut dyn FnMut(Side, &'static str),
    ) {
        for event in played.events {
            match event {
                Event::Attack { target, attackers, melee: true, .. } => {
                    let strength: i16 = attackers.iter().map(|&unit| self.unit(unit).strength).sum();
                    let side = self.side_of(attackers[0]);
                    count(side, MELEE);
                    if strength <= self.unit(*target).strength {
                        count(side, EVEN_MELEE);
                    }
                }
                // A retreat of his ends the battle before its first step.
                Event::Removed { unit, .. } | Event::Retreats { unit, .. } if self.rooted.has(*unit) => {
                    count(self.side_of(*unit), FELL);
                    if self.is_alone(played.before, *unit) {
                        count(self.side_of(*unit), FELL_ALONE);
                    }
                }
                _ => {}
            }
        }
    }

    fn is_alone(&self, state: &State, leader: UnitId) -> bool {
        let near = |unit: UnitId| {
            unit != leader
                && state.on_map(unit)
                && self.atlas.distance(state.hex(unit), state.hex(leader)) <= ALONE
        };
        state.on_map(leader) && !self.sides[self.side_of(leader).index()].iter().any(|&unit| near(unit))
    }
}
