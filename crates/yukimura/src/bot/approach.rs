//! How near a side is to what it wants, with the enemy's units and zones in its way.

use hexmap::HexId;
use kernel::Side;

use super::Temper;
use crate::{
    Yukimura,
    model::{
        scenarios::Condition,
        state::{MOST_HEXES, State},
        units::{EAST, UnitId},
    },
};

/// Farther than anyone goes.
const CLOSED: u8 = u8::MAX;
/// Points of movement looked at around a leader: two moves of a rider, three of foot.
const NEAR: u8 = 12;
/// And from the river.
const FAR: u8 = 40;
/// What a way through an enemy zone, or through an enemy, costs more where it is not closed for good: an inning or two of
/// fighting.
const ZONE: u8 = 6;
const ENEMY: u8 = 12;
/// The nearest two men with a leader, within two hexes; less beyond, and nothing from five. With three and more than
/// three times as much Osaka won 1 of 8 at Yao instead of 3.
const RESERVE: [i32; 2] = [250, 160];
/// Moves of the enemy that are looked at.
pub(super) const MOVES: usize = 3;

/// What is done about zones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zones {
    /// A way through a zone is no way: who enters one stays there (7-3-1, 7-3-2).
    Closed,
    /// It costs more: the enemy there can be driven off.
    Dear,
}

/// Points of movement from every hex to the nearest goal.
pub(super) struct Approach([u8; MOST_HEXES]);

impl Approach {
    /// Points from this hex; `None` where no way is open.
    pub(super) fn points(&self, hex: HexId) -> Option<u8> {
        Some(self.0[hex.index()]).filter(|&points| points != CLOSED)
    }
}

impl Yukimura {
    /// The ways of `side` to the goals, walked from the other end.
    fn approach(
        &self,
        state: &State,
        side: Side,
        goals: impl Iterator<Item = HexId>,
        most: u8,
        zones: Zones,
    ) -> Approach {
        let mut far = [CLOSED; MOST_HEXES];
        let mut queue: Vec<Vec<HexId>> = vec![Vec::with_capacity(16); usize::from(most) + 1];
        let is_enemy = |hex: HexId| state.occupant(hex).is_some_and(|unit| self.side_of(unit) != side);
        for goal in goals.filter(|&goal| zones == Zones::Dear || !is_enemy(goal)) {
            far[goal.index()] = 0;
            queue[0].push(goal);
        }
        for points in 0..=most {
            while let Some(hex) = queue[usize::from(points)].pop() {
                if far[hex.index()] != points {
                    continue;
                }
                for (dir, from) in self.atlas.neighbours(hex) {
                    let step = self.ground.costs[from.index()][dir.opposite().index()];
                    if step == 0 {
                        continue;
                    }
                    let extra = match (is_enemy(from), self.in_enemy_zone(state, side, from)) {
                        (false, false) => 0,
                        _ if zones == Zones::Closed => continue,
                        (true, _) => ENEMY,
                        (false, true) => ZONE,
                    };
                    let sum = points.saturating_add(step).saturating_add(extra);
                    if sum <= most && sum < far[from.index()] {
                        far[from.index()] = sum;
                        queue[usize::from(sum)].push(from);
                    }
                }
            }
        }
        Approach(far)
    }

    /// The ways to the hexes next to a leader who must not budge.
    pub(super) fn approach_to(&self, state: &State, leader: UnitId) -> Approach {
        let around = self.atlas.neighbours(state.hex(leader)).map(|(_, next)| next);
        self.approach(state, self.side_of(leader).other(), around, NEAR, Zones::Closed)
    }

    /// The ways of the East to the hexes by which it breaks through; `None` where there are none.
    pub(super) fn approach_to_roads(&self, state: &State) -> Option<Approach> {
        let roads = self.road_ends()?;
        Some(self.approach(state, EAST, roads.iter().copied(), NEAR, Zones::Closed))
    }

    fn road_ends(&self) -> Option<&[HexId]> {
        self.scenario.victories.iter().find_map(|victory| match &victory.condition {
            Condition::Breakthrough(hexes) => Some(hexes.as_slice()),
            _ => None,
        })
    }

    /// The ways of the East over the river, through the units that hold them.
    pub(super) fn approach_to_river(&self, state: &State) -> Approach {
        let bank = self.aims().bank.iter().copied();
        self.approach(state, EAST, bank, FAR, Zones::Dear)
    }

