//! Name plates of units: near their unit, its rear first, never on another plate or unit if there is room. One that had
//! to go far is led back to its unit by a line. The costs are those of the client.

use crate::{
    conditions::{Colour, conditions},
    counter::{mon, symbol, text, width},
    figure::Unit,
    line::{Point, at, clearance, within},
    palette::{EDGE, INK, INK_2, NUMBER_FONT, RAISED, ROMAN_FONT, VERMILION, side},
    pen::n,
};

const AWAY: [f64; 7] = [6.0, 20.0, 38.0, 60.0, 86.0, 116.0, 150.0];
const ROUND: [f64; 16] = [
    0.0, 22.0, -22.0, 45.0, -45.0, 67.0, -67.0, 90.0, -90.0, 112.0, -112.0, 135.0, -135.0, 157.0, -157.0,
    180.0,
];
/// Farther than this, and a line leads back.
const NEAR: f64 = 13.0;
const PIP: f64 = 5.6;
/// Bold letters are wider than the measure of counters has them.
const WIDE: f64 = 1.16;

#[derive(Clone, Copy)]
struct Rect {
    from: Point,
    size: Point,
}

impl Rect {
    fn overlaps(&self, other: &Rect, gap: f64) -> bool {
        self.from.x < other.from.x + other.size.x + gap
            && other.from.x < self.from.x + self.size.x + gap
            && self.from.y < other.from.y + other.size.y + gap
            && other.from.y < self.from.y + self.size.y + gap
    }

    fn around(points: &[Point]) -> Rect {
        let low = points.iter().copied().reduce(|a, b| at(a.x.min(b.x), a.y.min(b.y)));
        let high = points.iter().copied().reduce(|a, b| at(a.x.max(b.x), a.y.max(b.y)));
        let (low, high) = (low.unwrap_or(at(0.0, 0.0)), high.unwrap_or(at(0.0, 0.0)));
        Rect { from: low, size: high - low }
    }

    fn corners(&self) -> [Point; 4] {
        let Rect { from, size } = *self;
        [from, from + at(size.x, 0.0), from + size, from + at(0.0, size.y)]
    }

    /// Does it lie on a convex ring? No side of either parts them.
    fn covers(&self, ring: &[Point]) -> bool {
        let own = self.corners();
        let parted = |a: &[Point], b: &[Point]| {
            (0..a.len()).any(|i| {
                let normal = (a[(i + 1) % a.len()] - a[i]).right();
                let span = |points: &[Point]| {
                    let each = points.iter().map(|p| p.dot(normal));
                    each.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
                };
                let (mine, theirs) = (span(a), span(b));
                mine.1 <= theirs.0 || theirs.1 <= mine.0
            })
        };
        !parted(&own, ring) && !parted(ring, &own)
    }
}

/// The plates of all units of a table, and the lines that lead to them.
pub(crate) fn tags(units: &[Unit]) -> String {
    let rings: Vec<[Point; 4]> = units.iter().map(Unit::corners).collect();
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|a, b| rings[*a][0].y.total_cmp(&rings[*b][0].y));
    let mut done: Vec<Rect> = Vec::new();
    let (mut leads, mut plates) = (String::new(), String::new());
    for i in order {
        let plate = place(&units[i], i, &rings, &done);
        done.push(plate);
        leads += &lead(&plate, &rings[i]);
        plates += &drawn(&units[i], &plate);
    }
    leads + &plates
}

fn place(unit: &Unit, i: usize, rings: &[[Point; 4]], done: &[Rect]) -> Rect {
    let size = size(unit);
    let hull = Rect::around(&rings[i]);
    let centre = hull.from + hull.size * 0.5;
    let rear = unit.on_paper(0.0, 1.0) - unit.on_paper(0.0, 0.0);
    let start = rear.y.atan2(rear.x);
    let mut best: Option<(f64, Rect)> = None;
    for away in AWAY {
        for degrees in ROUND {
            let mut cost = away * 1.1 + degrees.abs() * 0.13;
            if best.is_some_and(|(least, _)| cost >= least) {
                continue;
            }
            let turn = start + degrees.to_radians();
            let way = at(turn.cos(), turn.sin());
            let room = (hull.size + size) * 0.5;
            let far = (room.x / way.x.abs().max(0.001)).min(room.y / way.y.abs().max(0.001)) + away;
            let rect = Rect { from: centre + way * far - size * 0.5, size };
            if rect.from.y + size.y < centre.y {
                cost += 10.0;
            }
            cost += 1500.0 * done.iter().filter(|other| rect.overlaps(other, 4.0)).count() as f64;
            cost += 700.0 * rings.iter().filter(|ring| rect.covers(*ring)).count() as f64;
            if away > NEAR {
                let crossed = [0.25, 0.4, 0.55, 0.7].iter().filter(|part| {
                    let p = centre + (rect.from + size * 0.5 - centre) * **part;
                    rings.iter().enumerate().any(|(j, ring)| j != i && within(ring, p))
                });
                cost += 30.0 * crossed.count() as f64;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, rect));
            }
        }
    }
    best.map_or(hull, |(_, rect)| rect)
}

