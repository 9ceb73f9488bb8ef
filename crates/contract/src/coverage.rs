//! Rule coverage: the rulebook, the ids the code cites, and those seen at work.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use kernel::{
    Rule,
    example::{self, Example},
    rulebook::Rulebook,
};

/// The rules seen at work in games and examples, and how often.
///
/// A rule that shows only through others (what a zone is, that firing is voluntary) is seen in a worked example
/// that is about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub rules: BTreeMap<String, u64>,
    pub shown: BTreeSet<String>,
}

impl Seen {
    pub fn note(&mut self, rule: &str) {
        match self.rules.get_mut(rule) {
            Some(count) => *count += 1,
            None => drop(self.rules.insert(rule.to_owned(), 1)),
        }
    }

    /// Adds what a worked example was about and what was seen in it.
    pub fn example(&mut self, example: &Example, seen: &example::Seen) {
        seen.rules.iter().for_each(|rule| self.note(rule));
        self.shown.extend(example.rule.iter().cloned());
    }

    pub fn join(&mut self, other: Seen) {
        for (rule, count) in other.rules {
            *self.rules.entry(rule).or_default() += count;
        }
        self.shown.extend(other.shown);
    }
}

/// What is missing where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Cited in code, but in no rulebook.
    pub unknown: Vec<String>,
    /// Rules that act (not marked `·note·`), but no code cites them and no worked example is about them.
    pub uncited: Vec<String>,
    /// Cited in code, but never seen at work.
    pub unseen: Vec<String>,
    /// Marked as notes, but seen at work: for information, not a failure.
    pub acting_notes: Vec<String>,
}

/// Joins rulebook, code and what was seen.
pub fn coverage(book: &Rulebook, cited: &[Rule], seen: &Seen) -> Coverage {
    let ids: BTreeSet<&str> = cited.iter().map(|rule| rule.0).collect();
    let own = |id: &&str| (*id).to_owned();
    Coverage {
        unknown: ids.iter().filter(|id| book.entry(id).is_none()).map(own).collect(),
        uncited: book
            .entries
            .iter()
            .filter(|entry| !entry.note && !ids.contains(entry.id.as_str()))
            .filter(|entry| !seen.shown.contains(&entry.id))
            .map(|entry| entry.id.clone())
            .collect(),
        unseen: ids
            .iter()
            .filter(|id| book.entry(id).is_some() && !seen.rules.contains_key(**id))
            .map(own)
            .collect(),
        acting_notes: book
            .entries
            .iter()
            .filter(|entry| entry.note && seen.rules.contains_key(&entry.id))
            .map(|entry| entry.id.clone())
            .collect(),
    }
}

impl Coverage {
    pub fn is_complete(&self) -> bool {
        self.unknown.is_empty() && self.uncited.is_empty() && self.unseen.is_empty()
    }

    /// Panics with everything that is missing.
    pub fn check(&self) {
        assert!(self.is_complete(), "{self}");
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, rules) in [
            ("cited in code, but not in the rulebook", &self.unknown),
            (
                "in the rulebook and no note, but neither cited by code nor the subject of an example",
                &self.uncited,
            ),
            ("cited in code, but never seen at work", &self.unseen),
            ("marked as a note, but at work (for information)", &self.acting_notes),
        ] {
            if !rules.is_empty() {
                writeln!(f, "{} {what}: {}", rules.len(), rules.join(", "))?;
            }
        }
        Ok(())
    }
}
