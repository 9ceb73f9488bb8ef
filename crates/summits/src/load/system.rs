//! How the program finds this system.

use kernel::{Card, DataSet, Faults, Rule, Setup, System};

use crate::{REVISION, Summits, load::setup, notation::rule_ids};

include!(concat!(env!("OUT_DIR"), "/data.rs"));

impl System for Summits {
    const NAME: &'static str = "summits";
    const REVISION: u32 = REVISION;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        setup::cards(data)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Summits, Faults> {
        setup::open(data, setup)
    }

    fn begun_in(&self, position: &str) -> Option<Result<Summits, Faults>> {
        Some(self.read_position(position).map(|start| Summits { start, ..self.clone() }))
    }

    fn rule_ids() -> &'static [Rule] {
        rule_ids::ALL
    }
}
