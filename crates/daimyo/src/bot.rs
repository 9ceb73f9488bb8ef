//! Judgement and plans.

use kernel::{Counsel, Plan, Rules, Seat, Side, counsel::WON};

use crate::{Daimyo, Event, action::Action, state::State};

impl Counsel for Daimyo {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => 100 * (self.lost_points(state, Side(1)) - self.lost_points(state, Side(0))),
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
                let here = state.body(unit).place.is_here();
                u32::from(self.unit(unit).stands) - if here { u32::from(state.body(unit).stands()) } else { 0 }
            });
            lost.sum()
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        event.whose
    }
}
