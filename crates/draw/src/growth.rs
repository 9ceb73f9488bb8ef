//! What stands and grows on an open table, in figure units: grass, trees, reeds, stones, houses, palisades.

use crate::{
    earth::{along, organic, rounded},
    line::{Form, Point, at, mean, within},
    pen::n,
    seed::Seed,
};

/// Something upright, and how far down the sheet its foot is.
pub(crate) type Upright = (f64, String);

/// Spots within a ring, `gap` apart, from the top of the sheet downwards.
fn strewn(ring: &[Point], gap: f64, seed: &mut Seed) -> Vec<Point> {
    let low = ring.iter().copied().fold(ring[0], |a, b| at(a.x.min(b.x), a.y.min(b.y)));
    let high = ring.iter().copied().fold(ring[0], |a, b| at(a.x.max(b.x), a.y.max(b.y)));
    let mut spots: Vec<Point> = Vec::new();
    for _ in 0..3000 {
        let p = at(seed.between(low.x, high.x), seed.between(low.y, high.y));
        let apart = |q: &Point| (q.x - p.x).hypot((q.y - p.y) * 1.25) >= gap;
        if within(ring, p) && spots.iter().all(apart) {
            spots.push(p);
        }
    }
    spots.sort_by(|a, b| a.y.total_cmp(&b.y));
    spots
}

fn area(ring: &[Point]) -> f64 {
    let cross = |i: usize| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        a.x * b.y - b.x * a.y
    };
    (0..ring.len()).map(cross).sum::<f64>().abs() / 2.0
}

fn put(board: &str, name: &str, p: Point, size: f64) -> String {
    format!(
        r##"<use href="#{board}-{name}" transform="translate({} {}) scale({size:.2})"/>"##,
        n(p.x),
        n(p.y)
    )
}

/// The floor of a wood; its edge is the rule's.
pub(crate) fn floor(ring: &[Point], seed: &str) -> String {
    format!(
        r#"<path class="Wood" d="{}" fill="var(--g-wood)" stroke="var(--g-wood-edge)" stroke-dasharray="1 3.2" stroke-linecap="round"/>"#,
        rounded(&organic(ring, 6.0, seed))
    )
}

/// Crowns of pine, cedar and broadleaf; at most `most` of them, larger in a wide wood.
pub(crate) fn trees(board: &str, ring: &[Point], seed: &str, most: f64) -> Vec<Upright> {
    let ring = organic(ring, 6.0, seed);
    let gap = (area(&ring) / most).sqrt().max(13.5);
    let size = (gap / 13.5).sqrt().min(1.5);
    let mut seed = Seed::of(seed);
    strewn(&ring, gap, &mut seed)
        .into_iter()
        .map(|p| {
            let kind = match seed.unit() {
                u if u < 0.5 => "cr-pine1",
                u if u < 0.8 => "cr-pine2",
                _ => "cr-tree",
            };
            (p.y, put(board, kind, p, size * seed.between(0.68, 0.97)))
        })
        .collect()
}

pub(crate) fn marsh(board: &str, ring: &[Point], seed: &str, most: f64) -> String {
    let ring = organic(ring, 8.0, seed);
    let mut seed = Seed::of(seed);
    let gap = (area(&ring) / most).sqrt().max(11.0);
    let (mut lines, mut reeds) = (String::new(), String::new());
    for p in strewn(&ring, gap, &mut seed) {
        let half = seed.between(5.0, 14.0);
        lines += &format!(
            "M{} {}h{}M{} {}h{}",
            n(p.x - half),
            n(p.y),
            n(2.0 * half),
            n(p.x - half * 0.5),
            n(p.y + 2.6),
            n(half)
        );
        if seed.chance(0.42) {
            reeds += &put(board, "cr-reed", p, 0.94);
        }
    }
    format!(
        r#"<path class="Marsh" d="{}" fill="var(--g-marsh)"/><path d="{lines}" fill="none" stroke="var(--water-ink)" stroke-width=".7" stroke-opacity=".55"/>{reeds}"#,
        rounded(&ring)
    )
}

/// Gravel, ripples and stones.
pub(crate) fn ford(board: &str, ring: &[Point], seed: &str) -> String {
    let bar = organic(ring, 4.0, seed);
    let mut seed = Seed::of(seed);
    let gap = (area(&bar) / 60.0).sqrt().max(9.0);
    let mut ripples = String::new();
    let mut stones = String::new();
    for p in strewn(&bar, gap, &mut seed) {
        if seed.chance(0.4) {
            ripples += &format!("M{} {}h7", n(p.x - 3.5), n(p.y));
        } else {
            stones += &put(board, "cr-stone", p, seed.between(0.65, 1.4));
        }
    }
    format!(
        r#"<path class="ford" d="{}" fill="var(--g-gravel)" fill-opacity=".8"/><path d="{ripples}" fill="none" stroke="var(--water-ink)" stroke-width=".8" stroke-opacity=".6"/>{stones}"#,
        rounded(&bar)
    )
}

