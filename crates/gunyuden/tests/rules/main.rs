//! The rules by chapter, from the ledger.

type Built = contract::BuiltIn<gunyuden::Gunyuden>;

mod forecasts;
mod habits;
mod positions;
mod setup;
mod tables;
mod vectors;
