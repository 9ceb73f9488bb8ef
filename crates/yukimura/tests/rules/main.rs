//! Rule tests for what worked examples express badly: exhaustive checks against a second, plainer telling of
//! the rule, and faults in data and positions.

type Built = contract::BuiltIn<yukimura::Yukimura>;

mod actions;
mod clicks;
mod combat;
mod data;
mod deeds;
mod movement;
mod numbers;
mod oracle;
mod positions;
mod refusals;
mod retreat;
mod setup;
mod table;
mod trial;
mod zones;
