//! 6.5, 9.1: units that rout, retire or retreat.

use kernel::Story;
use open::Event;
use plane::{Compass, Footprint, Heading, Len, Outline, Point};

use crate::{
    Daimyo,
    decisions::errand::rout_move,
    effects::{losses, placing},
    model::{
        state::{Mark, State, Where},
        units::UnitId,
    },
    notation::{refer::piece, rule_ids::*},
};

/// How a unit fell back.
struct Gone {
    at: Footprint,
    passed: Vec<UnitId>,
    rough: bool,
    is_off: bool,
}

/// 9.1: it breaks and runs at once.
pub(crate) fn rout(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    let data = rules.unit(unit);
    if data.is_headquarters() {
        return losses::destroy(rules, state, unit, R_2_5, story);
    }
    if data.is_gun() {
        return losses::abandon(rules, state, unit, story);
    }
    leave_block(rules, state, unit);
    let home = rules.home(unit);
    let body = state.body_mut(unit);
    if body.is(Mark::HasRun) || body.is(Mark::RallyUsed) {
        body.mark(Mark::Doomed);
    }
    let doomed = body.is(Mark::Doomed);
    body.mark(Mark::Routing);
    body.mark(Mark::NewRout);
    placing::disorder_by(state, unit, D_DIS_1, story);
    let body = state.body_mut(unit);
    body.clear(&[
        Mark::Frenzied,
        Mark::Charging,
        Mark::Following,
        Mark::Pursuing,
        Mark::Across,
        Mark::Halted,
    ]);
    body.round = 0;
    let print = faced(rules, state, unit, home.heading());
    placing::put(state, unit, &print);
    let at = print.front;
    story.tell(|| {
        Event::of(if doomed { R_9_4 } else { R_9_1 }, "told-routs", unit).by(data.side).moved(piece(unit), at)
    });
    if let Some(leader) = state.body(unit).leader {
        losses::mourn(rules, state, leader);
    }
    rout_move::begin(state, unit);
}

/// 9.1, 8.8: how far a unit runs with this die.
pub(crate) fn rout_distance(rules: &Daimyo, unit: UnitId, die: i32) -> Len {
    rules.tables.moves(rules.unit(unit).gait()).rout[(die - 1).clamp(0, 5) as usize]
}

/// 6.5: retire, facing the enemy and in order; or retreat, facing away and disordered.
pub(crate) fn fall_back(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    away_from: Option<Point>,
    retreat: bool,
    story: &mut Story<Event>,
) {
    let data = rules.unit(unit);
    if data.is_headquarters() {
        return;
    }
    leave_block(rules, state, unit);
    let print = rules.print(state, unit);
    let from = away_from.or_else(|| shunned(rules, state, unit));
    let along = from
        .and_then(|from| Compass::FULL.bearing(from.fine(), print.centre()))
        .unwrap_or(rules.home(unit).heading());
    // It turns about its centre, then goes; where there is no room to turn it goes as it stands.
    let facing = if retreat { along } else { along.back() };
    let mut went = way_back(rules, state, unit, faced(rules, state, unit, facing), along);
    if rules.overlapped(state, unit, &went.at).is_some() {
        went = way_back(rules, state, unit, print, along);
    }
    let Gone { at, passed, rough, is_off } = went;
    for other in passed {
        placing::disorder_by(state, other, D_DIS_5, story);
    }
    let body = state.body_mut(unit);
    body.mark(Mark::Moved);
    body.mark(Mark::Spent);
    body.mark(Mark::Picked);
    body.clear(&[Mark::Charging, Mark::Following, Mark::Across]);
    body.round = 0;
    placing::put(state, unit, &at);
    story.tell(|| {
        let key = if retreat { "told-retreats" } else { "told-retires" };
        Event::of(R_6_5, key, unit).by(data.side).moved(piece(unit), at.front)
    });
    if retreat {
        placing::disorder_by(state, unit, D_DIS_1, story);
    } else if rough {
        placing::disorder_by(state, unit, D_DIS_2, story);
    }
    if is_off || rules.overlapped(state, unit, &at).is_some() {
        losses::disperse(rules, state, unit, R_5_6, story);
    } else {
        placing::scatter_leaders(rules, state, unit);
    }
}

/// 6.5: from whom a unit goes: the nearest charger, or the nearest unrouted enemy within 15 cm.
fn shunned(rules: &Daimyo, state: &State, unit: UnitId) -> Option<Point> {
    let near = rules
        .steady(state, rules.side_of(unit).other())
        .filter(|foe| rules.is_within(state, *foe, unit, rules.tables.morale.near))
        .min_by_key(|foe| (rules.gap(state, *foe, unit), *foe));
    near.map(|foe| state.body(foe).at)
}

