//! Judgement and plans.
//!
//! Bases count by what they cost, units by the points their loss would give. Who fights is judged by the kills to be
//! expected of the next round, a shot by the hits it has or may have, and the units of the side that acts by how near
//! they are to the enemy they want, with their front toward him.

use kernel::{Actions, Counsel, Plan, Rules, Seat, Side, counsel::WON};
use open::Event;
use plane::Compass;

use crate::{
    AgeOfWar,
    action::Action,
    shooting::{Aim, Shot},
    state::{Errand, Mark, Part, State, Step, Where},
    units::UnitId,
};

/// A point of the muster, and a victory point.
const COST: i32 = 10;
const VICTORY: i32 = 30;
/// What takes from a unit.
const DISORDER: i32 = 30;
const LEADERLESS: i32 = 40;
const MARKER: i32 = 12;
/// Expected kills of a round of fighting, in hundredths of what the dead would cost.
const ROUND: i32 = 160;
/// Each inch that a unit of the acting side is from where it wants to be, and each 45 degrees its front is off.
const APPROACH: i32 = 7;
const ASKEW: i32 = 6;
/// Missile troops want to be so near, in hundredths of an inch.
const RANGE: i32 = 350;
/// A general with a unit, and each inch he is away from a unit of his clan.
const LED: i32 = 45;
const APART: i32 = 2;
/// A hit that is still to be saved.
const HIT: i32 = 40;
/// A messenger's determination die.
const DIE: i32 = 6;

impl AgeOfWar {
    /// What the blows of one unit at another promise.
    fn blows(&self, state: &State, unit: UnitId, foe: UnitId) -> i32 {
        let dice = i32::from(self.fight_dice(state, unit, foe, 0));
        let class = self.unit(foe).class();
        let save = if self.unit(foe).is_general() { 2 } else { i32::from(self.tables.fight_save(class)) };
        let cost = state.body(foe).front().first().map_or(60, |base| self.tables.base_cost(base.kind));
        dice * (save - 1) * cost * COST / 18
    }

    fn unit_worth(&self, state: &State, unit: UnitId) -> i32 {
        let body = state.body(unit);
        let bases: i32 = body.bases.iter().map(|base| self.tables.base_cost(base.kind)).sum();
        let mut worth = bases * COST - MARKER * i32::from(body.markers);
        if body.is(Mark::Disordered) {
            worth -= DISORDER;
        }
        if !body.has_commander() && !self.unit(unit).is_gun() {
            worth -= LEADERLESS;
        }
        worth
    }

    /// Where a unit stands: in a fight by the next round, otherwise, if its side acts, by its way to the enemy.
    fn place_worth(&self, state: &State, unit: UnitId, acts: bool) -> i32 {
        let foes = self.foes(state, unit);
        if !foes.is_empty() {
            let give: i32 =
                foes.iter().map(|foe| self.blows(state, unit, *foe)).sum::<i32>() / foes.len() as i32;
            return give * ROUND / 100;
        }
        if !acts {
            return 0;
        }
        let Some(foe) = self.nearest_enemy(state, unit) else { return 0 };
        let gap = self.gap(state, unit, foe).0;
        let data = self.unit(unit);
        let wanted = if data.missile().is_some() && !data.is_mixed() { RANGE } else { 100 };
        let print = self.print(state, unit);
        let bearing = Compass::EIGHT.bearing(print.centre(), self.print(state, foe).centre());
        let off = bearing.map_or(0, |bearing| print.heading.to(bearing).abs() / 9);
        -APPROACH * (gap - wanted).abs() / 100 - ASKEW * off
    }

    fn general_worth(&self, state: &State, side: Side) -> i32 {
        let mut worth = 0;
        for clan in
            self.all_clans().filter(|clan| self.clan(*clan).side == side && self.has_general(state, *clan))
        {
            let chief = state.chief(clan);
            worth += 20 * (5 - i32::from(chief.value)) + DIE * i32::from(chief.dice);
            if chief.with.is_some_and(|unit| self.unit(unit).clan == clan) {
                worth += if chief.front { LED / 2 } else { LED };
            }
            for unit in self.clan(clan).units.iter().filter(|unit| state.body(*unit).place == Where::Table) {
                worth -= APART * self.general_gap(state, clan, unit).0 / 100;
            }
        }
        worth
    }

