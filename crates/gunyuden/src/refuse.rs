//! Why something may not be done: small and `Copy`, so that listing what may be done costs nothing.

use hexmap::HexId;
use kernel::{Line, Refusal, Rule, Thing, Value};

use crate::units::UnitId;

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

pub(crate) fn place(hex: HexId) -> Thing {
    Thing::Place(hex.0)
}

/// A reason, before it is put into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct No {
    pub(crate) rule: Rule,
    key: &'static str,
    args: [Option<(&'static str, Value)>; 2],
}

impl No {
    pub(crate) fn new(rule: Rule, key: &'static str) -> No {
        No { rule, key, args: [None; 2] }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> No {
        let slot = self.args.iter_mut().find(|arg| arg.is_none()).expect("at most two arguments");
        *slot = Some((name, value.into()));
        self
    }

    pub(crate) fn unit(self, unit: UnitId) -> No {
        self.with("unit", piece(unit))
    }

    pub(crate) fn hex(self, hex: HexId) -> No {
        self.with("hex", place(hex))
    }
}

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        let line = no
            .args
            .into_iter()
            .flatten()
            .fold(Line::new(no.key), |line, (name, value)| line.with(name, value));
        Refusal::new(no.rule, line)
    }
}

/// May it be done?
pub(crate) type May = Result<(), No>;

pub(crate) fn no<T>(rule: Rule, key: &'static str) -> Result<T, No> {
    Err(No::new(rule, key))
}
