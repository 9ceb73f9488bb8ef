//! 11-1 and 11-2: retreats, chain retreats and displacement.
//!
//! A retreating unit is lifted from the map and walked hex by hex by its owner; friends whose hexes it
//! enters are marked and check when it has come to rest. Two units in a hex: one of them goes on.

use arrayvec::ArrayVec;
use hexmap::{Dir, HexId};
use kernel::{Actions, Story};

use crate::{
    Yukimura,
    action::Action,
    event::Event,
    numbers::MOST_RETREAT,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Fate, Fight, Retreat, Stage, State},
    units::UnitId,
};

/// A retreat under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) unit: UnitId,
    /// Where it stood.
    pub(crate) from: HexId,
    pub(crate) walked: u8,
    pub(crate) need: u8,
    pub(crate) why: Retreat,
}

/// The hexes of a retreat that are still to be entered.
type Way = ArrayVec<HexId, MOST_RETREAT>;

/// 11-1-1: what a unit must not come nearer to.
type Threats = ArrayVec<HexId, 6>;

impl Yukimura {
    pub(crate) fn walk(stage: Stage) -> Option<Walk> {
        match stage {
            Stage::Retreat { unit, from, walked, need, why } => Some(Walk { unit, from, walked, need, why }),
            _ => None,
        }
    }

    pub(crate) fn begin_retreat(
        &self,
        state: &mut State,
        unit: UnitId,
        need: u8,
        why: Retreat,
        story: &mut Story<Event>,
    ) {
        let from = state.hex(unit);
        let walk = Walk { unit, from, walked: 0, need, why };
        let threats = self.threats(state, unit);
        if !self.can_complete(state, &threats, walk, from) {
            // 11-1-3: removed before any hex is walked, so nobody is marked.
            story.tell(|| Event::Trapped { unit, need: i32::from(need) });
            self.remove(state, unit, R_11_1_3, story);
            return self.continue_cascade(state, story);
        }
        let rule = if why == Retreat::Chain { R_11_2_3 } else { R_11_3_RETREAT };
        story.tell(|| Event::Retreats { unit, need: i32::from(need), rule });
        self.lift(state, unit);
        let fight = state.fight_mut();
        fight.stage = Stage::Retreat { unit, from, walked: 0, need, why };
        fight.trail.clear();
        fight.trail.push(from);
        if fight.target == unit {
            fight.fate = Fate::Retreated;
            fight.path.clear();
            fight.path.push(from);
        }
        self.left_hex(state, unit, story);
    }

    /// The target and its friends flee from the attackers; attackers and theirs from the hex that was held.
    fn threats(&self, state: &State, unit: UnitId) -> Threats {
        let fight = state.fight().expect("retreats happen in fights");
        if self.is_enemy(unit, fight.target) {
            return std::iter::once(fight.held).collect();
        }
        fight.attackers.iter().map(|&u| state.hex(u)).filter(|&hex| crate::state::on_map(hex)).collect()
    }

    /// May the walking unit step from `at` in this direction? Whether it can go on from there is not asked.
    fn may_step(
        &self,
        state: &State,
        threats: &Threats,
        walk: Walk,
        at: HexId,
        dir: Dir,
    ) -> Result<HexId, No> {
        // 11-1-2(4): nobody can point at a hex beyond the edge, so the reason is never read.
        let Some(to) = self.atlas.neighbour(at, dir) else { return Err(No::new(R_11_1, "no-map-ends")) };
        if !self.ground.is_open(at, dir) {
            return Err(No::new(R_11_1_2_3, "no-impassable"));
        }
        let side = self.unit(walk.unit).side;
        if let Some(other) = state.occupant(to)
            && self.side_of(other) != side
        {
            return Err(No::new(R_11_1_2_1, "no-enemy-there").unit(other));
        }
        if self.in_enemy_zone(state, side, to) {
            return Err(No::new(R_11_1_2_2, "no-retreat-into-zone"));
        }
        // 11-2-5: further, not back: the same crowd is not run through to and fro.
        let behind = |fight: &Fight| fight.pushed.contains(&to) || fight.trail_of(walk.unit).contains(&to);
        if walk.why == Retreat::Displaced && state.fight().is_some_and(behind) {
            return Err(No::new(R_11_2_5, "no-not-back-again"));
        }
        let away = walk.why == Retreat::Displaced
            || self.atlas.distance(walk.from, to) == u16::from(walk.walked) + 1;
        let nearer = |&threat: &HexId| self.atlas.distance(to, threat) < self.atlas.distance(at, threat);
        if !away || threats.iter().any(nearer) {
            return Err(No::new(R_11_1_1, "no-not-away"));
        }
        Ok(to)
    }

