//! 12: the active side acts. With which force?

use super::{hand, hand::Hand, sequence};
use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Operation;

impl Decision<Gunyuden, Base> for Operation {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        seat_of(cx.state.active)
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let Cx { rules, state, seat, .. } = cx;
        let date = rules.scenario.date(state.inning);
        let prompt = Line::new("ask-operation")
            .with("side", state.active)
            .with("inning", i32::from(state.inning))
            .with("week", i32::from(date.week))
            .with("month", i32::from(date.month))
            .with("stage", i32::from(state.stage));
        Question::new(seat, sequence::stage_rule(state), prompt)
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        out.push(Action::Done);
        for unit in rules.sides[state.active.index()].iter() {
            if out.full() {
                return;
            }
            if !state.lives(unit) || !state.is_head(unit) {
                continue;
            }
            // Most are told apart by this alone.
            let body = rules.unit(unit);
            let able = !state.acted.has(unit) && (body.action >= state.stage || body.is_commander());
            if able && hand::may_take(rules, state, unit).is_ok() {
                out.push(Action::Force(unit));
            }
            if !state.surrounding.is_empty() && rules.may_lift(state, unit).is_ok() {
                out.push(Action::Lift(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match *action {
            Action::Done => Some(Ok(())),
            Action::Force(force) => Some(hand::may_take(cx.rules, cx.state, force)),
            Action::Lift(force) => Some(cx.rules.may_lift(cx.state, force)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Force(force) => return Flow::Call(Frame::Hand(Hand { force, refused: false })),
            Action::Lift(force) => cx.rules.lift_surround(cx.state, force, cx.story),
            _ => sequence::end_operation(cx.state),
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        sequence::is_tidy(cx.rules, cx.state)
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        sequence::tidy(cx.rules, cx.state);
        Flow::Stay
    }

    /// The force of a unit; in a hex the first that may be taken.
    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        let here = || {
            let units =
                state.units_at(rules.hex_clicked(state, thing)?).and(&rules.sides[state.active.index()]);
            rules.heads(state, units).min_by_key(|&head| (hand::may_take(rules, state, head).is_err(), head))
        };
        rules.head_clicked(state, thing).or_else(here).map(Action::Force)
    }
}
