//! 3, 15: who takes part, and how long the lists of hands are.

use kernel::{Lot, Notation, Play, Rules, Seat, Side, Story, Thing, Viewer};
use summits::{
    Action, Summits,
    state::{Phase, State, TRACK},
};

use crate::Built;

fn open(scenario: &str) -> Summits {
    Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn both_battles_have_the_counters_of_the_printed_game() {
    for (scenario, generals, troops) in
        [("tennozan", [13, 11], [54, 24]), ("shizugatake", [22, 12], [51, 32])]
    {
        let rules = open(scenario);
        for side in Side::ALL {
            let own = rules.of_side[side.index()];
            assert_eq!((own & rules.generals).len(), generals[side.index()], "generals of {scenario}");
            assert_eq!((own - rules.generals).len(), troops[side.index()], "combat units of {scenario}");
        }
    }
}

#[test]
fn nobody_begins_overstacked_or_where_the_enemy_has_control() {
    for scenario in ["tennozan", "shizugatake"] {
        let rules = open(scenario);
        let state = rules.begin();
        for area in rules.map.graph.areas() {
            for side in Side::ALL {
                let units = state.here(area) & rules.of_side[side.index()];
                assert!(units.len() <= 10, "{} in {}", units.len(), rules.map.area(area).id);
                assert!(units.is_empty() || state.controls(side, area), "{}", rules.map.area(area).id);
            }
        }
    }
}

/// 9.0-3 would be pointless otherwise.
#[test]
fn every_unit_defends_with_less_than_a_barrier() {
    for scenario in ["tennozan", "shizugatake"] {
        assert!(open(scenario).units.iter().all(|unit| unit.front.defence < 9 && unit.back.defence < 9));
    }
}

/// QA-6, and the neighbours that reports attest.
#[test]
fn attested_borders_are_there_and_closed_ones_are_not() {
    let adjacent = |rules: &Summits, a: &str, b: &str| {
        let [a, b] = [a, b].map(|id| rules.map.named(id).expect("an area of the map"));
        rules.map.graph.are_adjacent(a, b)
    };
    let shizugatake = open("shizugatake");
    assert!(!adjacent(&shizugatake, "tenjinyama", "shinmeisan"));
    assert!(!adjacent(&shizugatake, "kitsunezuka", "fumuroyama"));
    for pair in [["iwasakiyama", "shizugatake"], ["kuroda", "shizugatake"], ["saneyama", "yanagase"]] {
        assert!(adjacent(&shizugatake, pair[0], pair[1]), "{pair:?}");
    }
    let tennozan = open("tennozan");
    for pair in [["tennozan", "takaradera_kita"], ["yamazaki", "yamazaki_higashi"], ["tennozan", "kannonji"]]
    {
        assert!(adjacent(&tennozan, pair[0], pair[1]), "{pair:?}");
    }
}

fn hands(rules: &Summits, state: &State, seat: Seat) -> usize {
    rules.listed(state, seat).iter().filter(|action| matches!(action, Action::Hand(_))).count()
}

#[test]
fn hands_are_listed_whole() {
    let rules = open("tennozan");
    let state = rules.start(&mut Story::silent());
    // Akechi: four cards at most of five types, two of each: 1 + 5 + 15 + 30 + 45.
    assert_eq!(hands(&rules, &state, Seat(1)), 96);
    // Hideyoshi: three at most of five types, and one Reinforcements: (1 + 5 + 15 + 35) + (1 + 5 + 15).
    assert_eq!(hands(&rules, &state, Seat(0)), 77);
    // The longest list: eight cards, and two Reinforcements for treason. 760 of them are full.
    let rules = open("shizugatake");
    let mut state = rules.begin();
    let all = state.here(TRACK);
    state.phase = Phase::Hands;
    state.marker = 7;
    state.here[TRACK.index()] = all - all;
    let listed = rules.listed(&state, Seat(0));
    let full = listed.iter().filter(|action| matches!(action, Action::Hand(hand) if hand.len() == 8)).count();
    assert_eq!(full, 760);
}

#[test]
fn units_and_areas_are_found_by_their_labels() {
    for scenario in ["tennozan", "shizugatake"] {
        let rules = open(scenario);
        let units = (0..rules.units.len() as u16).map(Thing::Piece);
        let areas = (0..rules.map.areas.len() as u16).map(Thing::Place);
        for thing in units.chain(areas) {
            let label = rules.label(thing);
            assert_eq!(rules.find(&label), Some(thing), "{label}");
        }
    }
}

/// 14.1: a bid that the viewer does not see can be any, and a seat that has not bid has not.
#[test]
fn hidden_bids_are_drawn_and_missing_ones_are_not() {
    let position = "phase = \"auction\"\nbids = [3, 0]\n[units]\nminase = [\"takayama\"]";
    let rules = Built::rules("tennozan", Some(position)).unwrap_or_else(|faults| panic!("{faults}"));
    let state = rules.begin();
    let mut lot = Lot::new(14);
    let drawn: Vec<[u8; 2]> =
        (0..40).map(|_| rules.imagine(&state, Viewer::Seat(Seat(1)), &mut lot).bids).collect();
    assert!(drawn.iter().all(|bids| (1..=12).contains(&bids[0]) && bids[1] == 0), "{drawn:?}");
    assert!(drawn.iter().any(|bids| bids[0] != 3), "{drawn:?}");
    assert_eq!(rules.imagine(&state, Viewer::Seat(Seat(0)), &mut lot).bids, [3, 0]);
}
