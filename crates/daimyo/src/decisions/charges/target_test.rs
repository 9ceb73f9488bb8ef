//! 6.4, D-MOR-2, D-MOR-3: does the target of a charge stand?

use crate::{
    decisions::charges::{
        answer::{self, Answer},
        charge_move::ChargeMove,
    },
    prelude::*,
    queries::morale::Verdict,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TargetTest {
    pub charge: u8,
}

impl Decision<Daimyo, Base> for TargetTest {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let target = self.target(cx.state);
        let body = cx.state.body(target);
        let idle = !body.is_steady() || body.is(Mark::Answered) || cx.rules.in_melee(cx.state, target);
        !idle && cx.rules.charge_reason(cx.state, target).is_some()
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        cx.state.step = Step::Answer(Answer { charge: self.charge });
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let target = self.target(cx.state);
        let reason = cx.rules.charge_reason(cx.state, target).expect("only a unit that must is tested");
        cx.rules.morale_roll(cx.state, target, reason)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let (charge, target) = (self.charge, self.target(state));
        let reason = rules.charge_reason(state, target).expect("only a unit that must is tested");
        match morale_test::throw_morale(rules, state, target, reason, fall.value(), story) {
            Verdict::Pass => state.step = Step::Answer(Answer { charge }),
            Verdict::Fail(failure) => {
                state.body_mut(target).mark(Mark::Answered);
                state.step = Step::Charge(ChargeMove { charge });
                let from = answer::nearest_charger(rules, state, target);
                morale_test::suffer(rules, state, target, failure, from, story);
            }
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}

impl TargetTest {
    fn target(&self, state: &State) -> UnitId {
        state.charges[usize::from(self.charge)].target
    }
}
