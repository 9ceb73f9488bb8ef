//! Steps that are not decisions of their own yet.

use crate::{melee::Stage, prelude::*};

pub(crate) struct Old;

impl Decision<Daimyo, Base> for Old {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.asked_seat(cx.state).map_or(AskedSeats::NOBODY, AskedSeats::from)
    }
    fn question(&self, cx: Cx<'_>) -> Question {
        cx.rules.question(cx.state).expect("a seat is asked")
    }
    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        cx.rules.list_step(cx.state, out);
    }
    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        cx.rules.judge_step(cx.state, *action)
    }
    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        cx.rules.resolve_action(cx.state, action, cx.story);
        Flow::Stay
    }
    fn roll(&self, cx: Cx<'_>) -> Roll {
        cx.rules.roll(cx.state).expect("dice are wanted")
    }
    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        cx.rules.resolve_fall(cx.state, fall, cx.story);
        Flow::Stay
    }
    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.click(cx.state, thing)
    }
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        Some(cx.rules.habit_of(cx.state, cx.seat))
    }
    fn branches(&self, cx: Cx<'_>) -> bool {
        match &cx.state.step {
            Step::Answer { .. } => true,
            Step::Fight(fight) => matches!(fight.stage, Stage::Accept { .. }),
            _ => false,
        }
    }
    fn depth(&self, cx: Cx<'_>) -> usize {
        cx.rules.depth_of(cx.state)
    }
}
