//! Judgement: what makes a position good. Plans are in `plans`.
//!
//! Everything counts by the points of victory it is worth or threatens. Units lose worth with their bases and the rest
//! with their rout; who fights is judged by what the next round promises, who has casualty markers by the test they
//! bring (`prospects`). Who moved last is judged by how many action points his units are from what they want: an enemy
//! they beat or can shoot at, the enemy's Maku, a place that is worth points (`goals`).

mod goals;
mod plans;
mod prospects;
mod style;

use kernel::{
    Evaluation, Plan, Seat, Side,
    evaluation::{Played, StyleShare, WON},
};
use open::Event;

use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::shot::{Aim, Shot, again::Again, choice::Choice, name::Name},
    },
    model::{
        state::{Daimyo, Mark, State, Where},
        units::{Class, UnitId},
    },
    notation::action::Action,
    queries::casualties::Struck,
};

/// A point of victory, in points of judgement.
const POINT: i32 = 100;
/// Hundredths of a unit's points that go with its bases, one by one, before it is lost.
const IN_BASES: i32 = 80;
/// What takes from a unit.
const DISORDER: i32 = 90;
const LEADERLESS: i32 = 60;
const UNSUPPORTED: i32 = 120;
const NARROW: i32 = 60;
/// Each of 36 ways in which a general motivates a unit, and what it is worth to bring it a point more.
const MOTIVATED: i32 = 5;
const LED: i32 = 50;
/// A general in the front rank of a unit near the enemy, and of one that is not.
const IN_FRONT: i32 = 40;
/// For each point that a general's value is better than the worst.
const VALUE: i32 = 40;
/// A determination die.
const DIE: i32 = 8;
/// A messenger.
const RIDER: i32 = 40;

/// What one base of a unit counts.
fn base_worth(rules: &AgeOfWar, unit: UnitId) -> i32 {
    let data = rules.unit(unit);
    rules.tables.unit_points(data) * POINT * IN_BASES / 100 / i32::from(data.strength().max(1))
}

fn unit_worth(rules: &AgeOfWar, state: &State, unit: UnitId) -> i32 {
    let (data, body) = (rules.unit(unit), state.body(unit));
    let mut worth = base_worth(rules, unit) * body.bases.len() as i32;
    if data.is_gun() {
        return worth;
    }
    if body.is(Mark::Disordered) {
        worth -= DISORDER;
    }
    if !body.has_commander() {
        worth -= LEADERLESS;
    }
    if !rules.has_support(state, unit) {
        worth -= UNSUPPORTED;
    }
    if body.formation.in_rank(0) <= 2 {
        worth -= NARROW;
    }
    worth
}

/// What is lost with a unit: its points, what is left of it, and perhaps the general with it.
fn whole_worth(rules: &AgeOfWar, state: &State, unit: UnitId) -> i32 {
    let generals = rules.generals_with(state, unit).count() as i32;
    rules.tables.unit_points(rules.unit(unit)) * POINT
        + base_worth(rules, unit) * state.body(unit).bases.len() as i32
        + generals * rules.tables.victory.general * POINT / 2
}

/// Generals count with what they can motivate.
fn general_worth(rules: &AgeOfWar, state: &State, side: Side) -> i32 {
    let mut worth = 0;
    for clan in rules.all_clans().filter(|clan| rules.clan(*clan).side == side) {
        if !rules.has_general(state, clan) {
            continue;
        }
        let chief = state.chief(clan);
        worth += VALUE * (5 - i32::from(chief.value)) + DIE * i32::from(chief.dice);
        let every = rules.fog(state).map_or(rules.tables.motivation.every, |fog| fog.every);
        for unit in rules.clan(clan).units.iter().filter(|unit| state.body(*unit).place == Where::Table) {
            let class = rules.unit(unit).class();
            let mut need = i32::from(chief.value) + i32::from(rules.tables.unit_value(class));
            if chief.with == Some(unit) {
                worth += if class == Class::Samurai { LED / 2 } else { LED };
                if chief.front {
                    worth += if has_enemy_near(rules, state, unit) { IN_FRONT } else { -IN_FRONT };
                }
            } else {
                need += rules.general_gap(state, clan, unit).0 / every.0;
            }
            worth += MOTIVATED * prospects::reaches(need);
        }
    }
    worth
}

fn has_enemy_near(rules: &AgeOfWar, state: &State, unit: UnitId) -> bool {
    let at = state.body(unit).at;
    rules.troops(state, rules.side_of(unit).other()).any(|foe| at.distance(state.body(foe).at).0 < 1_200)
}

/// How much of the points of a place count before the end: all of them once the countdown may run out.
fn nearness_of_end(state: &State) -> i32 {
    600 / i32::from(state.countdown).max(6)
}

