//! Hills, water, roads and wet fields of an open table, ink on paper, in figure units: ten a centimetre. What nature
//! made is rounded and a little uneven, never more than eight units from where the rules have it.

use std::f64::consts::TAU;

use crate::{
    field::Field,
    line::{Form, Point, at, clearance, cut, within},
    pen::n,
    seed::Seed,
};

/// Smooth noise by place: seven waves of the plane, about -1 to 1.
pub(crate) struct Noise(Vec<(Point, f64, f64)>);

impl Noise {
    pub(crate) fn of(text: &str) -> Noise {
        let mut seed = Seed::of(text);
        let waves = (0..7).map(|i| {
            let (a, b) = (seed.between(0.0, TAU), seed.between(0.0, TAU));
            let k = f64::from(1 + i) * 0.011 * (1.0 + seed.unit());
            (at(a.cos(), b.sin()) * k, seed.between(0.0, TAU), 1.0 / (1.0 + f64::from(i) * 0.7))
        });
        Noise(waves.collect())
    }

    pub(crate) fn at(&self, p: Point) -> f64 {
        self.0.iter().map(|(way, phase, weight)| weight * (p.dot(*way) + phase).sin()).sum::<f64>() / 3.0
    }
}

/// Points along a line, `step` apart.
pub(crate) fn along(points: &[Point], step: f64, form: Form) -> Vec<Point> {
    let mut line = points.to_vec();
    if form == Form::Ring {
        line.extend(points.first().copied());
    }
    let mut out = Vec::new();
    let mut rest = 0.0;
    for pair in line.windows(2) {
        let way = pair[1] - pair[0];
        let length = way.length();
        let mut far = rest;
        while far < length {
            out.push(pair[0] + way * (far / length));
            far += step;
        }
        rest = far - length;
    }
    out
}

/// An outline as nature would have it, at most `most` from the rule's.
pub(crate) fn organic(ring: &[Point], most: f64, seed: &str) -> Vec<Point> {
    let fine = along(&cut(&cut(ring, Form::Ring), Form::Ring), 12.0, Form::Ring);
    let noise = Noise::of(seed);
    let count = fine.len();
    (0..count)
        .map(|i| {
            let way = fine[(i + 1) % count] - fine[(i + count - 1) % count];
            let off = most * noise.at(fine[i] * 3.2).clamp(-1.0, 1.0);
            fine[i] - way.unit().right() * off
        })
        .collect()
}

/// A smooth curve through points, as cubic pieces.
pub(crate) fn curve(points: &[Point], form: Form) -> String {
    let count = points.len();
    if count < 3 {
        return String::new();
    }
    let get = |i: isize| match form {
        Form::Ring => points[i.rem_euclid(count as isize) as usize],
        Form::Open => points[i.clamp(0, count as isize - 1) as usize],
    };
    let mut d = format!("M{} {}", n(points[0].x), n(points[0].y));
    let last = if form == Form::Ring { count } else { count - 1 };
    for i in 0..last as isize {
        let (p, q, r, s) = (get(i - 1), get(i), get(i + 1), get(i + 2));
        let (a, b) = (q + (r - p) * (1.0 / 6.0), r - (s - q) * (1.0 / 6.0));
        d += &format!("C{} {} {} {} {} {}", n(a.x), n(a.y), n(b.x), n(b.y), n(r.x), n(r.y));
    }
    if form == Form::Ring { d + "Z" } else { d }
}

/// Every second point: a curve needs no more.
pub(crate) fn rounded(ring: &[Point]) -> String {
    curve(&ring.iter().copied().step_by(2).collect::<Vec<_>>(), Form::Ring)
}

