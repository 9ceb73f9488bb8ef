//! Dice that are due before the step goes on: those of leaders in danger, and of units that run and are run down.

pub(crate) mod danger;
pub(crate) mod pursuit;
pub(crate) mod rout_move;
pub(crate) mod slaughter;
