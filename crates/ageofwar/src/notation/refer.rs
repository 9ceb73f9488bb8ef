//! How things of this system are pointed at.

use kernel::{Side, Thing};
use plane::Point;

use crate::model::units::{ClanId, MOST_MESSENGERS, MOST_UNITS, UnitId};

/// Messengers are pieces too, numbered after the bodies.
pub(crate) const MESSENGER: u16 = MOST_UNITS as u16;

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

pub(crate) fn messenger(side: Side, n: u8) -> Thing {
    Thing::Piece(MESSENGER + u16::from(side.0) * MOST_MESSENGERS as u16 + u16::from(n))
}

/// Clans are named as cards.
pub(crate) fn banner(clan: ClanId) -> Thing {
    Thing::Card(u16::from(clan.0))
}

/// A piece of ground.
pub(crate) fn ground(feature: usize) -> Thing {
    Thing::Place(feature as u16)
}

pub(crate) fn spot(at: Point) -> Thing {
    Thing::Spot(at.x, at.y)
}
