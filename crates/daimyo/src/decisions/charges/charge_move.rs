//! 6.6, 6.7: the charger moves, up to contact or a halt in the open.

use plane::{Hand, Outline, Point, Sector};

use crate::{
    decisions::{
        charges::{answer, charge_test::ChargeTest},
        errand::slaughter,
    },
    prelude::*,
    queries::charge::Run,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChargeMove {
    pub charge: u8,
}

impl Decision<Daimyo, Base> for ChargeMove {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let charge = state.charges[usize::from(self.charge)];
        state.step = Step::ChargeTest(ChargeTest { charge: self.charge + 1 });
        let unit = charge.unit;
        if charge.off || state.body(unit).place != Where::Table || state.is(unit, Mark::Routing) {
            return Flow::Stay;
        }
        // Somebody may have moved in the way since; then it goes as far as it can without the wheel.
        let (start, left) = rules
            .wheeled(state, unit, i32::from(charge.wheel))
            .unwrap_or_else(|| (rules.print(state, unit), rules.charge_allowance(state, unit)));
        if charge.countered {
            answer::counter_charge(rules, state, &charge, story);
        }
        let run = rules.run_on(state, unit, start, left, false);
        let before = rules.print(state, unit);
        let turn = before.heading.to(start.heading);
        let hand = if turn < 0 { Hand::Left } else { Hand::Right };
        let wheel = before.wheel(hand, turn.abs()).map(|(hull, _)| hull);
        let ridden: Vec<Outline> = wheel.chain([start.swept_to(&run.at)]).collect();
        arrive(rules, state, unit, run, charge.from, story);
        placing::touch_guns(rules, state, unit, &ridden, story);
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}

/// The charger has run its way: contact, or a halt in the open.
fn arrive(rules: &Daimyo, state: &mut State, unit: UnitId, run: Run, from: Point, story: &mut Story<Event>) {
    placing::put(state, unit, &run.at);
    state.body_mut(unit).mark(Mark::Moved);
    let Some(foe) = run.met else {
        story.tell(|| Event::of(R_6_6, "told-falls-short", unit).moved(piece(unit), run.at.front));
        if run.rough {
            placing::disorder_by(state, unit, D_DIS_2, story);
        }
        return placing::scatter_leaders(rules, state, unit);
    };
    if run.rough {
        placing::disorder_by(state, unit, D_DIS_2, story);
    }
    if state.is(foe, Mark::Routing) {
        return slaughter::begin(rules, state, unit, foe, story);
    }
    let sector = rules.struck_sector(state, foe, from);
    state.body_mut(unit).mark(Mark::Charging);
    if run.across {
        state.body_mut(unit).mark(Mark::Across);
    } else {
        placing::square(rules, state, unit, foe, sector);
    }
    let at = state.body(unit).at;
    story.tell(|| {
        let key = match sector {
            Sector::Front => "told-contacts-front",
            Sector::Flank(_) => "told-contacts-flank",
            Sector::Rear => "told-contacts-rear",
        };
        Event::of(R_6_7, key, unit).with("target", piece(foe)).by(rules.side_of(unit)).moved(piece(unit), at)
    });
    if sector != Sector::Front {
        placing::disorder_by(state, foe, D_DIS_4, story);
    }
    placing::scatter_leaders(rules, state, unit);
}
