//! Why something may not be done.

use kernel::Thing;

use crate::model::units::UnitId;

pub(crate) use kernel::{May, No};

/// What reasons of this system speak of.
pub(crate) trait About {
    fn unit(self, unit: UnitId) -> Self;
}

impl About for No {
    fn unit(self, unit: UnitId) -> No {
        self.with("unit", Thing::Piece(u16::from(unit.0)))
    }
}
