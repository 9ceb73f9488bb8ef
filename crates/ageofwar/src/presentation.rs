//! What players see: scenes, overlays, how actions look, and where a drag ends.

mod drag;
pub(crate) mod scene;
pub(crate) mod show;
