//! What a viewer is shown.

pub(crate) mod scene;
pub(crate) mod show;
