//! How the program finds this system.

use kernel::{Card, DataSet, Faults, Rule, Setup, System};

use crate::{REVISION, Yukimura, load::setup, notation::rule_ids};

include!(concat!(env!("OUT_DIR"), "/data.rs"));

impl System for Yukimura {
    const NAME: &'static str = "yukimura";
    const REVISION: u32 = REVISION;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        setup::cards(data)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Yukimura, Faults> {
        setup::open(data, setup)
    }

    fn begun_in(&self, position: &str) -> Option<Result<Yukimura, Faults>> {
        Some(self.read_position(position).map(|start| Yukimura { start, ..self.clone() }))
    }

    fn rule_ids() -> &'static [Rule] {
        rule_ids::ALL
    }
}
