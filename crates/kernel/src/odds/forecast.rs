//! What a forecast says.

use super::chance::Chance;
use crate::words::Line;

/// What comes of a plan: the chance of each outcome, most likely first, and what it costs each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    pub outcomes: Vec<Row>,
    /// By side.
    pub tolls: [Toll; 2],
    /// Throws looked at.
    pub states: usize,
    /// Set when it was sampled: the number of plays or of imagined worlds behind the figures.
    pub samples: Option<u32>,
    /// Set when the fractions had no room in 128 bits: the figures are then rounded to parts of 2⁶⁴.
    pub rounded: bool,
    /// The same for each answer of the other seat to its first question that matters.
    pub answers: Vec<Branch>,
    /// The same by what the seat cannot know.
    pub hidden: Vec<Branch>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub line: Line,
    pub chance: Chance,
    /// Half the 95 % interval in millionths; nothing where the figure is exact.
    pub error: u64,
}

/// What a side pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Expected losses.
    pub losses: Amount,
    /// The chance that at least one leader falls.
    pub leader: Amount,
    /// Expected loss of morale.
    pub morale: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    pub value: Chance,
    /// As that of a [`Row`].
    pub error: u64,
}

impl Default for Amount {
    fn default() -> Self {
        Amount { value: Chance::NEVER, error: 0 }
    }
}

/// A forecast under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The answer, or the condition.
    pub line: Line,
    /// The text of the answer, where it is one.
    pub action: Option<String>,
    /// How likely the condition is; 1 for an answer, which is the other seat's to choose.
    pub share: Chance,
    pub forecast: Forecast,
}

impl Forecast {
    /// No more rows than these are shown; the rest is folded into one.
    pub const MOST_ROWS: usize = 8;

    pub fn is_exact(&self) -> bool {
        self.samples.is_none()
    }

    pub(super) fn sort(&mut self) {
        self.outcomes.sort_by(|a, b| b.chance.cmp(&a.chance).then_with(|| a.line.cmp(&b.line)));
    }

    /// The rows to be shown, and those that are folded into one.
    pub fn folded(&self) -> (&[Row], &[Row]) {
        match self.outcomes.len() > Forecast::MOST_ROWS {
            true => self.outcomes.split_at(Forecast::MOST_ROWS - 1),
            false => (&self.outcomes, &[]),
        }
    }
}

/// 1.96 standard deviations of a mean of `count` values of this variance, given and told in millionths.
pub(super) fn half_width(variance: u128, count: u32) -> u64 {
    ((variance / u128::from(count.max(1))).isqrt() * 196 / 100) as u64
}
