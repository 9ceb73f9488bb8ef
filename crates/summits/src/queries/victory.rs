//! 13: the end of a battle.

use kernel::{Side, Story};

use crate::{
    Summits,
    model::state::{Ending, Over, State},
    presentation::event::Event,
};

impl Summits {
    pub(crate) fn finish(&self, state: &mut State, over: Over, story: &mut Story<Event>) {
        state.over = Some(over);
        story.tell(|| Event::Over { over });
    }

    /// outright victories, after every single change; the phasing player's first.
    pub(crate) fn check_victory(&self, state: &mut State, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        self.check_cuts(state, story);
        for side in [state.active, state.active.other()] {
            if let Some(by) = self.has_won(state, side) {
                self.finish(state, Over { winner: Some(side), by }, story);
                return;
            }
        }
    }

    /// 13.0-2 with its option: a commander who retreats has lost.
    pub(crate) fn beaten(&self, state: &mut State, side: Side, story: &mut Story<Event>) {
        self.finish(state, Over { winner: Some(side.other()), by: Ending::Taisho }, story);
    }
}
