//! Terrain words of every rule system, as the few things the pen can draw.

use crate::palette::{HILL, MARSH, MOUND, MOUNTAIN, PAPER, PEAK, RIVER, WOOD};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Flat,
    Marsh,
    Wood,
    Hill,
    Mountain,
    Peak,
    /// A keyhole tomb within its moat.
    Mound,
    Water,
    Town,
    /// Wet fields; on hexes they are flat.
    Paddy,
    /// A fence, a hedge, a palisade, a wall.
    Barrier,
}

impl Kind {
    /// An unknown word is drawn as flat ground: the panel names it anyway.
    pub(crate) fn of(word: &str) -> Kind {
        match word {
            "marsh" | "swamp" | "bog" => Kind::Marsh,
            "wood" | "woods" | "forest" => Kind::Wood,
            "hill" | "rough" | "slope" | "ridge" | "cliff" => Kind::Hill,
            // A hill is one; hills are a country of them.
            "hills" | "mountain" | "mountains" => Kind::Mountain,
            "peak" | "peaks" | "summit" => Kind::Peak,
            "kofun" => Kind::Mound,
            "large_river" | "water" | "sea" | "lake" | "river" | "river_deep" | "pond" | "stream"
            | "ditch" | "ford" => Kind::Water,
            "paddy" => Kind::Paddy,
            "fence" | "hedge" | "palisade" | "wall" => Kind::Barrier,
            "village" | "town" | "building" | "castle" => Kind::Town,
            _ => Kind::Flat,
        }
    }

    /// Height for the relief; a hexed mountain is one.
    pub(crate) fn height(self) -> f64 {
        match self {
            Kind::Hill => 0.7,
            Kind::Mountain => 1.0,
            Kind::Peak => 1.6,
            _ => 0.0,
        }
    }

    pub(crate) fn tint(self) -> &'static str {
        match self {
            Kind::Flat => PAPER,
            Kind::Marsh => MARSH,
            Kind::Wood => WOOD,
            Kind::Hill => HILL,
            Kind::Mountain => MOUNTAIN,
            Kind::Peak => PEAK,
            Kind::Mound => MOUND,
            Kind::Water => RIVER,
            Kind::Town => "#e9dab9",
            Kind::Paddy => "#d3dcc6",
            Kind::Barrier => PAPER,
        }
    }
}
