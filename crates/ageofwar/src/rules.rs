//! The contract with the kernel: which chapter answers what.

use kernel::{Profile, Rules};
use open::Event;

use crate::{AgeOfWar, decisions::Step, model::state::State, notation::action::Action};

impl Rules for AgeOfWar {
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
            ("ask-rally", "order-rally"),
            ("ask-face", "order-face"),
            ("ask-reform-facing", "order-reform-facing"),
            ("ask-reform-files", "order-reform-files"),
            ("ask-reform-front", "order-reform-front"),
            ("ask-close-up", "order-close-up"),
            ("ask-name-owner", "order-name-owner"),
        ]
    }

    /// Only a broken side ends the game without dice, and only a refused challenge kills without them.
    fn goes_on(&self, state: &State) -> bool {
        !self.is_broken(state) && !matches!(state.step, Step::Accept(_))
    }
}
