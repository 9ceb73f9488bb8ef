//! 8.4, 8.5, D-MEL-9: hits are counted; the losing side is pushed back or breaks.

use plane::{Compass, Footprint, Heading};

use super::{After, Fight, Sequel, Stage};
use crate::{
    decisions::errand::danger::{self, Peril},
    model::units::UnitSet,
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome;

impl Decision<Daimyo, Fight> for Outcome {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Fight>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Fight>) -> Flow<Stage> {
        let CxMut { rules, state, story, parent: fight, .. } = cx;
        for tally in &fight.tally {
            let lost = losses::hit(rules, state, tally.unit, tally.received, D_MEL_2, story);
            let body = state.body(tally.unit);
            if lost > 0
                && body.place.is_here()
                && let Some(leader) = body.leader
            {
                danger::begin(state, leader, Peril::Struck);
            }
        }
        for unit in fight.units.iter() {
            state.body_mut(unit).clear(&[Mark::Charging, Mark::Following]);
        }
        let received = |side: Side| -> u32 {
            fight.tally.iter().filter(|t| rules.side_of(t.unit) == side).map(|t| u32::from(t.received)).sum()
        };
        let hits = Side::ALL.map(received);
        fight.sequels = if hits[0] == hits[1] {
            story.tell(|| Event::new(D_MEL_9, "told-stand-off").with("hits", hits[0] as i32));
            Vec::new()
        } else {
            let loser = if hits[0] > hits[1] { Side(0) } else { Side(1) };
            story.tell(|| {
                Event::new(D_MEL_9, "told-wins")
                    .with("side", loser.other())
                    .with("hits", hits[loser.index()] as i32)
                    .with("against", hits[loser.other().index()] as i32)
                    .by(loser.other())
            });
            drive_back(rules, state, fight, loser, story)
        };
        Flow::Next(Stage::After(After { n: 0 }))
    }
}

/// The losers give way; each winner may go after one that it touched.
fn drive_back(
    rules: &Daimyo,
    state: &mut State,
    fight: &Fight,
    loser: Side,
    story: &mut Story<Event>,
) -> Vec<Sequel> {
    let winners = || fight.units.iter().filter(|unit| rules.side_of(*unit) != loser);
    let mut touched: Vec<(UnitId, UnitId)> = Vec::new();
    for unit in winners() {
        touched.extend(rules.foes(state, unit).into_iter().map(|foe| (unit, foe)));
    }
    let mut routed = UnitSet::default();
    let mut pushed = UnitSet::default();
    for tally in fight.tally.iter().filter(|tally| rules.side_of(tally.unit) == loser) {
        let unit = tally.unit;
        if !state.body(unit).place.is_here() {
            continue;
        }
        if rules.unit(unit).is_gun() {
            losses::capture(rules, state, unit, story);
        } else if tally.received >= tally.inflicted + rules.tables.melee.rout_by {
            routed.insert(unit);
            flight::rout(rules, state, unit, story);
        } else if push_back(rules, state, fight, unit, story) {
            pushed.insert(unit);
        }
    }
    let sequel = |winner: UnitId| {
        let of = |set: &UnitSet| touched.iter().find(|(w, l)| *w == winner && set.has(*l)).map(|(_, l)| *l);
        match (of(&routed), of(&pushed)) {
            (Some(loser), _) => Some(Sequel { winner, loser, routed: true }),
            (None, Some(loser)) => Some(Sequel { winner, loser, routed: false }),
            (None, None) => None,
        }
    };
    winners().filter_map(sequel).collect()
}

/// 8.4, 8.5: 3 cm along the facing of the enemy it touches with most stands.
fn push_back(
    rules: &Daimyo,
    state: &mut State,
    fight: &Fight,
    unit: UnitId,
    story: &mut Story<Event>,
) -> bool {
    let stuck = rules.unit(unit).is_headquarters() || matches!(state.body(unit).place, Where::Block(_));
    let Some(along) = pushed_along(rules, state, fight, unit) else { return false };
    let print = rules.print(state, unit);
    let to = print.shifted(along, rules.tables.melee.push_back);
    if stuck || !is_free_way(rules, state, unit, &print, &to) {
        story.tell(|| Event::of(R_8_5, "told-not-pushed", unit));
        placing::disorder_by(state, unit, D_DIS_3, story);
        return false;
    }
    let hull = print.swept_to(&to);
    placing::put(state, unit, &to);
    story.tell(|| {
        Event::of(R_8_4, "told-pushed-back", unit).by(rules.side_of(unit)).moved(piece(unit), to.front)
    });
    if rules.is_difficult(&hull) || rules.obstacles(&hull) != 0 {
        placing::disorder_by(state, unit, D_DIS_2, story);
    }
    true
}

fn pushed_along(rules: &Daimyo, state: &State, fight: &Fight, unit: UnitId) -> Option<Heading> {
    let own = fight.blows.iter().filter(|blow| blow.unit == unit).map(|blow| (blow.foe, blow.stands));
    let theirs = fight.blows.iter().filter(|blow| blow.foe == unit).map(|blow| (blow.unit, blow.stands));
    let most = |blows: &mut dyn Iterator<Item = (UnitId, u8)>| {
        blows.max_by_key(|(foe, stands)| (*stands, std::cmp::Reverse(*foe))).map(|(foe, _)| foe)
    };
    let foe = most(&mut own.into_iter()).or_else(|| most(&mut theirs.into_iter()))?;
    match state.body(foe).place {
        // Out of a building: away from it.
        Where::Block(_) => {
            Compass::FULL.bearing(rules.shape(state, foe).centre(), rules.print(state, unit).centre())
        }
        _ => Some(state.body(foe).heading),
    }
}

/// Whether this way is free of everybody, of closed ground and on the table.
fn is_free_way(rules: &Daimyo, state: &State, unit: UnitId, from: &Footprint, to: &Footprint) -> bool {
    let hull = from.swept_to(to);
    let there = to.outline();
    !rules.ground.is_off(&hull)
        && rules.ground.closed(&hull, rules.unit(unit).is_mounted()).is_none()
        && !state.here().any(|other| {
            let shape = rules.shape(state, other);
            let foe = rules.side_of(other) != rules.side_of(unit);
            // The enemy it is pushed by is behind the hull; where edges are not parallel only the end counts.
            other != unit && if foe { shape.overlaps(&there) } else { shape.overlaps(&hull) }
        })
}
