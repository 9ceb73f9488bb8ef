//! Rule coverage: the rulebook, the ids the code cites, and those seen at work.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use kernel::{Rule, example, rulebook::Rulebook};

/// The rules seen at work in games and examples, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(pub BTreeMap<String, u64>);

impl Seen {
    pub fn note(&mut self, rule: &str) {
        match self.0.get_mut(rule) {
            Some(count) => *count += 1,
            None => drop(self.0.insert(rule.to_owned(), 1)),
        }
    }

    /// Adds what a worked example showed.
    pub fn example(&mut self, seen: &example::Seen) {
        seen.rules.iter().for_each(|rule| self.note(rule));
    }

    pub fn join(&mut self, other: Seen) {
        for (rule, count) in other.0 {
            *self.0.entry(rule).or_default() += count;
        }
    }
}

/// What is missing where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Cited in code, but in no rulebook.
    pub unknown: Vec<String>,
    /// Rules that act (not marked `·note·`), but no code cites them.
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
            .map(|entry| entry.id.clone())
            .collect(),
        unseen: ids
            .iter()
            .filter(|id| book.entry(id).is_some() && !seen.0.contains_key(**id))
            .map(own)
            .collect(),
        acting_notes: book
            .entries
            .iter()
            .filter(|entry| entry.note && seen.0.contains_key(&entry.id))
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
            ("in the rulebook and no note, but cited by no code", &self.uncited),
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
