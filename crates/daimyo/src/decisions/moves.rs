//! Chapter 5 and 2.3 to 2.6: units and leaders move.

pub(crate) mod leader_move;
pub(crate) mod manoeuvre;
pub(crate) mod pick;
