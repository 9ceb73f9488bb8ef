//! The state, and what never changes in a game: units, ground, tables, the scenario.

pub mod ground;
pub mod scenarios;
pub mod state;
pub mod tables;
pub mod units;
