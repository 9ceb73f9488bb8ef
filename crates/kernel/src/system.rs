//! A complete game, and how its system is found.

use crate::{
    data::DataSet,
    evaluation::Evaluation,
    fault::Faults,
    notation::Notation,
    presentation::Presentation,
    setup::{Card, Setup},
    words::Rule,
};

/// Every contract of a game together: what a table needs. Implemented for each type that implements the contracts.
pub trait Game: Notation + Presentation + Evaluation {}

impl<R: Notation + Presentation + Evaluation> Game for R {}

/// A rule system that can open its scenarios.
pub trait System: Game {
    const NAME: &'static str;
    /// The newest revision of its behaviour.
    const REVISION: u32;

    /// The files built into the program: path below the data directory, and text.
    fn files() -> &'static [(&'static str, &'static str)];
    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults>;
    fn open(data: &DataSet, setup: &Setup) -> Result<Self, Faults>;
    /// Every rule id its code can cite.
    fn rule_ids() -> &'static [Rule];

    /// The same scenario under the same options, begun in this position, without reading the data again; `None` for a
    /// system that is quickly opened.
    fn begun_in(&self, _position: &str) -> Option<Result<Self, Faults>> {
        None
    }

    /// A battle between armies that players have written down (file and text of each), on ground laid out from a seed;
    /// `None` for a system without a muster.
    fn muster(
        _data: &DataSet,
        _name: &str,
        _armies: &[(String, String)],
        _seed: u64,
    ) -> Option<Result<Muster, Faults>> {
        None
    }
}

/// What a muster comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// What each army costs.
    pub points: Vec<i32>,
    /// The battle as a scenario file of the system.
    pub scenario: String,
}
