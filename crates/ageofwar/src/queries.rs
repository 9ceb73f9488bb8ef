//! What decisions, bots and drawings ask of a state, and what several decisions do to it.

pub(crate) mod assault;
pub mod casualties;
mod fight;
pub(crate) mod forecast;
pub(crate) mod formation;
pub(crate) mod generals;
mod ground;
mod messengers;
pub(crate) mod morale;
mod motivation;
mod movement;
pub(crate) mod mover;
pub mod pontoon;
mod sequence;
pub(crate) mod shooting;
pub mod victory;
