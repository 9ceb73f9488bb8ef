//! Chapter 2: what stands on the table. Everything here is fixed for a game.

use kernel::{IdSet, Name, Side};
use plane::TableEdge;
use serde::{Deserialize, Serialize};

/// The most bodies of both sides: units, generals, and two Maku.
pub const MOST_UNITS: usize = 32;
pub const MOST_CLANS: usize = 6;
/// 2.2: the most bases of a unit.
pub const MOST_BASES: usize = 10;
pub const MOST_MESSENGERS: usize = 6;

kernel::dense_ids! {
    /// A body by its place in the scenario file: units first, then generals, then the Maku. The lower id breaks ties (1.1).
    UnitId;
    ClanId;
}

pub type UnitSet = IdSet<UnitId, 1>;

/// 2.5: from the worst to the best; samurai and ronin rank alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Levy,
    Armoured,
    Ronin,
    Samurai,
}

impl Class {
    pub fn is_ashigaru(self) -> bool {
        matches!(self, Class::Levy | Class::Armoured)
    }

    /// 2.5: for "superior type".
    pub fn rank(self) -> u8 {
        match self {
            Class::Levy => 0,
            Class::Armoured => 1,
            Class::Ronin | Class::Samurai => 2,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Class::Levy => "levy ashigaru",
            Class::Armoured => "armoured ashigaru",
            Class::Ronin => "ronin",
            Class::Samurai => "samurai",
        }
    }
}

/// 2.2: kinds of bases. The default fills places of a list that are not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    #[default]
    LevySpear,
    LevyBow,
    LevyArquebus,
    ArmSpear,
    ArmBow,
    ArmArquebus,
    SamuraiFoot,
    SamuraiCav,
    Ronin,
    Gun,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Missile {
    Bow,
    Arquebus,
    Gun,
}

impl Kind {
    pub const ALL: [(&'static str, Kind); 10] = [
        ("levy_spear", Kind::LevySpear),
        ("levy_bow", Kind::LevyBow),
        ("levy_arquebus", Kind::LevyArquebus),
        ("arm_spear", Kind::ArmSpear),
        ("arm_bow", Kind::ArmBow),
        ("arm_arquebus", Kind::ArmArquebus),
        ("samurai_foot", Kind::SamuraiFoot),
        ("samurai_cav", Kind::SamuraiCav),
        ("ronin", Kind::Ronin),
        ("gun", Kind::Gun),
    ];

    pub fn word(self) -> &'static str {
        Kind::ALL[self as usize].0
    }

    /// A crew counts as armoured ashigaru.
    pub fn class(self) -> Class {
        match self {
            Kind::LevySpear | Kind::LevyBow | Kind::LevyArquebus => Class::Levy,
            Kind::ArmSpear | Kind::ArmBow | Kind::ArmArquebus | Kind::Gun => Class::Armoured,
            Kind::SamuraiFoot | Kind::SamuraiCav => Class::Samurai,
            Kind::Ronin => Class::Ronin,
        }
    }

    pub fn missile(self) -> Option<Missile> {
        match self {
            Kind::LevyBow | Kind::ArmBow => Some(Missile::Bow),
            Kind::LevyArquebus | Kind::ArmArquebus => Some(Missile::Arquebus),
            Kind::Gun => Some(Missile::Gun),
            _ => None,
        }
    }

    pub fn is_spear(self) -> bool {
        matches!(self, Kind::LevySpear | Kind::ArmSpear)
    }
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Troops,
    /// 2.4: a clan's general, alone or with a unit.
    General,
    /// 2.1: the screen in which the daimyo sits.
    Maku,
}

/// A body as the scenario describes it.
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub sort: Sort,
    pub clan: ClanId,
    /// The kinds of its bases at the start, the commander's first.
    pub bases: Vec<(Kind, u8)>,
    /// 3.6: its base line.
    pub edge: TableEdge,
    pub mon: String,
    pub points: i32,
}

impl Unit {
    /// Bases at the start.
    pub fn strength(&self) -> u8 {
        self.bases.iter().map(|(_, n)| n).sum()
    }

    /// 2.3: mixed units are of one class, so it is that of any base. A general counts as samurai.
    #[inline]
    pub fn class(&self) -> Class {
        self.bases.first().map_or(Class::Samurai, |(kind, _)| kind.class())
    }

    #[inline]
    pub fn is_troops(&self) -> bool {
        self.sort == Sort::Troops
    }

    #[inline]
    pub fn is_general(&self) -> bool {
        self.sort == Sort::General
    }

    pub fn is_gun(&self) -> bool {
        self.bases.first().is_some_and(|(kind, _)| *kind == Kind::Gun)
    }

    /// Cavalry, unless it has dismounted.
    pub fn is_horse(&self) -> bool {
        self.bases.first().is_some_and(|(kind, _)| *kind == Kind::SamuraiCav)
    }

    /// 6.1: what its missile bases shoot with.
    pub fn missile(&self) -> Option<Missile> {
        self.bases.iter().find_map(|(kind, _)| kind.missile())
    }

    /// 3.1: spears with bows or arquebuses.
    pub fn is_mixed(&self) -> bool {
        self.bases.len() > 1
    }
}

/// A clan: a general and his units.
#[derive(Clone, Debug)]
pub struct Clan {
    pub id: String,
    pub name: Name,
    pub side: Side,
    /// The body of its general.
    pub general: UnitId,
    pub units: UnitSet,
}
