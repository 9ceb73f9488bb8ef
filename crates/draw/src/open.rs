//! An open table: patches of terrain to scale, with a ruler along the frame.

use kernel::{
    Name,
    scene::{Ground, Patch},
};

use crate::{
    field::Field,
    furniture::Furniture,
    ground::{Strewn, parcel, strokes, tree, tuft},
    hex::RIM,
    hexes::{Drawing, ground_rect},
    key::terrain_entry,
    line::{Form, Point, at, clearance, cut, mean, thin, within},
    marks::houses,
    names::{Frame, Ink, Names},
    palette::{FIELD, INK, NUMBER_FONT, PAPER, POOL, REED, ROAD, ROAD_INK, ROOF, WATER_INK, WOOD_INK},
    pen::{Pen, n},
    relief::{Detail, relief},
    seed::{Seed, wander},
    terrain::Kind,
    water::shore,
    works::{barrier, ford, paddy},
};

/// The longer side of the table on paper.
const LENGTH: f64 = 1600.0;

pub(crate) struct Table<'a> {
    id: &'a str,
    name: &'a Name,
    unit: &'a str,
    /// In whole units of the table.
    measure: (i32, i32),
    pub(crate) scale: f64,
    end: Point,
    patches: Vec<(&'a Patch, Vec<Point>)>,
}

