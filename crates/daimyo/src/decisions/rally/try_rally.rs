//! D-SEQ-B2, 9.3, 9.5: which router tries to rally, which of the frenzied to calm down?

use plane::Len;

use crate::{
    decisions::rally::{calm::Calm, rally_test::RallyTest},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rally;

impl Decision<Daimyo, Base> for Rally {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        candidates(cx).next().is_some()
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        end(cx.state);
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_SEQ_B2, Line::new("ask-rally").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend(candidates(cx).map(Action::Try));
        out.extend(candidates(cx).map(Action::Leave));
        out.push(Action::LeaveAll);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Try(unit) | Action::Leave(unit) => Some(may_try(cx, unit)),
            Action::LeaveAll => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let state = cx.state;
        match action {
            Action::Try(unit) => {
                let body = state.body_mut(unit);
                body.mark(Mark::Decided);
                if body.is(Mark::Routing) {
                    body.mark(Mark::RallyUsed);
                    state.step = Step::RallyTest(RallyTest { unit });
                } else {
                    state.step = Step::Calm(Calm { unit });
                }
            }
            Action::Leave(unit) => state.body_mut(unit).mark(Mark::Decided),
            _ => end(state),
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(thing).map(Action::Try)
    }

    /// 9.3: a router with no enemy within 20 cm tries; the frenzied are left to their rage.
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        let enemy = state.active.other();
        let safe = |unit: &UnitId| {
            state.is(*unit, Mark::Routing)
                && !rules.steady(state, enemy).any(|foe| rules.is_within(state, foe, *unit, Len(2000)))
        };
        Some(candidates(cx).find(safe).map_or(Action::LeaveAll, Action::Try))
    }
}

fn may_try(cx: Cx<'_>, unit: UnitId) -> May {
    let body = cx.state.body(unit);
    let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
    if cx.state.group != Some(cx.rules.unit(unit).group) || !body.place.is_here() {
        return no(D_SEQ_B2, "no-not-of-group");
    }
    if body.is(Mark::Decided) {
        return no(D_SEQ_B2, "no-decided");
    }
    if body.is(Mark::Frenzied) && !body.is(Mark::Routing) {
        return Ok(());
    }
    if !body.is(Mark::Routing) {
        return no(D_SEQ_B2, "no-not-routing");
    }
    if body.is(Mark::RallyUsed) {
        return no(D_MOR_8, "no-rally-used");
    }
    if !body.is(Mark::HasRun) {
        return no(D_MOR_8, "no-rally-not-run");
    }
    if body.is(Mark::ShotAt) {
        return no(D_MOR_8, "no-rally-shot-at");
    }
    if body.is(Mark::Doomed) {
        return no(R_9_4, "no-rally-doomed");
    }
    Ok(())
}

fn candidates(cx: Cx<'_>) -> impl Iterator<Item = UnitId> {
    let group = cx.rules.group(cx.state.group.expect("a group acts"));
    group.units.iter().filter(move |unit| may_try(cx, *unit).is_ok())
}

/// On to the compulsory moves.
fn end(state: &mut State) {
    for body in state.units.iter_mut() {
        body.set(Mark::Decided, false);
    }
    state.step = Step::Compulsory;
}