fn lead(plate: &Rect, ring: &[Point]) -> String {
    let hull = Rect::around(ring);
    let centre = hull.from + hull.size * 0.5;
    let near = at(
        centre.x.clamp(plate.from.x, plate.from.x + plate.size.x),
        centre.y.clamp(plate.from.y, plate.from.y + plate.size.y),
    );
    if clearance(ring, near) <= NEAR {
        return String::new();
    }
    let d = format!("M{} {}L{} {}", n(near.x), n(near.y), n(centre.x), n(centre.y));
    format!(
        r#"<path d="{d}" stroke="{RAISED}" stroke-width="3.4" stroke-opacity=".85"/><path d="{d}" stroke="{INK_2}" stroke-width="1.2"/><circle cx="{}" cy="{}" r="2.6" fill="{INK_2}"/>"#,
        n(centre.x),
        n(centre.y)
    )
}

fn name<'a>(unit: &Unit<'a>) -> &'a str {
    &unit.piece.face.name.en
}

fn quality<'a>(unit: &Unit<'a>) -> &'a str {
    unit.piece.figure.as_ref().map_or("", |figure| figure.quality.as_str())
}

fn seals(unit: &Unit) -> Vec<(&'static str, bool)> {
    let signs = conditions(unit.piece).filter_map(|condition| {
        Some((condition.sign.as_deref()?, condition.colour == Some(Colour::Vermilion)))
    });
    signs.collect()
}

fn size(unit: &Unit) -> Point {
    let first = 56.0 + width(name(unit)) * WIDE * 13.0 + 19.0 * seals(unit).len() as f64;
    if !unit.is_troops() {
        return at(first, 24.0);
    }
    let all = unit.stands + unit.lost;
    let second = 60.0 + all as f64 * PIP + 30.0 + width(quality(unit)) * WIDE * 12.0;
    at(first.max(second), 36.0)
}

fn drawn(unit: &Unit, plate: &Rect) -> String {
    let livery = side(unit.piece.side);
    let (w, h) = (plate.size.x, plate.size.y);
    let troops = unit.is_troops();
    let line = if troops { 15.0 } else { h / 2.0 + 4.5 };
    let roman = format!(r#"font-family="{ROMAN_FONT}""#);
    let mut out = format!(
        r#"<g class="plate" transform="translate({} {})"><rect width="{w}" height="{h}" rx="3" fill="{RAISED}" stroke="{EDGE}"/><path d="M3 0H24V{h}H3Q0 {h} 0 {b}V3Q0 0 3 0Z" fill="{c}"/>{mon}{glyph}{name}"#,
        n(plate.from.x),
        n(plate.from.y),
        w = n(w),
        h = n(h),
        b = n(h - 3.0),
        c = livery.colour,
        mon = mon(unit.piece, 4.0, if troops { 4.0 } else { h / 2.0 - 8.0 }, 16.0, livery.ink),
        glyph = symbol(
            &format!("glyph-{}", unit.piece.face.glyph),
            28.0,
            if troops { 3.0 } else { h / 2.0 - 8.0 },
            16.0,
            INK
        ),
        name = text(48.0, line, 13.0, name(unit), INK, &roman),
    );
    if troops {
        out +=
            &format!(r#"<rect y="{}" width="24" height="11" fill="url(#{})"/>"#, n(h - 11.0), livery.pattern);
        let pips = |from: usize, to: usize| -> String {
            (from..to).map(|i| format!("M{} {}h4v7h-4z", n(48.0 + i as f64 * PIP), n(h - 12.0))).collect()
        };
        let all = unit.stands + unit.lost;
        out += &format!(r#"<path d="{}" fill="{INK}"/>"#, pips(0, unit.stands));
        if unit.lost > 0 {
            out += &format!(
                r#"<path d="{}" fill="none" stroke="{INK_2}" stroke-width=".9"/>"#,
                pips(unit.stands, all)
            );
        }
        let x = 52.0 + all as f64 * PIP;
        let count = format!("{}/{all}", unit.stands);
        out += &text(x, h - 5.0, 13.0, &count, INK, &format!(r#"font-family="{NUMBER_FONT}""#));
        out += &text(x + 8.0 + width(&count) * 13.0, h - 5.0, 12.0, quality(unit), INK_2, &roman);
    }
    let seals = seals(unit);
    for (i, (sign, bad)) in seals.iter().enumerate() {
        let x = w - 3.0 - 19.0 * (seals.len() - i) as f64;
        let y = if troops { 3.0 } else { h / 2.0 - 8.5 };
        let (rx, fill) = if *bad { ("2", VERMILION) } else { ("8.5", INK_2) };
        out += &format!(
            r#"<rect x="{}" y="{}" width="17" height="17" rx="{rx}" fill="{fill}"/>{}"#,
            n(x),
            n(y),
            text(x + 8.5, y + 12.9, 11.5, sign, RAISED, r#"text-anchor="middle""#)
        );
    }
    out + "</g>"
}
