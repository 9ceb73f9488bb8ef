//! What decisions and the bot both ask of a state, and what several decisions do to it.

pub(crate) mod board;
pub(crate) mod fields;
pub(crate) mod forces;
pub(crate) mod forecast;
pub(crate) mod lines;
pub(crate) mod losses;
pub(crate) mod morale;
pub(crate) mod movement;
pub(crate) mod situation;
pub(crate) mod surround;
pub(crate) mod victory;
