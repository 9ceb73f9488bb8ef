//! how far the target withdraws.: or falls back, if it lost the dice but had support.

use super::{Answer, Assault, withdrawal_way};
use crate::{model::state::Direction, prelude::*, queries::morale::Beyond};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Distance {
    pub to: Direction,
    /// It lost the dice, but had support.
    pub saved: bool,
}

impl Distance {
    fn rule(&self) -> kernel::Rule {
        if self.saved { A_31_2 } else { A_31_3 }
    }
}

impl Decision<AgeOfWar, Assault> for Distance {
    fn asked(&self, _cx: Cx<'_, Assault>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Assault>) -> Roll {
        let key = if self.saved { "roll-fall-back" } else { "roll-withdraws" };
        one_die(self.rule(), cx.rules.seat_of(cx.parent.target), cx.parent.line(key))
    }

    fn rolled(&mut self, cx: CxMut<'_, Assault>, fall: Fall) -> Flow<Answer> {
        let (rules, target) = (cx.rules, cx.parent.target);
        let along = cx.parent.away(rules, cx.state, self.to);
        let by = withdrawal_way(rules, fall.value());
        if rules.fall_back(cx.state, target, (along, by, Beyond::OneFriend), self.rule(), cx.story) {
            rules.disorder(cx.state, target, self.rule(), cx.story);
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_, Assault>) -> bool {
        cx.parent.is_on(cx.state)
    }

    fn advance(&mut self, _cx: CxMut<'_, Assault>) -> Flow<Answer> {
        Flow::Done
    }
}
