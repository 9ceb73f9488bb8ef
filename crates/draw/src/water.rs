//! Layers 7 and 8: broad water with its shore lines, and rivers along the hexsides.

use std::collections::BTreeSet;

use crate::{
    ground::shape,
    hex::{Corner, HEX, RIM, Sheet},
    line::{Point, at, flow, ribbon},
    net::Net,
    palette::{RIVER, WATER_INK},
    pen::Pen,
    terrain::Kind,
};

/// Rivers with the course of each, for names to keep clear of.
pub(crate) struct Water {
    pub(crate) svg: String,
    pub(crate) courses: Vec<Vec<Point>>,
}

pub(crate) fn water(sheet: &Sheet) -> Water {
    let broad = shape(sheet, |k| k == Kind::Water);
    let courses = courses(sheet);
    let mut pen = Pen::default();
    for river in &courses {
        let source = if river.springs { 2.4 } else { 6.4 };
        let mouth = if river.joins { 6.4 } else { 9.0 };
        pen.ring(&ribbon(&river.course, source, mouth));
    }
    let small = pen.done();
    // All outlines lie below all fills: a river opens into the water without a line across its mouth.
    let mut svg = String::from(r#"<g class="water" stroke-linejoin="round">"#);
    for d in [&broad, &small].into_iter().filter(|d| !d.is_empty()) {
        svg += &format!(r#"<path d="{d}" fill="none" stroke="{WATER_INK}" stroke-width="4"/>"#);
    }
    if !broad.is_empty() {
        svg += &shore(sheet.id, &broad);
    }
    if !small.is_empty() {
        svg += &format!(r#"<path class="river" d="{small}" fill="{RIVER}"/>"#);
    }
    Water { svg: svg + "</g>", courses: courses.into_iter().map(|river| river.course).collect() }
}

/// Water with three lines that follow its shore: ever narrower strokes of the outline, clipped to it.
pub(crate) fn shore(id: &str, d: &str) -> String {
    let mut out = format!(
        r##"<clipPath id="{id}-water"><path d="{d}" clip-rule="evenodd"/></clipPath><path class="Water" d="{d}" fill="{RIVER}" fill-rule="evenodd"/><defs><path id="{id}-shore" d="{d}"/></defs><g clip-path="url(#{id}-water)" fill="none">"##
    );
    for (reach, line) in [(21.0, "#8fb0b7"), (13.0, "#83a6ae"), (6.0, "#7297a1")] {
        for (width, colour) in [(2.0 * reach + 1.2, line), (2.0 * reach - 1.2, RIVER)] {
            out += &format!(r##"<use href="#{id}-shore" stroke="{colour}" stroke-width="{width:.1}"/>"##);
        }
    }
    out + "</g>"
}

struct River {
    course: Vec<Point>,
    /// Its source lies on the sheet.
    springs: bool,
    /// It ends in another river.
    joins: bool,
}

/// Each river from its source to its mouth.
fn courses(sheet: &Sheet) -> Vec<River> {
    let net = Net::new(sheet.sides(|cell| cell.river));
    let whole = net.clone();
    // The end next to broad water is a mouth; failing that, one off the sheet.
    let mouth = |corner: Corner| match onward(sheet, corner) {
        Some((_, true)) => 2,
        Some((_, false)) => 1,
        None => 0,
    };
    let mut rivers = Vec::new();
    let mut wet = BTreeSet::new();
    for stream in net.streams(mouth) {
        let (first, last) = (stream[0], stream[stream.len() - 1]);
        let on = |end: Corner| onward(sheet, end).filter(|_| whole.degree(end) == 1).map(|(point, _)| point);
        let points = on(first).into_iter().chain(stream.iter().map(|c| Sheet::point(*c))).chain(on(last));
        rivers.push(River {
            course: flow(&points.collect::<Vec<_>>(), 0.28),
            springs: on(first).is_none() && whole.degree(first) == 1,
            joins: wet.contains(&last),
        });
        wet.extend(stream);
    }
    rivers
}

/// Where a river goes on from its last corner: into water close by (true), or off the sheet.
fn onward(sheet: &Sheet, end: Corner) -> Option<(Point, bool)> {
    let here = Sheet::point(end);
    if let Some((centre, far)) = toward_water(sheet, end)
        && far < HEX * 1.1
    {
        return Some((here + (centre - here) * 0.8, true));
    }
    let last = sheet.end();
    let reach = HEX * 0.75;
    [
        (here.x - RIM, at(RIM - 10.0, here.y)),
        (here.y - RIM, at(here.x, RIM - 10.0)),
        (last.x - here.x, at(last.x + 10.0, here.y)),
        (last.y - here.y, at(here.x, last.y + 10.0)),
    ]
    .into_iter()
    .filter(|(gap, _)| *gap < reach)
    .min_by(|a, b| a.0.total_cmp(&b.0))
    .map(|(_, edge)| (edge, false))
}

/// The nearest hex of water and how far off its centre lies.
fn toward_water(sheet: &Sheet, corner: Corner) -> Option<(Point, f64)> {
    let here = Sheet::point(corner);
    sheet
        .cells
        .keys()
        .filter(|hex| sheet.kind(**hex) == Kind::Water)
        .map(|hex| sheet.centre(*hex))
        .map(|centre| (centre, (centre - here).length()))
        .min_by(|a, b| a.1.total_cmp(&b.1))
}
