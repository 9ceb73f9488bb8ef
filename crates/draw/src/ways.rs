//! Layers 9 to 11: roads, the grid, closed hexsides and the borders of regions.

use std::collections::{BTreeMap, BTreeSet};

use kernel::scene::Cell;

use crate::{
    hex::{Corner, Hex, Sheet},
    line::{Form, Point, at, beside, cut, flow},
    net::Net,
    palette::{INK, PAPER, RIVER, ROAD, ROAD_INK, VERMILION, WATER_INK},
    pen::Pen,
    terrain::Kind,
};

/// Roads with the course of each, for names to keep clear of.
pub(crate) struct Roads {
    pub(crate) svg: String,
    pub(crate) courses: Vec<Vec<Point>>,
}

pub(crate) fn roads(sheet: &Sheet) -> Roads {
    let mut links = BTreeSet::new();
    for (hex, cell) in &sheet.cells {
        for d in (0..6).filter(|d| cell.road >> d & 1 == 1) {
            let other = sheet.beyond(*hex, d);
            links.insert((*hex.min(&other), *hex.max(&other)));
        }
    }
    let net = Net::new(links);
    let whole = net.clone();
    let mut pen = Pen::default();
    let mut courses = Vec::new();
    for strand in net.strands() {
        let mut points: Vec<Point> = strand.iter().map(|hex| sheet.centre(*hex)).collect();
        // A road that ends at the edge of the sheet goes on beyond it.
        for (end, before, first) in
            [(strand[0], strand[1], true), (strand[strand.len() - 1], strand[strand.len() - 2], false)]
        {
            if whole.degree(end) == 1
                && let Some(out) = sheet.outward(end)
            {
                let here = sheet.centre(end);
                let straight = (here - sheet.centre(before)).unit();
                let way = if straight.dot(out) > 0.4 { straight } else { out };
                points.insert(if first { 0 } else { points.len() }, here + way * 70.0);
            }
        }
        let course = flow(&points, 0.3);
        pen.line(&course);
        courses.push(course);
    }
    let d = pen.done();
    let mut svg = String::new();
    if !d.is_empty() {
        svg += r#"<g class="road" fill="none" stroke-linecap="round" stroke-linejoin="round">"#;
        for (colour, width) in [(ROAD_INK, "7.6"), (ROAD, "4.6")] {
            svg += &format!(r#"<path d="{d}" stroke="{colour}" stroke-width="{width}"/>"#);
        }
        svg += "</g>";
    }
    Roads { svg, courses }
}

/// The grid as one path.
pub(crate) fn grid(sheet: &Sheet) -> String {
    let mut pen = Pen::default();
    for trail in Net::new(sheet.sides(|_| 0b11_1111)).trails() {
        pen.line(&trail.into_iter().map(Sheet::point).collect::<Vec<_>>());
    }
    format!(
        r#"<path class="grid" d="{}" fill="none" stroke="{INK}" stroke-width=".7" stroke-opacity=".26" vector-effect="non-scaling-stroke"/>"#,
        pen.done()
    )
}

/// Closed sides that are water too narrow for a hex of its own.
pub(crate) fn is_strait(cell: &Cell) -> bool {
    cell.marks.iter().any(|mark| mark == "wall:water")
}

/// A pale band of water along such sides.
pub(crate) fn straits(sheet: &Sheet) -> String {
    let sides = sheet.sides(|cell| if is_strait(cell) { cell.wall } else { 0 });
    let mut pen = Pen::default();
    for strand in Net::new(sides).strands() {
        pen.line(&strand.into_iter().map(Sheet::point).collect::<Vec<_>>());
    }
    let d = pen.done();
    if d.is_empty() {
        return d;
    }
    format!(
        r#"<g class="strait" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{d}" stroke="{WATER_INK}" stroke-width="12"/><path d="{d}" stroke="{RIVER}" stroke-width="9.4"/></g>"#
    )
}

/// Where a river is bridged: two planks across the hexside.
pub(crate) fn bridges(sheet: &Sheet) -> String {
    let mask = |cell: &Cell| {
        let word = cell.marks.iter().find_map(|mark| mark.strip_prefix("bridge:"));
        word.and_then(|digits| digits.parse().ok()).unwrap_or(0u8)
    };
    let mut pen = Pen::default();
    for (a, b) in sheet.sides(mask) {
        bridge(&mut pen, Sheet::point(a), Sheet::point(b));
    }
    let d = pen.done();
    if d.is_empty() {
        return d;
    }
    format!(
        r#"<g class="bridge" fill="none" stroke-linecap="round"><path d="{d}" stroke="{PAPER}" stroke-width="6"/><path d="{d}" stroke="{INK}" stroke-width="2.4"/></g>"#
    )
}

/// The planks of one bridge, across the side between two corners.
pub(crate) fn bridge(pen: &mut Pen, from: Point, to: Point) {
    let (middle, along) = ((from + to) * 0.5, (to - from).unit());
    let across = along.right();
    for side in [-1.0, 1.0] {
        let plank = middle + along * (4.5 * side);
        let splay = along * (3.0 * side);
        let ends = [plank - across * 9.0, plank + across * 9.0];
        pen.stroke(ends[0], ends[1]);
        pen.stroke(ends[0], ends[0] + splay - across * 3.0);
        pen.stroke(ends[1], ends[1] + splay + across * 3.0);
    }
}

/// The province of a hex, as its mark.
fn province(sheet: &Sheet, hex: Hex) -> Option<String> {
    sheet.cells.get(&hex)?.marks.iter().find(|mark| mark.starts_with("province:")).cloned()
}

/// Vermilion dash and dot between provinces.
pub(crate) fn provinces(sheet: &Sheet) -> String {
    let mut sides = BTreeSet::new();
    for hex in sheet.cells.keys() {
        let Some(own) = province(sheet, *hex) else { continue };
        for d in 0..6 {
            if province(sheet, sheet.beyond(*hex, d)).is_some_and(|other| other != own) {
                let (a, b) = sheet.side(*hex, d);
                sides.insert((a.min(b), a.max(b)));
            }
        }
    }
    let mut pen = Pen::default();
    for strand in Net::new(sides).strands() {
        pen.line(&flow(&strand.into_iter().map(Sheet::point).collect::<Vec<_>>(), 0.28));
    }
    let d = pen.done();
    if d.is_empty() {
        return d;
    }
    format!(
        r#"<g class="province" fill="none" stroke="{VERMILION}" stroke-linejoin="round"><path d="{d}" stroke-width="8" stroke-opacity=".13"/><path d="{d}" stroke-width="2.1" stroke-opacity=".72" stroke-dasharray="15 5 2.5 5"/></g>"#
    )
}

/// Ground out of play, under a veil of paper.
pub(crate) fn closed(sheet: &Sheet) -> String {
    let closed = |cell: &&Cell| cell.marks.iter().any(|mark| mark == "closed");
    let set: BTreeSet<Hex> =
        sheet.cells.iter().filter(|(_, cell)| closed(cell)).map(|(hex, _)| *hex).collect();
    let mut pen = Pen::default();
    for ring in sheet.rings(&set) {
        pen.ring(&ring);
    }
    let d = pen.done();
    if d.is_empty() {
        return d;
    }
    format!(r#"<path class="closed" d="{d}" fill="{PAPER}" fill-opacity=".45" fill-rule="evenodd"/>"#)
}

/// Hexsides nobody crosses: thick ink, with ticks towards what bars the way.
pub(crate) fn walls(sheet: &Sheet) -> String {
    let sides = sheet.sides(|cell| if is_strait(cell) { 0 } else { cell.wall });
    if sides.is_empty() {
        return String::new();
    }
    let mut hexes: BTreeMap<(Corner, Corner), Vec<Hex>> = BTreeMap::new();
    for hex in sheet.cells.keys() {
        for d in 0..6 {
            let (a, b) = sheet.side(*hex, d);
            hexes.entry((a.min(b), a.max(b))).or_default().push(*hex);
        }
    }
    let (mut wall, mut ticks) = (Pen::default(), Pen::default());
    for (a, b) in &sides {
        let (from, to) = (Sheet::point(*a), Sheet::point(*b));
        // The kinds are in order of their hindrance; the ticks point at the worse one.
        let worse = hexes[&(*a, *b)].iter().max_by_key(|hex| sheet.kind(**hex));
        let inward = worse.map_or(at(0.0, 0.0), |hex| (sheet.centre(*hex) - (from + to) * 0.5).unit());
        let closed = worse.is_some_and(|hex| sheet.kind(*hex) != Kind::Flat);
        for part in [0.2, 0.4, 0.6, 0.8] {
            let spot = from * (1.0 - part) + to * part;
            ticks.stroke(if closed { spot } else { spot - inward * 6.0 }, spot + inward * 6.0);
        }
    }
    for strand in Net::new(sides).strands() {
        wall.line(&strand.into_iter().map(Sheet::point).collect::<Vec<_>>());
    }
    let (wall, ticks) = (wall.done(), ticks.done());
    format!(
        r#"<g class="wall" fill="none" stroke="{INK}" stroke-linecap="round" stroke-linejoin="round"><path d="{wall}" stroke="{PAPER}" stroke-width="7" stroke-opacity=".7"/><path d="{ticks}" stroke-width="1.7"/><path d="{wall}" stroke-width="4.2"/></g>"#
    )
}

/// Marks that name a part of the sheet which a rule speaks of.
fn is_region(mark: &str) -> bool {
    ["north_of_", "east_of_", "south_of_", "west_of_", "region:"].iter().any(|word| mark.starts_with(word))
}

/// Vermilion dashes where such a mark begins, just within it.
pub(crate) fn regions(sheet: &Sheet) -> String {
    let mut regions: BTreeMap<&str, BTreeSet<Hex>> = BTreeMap::new();
    for (hex, cell) in &sheet.cells {
        for mark in cell.marks.iter().filter(|mark| is_region(mark)) {
            regions.entry(mark).or_default().insert(*hex);
        }
    }
    let mut out = String::new();
    for (mark, set) in regions {
        let mut pen = Pen::default();
        for line in sheet.border(&set, |hex| sheet.cells.contains_key(&hex)) {
            pen.line(&cut(&beside(&flow(&line, 0.28), 8.5), Form::Open));
        }
        out += &format!(
            r#"<path class="region" data-mark="{}" d="{}" fill="none" stroke="{VERMILION}" stroke-width="2" stroke-opacity=".8" stroke-dasharray="13 6"/>"#,
            crate::pen::plain(mark),
            pen.done()
        );
    }
    out
}
