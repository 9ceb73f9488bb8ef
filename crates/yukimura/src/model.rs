//! The state, and what never changes in a game: units, ground, tables, the scenario.

pub mod chart;
pub mod numbers;
pub mod scenarios;
pub mod state;
pub mod terrain;
pub mod units;
