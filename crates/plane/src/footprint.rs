//! Where a body of troops stands, and where its manoeuvres bring it.

use serde::{Deserialize, Serialize};

use crate::{
    heading::{Hand, Heading},
    length::{Len, Point, Spot},
    outline::Outline,
};

/// A rectangle on the table: the middle of its front edge, the way it faces, and its size.
///
/// The middle of the front is rounded to the nearest hundredth whenever it moves, so equal places are equal values;
/// corners are exact on the fine grid. Width and depth are even numbers of hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Footprint {
    pub front: Point,
    pub heading: Heading,
    pub width: Len,
    pub depth: Len,
}

/// One of the four edges of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

impl Edge {
    /// Clockwise from the front.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
}

impl Footprint {
    /// `front` is the middle of the front edge. Panics if a size is not positive and even.
    pub fn new(front: Point, heading: Heading, width: Len, depth: Len) -> Footprint {
        for size in [width, depth] {
            assert!(size.0 > 0 && size.0 % 2 == 0, "a footprint of {width} × {depth} has no exact middle");
        }
        Footprint { front, heading, width, depth }
    }

    /// A footprint around its centre, which comes to lie within a hundredth of the place given.
    pub fn around(centre: Point, heading: Heading, width: Len, depth: Len) -> Footprint {
        Footprint::new(centre.moved(heading, depth.part(1, 2), Len::ZERO), heading, width, depth)
    }

    /// Front left, front right, rear right, rear left: clockwise.
    pub fn corners(&self) -> [Spot; 4] {
        let half = self.width.part(1, 2);
        [(Len::ZERO, -half), (Len::ZERO, half), (-self.depth, half), (-self.depth, -half)]
            .map(|(ahead, right)| self.spot(ahead, right))
    }

    /// A place told from the middle of the front: so far ahead of it (behind: negative) and so far to the right.
    pub fn spot(&self, ahead: Len, right: Len) -> Spot {
        self.front.fine().moved(self.heading, ahead, right)
    }

    pub fn outline(&self) -> Outline {
        Outline::of(&self.corners())
    }

    pub fn front_left(&self) -> Spot {
        self.spot(Len::ZERO, -self.width.part(1, 2))
    }

    pub fn front_right(&self) -> Spot {
        self.spot(Len::ZERO, self.width.part(1, 2))
    }

    pub fn centre(&self) -> Spot {
        self.spot(-self.depth.part(1, 2), Len::ZERO)
    }

    /// The middle of the rear edge.
    pub fn rear(&self) -> Spot {
        self.spot(-self.depth, Len::ZERO)
    }

    /// The ends of an edge, from its left to its right as seen from outside, looking at it.
    pub fn edge(&self, edge: Edge) -> (Spot, Spot) {
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        match edge {
            Edge::Front => (front_right, front_left),
            Edge::Right => (rear_right, front_right),
            Edge::Rear => (rear_left, rear_right),
            Edge::Left => (front_left, rear_left),
        }
    }

    /// The direction out of the body across an edge.
    pub fn outward(&self, edge: Edge) -> Heading {
        self.heading.turned(18 * edge as i32)
    }

    /// Straight ahead; backward if negative.
    pub fn advanced(self, by: Len) -> Footprint {
        self.shifted(self.heading, by)
    }

    /// Sideways without turning.
    pub fn sidestepped(self, hand: Hand, by: Len) -> Footprint {
        Footprint { front: self.front.moved(self.heading, Len::ZERO, by * hand.sign()), ..self }
    }

    /// Moved along any heading without turning: an oblique, a push-back, a fall back.
    pub fn shifted(self, along: Heading, by: Len) -> Footprint {
        Footprint { front: self.front.moved(along, by, Len::ZERO), ..self }
    }

    /// The front corner on which it wheels to that hand.
    pub fn pivot(&self, hand: Hand) -> Spot {
        match hand {
            Hand::Left => self.front_left(),
            Hand::Right => self.front_right(),
        }
    }

    /// Wheeled forward on the front corner of that hand, by steps of five degrees.
    pub fn wheeled(self, hand: Hand, steps: i32) -> Footprint {
        let heading = self.heading.turned(steps * hand.sign());
        let half = self.width.part(1, 2);
        let front = self.pivot(hand).moved(heading, Len::ZERO, half * -hand.sign());
        Footprint { front: front.point(), heading, ..self }
    }

    /// Turned on the spot about its centre, by steps of five degrees clockwise; size and centre stay.
    pub fn turned(self, steps: i32) -> Footprint {
        self.turned_as(steps, self.width, self.depth)
    }

    /// Turned on the spot about its centre and laid out again around it: a quarter turn makes ranks of files.
    pub fn turned_as(self, steps: i32, width: Len, depth: Len) -> Footprint {
        let heading = self.heading.turned(steps);
        let front = self.centre().moved(heading, depth.part(1, 2), Len::ZERO);
        Footprint::new(front.point(), heading, width, depth)
    }

    /// Another formation with the same middle of the front and the same heading.
    pub fn reshaped(self, width: Len, depth: Len) -> Footprint {
        Footprint::new(self.front, self.heading, width, depth)
    }

    /// Set to another heading about the middle of its front.
    pub fn facing(self, heading: Heading) -> Footprint {
        Footprint { heading, ..self }
    }

    /// Could it come within `apart` of the other? Circles around both: never wrong with no, quick.
    pub fn may_reach(&self, other: &Footprint, apart: Len) -> bool {
        let far = i64::from(self.girth().0 + other.girth().0 + apart.0);
        let (x, y) = (i64::from(other.front.x - self.front.x), i64::from(other.front.y - self.front.y));
        x * x + y * y <= far * far
    }

    /// No corner is farther than this from the middle of the front.
    pub fn girth(&self) -> Len {
        Len(self.width.0 / 2 + self.depth.0 + 1)
    }

    /// Do they lie in each other by more than a graze?
    pub fn overlaps(&self, other: &Footprint) -> bool {
        self.may_reach(other, Len::ZERO) && self.outline().overlaps(&other.outline())
    }

    /// Between their nearest places.
    pub fn gap(&self, other: &Footprint) -> Len {
        self.outline().gap(&other.outline())
    }

    /// Is the gap at most `far`?
    pub fn within(&self, other: &Footprint, far: Len) -> bool {
        self.may_reach(other, far + Len(1)) && self.gap(other) <= far
    }

    /// The strip straight ahead of its front, so far.
    pub fn strip(&self, far: Len) -> Outline {
        let half = self.width.part(1, 2);
        Outline::of(&[
            self.spot(Len::ZERO, -half),
            self.spot(far, -half),
            self.spot(far, half),
            self.spot(Len::ZERO, half),
        ])
    }

    /// The box behind its rear edge, of its own width and so deep.
    pub fn rear_box(&self, deep: Len) -> Outline {
        let half = self.width.part(1, 2);
        Outline::of(&[
            self.spot(-self.depth, -half),
            self.spot(-self.depth, half),
            self.spot(-self.depth - deep, half),
            self.spot(-self.depth - deep, -half),
        ])
    }
}
