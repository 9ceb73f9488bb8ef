//! The laws of the kit on the three battles, golden playthroughs, clicks, and rule coverage.

use std::{path::Path, sync::Arc};

use contract::{
    BuiltIn, Kit,
    chooser::Chooser,
    golden::Golden,
    open_table::{Body, OpenTable, Way},
};
use daimyo::{
    Action, Daimyo, State,
    state::{Step, Where},
    units::UnitId,
};
use kernel::{Input, System, Thing, erased};
use plane::{Len, Outline};

type Built = BuiltIn<Daimyo>;

const SCENARIOS: [&str; 4] = ["kawanakajima", "shitaragahara", "sunagawa", "mustered"];

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

/// The open table, as the kit looks at it.
struct Table;

impl OpenTable<Daimyo> for Table {
    fn table(&self, rules: &Daimyo) -> plane::Table {
        rules.ground.table
    }

    fn bodies(&self, rules: &Daimyo, state: &State) -> Vec<Body> {
        let on_table =
            |unit: &UnitId| state.body(*unit).is_steady() && state.body(*unit).place == Where::Table;
        let body =
            |unit: UnitId| Body { thing: Thing::Piece(unit.0.into()), footprint: rules.print(state, unit) };
        state.all().filter(on_table).map(body).collect()
    }

    fn blocked(&self, rules: &Daimyo, _state: &State, mover: Thing, swept: &Outline) -> bool {
        let Thing::Piece(n) = mover else { return false };
        rules.ground.closed(swept, rules.units[usize::from(n)].is_mounted()).is_some()
    }

    fn ways(&self, rules: &Daimyo, before: &State, input: &Input<Action>) -> Vec<Way> {
        let (Step::Manoeuvre { unit, .. }, Input::Act(_, action)) = (&before.step, input) else {
            return Vec::new();
        };
        let start = rules.print(before, *unit);
        let places: Vec<_> = match *action {
            Action::Advance(cm) => (0..=cm).map(|n| start.advanced(Len(100) * i32::from(n))).collect(),
            Action::Back(cm) => (0..=cm).map(|n| start.advanced(Len(-100) * i32::from(n))).collect(),
            Action::Wheel(hand, steps) => {
                let turned = start.wheel(hand, i32::from(steps)).map(|(_, place)| place);
                std::iter::once(start).chain(turned).collect()
            }
            _ => return Vec::new(),
        };
        vec![Way { thing: Thing::Piece(unit.0.into()), places, through: Vec::new() }]
    }
}

fn kit() -> Kit<Daimyo> {
    Built::kit().open_table(Table)
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(2, 40)).plays(2_000).check();
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
            let setup = Built::setup_with(&card.scenario, &[(&option.id, turned)]);
            let rules = Daimyo::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
            games.push((format!("{} with {} {turned}", card.scenario, option.id), Arc::new(rules)));
        }
    }
    assert_eq!(games.len(), 24, "six switches in four battles");
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
