//! How things, actions and states are written as text.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    fault::Fault,
    rules::Rules,
    thing::{Name, Side, Thing},
};

/// States as files: what a position editor writes and a record begins with.
pub trait Positions: Rules {
    /// A state as a person writes it down: names instead of indices.
    type Position: Serialize + DeserializeOwned;

    fn position(&self, state: &Self::State) -> Self::Position;
    fn place(&self, position: Self::Position) -> Result<Self::State, Fault>;
}

/// Names of things, and actions as text.
pub trait Notation: Positions {
    fn name(&self, thing: Thing) -> Name;
    fn side_name(&self, side: Side) -> Name {
        self.profile().card.sides[side.index()].name.clone()
    }
    /// A thing's stable text, as used in actions and scenes: `goto_G1`, `D:0113`.
    fn label(&self, thing: Thing) -> String;
    fn find(&self, label: &str) -> Option<Thing>;
    fn write_action(&self, action: &Self::Action) -> String;
    /// The one text form of an action, parsed; the error says what was not understood.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;

    /// An action read from a text that must be its one form.
    fn canonical(&self, text: &str, action: Self::Action) -> Result<Self::Action, String> {
        match self.write_action(&action) {
            canonical if canonical == text => Ok(action),
            canonical => Err(format!("write `{canonical}` instead of `{text}`")),
        }
    }
}
