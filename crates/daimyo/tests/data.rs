//! Data that cannot break the table: whatever play cannot use is a fault with file, line and field.

use contract::BuiltIn;
use daimyo::Daimyo;
use kernel::{DataSet, Fault, System};

type Built = BuiltIn<Daimyo>;

const SCENARIO: &str = "daimyo/scenarios/sunagawa.toml";

/// What is found in the battle of Sunagawa.
#[track_caller]
fn faults(data: &DataSet) -> Vec<Fault> {
    let opened = Daimyo::open(data, &Built::setup("sunagawa", None));
    data.located(opened.expect_err("nothing was found")).0
}

/// The line of a text in a file.
fn line(data: &DataSet, path: &str, text: &str) -> usize {
    let file = data.text(path).expect("a file of the set");
    file.lines().position(|line| line.contains(text)).expect("a line with this text") + 1
}

#[track_caller]
fn is_found(path: &str, (old, new): (&str, &str), at: &str, field: &str, words: &str) {
    let data = Built::spoilt(path, old, new);
    let (found, line) = (faults(&data), line(&data, path, at));
    let told = found.iter().any(|fault| {
        fault.file == path
            && fault.line == Some(line)
            && fault.field.as_deref() == Some(field)
            && fault.to_string().contains(words)
    });
    assert!(told, "expected {path}:{line}: {field}: {words}\nfound {found:?}");
}

#[test]
fn a_fault_of_a_unit_names_its_line() {
    let wrong = ("stands = 6, files = 3, at = [4000, 2800]", "stands = 6, files = 7, at = [4000, 2800]");
    let words = "6 stands cannot stand in 7 files";
    is_found(SCENARIO, wrong, "id = \"r1\"", "side.red.clan.red_left.unit.r1", words);
    let wrong = ("files = 4, at = [5800, 2800]", "files = 4, at = [4100, 2800]");
    is_found(SCENARIO, wrong, "id = \"r2\"", "side.red.clan.red_left.unit.r2", "it stands on r1");
}

#[test]
fn more_units_than_there_is_room_for_are_a_fault_and_no_panic() {
    let unit = |n: i32| {
        format!(
            "{{ id = \"more_{n}\", name = \"More\", troop = \"ashigaru\", quality = \"raw\", armour = \"light\", \
             weapon = \"long_spear\", stands = 3, files = 1, at = [{}, {}], facing = 0 }}, ",
            2300 + n % 28 * 450,
            700 + n / 28 * 500
        )
    };
    let clan = |n: i32| {
        let units: String = (n * 28..n * 28 + 28).map(unit).collect();
        format!(
            "[[side.clan]]\nid = \"more_clan_{n}\"\nname = \"More\"\nleader = {{ id = \"more_leader_{n}\", \
             name = \"More\", cr = 1, mounted = true, at = [5000, 1800] }}\nunit = [{units}]\n\n"
        )
    };
    let clans: String = (0..3).map(clan).collect();
    let before = "[[side.clan]]\nid = \"red_left\"";
    let more = format!("{clans}{before}");
    // The fifty-third unit of the file is the twenty-fifth of the second clan.
    let (field, words) = ("side.red.clan.more_clan_1.unit.more_52", "more than 52 units of both sides");
    is_found(SCENARIO, (before, &more), "id = \"more_52\"", field, words);
}

#[test]
fn an_option_names_scenarios_that_there_are_and_values_that_the_code_knows() {
    let path = "daimyo/options.toml";
    let wrong = ("\"sunagawa\"", "\"sunagwa\"");
    is_found(path, wrong, "\"sunagwa\"", "option.0.scenarios.2", "did you mean `sunagawa`");
    let wrong = ("[\"on\", \"off\"]", "[\"on\", \"of\"]");
    is_found(path, wrong, "\"of\"]", "option.0.values.1", "did you mean `off`");
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
    is_found(SCENARIO, (zone, &inverted), &inverted, "side.0.zone", words);
}

/// 5.10: what the data say of a block is what play asks.
#[test]
fn the_stands_of_a_block_are_read_from_the_data() {
    let position =
        "active = 'red'\ngroup = 'red_left'\nstep = 'move'\n[units.r2]\nplace = 'T4'\n[units.b1]\n";
    let setup = Built::setup("sunagawa", Some(position));
    assert!(Daimyo::open(&Built::data(), &setup).is_ok());
    let narrow = Built::spoilt("daimyo/tables.toml", "block_stands = 4", "block_stands = 3");
    let faults = Daimyo::open(&narrow, &setup).expect_err("four stands in room for three").to_string();
    assert!(faults.contains("a building has room for 3 stands, not 4 (5.10)"), "{faults}");
}

#[test]
fn an_example_fails_with_another_figure() {
    let figures = [
        ("apart = 100", "apart = 60", "05-5-one-centimetre"),
        ("apart = 100", "apart = 200", "09-1-exactly-one-centimetre"),
        ("touching = 100", "touching = 1", "05-10-into-a-village"),
        ("across = 150", "across = 20", "06-7-across-a-palisade"),
        ("slide = 400", "slide = 1", "08-3-the-narrow-reading"),
        ("turn = 400", "turn = 200", "05-4-not-before-the-enemy"),
        ("cover = 100", "cover = 500", "D-FIR-5-odds-of-one-volley"),
        ("leader = 100", "leader = 1", "02-3-ridden-down"),
        ("charge_wheel = 9", "charge_wheel = 3", "13-4-a-tie-goes-left"),
        ("files = 8", "files = 2", "05-10-out-again"),
        ("gun = 300", "gun = 400", "07-6-manned-again"),
        ("foot = 450", "foot = 150", "D-FIR-5-a-stand-falls"),
    ];
    Built::check_figures("daimyo/tables.toml", &figures);
}

/// 2.2: so are the stands of guns and headquarters.
#[test]
fn a_gun_and_a_headquarters_have_the_stands_of_the_data() {
    for (old, new, why) in [
        ("gun = [1, 1]", "gun = [2, 2]", "1 stands: 2 to 2 are allowed (2.2)"),
        ("headquarters = [2, 2]", "headquarters = [3, 3]", "2 stands: 3 to 3 are allowed (2.2)"),
    ] {
        let data = Built::spoilt("daimyo/tables.toml", old, new);
        let faults = Daimyo::open(&data, &Built::setup("mustered", None)).expect_err(new).to_string();
        assert!(faults.contains(why), "{faults}");
    }
}
