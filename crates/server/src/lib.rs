//! The table online.

pub mod wire;
