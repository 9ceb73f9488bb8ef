//! Mutated data files. What every reader takes can be played; an army that can be mustered is a battle that can be opened.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{DataSet, Lot, Play, Story, System, data::is_inert};

use super::{Findings, SEED, mutate, play};
use crate::BuiltIn;

pub(super) fn fuzz<S: System>(mutations: usize) {
    let data = BuiltIn::<S>::data();
    let paths: Vec<&str> = data.below(S::NAME).filter(|path| !is_inert(path)).collect();
    let armies: Vec<&str> = paths.iter().copied().filter(|path| path.contains("/armies/")).collect();
    let lines: BTreeMap<&str, BTreeSet<String>> =
        paths.iter().map(|path| (*path, lines_of(&data, path))).collect();
    let mut lot = Lot::new(SEED);
    let mut found = Findings::new();
    for _ in 0..mutations {
        let path = *lot.pick(&paths);
        let text = data.text(path).expect("a built-in file");
        let text = if path.ends_with(".csv") {
            mutate::csv(text, &mut lot)
        } else {
            let mut tree = text.parse().expect("built-in TOML");
            mutate::tree(&mut tree, &mut lot);
            toml::to_string(&tree).expect("a table can be written")
        };
        let mut laid = data.clone();
        laid.insert(path, &text);
        let mut lot = Lot::new(lot.word());
        let shown = || {
            let changed = text.lines().filter(|line| !lines[path].contains(*line));
            format!("{path}\n{}", changed.collect::<Vec<_>>().join("\n"))
        };
        found.attempt(shown, || match path.contains("/armies/") {
            true => muster::<S>(&laid, &armies, path, &mut lot),
            false => open::<S>(&laid, &mut lot),
        });
    }
    found.check("data");
}

/// The lines of a file, for comparing; of a TOML file as it is written after it was read.
fn lines_of(data: &DataSet, path: &str) -> BTreeSet<String> {
    let text = data.text(path).expect("a built-in file");
    let rewritten = || toml::to_string(&text.parse::<toml::Table>().expect("built-in TOML"));
    let text = match path.ends_with(".csv") {
        true => text.to_owned(),
        false => rewritten().expect("a table can be written"),
    };
    text.lines().map(str::to_owned).collect()
}

fn open<S: System>(data: &DataSet, lot: &mut Lot) -> Result<(), String> {
    let cards = S::cards(data).map_err(|faults| faults.to_string())?;
    if cards.is_empty() {
        return Err("no scenario".to_owned());
    }
    let scenario = lot.pick(&cards).scenario.clone();
    let rules = S::open(data, &BuiltIn::<S>::setup(&scenario, None)).map_err(|faults| faults.to_string())?;
    let mut state = rules.start(&mut Story::silent());
    play::on(&rules, &mut state, 30, lot);
    Ok(())
}

fn muster<S: System>(data: &DataSet, armies: &[&str], changed: &str, lot: &mut Lot) -> Result<(), String> {
    let other = armies.iter().find(|path| **path != changed).expect("two armies are built in");
    let files = [changed, *other].map(|path| {
        let text = data.text(path).expect("it was put there");
        (path.to_owned(), text.to_owned())
    });
    let mustered = S::muster(data, "trial", &files, lot.word()).expect("it has armies, so it has a muster");
    let mustered = mustered.map_err(|faults| faults.to_string())?;
    let mut laid = data.clone();
    laid.insert(&format!("{}/scenarios/trial.toml", S::NAME), &mustered.scenario);
    let opened = S::open(&laid, &BuiltIn::<S>::setup("trial", None));
    assert!(opened.is_ok(), "what was mustered cannot be opened: {:?}", opened.err());
    Ok(())
}
