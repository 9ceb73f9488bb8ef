//! Why something may not be done.

use hexmap::HexId;
use kernel::{Rule, Thing};

use crate::model::units::UnitId;

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

pub(crate) fn place(hex: HexId) -> Thing {
    Thing::Place(hex.0)
}

pub(crate) use kernel::{May, No};

/// What reasons of this system speak of.
pub(crate) trait About {
    fn unit(self, unit: UnitId) -> Self;
    fn hex(self, hex: HexId) -> Self;
}

impl About for No {
    fn unit(self, unit: UnitId) -> No {
        self.with("unit", piece(unit))
    }

    fn hex(self, hex: HexId) -> No {
        self.with("hex", place(hex))
    }
}

pub(crate) fn no<T>(rule: Rule, key: &'static str) -> Result<T, No> {
    Err(No::new(rule, key))
}
