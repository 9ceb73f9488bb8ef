//! Chapters 2 and 7: units as their counters show them, houses and armies.

use kernel::{Name, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub const HASHIBA: Side = Side(0);
pub const ANTI: Side = Side(1);

/// A counter, dense in the order of the data file. A force bears the id of the unit at its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const NONE: UnitId = UnitId(u8::MAX);

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One daimyo's units and castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HouseId(pub u8);

impl HouseId {
    /// Nobody: the owner of a ruin.
    pub const NONE: HouseId = HouseId(u8::MAX);

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArmyId(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastleId(pub u8);

impl CastleId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// 2-2-1(5): ★★, ★ and none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    Warlord,
    General,
    Chief,
}

impl Rank {
    pub(crate) const WORDS: [(&'static str, Rank); 3] =
        [("warlord", Rank::Warlord), ("general", Rank::General), ("cinc", Rank::Chief)];

    pub fn stars(self) -> &'static str {
        ["–", "★", "★★"][self as usize]
    }
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: Name,
    pub house: HouseId,
    pub rank: Rank,
    /// Combat strength with no, one and two steps.
    pub strength: [u8; 3],
    pub field: i8,
    pub action: u8,
    pub boxes: u8,
}

impl Unit {
    /// 9-2: may it lead?
    pub fn is_commander(&self) -> bool {
        self.rank > Rank::Warlord
    }
}

#[derive(Clone, Debug)]
pub struct House {
    pub id: String,
    pub name: Name,
    pub mon: String,
    pub great: bool,
    /// Its column of the replenishment table.
    pub column: usize,
    pub side: Side,
    pub army: ArmyId,
    /// 8-3: where its lines of communication end.
    pub main: Vec<CastleId>,
    /// 31-2: or at these hexes of the edge.
    pub edge: Vec<hexmap::HexId>,
    pub units: Vec<UnitId>,
}

#[derive(Clone, Debug)]
pub struct Army {
    pub id: String,
    pub side: Side,
    /// The great house first.
    pub houses: Vec<HouseId>,
}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    #[inline]
    pub fn has(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] >> (unit.index() % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    pub fn set(&mut self, unit: UnitId, on: bool) {
        if on {
            self.insert(unit);
        } else {
            self.remove(unit);
        }
    }

    pub fn clear(&mut self) {
        self.0 = [0; 4];
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }

    pub fn and(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    pub fn without(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|n| self.0[n] & !other.0[n]))
    }

    pub fn or(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        (0..4).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                bits &= bits.wrapping_sub(1);
                (bit < 64).then(|| UnitId((word * 64) as u8 + bit as u8))
            })
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        let mut set = UnitSet::default();
        for unit in units {
            set.insert(unit);
        }
        set
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
