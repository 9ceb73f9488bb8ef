//! Layers 2 to 6: field lines, tints, relief, reeds and trees.

use std::collections::BTreeSet;

use crate::{
    field::Field,
    hex::{HEX, Hex, RIM, Sheet},
    line::{Point, at, soften},
    palette::{FIELD, HILL, POOL, REED, WOOD_INK},
    pen::Pen,
    relief::{Detail, relief},
    seed::Seed,
    terrain::Kind,
};

/// Hexes of these kinds as one softened path.
pub(crate) fn shape(sheet: &Sheet, wanted: impl Fn(Kind) -> bool) -> String {
    let mut pen = Pen::default();
    for ring in outlines(sheet, &sheet.all(wanted)) {
        pen.ring(&ring);
    }
    pen.done()
}

pub(crate) fn outlines(sheet: &Sheet, set: &BTreeSet<Hex>) -> Vec<Vec<Point>> {
    sheet.rings(set).iter().map(|ring| soften(ring, 4.0)).collect()
}

pub(crate) fn tints(sheet: &Sheet) -> String {
    let mut out = String::from(r#"<g class="tint" fill-rule="evenodd">"#);
    for kind in [Kind::Marsh, Kind::Wood, Kind::Town] {
        let d = shape(sheet, |k| k == kind);
        if !d.is_empty() {
            out += &format!(r#"<path class="{kind:?}" d="{d}" fill="{}"/>"#, kind.tint());
        }
    }
    for kind in [Kind::Hill, Kind::Mountain, Kind::Peak] {
        let d = shape(sheet, |k| k.height() >= kind.height());
        if d.is_empty() || sheet.all(|k| k == kind).is_empty() {
            continue;
        }
        // The foot of a slope is a paler band, as wide as a stroke.
        out += &format!(
            r#"<path d="{d}" fill="none" stroke="{HILL}" stroke-width="15" stroke-linejoin="round"/><path class="{kind:?}" d="{d}" fill="{}"/>"#,
            kind.tint()
        );
    }
    out + "</g>"
}

pub(crate) fn hills(sheet: &Sheet, seed: &mut Seed, detail: Detail) -> String {
    let cell = HEX / 16.0;
    // A little over the rim, so that the blur does not show the edge.
    let levels = Field::over(at(RIM - 16.0, RIM - 16.0), sheet.end() + at(16.0, 16.0), cell, |p| {
        sheet.kind(sheet.nearest(p)).height()
    });
    relief(&levels, seed, detail)
}

/// Parcels of paddy on open ground, away from roads and villages.
pub(crate) fn fields(sheet: &Sheet, seed: &mut Seed) -> String {
    let mut pen = Pen::default();
    for (hex, cell) in &sheet.cells {
        // Neighbours share a direction now and then: fields lie in blocks.
        let block = (hex.0 / 3 + hex.1 / 3) % 2 == 0;
        if sheet.kind(*hex) != Kind::Flat || !seed.chance(0.42) || cell.road != 0 || cell.name.is_some() {
            continue;
        }
        let turn = seed.between(-0.25, 0.25)
            + if seed.chance(0.8) == block { std::f64::consts::FRAC_PI_2 } else { 0.0 };
        parcel(&mut pen, sheet.centre(*hex), turn, seed);
    }
    strokes("field", FIELD, ".9", ".55", &pen.done())
}

pub(crate) fn parcel(pen: &mut Pen, centre: Point, turn: f64, seed: &mut Seed) {
    let way = at(turn.cos(), turn.sin());
    for i in -2..=2 {
        let half = seed.between(9.0, 18.0);
        let middle = centre + way.right() * (7.5 * f64::from(i)) + way * seed.between(-4.5, 4.5);
        pen.stroke(middle - way * half, middle + way * half);
    }
}

/// Pools and reeds.
pub(crate) fn reeds(sheet: &Sheet, seed: &mut Seed) -> String {
    let (mut pools, mut reeds) = (Pen::default(), Pen::default());
    for (hex, cell) in &sheet.cells {
        if sheet.kind(*hex) == Kind::Marsh {
            let tufts = if cell.road != 0 || cell.name.is_some() { 4 } else { 7 };
            let mut strewn = Strewn::default();
            for _ in 0..tufts {
                let spot = sheet.centre(*hex) + at(seed.between(-23.0, 23.0), seed.between(-19.0, 23.0));
                if strewn.take(spot, 13.0) {
                    tuft(&mut pools, &mut reeds, spot, seed);
                }
            }
        }
    }
    strokes("pool", POOL, "1.3", ".7", &pools.done()) + &strokes("reed", REED, "1.3", ".95", &reeds.done())
}

pub(crate) fn tuft(pools: &mut Pen, reeds: &mut Pen, spot: Point, seed: &mut Seed) {
    let half = seed.between(6.0, 12.0);
    pools.stroke(spot - at(half, 0.0), spot + at(half, 0.0));
    if seed.chance(0.7) {
        for (x, dx, dy) in [(-3.0, -2.3, -6.0), (0.0, 0.0, -9.0), (3.0, 2.3, -6.8)] {
            let foot = spot + at(x, -0.8);
            reeds.stroke(foot, foot + at(dx, dy));
        }
    }
}

pub(crate) fn trees(sheet: &Sheet, seed: &mut Seed) -> String {
    let mut pen = Pen::default();
    for (hex, _) in sheet.cells.iter().filter(|(hex, _)| sheet.kind(**hex) == Kind::Wood) {
        for _ in 0..6 {
            tree(&mut pen, sheet.centre(*hex) + at(seed.between(-22.0, 22.0), seed.between(-20.0, 22.0)));
        }
    }
    strokes("tree", WOOD_INK, "1.3", ".75", &pen.done())
}

pub(crate) fn tree(pen: &mut Pen, foot: Point) {
    pen.line(&[foot + at(-5.0, 0.0), foot + at(0.0, -12.0), foot + at(5.0, 0.0)]);
    pen.stroke(foot + at(0.0, 3.5), foot + at(0.0, -6.0));
}

/// Spots already covered, so that signs strewn at random do not lie on each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strewn(Vec<Point>);

impl Strewn {
    /// Takes the spot if nothing lies within `gap` of it.
    pub(crate) fn take(&mut self, spot: Point, gap: f64) -> bool {
        let free = self.0.iter().all(|other| (*other - spot).length() >= gap);
        if free {
            self.0.push(spot);
        }
        free
    }
}

/// One path of loose strokes, or nothing.
pub(crate) fn strokes(class: &str, colour: &str, width: &str, opacity: &str, d: &str) -> String {
    if d.is_empty() {
        return String::new();
    }
    format!(
        r#"<path class="{class}" d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linecap="round"/>"#
    )
}
