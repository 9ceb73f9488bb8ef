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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct No {
    pub rule: Rule,
    key: &'static str,
    args: [Option<(&'static str, Value)>; 2],
}

impl No {
    pub fn new(rule: Rule, key: &'static str) -> No {
        No { rule, key, args: [None; 2] }
    }

    /// Names what the sentence speaks of.
    ///
    /// # Panics
    /// With a third argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> No {
        let slot = self.args.iter_mut().find(|arg| arg.is_none());
        *slot.expect("at most two arguments") = Some((name, value.into()));
        self
    }

    /// As an error: `return No::because(R_7_0_2, "no-hill")`.
    pub fn because<T>(rule: Rule, key: &'static str) -> Result<T, No> {
        Err(No::new(rule, key))
    }
}

/// May it be done?
pub type May = Result<(), No>;

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        let args = no.args.into_iter().flatten();
        Refusal::new(no.rule, args.fold(Line::new(no.key), |line, (name, value)| line.with(name, value)))
    }
}
