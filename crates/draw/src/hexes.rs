//! A sheet of hexes, layer by layer.

use std::collections::BTreeSet;

use kernel::scene::Cell;

use crate::{
    furniture::Furniture,
    ground,
    hex::{Hex, RIM, Sheet},
    key,
    line::{Point, at, mean},
    marks,
    names::{Frame, Ink, Names},
    palette::{INK_2, NUMBER_FONT, PAPER},
    pen::n,
    relief::Detail,
    seed::Seed,
    terrain::Kind,
    water, ways,
};

/// A drawing without its frame element.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) size: Point,
    /// Where the printed ground ends.
    pub(crate) end: Point,
    pub(crate) body: String,
}

pub(crate) fn hexes(sheet: &Sheet, detail: Detail) -> Drawing {
    let mut seed = Seed::of(sheet.id);
    let end = sheet.end();
    let size = Furniture::size(end);
    let mut body = ground_rect(sheet.id, end);
    body += &format!(r#"<g clip-path="url(#{}-ground)">"#, sheet.id);
    let full = detail == Detail::Full;
    if full {
        body += &ground::fields(sheet, &mut seed);
    }
    body += &ground::tints(sheet);
    body += &ground::hills(sheet, &mut seed, detail);
    if full {
        body += &ground::reeds(sheet, &mut seed);
        body += &ground::trees(sheet, &mut seed);
    }
    let water = water::water(sheet);
    body += &water.svg;
    body += &ways::straits(sheet);
    body += &ways::bridges(sheet);
    body += &marks::tombs(sheet);
    let roads = ways::roads(sheet);
    body += &roads.svg;
    if full {
        body += &ways::grid(sheet);
        body += &ways::walls(sheet);
        body += &ways::regions(sheet);
        body += &ways::provinces(sheet);
        body += &ways::closed(sheet);
    }
    body += &marks::villages(sheet);
    body += &marks::signs(sheet);
    body += "</g>";
    if full {
        body += &numbers(sheet);
        body += &names(sheet, end, roads.courses.iter().chain(&water.courses));
        body += &Furniture {
            end,
            name: sheet.name,
            scale: scale(sheet),
            up: sheet.up,
            entries: key::entries(sheet),
        }
        .svg();
    }
    Drawing { size, end, body }
}

/// The paper, and the clip that keeps the ground within the frame.
pub(crate) fn ground_rect(id: &str, end: Point) -> String {
    let size = Furniture::size(end);
    format!(
        r#"<clipPath id="{id}-ground"><path d="M{r} {r}H{x}V{y}H{r}z"/></clipPath><rect width="{w}" height="{h}" fill="{PAPER}"/>"#,
        r = n(RIM),
        x = n(end.x),
        y = n(end.y),
        w = n(size.x),
        h = n(size.y),
    )
}

fn scale(sheet: &Sheet) -> String {
    let up = match sheet.up {
        "" | "north" => String::new(),
        other => format!(" · {other} is up"),
    };
    format!("{} × {} hexes{up}", sheet.columns, sheet.rows)
}

/// Hex numbers in a group of their own, so that a client may hide them.
fn numbers(sheet: &Sheet) -> String {
    let mut out = format!(
        r#"<g class="num" font-family="{NUMBER_FONT}" font-size="8.5" text-anchor="middle" fill="{INK_2}" fill-opacity=".5">"#
    );
    for (hex, cell) in &sheet.cells {
        let spot = sheet.centre(*hex) + at(0.0, -20.0);
        let digits = cell.id.rsplit(':').next().unwrap_or_default();
        out += &format!(r#"<text x="{}" y="{}">{digits}</text>"#, n(spot.x), n(spot.y));
    }
    out + "</g>"
}

fn names<'a>(sheet: &Sheet, end: Point, courses: impl Iterator<Item = &'a Vec<Point>>) -> String {
    let mut names = Names::new(Frame { from: at(RIM + 4.0, RIM + 4.0), to: end - at(4.0, 4.0) });
    for course in courses {
        names.avoid(course);
    }
    let tombs = marks::mounds(sheet);
    let mut places = Vec::new();
    for tomb in &tombs {
        let centres: Vec<Point> = tomb.iter().map(|hex| sheet.centre(*hex)).collect();
        let centre = mean(&centres);
        let half = centres.iter().fold(at(0.0, 0.0), |half, p| {
            at(half.x.max((p.x - centre.x).abs()), half.y.max((p.y - centre.y).abs()))
        }) + at(34.0, 31.0);
        names.keep_clear(Frame::around(centre, half - at(2.0, 2.0)));
        if let Some(name) = tomb.first().and_then(|hex| sheet.cells[hex].name.as_ref()) {
            places.push((centre, half, name, 18.0, Ink::Land));
        }
    }
    for (hex, cell) in &sheet.cells {
        if cell.marks.iter().any(|mark| mark == "castle") {
            names.keep_clear(Frame::around(sheet.centre(*hex), at(22.0, 24.0)));
        }
    }
    let mut regions = Vec::new();
    for region in sheet.regions {
        if let Some(spot) = middle_of(sheet, &region.mark, &regions) {
            names.over(spot, &region.name, 34.0, Ink::Region);
            regions.push(spot);
        }
    }
    let mut named = BTreeSet::new();
    for (hex, cell) in &sheet.cells {
        let centre = sheet.centre(*hex);
        let starred = cell.marks.iter().any(|mark| mark == "star");
        if starred || marks::has_houses(sheet, *hex) {
            names.keep_clear(Frame::around(centre, at(20.0, 16.0)));
        }
        let Some(name) = &cell.name else { continue };
        // A name that several hexes bear is written once.
        if sheet.kind(*hex) == Kind::Mound || !named.insert(&name.en) {
            continue;
        }
        let ink = if sheet.kind(*hex) == Kind::Water { Ink::Water } else { Ink::Land };
        let castle = cell.marks.iter().any(|mark| mark == "castle");
        let size = if castle || sheet.regions.is_empty() { 25.0 } else { 19.0 };
        places.push((centre, at(24.0, 19.0), name, size, ink));
    }
    for (centre, gap, name, size, ink) in places.iter().rev() {
        if *ink == Ink::Water {
            names.over(*centre, name, *size, *ink);
        } else {
            names.near(*centre, *gap, name, *size, *ink);
        }
    }
    names.svg()
}

/// Where the name of a region stands: near its middle, in a hex with nothing else to say.
fn middle_of(sheet: &Sheet, mark: &str, regions: &[Point]) -> Option<Point> {
    let inside = |cell: &&Cell| cell.marks.iter().any(|own| own == mark);
    let hexes: Vec<Hex> = sheet.cells.iter().filter(|(_, cell)| inside(cell)).map(|(hex, _)| *hex).collect();
    let centre = mean(&hexes.iter().map(|hex| sheet.centre(*hex)).collect::<Vec<_>>());
    let named: Vec<Point> = sheet
        .cells
        .iter()
        .filter(|(_, cell)| cell.name.is_some())
        .map(|(hex, _)| sheet.centre(*hex))
        .collect();
    let end = sheet.end();
    let cost = |hex: &Hex| {
        let spot = sheet.centre(*hex);
        let close = |points: &[Point], far: f64| -> f64 {
            points.iter().map(|p| (far - (*p - spot).length()).max(0.0)).sum()
        };
        // Its letters need room within the frame.
        let edge = (RIM + 105.0 - spot.x).max(spot.x + 105.0 - end.x).max(0.0);
        (spot - centre).length() + close(&named, 130.0) * 1.5 + close(regions, 240.0) * 3.0 + edge * 20.0
    };
    hexes.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).map(|hex| sheet.centre(*hex))
}
