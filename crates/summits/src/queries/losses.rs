//! 10: which losses are due, and where units can retreat to.

use hexmap::AreaId;
use kernel::Side;

use crate::{
    Summits,
    model::{
        map::{self, bit},
        state::{Attack, State},
        units::UnitSet,
    },
};

/// what the next point does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    Flip,
    Retreat,
    Remove,
}

impl Summits {
    pub(crate) fn suffering(&self, state: &State, attack: &Attack) -> UnitSet {
        state.here(attack.target) & self.of_side[attack.side.other().index()]
    }

    /// 10.2-1: the kind of loss that is due.
    pub(crate) fn due(&self, state: &State, attack: &Attack) -> Loss {
        if (self.suffering(state, attack) - state.back).any() {
            Loss::Flip
        } else if self.retreats(state, attack.target, attack.side.other()) != 0 {
            Loss::Retreat
        } else {
            Loss::Remove
        }
    }

    /// 10.3: where a unit of this side may retreat to from an area, one bit each.
    pub(crate) fn retreats(&self, state: &State, from: AreaId, side: Side) -> u64 {
        let own = state.control[side.index()];
        let near = self.map.next[from.index()] & own;
        let open = |mask: u64| {
            map::areas(mask)
                .filter(|&area| self.room(state, area, side) > 0)
                .fold(0, |mask, area| mask | bit(area))
        };
        let free = open(near);
        if free != 0 {
            return safest(self, state, side, free);
        }
        // 10.3-2: all are full, so one area further.
        let beyond = map::areas(near).fold(0, |mask, area| mask | self.map.next[area.index()]);
        safest(self, state, side, open(beyond & own & !bit(from)))
    }

    /// Where he sends them: as near to his own honjin, or away from the enemy's, as can be.
    pub(crate) fn usual_retreat(&self, mask: u64, side: Side) -> Option<AreaId> {
        map::areas(mask).min_by_key(|&area| (self.haven[side.index()][area.index()], area))
    }
}

/// Enemy-controlled neighbours: 10.3-1.
fn exposure(rules: &Summits, state: &State, area: AreaId, side: Side) -> u32 {
    (rules.map.next[area.index()] & state.control[side.other().index()]).count_ones()
}

/// The least exposed of these.
fn safest(rules: &Summits, state: &State, side: Side, mask: u64) -> u64 {
    let least = map::areas(mask).map(|area| exposure(rules, state, area, side)).min();
    map::areas(mask)
        .filter(|&area| Some(exposure(rules, state, area, side)) == least)
        .fold(0, |mask, area| mask | bit(area))
}
