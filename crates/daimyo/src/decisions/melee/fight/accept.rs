//! 8.11: does the challenged leader accept?

use super::{Duel, Fight, Stage, challenge, led};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Accept {
    pub mine: UnitId,
    pub theirs: UnitId,
}

impl Decision<Daimyo, Fight> for Accept {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        cx.rules.seat_of(self.theirs).into()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let line = Line::new("ask-accept")
            .with("leader", led(cx.state, self.theirs))
            .with("other", led(cx.state, self.mine));
        Question::new(cx.seat, R_8_11, line).at(piece(self.theirs))
    }

    fn list(&self, _cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        out.extend([Action::Accept, Action::Refuse]);
    }

    fn judge(&self, _cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        matches!(action, Action::Accept | Action::Refuse).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let Accept { mine, theirs } = *self;
        if action == Action::Accept {
            return Flow::Next(Stage::Duel(Duel { mine, theirs }));
        }
        parent.muted.insert(theirs);
        state.body_mut(theirs).mark(Mark::Shamed);
        story.tell(|| Event::of(R_8_11, "told-refuses", theirs));
        Flow::Next(challenge::next(rules, state, parent))
    }

    /// Unless the challenger is the better fighter.
    fn default_action(&self, cx: Cx<'_, Fight>) -> Option<Action> {
        let rating = |unit| cx.state.body(unit).leader.map_or(0, |leader| cx.rules.leader(leader).rating);
        Some(if rating(self.theirs) >= rating(self.mine) { Action::Accept } else { Action::Refuse })
    }

    fn branches(&self, _cx: Cx<'_, Fight>) -> bool {
        true
    }
}
