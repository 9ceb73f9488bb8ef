//! Front, flank and rear, and the arcs in which troops shoot.

use serde::{Deserialize, Serialize};

use crate::{
    footprint::{Edge, Footprint},
    heading::{Hand, Heading},
    length::{Spot, dot},
};

/// Where a place lies as seen from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sector {
    /// On the line of the front edge or ahead of it.
    Front,
    /// Behind that line, beside the body; the hand is that of the nearer side.
    Flank(Hand),
    /// Behind the line of the rear edge, between the lines of the sides.
    Rear,
}

impl Sector {
    /// The edge that is struck from there.
    pub const fn edge(self) -> Edge {
        match self {
            Sector::Front => Edge::Front,
            Sector::Flank(Hand::Left) => Edge::Left,
            Sector::Flank(Hand::Right) => Edge::Right,
            Sector::Rear => Edge::Rear,
        }
    }
}

impl Footprint {
    /// A place as seen from the body, in fine parts of [`crate::UNIT`]: ahead of its front, and to the right of its middle.
    fn seen(&self, spot: Spot) -> (i64, i64) {
        let way = spot - self.front.fine();
        (dot(self.heading.vector(), way), dot(self.heading.square(Hand::Right).vector(), way))
    }

    pub fn sector(&self, spot: Spot) -> Sector {
        let (ahead, right) = self.seen(spot);
        // Lines through the true corners: the table's vectors are a trace shorter or longer than one.
        let squared = dot(self.heading.vector(), self.heading.vector());
        let (depth, half) = (i64::from(self.depth.0) * squared, i64::from(self.width.0 / 2) * squared);
        match () {
            () if ahead >= 0 => Sector::Front,
            () if ahead < -depth && right.abs() <= half => Sector::Rear,
            () if right <= 0 => Sector::Flank(Hand::Left),
            () => Sector::Flank(Hand::Right),
        }
    }
}

/// How far outward from both ends of a front troops shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arc {
    /// Parts outward for parts ahead: the tangent of the angle.
    Outward {
        parts: i64,
        of: i64,
    },
    AllRound,
}

impl Arc {
    /// Straight ahead only.
    pub const STRAIGHT: Arc = Arc::Outward { parts: 0, of: 1 };
    pub const DEGREES_15: Arc = Arc::Outward { parts: 267_949, of: 1_000_000 };
    pub const DEGREES_22_5: Arc = Arc::Outward { parts: 414_214, of: 1_000_000 };
    pub const DEGREES_45: Arc = Arc::Outward { parts: 1, of: 1 };

    /// Does a place lie in the arc of a front edge, given by its left and right end looking along `heading`?
    pub fn covers(self, (left, right): (Spot, Spot), heading: Heading, spot: Spot) -> bool {
        let Arc::Outward { parts, of } = self else { return true };
        let out_of = |end: Spot, hand: Hand| {
            let way = spot - end;
            let (ahead, out) = (dot(heading.vector(), way), dot(heading.square(hand).vector(), way));
            ahead >= 0 && i128::from(out) * i128::from(of) <= i128::from(ahead) * i128::from(parts)
        };
        out_of(left, Hand::Left) && out_of(right, Hand::Right)
    }
}
