//! Who is where: one pass over the units, for judgement and plans.

use arrayvec::ArrayVec;
use hexmap::HexId;
use kernel::Side;

use crate::{
    Gunyuden,
    model::{
        state::{MOST_HEXES, MOST_UNITS, State, is_beside},
        units::{CastleId, HouseId, UnitId, UnitSet},
    },
};

/// A force outside a castle, or about to come on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force {
    pub(super) head: UnitId,
    pub(super) hex: HexId,
    pub(super) house: HouseId,
    pub(super) strength: i32,
    pub(super) units: i32,
    /// How far its morale has fallen.
    pub(super) low: i32,
    pub(super) commander: bool,
    /// Its house may act (36.7).
    pub(super) free: bool,
}

impl Force {
    /// Does it have goals? A lone unit watches over its castle or looks for a commander.
    pub(super) fn takes_part(&self) -> bool {
        self.free && (self.commander || self.units > 1)
    }
}

pub(super) struct Survey {
    pub(super) forces: [ArrayVec<Force, MOST_UNITS>; 2],
    /// Strength outside castles in each hex.
    pub(super) field: [[u16; MOST_HEXES]; 2],
    /// Forces without a line, where that was looked into.
    pub(super) cut_off: UnitSet,
}

impl Survey {
    /// Strength of a side that stands outside in a hex.
    #[inline]
    pub(super) fn strength(&self, side: Side, hex: HexId) -> i32 {
        i32::from(self.field[side.index()][hex.index()])
    }
}

impl Gunyuden {
    pub(super) fn survey(&self, state: &State) -> Survey {
        let mut survey =
            Survey { forces: Default::default(), field: [[0; MOST_HEXES]; 2], cut_off: UnitSet::default() };
        let mut strengths = [0u16; MOST_UNITS];
        let mut counts = [0u8; MOST_UNITS];
        let mut lows = [0u8; MOST_UNITS];
        for side in Side::ALL {
            let there = self.sides[side.index()].without(&state.holed);
            let there = || there.iter().filter(|&unit| state.lives(unit));
            for unit in there() {
                let (head, strength) = (state.head(unit).index(), self.strength(state, unit));
                strengths[head] += strength;
                counts[head] += 1;
                lows[head] = lows[head].max(state.low(unit));
                if state.on_map(unit) {
                    survey.field[side.index()][state.hex(unit).index()] += strength;
                }
            }
            for head in there().filter(|&unit| state.is_head(unit)) {
                let (n, hex, unit) = (head.index(), state.hex(head), self.unit(head));
                let waits = is_beside(hex) && !self.has_intervened(state, self.army_of(head));
                if !waits {
                    survey.forces[side.index()].push(Force {
                        head,
                        hex,
                        house: unit.house,
                        strength: i32::from(strengths[n]),
                        units: i32::from(counts[n]),
                        low: i32::from(lows[n]),
                        commander: unit.is_commander(),
                        free: self.held(state, unit.house).is_none(),
                    });
                }
            }
        }
        survey
    }

    /// Points of a march from where the force is.
    #[inline]
    pub(super) fn far(&self, force: &Force, castle: CastleId) -> i32 {
        i32::from(match is_beside(force.hex) {
            true => self.aims().far_from_beside(castle, force.house),
            false => self.aims().far(castle, force.hex),
        })
    }
}
