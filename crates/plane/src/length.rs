//! Lengths and places in whole hundredths, and the fine grid in which shapes are compared.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

use serde::{Deserialize, Serialize};

use crate::heading::{Heading, UNIT};

/// A length in hundredths of the table's measure: `Len(150)` is 1.5 cm, or 1.5 inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Len(pub i32);

impl Len {
    pub const ZERO: Len = Len(0);

    /// A number of whole units of the table's measure.
    pub const fn whole(units: i32) -> Len {
        Len(units * 100)
    }

    pub const fn abs(self) -> Len {
        Len(self.0.abs())
    }

    /// This length times `by / of`, to the nearest hundredth, halves away from zero.
    pub const fn part(self, by: i32, of: i32) -> Len {
        Len(nearest(self.0 as i64 * by as i64, of as i64) as i32)
    }

    /// In the fine grid.
    pub(crate) const fn fine(self) -> i64 {
        self.0 as i64 * UNIT
    }

    /// From the fine grid, to the nearest hundredth.
    pub(crate) const fn of_fine(fine: i64) -> Len {
        Len(nearest(fine, UNIT) as i32)
    }
}

/// `n / d` to the nearest whole number, halves away from zero; `d` is positive.
pub(crate) const fn nearest(n: i64, d: i64) -> i64 {
    if n >= 0 { (n + d / 2) / d } else { (n - d / 2) / d }
}

impl fmt::Display for Len {
    /// As players write it: `4`, `0.35`, `-1.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match (n / 100, n % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            (whole, part) => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

impl Add for Len {
    type Output = Len;
    fn add(self, other: Len) -> Len {
        Len(self.0 + other.0)
    }
}

impl Sub for Len {
    type Output = Len;
    fn sub(self, other: Len) -> Len {
        Len(self.0 - other.0)
    }
}

impl AddAssign for Len {
    fn add_assign(&mut self, other: Len) {
        self.0 += other.0;
    }
}

impl SubAssign for Len {
    fn sub_assign(&mut self, other: Len) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Len {
    type Output = Len;
    fn mul(self, by: i32) -> Len {
        Len(self.0 * by)
    }
}

impl Neg for Len {
    type Output = Len;
    fn neg(self) -> Len {
        Len(-self.0)
    }
}

impl Sum for Len {
    fn sum<I: Iterator<Item = Len>>(lens: I) -> Len {
        lens.fold(Len::ZERO, Add::add)
    }
}

/// A place on the table in hundredths, from its south-west corner: x to the east, y to the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The place on the fine grid.
    pub const fn fine(self) -> Spot {
        Spot { x: self.x as i64 * UNIT, y: self.y as i64 * UNIT }
    }

    /// Moved so far along a heading, and so far to its right, to the nearest hundredth.
    pub fn moved(self, heading: Heading, ahead: Len, right: Len) -> Point {
        self.fine().moved(heading, ahead, right).point()
    }

    /// To the nearest hundredth.
    pub fn distance(self, other: Point) -> Len {
        self.fine().distance(other.fine())
    }
}

/// A place on the fine grid: hundredths times [`UNIT`]. Corners of turned footprints lie here, so that nothing is
/// rounded before it is compared.
///
/// Bound: a coordinate stays below 2³⁰ (600 units of the table's measure), so that the product of two differences
/// fits 64 bits with its sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub x: i64,
    pub y: i64,
}

impl Spot {
    /// To the nearest hundredth, halves away from zero.
    pub const fn point(self) -> Point {
        Point { x: nearest(self.x, UNIT) as i32, y: nearest(self.y, UNIT) as i32 }
    }

    /// Moved so far along a heading, and so far to its right; exact.
    pub fn moved(self, heading: Heading, ahead: Len, right: Len) -> Spot {
        let (x, y) = heading.ahead();
        let (a, r) = (i64::from(ahead.0), i64::from(right.0));
        // Right of (x, y) is (y, -x).
        Spot { x: self.x + a * x + r * y, y: self.y + a * y - r * x }
    }

    /// To the nearest hundredth.
    pub fn distance(self, other: Spot) -> Len {
        let (x, y) = (other.x - self.x, other.y - self.y);
        Len::of_fine((x * x + y * y).isqrt())
    }

    /// Half-way, on the fine grid.
    pub const fn middle(self, other: Spot) -> Spot {
        Spot { x: (self.x + other.x) / 2, y: (self.y + other.y) / 2 }
    }
}

impl From<Point> for Spot {
    fn from(point: Point) -> Spot {
        point.fine()
    }
}

impl Sub for Spot {
    type Output = Spot;
    fn sub(self, other: Spot) -> Spot {
        Spot { x: self.x - other.x, y: self.y - other.y }
    }
}

/// Twice the signed area of the triangle 0, a, b: positive when b lies to the left of a.
pub(crate) const fn cross(a: Spot, b: Spot) -> i64 {
    a.x * b.y - a.y * b.x
}

pub(crate) const fn dot(a: Spot, b: Spot) -> i64 {
    a.x * b.x + a.y * b.y
}