    /// In how many moves a unit can be there; 0 if it is.
    pub(super) fn moves_to(&self, state: &State, unit: UnitId, approach: &Approach) -> Option<usize> {
        let (hex, body) = (state.hex(unit), self.unit(unit));
        let points = usize::from(approach.points(hex)?);
        if points > 0
            && (self.in_enemy_zone(state, body.side, hex) || self.limit(state, body.force).is_some())
        {
            return None;
        }
        Some(points.div_ceil(usize::from(body.movement.max(1))))
    }

    /// The chance, in thousandths, that those who can be next to a leader in one, two and three moves throw him out of his
    /// hex by one volley and one attack.
    pub(super) fn threats(&self, state: &State, leader: UnitId) -> [i32; MOVES] {
        let body = self.unit(leader);
        let near =
            |unit: UnitId| self.atlas.distance(state.hex(unit), state.hex(leader)) <= u16::from(NEAR) + 1;
        let mut enemies = self.sides[body.side.other().index()].iter();
        if !enemies.any(|&unit| state.on_map(unit) && !self.rooted.has(unit) && near(unit)) {
            return [0; MOVES];
        }
        let approach = self.approach_to(state, leader);
        let room = self
            .atlas
            .neighbours(state.hex(leader))
            .filter(|&(_, next)| state.occupant(next).is_none_or(|unit| self.side_of(unit) != body.side))
            .count();
        let mut rifles: [Vec<i16>; MOVES] = Default::default();
        let mut others: [Vec<i16>; MOVES] = Default::default();
        for &unit in &self.sides[body.side.other().index()] {
            if !state.on_map(unit) || self.rooted.has(unit) {
                continue;
            }
            let Some(moves) = self.moves_to(state, unit, &approach) else { continue };
            let of = if self.unit(unit).branch.fires() { &mut rifles } else { &mut others };
            for list in &mut of[moves.clamp(1, MOVES + 1) - 1..] {
                list.push(self.unit(unit).strength);
            }
        }
        let morale = body.morale.map_or(0, |m| m.clamp(1, 6)) as usize;
        std::array::from_fn(|n| {
            let strongest = |list: &mut Vec<i16>, room: usize| -> i16 {
                list.sort_unstable_by(|a, b| b.cmp(a));
                list.iter().take(room).sum()
            };
            let guns = rifles[n].len().min(room);
            let volley = strongest(&mut rifles[n], room);
            let blow = strongest(&mut others[n], room - guns);
            let of = |stakes: &super::Stakes| stakes.gone[morale] + stakes.back[morale];
            let shot = if volley > 0 { of(&self.aims().fire[self.fire.column(volley)]) } else { 0 };
            let thrown =
                if blow > 0 { of(&self.aims().melee[self.melee.column(blow - body.strength)]) } else { 0 };
            shot + thrown - shot * thrown / 1000
        })
    }

    /// What it is worth to a side that somebody stays with its leaders: the nearest two of their men.
    pub(super) fn reserve(&self, state: &State, side: Side) -> i32 {
        let of = |leader: UnitId| -> i32 {
            let stands = state.hex(leader);
            let men = self.sides[side.index()].iter().filter(|&&unit| {
                let free = || self.limit(state, self.unit(unit).force).is_none();
                unit != leader && state.on_map(unit) && !self.rooted.has(unit) && free()
            });
            let mut near: Vec<u16> = men.map(|&unit| self.atlas.distance(state.hex(unit), stands)).collect();
            near.sort_unstable();
            let worth = |(far, most): (&u16, &i32)| most * i32::from(5u16.saturating_sub(*far).min(3)) / 3;
            near.iter().zip(&RESERVE).map(worth).sum()
        };
        self.leaders(state, side).map(of).sum()
    }

    /// What the ways to its leaders and roads cost a side, in worth.
    pub(super) fn exposure(&self, state: &State, side: Side, weights: [i32; MOVES], temper: &Temper) -> i32 {
        let stake = super::LEADER * temper.leader / 100;
        let weigh = |chances: [i32; MOVES]| -> i32 {
            chances.iter().zip(weights).map(|(chance, weight)| chance * weight / 1000).sum()
        };
        let mut share: i32 = self.leaders(state, side).map(|leader| weigh(self.threats(state, leader))).sum();
        if side != EAST
            && let Some(approach) = self.approach_to_roads(state)
        {
            let east = self.sides[EAST.index()].iter().filter(|&&unit| state.on_map(unit));
            let soonest = east.filter_map(|&unit| self.moves_to(state, unit, &approach)).min();
            share += match soonest {
                Some(0) => 70,
                Some(moves) if moves <= MOVES => weights[moves - 1] * 7 / 10,
                _ => 0,
            };
        }
        stake * share / 100
    }
}
