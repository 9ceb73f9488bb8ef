//! an action point for a die that restores order.

use super::{act::Act, restore::restored};
use crate::{model::state::Activity, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RestoreTry {
    pub unit: UnitId,
    pub activity: Activity,
}

impl Decision<AgeOfWar, Base> for RestoreTry {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        unit_die(cx.rules, self.unit, A_27_3, "roll-restore")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let RestoreTry { unit, activity } = *self;
        cx.state.step = Step::Act(Act { unit, activity });
        restored(cx, unit, fall.value())
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        self.activity.depth() + 1
    }
}
