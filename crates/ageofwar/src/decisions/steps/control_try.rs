//! 9.2: an action point for a die that brings a unit under control.

use super::act::Act;
use crate::{model::state::Activity, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ControlTry {
    pub unit: UnitId,
    pub activity: Activity,
}

impl Decision<AgeOfWar, Base> for ControlTry {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        unit_die(cx.rules, self.unit, A_25_7, "roll-control")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let ControlTry { unit, activity } = *self;
        let good = fall.value() >= cx.rules.tables.points.controlled_from;
        let key = if good { "told-controlled" } else { "told-not-controlled" };
        cx.story.tell(|| Event::new(A_25_7, key).with("unit", piece(unit)));
        next_step(cx.state, Step::Act(Act { unit, activity: Activity { wild: !good, ..activity } }))
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        self.activity.depth() + 1
    }
}
