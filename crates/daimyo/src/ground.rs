//! Chapters 1.6, 3.6 and T-1c: the ground, what it costs, hides and covers.

use kernel::Name;
use plane::{Area, Len, Outline, Spot, Table, TableEdge};
use serde::Deserialize;

use crate::{Daimyo, state::State, units::UnitId};

/// T-1c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Road,
    Hill,
    Woods,
    Paddy,
    Stream,
    Ditch,
    Fence,
    Hedge,
    Palisade,
    Ford,
    RiverDeep,
    Lake,
    Cliff,
    Village,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Road => "road",
            Kind::Hill => "hill",
            Kind::Woods => "woods",
            Kind::Paddy => "paddy",
            Kind::Stream => "stream",
            Kind::Ditch => "ditch",
            Kind::Fence => "fence",
            Kind::Hedge => "hedge",
            Kind::Palisade => "palisade",
            Kind::Ford => "ford",
            Kind::RiverDeep | Kind::Lake => "water",
            Kind::Cliff => "cliff",
            Kind::Village => "village",
        }
    }

    /// Costs double and disorders.
    pub fn is_difficult(self) -> bool {
        matches!(self, Kind::Woods | Kind::Paddy | Kind::Ford)
    }

    /// Costs 3 cm a crossing and disorders.
    pub fn is_obstacle(self) -> bool {
        matches!(self, Kind::Stream | Kind::Ditch | Kind::Fence | Kind::Hedge | Kind::Palisade | Kind::Ford)
    }

    /// Nobody goes there; a village is entered by an action of its own.
    pub fn is_closed(self, mounted: bool) -> bool {
        match self {
            Kind::RiverDeep | Kind::Lake | Kind::Cliff | Kind::Village => true,
            Kind::Palisade => mounted,
            _ => false,
        }
    }

    /// 7.1b: covers who stands within 1 cm behind it.
    pub fn covers(self) -> bool {
        matches!(self, Kind::Fence | Kind::Hedge | Kind::Palisade)
    }

    /// 6.7: may be fought across, by foot or also by mounted troops.
    pub fn is_fought_across(self, mounted: bool) -> bool {
        match self {
            Kind::Stream | Kind::Ditch | Kind::Fence => true,
            Kind::Hedge | Kind::Palisade => !mounted,
            _ => false,
        }
    }
}

/// One piece of ground.
#[derive(Clone, Debug)]
pub struct Feature {
    pub id: String,
    pub name: Name,
    pub kind: Kind,
    pub level: u8,
    pub area: Area,
    pub outline: Vec<(i32, i32)>,
}

/// The table and everything on it that does not move.
#[derive(Clone, Debug)]
pub struct Ground {
    pub table: Table,
    pub features: Vec<Feature>,
}

impl Ground {
    pub fn of_kind(&self, is: impl Fn(Kind) -> bool) -> impl Iterator<Item = (usize, &Feature)> {
        self.features.iter().enumerate().filter(move |(_, feature)| is(feature.kind))
    }

    /// 3.6: the level at a place.
    pub fn level(&self, spot: Spot) -> u8 {
        let hills = self.of_kind(|kind| kind == Kind::Hill).filter(|(_, hill)| hill.area.holds(spot));
        hills.map(|(_, hill)| hill.level).max().unwrap_or(0)
    }

    /// 1.6: is this place in ground of that kind?
    pub fn is_in(&self, kind: Kind, spot: Spot) -> bool {
        self.of_kind(|other| other == kind).any(|(_, feature)| feature.area.holds(spot))
    }

    pub fn is_on_road(&self, spot: Spot) -> bool {
        self.is_in(Kind::Road, spot)
    }

    /// Ground that closes the way to this shape.
    pub fn closed(&self, shape: &Outline, mounted: bool) -> Option<&Feature> {
        self.of_kind(|kind| kind.is_closed(mounted)).map(|(_, f)| f).find(|f| f.area.touches(shape))
    }

    /// Linear obstacles the shape touches, one bit each.
    pub fn obstacles(&self, shape: &Outline) -> u64 {
        self.of_kind(Kind::is_obstacle)
            .filter(|(_, f)| f.area.touches(shape))
            .fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// Difficult ground the shape touches.
    pub fn is_difficult(&self, shape: &Outline) -> bool {
        self.of_kind(Kind::is_difficult).any(|(_, f)| f.area.touches(shape))
    }

    pub fn is_off(&self, shape: &Outline) -> bool {
        !self.table.holds(shape)
    }

    pub fn is_over(&self, edge: TableEdge, shape: &Outline) -> bool {
        self.table.is_over(edge, shape)
    }
}

impl Daimyo {
    /// 3.6: the level of a unit is that of its front-centre.
    pub(crate) fn level(&self, state: &State, unit: UnitId) -> u8 {
        self.ground.level(state.body(unit).at.fine())
    }

    /// Is a linear obstacle between these two shapes that they may fight across?
    pub(crate) fn between(&self, one: &Outline, other: &Outline, near: Len) -> Option<usize> {
        self.ground
            .of_kind(|kind| kind.is_fought_across(false))
            .find(|(_, f)| f.area.within(one, near) && f.area.within(other, near))
            .map(|(n, _)| n)
    }
}
