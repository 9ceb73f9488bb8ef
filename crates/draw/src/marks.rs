//! Layer 12: tombs, villages, stars and the arrows where troops enter and leave.

use std::collections::BTreeSet;

use crate::{
    hex::{Hex, Sheet},
    line::{Point, at, clearance, mean, star, within},
    palette::{INK, MOUND, PAPER, RIVER, ROOF, VERMILION, WATER_INK, WOOD_INK},
    pen::Pen,
    terrain::Kind,
};

/// Adjoining hexes of one tomb.
pub(crate) fn mounds(sheet: &Sheet) -> Vec<BTreeSet<Hex>> {
    let mut left: BTreeSet<Hex> =
        sheet.cells.keys().copied().filter(|hex| sheet.kind(*hex) == Kind::Mound).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = BTreeSet::from([first]);
        let mut edge = vec![first];
        while let Some(hex) = edge.pop() {
            for other in (0..6).map(|d| sheet.beyond(hex, d)) {
                if left.contains(&other) && sheet.cells[&other].name == sheet.cells[&first].name {
                    left.remove(&other);
                    group.insert(other);
                    edge.push(other);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// A keyhole mound in its moat, laid along the longest line of its hexes.
pub(crate) fn tombs(sheet: &Sheet) -> String {
    let mut out = String::new();
    for (i, group) in mounds(sheet).iter().enumerate() {
        let rings = sheet.rings(group);
        let Some(rim) = rings.first() else { continue };
        let mut moat = Pen::default();
        moat.ring(rim);
        let (moat, id) = (moat.done(), format!("{}-moat-{i}", sheet.id));
        out += &format!(
            concat!(
                r#"<clipPath id="{id}"><path d="{moat}"/></clipPath><path class="Mound" d="{moat}" fill="{water}" stroke="{shore}" stroke-width="2"/>"#,
                r##"<g clip-path="url(#{id})" fill="none" stroke-linejoin="round"><path d="{moat}" stroke="#7297a1" stroke-width="15"/><path d="{moat}" stroke="{water}" stroke-width="12.6"/></g>"##,
            ),
            id = id,
            moat = moat,
            water = RIVER,
            shore = WATER_INK,
        );
        let centres: Vec<Point> = group.iter().map(|hex| sheet.centre(*hex)).collect();
        out += &mound(rim, mean(&centres));
    }
    out
}

/// The mound and the two terraces on it.
fn mound(rim: &[Point], middle: Point) -> String {
    let key = Keyhole::within(rim, middle);
    let terrace = |part: f64| {
        let mut pen = Pen::default();
        pen.ring(&key.shrunk(key.wide * part).outline());
        pen.done()
    };
    format!(
        concat!(
            r#"<g stroke="{green}" stroke-linejoin="round" fill="none"><path d="{foot}" stroke="{paper}" stroke-width="6"/><path d="{foot}" fill="{mound}" stroke-width="1.8"/>"#,
            r#"<path d="{step}" stroke-opacity=".55"/><path d="{top}" stroke-opacity=".8" stroke-width="1.5"/></g>"#,
        ),
        green = WOOD_INK,
        paper = PAPER,
        mound = MOUND,
        foot = terrace(0.0),
        step = terrace(0.25),
        top = terrace(0.55),
    )
}

/// A tomb seen from above: round behind, square before.
#[derive(Clone, Copy, Debug)]
struct Keyhole {
    centre: Point,
    way: Point,
    /// Half its length, and half the width of the round part.
    long: f64,
    wide: f64,
}

impl Keyhole {
    /// The greatest that leaves room for a moat.
    fn within(rim: &[Point], middle: Point) -> Keyhole {
        let steps = |n: i32, low: f64, high: f64| {
            (0..n).map(move |i| low + (high - low) * f64::from(i) / f64::from(n - 1))
        };
        let reach = rim.iter().map(|p| (*p - middle).length()).fold(0.0, f64::max);
        let mut best = Keyhole { centre: middle, way: at(1.0, 0.0), long: 12.0, wide: 5.0 };
        for turn in (0..24).map(|i| 0.1 + f64::from(i) * std::f64::consts::TAU / 24.0) {
            let way = at(turn.cos(), turn.sin());
            for shift in steps(5, -12.0, 12.0) {
                for long in steps(12, 16.0, reach) {
                    for part in steps(5, 0.36, 0.56) {
                        let key = Keyhole { centre: middle + way * shift, way, long, wide: long * part };
                        // A clear gain, so that rounding never decides between two that are alike.
                        let greater = key.long * key.wide > best.long * best.wide * 1.001;
                        if greater
                            && key.outline().iter().all(|p| within(rim, *p) && clearance(rim, *p) > 7.5)
                        {
                            best = key;
                        }
                    }
                }
            }
        }
        best
    }

    /// The edge of a terrace, `by` further in.
    fn shrunk(self, by: f64) -> Keyhole {
        Keyhole { long: self.long - by, wide: self.wide - by, ..self }
    }

    fn outline(&self) -> Vec<Point> {
        (0..=16)
            .map(|i| 0.45 + f64::from(i) / 16.0 * (std::f64::consts::TAU - 0.9))
            .map(|turn| at((turn.cos() + 1.0) * self.wide - self.long, turn.sin() * self.wide))
            .chain([at(self.long, -self.wide * 0.85), at(self.long, self.wide * 0.85)])
            .map(|p| self.centre + self.way * p.x + self.way.right() * p.y)
            .collect()
    }
}

pub(crate) fn has_houses(sheet: &Sheet, hex: Hex) -> bool {
    let castle = sheet.cells[&hex].marks.iter().any(|mark| mark == "castle");
    sheet.kind(hex) == Kind::Town
        || sheet.cells[&hex].name.is_some() && !castle && matches!(sheet.kind(hex), Kind::Flat | Kind::Marsh)
}

pub(crate) fn villages(sheet: &Sheet) -> String {
    let mut pen = Pen::default();
    for hex in sheet.cells.keys().filter(|hex| has_houses(sheet, **hex)) {
        houses(&mut pen, sheet.centre(*hex));
    }
    let d = pen.done();
    if d.is_empty() {
        return d;
    }
    format!(
        r#"<path class="village" d="{d}" fill="{ROOF}" stroke="{PAPER}" stroke-width="1.8" paint-order="stroke"/>"#
    )
}

pub(crate) fn houses(pen: &mut Pen, centre: Point) {
    for (x, y) in [(-15.0, 3.0), (-3.0, -7.0), (12.0, -1.0), (1.0, 10.0), (16.0, 11.0)] {
        let foot = centre + at(x, y + 3.0);
        pen.ring(
            &[(-5.5, 0.0), (-5.5, -5.0), (0.0, -10.0), (5.5, -5.0), (5.5, 0.0)].map(|(x, y)| foot + at(x, y)),
        );
    }
}

/// The words that have a sign of their own.
pub(crate) fn signs(sheet: &Sheet) -> String {
    let (mut stars, mut enter, mut leave) = (Pen::default(), Pen::default(), Pen::default());
    for (hex, cell) in &sheet.cells {
        let centre = sheet.centre(*hex);
        if cell.marks.iter().any(|mark| mark == "star") {
            stars.ring(&star(centre, 19.0));
        }
        let Some(out) = sheet.outward(*hex) else { continue };
        let arrow = |tip: Point, way: Point| {
            [
                tip,
                tip - way * 26.0 + way.right() * 13.0,
                tip - way * 18.0,
                tip - way * 26.0 - way.right() * 13.0,
            ]
        };
        let enters = cell.marks.iter().any(|mark| mark.starts_with("reinforce"));
        let leaves = cell.marks.iter().any(|mark| mark == "breakthrough");
        // Where both happen they stand beside the road, one on each side.
        let apart = out.right() * if enters && leaves { 18.0 } else { 0.0 };
        if enters {
            enter.ring(&arrow(centre - out * 6.0 + apart, out * -1.0));
        }
        if leaves {
            leave.ring(&arrow(centre + out * 20.0 - apart, out));
        }
    }
    let mut out = String::new();
    for (class, d, fill) in
        [("star", stars.done(), VERMILION), ("enter", enter.done(), INK), ("leave", leave.done(), PAPER)]
    {
        if !d.is_empty() {
            let line = if fill == PAPER { INK } else { PAPER };
            out += &format!(
                r#"<path class="{class}" d="{d}" fill="{fill}" stroke="{line}" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke"/>"#
            );
        }
    }
    out
}
