//! Step 2, 4.2, A-34: units without a commander. Is a base risked for a new one?

use super::commander_die::CommanderDie;
use crate::prelude::*;

/// Looks for the next unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Commanders;

impl Decision<AgeOfWar, Base> for Commanders {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let next = rules.troops(state, state.active).find(|unit| {
            !state.body(*unit).has_commander()
                && !rules.unit(*unit).is_gun()
                && !state.is(*unit, Mark::Decided)
        });
        let Some(unit) = next else {
            state.undecide();
            return next_step(state, Step::NewGenerals);
        };
        state.body_mut(unit).mark(Mark::Decided);
        next_step(state, Step::Commander(Commander { unit }))
    }
}

/// The bases with which a sensible owner risks one.
const ENOUGH: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    pub unit: UnitId,
}

impl Decision<AgeOfWar, Base> for Commander {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let line = Line::new("ask-risk").with("unit", piece(self.unit));
        Question::new(cx.seat, R_4_2, line).at(piece(self.unit))
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Risk, Action::Spare]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Risk | Action::Spare).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let risked = Step::CommanderDie(CommanderDie { unit: self.unit });
        next_step(cx.state, if action == Action::Risk { risked } else { Step::Commanders })
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        let risks = cx.state.body(self.unit).bases.len() >= ENOUGH;
        Some(if risks { Action::Risk } else { Action::Spare })
    }
}
