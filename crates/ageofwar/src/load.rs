//! Reading the data files, and musters.

pub mod muster;
mod setup;
mod system;
