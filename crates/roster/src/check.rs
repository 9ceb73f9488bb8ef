//! What can be wrong with the data of a system, all of it at once.

use std::collections::BTreeSet;

use kernel::{
    Card, DataSet, Fair, Fault, Setup, Viewer, Words, example::Example, guide::Guide, record::Source,
    rulebook::Rulebook, test_position::TestPosition,
};
use toml::{Spanned, de::DeTable, de::DeValue};

use crate::{AnySystem, languages, likest};

/// Where a value may come from.
const ORIGINS: [&str; 3] = ["printed", "reported", "reconstructed"];

pub(crate) fn check(system: &dyn AnySystem, data: &DataSet) -> Vec<Fault> {
    let mut faults = Found::default();
    for path in data.below(system.name()) {
        faults.extend(data.faults(path).to_vec());
    }
    words(system, data, &mut faults);
    provenance(system, data, &mut faults);
    match system.rulebook(data) {
        Ok(book) => rules(system, data, &book, &mut faults),
        Err(all) => faults.extend(all.0),
    }
    for path in system.examples(data) {
        if let Err(fault) = data.text(&path).and_then(|text| Example::parse(&path, text)) {
            faults.push(fault);
        }
    }
    for path in system.tests(data) {
        match data.text(&path).and_then(|text| TestPosition::parse(&path, text)) {
            Ok(test) => match system.open_test(data, &test) {
                Ok(mut table) => faults.extend(test.check(&path, &mut *table)),
                Err(all) => faults.extend(all.0),
            },
            Err(fault) => faults.push(fault),
        }
    }
    guides(system, data, &mut faults);
    match system.cards(data) {
        Ok(cards) => cards.iter().for_each(|card| openings(system, data, card, &mut faults)),
        Err(all) => faults.extend(all.0),
    }
    faults.0
}

/// Faults without repetition: one wrong line of `units.csv` shows in every scenario.
#[derive(Default)]
struct Found(Vec<Fault>);

