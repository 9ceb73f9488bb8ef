//! Chapter 7: movement, by allowance or along the road.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use hexmap::{Dir, HexId, Reach, Step};
use kernel::{Actions, Side, Story, Thing};

use crate::{
    Yukimura,
    model::{
        state::{BESIDE, LEFT, State, WORDS},
        units::{EAST, UnitId},
    },
    notation::{
        action::Action,
        refuse::{About, May, No},
        rule_ids::*,
    },
    presentation::event::{Entry, Event},
    queries::reinforcements::MOST_ENTRIES,
};

thread_local! {
    /// Scratch, so that listing moves allocates nothing. It never carries anything from one call to the next.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

#[derive(Default)]
struct Scratch {
    walk: Reach,
    road: Reach,
}

/// How a unit gets to a hex: walking, if it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gait {
    Walk,
    Road,
}

/// Where a move begins: the unit's own hex, or an entry hex.
#[derive(Clone, Copy, Debug)]
struct Start {
    hex: HexId,
    /// Points for walking on, and hexes for a road move.
    points: u16,
    road: u16,
    /// 8-1: what entering has cost already.
    spent: u16,
}

/// A way found: its hexes from the start, its cost, and how.
struct Way {
    path: Vec<HexId>,
    cost: u16,
    gait: Gait,
}

impl Yukimura {
    /// May this unit be taken in hand at all?
    pub(crate) fn may_move(&self, state: &State, unit: UnitId) -> May {
        let body = self.unit(unit);
        if body.side != state.active {
            return Err(No::new(R_7, "no-not-yours").unit(unit));
        }
        if state.hex(unit) == BESIDE {
            self.may_enter(state, unit)?;
        } else if state.hex(unit) == LEFT {
            return Err(No::new(R_7_6_2, "no-left-the-map").unit(unit));
        } else if !state.on_map(unit) {
            return Err(No::new(R_7, "no-off-the-map").unit(unit));
        }
        if state.moved.has(unit) {
            return Err(No::new(R_7_2, "no-moved-already").unit(unit));
        }
        if let Some(limit) = self.limit(state, body.force) {
            return Err(match limit.from {
                0 => No::new(limit.rule, "no-held-all-game").unit(unit),
                from => No::new(limit.rule, "no-held-until").unit(unit).with("inning", i32::from(from)),
            });
        }
        if state.pinned.has(unit) {
            return Err(No::new(R_7_3_2, "no-pinned").unit(unit));
        }
        if state.uncommanded.has(unit) {
            return Err(No::new(R_13_1_3, "no-command").unit(unit));
        }
        Ok(())
    }

    /// May it be taken in hand, and has it anywhere to go?
    pub(crate) fn judge_move(&self, state: &State, unit: UnitId) -> May {
        self.may_move(state, unit)?;
        if self.has_destination(state, unit) {
            Ok(())
        } else {
            Err(No::new(R_7_2_2, "no-nowhere-to-go").unit(unit))
        }
    }

    fn has_destination(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex(unit);
        if hex == BESIDE {
            return self.entry_hexes(state, unit).iter().any(|&entry| state.occupant(entry).is_none());
        }
        let costs = &self.ground.costs[hex.index()];
        let movement = self.unit(unit).movement;
        let step = |(dir, next): (Dir, HexId)| {
            let cost = u16::from(costs[dir.index()]);
            cost > 0 && cost <= movement && state.occupant(next).is_none()
        };
        // Almost always a neighbour will do; only a unit walled in by friends needs the whole search.
        self.atlas.neighbours(hex).any(step)
            || (self.atlas.is_edge(hex) && self.numbers.edge.leaving <= movement)
            || {
                let start = self.starts(state, unit)[0];
                SCRATCH.with_borrow_mut(|scratch| {
                    // Through its friends to the first free hex, or to the edge with a point left.
                    let free = |hex: HexId| state.occupant(hex).is_none();
                    let walk = self.walk_step(state, unit, |_| false);
                    scratch.walk.run_until(&self.atlas, start.hex, start.points, walk, free).is_some()
                        || scratch.leaving(start, self).is_some()
                        || {
                            let road = self.road_step(state, unit, |_| false);
                            scratch.road.run_until(&self.atlas, start.hex, start.road, road, free).is_some()
                        }
                })
            }
    }

