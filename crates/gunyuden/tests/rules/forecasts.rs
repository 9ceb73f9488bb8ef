//! Forecasts of whole fights: exact where it can be, and not slow.

use std::time::Instant;

use gunyuden::{Gunyuden, State};
use kernel::{
    Notation, Plan, Play, Rules, Seat, Story,
    odds::{Forecast, Wish, odds},
};

use crate::Built;

fn forecast(position: &str, before: &[(u8, &str)], seat: u8, action: &str) -> Forecast {
    let rules = Built::rules("shizugatake", Some(position)).unwrap_or_else(|faults| panic!("{faults}"));
    let read = |text: &str| rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
    let mut state: State = rules.start(&mut Story::silent());
    for (seat, text) in before {
        let played = rules.play(&mut state, Seat(*seat), &read(text), &mut Story::silent());
        assert!(played.is_ok(), "`{text}` is refused by {}", played.unwrap_err().rule);
    }
    let plan: Plan<<Gunyuden as Rules>::Action> = read(action).into();
    let begun = Instant::now();
    let found = odds(&rules, &state, Seat(seat), &plan, Wish::default()).expect("a legal plan");
    println!("{action}: {} states, {:?}, {} rows", found.states, begun.elapsed(), found.outcomes.len());
    found
}

/// Fourteen units against seven.
const GREAT: &str = r#"
    units = { hashiba_hideyoshi = "5617", hori_hidemasa = "5617", shibata_katsuie = "5717", sakuma_morimasa = "5717" }
    [forces]
    hashiba_hideyoshi = ["asano_nagamasa", "kuroda_yoshitaka", "todo_takatora", "kato_mitsuyasu", "nakamura_kazuuji", "sugihara_ietsugu", "maeno_nagayasu", "horio_yoshiharu"]
    hori_hidemasa = ["okuda_naomasa", "ogawa_suketada", "taga_hideie", "yamazaki_kataie"]
    shibata_katsuie = ["shibata_katsumasa", "fuwa_katsumitsu", "menju_ieteru", "maeda_toshiie", "maeda_toshinaga"]
"#;

#[test]
fn a_great_battle_is_forecast_exactly() {
    let found = forecast(GREAT, &[(0, "force hashiba_hideyoshi")], 0, "battle 5717");
    assert!(found.is_exact(), "{} states", found.states);
    assert!(found.states > 0 && found.outcomes.len() <= 8, "{:?}", found.outcomes);
    let [hashiba, anti] = &found.tolls;
    assert!(hashiba.losses.value.millionths() > 1_000_000 && anti.losses.value.millionths() > 1_000_000);
}

/// Nine units against seven: the two sides are about as strong, so that the battle is long.
const EVEN: &str = r#"
    units = { hashiba_hideyoshi = "5617", shibata_katsuie = "5717", sakuma_morimasa = "5717" }
    [forces]
    hashiba_hideyoshi = ["asano_nagamasa", "kuroda_yoshitaka", "todo_takatora", "kato_mitsuyasu", "nakamura_kazuuji", "sugihara_ietsugu", "maeno_nagayasu", "horio_yoshiharu"]
    shibata_katsuie = ["shibata_katsumasa", "fuwa_katsumitsu", "menju_ieteru", "maeda_toshiie", "maeda_toshinaga"]
"#;

#[test]
fn a_long_battle_is_forecast_exactly() {
    let found = forecast(EVEN, &[(0, "force hashiba_hideyoshi")], 0, "battle 5717");
    assert!(found.is_exact(), "{} states", found.states);
}

/// Four units against four.
const SMALL: &str = r#"
    units = { hashiba_hideyoshi = "5617", hori_hidemasa = "5617", shibata_katsuie = "5717", sakuma_morimasa = "5717" }
    [forces]
    hashiba_hideyoshi = ["asano_nagamasa", "kuroda_yoshitaka"]
    shibata_katsuie = ["shibata_katsumasa", "menju_ieteru"]
"#;

/// Inside a fight nothing is certain before the dice have fallen.
#[test]
fn questions_inside_a_fight_look_at_its_dice() {
    let before = [(0, "force hashiba_hideyoshi"), (0, "battle 5717"), (0, "all"), (1, "all")];
    for (asked, seat, action) in [(2, 0, "go"), (2, 0, "all"), (3, 1, "go"), (3, 1, "all")] {
        let found = forecast(SMALL, &before[..asked], seat, action);
        assert!(found.states > 0 && found.is_exact(), "{action}: {} states", found.states);
        assert!((2..=8).contains(&found.outcomes.len()), "{action}: {:?}", found.outcomes);
    }
}
