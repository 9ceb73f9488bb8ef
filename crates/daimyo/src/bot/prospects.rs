//! What the next round of a melee and the next volley promise, by the tables.

use arrayvec::ArrayVec;
use plane::{Formation, Sector};

use super::{BROKEN, CONTACT, POINT};
use super::{headquarters_worth, weight_worth};
use crate::{
    Daimyo,
    decisions::fire::volley::Shooting,
    model::{
        state::{Mark, State},
        units::{UnitId, UnitSet, Weapon},
    },
    queries::blows::{Blow, Circumstances},
};

/// As many times the men it kills does a hit by fire count.
const SHAKES: i32 = 6;

/// Ways in 36 that two dice and this net reach what hits.
fn chance(to_hit: i16, net: i16) -> i32 {
    const REACH: [i32; 13] = [36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    let need = (to_hit - net).clamp(0, 13);
    REACH.get(need as usize).copied().unwrap_or(0)
}

/// Hundredths of the chance that hits come out three or more apart, by half hits that are to be expected more than
/// taken: from two hits less to five more.
const BREAKS: [i32; 15] = [0, 0, 1, 2, 4, 8, 14, 24, 36, 50, 64, 76, 86, 92, 96];

/// The chance that the other breaks, in hundredths; the edge in 36ths of a hit.
fn breaks(edge: i32) -> i32 {
    let at = (edge + 72).clamp(0, 14 * 18);
    let (n, part) = ((at / 18) as usize, at % 18);
    let next = BREAKS[(n + 1).min(BREAKS.len() - 1)];
    BREAKS[n] + (next - BREAKS[n]) * part / 18
}

/// Hits to be expected of these stands, in 36ths.
fn expected(rules: &Daimyo, state: &State, blow: &Blow, about: Circumstances) -> i32 {
    let net: i16 = rules.blow_modifiers(state, blow, about).iter().map(|m| m.value).sum();
    i32::from(blow.stands) * chance(rules.tables.melee.to_hit, net)
}

/// A hit on a unit.
fn hit_worth(rules: &Daimyo, unit: UnitId) -> i32 {
    let data = rules.unit(unit);
    data.points * POINT / (i32::from(data.stands) * 3)
}

/// What is lost if a unit breaks; a headquarters is gone at once.
fn break_worth(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let data = rules.unit(unit);
    let whole = data.points * POINT * i32::from(state.body(unit).stands()) / i32::from(data.stands);
    let weight = weight_worth(rules, data.side) * rules.tables.weight(data);
    if data.is_headquarters() {
        whole + weight + headquarters_worth(rules, state, data.side)
    } else {
        whole * (100 - BROKEN) / 100 + weight / 2
    }
}

/// The expected result of a round for a unit, from the hits it gives and takes in 36ths.
fn round_worth(rules: &Daimyo, state: &State, unit: UnitId, give: i32, take: i32) -> i32 {
    -take * hit_worth(rules, unit) / 36 - breaks(take - give) * break_worth(rules, state, unit) / 100
}

/// All who touch: what the next round promises side 0.
pub(super) fn melee_worth(rules: &Daimyo, state: &State) -> i32 {
    let mut engaged = UnitSet::default();
    for one in rules.of_side[0].iter() {
        for other in rules.foes(state, one) {
            engaged.insert(one);
            engaged.insert(other);
        }
    }
    if engaged.first().is_none() {
        return 0;
    }
    // As the round would be fought: one more than they have behind them.
    let mut next = state.clone();
    for unit in engaged.iter() {
        next.body_mut(unit).round += 1;
    }
    let mut give = [0; crate::model::units::MOST_UNITS];
    let mut take = [0; crate::model::units::MOST_UNITS];
    let mut blows: ArrayVec<Blow, 48> = ArrayVec::new();
    for unit in engaged.iter() {
        blows.clear();
        rules.blows_of(&next, unit, &engaged, &mut blows);
        for blow in &blows {
            let hits = expected(rules, &next, blow, Circumstances::default());
            give[usize::from(blow.unit.0)] += hits;
            take[usize::from(blow.foe.0)] += hits;
        }
    }
    let mut worth = 0;
    for unit in engaged.iter() {
        let n = usize::from(unit.0);
        let round = round_worth(rules, state, unit, give[n], take[n]);
        worth += if rules.side_of(unit).0 == 0 { round } else { -round };
    }
    // Who must attack wants to be at it.
    let eager = |side: kernel::Side| rules.scenario.otherwise != Some(side);
    let bold = engaged.iter().filter(|unit| rules.side_of(*unit) == state.active).count() as i32;
    if eager(state.active) {
        worth += CONTACT * if state.active.0 == 0 { bold } else { -bold };
    }
    worth
}

/// What it would promise a unit to charge another home as it stands, by its front or its flank.
pub(super) fn charge_worth(rules: &Daimyo, state: &State, unit: UnitId, foe: UnitId) -> i32 {
    charge_worth_as(rules, state, unit, state.body(unit).formation, foe)
}

/// T-9: lines in which a unit fights: two ranks deep, or in one rank where only the first strikes in the first round.
pub(super) fn lines(rules: &Daimyo, state: &State, unit: UnitId) -> [u8; 2] {
    let stands = state.body(unit).stands();
    let half = stands.div_ceil(2);
    if rules.unit(unit).weapon == Weapon::LongSpear { [half; 2] } else { [half, stands] }
}

/// The same in the line that promises most.
pub(super) fn deployed_worth(rules: &Daimyo, state: &State, unit: UnitId, foe: UnitId) -> i32 {
    let stands = state.body(unit).stands();
    let lines = lines(rules, state, unit)
        .map(|files| charge_worth_as(rules, state, unit, Formation::new(stands, files), foe));
    lines[0].max(lines[1])
}

fn charge_worth_as(rules: &Daimyo, state: &State, unit: UnitId, formation: Formation, foe: UnitId) -> i32 {
    let (body, their) = (state.body(unit), state.body(foe));
    if their.is(Mark::Routing) {
        return hit_worth(rules, foe) * 2;
    }
    let flank =
        rules.sector(state, foe, body.at.fine()) != Sector::Front && !rules.unit(foe).is_headquarters();
    let files = |own: u8, other: u8| own.min(other + 1);
    let ranks = rules.ranks(state, unit).min(formation.ranks());
    let stands = (files(formation.files, their.formation.files) * ranks).min(body.stands());
    let own = Blow { unit, foe, stands, flank: false };
    let stands = match flank {
        true => their.formation.ranks(),
        false => {
            let ranks = rules.ranks(state, foe).min(their.formation.ranks());
            files(their.formation.files, formation.files) * ranks
        }
    };
    let theirs = Blow { unit: foe, foe: unit, stands: stands.min(their.stands()), flank };
    let charging = Circumstances { charging: true, ..Circumstances::default() };
    let give = expected(rules, state, &own, charging);
    let take = expected(rules, state, &theirs, Circumstances { shaken: flank, ..Circumstances::default() });
    round_worth(rules, state, unit, give, take) - round_worth(rules, state, foe, take, give)
}

/// Hits to be expected of the next volley of a unit where it stands, in points of judgement. T-3: half of the units
/// that break do so in the test for a stand they lost, so a hit from afar counts for more than the men it kills.
pub(super) fn volley_worth(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    if state.is(unit, Mark::Fired) {
        return 0;
    }
    let salvos = rules.salvos(state, unit);
    let shooting = Shooting { unit, charge: None, salvos, made: 0 };
    let of = |salvo: &crate::queries::fire::Salvo| {
        let net: i16 = rules.fire_modifiers(state, &shooting, salvo).iter().map(|m| m.value).sum();
        i32::from(salvo.stands)
            * chance(rules.tables.fire.to_hit, net)
            * SHAKES
            * hit_worth(rules, salvo.target)
            / 36
    };
    shooting.salvos.iter().map(of).sum()
}