/// As far back along a heading as the allowance goes, and on while it stands on a friend.
fn way_back(rules: &Daimyo, state: &State, unit: UnitId, from: Footprint, along: Heading) -> Gone {
    let data = rules.unit(unit);
    let mut left = rules.sky(state).slowed(rules.tables.moves(data.gait()).normal);
    let mut paid = 0u64;
    let mut gone = Gone { at: from, passed: Vec::new(), rough: false, is_off: false };
    loop {
        let on_friend = rules.overlapped(state, unit, &gone.at).is_some();
        let next = gone.at.shifted(along, Len(100));
        let hull = gone.at.swept_to(&next);
        let closed = rules.ground.closed(&hull, data.is_mounted()).is_some();
        if closed
            || meets_enemy(rules, state, unit, &gone.at, &next)
            || blocking_headquarters(rules, state, unit, &hull)
        {
            break;
        }
        if rules.ground.is_off(&next.outline()) {
            gone.is_off = on_friend;
            break;
        }
        let (cost, touched, difficult) = rules.plain_cost(&hull, Len(100), paid);
        if left < cost && !on_friend {
            break;
        }
        left -= cost;
        paid = touched;
        gone.rough |= difficult;
        for other in passed_through(rules, state, unit, &gone.at, &next) {
            if !gone.passed.contains(&other) {
                gone.passed.push(other);
            }
        }
        gone.at = next;
    }
    gone
}

fn blocking_headquarters(rules: &Daimyo, state: &State, unit: UnitId, hull: &Outline) -> bool {
    state.here().any(|other| {
        other != unit && rules.unit(other).is_headquarters() && rules.shape(state, other).overlaps(hull)
    })
}

/// Whether this step comes nearer than 1 cm to an unrouted enemy, or into any enemy.
fn meets_enemy(rules: &Daimyo, state: &State, unit: UnitId, from: &Footprint, to: &Footprint) -> bool {
    let (here, there, hull) = (from.outline(), to.outline(), from.swept_to(to));
    let side = rules.side_of(unit);
    state.here().filter(|other| rules.side_of(*other) != side).any(|foe| {
        let shape = rules.shape(state, foe);
        shape.overlaps(&hull)
            || !state.is(foe, Mark::Routing)
                && shape.within(&there, rules.tables.distances.too_near())
                && shape.gap(&there) < shape.gap(&here)
    })
}

/// Turned on the spot, if no enemy, closed ground or edge of the table is in the way.
pub(crate) fn faced(rules: &Daimyo, state: &State, unit: UnitId, heading: Heading) -> Footprint {
    let print = rules.print(state, unit);
    let turned = print.turned(print.heading.to(heading));
    let shape = turned.outline();
    let side = rules.side_of(unit);
    let foe =
        state.here().any(|other| rules.side_of(other) != side && rules.shape(state, other).overlaps(&shape));
    let closed = rules.ground.closed(&shape, rules.unit(unit).is_mounted()).is_some();
    if foe || closed || rules.ground.is_off(&shape) { print } else { turned }
}

pub(crate) fn passed_through(
    rules: &Daimyo,
    state: &State,
    unit: UnitId,
    from: &Footprint,
    to: &Footprint,
) -> Vec<UnitId> {
    let hull = from.swept_to(to);
    let side = rules.side_of(unit);
    state
        .here()
        .filter(|other| *other != unit && rules.side_of(*other) == side)
        .filter(|other| !state.is(*other, Mark::Routing) && rules.shape(state, *other).overlaps(&hull))
        .collect()
}

/// 5.10: a unit that is driven out leaves by the side nearest its friendly edge.
fn leave_block(rules: &Daimyo, state: &mut State, unit: UnitId) {
    let Where::Block(block) = state.body(unit).place else { return };
    let home = rules.home(unit);
    let sides = rules.ground.features[usize::from(block)].area.sides().count() as u8;
    let table = &rules.ground.table;
    let best = (0..sides)
        .map(|side| (side, rules.out_print(state, unit, block, side, state.body(unit).formation.files)))
        .filter(|(_, print)| rules.overlapped(state, unit, print).is_none())
        .min_by_key(|(side, print)| (table.room(home, &print.outline()), *side));
    let (_, print) = best.unwrap_or_else(|| (0, rules.out_print(state, unit, block, 0, 1)));
    let files = (print.width.0 / rules.base(unit).width.0) as u8;
    let body = state.body_mut(unit);
    body.place = Where::Table;
    body.formation = plane::Formation::new(body.formation.stands, files);
    placing::put(state, unit, &print);
}
