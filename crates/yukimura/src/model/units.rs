//! Chapter 2: the units, as their counters show them.

use kernel::{IdSet, Name, Side};

kernel::dense_ids! {
    /// 2-2: a counter. Dense, in the order of the data file.
    UnitId;
    /// 2-2(1)B: everything under one lord.
    ForceId;
}

impl UnitId {
    pub const NONE: UnitId = UnitId(u8::MAX);
}

pub const EAST: Side = Side(0);
pub const OSAKA: Side = Side(1);

/// 2-2(2), 17-2: the branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    General,
    Mounted,
    MountedRiflemen,
    Riflemen,
    Foot,
}

impl Branch {
    pub const WORDS: [(&'static str, Branch); 5] = [
        ("general", Branch::General),
        ("mounted", Branch::Mounted),
        ("mounted_rifle", Branch::MountedRiflemen),
        ("rifle", Branch::Riflemen),
        ("foot", Branch::Foot),
    ];

    /// Mounted riflemen are riflemen in every rule about firing.
    pub fn fires(self) -> bool {
        matches!(self, Branch::Riflemen | Branch::MountedRiflemen)
    }

    pub fn glyph(self) -> &'static str {
        match self {
            Branch::General => "fan",
            Branch::Mounted => "horse",
            Branch::MountedRiflemen => "mounted_rifle",
            Branch::Riflemen => "arquebus",
            Branch::Foot => "spear",
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Branch::General => "branch-general",
            Branch::Mounted => "branch-mounted",
            Branch::MountedRiflemen => "branch-mounted-riflemen",
            Branch::Riflemen => "branch-riflemen",
            Branch::Foot => "branch-foot",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: Name,
    pub force: ForceId,
    pub side: Side,
    pub branch: Branch,
    pub strength: i16,
    /// `None` is the asterisk: the unit never checks.
    pub morale: Option<i16>,
    pub movement: u16,
    /// 13-1(1): how far a general commands.
    pub command: u16,
    pub arrival: Arrival,
}

/// Where a unit is when play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    Start(hexmap::HexId),
    /// 8: beside the map, with its force's reinforcement.
    Reinforcement,
}

#[derive(Clone, Debug)]
pub struct Force {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub mon: String,
    pub units: Vec<UnitId>,
    /// Its generals, who command it (13-1(2)).
    pub leaders: Vec<UnitId>,
}

/// A set of units.
pub type UnitSet = IdSet<UnitId, 4>;
