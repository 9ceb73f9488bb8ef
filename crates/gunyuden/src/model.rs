//! What a game is made of: the state, and what does not change.

pub(crate) mod figures;
pub mod map;
pub mod scenarios;
pub mod state;
pub mod tables;
pub mod units;
