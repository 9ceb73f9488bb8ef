//! Points and lines: softening, thinning, and tapered strokes.

use std::ops::{Add, Mul, Sub};

use crate::seed::wander;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

pub(crate) fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, by: f64) -> Point {
        at(self.x * by, self.y * by)
    }
}

impl Point {
    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Of length one; a zero vector stays zero.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// A quarter turn to the right, as seen on the sheet.
    pub(crate) fn right(self) -> Point {
        at(-self.y, self.x)
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

pub(crate) fn mean(points: &[Point]) -> Point {
    points.iter().fold(at(0.0, 0.0), |sum, p| sum + *p) * (1.0 / points.len().max(1) as f64)
}

/// Whether a line ends or comes back to its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Open,
    Ring,
}

/// Every point drawn towards its neighbours by `weight`: half smooths a zigzag away altogether.
pub(crate) fn relax(points: &[Point], weight: f64, form: Form) -> Vec<Point> {
    let n = points.len();
    (0..n)
        .map(|i| {
            if form == Form::Open && (i == 0 || i == n - 1) {
                return points[i];
            }
            let sides = (points[(i + n - 1) % n] + points[(i + 1) % n]) * 0.5;
            points[i] * (1.0 - weight) + sides * weight
        })
        .collect()
}

/// Chaikin's corner cutting, once.
pub(crate) fn cut(points: &[Point], form: Form) -> Vec<Point> {
    let n = points.len();
    if n < 3 {
        return points.to_vec();
    }
    let mut out = Vec::with_capacity(2 * n);
    if form == Form::Open {
        out.push(points[0]);
    }
    for i in 0..if form == Form::Open { n - 1 } else { n } {
        let (a, b) = (points[i], points[(i + 1) % n]);
        out.push(a * 0.75 + b * 0.25);
        out.push(a * 0.25 + b * 0.75);
    }
    if form == Form::Open {
        out.push(points[n - 1]);
    }
    out
}

/// A hand-drawn shoreline from a ring of hexsides.
pub(crate) fn soften(ring: &[Point], wave: f64) -> Vec<Point> {
    // A lone hex has only six points: relaxed twice it would shrink to a pebble.
    let rounds = if ring.len() > 8 { 2 } else { 1 };
    let mut points = ring.to_vec();
    for _ in 0..rounds {
        points = relax(&points, 0.5, Form::Ring);
    }
    points = cut(&points, Form::Ring);
    points = points.iter().map(|p| *p + wander(*p, wave * 9.0) * wave).collect();
    thin(&cut(&points, Form::Ring), 0.3, Form::Ring)
}

/// A stream or a road from a chain of points: waves stay, corners go.
pub(crate) fn flow(chain: &[Point], weight: f64) -> Vec<Point> {
    let points = relax(chain, weight, Form::Open);
    let points: Vec<Point> = points
        .iter()
        .enumerate()
        .map(|(i, p)| if i == 0 || i == points.len() - 1 { *p } else { *p + wander(*p, 70.0) * 3.0 })
        .collect();
    thin(&cut(&cut(&cut(&points, Form::Open), Form::Open), Form::Open), 0.15, Form::Open)
}

/// The line without the points that lie within `slack` of it (Douglas and Peucker).
pub(crate) fn thin(points: &[Point], slack: f64, form: Form) -> Vec<Point> {
    if points.len() < 4 {
        return points.to_vec();
    }
    if form == Form::Ring {
        // Cut the ring at its start and at the point farthest from it.
        let far = (0..points.len())
            .max_by(|a, b| (points[*a] - points[0]).length().total_cmp(&(points[*b] - points[0]).length()))
            .unwrap_or(0);
        let mut back = points[far..].to_vec();
        back.push(points[0]);
        let mut out = thin(&points[..=far], slack, Form::Open);
        out.pop();
        out.extend(thin(&back, slack, Form::Open));
        out.pop();
        return out;
    }
    let mut kept = vec![false; points.len()];
    let mut spans = vec![(0, points.len() - 1)];
    while let Some((a, b)) = spans.pop() {
        kept[a] = true;
        kept[b] = true;
        let way = (points[b] - points[a]).unit();
        let off = |i: usize| {
            let d = points[i] - points[a];
            if way.length() == 0.0 { d.length() } else { d.dot(way.right()).abs() }
        };
        if let Some(far) = (a + 1..b).max_by(|i, j| off(*i).total_cmp(&off(*j)))
            && off(far) > slack
        {
            spans.push((a, far));
            spans.push((far, b));
        }
    }
    points.iter().zip(kept).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// The outline of a stroke that is `from` wide at its start and `to` wide at its end.
pub(crate) fn ribbon(points: &[Point], from: f64, to: f64) -> Vec<Point> {
    let whole: f64 = points.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    let mut run = 0.0;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, p) in points.iter().enumerate() {
        let (before, after) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
        if i > 0 {
            run += (*p - before).length();
        }
        let side = (after - before).unit().right() * ((from + (to - from) * run / whole.max(1e-9)) / 2.0);
        left.push(*p - side);
        right.push(*p + side);
    }
    left.extend(right.into_iter().rev());
    left
}

/// A parallel line, `by` units to the right.
pub(crate) fn beside(points: &[Point], by: f64) -> Vec<Point> {
    (0..points.len())
        .map(|i| {
            let (before, after) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
            points[i] + (after - before).unit().right() * by
        })
        .collect()
}

/// Is the point within the ring?
pub(crate) fn within(ring: &[Point], p: Point) -> bool {
    let mut inside = false;
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// How far a point lies from the nearest side of a ring.
pub(crate) fn clearance(ring: &[Point], p: Point) -> f64 {
    (0..ring.len())
        .map(|i| {
            let (a, way) = (ring[i], ring[(i + 1) % ring.len()] - ring[i]);
            let along = ((p - a).dot(way) / way.dot(way).max(1e-9)).clamp(0.0, 1.0);
            (a + way * along - p).length()
        })
        .fold(f64::MAX, f64::min)
}

/// Five points, the first upwards.
pub(crate) fn star(centre: Point, radius: f64) -> Vec<Point> {
    (0..10)
        .map(|i| {
            let r = if i % 2 == 0 { radius } else { radius * 0.41 };
            let turn = f64::from(i) * std::f64::consts::PI / 5.0;
            centre + at(turn.sin(), -turn.cos()) * r
        })
        .collect()
}
