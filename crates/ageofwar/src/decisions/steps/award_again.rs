//! is the die of determination kept or thrown again?

use super::award::{AwardLast, awarded};
use crate::prelude::*;

/// The least throw that a sensible owner keeps: the better half.
const KEPT_FROM: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AwardAgain {
    pub messenger: u8,
    pub dice: u8,
}

impl Decision<AgeOfWar, Base> for AwardAgain {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, A_23_3, Line::new("ask-award").with("n", i32::from(self.dice)))
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Keep, Action::Again]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Keep | Action::Again).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Keep => awarded(cx, self.messenger, self.dice),
            _ => next_step(cx.state, Step::AwardLast(AwardLast { messenger: self.messenger })),
        }
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(if self.dice >= KEPT_FROM { Action::Keep } else { Action::Again })
    }
}