    /// 11-1-3: is there a way to walk all the hexes that are still owed?
    fn can_complete(&self, state: &State, threats: &Threats, walk: Walk, at: HexId) -> bool {
        walk.walked == walk.need
            || Dir::ALL.iter().any(|&dir| {
                self.may_step(state, threats, walk, at, dir).is_ok_and(|to| {
                    self.can_complete(state, threats, Walk { walked: walk.walked + 1, ..walk }, to)
                })
            })
    }

    fn may_retreat(&self, state: &State, threats: &Threats, walk: Walk, dir: Dir) -> Result<HexId, No> {
        let to = self.may_step(state, threats, walk, state.hex(walk.unit), dir)?;
        let next = Walk { walked: walk.walked + 1, ..walk };
        if self.can_complete(state, threats, next, to) {
            Ok(to)
        } else {
            Err(No::new(R_11_1_3, "no-dead-end").with("left", i32::from(walk.need - walk.walked - 1)))
        }
    }

    /// Calls `found` with every way that walks all the hexes still owed, until it answers no.
    fn each_way(&self, state: &State, walk: Walk, found: &mut impl FnMut(&Way) -> bool) {
        let threats = self.threats(state, walk.unit);
        self.continue_way(state, &threats, walk, state.hex(walk.unit), &mut Way::new(), found);
    }

    fn continue_way(
        &self,
        state: &State,
        threats: &Threats,
        walk: Walk,
        at: HexId,
        way: &mut Way,
        found: &mut impl FnMut(&Way) -> bool,
    ) -> bool {
        if walk.walked == walk.need {
            return found(way);
        }
        let next = Walk { walked: walk.walked + 1, ..walk };
        Dir::ALL.iter().all(|&dir| {
            let Ok(to) = self.may_step(state, threats, walk, at, dir) else { return true };
            way.push(to);
            let more = self.continue_way(state, threats, next, to, way, found);
            way.pop();
            more
        })
    }

    /// The last hex of every way, and where there is more than one way also the next hex of each: one click walks the
    /// whole way, or a single hex of it.
    pub(crate) fn list_retreats(&self, state: &State, walk: Walk, out: &mut Actions<Action>) {
        let (mut ends, mut steps) = (Vec::new(), Vec::new());
        let mut ways = 0;
        // To see that there is a choice, two ways will do.
        let wanted = if out.room() <= 2 { 2 } else { usize::MAX };
        self.each_way(state, walk, &mut |way| {
            ends.extend(way.last());
            steps.extend(way.first());
            ways += 1;
            ways < wanted
        });
        for hexes in [&mut ends, &mut steps] {
            hexes.sort_unstable();
            hexes.dedup();
        }
        if ways == 1 || walk.walked + 1 == walk.need {
            steps.clear();
        }
        out.extend(ends.into_iter().chain(steps).map(Action::Back));
    }

    pub(crate) fn judge_back(&self, state: &State, walk: Walk, hex: HexId) -> May {
        let left = walk.need - walk.walked;
        let no = |rule, key| No::new(rule, key).unit(walk.unit).with("left", i32::from(left));
        if let Some(dir) = self.atlas.direction(state.hex(walk.unit), hex) {
            self.may_retreat(state, &self.threats(state, walk.unit), walk, dir)?;
            let mut ways = 0;
            self.each_way(state, walk, &mut |_| {
                ways += 1;
                ways < 2
            });
            // With a single way there is nothing to choose hex by hex.
            return if left == 1 || ways > 1 { Ok(()) } else { Err(no(R_11_1, "no-one-way")) };
        }
        if self.atlas.distance(walk.from, hex) != u16::from(walk.need) {
            return Err(no(R_11_1, "no-not-a-retreat"));
        }
        if self.gentlest_way(state, walk, |end| end == hex).is_some() {
            return Ok(());
        }
        let side = self.unit(walk.unit).side;
        if let Some(other) = state.occupant(hex)
            && self.side_of(other) != side
        {
            return Err(No::new(R_11_1_2_1, "no-enemy-there").unit(other));
        }
        if self.in_enemy_zone(state, side, hex) {
            return Err(No::new(R_11_1_2_2, "no-retreat-into-zone"));
        }
        Err(no(R_11_1_3, "no-way-back"))
    }

