//! D-SEQ-B2, 9.3, 9.5: routers try to rally, the frenzied to calm down.

use kernel::{Actions, Line, May, No, Question, Seat};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    refer::piece,
    rule_ids::*,
    state::{Mark, State},
    units::UnitId,
};

impl Daimyo {
    /// May this unit try now?
    pub(crate) fn may_rally(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if state.group != Some(self.unit(unit).group) || !body.place.is_here() {
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

    fn candidates(&self, state: &State) -> impl Iterator<Item = UnitId> {
        let group = self.group(state.group.expect("a group acts"));
        group.units.iter().filter(|unit| self.may_rally(state, *unit).is_ok())
    }

    /// Nobody to ask about: on to the compulsory moves.
    pub(crate) fn skip_rally(&self, state: &mut State) -> bool {
        if self.candidates(state).next().is_some() {
            return false;
        }
        self.end_rally(state);
        true
    }

    fn end_rally(&self, state: &mut State) {
        for body in state.units.iter_mut() {
            body.set(Mark::Decided, false);
        }
        state.step = Step::Compulsory;
    }

    pub(crate) fn rally_question(&self, state: &State) -> Question {
        Question::new(Seat(state.active.0), D_SEQ_B2, Line::new("ask-rally").with("side", state.active))
    }

    pub(crate) fn list_rally(&self, state: &State, out: &mut Actions<Action>) {
        for unit in self.candidates(state) {
            out.push(Action::Try(unit));
        }
        for unit in self.candidates(state) {
            out.push(Action::Leave(unit));
        }
        out.push(Action::LeaveAll);
    }

    pub(crate) fn resolve_rally(&self, state: &mut State, action: Action) {
        match action {
            Action::Try(unit) => {
                let body = state.body_mut(unit);
                body.mark(Mark::Decided);
                if body.is(Mark::Routing) {
                    body.mark(Mark::RallyUsed);
                    state.step = Step::RallyTest { unit };
                } else {
                    state.step = Step::Calm { unit };
                }
            }
            Action::Leave(unit) => state.body_mut(unit).mark(Mark::Decided),
            Action::LeaveAll => self.end_rally(state),
            other => unreachable!("{other:?} was judged legal while rallying"),
        }
    }

    /// 9.3: by default when no enemy is within 20 cm; the frenzied are left to their rage.
    pub(crate) fn habit_of_rally(&self, state: &State) -> Action {
        let enemy = state.active.other();
        let safe = |unit: UnitId| {
            state.is(unit, Mark::Routing)
                && !self.steady(state, enemy).any(|foe| self.is_within(state, foe, unit, plane::Len(2000)))
        };
        self.candidates(state).find(|unit| safe(*unit)).map_or(Action::LeaveAll, Action::Try)
    }
}
