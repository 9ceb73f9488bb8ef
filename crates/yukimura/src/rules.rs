//! The contract with the kernel: which chapter answers what.

use hexmap::HexId;
use kernel::{Profile, Rules, Thing};

use crate::{
    Yukimura,
    model::{
        state::{State, on_map},
        units::UnitId,
    },
    notation::action::Action,
    presentation::event::Event,
};

impl Rules for Yukimura {
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
            ("ask-order", "order-checks"),
            ("ask-retreat", "order-retreats"),
            ("ask-stack", "order-stacks"),
            ("ask-displaced", "order-displacement"),
        ]
    }
}

impl Yukimura {
    /// The unit that a click on this points at.
    pub(crate) fn unit_clicked(&self, state: &State, thing: Thing) -> Option<UnitId> {
        match thing {
            Thing::Piece(n) => Some(UnitId(n as u8)),
            Thing::Place(n) => state.occupant(HexId(n)),
            _ => None,
        }
    }

    /// The hex that a click on this points at.
    pub(crate) fn hex_clicked(&self, state: &State, thing: Thing) -> Option<HexId> {
        match thing {
            Thing::Piece(n) => Some(state.hex(UnitId(n as u8))).filter(|&hex| on_map(hex)),
            Thing::Place(n) => Some(HexId(n)),
            _ => None,
        }
    }

    /// 14-2(6): a leader whose leaving his hex ends the game.
    pub(crate) fn is_rooted(&self, unit: UnitId) -> bool {
        self.rooted.has(unit)
    }
}
