//! The laws of the kit on every scenario, golden playthroughs, clicks, and rule coverage.

mod common;

use std::{collections::BTreeMap, path::Path, sync::Arc};

use contract::{
    Kit,
    chooser::Chooser,
    coverage::{Seen, coverage},
    golden::Golden,
};
use kernel::{Seat, Setup, System, erased, example::Example, record::Source, rulebook::Rulebook};
use yukimura::Yukimura;

const SCENARIOS: [&str; 4] = ["domyoji", "yao", "connected", "matabei"];

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

fn kit() -> Kit<Yukimura> {
    Kit::of(&common::data()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(4, 40)).check();
}

/// 13 and 14-2(6)(4): the same with every switch turned.
#[test]
fn the_laws_hold_with_every_option() {
    let data = common::data();
    let words = erased::words::<Yukimura>(&data).expect("built-in words");
    let games = Yukimura::cards(&data).expect("built-in scenarios").into_iter().flat_map(|card| {
        let data = &data;
        card.options.clone().into_iter().flat_map(move |option| {
            let scenario = card.scenario.clone();
            let other = option.values.into_iter().filter(move |value| *value != option.default);
            other.map(move |value| {
                let options = BTreeMap::from([(option.id.clone(), value.clone())]);
                let setup = Setup { options, ..common::setup(&scenario, None) };
                let rules = Yukimura::open(data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
                (format!("{scenario} with {} {value}", option.id), Arc::new(rules))
            })
        })
    });
    let games: Vec<_> = games.collect();
    assert_eq!(games.len(), 5, "command_range in four scenarios, superiority in one");
    Kit::new(games).words(words).seeds(seeds(1, 10)).plays(2_000).check();
}

#[test]
fn golden_playthroughs() {
    let data = common::data();
    let words = erased::words::<Yukimura>(&data).expect("built-in words");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (n, scenario) in SCENARIOS.into_iter().enumerate() {
        let rules = common::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        Golden::new(scenario, Arc::new(rules), words.clone())
            .seed(1615 + n as u64)
            .chooser(Chooser::Steady)
            .inputs(700)
            .check(folder.join(format!("{scenario}.txt")));
    }
}

/// Every hex and every piece clicked: a refusal names a rule that says why.
#[test]
fn refused_clicks_name_specific_rules() {
    let clicks = kit().clicks(seeds(300, 1_000) as usize);
    assert!(clicks.refused() > 10_000, "only {} clicks were refused", clicks.refused());
    assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
}

/// Rulebook × code × what was seen acting in games and examples.
#[test]
fn every_rule_that_can_act_is_seen_acting() {
    let data = common::data();
    let path = "yukimura/rulebook.md";
    let book = Rulebook::parse(path, data.text(path).expect("built in")).unwrap_or_else(|f| panic!("{f}"));
    let mut seen: Seen = kit().seeds(2).seen();
    for (file, text) in common::examples(&data) {
        let example = Example::parse(&file, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut table = common::table_of(&data, &example).unwrap_or_else(|faults| panic!("{faults}"));
        let ran = example.run(&file, &mut table).unwrap_or_else(|fault| panic!("{fault}"));
        seen.example(&example, &ran);
    }
    // 0-4: resigning is no action of the game, but of the table.
    let mut table = erased::open::<Yukimura>(&data, &common::setup("yao", None), Source::Scripted, None)
        .unwrap_or_else(|faults| panic!("{faults}"));
    table.table.resign(Seat(0)).expect("the game runs");
    if let erased::Asked::Over { rule, .. } = erased::AnyTable::asked(&table) {
        seen.note(&rule);
    }
    coverage(&book, Yukimura::rule_ids(), &seen).check();
}
