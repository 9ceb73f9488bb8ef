//! The calendar of every scenario, and the size of a state.

use kernel::Rules;

use crate::Built;

#[test]
fn a_state_is_small() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let size = std::mem::size_of_val(&rules.begin());
    assert!(size < 8_000, "{size}");
}

/// 34.12, 36.2: the first and the last week of every scenario.
#[test]
fn the_calendar_runs_from_the_first_inning_to_the_last() {
    for (scenario, first, last) in [
        ("tennozan", (1582, 6, 1), (1582, 7, 4)),
        ("shizugatake", (1583, 2, 1), (1583, 4, 4)),
        ("komaki", (1584, 3, 2), (1584, 6, 1)),
    ] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let week = |inning: u8| {
            let date = rules.scenario.date(inning);
            (date.year, date.month, date.week)
        };
        assert_eq!((week(1), week(rules.scenario.innings)), (first, last), "{scenario}");
    }
}
