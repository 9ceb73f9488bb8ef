//! Chapter 3: what is wrong in a data file is named by file, line and field.

use kernel::{Fault, System};
use yukimura::Yukimura;

use crate::Built;

/// The faults found when a scenario is opened with one text in one file replaced.
fn faults(scenario: &str, path: &str, old: &str, new: &str) -> Vec<Fault> {
    let data = Built::spoilt(path, old, new);
    match Yukimura::open(&data, &Built::setup(scenario, None)) {
        Ok(_) => panic!("{path} with {new:?} instead of {old:?} was accepted"),
        Err(faults) => faults.0,
    }
}

/// The number of the line in a built-in file that begins so.
fn line_of(path: &str, start: &str) -> usize {
    let data = Built::data();
    let text = data.text(path).expect("a built-in file");
    1 + text.lines().position(|line| line.starts_with(start)).expect("such a line")
}

const UNITS: &str = "yukimura/units.csv";
const MAP: &str = "yukimura/maps/domyoji.csv";
const TABLES: &str = "yukimura/tables.toml";
const SCENARIO: &str = "yukimura/scenarios/domyoji.toml";

/// One fault in `units.csv`, in this line and field, whose message contains this.
fn unit_fault(unit: &str, old: &str, new: &str, field: &str, message: &str) {
    let faults = faults("domyoji", UNITS, old, new);
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert_eq!((fault.file.as_str(), fault.field.as_deref()), (UNITS, Some(field)), "{fault}");
    assert_eq!(fault.line, Some(line_of(UNITS, unit)), "{fault}");
    assert!(fault.message.contains(message), "{fault}");
}

/// 2-2(3), 2-2(4), 2-2(5)
#[test]
fn a_wrong_number_on_a_counter_is_named_by_line_and_field() {
    let row = "goto_F1,goto,osaka,domyoji,foot,Goto foot,後藤足軽隊,5,5,4,,start,2609";
    let with =
        |numbers: &str| format!("goto_F1,goto,osaka,domyoji,foot,Goto foot,後藤足軽隊,{numbers},,start,2609");
    unit_fault("goto_F1", row, &with("five,5,4"), "strength", "`five` is not a number");
    unit_fault("goto_F1", row, &with("0,5,4"), "strength", "from 1 to 40");
    unit_fault("goto_F1", row, &with("5,x,4"), "morale", "`x`");
    unit_fault("goto_F1", row, &with("5,5,0"), "move", "from 1 to 40");
}

/// 2-2(1)B, 2-2(2)
#[test]
fn an_unknown_force_or_branch_or_the_wrong_side_is_named() {
    unit_fault("goto_F1", "goto_F1,goto,", "goto_F1,gotoh,", "force", "no force `gotoh`");
    unit_fault(
        "goto_F1",
        "goto_F1,goto,osaka,domyoji,foot",
        "goto_F1,goto,osaka,domyoji,feet",
        "type",
        "`feet`",
    );
    unit_fault("goto_F1", "goto_F1,goto,osaka", "goto_F1,goto,east", "side", "the other side");
}

/// 3(3), 5
#[test]
fn two_units_with_one_start_hex_are_a_fault_of_the_second() {
    let (old, new) = ("start,2609,reported", "start,2608,reported");
    unit_fault("goto_F1", old, new, "start", "goto_R1 starts in this hex too");
}

#[test]
fn a_start_hex_off_the_sheet_is_named() {
    unit_fault("goto_F1", "start,2609,reported", "start,4109,reported", "start", "4109");
}

#[test]
fn a_unit_that_stands_in_the_file_twice_is_named() {
    unit_fault("goto_F1", "goto_F1,goto", "goto_R1,goto", "unit", "twice");
}

#[test]
fn several_faults_are_told_at_once() {
    let data = Built::data();
    let text = data.text(UNITS).expect("built in").replace(",foot,Goto", ",feet,Goto");
    let mut data = data;
    data.insert(UNITS, &text);
    let faults = Yukimura::open(&data, &Built::setup("domyoji", None)).expect_err("three wrong branches");
    assert_eq!(faults.0.len(), 3, "{faults}");
}

/// 12-1
#[test]
fn faults_of_a_map_are_named_by_line_and_field() {
    let found = faults("domyoji", MAP, "\n2412,mountain", "\n2412,hill");
    assert_eq!(found[0].field.as_deref(), Some("terrain"), "{found:?}");
    assert_eq!(found[0].line, Some(line_of(MAP, "2412,")), "{found:?}");
    let found = faults("domyoji", MAP, "\n0102,flat", "\n0101,flat");
    assert_eq!((found[0].line, found[0].field.as_deref()), (Some(line_of(MAP, "0102,")), Some("hex")));
    let found = faults("domyoji", MAP, "\n4028,mountain,,,,,,\n", "\n");
    assert!(found[0].message.contains("4028 is missing"), "{found:?}");
}