    /// Of the ways to such an end the one that harms friends least; of equal ones the first by its hexes.
    fn gentlest_way(&self, state: &State, walk: Walk, ends: impl Fn(HexId) -> bool) -> Option<Way> {
        let mut best: Option<(u32, Way)> = None;
        self.each_way(state, walk, &mut |way| {
            if way.last().is_some_and(|&end| ends(end)) {
                let harm = self.harm(state, way);
                if best.as_ref().is_none_or(|(least, first)| (harm, way) < (*least, first)) {
                    best = Some((harm, way.clone()));
                }
            }
            true
        });
        best.map(|(_, way)| way)
    }

    /// Friends who would have to check, and one who would share the last hex (11-2-5).
    fn harm(&self, state: &State, way: &Way) -> u32 {
        let checks =
            way.iter().filter_map(|&hex| state.occupant(hex)).filter(|&u| self.would_check(state, u));
        let shared = way.last().is_some_and(|&end| state.occupant(end).is_some());
        checks.count() as u32 + u32::from(shared)
    }

    /// Would this friend check if a retreat entered its hex?
    pub(crate) fn would_check(&self, state: &State, friend: UnitId) -> bool {
        let done = |fight: &Fight| fight.retreated.has(friend) || fight.chained.has(friend);
        self.unit(friend).morale.is_some() && !state.fight().is_some_and(done)
    }

    /// Those who would check if the unit went back to this hex.
    pub(crate) fn endangered(&self, state: &State, walk: Walk, hex: HexId) -> Vec<UnitId> {
        let way = match self.is_next_hex(state, walk, hex) {
            true => std::iter::once(hex).collect(),
            false => self.gentlest_way(state, walk, |end| end == hex).unwrap_or_default(),
        };
        way.iter().filter_map(|&hex| state.occupant(hex)).filter(|&u| self.would_check(state, u)).collect()
    }

    /// Is this the next hex of the retreat, rather than its end?
    pub(crate) fn is_next_hex(&self, state: &State, walk: Walk, hex: HexId) -> bool {
        self.atlas.direction(state.hex(walk.unit), hex).is_some()
    }

    /// Where a sensible owner goes: to the end of the gentlest way.
    pub(crate) fn habitual_retreat(&self, state: &State, walk: Walk) -> Option<HexId> {
        if walk.why == Retreat::Displaced {
            return self.toward_room(state, &self.threats(state, walk.unit), walk);
        }
        self.gentlest_way(state, walk, |_| true).and_then(|way| way.last().copied())
    }

    /// The first step of the shortest way to a free hex, or any step where there is none: a crowd is left by
    /// the nearest door, not run through to and fro.
    fn toward_room(&self, state: &State, threats: &Threats, walk: Walk) -> Option<HexId> {
        // Hexes in the order found, each with the first step that led there.
        let mut seen: Vec<(HexId, Option<HexId>)> = vec![(state.hex(walk.unit), None)];
        let mut next = 0;
        while let Some(&(at, first)) = seen.get(next) {
            for dir in Dir::ALL {
                let Ok(to) = self.may_step(state, threats, walk, at, dir) else { continue };
                let first = first.unwrap_or(to);
                if state.occupant(to).is_none() {
                    return Some(first);
                }
                if !seen.iter().any(|&(hex, _)| hex == to) {
                    seen.push((to, Some(first)));
                }
            }
            next += 1;
        }
        seen.get(1).and_then(|&(_, first)| first)
    }

    /// 11-1: one hex, or the gentlest way to the last.
    pub(crate) fn resolve_back(&self, state: &mut State, walk: Walk, hex: HexId, story: &mut Story<Event>) {
        if self.is_next_hex(state, walk, hex) {
            return self.fall_back(state, walk, hex, story);
        }
        let way = self.gentlest_way(state, walk, |end| end == hex).expect("judged before");
        for (walked, step) in (walk.walked..).zip(way) {
            self.fall_back(state, Walk { walked, ..walk }, step, story);
        }
    }

