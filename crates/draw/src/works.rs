//! What people made on an open table: palisades, fences, hedges, walls, paddies and fords, exactly where the rules have
//! them.

use crate::{
    line::{Point, at, mean, within},
    palette::{FIELD, INK, PAPER, POOL, REED, ROAD_INK, WATER_INK, WOOD_INK},
    pen::{Pen, n},
};

/// A long thin patch as the line down its middle and half its width; `None` if it is not long.
fn spine(ring: &[Point]) -> Option<(Point, Point, f64)> {
    let [a, b, c, d] = *ring else { return None };
    let (one, other) = ((b - a).length() + (d - c).length(), (c - b).length() + (a - d).length());
    let (from, to, wide) = if one > other {
        (mean(&[d, a]), mean(&[b, c]), other / 4.0)
    } else {
        (mean(&[a, b]), mean(&[c, d]), one / 4.0)
    };
    ((to - from).length() > 4.0 * wide).then_some((from, to, wide))
}

/// A barrier, by its word.
pub(crate) fn barrier(word: &str, ring: &[Point]) -> String {
    let Some((from, to, wide)) = spine(ring) else {
        let mut pen = Pen::default();
        pen.ring(ring);
        return format!(r##"<path d="{}" fill="#cbb58a" stroke="{INK}" stroke-width="1.6"/>"##, pen.done());
    };
    let way = (to - from).unit();
    let length = (to - from).length();
    let every = |step: f64| {
        let count = (length / step).round().max(1.0) as usize;
        (0..=count).map(move |i| from + way * (length * i as f64 / count as f64))
    };
    let mut pen = Pen::default();
    let (rail, colour) = match word {
        "palisade" => {
            // Stakes, each with its point, tied by a rail.
            for foot in every(7.0) {
                pen.stroke(foot + at(0.0, wide + 2.0), foot - at(0.0, wide + 6.0));
            }
            (2.0, INK)
        }
        "hedge" => {
            for foot in every(9.0) {
                pen.line(&[foot - way * 4.5, foot - at(0.0, 6.0), foot + way * 4.5]);
            }
            (wide.max(3.0), WOOD_INK)
        }
        "wall" => {
            for foot in every(12.0) {
                pen.stroke(foot - way.right() * wide, foot + way.right() * wide);
            }
            ((2.0 * wide).max(5.0), ROAD_INK)
        }
        _ => {
            for foot in every(22.0) {
                pen.stroke(foot - at(0.0, wide + 5.0), foot + at(0.0, wide + 1.0));
            }
            (1.6, ROAD_INK)
        }
    };
    let mut line = Pen::default();
    line.stroke(from, to);
    format!(
        r#"<g class="barrier" fill="none" stroke-linecap="round"><path d="{l}" stroke="{PAPER}" stroke-width="{halo}" stroke-opacity=".8"/><path d="{l}" stroke="{colour}" stroke-width="{rail}"/><path d="{d}" stroke="{colour}" stroke-width="2.2"/></g>"#,
        l = line.done(),
        halo = n(2.0 * wide + 5.0),
        rail = n(rail),
        d = pen.done()
    )
}

/// Wet fields: dykes that part them, and shoots in rows.
pub(crate) fn paddy(ring: &[Point]) -> String {
    let [mut outline, mut dykes, mut shoots] = [(); 3].map(|()| Pen::default());
    outline.ring(ring);
    let (low, high) = bounds(ring);
    let inside = |p: Point| within(ring, p);
    let mut y = low.y;
    while y < high.y {
        let mut x = low.x;
        while x < high.x {
            for (from, to) in [(at(x, y), at(x, y + 34.0)), (at(x, y), at(x + 46.0, y))] {
                for part in 0..6 {
                    let (a, b) = (f64::from(part) / 6.0, f64::from(part + 1) / 6.0);
                    let (p, q) = (from + (to - from) * a, from + (to - from) * b);
                    if inside(p) && inside(q) {
                        dykes.stroke(p, q);
                    }
                }
            }
            for (dx, dy) in [(11.0, 11.0), (23.0, 11.0), (35.0, 11.0), (17.0, 23.0), (29.0, 23.0)] {
                let foot = at(x + dx, y + dy);
                if inside(foot - at(4.0, 6.0)) && inside(foot + at(4.0, 2.0)) {
                    shoots.stroke(foot, foot - at(1.6, 4.4));
                    shoots.stroke(foot, foot + at(1.6, -4.4));
                }
            }
            x += 46.0;
        }
        y += 34.0;
    }
    format!(
        r##"<path class="paddy" d="{o}" fill="#d3dcc6" stroke="{FIELD}" stroke-width="2"/><path d="{d}" fill="none" stroke="{FIELD}" stroke-width="1.6"/><path d="{s}" fill="none" stroke="{REED}" stroke-width="1.1" stroke-linecap="round"/>"##,
        o = outline.done(),
        d = dykes.done(),
        s = shoots.done()
    )
}

/// Shallow water over stones.
pub(crate) fn ford(ring: &[Point]) -> String {
    let [mut outline, mut waves] = [(); 2].map(|()| Pen::default());
    outline.ring(ring);
    let (low, high) = bounds(ring);
    let mut stones = String::new();
    let (mut y, mut shift) = (low.y + 8.0, 0.0);
    while y < high.y {
        let mut x = low.x + 8.0 + shift;
        while x < high.x {
            if within(ring, at(x - 5.0, y)) && within(ring, at(x + 5.0, y)) {
                waves.stroke(at(x - 5.0, y), at(x + 5.0, y));
                stones += &format!(r#"<circle cx="{}" cy="{}" r="1.8"/>"#, n(x + 11.0), n(y));
            }
            x += 24.0;
        }
        (y, shift) = (y + 10.0, 12.0 - shift);
    }
    format!(
        r##"<path class="ford" d="{o}" fill="#c6d6cf"/><path d="{w}" fill="none" stroke="{POOL}" stroke-width="1.2"/><g fill="{WATER_INK}" fill-opacity=".55">{stones}</g>"##,
        o = outline.done(),
        w = waves.done()
    )
}

fn bounds(ring: &[Point]) -> (Point, Point) {
    ring.iter().fold((ring[0], ring[0]), |(low, high), p| {
        (at(low.x.min(p.x), low.y.min(p.y)), at(high.x.max(p.x), high.y.max(p.y)))
    })
}
