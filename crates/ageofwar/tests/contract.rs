//! The laws of the kit on all battles, golden playthroughs, clicks, and rule coverage.

use std::{path::Path, sync::Arc};

use ageofwar::{Action, AgeOfWar, State, state::Step};
use contract::{
    BuiltIn, Kit,
    chooser::Chooser,
    golden::Golden,
    open_table::{Body, OpenTable, Way},
};
use kernel::{Input, System, Thing, erased};
use plane::{Len, Outline};

type Built = BuiltIn<AgeOfWar>;

const SCENARIOS: [&str; 4] = ["kawanakajima", "shitaragahara", "sunagawa", "mustered"];

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

/// The open table, as the kit looks at it.
struct Table;

impl OpenTable<AgeOfWar> for Table {
    fn table(&self, rules: &AgeOfWar) -> plane::Table {
        rules.ground.table
    }

    fn bodies(&self, rules: &AgeOfWar, state: &State) -> Vec<Body> {
        let solid = state.here().filter(|unit| !rules.unit(*unit).is_general());
        solid
            .map(|unit| Body { thing: Thing::Piece(unit.0.into()), footprint: rules.print(state, unit) })
            .collect()
    }

    fn blocked(&self, rules: &AgeOfWar, state: &State, mover: Thing, swept: &Outline) -> bool {
        let Thing::Piece(n) = mover else { return false };
        let unit = ageofwar::units::UnitId(n as u8);
        let mounted = rules.unit(unit).is_horse() && !state.is(unit, ageofwar::state::Mark::Dismounted);
        rules.ground.touched(swept, |kind| kind.is_closed(mounted)).is_some()
    }

    fn ways(&self, rules: &AgeOfWar, before: &State, input: &Input<Action>) -> Vec<Way> {
        let (Step::Act { unit, .. }, Input::Act(_, action)) = (&before.step, input) else {
            return Vec::new();
        };
        if !before.errands.is_empty() {
            return Vec::new();
        }
        let start = rules.print(before, *unit);
        let places: Vec<_> = match *action {
            Action::Advance(halves) => (0..=halves).map(|n| start.advanced(Len(50) * i32::from(n))).collect(),
            Action::Wheel(hand) => (0..=9).map(|steps| start.wheeled(hand, steps)).collect(),
            _ => return Vec::new(),
        };
        vec![Way { thing: Thing::Piece(unit.0.into()), places, through: Vec::new() }]
    }
}

fn kit() -> Kit<AgeOfWar> {
    Built::kit().open_table(Table)
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(3, 40)).plays(2_000).check();
}

/// The same with each switch turned by itself.
#[test]
fn the_laws_hold_with_every_option() {
    let data = Built::data();
    let words = erased::words::<AgeOfWar>(&data).expect("built-in words");
    let mut games = Vec::new();
    for card in AgeOfWar::cards(&data).expect("built-in scenarios") {
        for option in &card.options {
            let turned = option.values.iter().find(|value| **value != option.default).expect("two values");
            let setup = Built::setup_with(&card.scenario, &[(&option.id, turned)]);
            let rules = AgeOfWar::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
            games.push((format!("{} with {} {turned}", card.scenario, option.id), Arc::new(rules)));
        }
    }
    assert_eq!(games.len(), 16, "four switches in four battles");
    Kit::new(games).words(words).seeds(seeds(1, 6)).close(8).plays(200).check();
}

#[test]
fn golden_playthroughs() {
    let data = Built::data();
    let words = erased::words::<AgeOfWar>(&data).expect("built-in words");
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
