//! Zones of control as counters, kept up to date piece by piece instead of being searched for.

use serde::{Deserialize, Serialize};

use crate::{Atlas, Dir, HexId};

/// How many pieces of one party project a zone into each hex.
///
/// A piece projects into neighbours only, those in the mask it is added with; the caller computes
/// the mask once from the hexsides that stop zones. Directions off the map are ignored.
///
/// ```
/// use hexmap::{Atlas, Dir, Sheet, Shift, Zones};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let (camp, north) = (atlas.parse("2412")?, atlas.parse("2411")?);
/// let mut zones = Zones::new(&atlas);
/// zones.add(&atlas, camp, 0b111111);
/// assert!(zones.covers(north) && !zones.covers(camp));
/// zones.remove(&atlas, camp, 0b111111);
/// assert_eq!(zones, Zones::new(&atlas));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zones {
    counts: Box<[u8]>,
}

impl Zones {
    /// No zone anywhere.
    pub fn new(atlas: &Atlas) -> Zones {
        Zones { counts: vec![0; atlas.len()].into() }
    }

    /// A piece at `hex` projects into the neighbours in the mask.
    ///
    /// # Panics
    /// If more than 255 pieces project into one hex.
    pub fn add(&mut self, atlas: &Atlas, hex: HexId, mask: u8) {
        self.change(atlas, hex, mask, |count| count.checked_add(1).expect("at most 255 zones in a hex"));
    }

    /// Takes back an `add` with the same hex and mask.
    ///
    /// # Panics
    /// If there was none.
    pub fn remove(&mut self, atlas: &Atlas, hex: HexId, mask: u8) {
        self.change(atlas, hex, mask, |count| count.checked_sub(1).expect("a zone that was added"));
    }

    /// Whether any piece projects into the hex.
    pub fn covers(&self, hex: HexId) -> bool {
        self.at(hex) > 0
    }

    /// How many pieces project into the hex.
    pub fn at(&self, hex: HexId) -> u8 {
        self.counts[hex.index()]
    }

    fn change(&mut self, atlas: &Atlas, hex: HexId, mask: u8, by: impl Fn(u8) -> u8) {
        for dir in Dir::in_mask(mask) {
            if let Some(next) = atlas.neighbour(hex, dir) {
                let count = &mut self.counts[next.index()];
                *count = by(*count);
            }
        }
    }
}
