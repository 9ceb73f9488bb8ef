//! Hills: two shade tones and hachures, hung on the contour lines of a height field, light from the
//! north-west corner of the sheet.

use crate::{
    field::Field,
    line::{Form, Point, at, thin},
    palette::{HACHURE, SHADE},
    pen::Pen,
    seed::Seed,
};

const LIGHT: Point = Point { x: -0.6, y: -0.8 };

/// How much of the relief is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Full,
    /// For cards in a lobby: shades without strokes.
    Light,
}

/// Draws the hills of a raster that holds a level at every point: 0 flat, 1 a mountain, more a peak.
pub(crate) fn relief(levels: &Field, seed: &mut Seed, detail: Detail) -> String {
    if levels.is_level() {
        return String::new();
    }
    let high = levels.blur(5.0);
    let broad = levels.blur(6.0).with(&levels.blur(14.0), |near, far| near * 50.0 + far * 90.0);
    let folds =
        levels.noise(seed, 9.0).with(&levels.noise(seed, 4.0), |a, b| 1.0 - (a + 0.5 * b).abs() / 1.2);
    let height = broad.with(&high.with(&folds, |high, fold| high * fold * 60.0), |a, b| a + b).blur(1.4);
    let mut out = shades(&height, levels);
    if detail == Detail::Full {
        out += &hachures(&height, &levels.blur(1.2), seed);
    }
    out
}

fn shades(height: &Field, levels: &Field) -> String {
    let dark = height
        .blur(2.0)
        .by_slope(|slope| slope.dot(LIGHT))
        .with(&levels.blur(2.0), |dark, level| if level > 0.4 { dark } else { 0.0 })
        .blur(1.5);
    let mut out = format!(r#"<g class="shade" fill="{SHADE}" fill-opacity=".1" fill-rule="evenodd">"#);
    for level in [1.25, 3.2] {
        let mut pen = Pen::default();
        for ring in dark.contours(level) {
            if ring.len() > 14 {
                pen.ring(&thin(&ring, 0.8, Form::Ring));
            }
        }
        out += &format!(r#"<path d="{}"/>"#, pen.done());
    }
    out + "</g>"
}

fn hachures(height: &Field, cover: &Field, seed: &mut Seed) -> String {
    let step = height.cell * 1.35;
    let least = 0.75;
    let mut pens = [Pen::default(), Pen::default(), Pen::default()];
    let top = height.top();
    let levels = (0..).map(|i| 28.0 + 11.5 * f64::from(i)).take_while(|level| *level < top);
    for level in levels {
        for line in height.contours(level) {
            if line.len() < 6 {
                continue;
            }
            let mut run = seed.between(0.0, step);
            for pair in line.windows(2) {
                run += (pair[1] - pair[0]).length();
                if run < step {
                    continue;
                }
                run = seed.between(-0.18, 0.18) * step;
                let (ix, iy) = height.index(pair[1]);
                let slope = height.slope(ix, iy);
                let steep = slope.length();
                if cover.at(ix, iy) < 0.5 || steep < least {
                    continue;
                }
                let down = slope * (-1.0 / steep);
                let away = -down.dot(LIGHT);
                let mut length = height.cell * (1.0 + 2.0 * (steep / (least * 9.0)).min(1.0));
                length *= seed.between(0.75, 1.1);
                let weight = if away < -0.35 {
                    // The sunny side is left almost blank.
                    if seed.chance(0.45) {
                        continue;
                    }
                    length *= 0.7;
                    0
                } else {
                    usize::from(steep > least * 3.0) + usize::from(away >= 0.35)
                };
                pens[weight].stroke(pair[1], pair[1] + at(down.x, down.y) * length);
            }
        }
    }
    let mut out = format!(r#"<g class="hachure" fill="none" stroke="{HACHURE}" stroke-linecap="round">"#);
    for (pen, (width, opacity)) in pens.into_iter().zip([(".7", ".5"), ("1", ".6"), ("1.6", ".7")]) {
        out += &format!(r#"<path d="{}" stroke-width="{width}" stroke-opacity="{opacity}"/>"#, pen.done());
    }
    out + "</g>"
}