    fn starts(&self, state: &State, unit: UnitId) -> ArrayVec<Start, MOST_ENTRIES> {
        let body = self.unit(unit);
        let zone = |hex: HexId| self.in_enemy_zone(state, body.side, hex);
        let road =
            |hex: HexId, hexes: u16| if self.ground.roads.mask(hex) != 0 && !zone(hex) { hexes } else { 0 };
        let hex = state.hex(unit);
        if hex != BESIDE {
            let start =
                Start { hex, points: body.movement, road: road(hex, self.numbers.road.march), spent: 0 };
            return std::iter::once(start).collect();
        }
        let entering = self.numbers.edge.entering;
        self.entry_hexes(state, unit)
            .iter()
            .filter(|&&entry| state.occupant(entry).is_none())
            .map(|&entry| Start {
                hex: entry,
                // 8-1(2): an entry hex in an enemy zone ends the move.
                points: if zone(entry) { 0 } else { body.movement.saturating_sub(entering) },
                road: road(entry, self.numbers.road.march - 1),
                spent: entering,
            })
            .collect()
    }

    /// Fills the scratch with where the unit can go from a start. With `avoid`, without entering such hexes.
    fn reach(
        &self,
        state: &State,
        unit: UnitId,
        start: Start,
        scratch: &mut Scratch,
        avoid: impl Fn(HexId) -> bool + Copy,
    ) {
        scratch.walk.run(&self.atlas, start.hex, start.points, self.walk_step(state, unit, avoid));
        scratch.road.run(&self.atlas, start.hex, start.road, self.road_step(state, unit, avoid));
    }

