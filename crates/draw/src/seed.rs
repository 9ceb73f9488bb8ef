//! Chance for the hand-drawn look. The same board gives the same strokes on every machine.

use crate::line::Point;

/// A splitmix generator: small, and its stream will never change under us.
#[derive(Clone, Debug)]
pub(crate) struct Seed(u64);

impl Seed {
    pub(crate) fn of(text: &str) -> Seed {
        // FNV-1a, so that two boards do not share their scribbles.
        Seed(
            text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.0)
    }

    /// From 0 up to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn chance(&mut self, part: f64) -> bool {
        self.unit() < part
    }

    /// Mean 0, deviation 1. A sum of twelve needs no logarithm, which machines round differently.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A smooth shift of the plane, at most one unit each way, with waves about `scale` long.
///
/// It depends on the place alone: two shapes that share a border keep sharing it.
pub(crate) fn wander(at: Point, scale: f64) -> Point {
    let (x, y) = (at.x / scale, at.y / scale);
    Point { x: lattice_noise(x, y, 1), y: lattice_noise(x, y, 2) }
}

fn lattice_noise(x: f64, y: f64, salt: u64) -> f64 {
    let knot = |i: f64, j: f64| {
        let key = ((i as i64 as u64) << 32) ^ (j as i64 as u64 & 0xffff_ffff);
        (scramble(key.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(salt)) >> 11) as f64
            / (1u64 << 52) as f64
            - 1.0
    };
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let top = knot(i, j) * (1.0 - u) + knot(i + 1.0, j) * u;
    let foot = knot(i, j + 1.0) * (1.0 - u) + knot(i + 1.0, j + 1.0) * u;
    top * (1.0 - v) + foot * v
}
