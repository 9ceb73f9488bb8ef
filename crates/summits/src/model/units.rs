//! 2.1: generals and combat units, with a front and a back.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use kernel::{Name, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub const HIDEYOSHI: Side = Side(0);
/// The player against him: Akechi or Shibata.
pub const ANTI: Side = Side(1);

/// Words of a [`UnitSet`]: Shizugatake has 117 units.
pub const MOST_UNITS: usize = 128;

kernel::dense_ids! {
    UnitId;
    /// A clan, as an index into the clans of the battle.
    ClanId;
}

#[derive(Clone, Debug)]
pub struct Clan {
    pub id: String,
    pub name: Name,
    pub mon: String,
    pub units: UnitSet,
    /// Its combat units.
    pub troops: UnitSet,
}

/// What one side of a counter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    pub attack: i16,
    pub defence: i16,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: Name,
    pub clan: ClanId,
    pub side: Side,
    /// 2.1.1-2: how many combat units a general leads; `None` for a combat unit.
    pub command: Option<u8>,
    pub front: Values,
    pub back: Values,
}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(u128);

impl UnitSet {
    pub const NONE: UnitSet = UnitSet(0);

    #[inline]
    pub fn of(unit: UnitId) -> UnitSet {
        UnitSet(1 << unit.0)
    }

    #[inline]
    pub fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 != 0
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The one with the lowest number.
    #[inline]
    pub fn first(self) -> Option<UnitId> {
        (self.0 != 0).then(|| UnitId(self.0.trailing_zeros() as u8))
    }

    /// The `n` with the lowest numbers.
    pub fn first_of(self, n: u8) -> UnitSet {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        UnitSet(self.0 & !rest)
    }

    #[inline]
    pub fn is_within(self, other: UnitSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// In ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let unit = UnitSet(bits).first()?;
            bits &= bits.wrapping_sub(1);
            Some(unit)
        })
    }
}

impl BitAnd for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitand(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }
}

impl BitOr for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitor(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }
}

impl Sub for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn sub(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }
}

impl BitAndAssign for UnitSet {
    fn bitand_assign(&mut self, other: UnitSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for UnitSet {
    fn bitor_assign(&mut self, other: UnitSet) {
        self.0 |= other.0;
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        units.into_iter().fold(UnitSet::NONE, |set, unit| set | UnitSet::of(unit))
    }
}

impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<UnitId>::deserialize(deserializer)?.into_iter().collect())
    }
}
