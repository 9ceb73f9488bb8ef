//! 4.5: a general has failed to motivate a unit. Does he spend a die of determination?

use super::motivation::{Motivation, fail};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Determination {
    pub unit: UnitId,
}

impl Decision<AgeOfWar, Base> for Determination {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let clan = cx.rules.unit(self.unit).clan;
        let line = Line::new("ask-determination")
            .with("general", piece(cx.rules.clan(clan).general))
            .with("n", i32::from(cx.state.chief(clan).dice));
        Question::new(cx.seat, R_4_5, line)
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Spend, Action::Fail]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Spend | Action::Fail).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        if action != Action::Spend {
            return fail(cx, self.unit);
        }
        let clan = cx.rules.unit(self.unit).clan;
        cx.state.chief_mut(clan).dice -= 1;
        let general = cx.rules.clan(clan).general;
        cx.story.tell(|| Event::new(R_4_5, "told-determined").with("general", piece(general)));
        next_step(cx.state, Step::Motivation(Motivation { unit: self.unit }))
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Spend)
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
