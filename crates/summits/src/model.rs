//! Units, cards, the map, the battles and the state.

pub mod cards;
pub mod map;
pub mod numbers;
pub mod scenarios;
pub mod state;
pub mod units;