    pub(crate) fn walk_step<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
        avoid: impl Fn(HexId) -> bool + 'a,
    ) -> impl Fn(HexId, Dir, HexId) -> Step + 'a {
        let side = self.side_of(unit);
        move |from, dir, to| match self.ground.costs[from.index()][dir.index()] {
            0 => Step::Closed,
            _ if avoid(to) => Step::Closed,
            cost => self.enter(state, side, to, u16::from(cost)),
        }
    }

    /// 7-5-1: along road hexsides, and every hex entered is free of enemy zones.
    pub(crate) fn road_step<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
        avoid: impl Fn(HexId) -> bool + 'a,
    ) -> impl Fn(HexId, Dir, HexId) -> Step + 'a {
        let side = self.side_of(unit);
        move |from, dir, to| {
            let follows = self.ground.roads.has(from, dir) && self.ground.is_open(from, dir);
            if !follows || avoid(to) || self.in_enemy_zone(state, side, to) {
                return Step::Closed;
            }
            self.enter(state, side, to, 1)
        }
    }

    /// 7-3-1, 7-4-1: an enemy zone ends the move, so a friend's hex in one cannot be entered at all.
    #[inline]
    fn enter(&self, state: &State, side: Side, hex: HexId, cost: u16) -> Step {
        let zone = self.in_enemy_zone(state, side, hex);
        match state.occupant(hex) {
            None if zone => Step::Stop(cost),
            None => Step::Go(cost),
            Some(_) if zone => Step::Closed,
            Some(other) if self.side_of(other) != side => Step::Closed,
            Some(_) => Step::Go(cost),
        }
    }

    /// Hexes so near to Komatsuyama or to the Ishikawa that a move from them may pass there.
    pub(crate) fn memorable_hexes(&self) -> Vec<bool> {
        let most =
            self.units.iter().map(|unit| unit.movement).max().unwrap_or(0).max(self.numbers.road.march);
        let west = self.atlas.hexes().filter(|hex| self.remembers_crossing && self.ground.west[hex.index()]);
        let mut near = vec![false; self.atlas.len()];
        let mut reach = Reach::new();
        for hex in west.chain(self.star) {
            reach.run(&self.atlas, hex, most, |_, _, _| Step::Go(1));
            near[hex.index()] = true;
            for &hex in reach.reached() {
                near[hex.index()] = true;
            }
        }
        near
    }

    pub(crate) fn list_destinations(&self, state: &State, unit: UnitId, out: &mut Actions<Action>) {
        SCRATCH.with_borrow_mut(|scratch| {
            let mut places = [0u64; WORDS];
            let mut wanted = out.room();
            let mut off = false;
            for start in self.starts(state, unit) {
                // To see that there is a choice, the first free hexes will do.
                let mut enough = |hex: HexId| {
                    wanted -= usize::from(hex != start.hex && state.occupant(hex).is_none());
                    wanted == 0
                };
                let walk = self.walk_step(state, unit, |_| false);
                let early = scratch.walk.run_until(&self.atlas, start.hex, start.points, walk, &mut enough);
                if early.is_none() && start.road > 0 {
                    let road = self.road_step(state, unit, |_| false);
                    scratch.road.run(&self.atlas, start.hex, start.road, road);
                    scratch.road.reached().iter().for_each(|&hex| insert(&mut places, hex));
                }
                scratch.walk.reached().iter().for_each(|&hex| insert(&mut places, hex));
                if start.spent > 0 {
                    insert(&mut places, start.hex);
                } else {
                    off = scratch.leaving(start, self).is_some();
                }
                if early.is_some() {
                    break;
                }
            }
            for (word, mut bits) in places.into_iter().enumerate() {
                while bits != 0 {
                    let hex = HexId((64 * word) as u16 + bits.trailing_zeros() as u16);
                    bits &= bits - 1;
                    if state.occupant(hex).is_none() {
                        out.push(Action::To(hex));
                    }
                }
            }
            if off {
                out.push(Action::Off);
            }
        });
    }

    /// The points a move costs, for a road move the hexes; `None` if it cannot be made.
    pub(crate) fn move_cost(&self, state: &State, unit: UnitId, hex: HexId) -> Option<u16> {
        SCRATCH.with_borrow_mut(|scratch| {
            let costs = self.starts(state, unit).into_iter().filter_map(|start| {
                self.reach(state, unit, start, scratch, |_| false);
                scratch.way(start, hex)
            });
            costs.min().map(|(_, cost)| cost)
        })
    }

    /// The same for every hex in one search.
    pub(crate) fn move_costs(&self, state: &State, unit: UnitId) -> Vec<Option<(Gait, u16)>> {
        let mut ways = vec![None; self.atlas.len()];
        SCRATCH.with_borrow_mut(|scratch| {
            for start in self.starts(state, unit) {
                self.reach(state, unit, start, scratch, |_| false);
                let reached = scratch.walk.reached().iter().chain(scratch.road.reached());
                for &hex in reached.chain([&start.hex]) {
                    let way: &mut Option<_> = &mut ways[hex.index()];
                    *way = way.iter().copied().chain(scratch.way(start, hex)).min();
                }
            }
        });
        ways
    }

    pub(crate) fn judge_to(&self, state: &State, unit: UnitId, hex: HexId) -> May {
        if hex == state.hex(unit) {
            return Err(No::new(R_7_1_1, "no-already-there").unit(unit));
        }
        match state.occupant(hex) {
            Some(other) if self.is_enemy(unit, other) => {
                return Err(No::new(R_7_4_1, "no-enemy-there").unit(other));
            }
            Some(other) if state.hex(unit) == BESIDE && self.entry_hexes(state, unit).contains(&hex) => {
                return Err(No::new(R_8_2, "no-entry-occupied").unit(other));
            }
            Some(other) => return Err(No::new(R_7_4_1, "no-friend-there").unit(other)),
            None => {}
        }
        if self.move_cost(state, unit, hex).is_some() {
            return Ok(());
        }
        Err(self.why_not_there(state, unit, hex))
    }

    pub(crate) fn judge_off(&self, state: &State, unit: UnitId) -> May {
        if state.hex(unit) == BESIDE {
            return Err(No::new(R_8, "no-not-on-the-map").unit(unit));
        }
        let start = self.starts(state, unit)[0];
        let can = SCRATCH.with_borrow_mut(|scratch| {
            self.reach(state, unit, start, scratch, |_| false);
            scratch.leaving(start, self).is_some()
        });
        if can { Ok(()) } else { Err(No::new(R_7_6_1, "no-edge-in-reach").unit(unit)) }
    }

    /// 7-1-1: the move as a whole. The way is the cheapest, with a fixed tie-break; but where the scenario
    /// remembers it, the mover's interest decides between ways: the East does not cross the Ishikawa without
    /// need, and nobody passes Komatsuyama by without setting foot on it.
    pub(crate) fn move_to(&self, state: &mut State, unit: UnitId, hex: HexId, story: &mut Story<Event>) {
        let entering = state.hex(unit) == BESIDE;
        let side = self.side_of(unit);
        // Where neither the story nor the scenario asks which way it went, only the end matters.
        let remembered = entering || self.memorable[state.hex(unit).index()];
        let way = (remembered || story.is_telling()).then(|| self.way(state, unit, hex));
        if !entering {
            self.lift(state, unit);
        }
        self.put(state, unit, hex);
        state.moved.insert(unit);
        if let Some(Way { path, cost, gait }) = way {
            story.tell(|| {
                let stopped = self.in_enemy_zone(state, side, hex);
                let path = path.clone();
                match (entering, gait) {
                    (true, Gait::Road) => Event::Entered { unit, path, cost, entry: Entry::Road },
                    (true, Gait::Walk) if stopped => {
                        Event::Entered { unit, path, cost, entry: Entry::Stopped }
                    }
                    (true, Gait::Walk) => Event::Entered { unit, path, cost, entry: Entry::Walk },
                    (false, Gait::Walk) => Event::Moved { unit, path, cost, stopped },
                    (false, Gait::Road) => Event::Marched { unit, path },
                }
            });
            for &step in &path[usize::from(!entering)..] {
                self.visit(state, unit, step, story);
            }
        }
        if !entering {
            self.left_hex(state, unit, story);
        }
    }

    fn way(&self, state: &State, unit: UnitId, hex: HexId) -> Way {
        let side = self.side_of(unit);
        SCRATCH.with_borrow_mut(|scratch| {
            if let Some(star) = self.star.filter(|&star| state.holder != Some(side) && star != hex)
                && let Some(way) = self.way_over(state, unit, star, hex, scratch)
            {
                return way;
            }
            if side == EAST && self.remembers_crossing && !state.crossed {
                let west = |hex: HexId| self.ground.west[hex.index()];
                if let Some(way) = self.cheapest(state, unit, hex, scratch, west) {
                    return way;
                }
            }
            self.cheapest(state, unit, hex, scratch, |_| false).expect("a judged destination is in reach")
        })
    }

    fn cheapest(
        &self,
        state: &State,
        unit: UnitId,
        hex: HexId,
        scratch: &mut Scratch,
        avoid: impl Fn(HexId) -> bool + Copy,
    ) -> Option<Way> {
        let mut best: Option<Way> = None;
        for start in self.starts(state, unit) {
            self.reach(state, unit, start, scratch, avoid);
            if let Some((cost, gait)) = scratch.cost(hex) {
                let cost = cost + start.spent;
                if best.as_ref().is_none_or(|best| (gait as u8, cost) < (best.gait as u8, best.cost)) {
                    let mut path = Vec::new();
                    let reach = if gait == Gait::Walk { &scratch.walk } else { &scratch.road };
                    reach.path(hex, &mut path);
                    best = Some(Way { path, cost, gait });
                }
            }
        }
        best
    }

    /// A walk over a hex that is free, within the allowance.
    fn way_over(
        &self,
        state: &State,
        unit: UnitId,
        over: HexId,
        hex: HexId,
        scratch: &mut Scratch,
    ) -> Option<Way> {
        if state.occupant(over).is_some() || self.in_enemy_zone(state, self.side_of(unit), over) {
            return None;
        }
        let mut way = self.cheapest(state, unit, over, scratch, |_| false)?;
        let points = self.unit(unit).movement.checked_sub(way.cost)?;
        if way.gait == Gait::Road {
            return None;
        }
        self.reach(state, unit, Start { hex: over, points, road: 0, spent: 0 }, scratch, |_| false);
        let (cost, _) = scratch.cost(hex)?;
        let mut rest = Vec::new();
        scratch.walk.path(hex, &mut rest);
        way.path.extend_from_slice(&rest[1..]);
        way.cost += cost;
        Some(way)
    }

    /// 7-6: the unit leaves the map, never to come back.
    pub(crate) fn move_off(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let start = self.starts(state, unit)[0];
        let path = SCRATCH.with_borrow_mut(|scratch| {
            self.reach(state, unit, start, scratch, |_| false);
            let edge = scratch.leaving(start, self).expect("judged before");
            let mut path = Vec::new();
            scratch.walk.path(edge, &mut path);
            path
        });
        self.lift(state, unit);
        state.at[unit.index()] = LEFT;
        state.moved.insert(unit);
        story.tell(|| Event::Left { unit, path: path.clone() });
        for &step in &path[1..] {
            self.visit(state, unit, step, story);
        }
        self.left_hex(state, unit, story);
    }
}

