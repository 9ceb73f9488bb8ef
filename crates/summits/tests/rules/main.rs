//! What worked examples cannot show well: exact distributions, whole lists, the make-up of both battles.

type Built = contract::BuiltIn<summits::Summits>;

mod habits;
mod numbers;
mod odds;
mod positions;
mod setup;
