//! The laws of the kit on every scenario, golden playthroughs, clicks, and rule coverage.

mod common;

use std::{collections::BTreeMap, path::Path, sync::Arc};

use contract::{
    Kit,
    chooser::Chooser,
    coverage::{Seen, coverage},
    golden::Golden,
};
use gunyuden::Gunyuden;
use kernel::{Seat, Setup, System, erased, example::Example, record::Source, rulebook::Rulebook};

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

fn kit() -> Kit<Gunyuden> {
    Kit::of(&common::data()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(2, 40)).plays(4_000).check();
}

/// The same with every switch turned.
#[test]
fn the_laws_hold_with_every_option() {
    let data = common::data();
    let words = erased::words::<Gunyuden>(&data).expect("built-in words");
    let card = Gunyuden::cards(&data).expect("built-in scenarios").remove(0);
    let options: BTreeMap<String, String> = card
        .options
        .iter()
        .filter_map(|option| {
            let other = option.values.iter().find(|value| **value != option.default)?;
            Some((option.id.clone(), other.clone()))
        })
        .collect();
    let setup = Setup { options, ..common::setup(&card.scenario, None) };
    let rules = Gunyuden::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
    let games = vec![(format!("{} with every option", card.scenario), Arc::new(rules))];
    Kit::new(games).words(words).seeds(seeds(1, 10)).plays(1_000).check();
}

#[test]
fn golden_playthroughs() {
    let data = common::data();
    let words = erased::words::<Gunyuden>(&data).expect("built-in words");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (n, card) in Gunyuden::cards(&data).expect("built-in scenarios").into_iter().enumerate() {
        let rules = common::rules(&card.scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        Golden::new(&card.scenario, Arc::new(rules), words.clone())
            .seed(1582 + n as u64)
            .chooser(Chooser::Habitual(2))
            .inputs(700)
            .check(folder.join(format!("{}.txt", card.scenario)));
    }
}

/// Every hex and every piece clicked: a refusal names a rule that says why.
#[test]
fn refused_clicks_name_specific_rules() {
    let clicks = kit().seeds(1).clicks(seeds(30, 300) as usize);
    assert!(clicks.refused() > 5_000, "only {} clicks were refused", clicks.refused());
    assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
}

/// Rulebook × code × what was seen acting in games and examples.
#[test]
fn every_rule_that_can_act_is_seen_acting() {
    let data = common::data();
    let path = "gunyuden/rulebook.md";
    let book = Rulebook::parse(path, data.text(path).expect("built in")).unwrap_or_else(|f| panic!("{f}"));
    let mut seen: Seen = kit().seeds(1).seen();
    for (file, text) in common::examples(&data) {
        let example = Example::parse(&file, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut table = common::table_of(&data, &example).unwrap_or_else(|faults| panic!("{faults}"));
        let ran = example.run(&file, &mut table).unwrap_or_else(|fault| panic!("{fault}"));
        seen.example(&example, &ran);
    }
    // 0-4: resigning is no action of the game, but of the table.
    let setup = common::setup("shizugatake", None);
    let mut table = erased::open::<Gunyuden>(&data, &setup, Source::Scripted, None)
        .unwrap_or_else(|faults| panic!("{faults}"));
    table.table.resign(Seat(0)).expect("the game runs");
    if let erased::Asked::Over { rule, .. } = erased::AnyTable::asked(&table) {
        seen.note(&rule);
    }
    coverage(&book, Gunyuden::rule_ids(), &seen).check();
}
