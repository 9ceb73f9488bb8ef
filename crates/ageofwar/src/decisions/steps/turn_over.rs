//! 12.1: the end of a player turn. A side that has lost more than half of its units has lost the game.

use crate::{model::state::Ending, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnOver;

impl Decision<AgeOfWar, Base> for TurnOver {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        if rules.is_broken(state) {
            rules.finish(state, Ending::Losses, cx.story);
            return Flow::Stay;
        }
        let side = state.active;
        for unit in state.all().filter(|unit| rules.side_of(*unit) == side) {
            state.body_mut(unit).clear(&[Mark::Halted]);
        }
        state.active = side.other();
        if state.active == Side(0) {
            state.turn += 1;
            state.challenged = false;
        }
        rules.begin_player_turn(state);
        let (side, turn) = (state.active, i32::from(state.turn));
        cx.story.tell(|| Event::new(R_1_4, "told-turn").with("side", side).with("n", turn));
        Flow::Stay
    }
}
