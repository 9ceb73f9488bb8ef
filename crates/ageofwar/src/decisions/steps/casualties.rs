//! Step 1: casualty markers bring morale tests, nearest the enemy first; then units re-form that may without a test.

use crate::{
    decisions::errands::{reform::Reform, test::Test},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Casualties;

impl Decision<AgeOfWar, Base> for Casualties {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let side = state.active;
        let skipped = rules.scenario.skip_casualties == Some(state.turn);
        let far = |unit: UnitId| rules.nearest_enemy(state, unit).map(|foe| rules.gap(state, unit, foe));
        let tests = rules
            .troops(state, side)
            .filter(|unit| state.body(*unit).markers > 0 && !skipped)
            .min_by_key(|unit| (far(*unit), *unit));
        if let Some(unit) = tests {
            state.body_mut(unit).clear(&[Mark::MayReform]);
            state.errands.push(Reform::of(unit));
            return Flow::Call(Test::of(unit));
        }
        let reforms = rules.troops(state, side).find(|unit| state.is(*unit, Mark::MayReform) && !skipped);
        if let Some(unit) = reforms {
            state.body_mut(unit).clear(&[Mark::MayReform]);
            return Flow::Call(Reform::of(unit));
        }
        state.reform_none = false;
        next_step(state, if rules.options.free_order { Step::Restore } else { Step::Commanders })
    }
}
