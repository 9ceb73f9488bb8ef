//! an action point for a die that lets cavalry mount again.

use super::act::Act;
use crate::{model::state::Activity, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MountTry {
    pub unit: UnitId,
    pub activity: Activity,
}

impl Decision<AgeOfWar, Base> for MountTry {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        unit_die(cx.rules, self.unit, A_25_6, "roll-mount")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let MountTry { unit, activity } = *self;
        let good = fall.value() >= cx.rules.tables.points.mounted_from;
        if good {
            cx.state.body_mut(unit).clear(&[Mark::Dismounted]);
        }
        let key = if good { "told-mounts" } else { "told-not-mounted" };
        cx.story.tell(|| Event::new(A_25_6, key).with("unit", piece(unit)));
        next_step(cx.state, Step::Act(Act { unit, activity }))
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        self.activity.depth() + 1
    }
}
