//! 12: control of areas.

use hexmap::AreaId;
use kernel::{Rule, Side, Story};

use crate::{Summits, event::Event, map::bit, state::State};

impl Summits {
    /// 12.0-2, X-9: units here and no enemy's make the area theirs; one that is empty or contested keeps its owner.
    pub(crate) fn take_control(&self, state: &mut State, area: AreaId, rule: Rule, story: &mut Story<Event>) {
        let here = state.here(area);
        let owner = Side::ALL.into_iter().find(|side| {
            let [own, other] = [*side, side.other()].map(|side| here & self.of_side[side.index()]);
            own.any() && other.is_empty()
        });
        let Some(side) = owner else { return };
        if state.controls(side, area) {
            return;
        }
        state.control[side.index()] |= bit(area);
        state.control[side.other().index()] &= !bit(area);
        story.tell(|| Event::Controls { side, area, rule });
        self.check_victory(state, story);
    }
}
