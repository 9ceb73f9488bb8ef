//! What the computer should want: a judgement of positions, and plans worth looking at.

use kernel::{Actions, Counsel, DataSet, Faults, Plan, Rule, Rules, Seat, Setup, Side, System, counsel::WON};

use crate::{
    Yukimura,
    action::Action,
    state::{REMOVED, State},
};

impl Counsel for Yukimura {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let worth = match state.over {
            Some(over) => match over.winner {
                Some(winner) => return if winner == side { WON } else { -WON },
                None => 0,
            },
            None => 0,
        };
        if side.0 == 0 { worth } else { -worth }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        let mut actions = Actions::default();
        self.actions(state, seat, &mut actions);
        out.extend(actions.iter().map(|&action| Plan::from(action)));
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.inning)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        [0, 1].map(|side| self.sides[side].iter().filter(|&&unit| state.hex(unit) == REMOVED).count() as u32)
    }
}

impl System for Yukimura {
    const NAME: &'static str = "yukimura";
    const REVISION: u32 = crate::REVISION;

    fn files() -> &'static [(&'static str, &'static str)] {
        crate::files::FILES
    }

    fn cards(data: &DataSet) -> Result<Vec<kernel::Card>, Faults> {
        crate::setup::cards(data)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Yukimura, Faults> {
        crate::setup::open(data, setup)
    }

    fn rule_ids() -> &'static [Rule] {
        crate::rule_ids::ALL
    }
}
