//! The numbers of the rules are data: they can be changed within bounds, and nothing breaks beyond.

use kernel::{Seat, System, Viewer, erased::AnyTable};
use summits::Summits;

use crate::Built;

const NUMBERS: &str = "summits/numbers.toml";

#[test]
fn numbers_out_of_bounds_are_refused_by_file_and_field() {
    for (old, new, field) in [
        ("most = 10", "most = 11", "stacking.most"),
        ("most = 10", "most = 0", "stacking.most"),
        ("points = 2", "points = 3", "movement.points"),
        ("area = 1", "area = 0", "movement.area"),
        ("contact = 2", "contact = 3", "movement.contact"),
        ("support = 2", "support = 0", "attack.support"),
        ("hill = 1", "hill = 6", "attack.level.hill"),
        ("remove = 2", "remove = 0", "damage.remove"),
    ] {
        let data = Built::spoilt(NUMBERS, old, new);
        let faults = Summits::open(&data, &Built::setup("tennozan", None)).expect_err(new).to_string();
        assert!(faults.contains(NUMBERS) && faults.contains(field), "{new}: {faults}");
    }
}

/// What is asked after these actions of seat 0, with one number changed.
fn asked(old: &str, new: &str, units: &str, actions: &[&str]) -> Result<String, String> {
    let position = format!("[hands]\nhideyoshi = \"FI RA\"\nanti = \"RA\"\n[units]\n{units}");
    let data = Built::spoilt(NUMBERS, old, new);
    let mut table =
        Built::table(&data, &Built::setup("tennozan", Some(&position))).map_err(|f| f.to_string())?;
    for action in actions {
        table.act(Seat(0), action, Viewer::Everyone).map_err(|wrong| wrong.to_string())?;
    }
    Ok(format!("{:?}", table.asked()))
}

#[test]
fn changed_numbers_change_the_game() {
    let fire = ["play FI", "fire takaradera_kita"];
    let units = "takaradera_minami = [\"takayama_1..4\"]\ntakaradera_kita = [\"tsuda\"]\n";
    let modifiers = |old, new| asked(old, new, units, &fire).unwrap();
    assert!(modifiers("support = 2", "support = 2").contains("value: 2"));
    assert!(modifiers("support = 2", "support = 1").contains("value: 4"));
    assert!(modifiers("hill = 1", "hill = 1").contains("value: -1"));
    assert!(modifiers("hill = 1", "hill = 3").contains("value: -3"));
    let crowd = "minase = [\"takayama_1..4\"]\ntakaradera_minami = [\"nakagawa_1..4\"]\n";
    let join = ["down FI", "area minase", "to takaradera_minami"];
    assert!(asked("most = 10", "most = 8", crowd, &join).is_ok());
    assert!(asked("most = 10", "most = 7", crowd, &join).unwrap_err().contains("7.0-4"));
    let march = ["down FI", "to yamazaki"];
    let alone = "minase = [\"takayama_1..4\"]\n";
    assert!(asked("points = 2", "points = 2", alone, &march).is_ok());
    let short =
        asked("points = 2\narea = 1\ncontact = 2", "points = 3\narea = 2\ncontact = 2", alone, &march);
    assert!(short.is_err(), "two areas cost four points of three");
}