impl<'a> Table<'a> {
    pub(crate) fn of(ground: &'a Ground) -> Option<Table<'a>> {
        let Ground::Open { id, name, width, height, unit, patches } = ground else { return None };
        let scale = LENGTH / f64::from((*width).max(*height).max(1));
        let end = at(RIM, RIM) + at(f64::from(*width), f64::from(*height)) * scale;
        // The table begins at its lower left corner, paper at its upper left.
        let place = |x: i32, y: i32| at(RIM + f64::from(x) * scale, end.y - f64::from(y) * scale);
        let patches = patches
            .iter()
            .map(|patch| {
                let ring: Vec<Point> = patch.outline.iter().map(|(x, y)| place(*x, *y)).collect();
                (patch, if is_exact(&patch.terrain) { ring } else { natural(&ring, end) })
            })
            .collect();
        Some(Table { id, name, unit, measure: (width / 100, height / 100), scale, end, patches })
    }

    /// Where the lower left corner of the table is on paper.
    pub(crate) fn origin(&self) -> Point {
        at(RIM, self.end.y)
    }

    fn shape(&self, wanted: impl Fn(&Patch) -> bool) -> String {
        let mut pen = Pen::default();
        for (_, ring) in self.patches.iter().filter(|(patch, _)| wanted(patch)) {
            pen.ring(ring);
        }
        pen.done()
    }

    pub(crate) fn draw(&self, detail: Detail) -> Drawing {
        let mut seed = Seed::of(self.id);
        let mut body = ground_rect(self.id, self.end);
        body += &format!(r#"<g clip-path="url(#{}-ground)">"#, self.id);
        for kind in [Kind::Hill, Kind::Mountain, Kind::Peak, Kind::Marsh, Kind::Wood, Kind::Town] {
            let d = self.shape(|patch| Kind::of(&patch.terrain) == kind);
            if !d.is_empty() {
                body += &format!(r#"<path class="{kind:?}" d="{d}" fill="{}"/>"#, kind.tint());
            }
        }
        let levels = Field::over(at(RIM, RIM) - at(8.0, 8.0), self.end + at(8.0, 8.0), 4.0, |p| {
            let heights = self.patches.iter().filter(|(_, ring)| within(ring, p));
            heights
                .map(|(patch, _)| Kind::of(&patch.terrain).height() * f64::from(patch.level.max(1)))
                .fold(0.0, f64::max)
        });
        body += &relief(&levels, &mut seed, detail);
        if detail == Detail::Full {
            body += &self.growth(&mut seed);
        }
        for (_, ring) in self.patches.iter().filter(|(patch, _)| Kind::of(&patch.terrain) == Kind::Paddy) {
            body += &paddy(ring);
        }
        let water = self.shape(|patch| Kind::of(&patch.terrain) == Kind::Water && patch.terrain != "ford");
        if !water.is_empty() {
            body += &format!(r#"<path d="{water}" fill="none" stroke="{WATER_INK}" stroke-width="4"/>"#);
            body += &shore(self.id, &water);
        }
        for (_, ring) in self.patches.iter().filter(|(patch, _)| patch.terrain == "ford") {
            body += &ford(ring);
        }
        let road = self.shape(|patch| patch.terrain == "road");
        if !road.is_empty() {
            body += &format!(
                r#"<path class="road" d="{road}" fill="{ROAD}" stroke="{ROAD_INK}" stroke-width="1.6"/>"#
            );
        }
        for (patch, ring) in &self.patches {
            match Kind::of(&patch.terrain) {
                Kind::Barrier => body += &barrier(&patch.terrain, ring),
                Kind::Town => {
                    let mut pen = Pen::default();
                    pen.ring(ring);
                    body += &strokes("block", INK, "1.4", ".6", &pen.done());
                }
                _ => {}
            }
        }
        body += "</g>";
        if detail == Detail::Full {
            body += &self.ruler();
            body += &self.names();
            let mut words: Vec<&str> = self.patches.iter().map(|(patch, _)| patch.terrain.as_str()).collect();
            words.retain(|word| Kind::of(word) != Kind::Flat);
            words.sort_by_key(|word| (Kind::of(word), *word));
            words.dedup();
            body += &Furniture {
                end: self.end,
                name: self.name,
                scale: format!("{} × {} {}", self.measure.0, self.measure.1, self.unit),
                up: "",
                entries: words.into_iter().map(terrain_entry).collect(),
            }
            .svg();
        }
        Drawing { size: Furniture::size(self.end), end: self.end, body }
    }

    fn growth(&self, seed: &mut Seed) -> String {
        let [mut fields, mut pools, mut reeds, mut trees, mut roofs] = [(); 5].map(|()| Pen::default());
        let size = self.end - at(RIM, RIM);
        let mut strewn = Strewn::default();
        for _ in 0..(size.x * size.y / 500.0) as usize {
            let p = at(RIM, RIM) + at(seed.unit() * size.x, seed.unit() * size.y);
            let around = [(-22.0, 0.0), (22.0, 0.0), (0.0, -22.0), (0.0, 22.0)].map(|(x, y)| p + at(x, y));
            let patch = self.patches.iter().rev().find(|(_, ring)| within(ring, p));
            let Some((patch, ring)) = patch else {
                let free = self.patches.iter().all(|(_, ring)| around.iter().all(|q| !within(ring, *q)));
                if free && seed.chance(0.05) && strewn.take(p, 50.0) {
                    let turn = seed.between(-0.2, 0.2) + if seed.chance(0.5) { 1.57 } else { 0.0 };
                    parcel(&mut fields, p, turn, seed);
                }
                continue;
            };
            match Kind::of(&patch.terrain) {
                Kind::Marsh if around.iter().all(|q| within(ring, *q)) && strewn.take(p, 22.0) => {
                    tuft(&mut pools, &mut reeds, p, seed);
                }
                Kind::Wood if within(ring, p - at(0.0, 14.0)) && strewn.take(p, 16.0) => tree(&mut trees, p),
                Kind::Town if clearance(ring, p) > 26.0 && strewn.take(p, 52.0) => houses(&mut roofs, p),
                _ => {}
            }
        }
        strokes("field", FIELD, ".9", ".55", &fields.done())
            + &strokes("pool", POOL, "1.3", ".7", &pools.done())
            + &strokes("reed", REED, "1.3", ".95", &reeds.done())
            + &strokes("tree", WOOD_INK, "1.3", ".75", &trees.done())
            + &format!(r#"<path class="village" d="{}" fill="{ROOF}"/>"#, roofs.done())
    }

    /// A tick every unit, a long one with its number every foot or every ten.
    fn ruler(&self) -> String {
        let major = if self.unit.starts_with("in") { 12 } else { 10 };
        let mut ticks = Pen::default();
        let mut out = format!(
            r#"<g class="ruler" font-family="{NUMBER_FONT}" font-size="11" text-anchor="middle" fill="{INK}" stroke="{PAPER}" stroke-width="2.4" paint-order="stroke">"#
        );
        for (count, across) in [(self.measure.0, true), (self.measure.1, false)] {
            for i in 1..count {
                let far = f64::from(i) * 100.0 * self.scale;
                let run = if across { RIM + far } else { self.end.y - far };
                let reach = match i {
                    i if i % major == 0 => 14.0,
                    i if i % (major / 2) == 0 => 9.0,
                    _ => 5.0,
                };
                let (near, far) = if across {
                    (at(run, RIM), at(run, self.end.y))
                } else {
                    (at(RIM, run), at(self.end.x, run))
                };
                let inward = if across { at(0.0, reach) } else { at(reach, 0.0) };
                ticks.stroke(near, near + inward);
                ticks.stroke(far, far - inward);
                if i % major == 0 {
                    let spot = near + inward * 1.9 + at(0.0, if across { 0.0 } else { 4.0 });
                    out += &format!(r#"<text x="{}" y="{}">{i}</text>"#, n(spot.x), n(spot.y));
                }
            }
        }
        out + &format!(r#"</g><path class="ruler" d="{}" fill="none" stroke="{INK}"/>"#, ticks.done())
    }

    fn names(&self) -> String {
        let mut names = Names::new(Frame { from: at(RIM, RIM), to: self.end });
        for (patch, ring) in &self.patches {
            // What goes on beyond the edge is named where it can be seen.
            let seen = |p: &Point| at(p.x.clamp(RIM, self.end.x), p.y.clamp(RIM, self.end.y));
            let ring: Vec<Point> = ring.iter().map(seen).collect();
            if let Some(name) = &patch.name {
                match Kind::of(&patch.terrain) {
                    Kind::Water => names.over(mean(&ring), name, 24.0, Ink::Water),
                    Kind::Town => {
                        let half = ring.iter().map(|p| (p.y - mean(&ring).y).abs()).fold(0.0, f64::max);
                        names.near(mean(&ring), at(half, half + 4.0), name, 24.0, Ink::Land);
                    }
                    _ => names.over(mean(&ring), name, 24.0, Ink::Land),
                }
            }
        }
        names.svg()
    }
}

/// What people build has straight sides, and a ford ends where the rules say.
fn is_exact(terrain: &str) -> bool {
    matches!(Kind::of(terrain), Kind::Town | Kind::Paddy | Kind::Barrier)
        || matches!(terrain, "road" | "ford")
}

/// A little uneven and rounded at its corners, but nowhere more than half a stand from where the rules have it. What
/// touches the edge of the table goes on beyond it.
fn natural(ring: &[Point], end: Point) -> Vec<Point> {
    const STEP: f64 = 14.0;
    let beyond = |v: f64, last: f64| match v {
        v if v <= RIM + 1.0 => v - 120.0,
        v if v >= last - 1.0 => v + 120.0,
        v => v,
    };
    let ring: Vec<Point> = ring.iter().map(|p| at(beyond(p.x, end.x), beyond(p.y, end.y))).collect();
    let mut fine = Vec::new();
    for (i, p) in ring.iter().enumerate() {
        let way = ring[(i + 1) % ring.len()] - *p;
        let steps = (way.length() / STEP).ceil().max(1.0) as usize;
        fine.extend((0..steps).map(|step| *p + way * (step as f64 / steps as f64)));
    }
    let uneven: Vec<Point> = fine.iter().map(|p| *p + wander(*p, 60.0) * 3.0).collect();
    thin(&cut(&cut(&uneven, Form::Ring), Form::Ring), 0.3, Form::Ring)
}
