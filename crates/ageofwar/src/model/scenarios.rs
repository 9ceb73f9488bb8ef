//! What a battle says of itself beyond its ground and troops.

use kernel::Side;
use plane::{Len, Point};

use crate::model::units::UnitId;

/// A-SC1: shooting and motivation in fog.
#[derive(Clone, Copy, Debug)]
pub struct Fog {
    pub through: u8,
    pub shooting: Len,
    pub every: Len,
}

/// A place that is worth points to who is nearest at the end.
#[derive(Clone, Debug)]
pub struct Objective {
    pub name: String,
    pub at: Point,
    pub points: i32,
    /// Sides that can earn them.
    pub sides: Vec<Side>,
}

/// Where and when a late clan comes on.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub from_turn: u8,
    /// Along the edge.
    pub from: Len,
    pub to: Len,
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub countdown: i8,
    /// Step 1 of this game turn is skipped.
    pub skip_casualties: Option<u8>,
    pub fog: Option<Fog>,
    /// One die says which of these is late; what it does not name is thrown again.
    pub lots: Vec<UnitId>,
    pub objectives: Vec<Objective>,
    /// By clan.
    pub entries: Vec<Option<Entry>>,
}
