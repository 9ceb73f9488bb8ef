//! What is done without being asked: the computer, the odds and quick answers all go by it.

use gunyuden::{Action, Gunyuden, State};
use kernel::{Notation, Play, Rules, Seat, Story};

use crate::Built;

fn after(position: &str, actions: &[(u8, &str)]) -> (Gunyuden, State) {
    let rules = Built::rules("shizugatake", Some(position)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    for (seat, text) in actions {
        let action = rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
        let played = rules.play(&mut state, Seat(*seat), &action, &mut Story::silent());
        assert!(played.is_ok(), "`{text}` is refused by {}", played.unwrap_err().rule);
    }
    (rules, state)
}

fn habit(position: &str, actions: &[(u8, &str)], seat: u8) -> String {
    let (rules, state) = after(position, actions);
    rules.write_action(&rules.habit(&state, Seat(seat)))
}

const BATTLE: &str = r#"
    units = { hashiba_hideyoshi = "5617", hori_hidemasa = "5617", shibata_katsuie = "5717", sakuma_morimasa = "5717" }
"#;

#[test]
fn the_only_companion_goes_along_to_a_pitched_battle() {
    let asked = [(0, "force hashiba_hideyoshi"), (0, "battle 5717")];
    assert_eq!(habit(BATTLE, &asked, 0), "all");
    let joined = [asked[0], asked[1], (0, "all")];
    let (_, state) = after(BATTLE, &joined);
    let (_, by_name) = after(BATTLE, &[asked[0], asked[1], (0, "with hori_hidemasa")]);
    assert_eq!(state, by_name);
}

#[test]
fn the_defender_brings_the_only_companion_too() {
    let asked = [(0, "force hashiba_hideyoshi"), (0, "battle 5717"), (0, "all")];
    assert_eq!(habit(BATTLE, &asked, 1), "all");
}

#[test]
fn the_only_companion_joins_a_surround() {
    let position = r#"
        units = { hori_hidemasa = "5120", niwa_nagahide = "5120", takayama_ukon = "3223" }
        [forces]
        hori_hidemasa = ["okuda_naomasa", "ogawa_suketada", "taga_hideie", "yamazaki_kataie"]
    "#;
    assert_eq!(habit(position, &[(0, "force hori_hidemasa"), (0, "surround")], 0), "all");
}

/// 18-4-2: strength 10 would count as 5.
#[test]
fn a_surround_is_lifted_before_a_pitched_battle() {
    let position = r#"
        inning = 5
        active = "anti"
        surrounding = ["hashiba_hideyoshi", "asano_nagamasa", "kuroda_yoshitaka", "todo_takatora", "kato_mitsuyasu"]
        units = { hashiba_hideyoshi = "5120", shibata_katsuie = "5119" }
        [forces]
        hashiba_hideyoshi = ["asano_nagamasa", "kuroda_yoshitaka", "todo_takatora", "kato_mitsuyasu"]
    "#;
    let asked = [(1, "force shibata_katsuie"), (1, "battle 5120"), (0, "accept")];
    assert_eq!(habit(position, &asked, 0), "lift hashiba_hideyoshi");
    let (rules, state) = after(position, &[asked[0], asked[1], asked[2], (0, "lift hashiba_hideyoshi")]);
    assert!(state.surrounding.is_empty());
    assert!(matches!(rules.ask(&state), kernel::Ask::Throw(_)), "nobody else is to be asked");
}

/// The whole set-up is one action, and the same as its steps.
#[test]
fn set_up_as_usual_ends_the_set_up() {
    for scenario in ["tennozan", "shizugatake", "komaki"] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let mut state = rules.start(&mut Story::silent());
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(rules.habit(&state, seat), Action::Usual, "{scenario}");
            let played = rules.play(&mut state, seat, &Action::Usual, &mut Story::silent());
            assert!(played.is_ok(), "{scenario}");
        }
        assert_eq!(state.inning, 1);
        assert!(state.frames.is_empty() || state.stage == 0, "{scenario}");
    }
}
