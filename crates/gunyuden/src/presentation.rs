//! What players see: drawings, events in words, and what a click is on.

pub(crate) mod click;
pub(crate) mod event;
pub(crate) mod scene;
pub(crate) mod show;
pub(crate) mod telling;
