//! How the program finds this system.

use kernel::{Card, DataSet, Faults, Muster, Rule, Setup, System};

use crate::{
    Daimyo, REVISION,
    load::{muster, setup},
    notation::rule_ids,
};

include!(concat!(env!("OUT_DIR"), "/data.rs"));

impl System for Daimyo {
    const NAME: &'static str = "daimyo";
    const REVISION: u32 = REVISION;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        setup::cards(data)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Daimyo, Faults> {
        setup::open(data, setup)
    }

    fn begun_in(&self, position: &str) -> Option<Result<Daimyo, Faults>> {
        Some(self.read_position(position).map(|start| Daimyo { start, ..self.clone() }))
    }

    fn rule_ids() -> &'static [Rule] {
        rule_ids::ALL
    }

    fn muster(
        data: &DataSet,
        name: &str,
        armies: &[(String, String)],
        seed: u64,
    ) -> Option<Result<Muster, Faults>> {
        Some(muster::muster(data, name, armies, seed))
    }
}
