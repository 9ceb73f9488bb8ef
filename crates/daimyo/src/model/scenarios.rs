//! What a battle says of itself beyond its ground and troops: length, weather, arrivals and victory.

use kernel::Side;
use plane::{Len, TableEdge};

use crate::model::{
    tables::{Season, Weather},
    units::UnitSet,
};

/// D-SC1: the enemy's headquarters must fall by the end of this turn.
#[derive(Clone, Copy, Debug)]
pub struct Headquarters {
    pub winner: Side,
    pub through: u8,
}

/// D-SC1, D-SC2: at least this many of these units stand unrouted wholly beyond a line, towards an edge.
#[derive(Clone, Copy, Debug)]
pub struct Beyond {
    pub winner: Side,
    pub edge: TableEdge,
    pub line: Len,
    pub units: UnitSet,
    pub count: usize,
    /// Looked at only when the last turn is over.
    pub at_end: bool,
}

/// D-SC1: clans that come later.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub edge: TableEdge,
    /// From and to, along the edge.
    pub gap: [i32; 2],
    /// From each turn on, what one die must show.
    pub rolls: Vec<(u8, u8)>,
    /// A side that may not enter this ground of its own will.
    pub closed: Option<(Side, usize)>,
}

impl Arrival {
    /// What the die must show this turn; `None` before the first turn of arrival.
    pub fn at_least(&self, turn: u8) -> Option<u8> {
        self.rolls.iter().rev().find(|(from, _)| *from <= turn).map(|(_, at_least)| *at_least)
    }
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub turns: u8,
    pub season: Season,
    pub start_weather: Weather,
    /// The first turn on which the weather is tested.
    pub tests_from: u8,
    pub initiative: Option<Side>,
    /// The friendly edge of each side.
    pub edges: [TableEdge; 2],
    pub headquarters: Option<Headquarters>,
    pub beyond: Option<Beyond>,
    /// D-SC3: at the end more points win, by at least this margin.
    pub points: Option<i32>,
    /// Who wins when the last turn is over; nobody is a draw.
    pub otherwise: Option<Side>,
    pub arrival: Option<Arrival>,
}
