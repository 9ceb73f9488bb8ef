//! 7: where a group can go, and who can ambush it there.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::Side;

use crate::{
    Summits,
    decisions::play::{Group, Step},
    model::{
        map::{self, bit},
        state::State,
        units::UnitSet,
    },
};

/// Where a group can go, and by which area where it has to pass one that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) to: AreaId,
    /// Named in the action.
    pub(crate) by: Option<AreaId>,
    /// Passed.
    pub(crate) via: Option<AreaId>,
}

impl Summits {
    pub(crate) fn has(&self, state: &State, area: AreaId, side: Side) -> bool {
        (state.here(area) & self.of_side[side.index()]).any()
    }

    pub(crate) fn room(&self, state: &State, area: AreaId, side: Side) -> u8 {
        self.numbers.stacking.most.saturating_sub((state.here(area) & self.of_side[side.index()]).len())
    }

    /// Areas one step away; for a group beside the map the entry areas (11.0-3).
    pub(crate) fn steps(&self, group: &Group) -> u64 {
        if group.area_is_beside() { self.map.entries } else { self.map.next[group.area.index()] }
    }

    /// Does leaving cost the whole move (7.0-1c)?
    pub(crate) fn is_held(&self, state: &State, group: &Group) -> bool {
        !group.area_is_beside() && self.has(state, group.area, state.active.other())
    }

    /// Areas the group may pass on the way (7.0-1, 7.0-2, 7.0-4).
    fn passable(&self, state: &State, group: &Group, count: u8) -> u64 {
        if !self.numbers.movement.reaches_two(self.is_held(state, group)) {
            return 0;
        }
        let side = state.active;
        map::areas(self.steps(group) & !self.map.heights)
            .filter(|&area| !self.has(state, area, side.other()) && self.room(state, area, side) >= count)
            .fold(0, |mask, area| mask | bit(area))
    }

    /// Areas the group can pass to reach this one.
    fn ways_to(&self, state: &State, group: &Group, passable: u64, to: AreaId) -> u64 {
        let contact = self.has(state, to, state.active.other());
        let closed = self.map.heights & bit(to) != 0 || !self.numbers.movement.reaches_two(contact);
        if closed || to == group.area { 0 } else { passable & self.map.next[to.index()] }
    }

    /// The area passed when none is named: one already controlled if there is one.
    fn usual_way(&self, state: &State, ways: u64) -> Option<AreaId> {
        let own = ways & state.control[state.active.index()];
        map::areas(if own != 0 { own } else { ways }).next()
    }

    /// Whether these units can go anywhere. Units that cannot take a step cannot pass through anything either.
    pub(crate) fn can_go(&self, state: &State, group: &Group, units: UnitSet) -> bool {
        let count = units.len();
        map::areas(self.steps(group)).any(|area| self.room(state, area, state.active) >= count)
    }

    /// Everywhere these units can go.
    pub(crate) fn destinations(&self, state: &State, group: &Group, units: UnitSet) -> ArrayVec<Way, 64> {
        let mut out = ArrayVec::new();
        let passable = self.passable(state, group, units.len());
        let far = map::areas(passable).fold(0, |mask, area| mask | self.map.next[area.index()]);
        for to in map::areas(self.steps(group) | far) {
            for way in self.ways(state, group, units.len(), passable, to) {
                let _ = out.try_push(way);
            }
        }
        out
    }

    /// The ways of a number of units to one area: the usual one, then those that are named.
    fn ways(
        &self,
        state: &State,
        group: &Group,
        count: u8,
        passable: u64,
        to: AreaId,
    ) -> impl Iterator<Item = Way> {
        let side = state.active;
        let reachable = to != group.area && self.room(state, to, side) >= count;
        let passed = if reachable { self.ways_to(state, group, passable, to) } else { 0 };
        let direct = self.steps(group) & bit(to) != 0;
        let via = if direct { None } else { self.usual_way(state, passed) };
        let usual = (reachable && (direct || via.is_some())).then_some(Way { to, by: None, via });
        // 12.0-2: to pass through takes control, so it matters by which area.
        let named = map::areas(passed & !state.control[side.index()]).filter(move |by| Some(*by) != via);
        usual.into_iter().chain(named.map(move |by| Way { to, by: Some(by), via: Some(by) }))
    }

    pub(crate) fn way(
        &self,
        state: &State,
        group: &Group,
        units: UnitSet,
        to: AreaId,
        by: Option<AreaId>,
    ) -> Option<Way> {
        let passable = self.passable(state, group, units.len());
        self.ways(state, group, units.len(), passable, to).find(|way| way.by == by)
    }

    /// Does the group that moves pass this area on its usual way?
    pub(crate) fn takes_anyway(&self, state: &State, to: AreaId, by: AreaId) -> bool {
        let Some(play) = state.play().filter(|play| matches!(play.step, Step::Group)) else {
            return false;
        };
        let Some(group) = &play.group else {
            return false;
        };
        let units = self.acting(state, play, group);
        units.any() && self.way(state, group, units, to, None).is_some_and(|way| way.via == Some(by))
    }

    /// the units that may ambush: front ones, or all if there are none.
    pub(crate) fn ambushers(&self, state: &State, area: AreaId) -> UnitSet {
        let own = state.here(area) & self.of_side[state.active.other().index()];
        let front = own - state.back;
        if front.any() { front } else { own }
    }
}