    fn fall_back(&self, state: &mut State, walk: Walk, hex: HexId, story: &mut Story<Event>) {
        let Walk { unit, from, why, need, .. } = walk;
        let walked = walk.walked + 1;
        let was = state.hex(unit);
        state.at[unit.index()] = hex;
        story.tell(|| Event::FellBack { unit, from: was, to: hex, displaced: why == Retreat::Displaced });
        self.visit(state, unit, hex, story);
        if let Some(friend) = state.occupant(hex) {
            self.mark(state, friend, story);
        }
        let fight = state.fight_mut();
        fight.trail.push(hex);
        if fight.target == unit && fight.fate == Fate::Retreated {
            fight.path.push(hex);
        }
        if walked < need {
            fight.stage = Stage::Retreat { unit, from, walked, need, why };
            return;
        }
        match why {
            Retreat::Own => fight.retreated.insert(unit),
            Retreat::Chain => fight.chained.insert(unit),
            // 11-2-5: being displaced is not having retreated.
            Retreat::Displaced => {}
        }
        match state.occupant(hex) {
            None => {
                state.fight_mut().forget_trail();
                self.put(state, unit, hex);
                self.continue_cascade(state, story);
            }
            Some(stood) => self.begin_stack(state, unit, stood, story),
        }
    }

    /// 11-2-1: a friend's hex was entered.
    fn mark(&self, state: &mut State, friend: UnitId, story: &mut Story<Event>) {
        let fight = state.fight_mut();
        if self.unit(friend).morale.is_none() {
            // 11: the asterisk never checks, so it needs no marker.
            story.tell(|| Event::RunThrough { unit: friend });
        } else if fight.retreated.has(friend) {
            story.tell(|| Event::Spared { unit: friend, rule: R_11_2_4_1 });
        } else if fight.chained.has(friend) {
            story.tell(|| Event::Spared { unit: friend, rule: R_11_2_4_2 });
        } else if !fight.marked.contains(&friend) {
            fight.marked.push(friend);
            story.tell(|| Event::Marked { unit: friend });
        }
    }

    /// 11-2-5: two units in a hex.
    fn begin_stack(&self, state: &mut State, arrived: UnitId, stood: UnitId, story: &mut Story<Event>) {
        state.fight_mut().stage = Stage::Stack { arrived, stood };
        if !self.can_shift(state, arrived) && !self.can_shift(state, stood) {
            // 5(2): nobody can go on, so the one that arrived is taken off.
            state.fight_mut().forget_trail();
            self.remove(state, arrived, R_5_2, story);
            self.continue_cascade(state, story);
        }
    }

    fn can_shift(&self, state: &State, unit: UnitId) -> bool {
        let from = state.hex(unit);
        let walk = Walk { unit, from, walked: 0, need: 1, why: Retreat::Displaced };
        self.can_complete(state, &self.threats(state, unit), walk, from)
    }

    pub(crate) fn list_shifts(
        &self,
        state: &State,
        arrived: UnitId,
        stood: UnitId,
        out: &mut Actions<Action>,
    ) {
        for unit in [arrived, stood] {
            if self.can_shift(state, unit) {
                out.push(Action::Shift(unit));
            }
        }
    }

    pub(crate) fn judge_shift(&self, state: &State, fight: &Fight, unit: UnitId) -> May {
        match fight.stage {
            Stage::Stack { arrived, stood } if unit == arrived || unit == stood => {
                if self.can_shift(state, unit) {
                    Ok(())
                } else {
                    Err(No::new(R_11_2_5, "no-cannot-go-on").unit(unit))
                }
            }
            _ => Err(No::new(R_11_2_5, "no-not-stacked").unit(unit)),
        }
    }

    pub(crate) fn resolve_shift(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let Stage::Stack { arrived, stood } = state.fight_mut().stage else { unreachable!("judged before") };
        let from = state.hex(unit);
        if unit == stood {
            self.lift(state, stood);
            self.put(state, arrived, from);
        }
        let fight = state.fight_mut();
        fight.pushed.push(from);
        if unit == stood {
            // It has not come through the hexes of the other.
            fight.trail.clear();
        }
        fight.stage = Stage::Retreat { unit, from, walked: 0, need: 1, why: Retreat::Displaced };
        story.tell(|| Event::Displaced { unit });
        self.left_hex(state, unit, story);
    }
}
