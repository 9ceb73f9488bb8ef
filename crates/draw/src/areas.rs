//! A map of areas: each border is one wavy line that both neighbours share.

use std::collections::BTreeMap;

use kernel::{
    Name,
    scene::{Area, Ground},
};

use crate::{
    field::Field,
    furniture::Furniture,
    ground::{Strewn, parcel, strokes, tree, tuft},
    hex::RIM,
    hexes::{Drawing, ground_rect},
    key::terrain_entry,
    line::{Form, Point, at, clearance, cut, mean, star, within},
    names::{Frame, Ink, Names},
    palette::{FIELD, INK, PAPER, POOL, REED, ROOF, VERMILION, WATER_INK, WOOD_INK},
    pen::Pen,
    relief::{Detail, relief},
    seed::Seed,
    terrain::Kind,
    water::shore,
};

/// The longer side of the ground on paper.
const LENGTH: f64 = 1500.0;

type Spot = (i32, i32);

/// The ground and where its areas lie on paper.
pub(crate) struct Plan<'a> {
    id: &'a str,
    name: &'a Name,
    areas: &'a [Area],
    end: Point,
    shapes: Vec<Vec<Point>>,
    borders: Vec<Vec<Point>>,
    /// Borders that nobody can cross, and those along which a line is drawn that the rules know.
    closed: Vec<Vec<Point>>,
    fronts: Vec<Vec<Point>>,
}

