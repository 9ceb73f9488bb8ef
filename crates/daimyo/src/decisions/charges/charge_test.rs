//! 6.3: missile ashigaru and peasants test before they charge. Does this charge go on?

use crate::{
    decisions::charges::target_test::TargetTest,
    model::tables::Failure,
    prelude::*,
    queries::morale::{Reason, Verdict},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChargeTest {
    pub charge: u8,
}

impl Decision<Daimyo, Base> for ChargeTest {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.charges.get(usize::from(self.charge)).is_some_and(|charge| {
            !charge.off
                && cx.state.body(charge.unit).is_steady()
                && cx.rules.unit(charge.unit).is_timid()
                && !cx.state.is(charge.unit, Mark::Frenzied)
        })
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let state = cx.state;
        state.step = match state.charges.get(usize::from(self.charge)) {
            None => Step::Move,
            Some(charge) if charge.off || !state.body(charge.unit).is_steady() => self.called_off(state),
            Some(_) => Step::TargetTest(TargetTest { charge: self.charge }),
        };
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let unit = cx.state.charges[usize::from(self.charge)].unit;
        cx.rules.morale_roll(cx.state, unit, Reason::StartsCharge)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let unit = state.charges[usize::from(self.charge)].unit;
        match morale_test::throw_morale(rules, state, unit, Reason::StartsCharge, fall.value(), story) {
            Verdict::Pass => state.step = Step::TargetTest(TargetTest { charge: self.charge }),
            Verdict::Fail(failure) => {
                state.step = self.called_off(state);
                if failure == Failure::Halt {
                    story.tell(|| Event::of(R_6_3, "told-hangs-back", unit));
                } else {
                    morale_test::suffer(rules, state, unit, failure, None, story);
                }
            }
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}

impl ChargeTest {
    /// The charge is off, and the next one is looked at.
    fn called_off(&self, state: &mut State) -> Step {
        state.charges[usize::from(self.charge)].off = true;
        Step::ChargeTest(ChargeTest { charge: self.charge + 1 })
    }
}
