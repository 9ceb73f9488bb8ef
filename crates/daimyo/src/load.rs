//! The data files of a battle.

pub mod muster;
pub(crate) mod setup;
pub(crate) mod system;
