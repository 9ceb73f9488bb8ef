//! Reads the data files.

pub(crate) mod setup;
pub(crate) mod system;
