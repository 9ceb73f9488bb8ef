//! Barriers of an open table: fences, hedges, walls, exactly where the rules have them.

use crate::{
    line::{Point, at, mean},
    palette::{INK, PAPER, ROAD_INK, WOOD_INK},
    pen::{Pen, n},
};

/// A long thin patch as the line down its middle and half its width; `None` if it is not long.
pub(crate) fn spine(ring: &[Point]) -> Option<(Point, Point, f64)> {
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
