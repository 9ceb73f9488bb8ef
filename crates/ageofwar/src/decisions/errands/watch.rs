//! 6.6, 14.7: opportunity shooting at a unit that moves, or that is about to contact a target. Who shoots?

use super::shot;
use crate::{
    decisions::{ASKING, clicked_unit},
    model::units::Missile,
    prelude::*,
    queries::{formation::TOLERANCE, shooting::Occasion},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Watch {
    /// The unit that moves.
    pub unit: UnitId,
    /// The unit it is about to contact: only that one shoots.
    pub target: Option<UnitId>,
}

impl Watch {
    fn may_snap(&self, rules: &AgeOfWar, state: &State, unit: UnitId) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        let data = rules.unit(unit);
        if data.side == rules.side_of(self.unit) || state.body(unit).place != Where::Table {
            return no(R_6_6, "no-snap-unit");
        }
        if !matches!(data.missile(), Some(Missile::Bow | Missile::Arquebus)) {
            return no(R_6_6, "no-missiles");
        }
        if self.target.is_some_and(|target| target != unit) {
            return no(R_6_6, "no-snap-target");
        }
        if state.is(unit, Mark::Snapped) {
            return no(R_6_6, "no-snapped");
        }
        if state.is(unit, Mark::Disordered) {
            return no(R_6_6, "no-snap-disordered");
        }
        if self.target.is_none() && rules.is_fighting(state, unit)
            || self.target.is_some() && rules.foes(state, unit).iter().any(|foe| *foe != self.unit)
        {
            return no(R_6_6, "no-snap-fights");
        }
        rules.sighting(state, unit, self.unit, Occasion::Opportunity).map(|_| ())
    }

    /// The units that may shoot, unless their owner has passed.
    fn shooters(&self, rules: &AgeOfWar, state: &State) -> impl Iterator<Item = UnitId> {
        let side = rules.side_of(self.unit).other();
        let passed = state.passed_turn || state.passed_unit || state.body(self.unit).place != Where::Table;
        let units = rules.of_side[side.index()].iter().filter(move |_| !passed);
        units.filter(|unit| self.may_snap(rules, state, *unit).is_ok())
    }
}

impl Decision<AgeOfWar> for Watch {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.rules.side_of(self.unit).other().0).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let key = if self.target.is_some() { "ask-snap-contact" } else { "ask-snap" };
        Question::new(cx.seat, R_14_7, Line::new(key).with("unit", piece(self.unit))).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        for unit in self.shooters(cx.rules, cx.state) {
            out.push(Action::Snap(unit));
        }
        out.extend([Action::Pass, Action::PassUnit, Action::PassTurn]);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Snap(shooter) => Some(self.may_snap(cx.rules, cx.state, shooter)),
            Action::Pass | Action::PassUnit | Action::PassTurn => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Snap(unit) => {
                let shot =
                    shot::begin(cx.rules, cx.state, (unit, self.unit), Occasion::Opportunity, cx.story);
                cx.state.body_mut(unit).mark(Mark::Snapped);
                return Flow::Call(shot);
            }
            Action::PassUnit => cx.state.passed_unit = true,
            Action::PassTurn => cx.state.passed_turn = true,
            _ => {}
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.shooters(cx.rules, cx.state).next().is_some()
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        clicked_unit(cx.rules, thing).map(Action::Snap)
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let short = cx.rules.tables.shooting.short + TOLERANCE;
        let near = self
            .shooters(cx.rules, cx.state)
            .find(|unit| self.target.is_some() || cx.rules.gap(cx.state, *unit, self.unit) <= short);
        Some(near.map_or(Action::Pass, Action::Snap))
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ASKING
    }
}