    fn side_worth(&self, state: &State, side: Side) -> i32 {
        let acts = state.active == side;
        let mut worth = VICTORY * self.tally(state, side).sum() + self.general_worth(state, side);
        for unit in self.of_side[side.index()].iter() {
            match state.body(unit).place {
                Where::Table => worth += self.unit_worth(state, unit) + self.place_worth(state, unit, acts),
                Where::Late => worth += self.unit_worth(state, unit) * 9 / 10,
                _ => {}
            }
        }
        // Ground that is worth points: to be there first.
        for objective in self.scenario.objectives.iter().filter(|objective| objective.sides.contains(&side)) {
            let near = self.troops(state, side).map(|unit| state.body(unit).at.distance(objective.at)).min();
            if let Some(near) = near.filter(|_| acts) {
                worth -= objective.points * near.0 / 3000;
            }
        }
        worth
    }

    /// Hits a shot has, or may have.
    fn pending(&self, state: &State, side: Side) -> i32 {
        let hits = |shot: &Shot| match shot.aim {
            Aim::Hit => i32::from(shot.bases) * 10 / 3,
            Aim::Again { hits, dice } => i32::from(hits) * 10 + i32::from(dice) * 10 / 3,
            Aim::Choice { hits } => i32::from(hits) * 10,
            Aim::Name { shooter, owner } => (i32::from(shooter + owner) + shot.named.len() as i32) * 10,
            Aim::Save => shot.named.len() as i32 * 10,
        };
        let mut worth = 0;
        for errand in &state.errands {
            if let Errand::Shot(shot) = errand {
                let sign = if self.side_of(shot.unit) == side { 1 } else { -1 };
                worth += sign * hits(shot) * HIT / 10;
            }
        }
        worth
    }
}

impl Counsel for AgeOfWar {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                self.side_worth(state, Side(0)) - self.side_worth(state, Side(1))
                    + self.pending(state, Side(0))
            }
        };
        if side == Side(0) { own } else { -own }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        let mut listed = Actions::default();
        let all = |out: &mut Vec<Plan<Action>>, listed: &Actions<Action>| {
            out.extend(listed.iter().copied().map(Plan::from));
        };
        if let Some(errand) = state.errands.last() {
            match errand {
                Errand::Test { unit, .. } if self.morale_dice(state, *unit) >= 5 => {
                    out.push(Plan::from(Action::Rally));
                }
                Errand::Watch { .. } | Errand::Face { .. } | Errand::Reform { part: Part::Facing, .. } => {
                    self.actions(state, seat, &mut listed);
                    all(out, &listed);
                }
                _ => out.push(Plan::from(self.habit(state, seat))),
            }
            return;
        }
        match &state.step {
            // Whoever is motivated easily comes first: a failure ends it for all of the clan.
            Step::Motivate => {
                let units = self.of_side[state.active.index()].iter();
                let mut able: Vec<UnitId> =
                    units.filter(|unit| self.may_motivate(state, *unit).is_ok()).collect();
                able.sort_by_key(|unit| (self.needed(state, *unit), *unit));
                out.extend(able.into_iter().map(|unit| Plan::from(Action::Motivate(unit))));
            }
            Step::Act { activity, .. } => {
                self.actions(state, seat, &mut listed);
                let useful = |action: &&Action| {
                    activity.wild
                        || !matches!(action, Action::Files { .. } | Action::Dismount | Action::Control)
                };
                out.extend(listed.iter().filter(useful).copied().map(Plan::from));
            }
            Step::General { clan, far } => {
                self.list_general(state, *clan, *far, &mut listed);
                let near = |action: &&Action| match action {
                    Action::Join { unit, front } => self.unit(*unit).clan == *clan && !front,
                    Action::Stay => true,
                    _ => false,
                };
                out.extend(listed.iter().filter(near).copied().map(Plan::from));
            }
            // The dice are with the challenger, most of all with a general.
            Step::Challenge => {
                self.list_challenges(state, &mut listed);
                let by_general = |action: &&Action| matches!(action, Action::Challenge { unit, .. } if self.unit(*unit).is_general());
                let best = listed.iter().find(by_general).or(listed.first());
                out.extend(best.copied().map(Plan::from));
            }
            _ => out.push(Plan::from(self.habit(state, seat))),
        }
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
