//! Convex shapes of up to eight corners: the one form in which everything is compared.
//!
//! A footprint, the hull of a step, a corridor, a front edge and a single place are all an [`Outline`]. Two of them are
//! held against each other by separating axes, after their bounds.

use crate::length::{Len, Spot, cross, dot};

/// Two shapes that lie in each other by no more than this do not overlap: where a footprint is put is rounded to a
/// hundredth, and flush must stay flush.
pub const GRAZE: Len = Len(2);

/// The most corners: the hull of two footprints.
const MOST: usize = 8;

/// A convex shape: corners in order (either way round), one place, or the two ends of a line.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    corners: [Spot; MOST],
    count: u8,
    bounds: Bounds,
}

/// The upright rectangle around a shape: the broad phase of every test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: Spot,
    pub high: Spot,
}

impl Bounds {
    /// Any table lies within.
    pub const EVERYWHERE: Bounds = Bounds {
        low: Spot { x: i64::MIN / 4, y: i64::MIN / 4 },
        high: Spot { x: i64::MAX / 4, y: i64::MAX / 4 },
    };

    pub fn of(spots: &[Spot]) -> Bounds {
        let mut bounds = Bounds { low: spots[0], high: spots[0] };
        for spot in &spots[1..] {
            bounds.low = Spot { x: bounds.low.x.min(spot.x), y: bounds.low.y.min(spot.y) };
            bounds.high = Spot { x: bounds.high.x.max(spot.x), y: bounds.high.y.max(spot.y) };
        }
        bounds
    }

    /// Wider by so much on every side.
    pub fn grown(&self, by: Len) -> Bounds {
        let by = by.fine();
        Bounds {
            low: Spot { x: self.low.x - by, y: self.low.y - by },
            high: Spot { x: self.high.x + by, y: self.high.y + by },
        }
    }

    /// Is there no gap of more than `apart` between them along x or y?
    pub fn near(&self, other: &Bounds, apart: Len) -> bool {
        let apart = apart.fine();
        self.low.x - apart <= other.high.x
            && other.low.x - apart <= self.high.x
            && self.low.y - apart <= other.high.y
            && other.low.y - apart <= self.high.y
    }
}

impl Outline {
    /// A single place.
    pub fn spot(spot: Spot) -> Outline {
        Outline::of(&[spot])
    }

    /// A line between two places.
    pub fn line(from: Spot, to: Spot) -> Outline {
        Outline::of(&[from, to])
    }

    /// One to eight corners of a convex shape, in order.
    pub fn of(spots: &[Spot]) -> Outline {
        assert!((1..=MOST).contains(&spots.len()), "an outline has 1 to {MOST} corners");
        let mut corners = [spots[0]; MOST];
        corners[..spots.len()].copy_from_slice(spots);
        Outline { corners, count: spots.len() as u8, bounds: Bounds::of(spots) }
    }

    /// The convex hull of two shapes of four corners or fewer: what a step from one to the other sweeps over.
    pub fn hull(a: &Outline, b: &Outline) -> Outline {
        let mut spots = [Spot::default(); MOST];
        let count = a.corners().len() + b.corners().len();
        assert!(count <= MOST, "a hull is of two shapes with four corners each");
        spots[..a.corners().len()].copy_from_slice(a.corners());
        spots[a.corners().len()..count].copy_from_slice(b.corners());
        let spots = &mut spots[..count];
        spots.sort_unstable();
        // Andrew's monotone chain: the lower half, then the upper one back. One place more than corners: the
        // chain closes on its first.
        let mut chain = [Spot::default(); MOST + 1];
        let mut len = 0;
        let half = |chain: &mut [Spot; MOST + 1], len: &mut usize, floor: usize, spot: Spot| {
            while *len >= floor + 2 && cross(chain[*len - 1] - chain[*len - 2], spot - chain[*len - 2]) <= 0 {
                *len -= 1;
            }
            if *len == floor || chain[*len - 1] != spot {
                chain[*len] = spot;
                *len += 1;
            }
        };
        for spot in spots.iter() {
            half(&mut chain, &mut len, 0, *spot);
        }
        let floor = len - 1;
        for spot in spots.iter().rev().skip(1) {
            half(&mut chain, &mut len, floor, *spot);
        }
        Outline::of(&chain[..(len - 1).max(1)])
    }

    pub fn corners(&self) -> &[Spot] {
        &self.corners[..usize::from(self.count)]
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The sides one after the other; a line has one, a place none.
    pub fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
        let corners = self.corners();
        let count = if corners.len() < 3 { corners.len() - 1 } else { corners.len() };
        (0..count).map(move |n| (corners[n], corners[(n + 1) % corners.len()]))
    }

