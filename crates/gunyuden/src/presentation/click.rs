//! The unit, force or hex that a click on a thing means.

use hexmap::HexId;
use kernel::Thing;

use crate::{
    Gunyuden,
    model::{state::State, units::UnitId},
    rules::CASTLES,
};

pub(crate) fn unit_clicked(thing: Thing) -> Option<UnitId> {
    match thing {
        Thing::Piece(n) if n < CASTLES => Some(UnitId(n as u8)),
        _ => None,
    }
}

impl Gunyuden {
    /// The hex of a castle, of a unit on the map, or the place itself.
    pub(crate) fn hex_clicked(&self, state: &State, thing: Thing) -> Option<HexId> {
        match thing {
            Thing::Piece(n) if n >= CASTLES => self.keeps.get(usize::from(n - CASTLES)).map(|keep| keep.hex),
            Thing::Place(n) => Some(HexId(n)),
            _ => unit_clicked(thing).filter(|&unit| state.on_map(unit)).map(|unit| state.hex(unit)),
        }
    }

    /// The head of the force that a unit belongs to.
    pub(crate) fn head_clicked(&self, state: &State, thing: Thing) -> Option<UnitId> {
        unit_clicked(thing).filter(|&unit| state.lives(unit)).map(|unit| state.head(unit))
    }
}
