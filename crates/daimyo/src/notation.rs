//! Actions, positions and rules as text.

pub(crate) mod action;
pub(crate) mod position;
pub(crate) mod refer;
pub mod rule_ids;
