//! The laws of the kit on every scenario, golden playthroughs, clicks, and rule coverage.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use contract::{Kit, chooser::Chooser, golden::Golden};
use gunyuden::Gunyuden;
use kernel::{Setup, System, erased};

type Built = contract::BuiltIn<Gunyuden>;

/// More seeds in the long run of the same tests.
fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

#[test]
fn every_scenario_keeps_every_law() {
    Built::kit().seeds(seeds(2, 40)).plays(4_000).check();
}

/// The same with every switch turned.
#[test]
fn the_laws_hold_with_every_option() {
    let data = Built::data();
    let words = erased::words::<Gunyuden>(&data).expect("built-in words");
    // The third scenario has all of them.
    let card = Gunyuden::cards(&data).expect("built-in scenarios").remove(2);
    let options: BTreeMap<String, String> = card
        .options
        .iter()
        .filter_map(|option| {
            let other = option.values.iter().find(|value| **value != option.default)?;
            Some((option.id.clone(), other.clone()))
        })
        .collect();
    let setup = Setup { options, ..Built::setup(&card.scenario, None) };
    let rules = Gunyuden::open(&data, &setup).unwrap_or_else(|faults| panic!("{faults}"));
    let games = vec![(format!("{} with every option", card.scenario), Arc::new(rules))];
    Kit::new(games).words(words).seeds(seeds(1, 10)).plays(1_000).check();
}

#[test]
fn golden_playthroughs() {
    let data = Built::data();
    let words = erased::words::<Gunyuden>(&data).expect("built-in words");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (n, card) in Gunyuden::cards(&data).expect("built-in scenarios").into_iter().enumerate() {
        let rules = Built::rules(&card.scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
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
    let clicks = Built::kit().seeds(1).clicks(seeds(30, 300) as usize);
    assert!(clicks.refused() > 5_000, "only {} clicks were refused", clicks.refused());
    assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
}

/// Rulebook × code × what was seen acting in games and examples.
#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&Built::kit().seeds(1));
}