    /// A place inside it.
    pub fn centre(&self) -> Spot {
        let count = i64::from(self.count);
        let sum =
            self.corners().iter().fold(Spot::default(), |sum, c| Spot { x: sum.x + c.x, y: sum.y + c.y });
        Spot { x: sum.x / count, y: sum.y / count }
    }

    /// Do they lie in each other by more than [`GRAZE`]?
    pub fn overlaps(&self, other: &Outline) -> bool {
        self.bounds.near(&other.bounds, -GRAZE)
            && !self.is_split(self, other, GRAZE)
            && !self.is_split(other, other, GRAZE)
    }

    /// Do they have a place in common, be it a corner?
    pub fn meets(&self, other: &Outline) -> bool {
        if !self.bounds.near(&other.bounds, Len::ZERO) {
            return false;
        }
        match (self.count, other.count) {
            (1 | 2, 1 | 2) => lines_meet(self, other),
            _ => !self.is_split(self, other, Len::ZERO) && !self.is_split(other, other, Len::ZERO),
        }
    }

    /// Is there a side of `of` along which `self` and `other` lie in each other by no more than `slack`?
    /// (With no slack: are they clear of each other?)
    fn is_split(&self, of: &Outline, other: &Outline, slack: Len) -> bool {
        of.sides().any(|(from, to)| {
            let side = to - from;
            let (low, high) = self.along(from, side);
            let (least, most) = other.along(from, side);
            // How far one would have to be moved across this side to be clear of the other.
            let deep = (high - least).min(most - low);
            match slack {
                Len::ZERO => deep < 0,
                slack => i128::from(deep) <= i128::from(slack.fine()) * i128::from(dot(side, side).isqrt()),
            }
        })
    }

    /// How far it reaches across a side: least and most.
    fn along(&self, from: Spot, side: Spot) -> (i64, i64) {
        let mut reach = (i64::MAX, i64::MIN);
        for corner in self.corners() {
            let across = cross(side, *corner - from);
            reach = (reach.0.min(across), reach.1.max(across));
        }
        reach
    }

    /// Does the place lie inside or on the edge?
    pub fn holds(&self, spot: Spot) -> bool {
        self.meets(&Outline::spot(spot))
    }

    /// The gap between the nearest places of both, to the nearest hundredth; nothing if they meet.
    pub fn gap(&self, other: &Outline) -> Len {
        if self.meets(other) {
            return Len::ZERO;
        }
        let squared = self.nearest_squared(other).min(other.nearest_squared(self));
        Len::of_fine(squared.isqrt() as i64)
    }

    /// Is the gap at most `far`? The same answer as [`Outline::gap`], but quick for what is far apart.
    pub fn within(&self, other: &Outline, far: Len) -> bool {
        self.bounds.near(&other.bounds, far + Len(1)) && self.gap(other) <= far
    }

    /// The least square of the distance from a corner of `self` to a side of `other`, on the fine grid.
    fn nearest_squared(&self, other: &Outline) -> i128 {
        let mut best = i128::MAX;
        for corner in self.corners() {
            if other.count == 1 {
                best = best.min(squared(other.corners[0] - *corner));
            }
            for (from, to) in other.sides() {
                best = best.min(from_line(*corner, from, to));
            }
        }
        best
    }
}

fn squared(way: Spot) -> i128 {
    i128::from(way.x * way.x + way.y * way.y)
}

/// The square of the distance of a place from a line, rounded down to the fine grid.
pub(crate) fn from_line(spot: Spot, from: Spot, to: Spot) -> i128 {
    let (side, way) = (to - from, spot - from);
    let (along, length) = (dot(side, way), dot(side, side));
    if along <= 0 {
        squared(way)
    } else if along >= length {
        squared(spot - to)
    } else {
        let across = i128::from(cross(side, way));
        across * across / i128::from(length)
    }
}

/// The place of a line nearest to `spot`, on the fine grid.
pub(crate) fn foot(spot: Spot, from: Spot, to: Spot) -> Spot {
    let (side, way) = (to - from, spot - from);
    let (along, length) = (dot(side, way), dot(side, side));
    if along <= 0 {
        from
    } else if along >= length {
        to
    } else {
        part_of(from, side, along, length)
    }
}

/// `from` and `n / d` of `side`.
pub(crate) fn part_of(from: Spot, side: Spot, n: i64, d: i64) -> Spot {
    let part = |v: i64| (i128::from(v) * i128::from(n) / i128::from(d)) as i64;
    Spot { x: from.x + part(side.x), y: from.y + part(side.y) }
}

