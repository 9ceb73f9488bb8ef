//! What can be wrong with a translation: everything that English says is said, of the same things, under the same rules.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    DataSet, Fault, Words,
    guide::Guide,
    rulebook::Rulebook,
    words::{self, messages},
};

use crate::AnySystem;

/// The faults of a system's files in every language but English.
pub(crate) fn faults(system: &dyn AnySystem, data: &DataSet) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tag in data.languages() {
        if tag == "en" {
            continue;
        }
        let folder = format!("lang/{tag}");
        let name = system.name();
        let english = format!("{name}/en.ftl");
        let own = data.text(&english).unwrap_or_default();
        compare(data, ("kernel/en.ftl", words::ENGLISH), &format!("{folder}/kernel.ftl"), &mut faults);
        compare(data, (&english, own), &format!("{folder}/{name}/messages.ftl"), &mut faults);
        match data.clone().in_language(tag) {
            Ok(shown) => {
                books(system, data, &shown, &mut faults);
                texts(system, &shown, &format!("{folder}/{name}/texts.ftl"), &mut faults);
            }
            Err(fault) => faults.push(fault),
        }
    }
    faults
}

/// The same keys, and no argument that the English sentence is not given.
fn compare(data: &DataSet, (path, text): (&str, &str), translated: &str, faults: &mut Vec<Fault>) {
    let both =
        messages(path, text).and_then(|english| Ok((english, messages(translated, data.text(translated)?)?)));
    let (english, other): (BTreeMap<_, BTreeSet<_>>, BTreeMap<_, BTreeSet<_>>) = match both {
        Ok(both) => both,
        Err(fault) => return faults.push(fault),
    };
    let text = data.text(translated).unwrap_or_default();
    let missing = english.keys().filter(|key| !other.contains_key(*key));
    faults.extend(missing.map(|key| missing_message(translated, text, key)));
    for (key, arguments) in &other {
        let Some(known) = english.get(key) else {
            let known = english.keys().map(String::as_str);
            let fault = Fault::unknown(translated, "message", key, known);
            faults.push(fault.line(line_of(text, key)).field(key));
            continue;
        };
        let unknown = arguments.difference(known);
        faults.extend(unknown.map(|argument| {
            let known = known.iter().map(String::as_str);
            Fault::unknown(translated, "argument", argument, known).line(line_of(text, key)).field(key)
        }));
    }
}

/// A message that English has; its place is the end of the file.
fn missing_message(file: &str, text: &str, key: &str) -> Fault {
    Fault::new(file, format!("there is no message `{key}`")).line(text.lines().count().max(1)).field(key)
}

/// The line on which a message begins.
fn line_of(text: &str, key: &str) -> usize {
    let begins = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    1 + text.lines().position(begins).unwrap_or_default()
}

/// The same rules in the same order, and notes where English has notes.
fn books(system: &dyn AnySystem, data: &DataSet, shown: &DataSet, faults: &mut Vec<Fault>) {
    let path = format!("{}/rulebook.md", system.name());
    let translated = shown.localized(&path);
    if translated == path {
        return faults.push(Fault::new(path, format!("it is not translated ({})", shown.language())));
    }
    let read = |data: &DataSet, path: &str| Rulebook::parse(path, data.text(path)?);
    let (english, other) = match (read(data, &path), read(shown, &translated)) {
        (Ok(english), Ok(other)) => (english, other),
        (one, other) => {
            return faults.extend([one.err(), other.err()].into_iter().flatten().flat_map(|faults| faults.0));
        }
    };
    let mut others = other.entries.iter();
    for entry in &english.entries {
        match others.next() {
            None => {
                return faults
                    .push(Fault::new(&translated, format!("rule {} is missing at the end", entry.id)));
            }
            Some(other) if other.id != entry.id => {
                let message = format!("rule {} stands where the English book has {}", other.id, entry.id);
                return faults.push(Fault::new(&translated, message).line(other.line));
            }
            Some(other) if other.note != entry.note => {
                let message = format!("rule {} is a note in one of the two books only", entry.id);
                faults.push(Fault::new(&translated, message).line(other.line));
            }
            Some(_) => {}
        }
    }
    if let Some(more) = others.next() {
        faults.push(
            Fault::new(&translated, format!("rule {} stands in no English book", more.id)).line(more.line),
        );
    }
}

/// What scenarios, options and guides say is translated.
fn texts(system: &dyn AnySystem, shown: &DataSet, file: &str, faults: &mut Vec<Fault>) {
    let words = match Words::of(shown, system.name()) {
        Ok(words) => words,
        Err(all) => return faults.extend(all.0),
    };
    let mut wanted = BTreeSet::new();
    for card in system.cards(shown).unwrap_or_default() {
        wanted.insert(format!("scenario-{}-summary", card.scenario));
        for option in &card.options {
            wanted.extend(["title", "explanation"].map(|part| format!("option-{}-{part}", option.id)));
        }
    }
    let folder = format!("{}/guides", system.name());
    for path in shown.below(&folder) {
        let Ok(guide) = Guide::read(shown, path, &words) else { continue };
        let stem = path[folder.len() + 1..].trim_end_matches(".toml");
        wanted.insert(format!("guide-{stem}-title"));
        wanted.extend((1..=guide.steps.len()).map(|n| format!("guide-{stem}-step-{n}")));
    }
    let text = shown.text(file).unwrap_or_default();
    let missing = wanted.iter().filter(|key| !words.has(key));
    faults.extend(missing.map(|key| missing_message(file, text, key)));
}
