//! Maps of areas and borders, for games without hexes.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An area as a dense index into its [`AreaMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AreaId(pub u8);

impl AreaId {
    /// For indexing vectors that hold one thing per area.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A border as seen from one of its areas: the area beyond, and the kind the game gave the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Border {
    pub area: AreaId,
    pub kind: u8,
}

/// Areas and the borders between them, built once per map.
///
/// ```
/// use hexmap::{AreaId, AreaMap};
///
/// const LAND: u8 = 0;
/// const PASS: u8 = 1;
/// let [kai, shinano, echigo] = [0, 1, 2].map(AreaId);
/// let map = AreaMap::new(3, [(kai, shinano, PASS), (echigo, shinano, LAND)])?;
/// assert_eq!(map.border(shinano, kai), Some(PASS));
/// assert_eq!(map.border(kai, echigo), None);
/// assert_eq!(map.distance(kai, echigo), Some(2));
/// # Ok::<(), hexmap::AreaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMap {
    count: u8,
    /// The kind of border between each two areas, row by row.
    kinds: Vec<Option<u8>>,
    /// Borders to cross between each two areas, row by row.
    distances: Vec<Option<u8>>,
    borders: Vec<Vec<Border>>,
}

/// Why borders do not make a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AreaError {
    #[error("there is no area {}: {count} areas are numbered from 0", area.0)]
    Unknown { area: AreaId, count: u8 },
    #[error("area {} cannot border on itself", area.0)]
    Itself { area: AreaId },
    #[error("areas {} and {} have two borders; join them into one kind", a.0, b.0)]
    Twice { a: AreaId, b: AreaId },
}

impl AreaMap {
    /// A map of `count` areas; each border is given once, from either area.
    pub fn new(
        count: u8,
        borders: impl IntoIterator<Item = (AreaId, AreaId, u8)>,
    ) -> Result<AreaMap, AreaError> {
        let size = usize::from(count);
        let mut kinds = vec![None; size * size];
        for (a, b, kind) in borders {
            if let Some(area) = [a, b].into_iter().find(|area| area.index() >= size) {
                return Err(AreaError::Unknown { area, count });
            }
            if a == b {
                return Err(AreaError::Itself { area: a });
            }
            if kinds[a.index() * size + b.index()].is_some() {
                return Err(AreaError::Twice { a, b });
            }
            kinds[a.index() * size + b.index()] = Some(kind);
            kinds[b.index() * size + a.index()] = Some(kind);
        }
        let mut map = AreaMap { count, kinds, distances: Vec::new(), borders: Vec::new() };
        map.borders = map.areas().map(|area| map.borders_from_kinds(area)).collect();
        map.distances = map.areas().flat_map(|area| map.distances_from(area)).collect();
        Ok(map)
    }

    /// How many areas there are.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// All areas, ascending.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = AreaId> + ExactSizeIterator + use<> {
        (0..self.count).map(AreaId)
    }

    /// The borders of an area, ascending by the area beyond.
    pub fn neighbours(&self, area: AreaId) -> &[Border] {
        &self.borders[area.index()]
    }

    /// The kind of the border between two areas, if they have one.
    pub fn border(&self, a: AreaId, b: AreaId) -> Option<u8> {
        self.kinds[a.index() * self.count() + b.index()]
    }

    pub fn are_adjacent(&self, a: AreaId, b: AreaId) -> bool {
        self.border(a, b).is_some()
    }

    /// The fewest borders to cross from one area to the other, whatever their kinds;
    /// none if no way leads there.
    pub fn distance(&self, a: AreaId, b: AreaId) -> Option<u8> {
        self.distances[a.index() * self.count() + b.index()]
    }

    fn borders_from_kinds(&self, from: AreaId) -> Vec<Border> {
        let border = |area| self.border(from, area).map(|kind| Border { area, kind });
        self.areas().filter_map(border).collect()
    }

    fn distances_from(&self, start: AreaId) -> Vec<Option<u8>> {
        let mut distances = vec![None; self.count()];
        distances[start.index()] = Some(0);
        let mut front = vec![start];
        // A way crosses fewer borders than there are areas, so the ring number fits.
        for ring in 1..=u8::MAX {
            let mut next = Vec::new();
            for border in front.iter().flat_map(|&area| self.neighbours(area)) {
                let distance = &mut distances[border.area.index()];
                if distance.is_none() {
                    *distance = Some(ring);
                    next.push(border.area);
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::{AreaError, AreaId, AreaMap, Border};

    #[test]
    fn neighbours_ascend_whatever_the_order_of_borders() {
        let [a, b, c] = [0, 1, 2].map(AreaId);
        let map = AreaMap::new(3, [(c, b, 7), (b, a, 9)]).unwrap();
        assert_eq!(map.neighbours(b), [Border { area: a, kind: 9 }, Border { area: c, kind: 7 }]);
        assert!(map.are_adjacent(b, c) && !map.are_adjacent(a, c));
    }

    #[test]
    fn the_longest_chain_is_measured_and_islands_are_out_of_reach() {
        let chain = (0..253).map(|id| (AreaId(id), AreaId(id + 1), 0));
        let map = AreaMap::new(255, chain).unwrap();
        assert_eq!(map.distance(AreaId(0), AreaId(253)), Some(253));
        assert_eq!(map.distance(AreaId(253), AreaId(0)), Some(253));
        assert_eq!(map.distance(AreaId(4), AreaId(4)), Some(0));
        assert_eq!(map.distance(AreaId(0), AreaId(254)), None);
    }

    #[test]
    fn borders_that_make_no_map_are_refused() {
        let [a, b] = [0, 1].map(AreaId);
        assert_eq!(AreaMap::new(2, [(a, a, 0)]), Err(AreaError::Itself { area: a }));
        assert_eq!(AreaMap::new(2, [(a, b, 0), (b, a, 1)]), Err(AreaError::Twice { a: b, b: a }));
        let unknown = AreaMap::new(2, [(a, AreaId(2), 0)]).unwrap_err();
        assert_eq!(unknown.to_string(), "there is no area 2: 2 areas are numbered from 0");
    }
}