impl Found {
    fn push(&mut self, fault: Fault) {
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    fn extend(&mut self, faults: Vec<Fault>) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

fn words(system: &dyn AnySystem, data: &DataSet, faults: &mut Found) {
    if let Err(all) = Words::of(data, system.name()) {
        faults.extend(all.0);
    }
    faults.extend(languages::faults(system, data));
}

/// A guide stands beside a scenario of its name and speaks of what is there.
fn guides(system: &dyn AnySystem, data: &DataSet, faults: &mut Found) {
    let folder = format!("{}/guides/", system.name());
    let Ok(words) = Words::of(data, system.name()) else { return };
    for path in data.below(folder.trim_end_matches('/')) {
        let guide = match Guide::read(data, path, &words) {
            Ok(guide) => guide,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let scenario = path.trim_start_matches(&folder).trim_end_matches(".toml");
        match system.open(data, &plain(system, scenario), Source::Seeded(1), Some([0; 16])) {
            Ok(table) => faults.extend(guide.check(path, &*table, &words)),
            Err(all) => faults.extend(all.0),
        }
    }
}

fn plain(system: &dyn AnySystem, scenario: &str) -> Setup {
    Setup::plain(system.name(), scenario, system.revision())
}

/// Every file says at its head where it comes from; only the sentences are ours by nature.
fn provenance(system: &dyn AnySystem, data: &DataSet, faults: &mut Found) {
    for path in data.below(system.name()) {
        if path.ends_with(".ftl") {
            continue;
        }
        let Ok(text) = data.text(path) else { continue };
        let mut seen = false;
        let head = text.lines().enumerate().take_while(|(_, line)| {
            let line = line.trim();
            line.is_empty() || line.starts_with('#') || line == "<!--" || line == "-->"
        });
        for (n, line) in head {
            if let Some(origin) = line.trim().strip_prefix("# origin:").map(str::trim) {
                seen = true;
                if !ORIGINS.contains(&origin) {
                    let message = format!("`{origin}` is not an origin");
                    let hint = format!("use {}", ORIGINS.join(", "));
                    faults.push(Fault::new(path, message).line(n + 1).field("origin").hint(hint));
                }
            }
        }
        if !seen {
            let hint = format!("begin the file with `# origin: {}`", ORIGINS.join("|"));
            faults.push(Fault::new(path, "it does not say where it comes from").field("origin").hint(hint));
        }
    }
}

/// Every rule that code or data cite stands in the rulebook.
fn rules(system: &dyn AnySystem, data: &DataSet, book: &Rulebook, faults: &mut Found) {
    let file = format!("{}/rulebook.md", system.name());
    let known: Vec<&str> = book.entries.iter().map(|entry| entry.id.as_str()).collect();
    let ids: BTreeSet<&str> = known.iter().copied().collect();
    for rule in system.rule_ids() {
        if !ids.contains(rule.0) {
            faults
                .push(Fault::new(&file, format!("rule {rule} is cited by the program but not written here")));
        }
    }
    for path in data.below(system.name()).filter(|path| path.ends_with(".toml")) {
        let Ok(text) = data.text(path) else { continue };
        match DeTable::parse(text) {
            Err(error) => faults.push(Fault::toml(path, text, &error)),
            Ok(table) => {
                let mut cited = Vec::new();
                cited_in(table.get_ref(), &mut cited);
                for (id, at) in cited {
                    if !known.iter().any(|known| *known == id || is_below(known, &id)) {
                        let fault = Fault::new(path, format!("rule `{id}` is not in the rulebook"))
                            .line(1 + text[..at].matches('\n').count())
                            .field("rule");
                        let near = likest(&id, &known, 3);
                        faults.push(if near.is_empty() {
                            fault
                        } else {
                            fault.hint(format!("nearest: {}", near.join(", ")))
                        });
                    }
                }
            }
        }
    }
}

/// Is a rule part of a section? `14-2(6)` and `14-2-1` are of 14-2.
pub fn is_below(rule: &str, section: &str) -> bool {
    !section.is_empty() && rule.strip_prefix(section).is_some_and(|rest| rest.starts_with(['-', '(']))
}

/// The values of every key `rule`, with the byte they stand at.
fn cited_in(table: &DeTable<'_>, cited: &mut Vec<(String, usize)>) {
    for (key, value) in table {
        if key.get_ref() == "rule" {
            texts(value, cited);
        } else {
            below(value, cited);
        }
    }
}

fn below(value: &Spanned<DeValue<'_>>, cited: &mut Vec<(String, usize)>) {
    match value.get_ref() {
        DeValue::Table(table) => cited_in(table, cited),
        DeValue::Array(list) => list.iter().for_each(|value| below(value, cited)),
        _ => {}
    }
}

fn texts(value: &Spanned<DeValue<'_>>, cited: &mut Vec<(String, usize)>) {
    match value.get_ref() {
        DeValue::String(text) => cited.push((text.to_string(), value.span().start)),
        DeValue::Array(list) => list.iter().for_each(|value| texts(value, cited)),
        _ => {}
    }
}

/// A scenario opens under its defaults and under every other value of each option, and can be played to its end.
fn openings(system: &dyn AnySystem, data: &DataSet, card: &Card, faults: &mut Found) {
    let plain = plain(system, &card.scenario);
    let others = card.options.iter().flat_map(|option| {
        let values = option.values.iter().filter(|value| **value != option.default);
        values.map(|value| {
            let options = [(option.id.clone(), value.clone())].into();
            Setup { options, ..plain.clone() }
        })
    });
    for setup in std::iter::once(plain.clone()).chain(others) {
        if let Err(all) = playable(system, data, &setup) {
            faults.extend(all);
        }
    }
}

/// Plays a game in which everyone answers by habit.
fn playable(system: &dyn AnySystem, data: &DataSet, setup: &Setup) -> Result<(), Vec<Fault>> {
    let mut table = system.open(data, setup, Source::Seeded(1), Some([0; 16])).map_err(|all| all.0)?;
    let stuck = |why: String| {
        let file = format!("{}/scenarios/{}.toml", setup.system, setup.scenario);
        let under: Vec<String> = setup.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
        let under = if under.is_empty() { "the defaults".to_owned() } else { under.join(" ") };
        vec![Fault::new(file, format!("under {under} it cannot be played to its end: {why}"))]
    };
    let mut dice = Fair::new(1);
    while !table.is_over() {
        if table.len() > table.profile().bound {
            return Err(stuck(format!("{} inputs did not end it", table.profile().bound)));
        }
        let asked = table.waiting();
        if asked.is_empty() {
            let thrown = table.throw(&mut dice, Viewer::Everyone);
            thrown.ok_or_else(|| stuck("it rests in nothing".to_owned()))?;
        }
        // Where both choose at once, the first answer may already have moved the game on.
        for seat in asked {
            if let Some(habit) = table.habit(seat) {
                let acted = table.act(seat, &habit, Viewer::Everyone);
                acted.map_err(|wrong| stuck(format!("`{habit}` was {wrong}")))?;
            }
        }
    }
    Ok(())
}
