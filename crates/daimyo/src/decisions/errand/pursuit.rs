//! 8.8, 8.9: a unit runs after those it has broken. How far?

use plane::{Compass, Sector};

use crate::{decisions::errand::slaughter, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pursuit {
    pub unit: UnitId,
    pub router: UnitId,
}

pub(crate) fn begin(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    router: UnitId,
    story: &mut Story<Event>,
) {
    state.body_mut(unit).mark(Mark::Pursuing);
    story.tell(|| {
        Event::of(R_8_8, "told-pursues", unit).with("target", piece(router)).by(rules.side_of(unit))
    });
    state.errands.push(Errand::Pursuit(Pursuit { unit, router }));
}

impl Decision<Daimyo> for Pursuit {
    fn asked(&self, _cx: Cx<'_, ()>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, ()>) -> Roll {
        Roll {
            rule: R_8_8,
            seat: cx.rules.seat_of(self.unit),
            line: Line::new("roll-pursuit").with("unit", piece(self.unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    /// Along the bearing to the router, straight ahead, until it touches somebody or something.
    fn rolled(&mut self, cx: CxMut<'_, ()>, fall: Fall) -> Flow<Errand> {
        let CxMut { rules, state, story, .. } = cx;
        let Pursuit { unit, router } = *self;
        let far = flight::rout_distance(rules, unit, fall.value());
        let print = rules.print(state, unit);
        let goal = rules.print(state, router).centre();
        let along = Compass::FULL.bearing(print.front.fine(), goal).unwrap_or(print.heading);
        let faced = print.facing(along);
        let shape = faced.outline();
        let blocked = state.here().any(|other| other != unit && rules.shape(state, other).overlaps(&shape))
            || rules.ground.is_off(&shape)
            || rules.ground.closed(&shape, rules.unit(unit).is_mounted()).is_some();
        let start = if blocked { print } else { faced };
        let run = rules.run_on(state, unit, start, far, true);
        let ridden = start.swept_to(&run.at);
        placing::put(state, unit, &run.at);
        state.body_mut(unit).mark(Mark::Moved);
        story.tell(|| {
            Event::of(R_8_8, "told-pursuit", unit)
                .with("cm", run.gone.0 / 100)
                .moved(piece(unit), run.at.front)
        });
        if run.rough {
            placing::disorder_by(state, unit, D_DIS_2, story);
        }
        match run.met {
            Some(foe) if state.is(foe, Mark::Routing) => slaughter::begin(rules, state, unit, foe, story),
            Some(foe) => {
                let sector = rules.sector(state, foe, print.front.fine());
                if run.across {
                    state.body_mut(unit).mark(Mark::Across);
                } else {
                    placing::square(rules, state, unit, foe, sector);
                }
                run_into(rules, state, unit, foe, sector, story);
            }
            None => placing::scatter_leaders(rules, state, unit),
        }
        placing::touch_guns(rules, state, unit, &[ridden], story);
        Flow::Done
    }
}

/// 8.9: a fresh enemy stops the pursuit; they fight next turn.
fn run_into(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    foe: UnitId,
    sector: Sector,
    story: &mut Story<Event>,
) {
    state.body_mut(unit).round = 0;
    let at = state.body(unit).at;
    story.tell(|| Event::of(R_8_9, "told-runs-into", unit).with("target", piece(foe)).moved(piece(unit), at));
    if sector != Sector::Front {
        placing::disorder_by(state, foe, D_DIS_4, story);
    }
    placing::scatter_leaders(rules, state, unit);
}
