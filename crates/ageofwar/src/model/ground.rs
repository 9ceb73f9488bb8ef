//! Table A-T12: what the ground costs, hides and covers.

use open::ground;
use serde::{Deserialize, Serialize};

/// A-T12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Wood,
    Buildings,
    Marsh,
    Hill,
    RoughHill,
    Stream,
    Palisade,
    Wall,
    River,
    Lake,
}

impl Kind {
    pub const ALL: [(&'static str, Kind); 10] = [
        ("wood", Kind::Wood),
        ("buildings", Kind::Buildings),
        ("marsh", Kind::Marsh),
        ("hill", Kind::Hill),
        ("rough_hill", Kind::RoughHill),
        ("stream", Kind::Stream),
        ("palisade", Kind::Palisade),
        ("wall", Kind::Wall),
        ("river", Kind::River),
        ("lake", Kind::Lake),
    ];
}

/// Who sees through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    #[default]
    Open,
    /// Through no more than the range of.
    Near,
    /// Only from within or into it.
    Screen,
    /// A hill: not over what is higher than both ends.
    Crest,
}

/// A row of A-T12: what a kind of ground does.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lie {
    scenery: bool,
    cover: bool,
    close: bool,
    rough: bool,
    linear: bool,
    rampart: bool,
    impassable: bool,
    mounted: bool,
    sight: Sight,
}

impl Default for Lie {
    /// Open ground.
    fn default() -> Lie {
        Lie {
            scenery: false,
            cover: false,
            close: false,
            rough: false,
            linear: false,
            rampart: false,
            impassable: false,
            mounted: true,
            sight: Sight::Open,
        }
    }
}

/// A kind of ground with its row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Land {
    pub kind: Kind,
    pub(crate) lie: Lie,
}

pub type Ground = ground::Ground<Land>;
pub type Feature = ground::Feature<Land>;

impl ground::Kind for Land {
    fn word(self) -> &'static str {
        match self.kind {
            Kind::Wood => "woods",
            Kind::Buildings => "village",
            Kind::Marsh => "paddy",
            Kind::Hill | Kind::RoughHill => "hill",
            Kind::Stream => "stream",
            Kind::Palisade => "palisade",
            Kind::Wall => "wall",
            Kind::River | Kind::Lake => "water",
        }
    }

    fn is_hill(self) -> bool {
        self.lie.sight == Sight::Crest
    }

    fn is_closed(self, mounted: bool) -> bool {
        self.lie.impassable || mounted && !self.lie.mounted
    }
}

impl Land {
    pub fn sight(self) -> Sight {
        self.lie.sight
    }

    /// Its front edge costs action points, and its far edge may disorder.
    pub fn is_scenery(self) -> bool {
        self.lie.scenery
    }

    /// Nobody goes there.
    pub fn is_impassable(self) -> bool {
        self.lie.impassable
    }

    /// woods, marshes, buildings, rough hills.
    pub fn is_rough(self) -> bool {
        self.lie.rough
    }

    /// Cover against shooting for who is in it.
    pub fn covers(self) -> bool {
        self.lie.cover
    }

    /// A-28.3: 4" in or into it.
    pub fn is_close(self) -> bool {
        self.lie.close
    }

    /// 7.1b: fought across.
    pub fn is_linear(self) -> bool {
        self.lie.linear
    }

    /// 7.1b: who stands behind it defends an edge.
    pub fn is_rampart(self) -> bool {
        self.lie.rampart
    }
}
