//! the die of a unit's action points.

use super::act;
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Points {
    pub unit: UnitId,
    /// 9.1: it is out of control.
    pub wild: bool,
}

impl Decision<AgeOfWar, Base> for Points {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let modifiers = cx.rules.point_modifiers(cx.state, self.unit);
        Roll { modifiers, ..unit_die(cx.rules, self.unit, A_24_6, "roll-points") }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let unit = self.unit;
        let modifiers = cx.rules.point_modifiers(cx.state, unit);
        let sum: i32 = modifiers.iter().map(|m| i32::from(m.value)).sum();
        let ap = (fall.value() + sum).max(0) as u8;
        cx.state.body_mut(unit).clear(&[Mark::Avenge]);
        cx.story
            .tell(|| Event::new(A_25_0, "told-points").with("unit", piece(unit)).with("n", i32::from(ap)));
        act::begin(cx, unit, ap, self.wild)
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
