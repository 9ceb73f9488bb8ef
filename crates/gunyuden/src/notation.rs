//! Actions, positions and refusals as text.

pub(crate) mod action;
pub mod frames;
pub(crate) mod position;
pub(crate) mod refuse;
pub mod rule_ids;
