//! A height field on a square raster: blurring, slopes and contour lines.

use crate::{
    line::{Point, at},
    seed::Seed,
};

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) nx: usize,
    pub(crate) ny: usize,
    pub(crate) cell: f64,
    pub(crate) origin: Point,
    z: Vec<f64>,
}

const NONE: u32 = u32::MAX;

impl Field {
    /// Covers the rectangle between two corners.
    pub(crate) fn over(from: Point, to: Point, cell: f64, value: impl Fn(Point) -> f64) -> Field {
        let nx = ((to.x - from.x) / cell).ceil().max(2.0) as usize + 1;
        let ny = ((to.y - from.y) / cell).ceil().max(2.0) as usize + 1;
        let z =
            (0..nx * ny).map(|i| value(from + at((i % nx) as f64 * cell, (i / nx) as f64 * cell))).collect();
        Field { nx, ny, cell, origin: from, z }
    }

    pub(crate) fn at(&self, ix: usize, iy: usize) -> f64 {
        self.z[iy * self.nx + ix]
    }

    pub(crate) fn top(&self) -> f64 {
        self.z.iter().copied().fold(f64::MIN, f64::max)
    }

    pub(crate) fn is_level(&self) -> bool {
        self.z.iter().all(|z| *z == self.z[0])
    }

    /// The raster point nearest to a place.
    pub(crate) fn index(&self, p: Point) -> (usize, usize) {
        let p = (p - self.origin) * (1.0 / self.cell);
        ((p.x.round().max(0.0) as usize).min(self.nx - 1), (p.y.round().max(0.0) as usize).min(self.ny - 1))
    }

    pub(crate) fn with(&self, other: &Field, join: impl Fn(f64, f64) -> f64) -> Field {
        Field { z: self.z.iter().zip(&other.z).map(|(a, b)| join(*a, *b)).collect(), ..*self }
    }

    /// Rise per raster step.
    pub(crate) fn slope(&self, ix: usize, iy: usize) -> Point {
        let span = |low: usize, high: usize| (high - low).max(1) as f64;
        let (west, east) = (ix.saturating_sub(1), (ix + 1).min(self.nx - 1));
        let (north, south) = (iy.saturating_sub(1), (iy + 1).min(self.ny - 1));
        at(
            (self.at(east, iy) - self.at(west, iy)) / span(west, east),
            (self.at(ix, south) - self.at(ix, north)) / span(north, south),
        )
    }

    /// A value at every raster point, from its slope.
    pub(crate) fn by_slope(&self, value: impl Fn(Point) -> f64) -> Field {
        let z = (0..self.z.len()).map(|i| value(self.slope(i % self.nx, i / self.nx))).collect();
        Field { z, ..*self }
    }

    /// Close to a Gaussian of `sigma` raster steps: three box blurs.
    pub(crate) fn blur(&self, sigma: f64) -> Field {
        let radius = (((4.0 * sigma * sigma + 1.0).sqrt() - 1.0) / 2.0).round().max(1.0) as usize;
        let mut z = self.z.clone();
        for _ in 0..3 {
            for row in z.chunks_mut(self.nx) {
                let smooth = box_mean(row, radius);
                row.copy_from_slice(&smooth);
            }
            for x in 0..self.nx {
                let column: Vec<f64> = (0..self.ny).map(|y| z[y * self.nx + x]).collect();
                for (y, value) in box_mean(&column, radius).into_iter().enumerate() {
                    z[y * self.nx + x] = value;
                }
            }
        }
        Field { z, ..*self }
    }

    /// Smooth noise on the same raster, about as strong at every scale.
    pub(crate) fn noise(&self, seed: &mut Seed, sigma: f64) -> Field {
        let white = Field { z: self.z.iter().map(|_| seed.normal()).collect(), ..*self };
        let mut soft = white.blur(sigma);
        for z in &mut soft.z {
            *z *= 2.0 * sigma;
        }
        soft
    }

    /// The lines at one level. The rim counts as below every level, so all lines close.
    pub(crate) fn contours(&self, level: f64) -> Vec<Vec<Point>> {
        let (nx, ny) = (self.nx, self.ny);
        let z = |ix: usize, iy: usize| {
            if ix == 0 || iy == 0 || ix == nx - 1 || iy == ny - 1 { level - 1.0 } else { self.at(ix, iy) }
        };
        // A raster edge is named by its first point: even to the right of it, odd below it.
        let mut links = vec![[NONE; 2]; 2 * nx * ny];
        let mut join = |a: usize, b: usize| {
            for (x, y) in [(a, b), (b, a)] {
                let slot = usize::from(links[x][0] != NONE);
                links[x][slot] = y as u32;
            }
        };
        for iy in 0..ny - 1 {
            for ix in 0..nx - 1 {
                let high = [z(ix, iy), z(ix + 1, iy), z(ix + 1, iy + 1), z(ix, iy + 1)].map(|z| z > level);
                if high == [high[0]; 4] {
                    continue;
                }
                let first = 2 * (iy * nx + ix);
                let sides = [first, first + 2 + 1, first + 2 * nx, first + 1];
                let crossed: Vec<usize> = (0..4).filter(|i| high[*i] != high[(i + 1) % 4]).collect();
                match crossed[..] {
                    [a, b] => join(sides[a], sides[b]),
                    [_, _, _, _] => {
                        // A saddle: keep the two high corners apart.
                        let turn = usize::from(!high[0]);
                        join(sides[turn], sides[(turn + 3) % 4]);
                        join(sides[turn + 1], sides[turn + 2]);
                    }
                    _ => {}
                }
            }
        }
        let point = |edge: usize| {
            let (ix, iy) = (edge / 2 % nx, edge / 2 / nx);
            let (jx, jy) = if edge.is_multiple_of(2) { (ix + 1, iy) } else { (ix, iy + 1) };
            let (a, b) = (z(ix, iy), z(jx, jy));
            let part = ((level - a) / (b - a)).clamp(0.0, 1.0);
            let (dx, dy) = ((jx - ix) as f64 * part, (jy - iy) as f64 * part);
            self.origin + at(ix as f64 + dx, iy as f64 + dy) * self.cell
        };
        let mut lines = Vec::new();
        for start in 0..links.len() {
            let mut line = Vec::new();
            let mut here = start;
            while links[here][0] != NONE {
                line.push(point(here));
                let next = links[here][0] as usize;
                // Take the edge away from both ends.
                links[here] = [links[here][1], NONE];
                let back = usize::from(links[next][0] as usize != here);
                links[next] = [links[next][1 - back], NONE];
                here = next;
            }
            if line.len() > 2 {
                lines.push(line);
            }
        }
        lines
    }
}

fn box_mean(row: &[f64], radius: usize) -> Vec<f64> {
    let n = row.len();
    let get = |i: isize| row[i.clamp(0, n as isize - 1) as usize];
    let r = radius as isize;
    let mut sum: f64 = (-r..=r).map(get).sum();
    let mut out = Vec::with_capacity(n);
    for i in 0..n as isize {
        out.push(sum / (2 * r + 1) as f64);
        sum += get(i + r + 1) - get(i - r);
    }
    out
}
