//! What decisions and bots both ask.

pub(crate) mod blows;
pub(crate) mod charge;
pub(crate) mod command;
pub(crate) mod drag;
pub(crate) mod fire;
pub(crate) mod forecast;
pub(crate) mod formation;
pub mod morale;
pub(crate) mod movement;
pub(crate) mod sight;
pub(crate) mod steps;
pub(crate) mod victory;
