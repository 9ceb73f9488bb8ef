//! the ambushing group is chosen by hand.

use super::{marshal, strike};
use crate::{decisions::clicked, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Muster(pub Attack);

impl Decision<Summits, Play> for Muster {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(self.0.side).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let target = place(self.0.target);
        let prompt = Line::new("ask-muster").with("side", self.0.side).with("area", target);
        Question::new(cx.seat, R_X_6, prompt).at(target)
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        out.push(Action::Attack);
        out.push(Action::Marshal(None));
        for unit in cx.rules.kinds(cx.state, self.pool(cx)) {
            out.push(Action::With(unit));
        }
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        match *action {
            Action::Attack | Action::Marshal(None) => Some(Ok(())),
            Action::With(unit) => Some(self.judge_with(cx, unit)),
            _ => None,
        }
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        if let Action::With(unit) = action {
            self.0.units |= UnitSet::of(unit);
            return Flow::Stay;
        }
        if self.0.units.is_empty() {
            self.0.units = cx.rules.ambushers(cx.state, self.0.from);
        }
        match action {
            Action::Attack => strike::begin(&mut cx, self.0.take()),
            _ => marshal::begin(&mut cx, self.0.take()),
        }
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let unit = clicked(cx, thing).unit?;
        let pool = self.pool(cx);
        Some(Action::With(if pool.has(unit) { cx.rules.alike(cx.state, pool, unit) } else { unit }))
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        4
    }
}

impl Muster {
    /// Units that could still be chosen.
    fn pool(&self, cx: Cx<'_, Play>) -> UnitSet {
        cx.rules.ambushers(cx.state, self.0.from) - self.0.units
    }

    fn judge_with(&self, cx: Cx<'_, Play>, unit: UnitId) -> May {
        let Cx { rules, state, .. } = cx;
        let no = |rule, key, unit| Err(No::new(rule, key).with("unit", piece(unit)));
        let pool = self.pool(cx);
        if !state.here(self.0.from).has(unit) || rules.side_of(unit) != self.0.side {
            no(R_X_6, "no-same-area", unit)
        } else if self.0.units.has(unit) {
            no(R_X_6, "no-twice", unit)
        } else if !pool.has(unit) {
            no(R_QA_3A, "no-back-ambush", unit)
        } else {
            match rules.alike(state, pool, unit) {
                alike if alike == unit => Ok(()),
                alike => no(R_2_1_1_3, "no-alike", alike),
            }
        }
    }
}