impl<'a> Plan<'a> {
    pub(crate) fn of(ground: &'a Ground) -> Option<Plan<'a>> {
        let Ground::Areas { id, name, width, height, areas } = ground else { return None };
        let scale = LENGTH / f64::from((*width).max(*height).max(1));
        let place = |p: Point| at(RIM, RIM) + p * scale;
        let mut drawn: BTreeMap<(Spot, Spot), Vec<Point>> = BTreeMap::new();
        let on_edge = |a: Spot, b: Spot| {
            (a.0 == b.0 && (a.0 <= 0 || a.0 >= *width)) || (a.1 == b.1 && (a.1 <= 0 || a.1 >= *height))
        };
        let mut shapes = Vec::new();
        let mut owners: BTreeMap<(Spot, Spot), Vec<usize>> = BTreeMap::new();
        for (i, area) in areas.iter().enumerate() {
            let mut shape = Vec::new();
            for (a, b) in edges(area, areas) {
                owners.entry((a.min(b), a.max(b))).or_default().push(i);
                let line = drawn.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    if on_edge(a, b) { straight(a.min(b), a.max(b)) } else { wavy(a.min(b), a.max(b)) }
                });
                let points: Vec<Point> =
                    if a < b { line.clone() } else { line.iter().rev().copied().collect() };
                shape.extend(points[..points.len() - 1].iter().map(|p| place(*p)));
            }
            shapes.push(shape);
        }
        let between = |wanted: &dyn Fn(&Area, &Area) -> bool| -> Vec<Vec<Point>> {
            let edges = owners.iter().filter(|(_, at)| match at.as_slice() {
                [a, b] => wanted(&areas[*a], &areas[*b]) || wanted(&areas[*b], &areas[*a]),
                _ => false,
            });
            edges.map(|(edge, _)| drawn[edge].iter().map(|p| place(*p)).collect()).collect()
        };
        let closed = between(&|a, b| a.marks.iter().any(|mark| mark.strip_prefix("closed:") == Some(&b.id)));
        let fronts = between(&|a, b| has(a, "beyond") && !has(b, "beyond") && !has(b, "scenery"));
        let borders = drawn
            .into_iter()
            .filter(|((a, b), _)| !on_edge(*a, *b))
            // Cells of one lake or ridge are drawn as one.
            .filter(|(edge, _)| match owners[edge].as_slice() {
                [a, b] => !has(&areas[*a], "scenery") || !has(&areas[*b], "scenery"),
                _ => true,
            })
            .map(|(_, line)| line.into_iter().map(place).collect())
            .collect();
        let end = place(at(f64::from(*width), f64::from(*height)));
        Some(Plan { id, name, areas, end, shapes, borders, closed, fronts })
    }

    fn kind(&self, i: usize) -> Kind {
        Kind::of(&self.areas[i].terrain)
    }

    /// Where pieces stand in an area: as far from its borders as can be.
    pub(crate) fn seat(&self, label: &str) -> Option<Point> {
        self.areas.iter().position(|area| area.id == label).map(|i| middle(&self.shapes[i]))
    }

    fn shape(&self, wanted: impl Fn(Kind) -> bool) -> String {
        let mut pen = Pen::default();
        for (i, shape) in self.shapes.iter().enumerate() {
            if wanted(self.kind(i)) {
                pen.ring(shape);
            }
        }
        pen.done()
    }

    pub(crate) fn draw(&self, detail: Detail) -> Drawing {
        let mut seed = Seed::of(self.id);
        let mut body = ground_rect(self.id, self.end);
        body += &format!(r#"<g clip-path="url(#{}-ground)">"#, self.id);
        for kind in [Kind::Marsh, Kind::Wood, Kind::Town, Kind::Hill, Kind::Mountain, Kind::Peak] {
            let d = self.shape(|k| k == kind);
            if !d.is_empty() {
                // A stroke of the same tint closes the hairline between two areas of a kind.
                let tint = kind.tint();
                body += &format!(r#"<path class="{kind:?}" d="{d}" fill="{tint}" stroke="{tint}"/>"#);
            }
        }
        let levels = Field::over(at(RIM, RIM) - at(8.0, 8.0), self.end + at(8.0, 8.0), 4.0, |p| {
            let p = at(p.x.clamp(RIM + 1.0, self.end.x - 1.0), p.y.clamp(RIM + 1.0, self.end.y - 1.0));
            self.at(p).map_or(0.0, |i| self.kind(i).height())
        });
        body += &relief(&levels, &mut seed, detail);
        if detail == Detail::Full {
            body += &self.growth(&mut seed);
        }
        let lakes = self.shape(|k| k == Kind::Water);
        if !lakes.is_empty() {
            body += &format!(r#"<path d="{lakes}" fill="none" stroke="{WATER_INK}" stroke-width="4"/>"#);
            body += &shore(self.id, &lakes);
        }
        body += &self.lines();
        body += "</g>";
        if detail == Detail::Full {
            body += &self.names();
            let mut words: Vec<&str> = self.areas.iter().map(|area| area.terrain.as_str()).collect();
            words.sort_by_key(|word| (Kind::of(word), *word));
            words.dedup();
            body += &Furniture {
                end: self.end,
                name: self.name,
                scale: format!("{} areas", self.areas.len()),
                up: "",
                entries: words.into_iter().map(terrain_entry).collect(),
            }
            .svg();
        }
        Drawing { size: Furniture::size(self.end), end: self.end, body }
    }

    fn at(&self, p: Point) -> Option<usize> {
        self.shapes.iter().position(|shape| within(shape, p))
    }

    /// Fields, reeds, trees and houses, strewn over the areas that have them.
    fn growth(&self, seed: &mut Seed) -> String {
        let [mut fields, mut pools, mut reeds, mut trees] = [(); 4].map(|()| Pen::default());
        let size = self.end - at(RIM, RIM);
        let mut strewn = Strewn::default();
        for _ in 0..(size.x * size.y / 700.0) as usize {
            let p = at(RIM, RIM) + at(seed.unit() * size.x, seed.unit() * size.y);
            let Some(i) = self.at(p) else { continue };
            // Room to the border for a whole parcel.
            let inside = [(-24.0, 0.0), (24.0, 0.0), (0.0, -24.0), (0.0, 24.0)]
                .iter()
                .all(|(x, y)| within(&self.shapes[i], p + at(*x, *y)));
            match self.kind(i) {
                Kind::Flat if inside && seed.chance(0.1) && strewn.take(p, 46.0) => {
                    let turn = seed.between(-0.2, 0.2) + f64::from(i as u32 % 2) * 1.57;
                    parcel(&mut fields, p, turn, seed);
                }
                Kind::Marsh if inside && strewn.take(p, 22.0) => tuft(&mut pools, &mut reeds, p, seed),
                Kind::Wood if inside && strewn.take(p, 17.0) => tree(&mut trees, p),
                _ => {}
            }
        }
        strokes("field", FIELD, ".9", ".55", &fields.done())
            + &strokes("pool", POOL, "1.3", ".7", &pools.done())
            + &strokes("reed", REED, "1.3", ".95", &reeds.done())
            + &strokes("tree", WOOD_INK, "1.3", ".75", &trees.done())
    }

    fn lines(&self) -> String {
        let mut pen = Pen::default();
        for border in &self.borders {
            pen.line(border);
        }
        let d = pen.done();
        format!(
            r##"<g class="border" fill="none" stroke-linejoin="round"><path d="{d}" stroke="{PAPER}" stroke-width="6" stroke-opacity=".75"/><path d="{d}" stroke="#7a2f1a" stroke-width="2" stroke-dasharray="10 3.5"/></g>"##
        ) + &self.road()
            + &heavy("front", &self.fronts, VERMILION, 4.5, "14 9")
            + &heavy("closed", &self.closed, INK, 9.0, "none")
    }

    /// A road through the areas that have one, from the top of the sheet to the bottom.
    fn road(&self) -> String {
        let mut stops: Vec<Point> = (0..self.areas.len())
            .filter(|i| has(&self.areas[*i], "road"))
            .map(|i| middle(&self.shapes[i]))
            .collect();
        stops.sort_by(|a, b| a.y.total_cmp(&b.y));
        if stops.len() < 2 {
            return String::new();
        }
        let mut pen = Pen::default();
        pen.line(&cut(&stops, Form::Open));
        let d = pen.done();
        format!(
            r##"<g class="road" fill="none" stroke-linecap="round"><path d="{d}" stroke="#8a6a3b" stroke-width="10"/><path d="{d}" stroke="#efe0b8" stroke-width="6"/></g>"##
        )
    }

    fn names(&self) -> String {
        let mut names = Names::new(Frame { from: at(RIM, RIM), to: self.end });
        let mut signs = String::new();
        for (i, area) in self.areas.iter().enumerate() {
            if area.name.en.is_empty() && area.name.ja.is_empty() {
                continue;
            }
            let seat = middle(&self.shapes[i]);
            signs += &self.signs(area, seat);
            let (size, ink) = match self.kind(i) {
                Kind::Water => (27.0, Ink::Water),
                Kind::Mountain | Kind::Peak => (26.0, Ink::Land),
                _ => (22.0, Ink::Land),
            };
            // Above the seat, where pieces will stand.
            names.over(seat - at(0.0, if ink == Ink::Water { 0.0 } else { 40.0 }), &area.name, size, ink);
            let mut pen = Pen::default();
            if area.marks.iter().any(|mark| mark == "star") {
                pen.ring(&star(seat, 16.0));
                signs += &format!(
                    r#"<path class="star" d="{}" fill="{VERMILION}" stroke="{PAPER}" stroke-width="2.4" paint-order="stroke"/>"#,
                    pen.done()
                );
            } else if area.marks.iter().any(|mark| mark == "castle") {
                signs += &format!(r#"<g transform="translate({:.0} {:.0})">"#, seat.x - 20.0, seat.y - 20.0);
                let keep = crate::art::glyph("castle").unwrap_or_default();
                let fill =
                    keep.replacen("<svg ", &format!(r#"<svg width="40" height="40" color="{INK}" "#), 1);
                signs += &(fill + "</g>");
            } else if self.kind(i) == Kind::Town {
                crate::marks::houses(&mut pen, seat);
                signs += &format!(r#"<path class="village" d="{}" fill="{ROOF}"/>"#, pen.done());
            }
        }
        signs + &names.svg()
    }
}

impl Plan<'_> {
    /// What is printed beside the name: the curtain of a honjin, a palisade, an arrow where troops come in, the
    /// triangle of a summit.
    fn signs(&self, area: &Area, seat: Point) -> String {
        let mut out = String::new();
        let low = seat + at(0.0, 56.0);
        if Kind::of(&area.terrain) == Kind::Mountain {
            let mut pen = Pen::default();
            let top = seat - at(0.0, 84.0);
            pen.ring(&[top, top + at(9.0, 15.0), top + at(-9.0, 15.0)]);
            out += &format!(r#"<path class="summit" d="{}" fill="{VERMILION}"/>"#, pen.done());
        }
        if has(area, "honjin") {
            let ink = if has(area, "side-0") { "#2f4f8f" } else { VERMILION };
            let curtain = crate::art::glyph("curtain").unwrap_or_default();
            let svg = curtain.replacen("<svg ", &format!(r#"<svg width="46" height="46" color="{ink}" "#), 1);
            out += &format!(
                r#"<g class="honjin" transform="translate({:.0} {:.0})">{svg}</g>"#,
                low.x - 23.0,
                low.y - 24.0
            );
        }
        if has(area, "barrier") {
            let mut pen = Pen::default();
            let from = if has(area, "honjin") { low + at(34.0, 4.0) } else { low - at(24.0, -2.0) };
            for n in 0..7 {
                let foot = from + at(8.0 * f64::from(n), 0.0);
                pen.line(&[foot, foot - at(0.0, 15.0)]);
            }
            pen.line(&[from - at(4.0, 5.0), from + at(52.0, -5.0)]);
            pen.line(&[from - at(4.0, 10.0), from + at(52.0, -10.0)]);
            out += &format!(
                r#"<path class="barrier" d="{}" fill="none" stroke="{INK}" stroke-width="2.4" stroke-linecap="round"/>"#,
                pen.done()
            );
        }
        if has(area, "entry") {
            let mut pen = Pen::default();
            pen.ring(&[
                low - at(0.0, 13.0),
                low + at(15.0, 6.0),
                low + at(6.0, 6.0),
                low + at(6.0, 18.0),
                low + at(-6.0, 18.0),
                low + at(-6.0, 6.0),
                low + at(-15.0, 6.0),
            ]);
            out +=
                &format!(r#"<path class="entry" d="{}" fill="{VERMILION}" fill-opacity=".8"/>"#, pen.done());
        }
        out
    }
}

fn has(area: &Area, mark: &str) -> bool {
    area.marks.iter().any(|known| known == mark)
}

/// Borders drawn over the others.
fn heavy(class: &str, lines: &[Vec<Point>], ink: &str, width: f64, dashes: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut pen = Pen::default();
    for line in lines {
        pen.line(line);
    }
    format!(
        r#"<path class="{class}" d="{}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round" stroke-dasharray="{dashes}"/>"#,
        pen.done()
    )
}

/// The edges of an area, parted where a corner of another area lies on them.
fn edges(area: &Area, areas: &[Area]) -> Vec<(Spot, Spot)> {
    let n = area.outline.len();
    let mut out = Vec::new();
    for i in 0..n {
        let (a, b) = (area.outline[i], area.outline[(i + 1) % n]);
        let way = at(f64::from(b.0 - a.0), f64::from(b.1 - a.1));
        let mut stops: Vec<(f64, Spot)> = areas
            .iter()
            .flat_map(|other| other.outline.iter().copied())
            .filter(|p| *p != a && *p != b)
            .filter_map(|p| {
                let off = at(f64::from(p.0 - a.0), f64::from(p.1 - a.1));
                let along = off.dot(way.unit());
                let near = off.dot(way.unit().right()).abs() < 1.0 && along > 0.0 && along < way.length();
                near.then_some((along, p))
            })
            .collect();
        stops.sort_by(|x, y| x.0.total_cmp(&y.0));
        stops.dedup_by_key(|stop| stop.1);
        let mut here = a;
        for next in stops.into_iter().map(|stop| stop.1).chain([b]) {
            if next != here {
                out.push((here, next));
            }
            here = next;
        }
    }
    out
}

fn straight(a: Spot, b: Spot) -> Vec<Point> {
    [a, b].map(|(x, y)| at(f64::from(x), f64::from(y))).to_vec()
}

/// A line as a hand would draw it: midpoints pushed aside, four times over.
fn wavy(a: Spot, b: Spot) -> Vec<Point> {
    let mut seed = Seed::of(&format!("{a:?}{b:?}"));
    let mut points = straight(a, b);
    let mut push = 0.1;
    for _ in 0..4 {
        let mut finer = vec![points[0]];
        for pair in points.windows(2) {
            let way = pair[1] - pair[0];
            let off = (seed.normal() * push).clamp(-0.2, 0.2);
            finer.push(pair[0] + way * seed.between(0.42, 0.58) + way.right() * off);
            finer.push(pair[1]);
        }
        points = finer;
        push *= 0.8;
    }
    cut(&points, Form::Open)
}

/// The point of a coarse raster that lies deepest within a ring.
fn middle(ring: &[Point]) -> Point {
    let (mut low, mut high) = (ring[0], ring[0]);
    for p in ring {
        low = at(low.x.min(p.x), low.y.min(p.y));
        high = at(high.x.max(p.x), high.y.max(p.y));
    }
    (1..16)
        .flat_map(|i| (1..16).map(move |j| (f64::from(i) / 16.0, f64::from(j) / 16.0)))
        .map(|(u, v)| at(low.x + (high.x - low.x) * u, low.y + (high.y - low.y) * v))
        .filter(|p| within(ring, *p))
        .max_by(|a, b| clearance(ring, *a).total_cmp(&clearance(ring, *b)))
        .unwrap_or_else(|| mean(ring))
}
