//! What is done without being asked: the computer, the odds and standing orders go by it.

use kernel::{Notation, Order, Play, Rules, Seat, Story, System};
use summits::{Action, Summits};

use crate::Built;

/// X-2 with the option: after the first action of an Assault with nobody to strike, a free Rally comes before ending.
#[test]
fn a_free_rally_is_not_given_up() {
    let position = r#"
        back = ["nakagawa"]
        [hands]
        hideyoshi = "AS RA"
        anti = ""
        [units]
        todaiji = ["kanbei"]
        minase = ["nakagawa"]
        onbozuka = ["mitsuhide"]
    "#;
    let mut setup = Built::setup_with("tennozan", &[("rally_free_in_combo", "on")]);
    setup.position = Some(position.to_owned());
    let rules = Summits::open(&Built::data(), &setup).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    for text in ["play AS RA", "area todaiji", "to takaradera_kita"] {
        let action = rules.read_action(text).unwrap();
        let played = rules.play(&mut state, Seat(0), &action, &mut Story::silent());
        assert!(played.is_ok(), "`{text}` is refused by {}", played.unwrap_err().rule);
    }
    assert_eq!(rules.write_action(&rules.habit(&state, Seat(0))), "rally minase");
}

/// X-4: only the window can be answered by an order that does not look at the question.
#[test]
fn an_ambush_is_sprung_or_held_by_standing_order() {
    let position = r#"
        hands.hideyoshi = "AS FI"
        hands.anti = "AM RA"
        units.yamazaki = ["takayama", "takayama_1..2"]
        units.yamazaki_higashi = ["tsuda", "akechi_11..12"]
    "#;
    let rules = Built::rules("tennozan", Some(position)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    for text in ["play AS FI", "to yamazaki_higashi"] {
        let action = rules.read_action(text).unwrap();
        let played = rules.play(&mut state, Seat(0), &action, &mut Story::silent());
        assert!(played.is_ok(), "`{text}` is refused by {}", played.unwrap_err().rule);
    }
    let by_order = |state: &_, order| rules.by_order(state, Seat(1), order);
    assert_eq!(by_order(&state, Order::Never), Some(Action::Hold));
    assert_eq!(by_order(&state, Order::Always), Some(Action::Ambush));
    assert_eq!(by_order(&state, Order::Ask), None);
    // Without an Ambush there is nothing to take.
    state.hands[1].take(summits::cards::Card::Ambush);
    assert_eq!(by_order(&state, Order::Always), Some(Action::Hold));
}
