//! 12: who controls an area, over random games, and in positions from files.

use std::sync::Arc;

use contract::{chooser::Chooser, seeds, trail::Trail};
use kernel::{Rules, Setup, System};
use summits::Summits;

type Built = contract::BuiltIn<Summits>;

/// 12.0-2, X-9: in every state an area with units of one side only is controlled by that side.
fn broken_at(rules: &Summits, states: &[<Summits as Rules>::State]) -> Option<usize> {
    states.iter().position(|state| rules.wrongly_owned(state).is_some())
}

fn setups() -> Vec<Setup> {
    let scenarios = ["tennozan", "shizugatake"];
    let options = ["taisho_retreat_loses", "ambush_after_flip", "pooled_damage"];
    let turned =
        scenarios.into_iter().flat_map(|s| options.map(|option| Built::setup_with(s, &[(option, "on")])));
    scenarios.into_iter().map(|scenario| Built::setup(scenario, None)).chain(turned).collect()
}

#[test]
fn an_area_with_units_of_one_side_only_is_controlled_by_that_side_after_every_input() {
    for setup in setups() {
        let rules = Arc::new(Summits::open(&Built::data(), &setup).unwrap());
        for seed in 0..seeds(6, 60) {
            let trail = Trail::play(&rules, &setup.scenario, seed, Chooser::of_seed(seed), usize::MAX);
            if let Some(n) = broken_at(&rules, &trail.states) {
                let area = rules.wrongly_owned(&trail.states[n]).unwrap();
                panic!("{setup:?}, seed {seed}, state {n}: {}", rules.map.area(area).id);
            }
        }
    }
}

/// The law finds a game in which control of an area that was left stays with those who left it.
#[test]
fn a_state_in_which_control_is_late_breaks_the_law() {
    let rules = Arc::new(Built::rules("tennozan", None).unwrap());
    let mut trail = Trail::play(&rules, "tennozan", 1, Chooser::Random, usize::MAX);
    let last = trail.states.len() - 1;
    trail.states[last].control.swap(0, 1);
    assert_eq!(broken_at(&rules, &trail.states), Some(last));
}

fn refusal(position: &str) -> String {
    match Built::rules("tennozan", Some(position)) {
        Ok(_) => panic!("this position was taken:\n{position}"),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_position_with_impossible_owners_is_refused() {
    let units = "[units]\nyamazaki = [\"nakagawa\"]\nminase = [\"tsuda\", \"takayama\"]\n";
    let control = |text: &str| format!("{units}[control]\n{text}");
    let alone = "only units of hideyoshi stand in `yamazaki`";
    for (text, why) in [
        ("anti = [\"yamazaki\"]", alone),
        ("hideyoshi = [\"minase\"]", alone),
        ("hideyoshi = [\"yamazaki\", \"minase\"]\nanti = [\"minase\"]", "`minase` is controlled by both"),
        ("hideyoshi = [\"yamazaki\", \"track\"]", "`track` is no area of the map"),
    ] {
        let said = refusal(&control(text));
        assert!(said.contains(why) && said.contains("control"), "{text}: {said}");
    }
    for text in ["hideyoshi = [\"yamazaki\", \"minase\"]", "hideyoshi = [\"yamazaki\"]\nanti = [\"minase\"]"]
    {
        assert!(Built::rules("tennozan", Some(&control(text))).is_ok(), "{text}");
    }
}
