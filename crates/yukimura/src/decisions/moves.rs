//! 7, 8: the movement phase. Which unit moves or enters next?

use crate::{
    decisions::{force_clicked, picked::Picked},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves;

impl Decision<Yukimura, Base> for Moves {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.acting_seat(cx.state).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        cx.rules.phase_question(cx, "ask-move")
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.push(Action::Done);
        cx.rules.list_entries(cx.state, out);
        for &unit in &cx.rules.sides[cx.state.active.index()] {
            if out.full() {
                return;
            }
            if cx.rules.judge_move(cx.state, unit).is_ok() {
                out.push(Action::Move(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Done => Ok(()),
            Action::Move(unit) => cx.rules.judge_move(cx.state, unit),
            Action::Enter(force) => cx.rules.judge_enter(cx.state, force),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Move(unit) => return Flow::Call(Frame::Picked(Picked(unit))),
            Action::Enter(force) => cx.rules.resolve_enter(cx.state, force, cx.story),
            _ => cx.rules.end_phase(cx.state, cx.story),
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(cx.state, thing).map(Action::Move).or(force_clicked(thing))
    }
}
