//! What worked examples cannot show well: exact distributions, whole lists, the make-up of both battles.

#[path = "../common/mod.rs"]
mod common;

mod odds;
mod setup;
