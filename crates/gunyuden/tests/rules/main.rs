//! The rules by chapter, from the ledger.

type Built = contract::BuiltIn<gunyuden::Gunyuden>;

mod lines;
mod setup;
mod speed;
mod tables;
mod vectors;
