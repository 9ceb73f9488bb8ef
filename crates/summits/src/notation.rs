//! Actions, positions and rule ids as text.

pub(crate) mod action;
pub(crate) mod position;
pub(crate) mod refer;
pub mod rule_ids;
