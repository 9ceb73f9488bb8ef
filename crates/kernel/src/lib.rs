//! The contract between a rule system and everything that plays it.
//!
//! A game always rests in one of three ways: in questions (a seat must choose one of the listed
//! actions), in a roll (these dice are wanted), or it is over. [`Rules`] describes one game under one
//! set-up in those terms; everything else here is built on it once, for every system:
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the contract of play, and [`Play`], what follows from it and is never overridden |
//! | [`notation`], [`presentation`], [`evaluation`] | the other contracts of a game: text, what viewers see, what forecasts and bots need |
//! | [`system`] | [`Game`], all contracts together, and how scenarios are opened |
//! | [`decision`] | decisions as values, from which most of `Rules` follows |
//! | [`question`], [`roll`], [`refusal`], [`story`] | what a game asks, throws, refuses and tells |
//! | [`table`], [`record`] | a game being played: inputs, seams, undo, and its text form |
//! | [`plans`], [`odds`] | chains of one seat's actions, exact chances |
//! | [`luck`] | how the dice fell against what was to be expected |
//! | [`set`] | sets of dense ids, for states |
//! | [`scene`] | what one viewer sees, and the difference between two such views |
//! | [`measure`] | distances between pieces of a scene |
//! | [`data`], [`fault`], [`rulebook`], [`example`], [`guide`] | data sets, their errors, rule ids, worked examples, guides |
//! | [`test_position`] | positions with what a good player does there: a measure of bots |
//! | [`erased`], [`said`] | a table whose system is known only at run time, and what it says |
//!
//! Nothing in this crate knows a particular system.

pub mod data;
pub mod decision;
pub mod erased;
pub mod evaluation;
pub mod example;
pub mod fault;
pub mod guide;
pub mod hash;
pub mod likeness;
pub mod lot;
pub mod luck;
pub mod measure;
pub mod notation;
pub mod odds;
pub mod pace;
mod pages;
pub mod plans;
pub mod presentation;
pub mod question;
pub mod record;
pub mod refusal;
pub mod roll;
pub mod rulebook;
pub mod rules;
pub mod said;
pub mod scene;
mod schema;
pub mod set;
pub mod setup;
pub mod shared;
pub mod story;
pub mod system;
pub mod table;
pub mod test_position;
pub mod thing;
pub mod words;

pub use data::DataSet;
pub use evaluation::{Evaluation, Forecasts};
pub use fault::{Fault, Faults};
pub use lot::Lot;
pub use notation::{Notation, Positions};
pub use pages::Pages;
pub use plans::Plan;
pub use presentation::{Drag, Presentation, Role, Scenes, Shown};
pub use question::{Actions, Ask, Order, Outcome, Question, Questions};
pub use refusal::{May, No, Refusal};
pub use roll::{Dice, Fair, Fall, Modifier, Modifiers, Pool, Roll, Scripted};
pub use rules::{Move, Play, Rules};
pub use set::{Dense, IdSet};
pub use setup::{Card, OptionCard, Profile, Setup, SideCard};
pub use story::{Cited, Story, Stroke, Telling};
pub use system::{Game, Muster, System};
pub use table::Table;
pub use thing::{Name, Seat, Side, Thing, Viewer};
pub use words::{Args, Line, Rule, Value, Words};
