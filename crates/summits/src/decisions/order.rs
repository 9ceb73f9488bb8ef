//! 4.0-2: the controller of the mountain says who begins.

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Order;

fn chooser(cx: Cx<'_, Base>) -> Side {
    cx.state.controller(cx.rules.scenario.mountain).unwrap_or(cx.state.first)
}

impl Decision<Summits, Base> for Order {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.state.seat_of(chooser(cx)).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let prompt = Line::new("ask-order").with("side", chooser(cx)).with("turn", i32::from(cx.state.turn));
        Question::new(cx.seat, R_4_0_2, prompt)
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.push(Action::First);
        out.push(Action::Second);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::First | Action::Second).then_some(Ok(()))
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let own = cx.state.side_of(cx.seat);
        let first = if action == Action::First { own } else { own.other() };
        begin_phases(&mut cx, first, true);
        Flow::Stay
    }
}

pub(super) fn begin_phases(cx: &mut CxMut<'_, Base>, first: Side, chosen: bool) {
    cx.state.first = first;
    cx.state.active = first;
    cx.state.passed = false;
    cx.state.phase = Phase::Play;
    let rule = match (chosen, cx.state.turn) {
        (false, 1) if cx.rules.scenario.treason.is_empty() => R_15_1_1B,
        (false, 1) => R_15_2_6A,
        _ => R_4_0_2,
    };
    cx.story.tell(|| Event::Begins { side: first, rule });
}
