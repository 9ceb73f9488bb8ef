//! 12: control of areas.

use hexmap::AreaId;
use kernel::{Rule, Side, Story};

use crate::{
    Summits,
    model::{
        map::bit,
        state::{State, on_map},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

impl Summits {
    /// 12.0-2: the side whose units stand alone in an area.
    pub(crate) fn alone_in(&self, state: &State, area: AreaId) -> Option<Side> {
        let here = state.here(area);
        Side::ALL.into_iter().find(|side| {
            let [own, other] = [*side, side.other()].map(|side| here & self.of_side[side.index()]);
            own.any() && other.is_empty()
        })
    }

    /// 12.0-2: an area with units of one side only that this side does not control. There is none after any input.
    pub fn wrongly_owned(&self, state: &State) -> Option<AreaId> {
        let wrong = |area: &AreaId| {
            self.alone_in(state, *area).is_some_and(|side| state.controller(*area) != Some(side))
        };
        self.map.graph.areas().find(wrong)
    }

    /// 12.0-2, X-9: units here and no enemy's make the area theirs; one that is empty or contested keeps its owner.
    /// Places beside the map have no owner.
    fn hand_over(&self, state: &mut State, area: AreaId, rule: Rule, story: &mut Story<Event>) {
        let Some(side) = Some(area).filter(|area| on_map(*area)).and_then(|area| self.alone_in(state, area))
        else {
            return;
        };
        if state.controls(side, area) {
            return;
        }
        state.control[side.index()] |= bit(area);
        state.control[side.other().index()] &= !bit(area);
        story.tell(|| Event::Controls { side, area, rule });
    }

    /// 12.0-1 and 12.0-2: the control that the map prints, changed by units that stand somewhere alone.
    pub(crate) fn control_as_placed(&self, state: &mut State) {
        for area in self.map.graph.areas() {
            self.hand_over(state, area, R_12_0_2, &mut Story::silent());
        }
    }

    /// Control of areas that units have just left or entered. All change before victory is looked at: X-8 counts them
    /// as one change.
    pub(crate) fn take_control(
        &self,
        state: &mut State,
        areas: &[(AreaId, Rule)],
        beaten: Option<Side>,
        story: &mut Story<Event>,
    ) {
        for &(area, rule) in areas {
            self.hand_over(state, area, rule, story);
        }
        match beaten {
            Some(side) => self.beaten(state, side, story),
            None => self.check_victory(state, story),
        }
    }
}
