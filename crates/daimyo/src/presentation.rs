//! What a viewer is shown.

mod overlays;
pub(crate) mod scene;
pub(crate) mod show;