/// 12-2(1), 12-2(2)
#[test]
fn a_hexside_entered_on_one_hex_only_is_a_fault() {
    let found = faults("domyoji", MAP, "\n0113,flat,2,", "\n0113,flat,,");
    assert_eq!(found[0].field.as_deref(), Some("road"), "{found:?}");
}

/// 9-2, 10-3
#[test]
fn faults_of_the_results_tables_name_the_row() {
    let cases = [
        ("\"E\"]\n11 = [\"4\"", "\"F\"]\n11 = [\"4\"", "fire.rows.10.6", "`F` is not known"),
        ("12 = [\"E\", ", "12 = [", "fire.rows.12", "6 results for 7 columns"),
        ("\n5  = [\"-\"", "\n1  = [\"-\"", "fire.rows", "`5` is missing"),
        (
            "12 = [\"D1\"",
            "13 = [\"AE\", \"AE\", \"AE\", \"AE\", \"AE\", \"AE\", \"AE\", \"AE\", \"AE\"]\n12 = [\"D1\"",
            "melee.rows.13",
            "`13` is not known",
        ),
        ("[3, 4], [5, 6]", "[3, 4], [6, 6]", "fire.columns", "gap or overlap"),
        ("12 = [\"D1\"", "12 = [\"D5\"", "melee.rows.12.0", "`D5`"),
        ("12 = [\"D1\"", "12 = [\"1\"", "melee.rows.12.0", "`1` is not known"),
    ];
    for (old, new, field, message) in cases {
        let found = faults("yao", TABLES, old, new);
        assert_eq!((found[0].file.as_str(), found[0].field.as_deref()), (TABLES, Some(field)), "{found:?}");
        assert!(found[0].message.contains(message), "{found:?}");
    }
}

#[test]
fn an_unknown_key_in_a_toml_file_is_named_by_line() {
    let found = faults("domyoji", SCENARIO, "innings = 12", "innings = 12\nturns = 12");
    assert_eq!(found[0].line, Some(line_of(SCENARIO, "innings = 12") + 1), "{found:?}");
    assert!(found[0].message.contains("turns"), "{found:?}");
}

/// 14-1(4)(1), 14-1(5)(1), 14-1(6)
#[test]
fn dangling_names_in_a_scenario_are_named() {
    let cases = [
        ("force = \"akashi\"", "force = \"akasi\"", "limit.0.force", "no force `akasi`"),
        ("entry = [\"4006\", \"4014\"]", "entry = [\"4106\", \"4014\"]", "reinforcement.0.entry", "4106"),
        (
            "sheet = \"domyoji\"",
            "sheet = \"yao\"",
            "reinforcement.0.entry",
            "sheet `yao` is not in this scenario",
        ),
        ("rule = \"14-1(5)(1)\"", "rule = \"14-1(5)(9)\"", "limit.0.rule", "14-1(5)(9)"),
        ("\nrelease = \"crossed\"", "\nrelease = \"seen\"", "limit.1.release", "`seen`"),
        ("condition = \"osaka-otherwise\"", "condition = \"nobody\"", "victory.1.condition", "`nobody`"),
    ];
    for (old, new, field, message) in cases {
        let found = faults("domyoji", SCENARIO, old, new);
        assert_eq!((found[0].file.as_str(), found[0].field.as_deref()), (SCENARIO, Some(field)), "{found:?}");
        assert!(found[0].message.contains(message), "{found:?}");
    }
}

/// 13
#[test]
fn unknown_scenarios_options_and_values_are_named_with_what_there_is() {
    let open = |scenario: &str, option: &str, value: &str| {
        let mut setup = Built::setup(scenario, None);
        setup.options.insert(option.to_owned(), value.to_owned());
        Yukimura::open(&Built::data(), &setup).expect_err("a wrong set-up").to_string()
    };
    assert!(open("osaka", "command_range", "on").contains("connected, domyoji, matabei, yao"));
    assert!(open("domyoji", "superiority", "nearest").contains("domyoji has no option `superiority`"));
    assert!(open("yao", "superiority", "most").contains("use nearest or adjacent"));
    assert!(
        Yukimura::open(&Built::data(), &kernel::Setup { revision: 99, ..Built::setup("yao", None) }).is_err()
    );
}