impl Scratch {
    /// 7-6-1: the edge hex from which the unit leaves: the cheapest where it may go on and has the points to leave.
    fn leaving(&self, start: Start, rules: &Yukimura) -> Option<HexId> {
        std::iter::once(start.hex).chain(self.walk.reached().iter().copied()).find(|&hex| {
            let paid = |cost: u16| cost + rules.numbers.edge.leaving <= start.points;
            rules.atlas.is_edge(hex) && self.walk.goes_on(hex).is_some_and(paid)
        })
    }

    /// How the unit gets to a hex from this start, and what that costs with what it has spent.
    fn way(&self, start: Start, hex: HexId) -> Option<(Gait, u16)> {
        self.cost(hex).map(|(cost, gait)| (gait, cost + start.spent))
    }

    fn cost(&self, hex: HexId) -> Option<(u16, Gait)> {
        let walk = self.walk.cost(hex).map(|cost| (cost, Gait::Walk));
        walk.or_else(|| self.road.cost(hex).map(|cost| (cost, Gait::Road)))
    }
}

fn insert(places: &mut [u64; WORDS], hex: HexId) {
    places[hex.index() / 64] |= 1 << (hex.index() % 64);
}

/// The place of a hex, for sentences.
pub(crate) fn place(hex: HexId) -> Thing {
    Thing::Place(hex.0)
}
