//! Sets of hexsides: rivers, roads (the hexsides they cross), impassable edges, front lines.

use serde::Serialize;
use thiserror::Error;

use crate::{Atlas, Dir, HexId};

/// The directions in which a neighbour has a higher id, since ids run down columns from the left.
/// Seen from there, each hexside counts once.
const FORWARD: u8 = Dir::Ne.bit() | Dir::Se.bit() | Dir::S.bit();

/// A set of hexsides. Both hexes of a side always agree, for it can only be built that way.
///
/// ```
/// use hexmap::{Atlas, Dir, Sheet, Shift, Sides};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let bank = atlas.parse("2412")?;
/// let river = Sides::new(&atlas, [(bank, Dir::N)])?;
/// assert!(river.has(bank, Dir::N));
/// assert!(river.has(atlas.parse("2411")?, Dir::S));
/// assert_eq!(river.count(), 1);
///
/// let lame = Sides::from_masks(&atlas, |hex| if hex == bank { Dir::N.bit() } else { 0 });
/// assert_eq!(
///     lame.unwrap_err().to_string(),
///     "2412 has a hexside to the N that 2411 does not have to the S",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Sides {
    masks: Box<[u8]>,
}

/// Why hexsides do not fit the map. Hexes are given by label.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SideError {
    #[error("{hex} has a hexside to the {dir}, which is off the map")]
    OffMap { hex: String, dir: Dir },
    #[error("{hex} has a hexside to the {dir} that {other} does not have to the {}", dir.opposite())]
    OneSided { hex: String, dir: Dir, other: String },
    #[error("the mask {mask:#010b} of {hex} has more than six hexsides")]
    Mask { hex: String, mask: u8 },
}

impl SideError {
    /// The label of the hex that has the hexside.
    pub fn hex(&self) -> &str {
        match self {
            SideError::OffMap { hex, .. } | SideError::OneSided { hex, .. } | SideError::Mask { hex, .. } => {
                hex
            }
        }
    }
}

impl Sides {
    /// No hexside at all.
    pub fn none(atlas: &Atlas) -> Sides {
        Sides { masks: vec![0; atlas.len()].into() }
    }

    /// The hexsides of these pairs; naming a side once, from either hex, is enough.
    pub fn new(atlas: &Atlas, pairs: impl IntoIterator<Item = (HexId, Dir)>) -> Result<Sides, SideError> {
        let mut sides = Sides::none(atlas);
        for (hex, dir) in pairs {
            let other = over(atlas, hex, dir)?;
            sides.masks[hex.index()] |= dir.bit();
            sides.masks[other.index()] |= dir.opposite().bit();
        }
        Ok(sides)
    }

    /// The hexsides of a mask per hex, in which both hexes must name each side.
    pub fn from_masks(atlas: &Atlas, mask: impl Fn(HexId) -> u8) -> Result<Sides, SideError> {
        let sides = Sides { masks: atlas.hexes().map(mask).collect() };
        for hex in atlas.hexes() {
            let mask = sides.mask(hex);
            if mask >> Dir::ALL.len() != 0 {
                return Err(SideError::Mask { hex: atlas.label(hex).to_string(), mask });
            }
            for dir in Dir::in_mask(mask) {
                let other = over(atlas, hex, dir)?;
                if !sides.has(other, dir.opposite()) {
                    let [hex, other] = [hex, other].map(|hex| atlas.label(hex).to_string());
                    return Err(SideError::OneSided { hex, dir, other });
                }
            }
        }
        Ok(sides)
    }

    /// Whether the side of `hex` in this direction is in the set.
    #[inline]
    pub fn has(&self, hex: HexId, dir: Dir) -> bool {
        self.mask(hex) & dir.bit() != 0
    }

    /// All sides of a hex, bit 0 for the top and on clockwise.
    #[inline]
    pub fn mask(&self, hex: HexId) -> u8 {
        self.masks[hex.index()]
    }

    /// How many hexsides there are, each counted once.
    pub fn count(&self) -> usize {
        self.masks.iter().map(|mask| (mask & FORWARD).count_ones() as usize).sum()
    }

    /// Each hexside once, as seen from its lower hex; ascending.
    pub fn iter(&self) -> impl Iterator<Item = (HexId, Dir)> + '_ {
        self.masks
            .iter()
            .enumerate()
            .flat_map(|(index, mask)| Dir::in_mask(mask & FORWARD).map(move |dir| (HexId(index as u16), dir)))
    }

    /// The hexsides of both sets, which belong to the same atlas.
    pub fn union(&self, other: &Sides) -> Sides {
        Sides { masks: self.masks.iter().zip(&other.masks).map(|(a, b)| a | b).collect() }
    }
}

fn over(atlas: &Atlas, hex: HexId, dir: Dir) -> Result<HexId, SideError> {
    atlas.neighbour(hex, dir).ok_or_else(|| SideError::OffMap { hex: atlas.label(hex).to_string(), dir })
}