/// A hill: tints by height, two shades and a light, and, where there is room for them, hachures hung on contours. The
/// light stands in the north-west. Strokes keep clear of roads.
pub(crate) fn hill(ring: &[Point], steep: bool, seed: &str, roads: &[Vec<Point>], strokes: bool) -> String {
    let foot = organic(ring, 7.0, seed);
    let low = foot.iter().copied().fold(foot[0], |a, b| at(a.x.min(b.x), a.y.min(b.y))) - at(10.0, 10.0);
    let high = foot.iter().copied().fold(foot[0], |a, b| at(a.x.max(b.x), a.y.max(b.y))) + at(10.0, 10.0);
    // A card needs less than a map, and a ridge as long as the table less than a knoll.
    let least = if strokes { 5.0 } else { 14.0 };
    let cell = ((high.x - low.x) * (high.y - low.y) / 10_000.0).sqrt().clamp(least, 14.0);
    let depth = Field::over(low, high, cell, |p| {
        let far = clearance(&foot, p);
        if within(&foot, p) { far } else { -far }
    });
    let reach = depth.top().max(1.0) * if steep { 0.62 } else { 0.95 };
    let noise = Noise::of(&format!("{seed}-height"));
    let rough = Field::over(low, high, cell, |p| 1.0 + 0.17 * noise.at(p * 1.5));
    let height = depth.with(&rough, |d, rough| match d {
        d if d <= 0.0 => d / reach,
        d => (1.0 - (-2.1 * d / reach).exp()) * rough,
    });
    let strong = 40.0 / cell * if steep { 1.5 } else { 1.0 };
    let shade = height
        .by_slope(|slope| -slope.dot(at(0.6, 0.8)) * strong)
        .with(&height, |shade, height| if height > 0.0 { shade } else { 0.0 })
        .blur(1.2);
    let layer = |field: &Field, level: f64, fill: &str, opacity: &str| {
        let d: String =
            field.contours(level).iter().filter(|line| line.len() > 6).map(|line| rounded(line)).collect();
        match d.is_empty() {
            true => d,
            false => format!(r#"<path d="{d}" fill="var(--{fill})" fill-opacity="{opacity}"/>"#),
        }
    };
    let mut out = format!(r#"<g class="hill"><path d="{}" fill="var(--g-hill)"/>"#, rounded(&foot));
    out += &layer(&height, 0.34, "g-hill-2", ".55");
    out += &layer(&height, 0.66, "g-hill-2", ".6");
    out += &layer(&height, 0.86, "g-hill-3", ".4");
    out += &layer(&shade, 0.18, "g-shade", ".13");
    out += &layer(&shade, 0.5, "g-shade", ".14");
    out += &layer(&shade.with(&shade, |v, _| -v), 0.3, "g-light", ".35");
    if strokes {
        out += &hachures(&height, steep, seed, roads);
    }
    out + "</g>"
}

fn hachures(height: &Field, steep: bool, seed: &str, roads: &[Vec<Point>]) -> String {
    let mut seed = Seed::of(seed);
    let mut pens = [const { String::new() }; 3];
    let slope = |p: Point| {
        let (ix, iy) = height.index(p);
        height.slope(ix, iy) * (1.0 / height.cell)
    };
    let levels = [(0.05, 2.9), (0.17, 4.6), (0.3, 4.2), (0.44, 4.6), (0.58, 5.0), (0.72, 5.4), (0.86, 6.0)];
    for (level, step) in levels {
        for line in height.contours(level) {
            for on in along(&line, step, Form::Open) {
                let rise = slope(on).unit();
                let off = seed.between(-0.5, 0.5) * if level < 0.1 { 2.0 } else { 11.0 };
                let p = on + rise * off + at(seed.between(-1.0, 1.0), seed.between(-1.0, 1.0));
                let rise = slope(p);
                let g = rise.length();
                let (skip_lit, skip) = (seed.chance(0.62), seed.chance(0.16));
                let (long, bend) = (seed.between(0.75, 1.25), seed.between(-0.25, 0.25));
                if g < 0.0016 {
                    continue;
                }
                let down = rise * (-1.0 / g);
                // From -1 in the light to 1 in the dark.
                let dark = down.dot(at(0.707, 0.707));
                let on_road = roads.iter().any(|road| within(road, p) || clearance(road, p) < 9.0);
                if skip || on_road || (dark < -0.35 && skip_lit) {
                    continue;
                }
                let grade = (g * 46.0 * if steep { 1.3 } else { 1.0 }).min(1.0);
                let length = (4.2 + 9.5 * grade * (0.55 + 0.45 * dark.max(0.0))) * long;
                let tip = p + (down - down.right() * bend) * length;
                let (pen, half) = match dark {
                    d if d > 0.35 => (2, 0.95),
                    d if d > -0.2 => (1, 0.62),
                    _ => (0, 0.38),
                };
                let side = down.right() * half;
                let (a, b) = (p + side, p - side);
                pens[pen] +=
                    &format!("M{} {}L{} {}L{} {}Z", n(a.x), n(a.y), n(tip.x), n(tip.y), n(b.x), n(b.y));
            }
        }
    }
    pens.iter()
        .zip([".34", ".5", ".72"])
        .map(|(d, opacity)| format!(r#"<path d="{d}" fill="var(--g-hach)" fill-opacity="{opacity}"/>"#))
        .collect()
}

/// Water with three lines that follow its shore.
pub(crate) fn water(id: &str, rings: &[Vec<Point>]) -> String {
    let d: String = rings.iter().map(|ring| rounded(ring)).collect();
    let mut out = format!(
        r#"<clipPath id="{id}-water"><path d="{d}"/></clipPath><path class="Water" d="{d}" fill="var(--g-water)"/><g clip-path="url(#{id}-water)" fill="none">"#
    );
    for (wide, opacity) in [(31.0, ".3"), (20.0, ".38"), (11.0, ".5")] {
        out += &format!(
            r#"<path d="{d}" stroke="var(--water-ink)" stroke-opacity="{opacity}" stroke-width="{}"/><path d="{d}" stroke="var(--g-water)" stroke-width="{}"/>"#,
            n(wide),
            n(wide - 1.7)
        );
    }
    out + &format!(r#"</g><path d="{d}" fill="none" stroke="var(--water-ink)" stroke-width="1.5"/>"#)
}

/// A road: case, core and ruts. It bends a little, within its own width.
pub(crate) fn road(spine: &[Point], wide: f64, seed: &str) -> String {
    let noise = Noise::of(seed);
    let most = (wide * 0.35).min(5.0);
    let mut line = along(spine, 40.0, Form::Open);
    line.extend(spine.last().copied());
    let bent: Vec<Point> = (0..line.len())
        .map(|i| {
            let way = line[(i + 1).min(line.len() - 1)] - line[i.saturating_sub(1)];
            line[i] + way.unit().right() * (noise.at(line[i] * 2.0) * most)
        })
        .collect();
    let d = curve(&bent, Form::Open);
    let stroke = |colour: &str, width: f64, rest: &str| {
        format!(
            r#"<path d="{d}" fill="none" stroke="var(--{colour})" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"{rest}/>"#,
            n(width)
        )
    };
    let rut = (wide * 0.17).min(3.0);
    stroke("road-ink", wide, r#" class="road""#)
        + &stroke("g-road", wide - 2.0, "")
        + &stroke(
            "road-ink",
            0.8,
            &format!(
                r#" stroke-opacity=".4" stroke-dasharray="9 5 3 6" transform="translate(-{r} -{r})""#,
                r = n(rut)
            ),
        )
        + &stroke(
            "road-ink",
            0.8,
            &format!(
                r#" stroke-opacity=".4" stroke-dasharray="5 7 12 4" transform="translate({r} {r})""#,
                r = n(rut)
            ),
        )
}

/// Wet fields: a four-sided outline split into cells with bunds between them, some under water; rice only on a map.
pub(crate) fn paddy(ring: &[Point], seed: &str, full: bool) -> String {
    let outline: String = ring
        .iter()
        .enumerate()
        .map(|(i, p)| format!("{}{} {}", if i == 0 { "M" } else { "L" }, n(p.x), n(p.y)))
        .collect();
    let mut out = format!(
        r#"<path class="paddy" d="{outline}Z" fill="var(--g-bund-f)" stroke="var(--g-bund)" stroke-width="1.6" stroke-linejoin="round"/>"#
    );
    let [a, b, c, d] = *ring else { return out };
    let mut seed = Seed::of(seed);
    let mut cells = Vec::new();
    split([a, b, c, d], 6, &mut seed, &mut cells);
    for cell in cells {
        let middle = (cell[0] + cell[1] + cell[2] + cell[3]) * 0.25;
        let inner = cell.map(|p| p + (middle - p).unit() * 2.3);
        let wet = seed.chance(0.38);
        let fill = match () {
            () if wet => "g-paddy-w",
            () if seed.chance(0.5) => "g-paddy",
            () => "g-paddy-2",
        };
        // Its corners cut off, and cut once more.
        let blunt: Vec<Point> = (0..4)
            .flat_map(|i| {
                let to = |other: Point| inner[i] + (other - inner[i]).unit() * 4.0;
                [to(inner[(i + 3) % 4]), to(inner[(i + 1) % 4])]
            })
            .collect();
        let edge: String = cut(&blunt, Form::Ring)
            .iter()
            .enumerate()
            .map(|(i, p)| format!("{}{} {}", if i == 0 { "M" } else { "L" }, n(p.x), n(p.y)))
            .collect();
        out +=
            &format!(r#"<path d="{edge}Z" fill="var(--{fill})" stroke="var(--g-bund)" stroke-width="1.1"/>"#);
        if full {
            out += &shoots(&inner, wet, &mut seed);
        }
    }
    out
}

fn split(quad: [Point; 4], depth: u8, seed: &mut Seed, cells: &mut Vec<[Point; 4]>) {
    const CELL: f64 = 46.0;
    let side = |a: usize, b: usize| (quad[a] - quad[b]).length();
    let (wide, high) = ((side(0, 1) + side(2, 3)) / 2.0, (side(1, 2) + side(3, 0)) / 2.0);
    if depth == 0 || (wide < CELL * 1.25 && high < CELL * 0.95) {
        cells.push(quad);
        return;
    }
    let part = seed.between(0.42, 0.58);
    let other = part + seed.between(-0.04, 0.04);
    let on = |a: usize, b: usize, part: f64| quad[a] + (quad[b] - quad[a]) * part;
    let (first, second) = if wide > high * 1.15 {
        let (a, b) = (on(0, 1, part), on(3, 2, other));
        ([quad[0], a, b, quad[3]], [a, quad[1], quad[2], b])
    } else {
        let (a, b) = (on(1, 2, part), on(0, 3, other));
        ([quad[0], quad[1], a, b], [b, a, quad[2], quad[3]])
    };
    split(first, depth - 1, seed, cells);
    split(second, depth - 1, seed, cells);
}

/// Rice in rows, or ripples.
fn shoots(cell: &[Point; 4], wet: bool, seed: &mut Seed) -> String {
    let (across, down) = (cell[1] - cell[0], cell[3] - cell[0]);
    let step = if wet { (9.0, 7.0) } else { (6.4, 5.4) };
    let mut d = String::new();
    let mut v = 5.0;
    while v < down.length() - 3.0 {
        let mut u = 4.0;
        while u < across.length() - 3.0 {
            let p = cell[0] + across.unit() * u + down.unit() * v;
            if within(cell, p) && clearance(cell, p) > 2.4 {
                match wet {
                    true if seed.chance(0.4) => d += &format!("M{} {}h5.2", n(p.x - 2.6), n(p.y)),
                    true => {}
                    false => d += &format!("M{} {}l1 1.6l1 -1.6", n(p.x - 1.0), n(p.y - 1.6)),
                }
            }
            u += step.0;
        }
        v += step.1;
    }
    let (colour, opacity) = if wet { ("water-ink", ".5") } else { ("reed", ".75") };
    format!(
        r#"<path d="{d}" fill="none" stroke="var(--{colour})" stroke-width=".6" stroke-opacity="{opacity}"/>"#
    )
}
