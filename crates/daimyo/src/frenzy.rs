//! 5.1 a, 9.5: compulsory moves. Routers run, the frenzied charge or go for the nearest enemy.

use kernel::{Line, Pool, Roll, Story};
use open::Event;
use plane::{Footprint, Hand, Len, Outline};

use crate::{
    Daimyo,
    decisions::{Step, errand::rout_move},
    morale::Reason,
    refer::piece,
    rule_ids::*,
    state::{Mark, State, Where},
    steps::{Mover, Stepped},
    units::UnitId,
};

impl Daimyo {
    pub(crate) fn work_compulsory(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let group = self.group(state.group.expect("a group acts"));
        let due = |unit: &UnitId| !state.is(*unit, Mark::Decided) && state.body(*unit).place.is_here();
        let router = group.units.iter().filter(due).find(|unit| state.is(*unit, Mark::Routing));
        if let Some(unit) = router {
            state.body_mut(unit).mark(Mark::Decided);
            rout_move::begin(state, unit);
            return true;
        }
        let wild = group.units.iter().filter(due).find(|unit| state.is(*unit, Mark::Frenzied));
        if let Some(unit) = wild {
            state.body_mut(unit).mark(Mark::Decided);
            self.rage(state, unit, story);
            return true;
        }
        for body in state.units.iter_mut() {
            body.set(Mark::Decided, false);
        }
        state.step = Step::Declare;
        true
    }

    /// 9.5: the nearest enemy it can reach is charged; otherwise it wheels toward the nearest and goes on.
    fn rage(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        if state.body(unit).place != Where::Table
            || self.in_melee(state, unit)
            || state.is(unit, Mark::Rallied)
        {
            return;
        }
        let enemy = self.side_of(unit).other();
        let nearest = |routing: bool, who: &mut dyn Iterator<Item = UnitId>| {
            who.filter(|foe| state.is(*foe, Mark::Routing) == routing)
                .min_by_key(|foe| (self.gap(state, unit, *foe), *foe))
        };
        // 9.2: no router in preference to an unrouted enemy.
        let chances = self.chances(state, unit);
        let mut targets = chances.iter().map(|chance| chance.target);
        let target = nearest(false, &mut targets.clone()).or_else(|| nearest(true, &mut targets));
        if let Some(target) = target {
            return self.declare(state, unit, target, story);
        }
        let foes = || state.here().filter(|foe| self.side_of(*foe) == enemy);
        let goal = nearest(false, &mut foes()).or_else(|| nearest(true, &mut foes()));
        state.body_mut(unit).mark(Mark::Picked);
        let Some(goal) = goal else { return };
        let shape = self.shape(state, goal);
        let mover = Mover::new(self, state, unit);
        let march = self.fresh_march(state, unit);
        let ahead = |print: &Footprint| print.strip(Len(30_000)).meets(&shape);
        let mut at: Stepped = self.stepped(state, unit, march);
        let start = at.print;
        let mut ridden: Vec<Outline> = Vec::new();
        let wheels = (1..=18).flat_map(|n| [(Hand::Left, n), (Hand::Right, n)]);
        if !ahead(&at.print) {
            for (hand, steps) in wheels {
                let mut turned = at;
                let done = (0..steps).all(|_| match mover.wheel(&turned, hand) {
                    Ok(next) => {
                        turned = next;
                        true
                    }
                    Err(_) => false,
                });
                if done && ahead(&turned.print) {
                    ridden.extend(start.wheel(hand, steps).map(|(hull, _)| hull));
                    at = turned;
                    break;
                }
            }
        }
        let turned = at.print;
        while let Ok(next) = mover.advance(&at) {
            at = next;
        }
        ridden.push(turned.swept_to(&at.print));
        drop(mover);
        state.body_mut(unit).mark(Mark::Moved);
        self.put(state, unit, &at.print);
        story.tell(|| {
            Event::of(R_9_5, "told-rages", unit)
                .with("target", piece(goal))
                .moved(piece(unit), at.print.front)
        });
        if at.rough {
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        self.touch_guns(state, unit, &ridden, story);
        self.scatter_leaders(state, unit);
    }

    /// 9.5: two dice and the modifiers of morale against the pass score.
    pub(crate) fn calm_roll(&self, state: &State, unit: UnitId) -> Roll {
        Roll {
            rule: R_9_5,
            seat: self.seat_of(unit),
            line: Line::new("roll-calm")
                .with("unit", piece(unit))
                .with("need", i32::from(self.tables.pass(self.unit(unit).quality))),
            pool: Pool::d6(2),
            modifiers: self.morale_modifiers(state, unit, Reason::StandLost),
        }
    }

    pub(crate) fn resolve_calm(
        &self,
        state: &mut State,
        unit: UnitId,
        natural: i32,
        story: &mut Story<Event>,
    ) {
        let sum: i16 = self.morale_modifiers(state, unit, Reason::StandLost).iter().map(|m| m.value).sum();
        let calm = natural + i32::from(sum) >= i32::from(self.tables.pass(self.unit(unit).quality));
        if calm {
            state.body_mut(unit).set(Mark::Frenzied, false);
        }
        story.tell(|| Event::of(R_9_5, if calm { "told-calms" } else { "told-rages-on" }, unit));
        state.step = Step::Rally;
    }
}
