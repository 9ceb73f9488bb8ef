//! How things of this system are pointed at.

use hexmap::AreaId;
use kernel::Thing;

use crate::{
    Summits,
    model::{cards::Card, map::MOST_AREAS, units::UnitId},
};

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

pub(crate) fn place(area: AreaId) -> Thing {
    Thing::Place(u16::from(area.0))
}

/// Control markers are pieces too, numbered after the units.
pub(crate) const MARKERS: u16 = 128;
/// The number of cards of each type that can be told apart.
pub(crate) const COPIES: u16 = 16;
/// Beside cards of the pack, clans and groups of the track are named as cards.
pub(crate) const CLANS: u16 = 6 * COPIES;
pub(crate) const GROUPS: u16 = CLANS + 16;
/// The card itself, whichever copy.
pub(crate) const TYPES: u16 = GROUPS + 16;

const _: () = assert!(MOST_AREAS < 64);

impl Summits {
    /// A card by its type.
    pub(crate) fn card_thing(&self, card: Card) -> Thing {
        Thing::Card(TYPES + card.index() as u16)
    }

    pub(crate) fn group_thing(&self, group: u8) -> Thing {
        Thing::Card(GROUPS + u16::from(group))
    }

    pub(crate) fn clan_thing(&self, clan: crate::model::units::ClanId) -> Thing {
        Thing::Card(CLANS + u16::from(clan.0))
    }
}

/// One copy of a card in a hand, counted from 0.
pub(crate) fn copy(card: Card, n: u8) -> Thing {
    Thing::Card(card.index() as u16 * COPIES + u16::from(n))
}

/// The type of the card at this number.
pub(crate) fn card_clicked(n: u16) -> Option<Card> {
    match n {
        n if n < 6 * COPIES => Card::ALL.get(usize::from(n / COPIES)).copied(),
        n => Card::ALL.get(usize::from(n.checked_sub(TYPES)?)).copied(),
    }
}
