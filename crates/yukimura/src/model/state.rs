//! The state: the whole truth of a game, plain and small.

use std::hash::{Hash, Hasher};

use hexmap::{HexId, Zones};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::{
    decisions::{Frame, fight::Fight},
    model::units::{UnitId, UnitSet},
};

/// The order of battle of both maps together.
pub const MOST_UNITS: usize = 230;
/// The forces of a game are bits of [`State::freed`].
pub const MOST_FORCES: usize = 32;
/// Words of a set of hexes: both sheets have 2,140.
pub const WORDS: usize = 34;
pub const MOST_HEXES: usize = 64 * WORDS;

/// Where units are that are on no hex.
pub const BESIDE: HexId = HexId(u16::MAX);
pub const LEFT: HexId = HexId(u16::MAX - 1);
pub const REMOVED: HexId = HexId(u16::MAX - 2);
/// Not part of this scenario.
pub const ABSENT: HexId = HexId(u16::MAX - 3);

/// Is this a hex of the map, and not one of the places beside it?
#[inline]
pub fn on_map(hex: HexId) -> bool {
    hex.0 < ABSENT.0
}

/// 4-1: what the active side's turn consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 14-3(6): before play, Osaka chooses Hideyori's road.
    Entry,
    /// The scenario's dice at the start of a movement phase; the number says which is due.
    Dice(u8),
    Movement,
    /// The other side fires.
    Defence,
    Fire,
    Melee,
}

/// The end: who won by which victory condition of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Over {
    pub winner: Option<Side>,
    /// Index into the scenario's victory conditions.
    pub by: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub inning: u8,
    /// Whose movement and combat it is.
    pub active: Side,
    pub phase: Phase,
    pub frame: Option<Frame>,
    pub over: Option<Over>,
    /// Units that have moved in this movement phase; that have fired or fought in this fire or combat phase.
    pub moved: UnitSet,
    /// 7-3-2, 13-1(3): units that may not move in this phase.
    pub pinned: UnitSet,
    pub uncommanded: UnitSet,
    pub fired: UnitSet,
    pub fired_at: UnitSet,
    pub fought: UnitSet,
    pub fought_against: UnitSet,
    /// 14-1(5): an Eastern unit has been west of the Ishikawa.
    pub crossed: bool,
    /// Forces freed by a die, one bit each.
    pub freed: u32,
    /// 14-3(6): Hideyori's road, an index into the scenario's entries, and whether his die has come.
    pub road: Option<u8>,
    pub summoned: bool,
    /// 14-4(6): who was last on Komatsuyama.
    pub holder: Option<Side>,
    #[serde(with = "array")]
    pub at: [HexId; MOST_UNITS],
    // What follows is derived from `at` and kept beside it for speed.
    #[serde(with = "array")]
    pub occupant: [UnitId; MOST_HEXES],
    pub zones: [Zones<WORDS>; 2],
}

impl Hash for State {
    /// The derived parts are left out: equal positions have equal ones.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.inning, self.active, self.phase, &self.frame, self.over).hash(hasher);
        (self.moved, self.pinned, self.uncommanded).hash(hasher);
        (self.fired, self.fired_at, self.fought, self.fought_against).hash(hasher);
        (self.crossed, self.freed, self.road, self.summoned, self.holder).hash(hasher);
        for four in self.at.chunks(4) {
            let word = four.iter().fold(0u64, |word, hex| word << 16 | u64::from(hex.0));
            hasher.write_u64(word);
        }
    }
}

impl State {
    #[inline]
    pub fn hex(&self, unit: UnitId) -> HexId {
        self.at[unit.index()]
    }

    #[inline]
    pub fn on_map(&self, unit: UnitId) -> bool {
        on_map(self.hex(unit))
    }

    #[inline]
    pub fn occupant(&self, hex: HexId) -> Option<UnitId> {
        let unit = self.occupant[hex.index()];
        (unit != UnitId::NONE).then_some(unit)
    }

    pub fn fight(&self) -> Option<&Fight> {
        match &self.frame {
            Some(Frame::Fight(fight)) => Some(fight),
            _ => None,
        }
    }
}

/// Arrays longer than serde knows, as plain lists.
mod array {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<T: Serialize, S: Serializer, const N: usize>(
        array: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        array.as_slice().serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error> {
        let list = Vec::<T>::deserialize(deserializer)?;
        let found = list.len();
        list.try_into().map_err(|_| D::Error::custom(format_args!("{N} entries are expected, found {found}")))
    }
}
