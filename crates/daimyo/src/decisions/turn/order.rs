//! D-INI-3: does the holder of the initiative go first or second?

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Order;

impl Decision<Daimyo, Base> for Order {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.holder.0).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_INI_3, Line::new("ask-order").with("side", cx.state.holder))
    }

    fn list(&self, _cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend([Action::First, Action::Second]);
    }

    fn judge(&self, _cx: Cx<'_>, action: &Action) -> Option<May> {
        matches!(action, Action::First | Action::Second).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { state, story, .. } = cx;
        state.active = if action == Action::First { state.holder } else { state.holder.other() };
        let side = state.active;
        story.tell(|| Event::new(D_INI_3, "told-first").with("side", side));
        state.step = Step::Slot;
        Flow::Stay
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::First)
    }
}
