//! Chapter 8: which melee is fought, and its round.

pub(crate) mod fight;
pub(crate) mod melees;
