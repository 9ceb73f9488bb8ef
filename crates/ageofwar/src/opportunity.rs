//! Chapter 6.6: opportunity shooting at whoever moves or assaults.

use kernel::{Actions, Line, May, No, Question, Story};
use open::Event;

use crate::{
    AgeOfWar,
    action::Action,
    formation::TOLERANCE,
    refer::piece,
    rule_ids::*,
    state::{Errand, Mark, State, Where},
    units::{Missile, UnitId},
};

impl AgeOfWar {
    /// May this unit shoot at the mover now?
    pub(crate) fn may_snap(&self, state: &State, unit: UnitId, mover: UnitId, target: Option<UnitId>) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        let data = self.unit(unit);
        if data.side == self.side_of(mover) || state.body(unit).place != Where::Table {
            return no(R_6_6, "no-snap-unit");
        }
        if !matches!(data.missile(), Some(Missile::Bow | Missile::Arquebus)) {
            return no(R_6_6, "no-missiles");
        }
        if target.is_some_and(|target| target != unit) {
            return no(R_6_6, "no-snap-target");
        }
        if state.is(unit, Mark::Snapped) {
            return no(R_6_6, "no-snapped");
        }
        if state.is(unit, Mark::Disordered) {
            return no(R_6_6, "no-snap-disordered");
        }
        if target.is_none() && self.is_fighting(state, unit)
            || target.is_some() && self.foes(state, unit).iter().any(|foe| *foe != mover)
        {
            return no(R_6_6, "no-snap-fights");
        }
        self.sighting(state, unit, mover, 1).map(|_| ())
    }

    pub(crate) fn snappers(
        &self,
        state: &State,
        mover: UnitId,
        target: Option<UnitId>,
    ) -> impl Iterator<Item = UnitId> {
        let side = self.side_of(mover).other();
        let silent = state.passed_turn || state.passed_unit || state.body(mover).place != Where::Table;
        let able: Vec<UnitId> = if silent {
            Vec::new()
        } else {
            self.of_side[side.index()]
                .iter()
                .filter(|unit| self.may_snap(state, *unit, mover, target).is_ok())
                .collect()
        };
        able.into_iter()
    }

    pub(crate) fn watch_question(&self, mover: UnitId, target: Option<UnitId>) -> Question {
        let seat = kernel::Seat(self.side_of(mover).other().0);
        let key = if target.is_some() { "ask-snap-contact" } else { "ask-snap" };
        Question::new(seat, R_14_7, Line::new(key).with("unit", piece(mover))).at(piece(mover))
    }

    pub(crate) fn list_watch(
        &self,
        state: &State,
        mover: UnitId,
        target: Option<UnitId>,
        out: &mut Actions<Action>,
    ) {
        for unit in self.snappers(state, mover, target) {
            out.push(Action::Snap(unit));
        }
        out.extend([Action::Pass, Action::PassUnit, Action::PassTurn]);
    }

    pub(crate) fn habit_watch(&self, state: &State, mover: UnitId, target: Option<UnitId>) -> Action {
        let short = self.tables.shooting.short + TOLERANCE;
        let near = self
            .snappers(state, mover, target)
            .find(|unit| target.is_some() || self.gap(state, *unit, mover) <= short);
        near.map_or(Action::Pass, Action::Snap)
    }

    pub(crate) fn resolve_watch(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(Errand::Watch { unit: mover, .. }) = state.errands.last().cloned() else {
            unreachable!("asked while somebody watches")
        };
        match action {
            Action::Snap(unit) => {
                self.begin_shot(state, unit, mover, 1, R_6_6, story);
                state.body_mut(unit).mark(Mark::Snapped);
            }
            Action::PassUnit => {
                state.passed_unit = true;
                state.errands.pop();
            }
            Action::PassTurn => {
                state.passed_turn = true;
                state.errands.pop();
            }
            _ => drop(state.errands.pop()),
        }
    }
}
