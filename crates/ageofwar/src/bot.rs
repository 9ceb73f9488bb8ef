//! Judgement and plans.

use kernel::{Counsel, Plan, Rules, Seat, Side, counsel::WON};
use open::Event;

use crate::{
    AgeOfWar,
    action::Action,
    state::{State, Where},
};

impl Counsel for AgeOfWar {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => 100 * (self.tally(state, Side(0)).sum() - self.tally(state, Side(1)).sum()),
        };
        if side == Side(0) { own } else { -own }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        out.push(Plan::from(self.habit(state, seat)));
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| {
            let lost = self.of_side[side.index()].iter().map(|unit| {
                let body = state.body(unit);
                let left = match body.place {
                    Where::Table | Where::Late | Where::Removed => body.bases.len() as u32,
                    _ => 0,
                };
                u32::from(self.unit(unit).strength()).saturating_sub(left)
            });
            lost.sum()
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        event.whose
    }
}
