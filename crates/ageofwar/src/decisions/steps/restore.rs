//! as a switch: a free die for each disordered unit that does not fight.

use crate::prelude::*;

/// Looks for the next unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restore;

impl Decision<AgeOfWar, Base> for Restore {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let next = rules.troops(state, state.active).find(|unit| {
            state.is(*unit, Mark::Disordered)
                && !state.is(*unit, Mark::Decided)
                && !rules.is_fighting(state, *unit)
        });
        let Some(unit) = next else {
            state.undecide();
            return next_step(state, Step::Commanders);
        };
        state.body_mut(unit).mark(Mark::Decided);
        next_step(state, Step::RestoreDie(RestoreDie { unit }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RestoreDie {
    pub unit: UnitId,
}

/// the die of a unit that tries to restore its order.
pub(super) fn restored(cx: CxMut<'_, Base>, unit: UnitId, pip: i32) -> Flow<Infallible> {
    let good = pip >= cx.rules.tables.points.restored_from;
    if good {
        cx.state.body_mut(unit).clear(&[Mark::Disordered]);
    }
    let key = if good { "told-restored" } else { "told-not-restored" };
    cx.story.tell(|| Event::new(A_27_3, key).with("unit", piece(unit)));
    Flow::Stay
}

impl Decision<AgeOfWar, Base> for RestoreDie {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        unit_die(cx.rules, self.unit, A_27_3, "roll-restore")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        cx.state.step = Step::Restore;
        restored(cx, self.unit, fall.value())
    }
}
