//! A broken law, with all that is needed to see it again.

use std::fmt;

use crate::law::Law;

/// Which law, in which game, and what led there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub law: Law,
    /// The scenario.
    pub game: String,
    pub seed: u64,
    /// How many inputs had been taken.
    pub input: usize,
    pub detail: String,
    /// Those inputs as text, one a line of the record.
    pub inputs: Vec<String>,
}

/// Longer histories show only their end; the seed brings back the rest.
const SHOWN: usize = 60;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { law, game, seed, input, detail, inputs } = self;
        writeln!(f, "law `{law}` is broken in {game}, seed {seed}, after input {input}: {detail}")?;
        let left_out = inputs.len().saturating_sub(SHOWN);
        if left_out > 0 {
            writeln!(f, "  … {left_out} inputs before")?;
        }
        for (n, text) in inputs.iter().enumerate().skip(left_out) {
            writeln!(f, "  {} {text}", n + 1)?;
        }
        Ok(())
    }
}

impl std::error::Error for Broken {}

/// What a law found wrong, before it is known in which game.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    pub(crate) input: usize,
    pub(crate) detail: String,
}

impl Slip {
    pub(crate) fn at<T>(input: usize, detail: impl Into<String>) -> Result<T, Slip> {
        Err(Slip { input, detail: detail.into() })
    }
}

pub(crate) type Held = Result<(), Slip>;
