//! Plans worth looking at, by phase.

use hexmap::HexId;
use kernel::{
    Actions, Plan, Rules as _, Seat,
    decision::{Decision, NO_SEAT},
};

use super::{BESIDE_WORTH, DRIVEN, LEADER, approach::Approach};
use crate::{
    Yukimura,
    decisions::{
        Cx,
        fight::{
            Fight,
            advance::{Advance, AdvanceTo},
        },
    },
    model::{
        state::{BESIDE, State, on_map},
        units::{Branch, EAST, UnitId},
    },
    notation::action::Action,
};

/// Plans of each kind looked at in a movement phase.
const MOVES: usize = 6;
/// Places looked at for each unit that may advance.
const ADVANCES: usize = 3;
/// How deep the enemy's way is looked at for places to close it, in steps of two points.
const DEPTHS: usize = 4;

impl Yukimura {
    /// Moves worth looking at: for each unit its best place in contact with the enemy and its best place out
    /// of it by a quick look, where it best guards a leader in peril and where it best meets an enemy who crosses the
    /// river; the most improving of each kind first.
    pub(super) fn propose_moves(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let mut entries = Actions::default();
        self.list_entries(state, &mut entries);
        out.extend(entries.iter().map(|&action| Plan::from(action)));
        let perils: Vec<HexId> = self
            .leaders(state, state.active)
            .filter(|&leader| self.peril(state, leader) > 0)
            .map(|leader| state.hex(leader))
            .collect();
        let crossing = self.crossing(state, state.active);
        let mut found: [Vec<(i32, UnitId, HexId)>; 4] = Default::default();
        let mut places = Actions::default();
        for &unit in &self.sides[state.active.index()] {
            let entering = state.hex(unit) == BESIDE;
            if self.rooted.has(unit)
                || (entering && !entries.is_empty())
                || self.may_move(state, unit).is_err()
            {
                continue;
            }
            places.clear(usize::MAX);
            self.list_destinations(state, unit, &mut places);
            let stay = if entering { BESIDE_WORTH } else { self.quick_look(state, unit, state.hex(unit)) };
            let guard = |hex: HexId| -> i32 {
                if hex == BESIDE {
                    0
                } else {
                    perils.iter().map(|&leader| self.weight_at(unit, hex, leader)).sum()
                }
            };
            let guarding = guard(state.hex(unit));
            let mut best: [Option<(i32, HexId)>; 4] = [None; 4];
            let away = if entering { None } else { self.chase(state, unit, state.hex(unit), &crossing) };
            for action in places.iter() {
                let Action::To(hex) = *action else { continue };
                let contact = usize::from(self.in_enemy_zone(state, state.active, hex));
                let gain = self.quick_look(state, unit, hex) - stay;
                if gain > best[contact].map_or(0, |(most, _)| most) {
                    best[contact] = Some((gain, hex));
                }
                let nearer =
                    self.chase(state, unit, hex, &crossing).zip(away).map_or(0, |(far, away)| away - far);
                let gain = 100 * nearer + self.quick_look(state, unit, hex) - stay;
                if nearer > 0 && gain > best[3].map_or(i32::MIN, |(most, _)| most) {
                    best[3] = Some((gain, hex));
                }
                let gain = guard(hex) - guarding;
                if gain > best[2].map_or(0, |(most, _)| most) {
                    best[2] = Some((gain, hex));
                }
            }
            for (found, best) in found.iter_mut().zip(best) {
                found.extend(best.map(|(gain, hex)| (gain, unit, hex)));
            }
        }
        let mut seen: Vec<(UnitId, HexId)> = Vec::new();
        self.propose_screens(state, &mut seen);
        for mut found in found {
            found.sort_by_key(|&(gain, unit, _)| (std::cmp::Reverse(gain), unit));
            for (_, unit, hex) in found.into_iter().take(MOVES) {
                seen.retain(|&other| other != (unit, hex));
                out.push(Plan::new(vec![Action::Move(unit), Action::To(hex)]));
            }
        }
        let screens = seen.into_iter();
        out.extend(screens.map(|(unit, hex)| Plan::new(vec![Action::Move(unit), Action::To(hex)])));
        out.push(Plan::from(Action::Done));
    }

