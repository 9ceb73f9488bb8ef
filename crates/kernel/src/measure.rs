//! Distances between pieces of a scene, on any kind of board: for tools that know no rules.

use std::collections::BTreeMap;

use crate::scene::{Ground, Piece, Pose};

/// The places of all boards of a game.
#[derive(Clone, Debug)]
pub struct Measure {
    places: BTreeMap<String, Spot>,
    /// What counts as one step: a hex, or the fortieth part of a board's width.
    step: i32,
}

/// Where something is. Distances exist only between spots of one kind on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Cube coordinates of a hex; the third follows from these.
    Hex { board: usize, x: i32, z: i32 },
    /// The middle of an area.
    Area { board: usize, x: i32, y: i32 },
    /// A base on an open table.
    Base(Pose),
}

impl Measure {
    pub fn new(grounds: &[Ground]) -> Measure {
        let (mut places, mut step) = (BTreeMap::new(), 1);
        for (board, ground) in grounds.iter().enumerate() {
            match ground {
                Ground::Hexes { cells, even_down, .. } => {
                    for cell in cells {
                        places.extend(
                            hex(&cell.id, *even_down)
                                .map(|(x, z)| (cell.id.clone(), Spot::Hex { board, x, z })),
                        );
                    }
                }
                Ground::Areas { areas, width, .. } => {
                    step = (width / 40).max(1);
                    for area in areas {
                        let count = area.outline.len().max(1) as i32;
                        let sum = area.outline.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
                        let spot = Spot::Area { board, x: sum.0 / count, y: sum.1 / count };
                        places.insert(area.id.clone(), spot);
                    }
                }
                Ground::Open { width, .. } => step = (width / 40).max(1),
            }
        }
        Measure { places, step }
    }

    /// What counts as one step in a distance.
    pub fn step(&self) -> i32 {
        self.step
    }

    /// The spot of a place by its label.
    pub fn place(&self, label: &str) -> Option<Spot> {
        self.places.get(label).copied()
    }

    /// The spot of a piece; `None` beside the boards.
    pub fn piece(&self, piece: &Piece) -> Option<Spot> {
        match piece.pose {
            Some(pose) => Some(Spot::Base(pose)),
            None => self.place(piece.place.as_deref()?),
        }
    }
}

impl Spot {
    /// In hexes, in units of an area map, or the gap between two bases in hundredths of the table's unit.
    pub fn distance(self, other: Spot) -> Option<i32> {
        match (self, other) {
            (Spot::Hex { board, x, z }, Spot::Hex { board: there, x: to_x, z: to_z }) if board == there => {
                let (dx, dz) = (x - to_x, z - to_z);
                Some(dx.abs().max(dz.abs()).max((dx + dz).abs()))
            }
            (Spot::Area { board, x, y }, Spot::Area { board: there, x: to_x, y: to_y }) if board == there => {
                Some(straight((x, y), (to_x, to_y)))
            }
            (Spot::Base(one), Spot::Base(two)) => Some(gap(&one, &two)),
            _ => None,
        }
    }

    /// The same in whole numbers only, so that bots may use it: bases are taken for the middles of their fronts.
    pub fn roughly(self, other: Spot) -> Option<i32> {
        match (self, other) {
            (Spot::Base(one), Spot::Base(two)) => Some(straight((one.x, one.y), (two.x, two.y))),
            _ => self.distance(other),
        }
    }
}

/// Cube coordinates of a hex labelled `CCRR` or `B:CCRR`.
fn hex(label: &str, even_down: bool) -> Option<(i32, i32)> {
    let digits = label.rsplit(':').next()?;
    let (column, row) =
        (digits.get(..2)?.parse::<i32>().ok()? - 1, digits.get(2..)?.parse::<i32>().ok()? - 1);
    // Counted from 0 the columns that are called even are odd.
    let shift = if even_down { column - (column & 1) } else { column + (column & 1) };
    Some((column, row - shift / 2))
}

fn straight(from: (i32, i32), to: (i32, i32)) -> i32 {
    let (dx, dy) = (i64::from(from.0 - to.0), i64::from(from.1 - to.1));
    (dx * dx + dy * dy).isqrt() as i32
}

type Point = (f64, f64);

/// The middle of a base.
pub fn middle(pose: &Pose) -> (i32, i32) {
    let (x, y) = at(pose, 0.0, f64::from(pose.depth) / 2.0);
    (x.round() as i32, y.round() as i32)
}

/// A point `right` of the middle of the front edge and `back` from it.
fn at(pose: &Pose, right: f64, back: f64) -> Point {
    let heading = f64::from(pose.heading).to_radians() / 10.0;
    let (sin, cos) = heading.sin_cos();
    (f64::from(pose.x) + right * cos - back * sin, f64::from(pose.y) - right * sin - back * cos)
}

