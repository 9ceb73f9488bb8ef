//! The rules by chapter, from the ledger.

#[path = "../common/mod.rs"]
mod common;

mod lines;
mod setup;
mod speed;
mod tables;
