//! 9.3, D-MOR-8: does a router rally?

use crate::{
    decisions::rally::facing::Facing,
    prelude::*,
    queries::morale::{Reason, Verdict},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RallyTest {
    pub unit: UnitId,
}

impl Decision<Daimyo, Base> for RallyTest {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        cx.rules.morale_roll(cx.state, self.unit, Reason::Rally)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let unit = self.unit;
        let verdict = morale_test::throw_morale(rules, state, unit, Reason::Rally, fall.value(), story);
        state.step = Step::Rally;
        if let Verdict::Fail(_) = verdict {
            losses::disperse(rules, state, unit, R_9_3, story);
            return Flow::Stay;
        }
        let body = state.body_mut(unit);
        body.clear(&[Mark::Routing, Mark::NewRout, Mark::HasRun]);
        body.mark(Mark::Rallied);
        story.tell(|| Event::of(R_9_3, "told-rallies", unit).by(rules.side_of(unit)));
        // A unit that rallies in another's way would still be in it.
        if !rules.is_clear(state, unit, &rules.print(state, unit)) {
            losses::disperse(rules, state, unit, R_9_3, story);
        } else if state.body(unit).place == Where::Table {
            state.step = Step::Facing(Facing { unit, rallied: true });
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
