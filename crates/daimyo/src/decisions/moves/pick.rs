//! 5.1 c: which unit of the group moves next?

use crate::{
    decisions::{
        charges::obedience::{Obedience, Wish},
        moves::{leader_move::LeaderMove, manoeuvre},
    },
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick;

impl Decision<Daimyo, Base> for Pick {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.activated && movable(cx).next().is_some()
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        end(cx.rules, cx.state);
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, R_5_1, Line::new("ask-move").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend(movable(cx).map(Action::Pick));
        out.push(Action::EndAll);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Pick(unit) => Some(cx.rules.may_pick(cx.state, unit)),
            Action::EndAll => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, .. } = cx;
        match action {
            Action::Pick(unit) if rules.needs_obedience(state, unit) => {
                state.step = Step::Obedience(Obedience { unit, wish: Wish::Move });
            }
            Action::Pick(unit) => manoeuvre::begin(rules, state, unit),
            _ => end(rules, state),
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(thing).map(Action::Pick)
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::EndAll)
    }
}

fn movable(cx: Cx<'_>) -> impl Iterator<Item = UnitId> {
    let group = cx.rules.group(cx.state.group.expect("a group acts"));
    group.units.iter().filter(move |unit| cx.rules.may_pick(cx.state, *unit).is_ok())
}

/// On to the leader of the group.
fn end(rules: &Daimyo, state: &mut State) {
    let leader = rules.group(state.group.expect("a group acts")).leader;
    state.step = Step::Leader(LeaderMove { leader });
}
