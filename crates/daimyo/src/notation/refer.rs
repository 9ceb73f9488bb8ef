//! How things of this system are pointed at.

use kernel::Thing;
use plane::Point;

use crate::{
    Daimyo,
    model::units::{GroupId, LeaderId, MOST_UNITS, UnitId},
};

/// Leaders are pieces too, numbered after the units.
pub(crate) const LEADERS: u16 = MOST_UNITS as u16;

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

pub(crate) fn person(leader: LeaderId) -> Thing {
    Thing::Piece(LEADERS + u16::from(leader.0))
}

/// Groups are named as cards.
pub(crate) fn banner(group: GroupId) -> Thing {
    Thing::Card(u16::from(group.0))
}

/// A piece of ground.
pub(crate) fn ground(feature: usize) -> Thing {
    Thing::Place(feature as u16)
}

pub(crate) fn spot(at: Point) -> Thing {
    Thing::Spot(at.x, at.y)
}

impl Daimyo {
    /// The unit that was clicked.
    pub(crate) fn unit_clicked(&self, thing: Thing) -> Option<UnitId> {
        match thing {
            Thing::Piece(n) if usize::from(n) < self.units.len() => Some(UnitId(n as u8)),
            _ => None,
        }
    }
}
