//! Texts that are read back: actions, positions, rule ids, and how reasons name units.

pub(crate) mod action;
pub(crate) mod position;
pub(crate) mod refuse;
pub mod rule_ids;
