//! T-12 (2): is the chosen daimyo hit?

use super::{die, end};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrayShot {
    pub leader: LeaderId,
}

impl Decision<Daimyo, Base> for StrayShot {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        die(cx, "roll-stray-shot", Pool::d6(1))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        if fall.value() >= rules.tables.events.stray_shot {
            losses::kill(rules, state, self.leader, D_SEQ_C5, story);
        } else {
            story.tell(|| Event::new(D_SEQ_C5, "told-leader-unhurt").with("leader", person(self.leader)));
        }
        end(rules, state, story)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
