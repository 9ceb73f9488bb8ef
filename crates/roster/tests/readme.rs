//! The figures of the README are generated: `GUNBAI_BLESS=1 cargo test -p roster --test readme` writes them.

use std::{collections::BTreeSet, fs, path::Path};

use kernel::rulebook::Entry;
use roster::{AnySystem, built_in, systems};

const BEGIN: &str = "<!-- figures: GUNBAI_BLESS=1 cargo test -p roster --test readme -->\n";
const END: &str = "<!-- /figures -->";

fn figures() -> String {
    let mut table = String::from(
        "| system | rules | rulings | scenarios | options | worked examples |\n|---|---|---|---|---|---|\n",
    );
    for system in systems() {
        table.push_str(&row(*system));
    }
    table
}

fn row(system: &dyn AnySystem) -> String {
    let data = built_in();
    let rulebook = system.rulebook(&data).expect("the built-in rulebook");
    let cards = system.cards(&data).expect("the built-in scenarios");
    let is_ruling = |entry: &&Entry| entry.text.contains("*Ruling");
    let options: BTreeSet<&str> =
        cards.iter().flat_map(|card| &card.options).map(|option| option.id.as_str()).collect();
    let name = system.name();
    format!(
        "| [`{name}`](data/{name}/rulebook.md) | {} | {} | {} | {} | {} |\n",
        rulebook.entries.len(),
        rulebook.entries.iter().filter(is_ruling).count(),
        cards.len(),
        options.len(),
        system.examples(&data).len(),
    )
}

#[test]
fn the_figures_of_the_readme_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("the README has the mark where figures begin");
    let (printed, after) = rest.split_once(END).expect("the README has the mark where figures end");
    let figures = figures();
    if std::env::var_os("GUNBAI_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{figures}{END}{after}")).unwrap();
    } else {
        assert_eq!(printed, figures, "write them with GUNBAI_BLESS=1 cargo test -p roster --test readme");
    }
}

/// A README is read in a few minutes; details belong in `docs/`.
#[test]
fn the_readme_has_at_most_900_words() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    // The bars of tables are no words.
    let words = readme.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    assert!(words <= 900, "{words} words");
}
