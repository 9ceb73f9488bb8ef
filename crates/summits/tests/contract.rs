//! The laws of the kit on both battles, golden playthroughs, clicks, and rule coverage.

use contract::{chooser::Chooser, seeds};
use summits::Summits;

type Built = contract::BuiltIn<Summits>;

const SCENARIOS: [&str; 2] = ["tennozan", "shizugatake"];

#[test]
fn every_scenario_keeps_every_law() {
    Built::kit().seeds(seeds(3, 60)).plays(2_000).check();
}

/// Secrets at many more positions than the other laws need: hands, bids and cards played face down.
#[test]
fn secrets_hold_at_thousands_of_positions() {
    let games = SCENARIOS.map(|scenario| {
        (format!("{scenario} with the auction"), Built::setup_with(scenario, &[("auction", "on")]))
    });
    let kit = Built::kit_of(games).seeds(seeds(11, 30)).close(seeds(300, 700) as usize).plays(100);
    let positions = kit.positions();
    println!("{positions} positions");
    assert!(positions > 2_000, "only {positions} positions");
    kit.check();
}

#[test]
fn the_laws_hold_with_every_option() {
    // Nine switches in two battles.
    Built::option_kit(18).seeds(seeds(1, 6)).close(12).plays(400).check();
}

#[test]
fn golden_playthroughs() {
    Built::check_golden(&SCENARIOS, 1582, Chooser::Steady);
}

#[test]
fn refused_clicks_name_specific_rules() {
    Built::check_clicks(&Built::kit().seeds(2), seeds(300, 1_000), 5_000);
}

#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&Built::kit().seeds(2));
}