fn side_worth(rules: &AgeOfWar, state: &State, side: Side) -> i32 {
    let tally = rules.tally(state, side);
    let places = tally.objectives * nearness_of_end(state) / 100;
    let mut worth = POINT * (tally.sum() - tally.objectives + places) + general_worth(rules, state, side);
    for unit in rules.of_side[side.index()].iter() {
        match state.body(unit).place {
            Where::Table => {
                worth += unit_worth(rules, state, unit) - prospects::test_cost(rules, state, unit);
            }
            Where::Late => worth += unit_worth(rules, state, unit) * 9 / 10,
            _ => {}
        }
    }
    let riders = state.camp(side).messengers.iter();
    worth +=
        RIDER * riders.filter(|rider| rider.errand != crate::model::state::Errandry::Dead).count() as i32;
    if moved_last(state) == side { worth + goals::march_worth(rules, state, side) } else { worth }
}

/// Until the side whose turn it is motivates anybody, the other's moves are the last.
fn moved_last(state: &State) -> Side {
    let begins = matches!(
        state.step,
        Step::Lot
            | Step::Casualties
            | Step::Restore
            | Step::RestoreDie(_)
            | Step::Commanders
            | Step::Commander(_)
            | Step::CommanderDie(_)
            | Step::CloseUp(_)
            | Step::NewGenerals
            | Step::NewGeneral(_)
            | Step::Generals
            | Step::GeneralDice(_)
            | Step::General(_)
            | Step::Messengers
            | Step::Allot(_)
            | Step::Ride(_)
            | Step::Award(_)
            | Step::AwardAgain(_)
            | Step::AwardLast(_)
    );
    if begins { state.active.other() } else { state.active }
}

/// Hits a shot has, or may have, and what they kill.
fn pending(rules: &AgeOfWar, state: &State) -> i32 {
    let mut worth = 0;
    for errand in state.errands.iter() {
        let Errand::Shot(shot) = errand else { continue };
        // In sixths of a hit.
        let hits = match shot.aim {
            Aim::Hit => i32::from(shot.bases) * 2,
            Aim::Again(Again { hits, dice }) => i32::from(hits) * 6 + i32::from(dice) * 2,
            Aim::Choice(Choice { hits }) => i32::from(hits) * 6,
            Aim::Name(Name { shooter, owner }) => (i32::from(shooter + owner) + shot.named.len() as i32) * 6,
            Aim::Save => unsaved(rules, state, shot),
        };
        let falls = hits * (i32::from(base_save(rules, state, shot)) - 1);
        let fallen = falls * base_worth(rules, shot.target) / 36;
        worth += if rules.side_of(shot.unit) == Side(0) { fallen } else { -fallen };
    }
    worth
}

/// Sixths of a hit whose save is still to come, and those that have failed as if each save failed once more.
fn unsaved(rules: &AgeOfWar, state: &State, shot: &Shot) -> i32 {
    let thrown = |struck: &&Struck| shot.dead.iter().any(|(done, _)| done == *struck);
    let open = shot.named.iter().filter(|struck| !thrown(struck)).count() as i32;
    let dead: i32 = shot.dead.iter().map(|(_, n)| i32::from(*n)).sum();
    open * 6 + dead * 36 / (i32::from(base_save(rules, state, shot)) - 1).max(1)
}

fn base_save(rules: &AgeOfWar, state: &State, shot: &Shot) -> u8 {
    let kind = rules.unit(shot.target).bases.first().map(|(kind, _)| *kind);
    kind.map_or(2, |kind| rules.save_of(state, shot, Struck::Base(kind)))
}

/// What the fall of a side's Maku would give the other.
fn maku_worth(rules: &AgeOfWar, state: &State, side: Side) -> i32 {
    let table = &rules.tables.victory;
    let daimyo = if state.camp(side).daimyo == Daimyo::Maku { table.daimyo / 3 } else { 0 };
    (table.maku + daimyo) * POINT
}

impl Evaluation for AgeOfWar {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                side_worth(self, state, Side(0)) - side_worth(self, state, Side(1))
                    + prospects::fights_worth(self, state)
                    + pending(self, state)
            }
        };
        if side == Side(0) { own } else { -own }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match state.errands.last() {
            Some(errand) => plans::propose_errand(self, state, seat, errand, out),
            None => plans::propose_step(self, state, seat, out),
        }
    }

    fn style(&self, played: Played<'_, AgeOfWar>, count: &mut dyn FnMut(Side, &'static str)) {
        style::count(&played, count);
    }

    fn style_shares(&self) -> &'static [StyleShare] {
        &style::SHARES
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| {
            let lost = self.of_side[side.index()].iter().map(|unit| {
                let body = state.body(unit);
                let left = match body.place {
                    Where::Table | Where::Late | Where::Removed => body.bases.len() as u32,
                    _ => 0,
                };
                u32::from(self.unit(unit).strength()).saturating_sub(left)
            });
            lost.sum()
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        event.whose
    }
}
