//! The hexes of a sheet: where they lie, what borders what, and rings around sets of them.
//!
//! Corners are whole numbers (half a hexside across, half a hex down), so equal corners are equal.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    Name,
    scene::{Cell, Ground, Region},
};

use crate::{
    line::{Point, at},
    terrain::Kind,
};

/// The height of a hex on every map.
pub const HEX: f64 = 60.0;
/// From the edge of the sheet to the centre line of its first hexes.
pub const MARGIN: f64 = 84.0;
/// From the edge of the sheet to the printed ground.
pub(crate) const RIM: f64 = 40.0;

/// Column and row, from 1.
pub(crate) type Hex = (i32, i32);
pub(crate) type Corner = (i32, i32);

#[derive(Clone, Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) id: &'a str,
    pub(crate) name: &'a Name,
    pub(crate) up: &'a str,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    even_down: bool,
    pub(crate) cells: BTreeMap<Hex, &'a Cell>,
    pub(crate) regions: &'a [Region],
}

impl<'a> Sheet<'a> {
    /// `None` for grounds that have no hexes.
    pub(crate) fn of(ground: &'a Ground) -> Option<Sheet<'a>> {
        let Ground::Hexes { id, name, columns, rows, even_down, up, cells, regions } = ground else {
            return None;
        };
        let cells = cells.iter().filter_map(|cell| Some((hex(&cell.id)?, cell))).collect();
        let (columns, rows) = (i32::from(*columns), i32::from(*rows));
        Some(Sheet { id, name, up, columns, rows, even_down: *even_down, cells, regions })
    }

    fn low(&self, column: i32) -> bool {
        (column.rem_euclid(2) == 0) == self.even_down
    }

    fn middle(&self, (c, r): Hex) -> Corner {
        (3 * (c - 1), 2 * (r - 1) + i32::from(self.low(c)))
    }

    pub(crate) fn point(corner: Corner) -> Point {
        at(MARGIN, MARGIN) + at(f64::from(corner.0) / 3f64.sqrt(), f64::from(corner.1)) * (HEX / 2.0)
    }

    pub(crate) fn centre(&self, hex: Hex) -> Point {
        Sheet::point(self.middle(hex))
    }

    /// The centre of the hex with this very label.
    pub(crate) fn seat(&self, label: &str) -> Option<Point> {
        let hex = hex(label)?;
        self.cells.get(&hex).filter(|cell| cell.id == label).map(|_| self.centre(hex))
    }

    /// Where the printed ground ends at the right and at the foot.
    pub(crate) fn end(&self) -> Point {
        at(
            self.centre((self.columns, 1)).x + MARGIN - RIM,
            MARGIN + f64::from(self.rows) * HEX - HEX / 2.0 + MARGIN - RIM,
        )
    }

    /// The ends of a hexside, clockwise.
    pub(crate) fn side(&self, hex: Hex, direction: usize) -> (Corner, Corner) {
        const AROUND: [Corner; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
        let (x, y) = self.middle(hex);
        let corner = |d: usize| (x + AROUND[d % 6].0, y + AROUND[d % 6].1);
        (corner(direction), corner(direction + 1))
    }

    pub(crate) fn beyond(&self, (c, r): Hex, direction: usize) -> Hex {
        let low = i32::from(self.low(c));
        match direction {
            0 => (c, r - 1),
            1 => (c + 1, r - 1 + low),
            2 => (c + 1, r + low),
            3 => (c, r + 1),
            4 => (c - 1, r + low),
            _ => (c - 1, r - 1 + low),
        }
    }

    pub(crate) fn nearest(&self, p: Point) -> Hex {
        let column = ((p.x - MARGIN) / (HEX * 3f64.sqrt() / 2.0)).round() as i32 + 1;
        let row = |c: i32| ((p.y - MARGIN) / HEX - if self.low(c) { 0.5 } else { 0.0 }).round() as i32 + 1;
        let hexes = [column - 1, column, column + 1].map(|c| (c, row(c)));
        let far = |h: &Hex| (self.centre(*h) - p).length();
        hexes.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or((1, 1))
    }

    /// The terrain of a hex. Beyond the edge the ground goes on as the edge has it.
    pub(crate) fn kind(&self, (c, r): Hex) -> Kind {
        let edge = (c.clamp(1, self.columns), r.clamp(1, self.rows));
        self.cells.get(&edge).map_or(Kind::Flat, |cell| Kind::of(&cell.terrain))
    }

    /// All hexes of some kinds, with those just beyond the edge.
    pub(crate) fn all(&self, wanted: impl Fn(Kind) -> bool) -> BTreeSet<Hex> {
        (-1..self.columns + 3)
            .flat_map(|c| (-1..self.rows + 3).map(move |r| (c, r)))
            .filter(|hex| wanted(self.kind(*hex)))
            .collect()
    }

    /// The outlines of a set of hexes, with the set on the right hand.
    pub(crate) fn rings(&self, set: &BTreeSet<Hex>) -> Vec<Vec<Point>> {
        self.border(set, |_| true)
    }

    /// The part of the outline that borders on hexes that `count`: rings, or lines with their ends.
    pub(crate) fn border(&self, set: &BTreeSet<Hex>, count: impl Fn(Hex) -> bool) -> Vec<Vec<Point>> {
        let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
        for hex in set {
            for d in 0..6 {
                let other = self.beyond(*hex, d);
                if !set.contains(&other) && count(other) {
                    let (a, b) = self.side(*hex, d);
                    next.insert(a, b);
                }
            }
        }
        let reached: BTreeSet<Corner> = next.values().copied().collect();
        let mut starts: Vec<Corner> = next.keys().copied().collect();
        starts.sort_by_key(|corner| (reached.contains(corner), *corner));
        let mut lines = Vec::new();
        for start in starts {
            let mut line = Vec::new();
            let mut here = start;
            while let Some(there) = next.remove(&here) {
                line.push(Sheet::point(here));
                here = there;
            }
            if here != start {
                line.push(Sheet::point(here));
            }
            if line.len() > 1 {
                lines.push(line);
            }
        }
        lines
    }

    /// Every hexside that some hex's mask names, each once.
    pub(crate) fn sides(&self, mask: impl Fn(&Cell) -> u8) -> BTreeSet<(Corner, Corner)> {
        let mut sides = BTreeSet::new();
        for (hex, cell) in &self.cells {
            for d in (0..6).filter(|d| mask(cell) >> d & 1 == 1) {
                let (a, b) = self.side(*hex, d);
                sides.insert((a.min(b), a.max(b)));
            }
        }
        sides
    }

    /// The unit vector off the sheet from a hex at its edge.
    pub(crate) fn outward(&self, (c, r): Hex) -> Option<Point> {
        match (c, r) {
            (_, 1) if c != 1 && c != self.columns => Some(at(0.0, -1.0)),
            (1, _) => Some(at(-1.0, 0.0)),
            (c, _) if c == self.columns => Some(at(1.0, 0.0)),
            (_, r) if r == self.rows => Some(at(0.0, 1.0)),
            _ => None,
        }
    }
}

/// Column and row from a label: its last four digits.
pub(crate) fn hex(label: &str) -> Option<Hex> {
    let digits = label.rsplit(':').next()?;
    if digits.len() != 4 {
        return None;
    }
    Some((digits.get(..2)?.parse().ok()?, digits.get(2..)?.parse().ok()?))
}
