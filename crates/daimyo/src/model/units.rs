//! Chapter 2: what stands on the table. Everything here is fixed for a game.

use kernel::{IdSet, Name, Side};
use serde::{Deserialize, Serialize};

/// The most units of both sides, headquarters included, and the most leaders.
/// What 300 points buy for each side of a muster within its limits is no more.
pub const MOST_UNITS: usize = 52;
pub const MOST_LEADERS: usize = 12;

kernel::dense_ids! {
    /// A unit by its place in the scenario file: the lower id breaks ties (1.5).
    UnitId;
    LeaderId;
    /// A clan with its daimyo, or the General with his hatamoto, headquarters and guns.
    GroupId;
}

pub type UnitSet = IdSet<UnitId, 1>;
pub type GroupSet = IdSet<GroupId, 1>;

/// T-2: from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Elite,
    Veteran,
    Seasoned,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Armour {
    Light,
    Medium,
    Heavy,
}

/// T-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    LongSpear,
    PoleArm,
    Improvised,
    Lance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missile {
    Bow,
    Arquebus,
}

/// T-14: troop classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Troop {
    Samurai,
    SamuraiCav,
    Hatamoto,
    HatamotoCav,
    Ronin,
    WarriorMonks,
    Ashigaru,
    AshigaruMissile,
    Peasants,
    ArtilleryLight,
    ArtilleryHeavy,
    Headquarters,
}

/// T-1: the rows of the table of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    HeavyCavalry,
    MediumCavalry,
    HeavyInfantry,
    MediumInfantry,
    LightInfantry,
}

impl Gait {
    pub const ALL: [Gait; 5] = [
        Gait::HeavyCavalry,
        Gait::MediumCavalry,
        Gait::HeavyInfantry,
        Gait::MediumInfantry,
        Gait::LightInfantry,
    ];
}

impl Troop {
    pub const ALL: [(&'static str, Troop); 12] = [
        ("samurai", Troop::Samurai),
        ("samurai_cav", Troop::SamuraiCav),
        ("hatamoto", Troop::Hatamoto),
        ("hatamoto_cav", Troop::HatamotoCav),
        ("ronin", Troop::Ronin),
        ("warrior_monks", Troop::WarriorMonks),
        ("ashigaru", Troop::Ashigaru),
        ("ashigaru_missile", Troop::AshigaruMissile),
        ("peasants", Troop::Peasants),
        ("artillery_light", Troop::ArtilleryLight),
        ("artillery_heavy", Troop::ArtilleryHeavy),
        ("headquarters", Troop::Headquarters),
    ];

    pub fn is_mounted(self) -> bool {
        matches!(self, Troop::SamuraiCav | Troop::HatamotoCav)
    }

    pub fn is_gun(self) -> bool {
        matches!(self, Troop::ArtilleryLight | Troop::ArtilleryHeavy)
    }

    pub fn is_hatamoto(self) -> bool {
        matches!(self, Troop::Hatamoto | Troop::HatamotoCav)
    }

    /// D-MOR-6, D-MOR-13: who is a samurai where the tables say so.
    pub fn is_samurai(self) -> bool {
        matches!(self, Troop::Samurai | Troop::SamuraiCav | Troop::Hatamoto | Troop::HatamotoCav)
    }

    /// D-MOR-2: ashigaru of both kinds.
    pub fn is_ashigaru(self) -> bool {
        matches!(self, Troop::Ashigaru | Troop::AshigaruMissile)
    }

    /// D-MOR-3: everyone on foot; the crews of guns count as infantry (6.4).
    pub fn is_infantry(self) -> bool {
        !self.is_mounted() && self != Troop::Headquarters
    }
}

/// A unit as the scenario describes it.
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub group: GroupId,
    pub troop: Troop,
    pub quality: Quality,
    pub armour: Armour,
    pub weapon: Weapon,
    pub missile: Option<Missile>,
    /// Stands at the start.
    pub stands: u8,
    pub mon: String,
    /// What it is worth in points (muster, and victory by points).
    pub points: i32,
}

impl Unit {
    #[inline]
    pub fn is_mounted(&self) -> bool {
        self.troop.is_mounted()
    }

    #[inline]
    pub fn is_gun(&self) -> bool {
        self.troop.is_gun()
    }

    #[inline]
    pub fn is_headquarters(&self) -> bool {
        self.troop == Troop::Headquarters
    }

    /// D-MOR-4: missile ashigaru and peasants.
    pub fn is_timid(&self) -> bool {
        matches!(self.troop, Troop::AshigaruMissile | Troop::Peasants)
    }

    /// T-1, D-MOV-5: the row it moves by; peasants are light infantry.
    pub fn gait(&self) -> Gait {
        match (self.is_mounted(), self.armour) {
            (true, Armour::Heavy) => Gait::HeavyCavalry,
            (true, _) => Gait::MediumCavalry,
            (false, Armour::Heavy) => Gait::HeavyInfantry,
            (false, Armour::Medium) => Gait::MediumInfantry,
            (false, Armour::Light) => Gait::LightInfantry,
        }
    }
}

/// A General or a daimyo.
#[derive(Clone, Debug)]
pub struct Leader {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub group: GroupId,
    pub is_general: bool,
    /// His Command Rating.
    pub rating: i16,
    pub mounted: bool,
    pub mon: String,
}

/// What is activated together.
#[derive(Clone, Debug)]
pub struct Group {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub leader: LeaderId,
    pub units: UnitSet,
    pub is_general: bool,
    /// It arrives by the scenario's rule instead of standing on the table.
    pub arrives: bool,
}