    /// Moves into the ways that lead the enemy to a leader or to a road's end, and moves of the East to such an end.
    fn propose_screens(&self, state: &State, out: &mut Vec<(UnitId, HexId)>) {
        let side = state.active;
        let mut ways: Vec<Approach> = self
            .leaders(state, side)
            .filter(|&leader| self.threats(state, leader)[1] > 0)
            .map(|leader| self.approach_to(state, leader))
            .collect();
        let roads = self.approach_to_roads(state);
        let (barred, sought) = if side == EAST { (None, roads) } else { (roads, None) };
        ways.extend(barred.filter(|approach| {
            let east = self.sides[EAST.index()].iter().filter(|&&unit| state.on_map(unit));
            east.filter_map(|&unit| self.moves_to(state, unit, approach)).any(|moves| moves <= 2)
        }));
        if ways.is_empty() && sought.is_none() {
            return;
        }
        let enemies: Vec<HexId> = self.sides[side.other().index()]
            .iter()
            .map(|&unit| state.hex(unit))
            .filter(|&hex| on_map(hex))
            .collect();
        let comers: Vec<HexId> = self.sides[side.other().index()]
            .iter()
            .filter(|&&unit| {
                let soon = |way: &Approach| {
                    self.moves_to(state, unit, way).is_some_and(|moves| (1..=2).contains(&moves))
                };
                state.on_map(unit) && ways.iter().any(soon)
            })
            .map(|&unit| state.hex(unit))
            .collect();
        let nearest =
            |hex: HexId| enemies.iter().map(|&enemy| self.atlas.distance(hex, enemy)).min().unwrap_or(0);
        let mut places = Actions::default();
        for &unit in &self.sides[side.index()] {
            if !state.on_map(unit) || self.rooted.has(unit) || self.may_move(state, unit).is_err() {
                continue;
            }
            places.clear(usize::MAX);
            self.list_destinations(state, unit, &mut places);
            let hexes = places.iter().filter_map(|action| match *action {
                Action::To(hex) => Some(hex),
                _ => None,
            });
            for way in &ways {
                // Next to an enemy who could be there soon, he can no longer move (7-3-2).
                for &enemy in &comers {
                    let held = hexes.clone().filter(|&hex| self.atlas.distance(hex, enemy) == 1);
                    out.extend(
                        held.max_by_key(|&hex| (self.quick_look(state, unit, hex), hex))
                            .map(|hex| (unit, hex)),
                    );
                }
                // One place in each depth of the way, as near to the enemy as it gets.
                let mut best: [Option<(u16, HexId)>; DEPTHS] = [None; DEPTHS];
                for hex in hexes.clone() {
                    let Some(points) = way.points(hex) else { continue };
                    let depth = usize::from(points) / 2;
                    if depth < DEPTHS {
                        let far = (nearest(hex), hex);
                        best[depth] = Some(best[depth].map_or(far, |least| least.min(far)));
                    }
                }
                out.extend(best.into_iter().flatten().map(|(_, hex)| (unit, hex)));
            }
            if let Some(sought) = &sought {
                let nearer = hexes.filter_map(|hex| Some((sought.points(hex)?, hex))).min();
                out.extend(nearer.map(|(_, hex)| (unit, hex)));
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    /// What a unit would gain by standing there: its place, whom it would help to attack, who could attack it.
    fn quick_look(&self, state: &State, unit: UnitId, hex: HexId) -> i32 {
        let body = self.unit(unit);
        let mut look = self.place_worth(state, unit, hex);
        if !self.in_enemy_zone(state, body.side, hex) {
            return look;
        }
        let mut against = 0;
        for (_, next) in self.atlas.neighbours(hex) {
            let Some(enemy) = state.occupant(next).filter(|&other| self.is_enemy(unit, other)) else {
                continue;
            };
            against += self.unit(enemy).strength;
            let others: i16 = self
                .atlas
                .neighbours(next)
                .filter(|&(_, near)| near != hex && near != state.hex(unit))
                .filter_map(|(_, near)| state.occupant(near))
                .filter(|&friend| !self.is_enemy(friend, unit))
                .map(|friend| self.unit(friend).strength)
                .sum();
            let defence = self.unit(enemy).strength;
            let prize = if self.rooted.has(enemy) { LEADER } else { self.body_worth(enemy) };
            let pull = |strength: i16| {
                let stakes = &self.aims().melee[self.melee.column(strength - defence)];
                let morale = self.unit(enemy).morale.map_or(0, |m| m.clamp(1, 6)) as usize;
                let gain = stakes.gone[morale] * prize + stakes.back[morale] * DRIVEN;
                let loss = stakes.attacker_gone * self.body_worth(unit) + stakes.attacker_back * DRIVEN;
                ((gain - 2 * loss) / 1000).max(0)
            };
            let before = if others > 0 { pull(others) } else { 0 };
            look += pull(others + body.strength) - before + 8;
        }
        let stakes = &self.aims().melee[self.melee.column(against - body.strength)];
        let morale = body.morale.map_or(0, |m| m.clamp(1, 6)) as usize;
        let risk = stakes.gone[morale] * self.body_worth(unit) + stakes.back[morale] * DRIVEN;
        let risk = if body.branch == Branch::General { 2 * risk } else { risk };
        look - risk * 45 / 100_000
    }

    /// For every target: everyone who can but the leaders who must not budge, everyone, and the strongest alone.
    pub(super) fn propose_attacks(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        let mut targets = Actions::default();
        self.actions(state, seat, &mut targets);
        for &action in targets.iter() {
            let Action::Target(target) = action else { continue };
            let attackers = self.might_attack(state, target);
            // A fight that hurts the attacker more is begun only where the game is lost or won by it.
            let desperate = self.rooted.has(target) || state.inning >= self.scenario.innings;
            let even = self.melee.column(0);
            let is_bad = |attackers: &[UnitId]| {
                self.is_melee(state) && !desperate && self.attack_column(state, target, attackers) <= even
            };
            let expendable: Vec<UnitId> =
                attackers.iter().copied().filter(|&unit| !self.rooted.has(unit)).collect();
            let chain = |units: &[UnitId]| {
                let mut actions = vec![Action::Target(target)];
                actions.extend(units.iter().map(|&unit| Action::With(unit)));
                actions.push(Action::Go);
                Plan::new(actions)
            };
            if is_bad(&expendable) {
                continue;
            }
            if attackers.len() > 1 && expendable.len() == attackers.len() {
                out.push(Plan::new(vec![Action::Target(target), Action::All]));
            } else if !expendable.is_empty() {
                out.push(chain(&expendable));
            }
            if !self.is_melee(state) && expendable.len() != attackers.len() {
                out.push(chain(&attackers));
            }
            if expendable.len() > 2 {
                let strongest = expendable.iter().max_by_key(|unit| self.unit(**unit).strength);
                let alone = strongest.filter(|&&unit| !is_bad(&[unit]));
                out.extend(alone.map(|&unit| chain(&[unit])));
            }
        }
        out.push(Plan::from(Action::Done));
    }

    pub(super) fn propose_advances(&self, state: &State, fight: &Fight, out: &mut Vec<Plan<Action>>) {
        out.push(Plan::from(Action::Halt));
        let mut units = Actions::default();
        let cx = Cx::new(self, state, NO_SEAT).within(fight);
        Advance.list(cx, &mut units);
        for &action in units.iter() {
            let Action::Advance(unit) = action else { continue };
            if self.rooted.has(unit) {
                continue;
            }
            let mut places = Actions::default();
            AdvanceTo { unit }.list(cx, &mut places);
            let mut looks: Vec<(i32, HexId)> = places
                .iter()
                .filter_map(|place| match *place {
                    Action::To(hex) => Some((self.quick_look(state, unit, hex), hex)),
                    _ => None,
                })
                .collect();
            looks.sort_by_key(|&(look, hex)| (std::cmp::Reverse(look), hex));
            let best = looks.into_iter().take(ADVANCES);
            out.extend(best.map(|(_, hex)| Plan::new(vec![Action::Advance(unit), Action::To(hex)])));
        }
    }
}
