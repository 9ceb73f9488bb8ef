//! The contract with the kernel: which chapter answers what.

use kernel::{Profile, Rules};

use crate::{Gunyuden, model::state::State, notation::action::Action, presentation::event::Event};

/// Castles are pieces too, numbered behind all units.
pub(crate) const CASTLES: u16 = 256;

impl Rules for Gunyuden {
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
            ("ask-retreat", "order-retreats"),
            ("ask-leave", "order-leave"),
            ("ask-losses", "order-losses"),
            ("ask-lose-counter", "order-lose-counter"),
            ("ask-lose-battle", "order-lose-battle"),
            ("ask-lose-interception", "order-lose-interception"),
            ("ask-lose-toll", "order-lose-toll"),
            ("ask-lose-trapped", "order-lose-trapped"),
            ("ask-lose-rout", "order-lose-rout"),
            ("ask-lose-deserters", "order-lose-deserters"),
            ("ask-remove", "order-remove"),
            ("ask-traitor", "order-traitor"),
            ("ask-check", "order-hold-out"),
        ]
    }

    /// It ends with the last inning; what ends it before then is thrown for (37.7).
    fn goes_on(&self, state: &State) -> bool {
        state.inning < self.scenario.innings
    }
}
