//! The contract with the kernel: which chapter answers what.

use kernel::{Profile, Rules};
use open::Event;

use crate::{Daimyo, decisions::Step, model::state::State, notation::action::Action};

impl Rules for Daimyo {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn begin(&self) -> State {
        self.start.clone()
    }

    kernel::decision_rules!();

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-flank", "order-tests"),
            ("ask-rally", "order-rally"),
            ("ask-facing", "order-facing"),
            ("ask-form", "order-form"),
        ]
    }

    /// Only C2 ends a game, when every group has had its slot, and the dice of a melee or a volley that break a
    /// headquarters (D-SC1); so it goes on while a group waits that must throw for its slot.
    fn goes_on(&self, state: &State) -> bool {
        !matches!(state.step, Step::Fight(_)) && self.all_groups().any(|group| self.must_throw(state, group))
    }
}
