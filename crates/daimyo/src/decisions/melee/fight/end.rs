//! 8.7: the end of a round, and of a melee in which nobody touches an enemy any more.

use super::{Fight, Stage};
use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct End;

impl Decision<Daimyo, Fight> for End {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Fight>) -> bool {
        false
    }

    /// Units that touch nobody any more forget their rounds; after a melee of two rounds they are disordered.
    fn advance(&mut self, cx: CxMut<'_, Fight>) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let units = parent.units;
        let long = units.iter().any(|unit| state.body(unit).round >= 2);
        let goes_on = units.iter().any(|unit| rules.in_melee(state, unit));
        for unit in units.iter() {
            if !state.body(unit).is_steady() || rules.in_melee(state, unit) {
                continue;
            }
            let body = state.body_mut(unit);
            body.round = 0;
            body.set(Mark::Across, false);
            if long && !goes_on {
                placing::disorder_by(state, unit, D_DIS_6, story);
            }
        }
        if !goes_on {
            story.tell(|| Event::new(R_8_7, "told-melee-over"));
        }
        Flow::Done
    }
}
