//! Path data with one decimal, in relative steps: the shortest text for many small strokes.

use crate::line::Point;

/// Writes one `d` attribute. Steps are taken between rounded points, so errors never add up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pen {
    d: String,
    at: (i64, i64),
}

impl Pen {
    pub(crate) fn line(&mut self, points: &[Point]) -> &mut Pen {
        self.trace(points);
        self
    }

    pub(crate) fn ring(&mut self, points: &[Point]) -> &mut Pen {
        if let Some(start) = self.trace(points) {
            self.d.push('z');
            self.at = start;
        }
        self
    }

    pub(crate) fn stroke(&mut self, from: Point, to: Point) -> &mut Pen {
        self.line(&[from, to])
    }

    pub(crate) fn done(self) -> String {
        self.d
    }

    fn trace(&mut self, points: &[Point]) -> Option<(i64, i64)> {
        let mut rounded = points.iter().map(|p| (tenths(p.x), tenths(p.y)));
        let start = rounded.next()?;
        // Even the first move may be small: a path begins at the origin. Lines after a move need no letter.
        self.d.push('m');
        self.step(start);
        for p in rounded {
            if p != self.at {
                if p.0 >= self.at.0 {
                    self.d.push(' ');
                }
                self.step(p);
            }
        }
        Some(start)
    }

    fn step(&mut self, to: (i64, i64)) {
        write_tenths(&mut self.d, to.0 - self.at.0);
        if to.1 >= self.at.1 {
            self.d.push(' ');
        }
        write_tenths(&mut self.d, to.1 - self.at.1);
        self.at = to;
    }
}

fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

fn write_tenths(out: &mut String, value: i64) {
    use std::fmt::Write;
    if value < 0 {
        out.push('-');
    }
    let (whole, rest) = (value.abs() / 10, value.abs() % 10);
    // Writing to a string cannot fail.
    let _ = match (whole, rest) {
        (_, 0) => write!(out, "{whole}"),
        (0, _) => write!(out, ".{rest}"),
        _ => write!(out, "{whole}.{rest}"),
    };
}

/// A number for an attribute, with one decimal at most.
pub(crate) fn n(value: f64) -> String {
    let mut out = String::new();
    write_tenths(&mut out, tenths(value));
    out
}

/// Text safe inside elements and attributes.
pub fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
