//! Plans worth looking at: whom to activate, whom to charge, who marches, where a leader goes.

use kernel::{Plan, Play as _, Rules as _, Seat, Side};
use plane::{Compass, Len, Point};

use super::CONTACT;
use super::marches::propose_marches;
use super::prospects::charge_worth;
use super::quarry;
use crate::{
    Daimyo,
    model::{
        state::{Mark, State},
        units::{LeaderId, UnitId},
    },
    notation::action::Action,
    queries::charge::Chance,
};

/// Who is nearest to the enemy acts first; the General's own wait unless they are close.
pub(super) fn propose_slot(rules: &Daimyo, state: &State, out: &mut Vec<Plan<Action>>) {
    let foes: Vec<UnitId> = rules.steady(state, state.active.other()).collect();
    let urgency = |group: crate::model::units::GroupId| {
        let near =
            rules.group(group).units.iter().filter(|unit| state.body(*unit).place.is_here()).map(|unit| {
                let at = state.body(unit).at;
                foes.iter().map(|foe| at.distance(state.body(*foe).at).0).min().unwrap_or(i32::MAX)
            });
        near.min().unwrap_or(i32::MAX)
    };
    if let Some(group) = rules.untried(state, state.active).min_by_key(|group| (urgency(*group), *group)) {
        out.push(Plan::from(Action::Activate(group)));
    }
}

/// 9.3: a router has one try, and is gone if it fails: whether to take it is a matter of judgement.
pub(super) fn propose_rally(rules: &Daimyo, state: &State, out: &mut Vec<Plan<Action>>) {
    let listed = rules.listed(state, Seat(state.active.0)).into_iter();
    let routers =
        listed.filter(|action| matches!(action, Action::Try(unit) if state.is(*unit, Mark::Routing)));
    out.extend(routers.map(Plan::from));
    out.push(Plan::from(Action::LeaveAll));
}

/// Charges that promise something, one by one and all together, and none.
pub(super) fn propose_charges(rules: &Daimyo, state: &State, out: &mut Vec<Plan<Action>>) {
    let group = rules.group(state.group.expect("a group acts"));
    let mut found: Vec<(i32, UnitId, Chance)> = Vec::new();
    for unit in group.units.iter().filter(|unit| rules.may_start(state, *unit).is_ok()) {
        for chance in rules.chances(state, unit) {
            let worth = charge_worth(rules, state, unit, chance.target);
            found.push((worth, unit, chance));
        }
    }
    found.sort_by_key(|(worth, unit, chance)| (-*worth, *unit, chance.target));
    let mut all: Vec<Action> = Vec::new();
    let mut taken: Vec<UnitId> = Vec::new();
    for (worth, unit, chance) in &found {
        if *worth > -CONTACT && !taken.contains(unit) {
            taken.push(*unit);
            all.push(Action::Charge { unit: *unit, target: chance.target });
        }
    }
    let ended = |mut actions: Vec<Action>| {
        actions.push(Action::NoMore);
        Plan::new(actions)
    };
    out.push(ended(Vec::new()));
    for (_, unit, chance) in found.iter().take_while(|(worth, ..)| *worth > -CONTACT).take(4) {
        out.push(ended(vec![Action::Charge { unit: *unit, target: chance.target }]));
    }
    if all.len() > 1 {
        out.push(ended(all));
    }
}

/// One unit after the other, those who are there soonest first: they clear the way for the others.
pub(super) fn propose_moves(rules: &Daimyo, state: &State, out: &mut Vec<Plan<Action>>) {
    let group = rules.group(state.group.expect("a group acts"));
    let foes = standing_foes(rules, state, group.side);
    let way = |unit: &UnitId| {
        let way = quarry(rules, state, *unit, &foes).map_or(i32::MAX / 10, |(_, _, way)| way.cost);
        (way * 10 / rules.allowance(state, *unit).0.max(1), *unit)
    };
    let movable = group.units.iter().filter(|unit| rules.may_pick(state, *unit).is_ok());
    let Some(unit) = movable.min_by_key(way) else {
        out.push(Plan::from(Action::EndAll));
        return;
    };
    if rules.needs_obedience(state, unit) {
        // Whether it obeys is thrown for; what it then does is asked again.
        out.push(Plan::from(Action::Pick(unit)));
        return;
    }
    let march = rules.fresh_march(state, unit);
    propose_marches(rules, state, unit, &march, &[Action::Pick(unit)], out);
}

pub(super) fn standing_foes(rules: &Daimyo, state: &State, side: Side) -> Vec<UnitId> {
    let enemies = rules.of_side[side.other().index()].iter();
    enemies.filter(|foe| state.body(*foe).place.is_here()).collect()
}

/// To one of his units, between two of them, to the middle of all, or nowhere.
pub(super) fn propose_leader(rules: &Daimyo, state: &State, leader: LeaderId, out: &mut Vec<Plan<Action>>) {
    out.push(Plan::from(Action::Stay));
    let group = rules.group(rules.leader(leader).group);
    let seat = Seat(group.side.0);
    let units: Vec<UnitId> = group.units.iter().filter(|unit| state.body(*unit).place.is_here()).collect();
    if units.is_empty() || state.seated[group.side.index()] && group.is_general {
        return;
    }
    for unit in &units {
        if rules.judge(state, seat, &Action::Attach(*unit)).is_ok() {
            out.push(Plan::from(Action::Attach(*unit)));
        }
    }
    let places: Vec<Point> = units.iter().map(|unit| state.body(*unit).at).collect();
    let middle = |places: &[Point]| {
        let count = places.len() as i32;
        let sum = places.iter().fold((0, 0), |(x, y), at| (x + at.x, y + at.y));
        Point::new(sum.0 / count, sum.1 / count)
    };
    let mut goals = vec![middle(&places)];
    for (n, one) in places.iter().enumerate() {
        goals.extend(places[n..].iter().map(|other| middle(&[*one, *other])));
    }
    let from = state.person(leader).at;
    let mut gone: Vec<Action> = Vec::new();
    for goal in goals {
        let far = from.distance(goal).0.max(1);
        let part = (rules.leader_allowance(state, leader) - Len(200)).0.clamp(0, far);
        let to = |a: i32, b: i32| ((a + (b - a) * part / far + 100) / 200 * 2).max(0) as u16;
        let go = Action::Go { x: to(from.x, goal.x), y: to(from.y, goal.y) };
        if !gone.contains(&go) && rules.judge(state, seat, &go).is_ok() {
            gone.push(go);
            out.push(Plan::from(go));
        }
    }
}

/// Re-formed: the front toward the nearest enemy.
pub(super) fn propose_facing(rules: &Daimyo, state: &State, unit: UnitId, out: &mut Vec<Plan<Action>>) {
    let from = state.body(unit).at;
    let near = rules.steady(state, rules.side_of(unit).other());
    let goal = near.min_by_key(|foe| (from.distance(state.body(*foe).at), *foe));
    let toward = goal.and_then(|foe| Compass::FULL.bearing(from.fine(), rules.print(state, foe).centre()));
    let heading =
        toward.filter(|heading| rules.judge(state, rules.seat_of(unit), &Action::Face(*heading)).is_ok());
    out.push(Plan::from(Action::Face(heading.unwrap_or(state.body(unit).heading))));
}