/// Two lines or places, which have no inside for an axis to see.
fn lines_meet(a: &Outline, b: &Outline) -> bool {
    let ((p, q), (r, s)) = (ends(a), ends(b));
    let (one, other) =
        (turn(p, q, r).signum() * turn(p, q, s).signum(), turn(r, s, p).signum() * turn(r, s, q).signum());
    match (one, other) {
        (-1, -1) => true,
        (1, _) | (_, 1) => false,
        // An end of one lies on the line of the other.
        _ => {
            let on = |spot, from, to| {
                turn(from, to, spot) == 0 && Bounds::of(&[from, to]).near(&Bounds::of(&[spot]), Len::ZERO)
            };
            on(p, r, s) || on(q, r, s) || on(r, p, q) || on(s, p, q)
        }
    }
}

fn ends(line: &Outline) -> (Spot, Spot) {
    (line.corners()[0], *line.corners().last().expect("at least one"))
}

/// On which side of the line a place lies: positive to the left.
pub(crate) fn turn(from: Spot, to: Spot, spot: Spot) -> i64 {
    cross(to - from, spot - from)
}

/// The corners of what two shapes have in common: eight of one, one more for each side of the other.
pub(crate) type Common = arrayvec::ArrayVec<Spot, 16>;

impl Outline {
    /// What of it lies in the other, whose corners go clockwise. Corners that a side cuts are rounded to the fine grid.
    pub(crate) fn clipped(&self, other: &Outline) -> Common {
        let mut kept: Common = self.corners().iter().copied().collect();
        for (from, to) in other.sides() {
            let before = std::mem::take(&mut kept);
            for (n, spot) in before.iter().enumerate() {
                let last = before[(n + before.len() - 1) % before.len()];
                let (here, there) = (turn(from, to, *spot), turn(from, to, last));
                // Inside is to the right.
                if (here <= 0) != (there <= 0) {
                    let (n, d) = (i128::from(there), i128::from(there) - i128::from(here));
                    let part = |from: i64, to: i64| from + (i128::from(to - from) * n / d) as i64;
                    kept.push(Spot { x: part(last.x, spot.x), y: part(last.y, spot.y) });
                }
                if here <= 0 {
                    kept.push(*spot);
                }
            }
        }
        kept
    }

    /// Where a line first comes to the shape: its beginning if that lies inside.
    pub fn entry(&self, from: Spot, to: Spot) -> Option<Spot> {
        if self.holds(from) {
            return Some(from);
        }
        let way = to - from;
        let mut first: Option<(i128, i128)> = None;
        for (a, b) in self.sides() {
            let side = b - a;
            let across = cross(way, side);
            if across == 0 {
                continue;
            }
            let sign = across.signum();
            let (n, d) = (cross(a - from, side) * sign, across * sign);
            let u = cross(a - from, way) * sign;
            if n < 0 || n > d || u < 0 || u > d {
                continue;
            }
            let (n, d) = (i128::from(n), i128::from(d));
            if first.is_none_or(|(m, e)| n * e < m * d) {
                first = Some((n, d));
            }
        }
        first.map(|(n, d)| {
            let part = |v: i64| (i128::from(v) * n / d) as i64;
            Spot { x: from.x + part(way.x), y: from.y + part(way.y) }
        })
    }
}

impl Outline {
    /// The nearest places of both shapes, on the fine grid; where they meet, one place of both.
    pub fn nearest(&self, other: &Outline) -> (Spot, Spot) {
        if self.meets(other) {
            let inside = self.corners().iter().copied().find(|corner| other.holds(*corner));
            let there = other.corners().iter().copied().find(|corner| self.holds(*corner));
            let spot = inside.or(there).unwrap_or_else(|| self.centre());
            return (spot, spot);
        }
        let mut best: Option<(i64, (Spot, Spot))> = None;
        let mut hold = |mine: Spot, theirs: Spot| {
            let far = dot(theirs - mine, theirs - mine);
            if best.is_none_or(|(least, _)| far < least) {
                best = Some((far, (mine, theirs)));
            }
        };
        for corner in self.corners() {
            other.corners().iter().for_each(|theirs| hold(*corner, *theirs));
            other.sides().for_each(|(a, b)| hold(*corner, foot(*corner, a, b)));
        }
        for corner in other.corners() {
            self.sides().for_each(|(a, b)| hold(foot(*corner, a, b), *corner));
        }
        best.expect("a shape has a corner").1
    }
}