/// The dotted edge of a village, and thatched houses within it.
pub(crate) fn village(board: &str, ring: &[Point], seed: &str) -> (String, Vec<Upright>) {
    let edge: String = ring
        .iter()
        .enumerate()
        .map(|(i, p)| format!("{}{} {}", if i == 0 { "M" } else { "L" }, n(p.x), n(p.y)))
        .collect();
    let mut seed = Seed::of(seed);
    let middle = mean(ring);
    // Roofs stay within: houses stand on a smaller ring.
    let inner: Vec<Point> = ring.iter().map(|p| middle + (*p - middle) * 0.68 + at(0.0, 5.0)).collect();
    let gap = (area(ring) / 9.0).sqrt().max(30.0);
    let houses = strewn(&inner, gap, &mut seed)
        .into_iter()
        .map(|p| {
            let (name, size) = if seed.chance(0.65) {
                ("cr-house", seed.between(0.8, 1.0))
            } else {
                ("cr-hut", seed.between(1.0, 1.15))
            };
            (p.y, put(board, name, p, size))
        })
        .collect();
    let floor = format!(
        r#"<path class="block" d="{edge}Z" fill="var(--g-gravel)" fill-opacity=".45" stroke="var(--fig-ink)" stroke-width="1.1" stroke-opacity=".6" stroke-dasharray="1.4 3" stroke-linecap="round"/>"#
    );
    (floor, houses)
}

/// Posts and two rails, upright on the sheet.
pub(crate) fn palisade(from: Point, to: Point, seed: &str) -> String {
    const HIGH: f64 = 11.0;
    let mut seed = Seed::of(seed);
    let feet = along(&[from, to], 4.4, Form::Open);
    let (mut posts, mut cores) = (String::new(), String::new());
    for foot in &feet {
        let (top, lean) = (HIGH * seed.between(0.92, 1.12), seed.between(-0.4, 0.4));
        posts += &format!("M{} {}l{} {}", n(foot.x), n(foot.y + 0.6), n(lean), n(-top - 0.6));
        cores += &format!("M{} {}l{} {}", n(foot.x), n(foot.y + 0.2), n(lean), n(0.5 - top));
    }
    let rail = |part: f64| {
        let up = at(0.0, HIGH * part);
        let (a, b) = (from - up, to - up);
        format!("M{} {}L{} {}", n(a.x), n(a.y), n(b.x), n(b.y))
    };
    let rails = rail(0.38) + &rail(0.74);
    format!(
        r#"<g class="barrier" fill="none"><path d="M{} {}L{} {}" stroke="var(--shadow)" stroke-width="3.4"/><path d="{posts}" stroke="var(--fig-ink)" stroke-width="2"/><path d="{cores}" stroke="var(--wood-2)" stroke-width="1.05"/><path d="{rails}" stroke="var(--fig-ink)" stroke-width="1.9"/><path d="{rails}" stroke="var(--wood-2)" stroke-width=".9"/></g>"#,
        n(from.x + 2.4),
        n(from.y + 2.2),
        n(to.x + 2.4),
        n(to.y + 2.2)
    )
}

/// Ticks of grass where nothing else is.
pub(crate) fn grass(size: Point, seed: &mut Seed, is_free: impl Fn(Point) -> bool) -> String {
    let mut d = String::new();
    for _ in 0..(size.x * size.y / 3600.0) as usize {
        let p = at(seed.unit() * size.x, seed.unit() * size.y);
        let lean = seed.between(-0.3, 0.3);
        let count = 3 + (seed.unit() * 3.0) as usize;
        let free = is_free(p);
        for k in 0..count {
            let long = seed.between(5.0, 11.0);
            let (u, v) = (p.x + k as f64 * 3.6, p.y + seed.between(-1.5, 1.5));
            let upright = seed.chance(0.5);
            if !free {
                continue;
            }
            d += &match upright {
                true => format!("M{} {}l{} {}", n(u), n(v), n(lean * long), n(-long)),
                false => {
                    format!("M{} {}l{} {}", n(u - long), n(v + k as f64 * 2.6), n(long * 1.8), n(lean * 4.0))
                }
            };
        }
    }
    format!(
        r#"<path class="field" d="{d}" fill="none" stroke="var(--g-grass)" stroke-width=".7" stroke-linecap="round"/>"#
    )
}
