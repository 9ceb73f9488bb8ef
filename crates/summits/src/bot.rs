//! Judgement and plans.

use kernel::{Counsel, Plan, Seat, Side, counsel::WON};

use crate::{Summits, action::Action, state::{LOST, State}, units::{ANTI, HIDEYOSHI}};

#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {}

impl Aims {
    pub(crate) fn new(_rules: &Summits) -> Aims {
        Aims {}
    }
}

impl Counsel for Summits {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(HIDEYOSHI) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                i32::from((state.here(LOST) & self.of_side[ANTI.index()]).len())
                    - i32::from((state.here(LOST) & self.of_side[HIDEYOSHI.index()]).len())
            }
        };
        if side == HIDEYOSHI { own } else { -own }
    }

    fn propose(&self, _state: &State, _seat: Seat, _out: &mut Vec<Plan<Action>>) {}

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| u32::from((state.here(LOST) & self.of_side[side.index()]).len()))
    }
}
