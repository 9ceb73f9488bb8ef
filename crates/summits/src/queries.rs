//! What decisions and bots both ask.

pub(crate) mod attack;
pub(crate) mod control;
pub(crate) mod forecast;
pub(crate) mod group;
pub(crate) mod losses;
pub(crate) mod movement;
pub(crate) mod reinforcements;
pub(crate) mod specials;
pub(crate) mod victory;
