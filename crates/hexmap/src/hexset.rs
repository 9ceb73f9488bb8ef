//! A set of hexes as bits.

use serde::{Deserialize, Serialize};

use crate::{Atlas, HexId};

/// A set of hexes of one atlas, iterated in ascending order.
///
/// ```
/// use hexmap::{Atlas, HexId, HexSet, Sheet, Shift};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let mut set = HexSet::new(&atlas);
/// assert!(set.insert(HexId(300)));
/// assert!(set.insert(HexId(7)));
/// assert!(!set.insert(HexId(7)), "it was there already");
/// assert!(set.iter().eq([HexId(7), HexId(300)]));
/// # Ok::<(), hexmap::AtlasError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexSet {
    words: Vec<u64>,
}

impl HexSet {
    /// The empty set, with room for every hex of the atlas.
    pub fn new(atlas: &Atlas) -> HexSet {
        HexSet { words: vec![0; atlas.len().div_ceil(64)] }
    }

    /// The set of these hexes.
    pub fn of(atlas: &Atlas, hexes: impl IntoIterator<Item = HexId>) -> HexSet {
        let mut set = HexSet::new(atlas);
        set.extend(hexes);
        set
    }

    /// Adds a hex; whether it is new.
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        let (word, bit) = spot(hex);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a hex out; whether it was there.
    #[inline]
    pub fn remove(&mut self, hex: HexId) -> bool {
        let (word, bit) = spot(hex);
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        let (word, bit) = spot(hex);
        self.words[word] & bit != 0
    }

    /// The hexes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            let first = Some(word).filter(|&word| word != 0);
            std::iter::successors(first, rest)
                .map(move |word| HexId((index * 64) as u16 + word.trailing_zeros() as u16))
        })
    }

    /// Adds every hex of another set of the same atlas.
    pub fn union(&mut self, other: &HexSet) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Empties the set and keeps its room.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

impl Extend<HexId> for HexSet {
    fn extend<T: IntoIterator<Item = HexId>>(&mut self, hexes: T) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

fn spot(hex: HexId) -> (usize, u64) {
    (hex.index() / 64, 1 << (hex.index() % 64))
}
