//! Regions bounded by lines, such as everything west of the Ishikawa line.

use crate::{Atlas, HexId, HexSet, Sides};

/// The hexes connected with any of the starts without crossing the line or entering a closed hex.
/// A closed start does not count.
///
/// ```
/// use hexmap::{Atlas, Dir, Sheet, Shift, Sides, flood};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 1, 5, Shift::EvenDown)])?;
/// let line = Sides::new(&atlas, [(atlas.parse("0102")?, Dir::S)])?;
/// let above = flood(&atlas, [atlas.parse("0101")?], &line, |_| false);
/// assert_eq!(above.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn flood(
    atlas: &Atlas,
    starts: impl IntoIterator<Item = HexId>,
    line: &Sides,
    closed: impl Fn(HexId) -> bool,
) -> HexSet {
    let mut region = HexSet::new(atlas);
    let mut open: Vec<HexId> = Vec::new();
    for start in starts {
        if !closed(start) && region.insert(start) {
            open.push(start);
        }
    }
    while let Some(hex) = open.pop() {
        for (dir, next) in atlas.neighbours(hex) {
            if !line.has(hex, dir) && !region.contains(next) && !closed(next) {
                region.insert(next);
                open.push(next);
            }
        }
    }
    region
}

/// Whether no way leads from one hex to the other without crossing the line.
/// Hexes of different sheets are always separate.
pub fn line_separates(atlas: &Atlas, line: &Sides, a: HexId, b: HexId) -> bool {
    !flood(atlas, [a], line, |_| false).contains(b)
}
