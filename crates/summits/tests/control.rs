//! 12: who controls an area, over random games, and in positions from files.

use std::sync::Arc;

use contract::{Trail, chooser::Chooser, seeds};
use hexmap::AreaId;
use kernel::{Positions, Rules, Setup, Side, System};
use summits::Summits;

type Built = contract::BuiltIn<Summits>;

type State = <Summits as Rules>::State;
/// What a broken twin of the rules does after each input, given the state before it.
type Bend = fn(&Summits, &State, &mut State);

/// The sides that have units in an area.
fn present(rules: &Summits, state: &State, area: AreaId) -> [bool; 2] {
    [0, 1].map(|side| (state.here(area) & rules.of_side[side]).any())
}

/// 12.0-2, X-9: an area with units of one side only is controlled by that side, and by nobody else.
fn wrong(rules: &Summits, state: &State) -> Option<AreaId> {
    rules.map.graph.areas().find(|&area| {
        let present = present(rules, state, area);
        let controls = Side::ALL.map(|side| state.controls(side, area));
        (present[0] != present[1] && controls != present) || controls == [true; 2]
    })
}

/// A game whose states are changed after each input by a broken twin of the rules, given the state before: the first
/// input after which the law does not hold.
fn broken_at(rules: &Arc<Summits>, game: &str, seed: u64, bend: Bend) -> Option<usize> {
    let trail = Trail::bent(rules, game, seed, Chooser::of_seed(seed), usize::MAX, bend);
    trail.states.iter().position(|state| wrong(rules, state).is_some())
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
            let broken = broken_at(&rules, &setup.scenario, seed, |_, _, _| {});
            assert_eq!(broken, None, "{setup:?}, seed {seed}");
        }
    }
}

/// X-9 broken: an area that was contested keeps its owner when one side leaves it.
fn keeps_owner(rules: &Summits, before: &State, after: &mut State) {
    for area in rules.map.graph.areas().filter(|&area| present(rules, before, area) == [true; 2]) {
        for side in 0..2 {
            let bit = before.control[side] & 1 << area.0;
            after.control[side] = after.control[side] & !(1 << area.0) | bit;
        }
    }
}

/// 12.0-2 broken: an area that is entered keeps its owner.
fn enters_without_control(_: &Summits, before: &State, after: &mut State) {
    after.control = before.control;
}

#[test]
fn the_law_rejects_games_of_broken_twins() {
    let twins: [(&str, Bend); 2] = [
        ("what was contested keeps its owner", keeps_owner),
        ("what is entered keeps its owner", enters_without_control),
    ];
    for (name, bend) in twins {
        for scenario in ["tennozan", "shizugatake"] {
            let rules = Arc::new(Built::rules(scenario, None).unwrap());
            let found = (0..6).any(|seed| broken_at(&rules, scenario, seed, bend).is_some());
            assert!(found, "{scenario}: {name}, and the law holds");
        }
    }
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

/// Found by mutation: such a group acted once more than it had actions.
#[test]
fn a_group_that_is_asked_and_has_no_action_left_is_refused() {
    let rules = Arc::new(Built::rules("tennozan", None).unwrap());
    let trail = Trail::play(&rules, "tennozan", 1, Chooser::Random, usize::MAX);
    let texts = trail.states.iter().map(|state| toml::to_string(&rules.position(state)).expect("plain data"));
    let is_asked = |text: &String| text.contains("step = \"group\"") && text.contains("actions = 1\n");
    let text = texts.into_iter().find(is_asked).expect("a group with one action");
    assert!(Built::rules("tennozan", Some(&text)).is_ok());
    let said = refusal(&text.replace("actions = 1\n", "actions = 0\n"));
    assert!(said.contains("play.group.actions"), "{said}");
}
