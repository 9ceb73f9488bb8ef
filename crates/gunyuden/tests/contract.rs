//! The laws of the kit on every scenario, golden playthroughs, clicks, and rule coverage.

use contract::{chooser::Chooser, seeds};
use gunyuden::Gunyuden;

type Built = contract::BuiltIn<Gunyuden>;

#[test]
fn every_scenario_keeps_every_law() {
    Built::kit().seeds(seeds(2, 40)).plays(4_000).check();
}

/// The same with every switch turned at once, in the scenario that has them all.
#[test]
fn the_laws_hold_with_every_option() {
    let game = ("komaki with every option".to_owned(), Built::setup_turned("komaki"));
    Built::kit_of([game]).seeds(seeds(1, 10)).plays(1_000).check();
}

#[test]
fn golden_playthroughs() {
    Built::check_golden(&["tennozan", "shizugatake", "komaki"], 1582, Chooser::Habitual(2));
}

#[test]
fn refused_clicks_name_specific_rules() {
    Built::check_clicks(&Built::kit().seeds(1), seeds(30, 300), 5_000);
}

#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&Built::kit().seeds(1));
}
