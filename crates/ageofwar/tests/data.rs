//! Data that cannot break the table: whatever play cannot use is a fault with file, line and field.

use ageofwar::AgeOfWar;
use contract::BuiltIn;
use kernel::{Fault, System};

type Built = BuiltIn<AgeOfWar>;

const SCENARIO: &str = "ageofwar/scenarios/sunagawa.toml";

/// What is found in the battle of Sunagawa when one text of one file is replaced.
#[track_caller]
fn faults(path: &str, old: &str, new: &str) -> Vec<Fault> {
    let data = Built::spoilt(path, old, new);
    let opened = AgeOfWar::open(&data, &Built::setup("sunagawa", None));
    data.located(opened.err().unwrap_or_else(|| panic!("{path}: {new}: nothing was found"))).0
}

/// The line of a text in a built-in file.
fn line(path: &str, text: &str) -> usize {
    let data = Built::data();
    let file = data.text(path).expect("a built-in file");
    file.lines().position(|line| line.contains(text)).expect("a line with this text") + 1
}

#[track_caller]
fn is_found(path: &str, (old, new): (&str, &str), at: &str, field: &str, words: &str) {
    let found = faults(path, old, new);
    let line = line(path, at);
    let told = found.iter().any(|fault| {
        fault.file == path
            && fault.line == Some(line)
            && fault.field.as_deref() == Some(field)
            && fault.to_string().contains(words)
    });
    assert!(told, "expected {path}:{line}: {field}: {words}\nfound {found:?}");
}

#[test]
fn a_throw_cannot_both_fail_and_pass() {
    let path = "ageofwar/tables.toml";
    let words = "3 is not more than motivation.fails_to, which is 3";
    is_found(path, ("passes_from = 11", "passes_from = 3"), "passes_from", "motivation.passes_from", words);
}

#[test]
fn an_option_names_scenarios_that_there_are_and_values_that_the_code_knows() {
    let path = "ageofwar/options.toml";
    let first = "scenarios = [\"kawanakajima\"";
    let wrong = ("\"sunagawa\"", "\"sunagwa\"");
    is_found(path, wrong, first, "option.0.scenarios.2", "did you mean `sunagawa`");
    let wrong = ("\"point\", \"free\"]", "\"point\", \"freely\"]");
    is_found(path, wrong, "values = [\"point\"", "option.0.values.1", "there is no value `freely`");
}

#[test]
fn lots_name_units_of_the_defender_once() {
    let found = |new: &str, field: &str, words: &str| {
        is_found(SCENARIO, ("\"b4\", \"b5\"]", new), "lots = ", field, words);
    };
    found("\"b4\", \"b4\"]", "lots.4", "`b4` stands in the list twice");
    found("\"b4\", \"r1\"]", "lots.4", "`r1` is no unit of the defender");
    found("\"b4\", \"bg1\"]", "lots.4", "`bg1` is no unit of the defender");
    found("\"b4\", \"b55\"]", "lots.4", "there is no unit `b55`");
}

#[test]
fn a_zone_has_its_corners_in_order() {
    let data = Built::data();
    let text = data.text(SCENARIO).expect("a built-in file");
    let zone = text.lines().find(|line| line.starts_with("zone = ")).expect("the zone of red");
    let numbers: Vec<&str> = zone.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    let [west, south, east, north] = numbers[..] else { panic!("{zone} has four numbers") };
    let inverted = format!("zone = [[{east}, {north}], [{west}, {south}]]");
    let words = "a zone is its south-west corner, then its north-east corner";
    is_found(SCENARIO, (zone, &inverted), zone, "side.0.zone", words);
}

#[test]
fn a_fault_of_a_unit_names_its_line() {
    let words = "9 files";
    let wrong = ("arm_arquebus = 3 }, files = 4", "arm_arquebus = 3 }, files = 9");
    is_found(SCENARIO, wrong, "id = \"r1\"", "side.red.clan.red_left.unit.r1", words);
    let wrong = ("files = 4, at = [2000, 850]", "files = 4, at = [1450, 850]");
    is_found(SCENARIO, wrong, "id = \"r2\"", "side.red.clan.red_left.unit.r2", "it stands on r1");
}
