//! T-12 (12): is a failed activation thrown again?

use crate::{
    decisions::turn::activation::{self, Activation},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Omen {
    pub group: GroupId,
}

impl Decision<Daimyo, Base> for Omen {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.rules.group(self.group).side.0).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_SEQ_C5, Line::new("ask-omen").with("clan", banner(self.group)))
    }

    fn list(&self, _cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend([Action::Again, Action::LetBe]);
    }

    fn judge(&self, _cx: Cx<'_>, action: &Action) -> Option<May> {
        matches!(action, Action::Again | Action::LetBe).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, .. } = cx;
        let group = self.group;
        if action == Action::Again {
            state.fortunes.omens[rules.group(group).side.index()] = false;
            state.step = Step::Activation(Activation { group });
        } else {
            activation::end(rules, state, group, false);
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
