//! No, and why.

use crate::words::{Line, Rule, Value};

/// Why an action is not legal: the most specific rule, in words, with what would make it legal among
/// the arguments where that is one thing ("needs 2 points, has 1").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub rule: Rule,
    pub line: Line,
}

impl Refusal {
    pub fn new(rule: Rule, line: Line) -> Refusal {
        Refusal { rule, line }
    }

    /// The same as an error, for `judge`: `return Refusal::no(R_7_3_2, Line::new("in-zone"))`.
    pub fn no<T>(rule: Rule, line: Line) -> Result<T, Refusal> {
        Err(Refusal { rule, line })
    }
}

/// A reason before it is put into words: small and `Copy`, so that listing what may be done costs nothing.
///
/// `ARGS` is how many arguments a sentence of the system needs at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct No<const ARGS: usize> {
    pub rule: Rule,
    key: &'static str,
    args: [Option<(&'static str, Value)>; ARGS],
}

impl<const ARGS: usize> No<ARGS> {
    pub fn new(rule: Rule, key: &'static str) -> No<ARGS> {
        No { rule, key, args: [None; ARGS] }
    }

    /// Names what the sentence speaks of.
    ///
    /// # Panics
    /// With more than `ARGS` arguments.
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> No<ARGS> {
        let slot = self.args.iter_mut().find(|arg| arg.is_none());
        *slot.unwrap_or_else(|| panic!("at most {ARGS} arguments")) = Some((name, value.into()));
        self
    }
}

impl<const ARGS: usize> From<No<ARGS>> for Refusal {
    fn from(no: No<ARGS>) -> Refusal {
        let args = no.args.into_iter().flatten();
        Refusal::new(no.rule, args.fold(Line::new(no.key), |line, (name, value)| line.with(name, value)))
    }
}
