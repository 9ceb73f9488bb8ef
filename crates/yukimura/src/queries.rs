//! What decisions and bots both ask of a state: searches, conditions and the sequence of play.

pub(crate) mod attack;
pub(crate) mod board;
mod command;
mod forecast;
pub(crate) mod movement;
mod out_of_reach;
pub(crate) mod reinforcements;
mod sequence;
