//! What players see and read.

pub(crate) mod event;
pub(crate) mod scene;
pub(crate) mod show;
