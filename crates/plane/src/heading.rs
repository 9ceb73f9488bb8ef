//! Headings in steps of five degrees, and the one table of unit vectors.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::length::{Point, Spot, cross};

/// The length of a unit vector on the fine grid: the number of parts of a hundredth.
pub const UNIT: i64 = 1 << 14;

/// The sine of 0, 5 … 90 degrees, times [`UNIT`], to the nearest whole number. The other three quarters of the circle
/// are this one turned, so a turn by 90 degrees is exact.
const SINE: [i64; 19] = [
    0, 1428, 2845, 4240, 5604, 6924, 8192, 9397, 10531, 11585, 12551, 13421, 14189, 14849, 15396, 15826,
    16135, 16322, 16384,
];

/// The table of all unit vectors: x to the east, y to the north.
const AHEAD: [(i64, i64); 72] = {
    let mut table = [(0, 0); 72];
    let mut n = 0;
    while n < 18 {
        let (sine, cosine) = (SINE[n], SINE[18 - n]);
        table[n] = (sine, cosine);
        table[n + 18] = (cosine, -sine);
        table[n + 36] = (-sine, -cosine);
        table[n + 54] = (-cosine, sine);
        n += 1;
    }
    table
};

/// Left or right of somebody who looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }

    /// -1 to the left, 1 to the right: clockwise is positive.
    pub const fn sign(self) -> i32 {
        match self {
            Hand::Left => -1,
            Hand::Right => 1,
        }
    }
}

/// A direction, in steps of five degrees clockwise from north: 0 to 71.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Heading(u8);

impl Heading {
    pub const NORTH: Heading = Heading(0);
    pub const EAST: Heading = Heading(18);
    pub const SOUTH: Heading = Heading(36);
    pub const WEST: Heading = Heading(54);

    /// All 72, clockwise from north.
    pub fn all() -> impl DoubleEndedIterator<Item = Heading> + Clone {
        (0..72).map(Heading)
    }

    /// The heading of a number of steps of five degrees, modulo the circle.
    pub const fn of_steps(steps: i32) -> Heading {
        Heading(steps.rem_euclid(72) as u8)
    }

    /// The heading in degrees; `None` unless they are a multiple of five.
    pub const fn of_degrees(degrees: i32) -> Option<Heading> {
        if degrees % 5 == 0 { Some(Heading::of_steps(degrees / 5)) } else { None }
    }

    /// The heading nearest to an angle in tenths of a degree, the unit of scenes.
    pub const fn of_tenths(tenths: i32) -> Heading {
        Heading::of_steps((tenths.rem_euclid(3600) + 25) / 50)
    }

    /// In tenths of a degree, 0 to 3550.
    pub const fn tenths(self) -> i32 {
        self.0 as i32 * 50
    }

    /// 0 to 71.
    pub const fn steps(self) -> i32 {
        self.0 as i32
    }

    /// 0 to 355, clockwise from north.
    pub const fn degrees(self) -> i32 {
        self.0 as i32 * 5
    }

    /// Turned clockwise by steps of five degrees.
    pub const fn turned(self, steps: i32) -> Heading {
        Heading::of_steps(self.0 as i32 + steps)
    }

    /// Square to the left or right.
    pub const fn square(self, hand: Hand) -> Heading {
        self.turned(18 * hand.sign())
    }

    /// The opposite direction.
    pub const fn back(self) -> Heading {
        self.turned(36)
    }

    /// The unit vector ahead, in parts of [`UNIT`].
    pub const fn ahead(self) -> (i64, i64) {
        AHEAD[self.0 as usize]
    }

    pub(crate) const fn vector(self) -> Spot {
        let (x, y) = self.ahead();
        Spot { x, y }
    }

    /// The steps from this heading to another by the shorter way: -35 to 36, clockwise positive.
    pub const fn to(self, other: Heading) -> i32 {
        let steps = (other.0 as i32 - self.0 as i32).rem_euclid(72);
        if steps > 36 { steps - 72 } else { steps }
    }
}

impl TryFrom<u16> for Heading {
    type Error = String;

    /// From degrees, as data files write it.
    fn try_from(degrees: u16) -> Result<Heading, String> {
        match Heading::of_degrees(i32::from(degrees)) {
            Some(heading) if degrees < 360 => Ok(heading),
            _ => Err(format!("{degrees} is no heading: it needs a multiple of 5 below 360")),
        }
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> u16 {
        heading.degrees() as u16
    }
}

impl fmt::Display for Heading {
    /// In degrees.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.degrees())
    }
}

/// The headings of a game: multiples of a number of five-degree steps from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compass {
    every: i32,
}

impl Compass {
    /// The eight multiples of 45 degrees.
    pub const EIGHT: Compass = Compass { every: 9 };
    /// All 72 multiples of five degrees.
    pub const FULL: Compass = Compass { every: 1 };
    /// The four quarters.
    pub const FOUR: Compass = Compass { every: 18 };

    /// Clockwise from north.
    pub fn headings(self) -> impl DoubleEndedIterator<Item = Heading> + Clone {
        (0..72 / self.every).map(move |n| Heading::of_steps(n * self.every))
    }

    pub const fn has(self, heading: Heading) -> bool {
        heading.steps() % self.every == 0
    }

    /// The heading nearest to the bearing from one place to another, at a tie the smaller angle; `None` if they are
    /// the same place.
    pub fn bearing(self, from: Spot, to: Spot) -> Option<Heading> {
        let way = to - from;
        if way == Spot::default() {
            return None;
        }
        let quarter = match (way.x.signum(), way.y.signum()) {
            (0 | 1, 1) => 0,
            (1, _) => 18,
            (_, -1) => 36,
            _ => 54,
        };
        // Halved until two neighbours are left, the way between them.
        let (mut low, mut high) = (quarter, quarter + 18);
        while high - low > self.every {
            let middle = low + (high - low) / self.every / 2 * self.every;
            if cross(Heading::of_steps(middle).vector(), way) <= 0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        // The sine tells them apart where the cosine is flat.
        [low, high]
            .map(Heading::of_steps)
            .into_iter()
            .min_by_key(|heading| (cross(heading.vector(), way).abs(), *heading))
    }

    /// [`Compass::bearing`] between two points in hundredths.
    pub fn bearing_of_points(self, from: Point, to: Point) -> Option<Heading> {
        self.bearing(from.fine(), to.fine())
    }
}
