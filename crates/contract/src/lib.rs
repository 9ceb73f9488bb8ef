//! The test kit every rule system must pass.
//!
//! A system's own tests are three lines:
//!
//! ```
//! use contract::{Kit, probes::Nested};
//! use kernel::{DataSet, System};
//!
//! let mut data = DataSet::new("gunbai");
//! Nested::files().iter().for_each(|(path, text)| data.insert(path, text));
//! Kit::<Nested>::of(&data).unwrap().seeds(4).check();
//! ```
//!
//! Random games are played on every scenario and each [`Law`] looks at them. A broken law is a [`Broken`]
//! that names the law, the game, the seed and the actions that led there. The kit is itself proved on
//! three small games in [`probes`] and on their broken twins: for every law there is a twin that
//! breaks it and that the kit must reject by that name.
//!
//! [`BuiltIn`] opens a system's own data for its tests: scenarios as they are and with options turned, worked examples,
//! golden playthroughs, musters.
//!
//! Beside the laws: [`golden`] playthroughs as readable text, [`mod@coverage`] of the rulebook, and
//! [`clicks`], the measure of how often a refusal says only "that is not what is being asked".

mod broken;
mod built_in;
mod case;
pub mod chooser;
pub mod clicks;
pub mod coverage;
mod fuzz;
pub mod golden;
mod kit;
mod law;
mod laws;
mod mustered;
pub mod open_table;
pub mod probes;
mod sayings;
mod things;
pub mod trail;

pub use broken::Broken;
pub use built_in::{BuiltIn, mutations, seeds};
pub use clicks::Clicks;
pub use coverage::{Coverage, Seen, coverage};
pub use golden::Golden;
pub use kit::Kit;
pub use law::Law;
pub use open_table::OpenTable;
pub use trail::Trail;
