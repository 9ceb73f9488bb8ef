//! The ground: simple polygons, concave ones too, and the table they lie on.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    footprint::Footprint,
    length::{Len, Point, Spot, cross, dot},
    outline::{Bounds, GRAZE, Outline, turn},
};

/// The most corners an area may have.
pub const MOST_CORNERS: usize = 32;

/// A piece of ground with its outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    corners: Box<[Spot]>,
    bounds: Bounds,
}

/// A stretch of a line, in lengths from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Len,
    pub to: Len,
}

impl Area {
    /// A simple polygon of three to 32 corners, in either order.
    pub fn new(corners: &[Point]) -> Result<Area, &'static str> {
        if !(3..=MOST_CORNERS).contains(&corners.len()) {
            return Err("an area has 3 to 32 corners");
        }
        let mut spots: Box<[Spot]> = corners.iter().map(|corner| corner.fine()).collect();
        // Kept with its inside on the left.
        let twice: i128 = sides(&spots).map(|(a, b)| i128::from(cross(a, b))).sum();
        if twice < 0 {
            spots.reverse();
        }
        let all: ArrayVec<(Spot, Spot), MOST_CORNERS> = sides(&spots).collect();
        for (n, one) in all.iter().enumerate() {
            for (m, other) in all.iter().enumerate().skip(n + 1) {
                let neighbours = m == n + 1 || (n == 0 && m + 1 == all.len());
                let meets = Outline::line(one.0, one.1).meets(&Outline::line(other.0, other.1));
                if one.0 == one.1 || (meets && !neighbours) {
                    return Err("its outline crosses or touches itself");
                }
            }
        }
        if twice == 0 {
            return Err("it has no inside");
        }
        Ok(Area { bounds: Bounds::of(&spots), corners: spots })
    }

    /// Corner by corner, the inside on the left.
    pub fn corners(&self) -> &[Spot] {
        &self.corners
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Side by side, the inside on the left.
    pub fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
        sides(&self.corners)
    }

    /// Does it bend outward at every corner?
    pub fn is_convex(&self) -> bool {
        let corners = &self.corners;
        let at = |n: usize| corners[n % corners.len()];
        (0..corners.len()).all(|n| turn(at(n), at(n + 1), at(n + 2)) > 0)
    }

    /// Does the place lie in it, or on its edge?
    pub fn holds(&self, spot: Spot) -> bool {
        if !self.bounds.near(&Bounds { low: spot, high: spot }, Len::ZERO) {
            return false;
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = turn(a, b, spot);
            if side == 0 && Bounds::of(&[a, b]).near(&Bounds { low: spot, high: spot }, Len::ZERO) {
                return true;
            }
            // A ray to the east crosses sides that go up with the place on their left, or down with it on their right.
            if (a.y > spot.y) != (b.y > spot.y) && (side > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// Is any part of the shape in it, by more than a graze?
    pub fn touches(&self, shape: &Outline) -> bool {
        self.bounds.near(shape.bounds(), -GRAZE)
            && (self.sides().any(|(a, b)| Outline::line(a, b).overlaps(shape)) || self.holds(shape.centre()))
    }

    /// Is any part of the body in it?
    pub fn touches_body(&self, body: &Footprint) -> bool {
        self.touches(&body.outline())
    }

    /// Is all of the shape in it, but for a graze?
    pub fn holds_all(&self, shape: &Outline) -> bool {
        self.holds(shape.centre()) && !self.sides().any(|(a, b)| Outline::line(a, b).overlaps(shape))
    }

    /// From its nearest place to that of the shape; nothing if they meet.
    pub fn gap(&self, shape: &Outline) -> Len {
        if self.holds(shape.corners()[0]) {
            return Len::ZERO;
        }
        let gaps = self.sides().map(|(a, b)| Outline::line(a, b).gap(shape));
        gaps.min().expect("an area has sides")
    }

    /// Is the gap to the shape at most `far`?
    pub fn within(&self, shape: &Outline, far: Len) -> bool {
        self.bounds.near(shape.bounds(), far + Len(1)) && self.gap(shape) <= far
    }

    /// Does a way from one place to the other cross it or lead into it?
    pub fn crosses(&self, from: Spot, to: Spot) -> bool {
        !self.spans(from, to).is_empty()
    }

    /// Where a line is in it: stretches in order, each longer than nothing.
    pub fn spans(&self, from: Spot, to: Spot) -> ArrayVec<Span, 17> {
        let mut spans: ArrayVec<Span, 17> = ArrayVec::new();
        let way = to - from;
        let length = dot(way, way).isqrt();
        if length == 0 || !self.bounds.near(&Bounds::of(&[from, to]), Len::ZERO) {
            return spans;
        }
        // Every crossing as a length from the beginning; between two of them it is inside or it is not.
        let mut cuts: ArrayVec<i64, { 2 * MOST_CORNERS + 2 }> = ArrayVec::new();
        cuts.extend([0, length]);
        for (a, b) in self.sides() {
            let side = b - a;
            let across = cross(way, side);
            if across == 0 {
                continue;
            }
            let (sign, u) = (across.signum(), cross(a - from, way));
            if u * sign < 0 || u * sign > across * sign {
                continue;
            }
            let n = i128::from(cross(a - from, side)) * i128::from(length) / i128::from(across);
            if n > 0 && n < i128::from(length) {
                cuts.push(n as i64);
            }
        }
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            let middle = crate::outline::part_of(from, way, pair[0].midpoint(pair[1]), length);
            if pair[0] == pair[1] || !self.holds(middle) {
                continue;
            }
            let span = Span { from: Len::of_fine(pair[0]), to: Len::of_fine(pair[1]) };
            match spans.last_mut() {
                Some(last) if last.to == span.from => last.to = span.to,
                _ => spans.push(span),
            }
        }
        spans.retain(|span| span.to > span.from);
        spans
    }

    /// The place of its outline nearest to another.
    pub fn nearest(&self, spot: Spot) -> Spot {
        let feet = self.sides().map(|(a, b)| crate::outline::foot(spot, a, b));
        feet.min_by_key(|foot| dot(*foot - spot, *foot - spot)).expect("an area has sides")
    }
}

fn sides(corners: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
    (0..corners.len()).map(move |n| (corners[n], corners[(n + 1) % corners.len()]))
}

/// The table itself: its south-west corner is the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub width: Len,
    pub height: Len,
}

/// One of the four edges of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

impl TableEdge {
    pub const ALL: [TableEdge; 4] = [TableEdge::North, TableEdge::East, TableEdge::South, TableEdge::West];

    /// The heading that leads squarely to it.
    pub const fn heading(self) -> crate::Heading {
        crate::Heading::of_steps(18 * self as i32)
    }
}

impl Table {
    /// Does the shape lie on it, but for a graze?
    pub fn holds(&self, shape: &Outline) -> bool {
        TableEdge::ALL.into_iter().all(|edge| !self.is_over(edge, shape))
    }

    /// Is any part of the shape over that edge, by more than a graze?
    pub fn is_over(&self, edge: TableEdge, shape: &Outline) -> bool {
        self.room(edge, shape) < -GRAZE
    }

    /// From the shape to that edge; negative where it is over it.
    pub fn room(&self, edge: TableEdge, shape: &Outline) -> Len {
        let Bounds { low, high } = *shape.bounds();
        Len::of_fine(match edge {
            TableEdge::North => self.height.fine() - high.y,
            TableEdge::East => self.width.fine() - high.x,
            TableEdge::South => low.y,
            TableEdge::West => low.x,
        })
    }
}
