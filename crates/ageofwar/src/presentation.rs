//! What players see: scenes, overlays, how actions look, and where a drag ends.

mod drag;
mod scene;
mod show;
