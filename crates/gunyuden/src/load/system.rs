//! How the program finds this system.

use kernel::{Card, DataSet, Faults, Rule, Setup, System};

use crate::{Gunyuden, REVISION, load::setup, notation::rule_ids};

include!(concat!(env!("OUT_DIR"), "/data.rs"));

impl System for Gunyuden {
    const NAME: &'static str = "gunyuden";
    const REVISION: u32 = REVISION;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        setup::cards(data)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Gunyuden, Faults> {
        setup::open(data, setup)
    }

    fn begun_in(&self, position: &str) -> Option<Result<Gunyuden, Faults>> {
        Some(self.read_position(position).map(|start| Gunyuden { start, ..self.clone() }))
    }

    fn rule_ids() -> &'static [Rule] {
        rule_ids::ALL
    }
}
