//! 8.8, 8.9: pursuit, and blows at the backs of those who run.

use kernel::{Line, Pool, Roll, Story};
use open::Event;
use plane::{Compass, Sector};

use crate::{
    Daimyo,
    refer::piece,
    rule_ids::*,
    state::{Errand, Mark, State},
    units::UnitId,
};

impl Daimyo {
    pub(crate) fn begin_pursuit(
        &self,
        state: &mut State,
        unit: UnitId,
        router: UnitId,
        story: &mut Story<Event>,
    ) {
        state.body_mut(unit).mark(Mark::Pursuing);
        story.tell(|| {
            Event::of(R_8_8, "told-pursues", unit).with("target", piece(router)).by(self.side_of(unit))
        });
        state.errands.push(Errand::Pursuit { unit, router });
    }

    pub(crate) fn pursuit_roll(&self, unit: UnitId) -> Roll {
        Roll {
            rule: R_8_8,
            seat: self.seat_of(unit),
            line: Line::new("roll-pursuit").with("unit", piece(unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    /// 8.8: along the bearing to the router, straight ahead, until it touches somebody or something.
    pub(crate) fn pursue(
        &self,
        state: &mut State,
        unit: UnitId,
        router: UnitId,
        die: i32,
        story: &mut Story<Event>,
    ) {
        let far = self.tables.moves(self.unit(unit).gait()).rout[(die - 1).clamp(0, 5) as usize];
        let print = self.print(state, unit);
        let goal = self.print(state, router).centre();
        let along = Compass::FULL.bearing(print.front.fine(), goal).unwrap_or(print.heading);
        let faced = print.facing(along);
        let shape = faced.outline();
        let blocked = state.here().any(|other| other != unit && self.shape(state, other).overlaps(&shape))
            || self.ground.is_off(&shape)
            || self.ground.closed(&shape, self.unit(unit).is_mounted()).is_some();
        let start = if blocked { print } else { faced };
        let run = self.run_on(state, unit, start, far, true);
        let ridden = start.swept_to(&run.at);
        let from = print.front;
        self.put(state, unit, &run.at);
        state.body_mut(unit).mark(Mark::Moved);
        story.tell(|| {
            Event::of(R_8_8, "told-pursuit", unit)
                .with("cm", run.gone.0 / 100)
                .moved(piece(unit), run.at.front)
        });
        if run.rough {
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        match run.met {
            Some(foe) if state.is(foe, Mark::Routing) => self.strike_router(state, unit, foe, story),
            Some(foe) => self.run_into(state, unit, foe, from, run.across, story),
            None => self.scatter_leaders(state, unit),
        }
        self.touch_guns(state, unit, &[ridden], story);
    }

    /// 8.9: a fresh enemy stops the pursuit; they fight next turn.
    fn run_into(
        &self,
        state: &mut State,
        unit: UnitId,
        foe: UnitId,
        from: plane::Point,
        across: bool,
        story: &mut Story<Event>,
    ) {
        let sector = self.sector(state, foe, from.fine());
        if across {
            state.body_mut(unit).mark(Mark::Across);
        } else {
            self.square(state, unit, foe, sector);
        }
        state.body_mut(unit).round = 0;
        let at = state.body(unit).at;
        story.tell(|| {
            Event::of(R_8_9, "told-runs-into", unit).with("target", piece(foe)).moved(piece(unit), at)
        });
        if sector != Sector::Front {
            self.disorder_by(state, foe, D_DIS_4, story);
        }
        self.scatter_leaders(state, unit);
    }

    pub(crate) fn resolve_slaughter(
        &self,
        state: &mut State,
        unit: UnitId,
        router: UnitId,
        hits: i32,
        story: &mut Story<Event>,
    ) {
        story.tell(|| {
            Event::of(R_8_9, "told-cuts-down", unit)
                .with("target", piece(router))
                .with("hits", hits)
                .by(self.side_of(unit))
        });
        self.hit(state, router, hits as u8, R_8_9, story);
    }
}
