//! 10.1: from which flank are the tests worked?

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Flank;

impl Decision<Daimyo, Base> for Flank {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.holder.0).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, R_10_1, Line::new("ask-flank").with("side", cx.state.holder))
    }

    fn list(&self, _cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend([Action::Left, Action::Right]);
    }

    fn judge(&self, _cx: Cx<'_>, action: &Action) -> Option<May> {
        matches!(action, Action::Left | Action::Right).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        cx.state.from_left = action == Action::Left;
        cx.state.step = Step::Tests;
        Flow::Stay
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::Left)
    }
}
