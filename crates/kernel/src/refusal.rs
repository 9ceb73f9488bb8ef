//! No, and why.

use crate::words::{Line, Rule};

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
