//! Chapters 1.6, 3.6 and T-1c: the ground, what it costs, hides and covers.

use open::ground;
use plane::{Len, Outline, Spot};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    model::{state::State, units::UnitId},
};

/// T-1c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

pub type Ground = ground::Ground<Kind>;
pub type Feature = ground::Feature<Kind>;

impl ground::Kind for Kind {
    fn word(self) -> &'static str {
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

    fn is_hill(self) -> bool {
        self == Kind::Hill
    }

    /// A village is entered by an action of its own.
    fn is_closed(self, mounted: bool) -> bool {
        match self {
            Kind::RiverDeep | Kind::Lake | Kind::Cliff | Kind::Village => true,
            Kind::Palisade => mounted,
            _ => false,
        }
    }
}

impl Kind {
    /// Costs double and disorders.
    pub fn is_difficult(self) -> bool {
        matches!(self, Kind::Woods | Kind::Paddy | Kind::Ford)
    }

    /// Costs 3 cm a crossing and disorders.
    pub fn is_obstacle(self) -> bool {
        matches!(self, Kind::Stream | Kind::Ditch | Kind::Fence | Kind::Hedge | Kind::Palisade | Kind::Ford)
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

impl Daimyo {
    /// 3.6: the level of a unit is that of its front-centre.
    pub(crate) fn level(&self, state: &State, unit: UnitId) -> u8 {
        self.ground.level(state.body(unit).at.fine())
    }

    pub(crate) fn is_on_road(&self, spot: Spot) -> bool {
        self.ground.is_in(spot, |kind| kind == Kind::Road)
    }

    pub(crate) fn is_in_woods(&self, spot: Spot) -> bool {
        self.ground.is_in(spot, |kind| kind == Kind::Woods)
    }

    /// Linear obstacles the shape touches, one bit each.
    pub(crate) fn obstacles(&self, shape: &Outline) -> u64 {
        self.ground.bits(shape, Kind::is_obstacle)
    }

    /// Does the shape touch difficult ground?
    pub(crate) fn is_difficult(&self, shape: &Outline) -> bool {
        self.ground.touched(shape, Kind::is_difficult).is_some()
    }

    /// Is a linear obstacle between these two shapes that they may fight across?
    pub(crate) fn between(&self, one: &Outline, other: &Outline, near: Len) -> Option<usize> {
        self.ground
            .of_kind(|kind| kind.is_fought_across(false))
            .find(|(_, f)| f.area.within(one, near) && f.area.within(other, near))
            .map(|(n, _)| n)
    }
}
