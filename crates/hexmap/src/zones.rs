//! Zones of control, kept up to date piece by piece instead of being searched for.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Atlas, Dir, HexId};

/// The hexes into which one party projects zones, in an atlas of at most `64 * W` hexes.
///
/// Plain bits without a heap allocation: a state that holds them is cloned by copying its bytes.
/// A piece projects into neighbours only, those in the mask it is added with; the caller computes the mask
/// once from the hexsides that stop zones. Directions off the map are ignored.
///
/// ```
/// use hexmap::{Atlas, Sheet, Shift, Zones};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let (camp, north) = (atlas.parse("2412")?, atlas.parse("2411")?);
/// let mut zones = Zones::<10>::new();
/// zones.add(&atlas, camp, 0b111111);
/// assert!(zones.covers(north) && !zones.covers(camp));
/// // Nobody else stands near, so nothing is covered still.
/// zones.remove(&atlas, camp, 0b111111, |_| false);
/// assert_eq!(zones, Zones::new());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zones<const W: usize> {
    bits: [u64; W],
}

impl<const W: usize> Zones<W> {
    /// How many hexes an atlas may have.
    pub const MOST_HEXES: usize = 64 * W;

    /// No zone anywhere.
    pub const fn new() -> Zones<W> {
        Zones { bits: [0; W] }
    }

    /// A piece came to `hex` and projects into the neighbours in the mask.
    pub fn add(&mut self, atlas: &Atlas, hex: HexId, mask: u8) {
        for dir in Dir::in_mask(mask) {
            if let Some(next) = atlas.neighbour(hex, dir) {
                self.bits[next.index() / 64] |= 1 << (next.index() % 64);
            }
        }
    }

    /// The piece at `hex` went. `still` says whether a neighbour is covered by another piece.
    pub fn remove(&mut self, atlas: &Atlas, hex: HexId, mask: u8, mut still: impl FnMut(HexId) -> bool) {
        for dir in Dir::in_mask(mask) {
            if let Some(next) = atlas.neighbour(hex, dir)
                && !still(next)
            {
                self.bits[next.index() / 64] &= !(1 << (next.index() % 64));
            }
        }
    }

    /// Whether any piece projects into the hex.
    #[inline]
    pub fn covers(&self, hex: HexId) -> bool {
        self.bits[hex.index() / 64] >> (hex.index() % 64) & 1 != 0
    }
}

impl<const W: usize> Default for Zones<W> {
    fn default() -> Self {
        Zones::new()
    }
}

impl<const W: usize> Serialize for Zones<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.bits.as_slice().serialize(serializer)
    }
}

impl<'de, const W: usize> Deserialize<'de> for Zones<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bits = Vec::<u64>::deserialize(deserializer)?;
        let found = bits.len();
        let bits = bits.try_into().map_err(|_| {
            serde::de::Error::custom(format_args!("zones of {W} words are expected, found {found}"))
        })?;
        Ok(Zones { bits })
    }
}
