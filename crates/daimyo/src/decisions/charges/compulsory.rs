//! 5.1 a, 9.5: compulsory moves. Routers run, the frenzied charge or go for the nearest enemy.

use plane::{Footprint, Hand, Len, Outline};

use crate::{
    decisions::{charges::declare, errand::rout_move},
    prelude::*,
    queries::steps::{Mover, Stepped},
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Compulsory;

impl Decision<Daimyo, Base> for Compulsory {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    /// One unit after the other: routers first.
    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let group = rules.group(state.group.expect("a group acts"));
        let due = |unit: &UnitId| !state.is(*unit, Mark::Decided) && state.body(*unit).place.is_here();
        let of = |mark: Mark| group.units.iter().filter(due).find(|unit| state.is(*unit, mark));
        if let Some(unit) = of(Mark::Routing) {
            state.body_mut(unit).mark(Mark::Decided);
            rout_move::begin(state, unit);
        } else if let Some(unit) = of(Mark::Frenzied) {
            state.body_mut(unit).mark(Mark::Decided);
            rage(rules, state, unit, story);
        } else {
            for body in state.units.iter_mut() {
                body.set(Mark::Decided, false);
            }
            state.step = Step::Declare;
        }
        Flow::Stay
    }
}

/// 9.5: the nearest enemy it can reach is charged; otherwise it wheels toward the nearest and goes on.
fn rage(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    if state.body(unit).place != Where::Table || rules.in_melee(state, unit) || state.is(unit, Mark::Rallied)
    {
        return;
    }
    let enemy = rules.side_of(unit).other();
    let nearest = |routing: bool, who: &mut dyn Iterator<Item = UnitId>| {
        who.filter(|foe| state.is(*foe, Mark::Routing) == routing)
            .min_by_key(|foe| (rules.gap(state, unit, *foe), *foe))
    };
    // 9.2: no router in preference to an unrouted enemy.
    let chances = rules.chances(state, unit);
    let mut targets = chances.iter().map(|chance| chance.target);
    let target = nearest(false, &mut targets.clone()).or_else(|| nearest(true, &mut targets));
    if let Some(target) = target {
        return declare::declare(rules, state, unit, target, story);
    }
    let foes = || state.here().filter(|foe| rules.side_of(*foe) == enemy);
    let goal = nearest(false, &mut foes()).or_else(|| nearest(true, &mut foes()));
    state.body_mut(unit).mark(Mark::Picked);
    if let Some(goal) = goal {
        go_for(rules, state, unit, goal, story);
    }
}

/// Wheels until the enemy is ahead, then goes on as far as it can.
fn go_for(rules: &Daimyo, state: &mut State, unit: UnitId, goal: UnitId, story: &mut Story<Event>) {
    let shape = rules.shape(state, goal);
    let mover = Mover::new(rules, state, unit);
    let march = rules.fresh_march(state, unit);
    let ahead = |print: &Footprint| print.strip(Len(30_000)).meets(&shape);
    let mut at: Stepped = rules.stepped(state, unit, march);
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
    placing::put(state, unit, &at.print);
    story.tell(|| {
        Event::of(R_9_5, "told-rages", unit).with("target", piece(goal)).moved(piece(unit), at.print.front)
    });
    if at.rough {
        placing::disorder_by(state, unit, D_DIS_2, story);
    }
    placing::touch_guns(rules, state, unit, &ridden, story);
    placing::scatter_leaders(rules, state, unit);
}
