//! Chapter 13: command range, where the option is on.

use crate::{
    Yukimura,
    model::{
        state::{BESIDE, State},
        units::{Branch, UnitId},
    },
};

impl Yukimura {
    /// 13-1(2): within the range of a leader of its own force. Generals command themselves, and units still
    /// beside the map are in command.
    pub(crate) fn is_commanded(&self, state: &State, unit: UnitId) -> bool {
        let body = self.unit(unit);
        if !self.command_range || body.branch == Branch::General || state.hex(unit) == BESIDE {
            return true;
        }
        self.force(body.force).leaders.iter().any(|&leader| {
            state.on_map(leader)
                && self.atlas.distance(state.hex(leader), state.hex(unit)) <= self.unit(leader).command
        })
    }
}
