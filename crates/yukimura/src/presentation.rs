//! What players see: scenes, overlays and events.

pub(crate) mod event;
pub(crate) mod scene;
pub(crate) mod show;
mod threats;
