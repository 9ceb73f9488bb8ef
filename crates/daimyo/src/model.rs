//! The state of a battle, and what does not change in it.

pub mod ground;
pub mod scenarios;
pub mod state;
pub mod tables;
pub mod units;
pub(crate) mod weather;
