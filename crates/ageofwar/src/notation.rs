//! Texts that are read back: actions, positions, rule ids, and how things are pointed at.

pub(crate) mod action;
pub(crate) mod position;
pub(crate) mod refer;
pub mod rule_ids;
