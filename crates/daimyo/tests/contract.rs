//! The laws of the kit on the three battles, golden playthroughs, clicks, and rule coverage.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use contract::{BuiltIn, Kit, chooser::Chooser, golden::Golden};
use daimyo::Daimyo;
use kernel::{Setup, System, erased};

type Built = BuiltIn<Daimyo>;

const SCENARIOS: [&str; 3] = ["kawanakajima", "shitaragahara", "sunagawa"];

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

fn kit() -> Kit<Daimyo> {
    Built::kit()
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(2, 40)).plays(2_000).check();
}

fn with_options(scenario: &str, options: &[(&str, &str)]) -> Setup {
    let options =
        options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect::<BTreeMap<_, _>>();
    Setup { options, ..Built::setup(scenario, None) }
}

/// The same with each switch turned by itself.
#[test]
fn the_laws_hold_with_every_option() {
    let data = Built::data();
    let words = erased::words::<Daimyo>(&data).expect("built-in words");
    let mut games = Vec::new();
    for card in Daimyo::cards(&data).expect("built-in scenarios") {
        for option in &card.options {
            let turned = option.values.iter().find(|value| **value != option.default).expect("two values");
            let setup = with_options(&card.scenario, &[(&option.id, turned)]);
            let rules = Daimyo::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
            games.push((format!("{} with {} {turned}", card.scenario, option.id), Arc::new(rules)));
        }
    }
    assert_eq!(games.len(), 18, "six switches in three battles");
    Kit::new(games).words(words).seeds(seeds(1, 6)).close(8).plays(200).check();
}

#[test]
fn golden_playthroughs() {
    let data = Built::data();
    let words = erased::words::<Daimyo>(&data).expect("built-in words");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (n, scenario) in SCENARIOS.into_iter().enumerate() {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        Golden::new(scenario, Arc::new(rules), words.clone())
            .seed(1561 + n as u64)
            .chooser(Chooser::Steady)
            .inputs(700)
            .check(folder.join(format!("{scenario}.txt")));
    }
}

/// Every spot, piece and place clicked: a refusal names a rule that says why.
#[test]
fn refused_clicks_name_specific_rules() {
    let clicks = kit().seeds(1).clicks(seeds(120, 600) as usize);
    assert!(clicks.refused() > 1_000, "only {} clicks were refused", clicks.refused());
    assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
}

/// Rulebook × code × what was seen acting in games and examples.
#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&kit().seeds(2));
}
