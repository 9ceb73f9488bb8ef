//! Touching, squaring up on an edge, and who meets whom along it.

use crate::{
    footprint::{Edge, Footprint},
    heading::{Compass, Hand, Heading},
    length::{Len, Spot, cross, dot},
    outline::Outline,
};

/// An edge that can be squared up on: its ends, and the heading out of the body it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    pub ends: (Spot, Spot),
    pub outward: Heading,
}

impl Struck {
    /// An edge of a footprint.
    pub fn edge(body: &Footprint, edge: Edge) -> Struck {
        Struck { ends: body.edge(edge), outward: body.outward(edge) }
    }

    /// A side of something built, with the body on its left from `from` to `to` (an area's own order): the nearest
    /// heading of the compass.
    pub fn side(from: Spot, to: Spot, compass: Compass) -> Struck {
        let side = to - from;
        // Right of the side is outward.
        let out = Spot { x: from.x + side.y, y: from.y - side.x };
        Struck { ends: (from, to), outward: compass.bearing(from, out).unwrap_or_default() }
    }

    /// Laid with its front flush on the edge, the middle of its front straight across from where it was.
    pub fn laid(&self, body: &Footprint) -> Footprint {
        let (from, to) = self.ends;
        let (side, way) = (to - from, body.front.fine() - from);
        let front = crate::outline::part_of(from, side, dot(side, way), dot(side, side));
        let laid = Footprint { front: front.point(), heading: self.outward.back(), ..*body };
        // Where the compass has no heading square to it, one corner comes to touch.
        let length = dot(side, side).isqrt();
        let outer = Spot { x: self.outward.vector().x, y: self.outward.vector().y };
        let sign = if cross(side, outer) >= 0 { 1 } else { -1 };
        let inside = |corner: Spot| -sign * cross(side, corner - from) / length;
        let deep = Len::of_fine(inside(laid.front_left()).max(inside(laid.front_right())));
        if deep > crate::GRAZE { laid.shifted(self.outward, deep) } else { laid }
    }
}

/// How far a body may be slid along an edge once it is flush: by a multiple of `every`, at most `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    pub every: Len,
    pub most: Len,
}

/// Squares a body up on an edge: flush, then slid to where it is worth most; at a tie by the least slide, then to its
/// left. `worth` says how many stands meet there, and `None` where there is no room. `None` if there is room nowhere.
pub fn square_up(
    body: &Footprint,
    struck: &Struck,
    slide: Slide,
    mut worth: impl FnMut(&Footprint) -> Option<i32>,
) -> Option<Footprint> {
    let laid = struck.laid(body);
    let mut best: Option<(i32, Footprint)> = None;
    let mut by = Len::ZERO;
    while by <= slide.most {
        for hand in Hand::BOTH {
            let there = laid.sidestepped(hand, by);
            if let Some(met) = worth(&there)
                && best.is_none_or(|(most, _)| met > most)
            {
                best = Some((met, there));
            }
            if by == Len::ZERO {
                break;
            }
        }
        by += slide.every;
    }
    best.map(|(_, there)| there)
}

/// How much of a front edge (its ends from left to right, looking along `heading`) has the other shape before it,
/// no farther than `near`.
pub fn shared((left, right): (Spot, Spot), heading: Heading, near: Len, other: &Outline) -> Len {
    let at = |spot: Spot, ahead: Len| spot.moved(heading, ahead, Len::ZERO);
    // From a little behind the edge: who lies in it by a rounding is before it.
    let strip = Outline::of(&[at(left, Len(-10)), at(left, near), at(right, near), at(right, Len(-10))]);
    if !strip.bounds().near(other.bounds(), Len::ZERO) {
        return Len::ZERO;
    }
    let common = other.clipped(&strip);
    let side = right - left;
    let length = dot(side, side).isqrt();
    let along = common.iter().map(|spot| dot(side, *spot - left) / length);
    match (along.clone().min(), along.max()) {
        (Some(low), Some(high)) => Len::of_fine(high - low),
        _ => Len::ZERO,
    }
}

impl Footprint {
    /// Is it nearer to the other than the measure of contact?
    pub fn touches(&self, other: &Footprint, contact: Len) -> bool {
        self.within(other, contact)
    }

    /// How much of this edge touches the other body.
    pub fn shared(&self, edge: Edge, contact: Len, other: &Footprint) -> Len {
        let (right, left) = self.edge(edge);
        shared((left, right), self.outward(edge), contact, &other.outline())
    }
}
