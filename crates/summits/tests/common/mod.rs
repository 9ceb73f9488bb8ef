//! What the tests of this system share: the built-in data, opened scenarios, worked examples.

// Every test binary uses another part of this.
#![allow(dead_code, unreachable_pub, reason = "shared by several test binaries")]

use std::collections::BTreeMap;

use kernel::{
    DataSet, Faults, Setup, System,
    erased::{self, Spoken},
    example::Example,
    record::Source,
};
use summits::Summits;

/// The data built into the program.
pub fn data() -> DataSet {
    let mut data = DataSet::new("gunbai");
    for (path, text) in Summits::files() {
        data.insert(path, text);
    }
    data
}

/// The built-in data with one text in one file replaced, which must be there.
pub fn spoilt(path: &str, old: &str, new: &str) -> DataSet {
    let mut data = data();
    let text = data.text(path).expect("a built-in file").to_owned();
    assert!(text.contains(old), "{path} does not contain {old:?}");
    data.insert(path, &text.replacen(old, new, 1));
    data
}

pub fn setup(scenario: &str, position: Option<&str>) -> Setup {
    Setup {
        system: Summits::NAME.to_owned(),
        scenario: scenario.to_owned(),
        options: BTreeMap::new(),
        revision: summits::REVISION,
        position: position.map(str::to_owned),
    }
}

/// The rules of a scenario, set up as it is or in a position.
pub fn rules(scenario: &str, position: Option<&str>) -> Result<Summits, Faults> {
    Summits::open(&data(), &setup(scenario, position))
}

/// Of hidden actions in the records of tests.
pub const SALT: [u8; 16] = [15; 16];

/// A table for scripted dice.
pub fn table(data: &DataSet, setup: &Setup) -> Result<Spoken<Summits>, Faults> {
    erased::open(data, setup, Source::Scripted, Some(SALT))
}

/// A table in the situation an example describes.
pub fn table_of(data: &DataSet, example: &Example) -> Result<Spoken<Summits>, Faults> {
    let position = example.position.as_ref().map(ToString::to_string);
    let options = example.options.clone();
    table(data, &Setup { options, ..setup(&example.scenario, position.as_deref()) })
}

/// The built-in examples: file and text.
pub fn examples(data: &DataSet) -> Vec<(String, String)> {
    let text = |path: &str| data.text(path).expect("it was listed").to_owned();
    data.below("summits/examples").map(|path| (path.to_owned(), text(path))).collect()
}
