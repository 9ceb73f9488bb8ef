//! How the program finds this system.

use kernel::{Card, DataSet, Faults, Rule, Setup, System};

use crate::{Daimyo, REVISION, rule_ids, setup};

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

    fn rule_ids() -> &'static [Rule] {
        rule_ids::ALL
    }
}
