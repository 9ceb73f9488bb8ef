//! C1, D-MOR: does a unit that must test at the end of the turn stand?

use crate::{
    prelude::*,
    queries::morale::{Reason, Verdict},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EndTest {
    pub unit: UnitId,
    pub reason: Reason,
}

impl Decision<Daimyo, Base> for EndTest {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        cx.rules.morale_roll(cx.state, self.unit, self.reason)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let verdict = morale_test::throw_morale(rules, state, self.unit, self.reason, fall.value(), story);
        state.body_mut(self.unit).mark(Mark::Tested);
        state.step = Step::Tests;
        if let Verdict::Fail(failure) = verdict {
            morale_test::suffer(rules, state, self.unit, failure, None, story);
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
