//! What the computer should want: a judgement of positions.

use kernel::{Counsel, Plan, Seat, Side, counsel::WON};

use crate::{
    Gunyuden,
    action::Action,
    state::{REMOVED, State},
    units::HASHIBA,
};

/// A point of the final score, a step, and a point of morale.
const POINT: i32 = 40;
const STEP: i32 = 12;
const HEART: i32 = 4;
/// A point of an enemy castle's durability worn away, and a castle surrounded.
const WEAR: i32 = 6;
const SIEGE: i32 = 20;

impl Counsel for Gunyuden {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let sign = if side == HASHIBA { 1 } else { -1 };
        if let Some(over) = state.over {
            return if over.winner == side { WON } else { -WON };
        }
        let mut sum = POINT * i32::from(self.lead(state));
        for of in [HASHIBA, HASHIBA.other()] {
            let toward = if of == HASHIBA { 1 } else { -1 };
            for unit in self.sides[of.index()].iter().filter(|&unit| state.on_map(unit)) {
                sum += toward * (STEP * i32::from(state.steps(unit)) - HEART * i32::from(state.low(unit)));
            }
            for castle in self.castles_of(state, of) {
                let body = state.castle(castle);
                let level = i32::from(self.keep(castle).level) + 1;
                sum -= toward * WEAR * level * (10 - i32::from(body.durability));
                if self.is_surrounded(state, castle) {
                    sum -= toward * SIEGE * level;
                }
            }
        }
        sign * sum
    }

    /// None yet: the kernel enumerates them.
    fn propose(&self, _state: &State, _seat: Seat, _out: &mut Vec<Plan<Action>>) {}

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.inning)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        [0, 1].map(|side: usize| {
            self.sides[side].iter().filter(|&unit| state.hex(unit) == REMOVED).count() as u32
        })
    }
}
