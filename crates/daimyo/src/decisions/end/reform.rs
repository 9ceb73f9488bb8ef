//! C3, D-DIS-8, D-DIS-9: disorder comes off, one unit after the other.

use crate::{decisions::rally::facing::Facing, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Reform;

impl Decision<Daimyo, Base> for Reform {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let rallied = |unit: &UnitId| state.is(*unit, Mark::Rallied) && state.is(*unit, Mark::Disordered);
        if let Some(unit) = state.all().find(rallied) {
            state.body_mut(unit).set(Mark::Disordered, false);
            story.tell(|| Event::of(D_DIS_9, "told-reformed", unit));
        } else if let Some(unit) = reform_next(rules, state, story) {
            if state.body(unit).place == Where::Table {
                state.step = Step::Facing(Facing { unit, rallied: false });
            }
        } else {
            state.step = Step::Leaders;
        }
        Flow::Stay
    }
}

/// All that re-form do so as they stand.
pub(crate) fn all(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
    while reform_next(rules, state, story).is_some() {}
}

fn reform_next(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) -> Option<UnitId> {
    let unit = state.all().find(|unit| may_reform(rules, state, *unit))?;
    state.body_mut(unit).set(Mark::Disordered, false);
    story.tell(|| Event::of(D_DIS_8, "told-reformed", unit));
    Some(unit)
}

/// D-DIS-8: disordered, and nothing done or suffered this turn.
fn may_reform(rules: &Daimyo, state: &State, unit: UnitId) -> bool {
    let body = state.body(unit);
    body.is_steady()
        && body.is(Mark::Disordered)
        && !body.is(Mark::Rallied)
        && ![Mark::Moved, Mark::Fired, Mark::Fought, Mark::FireHit].iter().any(|mark| body.is(*mark))
        && !rules.in_melee(state, unit)
}
