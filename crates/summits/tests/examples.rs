//! The worked examples of `data/summits/examples`, played and checked.

mod common;

use std::collections::BTreeSet;

use kernel::{Fault, Faults, System, example::Example, rulebook::Rulebook};
use summits::Summits;

/// Plays one example; the rules it was seen to use.
fn run(file: &str, text: &str) -> Result<Vec<String>, Faults> {
    let data = common::data();
    let example = Example::parse(file, text)?;
    let mut table = common::table_of(&data, &example).map_err(|faults| {
        let named = |fault: Fault| Fault { file: format!("{file} ({})", fault.file), ..fault };
        Faults(faults.0.into_iter().map(named).collect())
    })?;
    Ok(example.run(file, &mut table)?.rules)
}

#[test]
fn every_example_plays_as_it_says() {
    let failures: Vec<String> = common::examples(&common::data())
        .iter()
        .filter_map(|(file, text)| run(file, text).err())
        .map(|faults| faults.to_string())
        .collect();
    assert!(failures.is_empty(), "{} examples fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn there_are_examples_for_every_chapter_that_can_act() {
    let examples = common::examples(&common::data());
    assert!(examples.len() >= 40, "only {} examples", examples.len());
    let chapter = |rule: &str| rule.split(['-', '(', '.']).next().unwrap_or_default().to_owned();
    let mut shown = BTreeSet::new();
    for (file, text) in &examples {
        let example = Example::parse(file, text).unwrap_or_else(|fault| panic!("{fault}"));
        shown.extend(example.rule.iter().map(|rule| chapter(rule)));
    }
    for number in 4..=15 {
        assert!(shown.contains(&number.to_string()), "no example shows a rule of chapter {number}");
    }
}

#[test]
fn every_example_names_rules_of_the_rulebook_and_where_it_comes_from() {
    let data = common::data();
    let path = "summits/rulebook.md";
    let text = data.text(path).expect("the rulebook is built in");
    let book = Rulebook::parse(path, text).unwrap_or_else(|faults| panic!("{faults}"));
    for (file, text) in common::examples(&data) {
        let example = Example::parse(&file, &text).unwrap_or_else(|fault| panic!("{fault}"));
        for rule in &example.rule {
            assert!(book.entry(rule).is_some(), "{file}: the rulebook has no rule {rule}");
        }
        assert!(text.starts_with("# origin: "), "{file} does not begin with its origin");
    }
}

#[test]
fn every_rule_the_program_cites_is_seen_in_an_example() {
    // Resigning is an act at the table, not an action of the game.
    const ELSEWHERE: [&str; 1] = ["0-4"];
    let mut seen = BTreeSet::new();
    for (file, text) in common::examples(&common::data()) {
        seen.extend(run(&file, &text).unwrap_or_default());
    }
    let ids = Summits::rule_ids().iter().map(|rule| rule.0);
    let unseen: Vec<&str> = ids.filter(|id| !seen.contains(*id) && !ELSEWHERE.contains(id)).collect();
    assert!(unseen.is_empty(), "never seen in an example: {}", unseen.join(", "));
}
