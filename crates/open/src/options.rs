//! The options of a system on an open table, held against its code and its scenarios.

use kernel::{
    DataSet, Fault, Faults,
    setup::{self, OptionCard},
};
use serde::Deserialize;

/// Among the scenarios of an option: one that no file of options names.
const EVERY: &str = "*";
/// A battle between armies that players have written down.
const MUSTERED: &str = "mustered";

#[derive(Deserialize)]
struct File {
    option: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    values: Vec<String>,
    scenarios: Vec<String>,
}

/// The options for a scenario. `known` has the values of each option that the code tells apart: any other value would be
/// offered and change nothing.
pub fn options_of(
    data: &DataSet,
    path: &str,
    scenario: &str,
    known: &[(&str, &[&str])],
) -> Result<Vec<OptionCard>, Faults> {
    let file: File = data.toml(path)?;
    let folder = path.replace("options.toml", "scenarios");
    let stems: Vec<&str> =
        data.below(&folder).filter_map(|file| file.rsplit('/').next()?.strip_suffix(".toml")).collect();
    let mut faults = Faults::default();
    for (n, option) in file.option.iter().enumerate() {
        for (m, id) in option.scenarios.iter().enumerate() {
            if ![EVERY, MUSTERED].contains(&id.as_str()) && !stems.contains(&id.as_str()) {
                let fault = Fault::unknown(path, "scenario", id, stems.iter().copied());
                faults.0.push(fault.field(format!("option.{n}.scenarios.{m}")));
            }
        }
        let values = known.iter().find(|(id, _)| *id == option.id).map_or(&[][..], |(_, values)| *values);
        for (m, value) in option.values.iter().enumerate() {
            if !values.contains(&value.as_str()) {
                let fault = Fault::unknown(path, "value", value, values.iter().copied());
                faults.0.push(fault.field(format!("option.{n}.values.{m}")));
            }
        }
    }
    faults.or(())?;
    setup::options_of(data, path, scenario)
}