fn corners(pose: &Pose) -> [Point; 4] {
    let (half, depth) = (f64::from(pose.width) / 2.0, f64::from(pose.depth));
    [at(pose, -half, 0.0), at(pose, half, 0.0), at(pose, half, depth), at(pose, -half, depth)]
}

/// The shortest way from one base to the other, 0 where they touch or overlap.
fn gap(one: &Pose, two: &Pose) -> i32 {
    let (one, two) = (corners(one), corners(two));
    if overlap(&one, &two) {
        return 0;
    }
    let edges = |of: &[Point; 4]| [(of[0], of[1]), (of[1], of[2]), (of[2], of[3]), (of[3], of[0])];
    let from = |points: &[Point; 4], to: &[Point; 4]| {
        let all = points.iter().flat_map(|&point| edges(to).map(|edge| to_edge(point, edge)));
        all.fold(f64::INFINITY, f64::min)
    };
    from(&one, &two).min(from(&two, &one)).round() as i32
}

/// Two convex outlines overlap if no edge of either separates them.
fn overlap(one: &[Point; 4], two: &[Point; 4]) -> bool {
    let separates = |of: &[Point; 4], n: usize| {
        let (a, b) = (of[n], of[(n + 1) % 4]);
        let normal = (b.1 - a.1, a.0 - b.0);
        let reach = |points: &[Point; 4]| {
            let along = points.map(|point| point.0 * normal.0 + point.1 * normal.1);
            (
                along.iter().copied().fold(f64::INFINITY, f64::min),
                along.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let ((low, high), (lowest, highest)) = (reach(one), reach(two));
        high < lowest || highest < low
    };
    !(0..4).any(|n| separates(one, n) || separates(two, n))
}

fn to_edge(point: Point, (a, b): (Point, Point)) -> f64 {
    let along = (b.0 - a.0, b.1 - a.1);
    let square = along.0 * along.0 + along.1 * along.1;
    let share = ((point.0 - a.0) * along.0 + (point.1 - a.1) * along.1) / square.max(1.0);
    let share = share.clamp(0.0, 1.0);
    (point.0 - a.0 - share * along.0).hypot(point.1 - a.1 - share * along.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scene::{Area, Cell},
        thing::Name,
    };

    fn hexes(even_down: bool) -> Measure {
        let cells = ["0101", "0102", "0201", "0202", "0301", "0405"];
        let cells = cells.iter().map(|id| Cell { id: (*id).to_owned(), ..Cell::default() }).collect();
        let (id, name, up) = (String::new(), Name::default(), String::new());
        Measure::new(&[Ground::Hexes {
            id,
            name,
            columns: 9,
            rows: 9,
            even_down,
            up,
            cells,
            regions: Vec::new(),
        }])
    }

    fn far(measure: &Measure, from: &str, to: &str) -> Option<i32> {
        measure.place(from)?.distance(measure.place(to)?)
    }

    #[test]
    fn hexes_are_counted_for_either_way_of_numbering() {
        let (even, odd) = (hexes(true), hexes(false));
        assert_eq!(far(&even, "0101", "0201"), Some(1));
        assert_eq!(far(&even, "0102", "0201"), Some(1));
        assert_eq!(far(&odd, "0101", "0202"), Some(1));
        assert_eq!(far(&even, "0101", "0202"), Some(2));
        assert_eq!(far(&odd, "0102", "0201"), Some(2));
        assert_eq!(far(&even, "0101", "0301"), Some(2));
        // Down to the right to 0402, then three down.
        assert_eq!(far(&even, "0101", "0405"), Some(6));
        assert_eq!(far(&even, "0101", "9999"), None);
    }

    #[test]
    fn areas_are_apart_by_their_middles() {
        let area = |id: &str, x: i32| {
            let outline = vec![(x, 0), (x + 10, 0), (x + 10, 10), (x, 10)];
            Area { id: id.to_owned(), outline, ..Area::default() }
        };
        let areas = vec![area("a", 0), area("b", 30)];
        let ground = Ground::Areas { id: String::new(), name: Name::default(), width: 9, height: 9, areas };
        assert_eq!(far(&Measure::new(&[ground]), "a", "b"), Some(30));
    }

    #[test]
    fn bases_are_apart_by_the_gap_between_them() {
        let base =
            |x, y, heading| Spot::Base(Pose { x, y, heading, width: 400, depth: 200, stands: 1, files: 1 });
        // One looks up the table from (0, 0); the other stands ahead of it and looks back.
        assert_eq!(base(0, 0, 0).distance(base(0, 500, 1800)), Some(500));
        // Beside it: 1000 between the middles, two halves of 400.
        assert_eq!(base(0, 0, 0).distance(base(1000, 0, 0)), Some(600));
        assert_eq!(base(0, 0, 0).distance(base(100, -100, 0)), Some(0));
    }
}
