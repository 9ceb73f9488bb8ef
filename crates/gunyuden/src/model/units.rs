//! Chapters 2 and 7: units as their counters show them, houses and armies.

use kernel::{IdSet, Name, Side};

pub const HASHIBA: Side = Side(0);
pub const ANTI: Side = Side(1);

kernel::dense_ids! {
    /// A counter, dense in the order of the data file. A force bears the id of the unit at its head.
    UnitId;
    /// One daimyo's units and castles.
    HouseId;
    ArmyId;
    CastleId;
}

impl UnitId {
    pub const NONE: UnitId = UnitId(u8::MAX);
}

impl HouseId {
    /// Nobody: the owner of a ruin.
    pub const NONE: HouseId = HouseId(u8::MAX);
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
pub type UnitSet = IdSet<UnitId, 4>;
