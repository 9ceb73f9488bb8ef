//! 7 and 8: why a free hex cannot be reached.
//!
//! The answer names one obstacle, and without that obstacle the move would be legal: enemies in the way, the length of
//! a road march, or points of movement. Only where two obstacles bar the way are both named.

use hexmap::{HexId, Reach, Step};

use crate::{
    Yukimura,
    model::{
        state::{BESIDE, State},
        terrain::Terrain,
        units::UnitId,
    },
    notation::{
        refuse::{About, No},
        rule_ids::*,
    },
};

/// No move is as long as this.
const UNLIMITED: u16 = u16::MAX / 4;

/// What a move would take: points of movement, and hexes of a road march. `None` where no number is enough.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    points: Option<u16>,
    march: Option<u16>,
}

impl Needs {
    fn or(self, other: Needs) -> Needs {
        let least = |a: Option<u16>, b: Option<u16>| a.into_iter().chain(b).min();
        Needs { points: least(self.points, other.points), march: least(self.march, other.march) }
    }
}

impl Yukimura {
    /// The most specific reason why a free hex cannot be reached.
    pub(crate) fn why_not_there(&self, state: &State, unit: UnitId, hex: HexId) -> No {
        let start = state.hex(unit);
        let entering = start == BESIDE;
        let into = |(dir, next): (hexmap::Dir, HexId)| self.ground.is_open(next, dir.opposite());
        if self.ground.terrain[hex.index()] == Terrain::LargeRiver && !self.atlas.neighbours(hex).any(into) {
            return No::new(R_12_1_6, "no-large-river");
        }
        if !entering && self.atlas.sheet_index(start) != self.atlas.sheet_index(hex) {
            return No::new(R_7_6_2, "no-other-map").unit(unit);
        }
        if !entering
            && let Some(dir) = self.atlas.direction(start, hex)
            && self.ground.impassable.has(start, dir)
        {
            return No::new(R_7_4_2, "no-impassable");
        }
        let from: &[HexId] = if entering { self.entry_hexes(state, unit) } else { &[start] };
        let (open, taken): (Vec<HexId>, Vec<HexId>) =
            from.iter().partition(|&&from| !entering || state.occupant(from).is_none());
        let has = self.unit(unit).movement;
        let would_do = |needs: Needs| {
            needs.points.is_some_and(|points| points <= has)
                || needs.march.is_some_and(|hexes| hexes <= self.numbers.road.march)
        };
        let needs = self.needs(state, unit, &open, hex, true);
        let friend = |entry: HexId| state.occupant(entry).is_some_and(|other| !self.is_enemy(unit, other));
        let without_enemies: Vec<HexId> =
            from.iter().copied().filter(|&from| !entering || !friend(from)).collect();
        let unopposed = self.needs(state, unit, &without_enemies, hex, false);
        if would_do(unopposed) {
            return self.enemies_bar(state, unit, &open, unopposed);
        }
        // 8-2: another entry hex would do, but a friend stands in it.
        let blocked = taken
            .iter()
            .find(|&&entry| friend(entry) && would_do(self.needs(state, unit, &[entry], hex, true)));
        if let Some(other) = blocked.and_then(|&entry| state.occupant(entry)) {
            return No::new(R_8_2, "no-entry-occupied").unit(other);
        }
        self.too_far(unit, entering, needs, unopposed)
    }

    /// What a move from the nearest of these hexes would take; without `opposed` as if no enemy were on the map.
    fn needs(&self, state: &State, unit: UnitId, from: &[HexId], hex: HexId, opposed: bool) -> Needs {
        let side = self.side_of(unit);
        let spent = u16::from(state.hex(unit) == BESIDE);
        let mut reach = Reach::new();
        let mut least = Needs::default();
        for &start in from {
            let zone = opposed && self.in_enemy_zone(state, side, start);
            // 8-1(2): an entry hex in an enemy zone ends the move.
            let limit = if zone && spent > 0 { 0 } else { UNLIMITED };
            if opposed {
                reach.run(&self.atlas, start, limit, self.walk_step(state, unit, |_| false));
            } else {
                reach.run(&self.atlas, start, limit, |from, dir, _| {
                    match self.ground.costs[from.index()][dir.index()] {
                        0 => Step::Closed,
                        cost => Step::Go(u16::from(cost)),
                    }
                });
            }
            let mut needs = Needs { points: reach.cost(hex), march: None };
            if self.ground.roads.mask(start) != 0 && !zone {
                if opposed {
                    reach.run(&self.atlas, start, limit, self.road_step(state, unit, |_| false));
                } else {
                    reach.run(&self.atlas, start, limit, |from, dir, _| {
                        let follows = self.ground.roads.has(from, dir) && self.ground.is_open(from, dir);
                        if follows { Step::Go(1) } else { Step::Closed }
                    });
                }
                needs.march = reach.cost(hex);
            }
            let entered = |cost: u16| cost + spent * self.numbers.edge.entering;
            let counted = |hexes: u16| hexes + spent;
            let needs = Needs { points: needs.points.map(entered), march: needs.march.map(counted) };
            least = least.or(needs);
        }
        least
    }

    /// Without enemies the move would be legal.
    fn enemies_bar(&self, state: &State, unit: UnitId, open: &[HexId], unopposed: Needs) -> No {
        let side = self.side_of(unit);
        if unopposed.points.is_none_or(|points| points > self.unit(unit).movement) {
            return No::new(R_7_5_1_2, "no-march-barred").unit(unit);
        }
        if state.hex(unit) == BESIDE && open.iter().all(|&entry| self.in_enemy_zone(state, side, entry)) {
            return No::new(R_8_1_2, "no-entry-in-zone").unit(unit);
        }
        No::new(R_7_3_1, "no-zone-in-the-way").unit(unit)
    }

    /// It is farther than the unit goes, with enemies or without.
    fn too_far(&self, unit: UnitId, entering: bool, needs: Needs, unopposed: Needs) -> No {
        let has = self.unit(unit).movement;
        let march = self.numbers.road.march;
        let number =
            |no: No, needs: u16, has: u16| no.with("needs", i32::from(needs)).with("has", i32::from(has));
        match (needs.points, needs.march) {
            // What is nearer to being enough.
            (points, Some(hexes)) if points.is_none_or(|points| hexes - march <= points - has) => {
                let (rule, key) = if entering {
                    (R_8_1, "no-march-too-long-entering")
                } else {
                    (R_7_5_2, "no-march-too-long")
                };
                number(No::new(rule, key), hexes, march)
            }
            (Some(points), _) => {
                let (rule, key) =
                    if entering { (R_8_1, "no-points-entering") } else { (R_7_2_1, "no-points") };
                number(No::new(rule, key), points, has)
            }
            (None, _) => match unopposed.points {
                Some(points) => number(No::new(R_7_3_1, "no-cut-off"), points, has),
                None => No::new(R_7_4_2, "no-way-there"),
            },
        }
    }
}
