//! Lines and corridors of sight.

use arrayvec::ArrayVec;

use crate::{
    area::{Area, Span},
    footprint::Footprint,
    length::{Len, Spot, dot},
    outline::Outline,
};

impl Footprint {
    /// Where one aims at it: the four corners, the middles of the four edges, the centre.
    pub fn aims(&self) -> [Spot; 9] {
        let [a, b, c, d] = self.corners();
        [a, b, c, d, a.middle(b), b.middle(c), c.middle(d), d.middle(a), self.centre()]
    }

    /// Five places of its front edge: the ends, the quarters, the middle, from the left.
    pub fn eyes(&self) -> [Spot; 5] {
        [-2, -1, 0, 1, 2].map(|n| self.spot(Len::ZERO, self.width.part(n, 4)))
    }
}

/// A straight way of a certain width, along which something is seen or shot at. Without width it is a line.
#[derive(Clone, Copy, Debug)]
pub struct Corridor {
    pub from: Spot,
    pub to: Spot,
    outline: Outline,
}

impl Corridor {
    /// A corridor between two places.
    pub fn between(from: Spot, to: Spot, width: Len) -> Corridor {
        let way = to - from;
        let length = dot(way, way).isqrt();
        if width == Len::ZERO || length == 0 {
            return Corridor { from, to, outline: Outline::line(from, to) };
        }
        let half = i128::from(width.fine() / 2);
        let part = |v: i64| (half * i128::from(v) / i128::from(length)) as i64;
        let (x, y) = (part(way.y), -part(way.x));
        let side = |spot: Spot, sign: i64| Spot { x: spot.x + sign * x, y: spot.y + sign * y };
        let outline = Outline::of(&[side(from, -1), side(to, -1), side(to, 1), side(from, 1)]);
        Corridor { from, to, outline }
    }

    /// A corridor towards a place of the target, which ends where its middle line enters the target.
    pub fn onto(from: Spot, aim: Spot, width: Len, target: &Outline) -> Corridor {
        Corridor::between(from, target.entry(from, aim).unwrap_or(aim), width)
    }

    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    pub fn length(&self) -> Len {
        self.from.distance(self.to)
    }

    /// Does the shape stand in it?
    pub fn crosses(&self, shape: &Outline) -> bool {
        self.outline.overlaps(shape)
    }

    /// Does the body stand in it?
    pub fn crosses_body(&self, body: &Footprint) -> bool {
        self.outline.bounds().near(body.outline().bounds(), Len::ZERO) && self.crosses(&body.outline())
    }

    /// Does any part of it lead over the area? For buildings.
    pub fn crosses_area(&self, area: &Area) -> bool {
        area.touches(&self.outline)
    }

    /// Where its middle line is in the area.
    pub fn spans(&self, area: &Area) -> ArrayVec<Span, 17> {
        area.spans(self.from, self.to)
    }

    /// How much of its middle line is in the area. For woods.
    pub fn depth_in(&self, area: &Area) -> Len {
        self.spans(area).iter().map(|span| span.to - span.from).sum()
    }

    /// Does a height stand between the ends? It does where the middle line crosses it and both ends are lower.
    pub fn is_over(&self, hill: &Area, level: u8, ends: (u8, u8)) -> bool {
        ends.0 < level && ends.1 < level && !self.spans(hill).is_empty()
    }
}
