//! 7.4, 7.6, 8.4, 9.3: stands, units and leaders that are lost.

use kernel::{Rule, Side, Story, Stroke};
use open::Event;

use crate::{
    Daimyo,
    decisions::errand::danger::{self, Peril},
    effects::sequence,
    model::{
        state::{Ending, Life, Mark, State, Where},
        units::{LeaderId, UnitId},
    },
    notation::{
        refer::{person, piece},
        rule_ids::*,
    },
    queries::formation::TOLERANCE,
};

/// D-FIR-5, 7.4: hits become markers, every third a stand. Tells how many stands were lost.
pub(crate) fn hit(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    hits: u8,
    rule: Rule,
    story: &mut Story<Event>,
) -> u8 {
    if !state.body(unit).place.is_here() {
        return 0;
    }
    let each = rules.tables.melee.hits_a_stand;
    let all = state.body(unit).hits + hits;
    let lost = (all / each).min(state.body(unit).stands());
    state.body_mut(unit).hits = all % each;
    if lost == 0 {
        return 0;
    }
    state.body_mut(unit).mark(Mark::LostStand);
    story
        .tell(|| Event::of(rule, "told-loses", unit).with("stands", i32::from(lost)).by(rules.side_of(unit)));
    for _ in 0..lost {
        match state.body(unit).formation.reduced() {
            Some(formation) => state.body_mut(unit).formation = formation,
            None => {
                destroy(rules, state, unit, R_7_4, story);
                break;
            }
        }
    }
    lost
}

/// 9.3, 5.8: scattered or off the table; its leader is in danger as if it had been destroyed.
pub(crate) fn disperse(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    rule: Rule,
    story: &mut Story<Event>,
) {
    remove(state, unit, Where::Dispersed);
    let left = state.body(unit).stands();
    story.tell(|| {
        Event::of(rule, "told-dispersed", unit)
            .with("stands", i32::from(left))
            .by(rules.side_of(unit))
            .stroke(Stroke::Gone { piece: piece(unit) })
    });
    orphan(state, unit);
}

/// 7.4: nobody is left; or a headquarters is broken (2.5).
pub(crate) fn destroy(rules: &Daimyo, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
    remove(state, unit, Where::Destroyed);
    // 7.4: the last stand was told of when it was lost.
    let left = if rule == R_7_4 { 0 } else { state.body(unit).stands() };
    story.tell(|| {
        Event::of(rule, "told-destroyed", unit)
            .with("stands", i32::from(left))
            .by(rules.side_of(unit))
            .stroke(Stroke::Gone { piece: piece(unit) })
    });
    let side = rules.side_of(unit);
    if rules.unit(unit).is_headquarters() {
        let general = rules.general(side);
        state.seated[side.index()] = false;
        headquarters_falls(rules, state, side, story);
        if rules.is_alive(state, general) {
            danger::begin(state, general, Peril::Overrun);
        }
    }
    orphan(state, unit);
}

/// 8.4: a gun that loses a melee.
pub(crate) fn capture(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    remove(state, unit, Where::Captured);
    story.tell(|| {
        Event::of(D_ART_3, "told-captured", unit)
            .with("stands", 1)
            .by(rules.side_of(unit))
            .stroke(Stroke::Gone { piece: piece(unit) })
    });
    orphan(state, unit);
}

/// 7.6: the crew is gone, the gun stands there.
pub(crate) fn abandon(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    remove(state, unit, Where::Abandoned);
    story.tell(|| Event::of(R_7_6, "told-abandoned", unit).with("stands", 1).by(rules.side_of(unit)));
    orphan(state, unit);
}

fn remove(state: &mut State, unit: UnitId, place: Where) {
    let body = state.body_mut(unit);
    body.place = place;
    body.round = 0;
    for charge in &mut state.charges {
        if charge.unit == unit {
            charge.off = true;
        }
    }
}

/// A leader whose unit is gone.
fn orphan(state: &mut State, unit: UnitId) {
    if let Some(leader) = state.body_mut(unit).leader.take() {
        state.person_mut(leader).with = None;
        danger::begin(state, leader, Peril::Overrun);
    }
}

pub(crate) fn kill(
    rules: &Daimyo,
    state: &mut State,
    leader: LeaderId,
    rule: Rule,
    story: &mut Story<Event>,
) {
    mourn(rules, state, leader);
    let data = rules.leader(leader);
    let who = state.person_mut(leader);
    who.life = Life::Dead;
    let at = who.at;
    if let Some(unit) = who.with.take() {
        state.body_mut(unit).leader = None;
    }
    if data.is_general {
        state.seated[data.side.index()] = false;
    }
    state.fallen.push((data.side, at));
    state.errands.forget(leader);
    story.tell(|| {
        Event::new(rule, "told-leader-killed")
            .with("leader", person(leader))
            .by(data.side)
            .stroke(Stroke::Gone { piece: person(leader) })
    });
}

/// D-MOR-5: units near a leader who is killed or carried away by a rout will test, the one he was with first of
/// all; noted with the distances of this moment.
pub(crate) fn mourn(rules: &Daimyo, state: &mut State, leader: LeaderId) {
    let data = rules.leader(leader);
    for unit in rules.of_side[data.side.index()].iter() {
        let own = data.is_general || rules.commander(unit) == leader;
        if !own || !state.body(unit).is_steady() {
            continue;
        }
        let far = rules.heeded(rules.in_melee(state, unit)) + TOLERANCE;
        if rules.leader_gap(state, leader, unit) <= far {
            state.body_mut(unit).mark(Mark::Bereft);
        }
    }
}

/// D-SC1: a headquarters destroyed in time wins at once.
fn headquarters_falls(rules: &Daimyo, state: &mut State, side: Side, story: &mut Story<Event>) {
    if let Some(condition) = rules.scenario.headquarters
        && condition.winner == side.other()
        && state.turn <= condition.through
    {
        sequence::finish(rules, state, Some(condition.winner), Ending::Scenario, story);
    }
}
