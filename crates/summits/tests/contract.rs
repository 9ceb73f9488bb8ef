//! The laws of the kit on both battles, golden playthroughs, clicks, and rule coverage.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use contract::{BuiltIn, Kit, chooser::Chooser, golden::Golden};
use kernel::{Setup, System, erased};
use summits::Summits;

type Built = BuiltIn<Summits>;

const SCENARIOS: [&str; 2] = ["tennozan", "shizugatake"];

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

fn kit() -> Kit<Summits> {
    Built::kit()
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(3, 60)).plays(2_000).check();
}

/// Secrets at many more positions than the other laws need: hands, bids and cards played face down.
#[test]
fn secrets_hold_at_thousands_of_positions() {
    let data = Built::data();
    let words = erased::words::<Summits>(&data).expect("built-in words");
    let games = SCENARIOS.map(|scenario| {
        let setup = with_options(scenario, &[("auction", "on")]);
        (
            format!("{scenario} with the auction"),
            Arc::new(Summits::open(&data, &setup).unwrap_or_else(|f| panic!("{f}"))),
        )
    });
    let kit = Kit::new(games).words(words).seeds(seeds(9, 30)).close(seeds(300, 700) as usize).plays(100);
    let positions = kit.positions();
    println!("{positions} positions");
    assert!(positions > 2_000, "only {positions} positions");
    kit.check();
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
    let words = erased::words::<Summits>(&data).expect("built-in words");
    let mut games = Vec::new();
    for card in Summits::cards(&data).expect("built-in scenarios") {
        for option in &card.options {
            let setup = with_options(&card.scenario, &[(&option.id, "on")]);
            let rules = Summits::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
            games.push((format!("{} with {}", card.scenario, option.id), Arc::new(rules)));
        }
    }
    assert_eq!(games.len(), 18, "nine switches in two battles");
    Kit::new(games).words(words).seeds(seeds(1, 6)).close(12).plays(400).check();
}

#[test]
fn golden_playthroughs() {
    let data = Built::data();
    let words = erased::words::<Summits>(&data).expect("built-in words");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (n, scenario) in SCENARIOS.into_iter().enumerate() {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        Golden::new(scenario, Arc::new(rules), words.clone())
            .seed(1582 + n as u64)
            .chooser(Chooser::Steady)
            .inputs(700)
            .check(folder.join(format!("{scenario}.txt")));
    }
}

/// Every area and every piece clicked: a refusal names a rule that says why.
#[test]
fn refused_clicks_name_specific_rules() {
    let clicks = kit().seeds(2).clicks(seeds(300, 1_000) as usize);
    assert!(clicks.refused() > 5_000, "only {} clicks were refused", clicks.refused());
    assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
}

/// Rulebook × code × what was seen acting in games and examples.
#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&kit().seeds(2));
}
