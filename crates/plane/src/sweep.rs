//! What a move sweeps over, and how far it can go.

use crate::{
    area::Area,
    footprint::Footprint,
    heading::{Hand, Heading},
    length::Len,
    outline::{GRAZE, Outline},
};

impl Footprint {
    /// What a step to another place sweeps over: the convex hull of both.
    pub fn swept_to(&self, to: &Footprint) -> Outline {
        Outline::hull(&self.outline(), &to.outline())
    }

    /// How far it can move along a heading without turning, at most `most`, before what it sweeps over is blocked: up
    /// to touching. What is blocked must stay blocked for every longer way.
    pub fn run(&self, along: Heading, most: Len, mut blocked: impl FnMut(&Outline) -> bool) -> Len {
        let here = self.outline();
        let mut swept = |by: Len| blocked(&Outline::hull(&here, &self.shifted(along, by).outline()));
        if !swept(most) {
            return most;
        }
        let (mut free, mut stopped) = (-1, most.0);
        while stopped - free > 1 {
            let by = (free + stopped) / 2;
            if swept(Len(by)) {
                stopped = by;
            } else {
                free = by;
            }
        }
        // A graze is no overlap, so the shapes may lie a graze too deep. A way is rounded where it ends, so in
        // grazing past a corner a shorter one may be the deeper.
        let mut by = (free - GRAZE.0).max(0);
        while by > 0 && swept(Len(by)) {
            by -= 1;
        }
        Len(by)
    }

    /// How far it can move along a heading before it touches the other, at most `most`; `None` if it never does.
    pub fn run_to(&self, along: Heading, most: Len, other: &Footprint) -> Option<Len> {
        let target = other.outline();
        if !self.swept_to(&self.shifted(along, most)).overlaps(&target) {
            return None;
        }
        Some(self.run(along, most, |hull| hull.overlaps(&target)))
    }

    /// How far it can move along a heading before any part of it is in the area, at most `most`; `None` if it never is.
    pub fn run_to_area(&self, along: Heading, most: Len, area: &Area) -> Option<Len> {
        if !area.touches(&self.swept_to(&self.shifted(along, most))) {
            return None;
        }
        Some(self.run(along, most, |hull| area.touches(hull)))
    }

    /// A wheel in its steps of five degrees: each with what it sweeps over and where it ends. (A step is worked from
    /// the rounded end of the one before.)
    pub fn wheel(self, hand: Hand, steps: i32) -> impl Iterator<Item = (Outline, Footprint)> {
        let mut at = self;
        (0..steps).map(move |_| {
            let next = at.wheeled(hand, 1);
            let hull = at.swept_to(&next);
            at = next;
            (hull, next)
        })
    }

    /// How many steps of a wheel are free, at most `most`.
    pub fn wheel_room(self, hand: Hand, most: i32, mut blocked: impl FnMut(&Outline) -> bool) -> i32 {
        self.wheel(hand, most).take_while(|(hull, _)| !blocked(hull)).count() as i32
    }
}
