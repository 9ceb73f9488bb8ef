//! An open table: patches of terrain to scale, with a ruler along the frame.

use kernel::scene::{Ground, Patch};

use crate::{
    earth::{hill, organic, paddy, road, water},
    figure::Measure,
    growth::{Upright, floor, ford, grass, marsh, palisade, trees, village},
    hex::RIM,
    hexes::Drawing,
    line::{Point, at, mean, within},
    names::{Frame, Ink, Names},
    palette::{INK, NUMBER_FONT, PAPER},
    pen::{Pen, n},
    relief::Detail,
    seed::Seed,
    sprite::{inked, scenery},
    terrain::Kind,
    works::{barrier, spine},
};

/// The longer side of the table on paper.
const LENGTH: f64 = 1600.0;

pub(crate) struct Table<'a> {
    id: &'a str,
    unit: &'a str,
    /// In whole units of the table.
    measure: (i32, i32),
    pub(crate) scale: f64,
    end: Point,
    patches: Vec<(&'a Patch, Vec<Point>)>,
}

impl<'a> Table<'a> {
    pub(crate) fn of(ground: &'a Ground) -> Option<Table<'a>> {
        let Ground::Open { id, width, height, unit, patches, .. } = ground else { return None };
        let scale = LENGTH / f64::from((*width).max(*height).max(1));
        let end = at(RIM, RIM) + at(f64::from(*width), f64::from(*height)) * scale;
        // The table begins at its lower left corner, paper at its upper left.
        let place = |x: i32, y: i32| at(RIM + f64::from(x) * scale, end.y - f64::from(y) * scale);
        let patches = patches
            .iter()
            .map(|patch| {
                let ring: Vec<Point> = patch.outline.iter().map(|(x, y)| place(*x, *y)).collect();
                (patch, beyond(&patch.terrain, ring, end))
            })
            .collect();
        Some(Table { id, unit, measure: (width / 100, height / 100), scale, end, patches })
    }

    pub(crate) fn measure(&self) -> Measure {
        Measure::new(self.origin(), self.scale, self.unit)
    }

    /// Where the lower left corner of the table is on paper.
    pub(crate) fn origin(&self) -> Point {
        at(RIM, self.end.y)
    }

    pub(crate) fn draw(&self, detail: Detail) -> Drawing {
        let full = detail == Detail::Full;
        let mut body = format!(
            r#"<clipPath id="{id}-ground"><path d="M{r} {r}H{x}V{y}H{r}z"/></clipPath><rect width="{w}" height="{h}" fill="{PAPER}"/>"#,
            id = self.id,
            r = n(RIM),
            x = n(self.end.x),
            y = n(self.end.y),
            w = n(self.end.x + RIM),
            h = n(self.end.y + RIM),
        );
        body += &format!(r#"<defs>{}</defs>"#, scenery(self.id));
        body += &format!(
            r#"<g clip-path="url(#{}-ground)"><g transform="translate({r} {r}) scale({:.3})">{}</g></g>"#,
            self.id,
            self.measure().fig,
            inked(&self.land(full), 0, 0),
            r = n(RIM),
        );
        let size = at(self.end.x + RIM, self.end.y + RIM);
        if full {
            body += &self.ruler();
            body += &self.names();
            body += &format!(
                r##"<rect class="grain" width="{}" height="{}" fill="url(#gunbai-paper)"/><path d="M{r} {r}H{x}V{y}H{r}z" fill="none" stroke="{INK}" stroke-width="2"/>"##,
                n(size.x),
                n(size.y),
                r = n(RIM),
                x = n(self.end.x),
                y = n(self.end.y)
            );
        }
        Drawing { size, end: self.end, body }
    }

    /// Everything on the paper in figure units, from the grass upwards.
    fn land(&self, full: bool) -> String {
        let fig = self.measure().fig;
        let rings: Vec<(Kind, &str, Vec<Point>)> = self
            .patches
            .iter()
            .map(|(patch, ring)| {
                let ring = ring.iter().map(|p| (*p - at(RIM, RIM)) * (1.0 / fig)).collect();
                (Kind::of(&patch.terrain), patch.terrain.as_str(), ring)
            })
            .collect();
        let seed = |i: usize| format!("{}-{i}", self.id);
        let each =
            |wanted: &dyn Fn(Kind, &str) -> bool, draw: &dyn Fn(usize, &[Point]) -> String| -> String {
                let all = rings.iter().enumerate().filter(|(_, (kind, word, _))| wanted(*kind, word));
                all.map(|(i, (_, _, ring))| draw(i, ring)).collect()
            };
        let roads: Vec<Vec<Point>> =
            rings.iter().filter(|(_, word, _)| *word == "road").map(|(_, _, ring)| ring.clone()).collect();
        let mut out = String::new();
        if full {
            let size = (self.end - at(RIM, RIM)) * (1.0 / fig);
            let free = |p: Point| rings.iter().all(|(_, _, ring)| !within(ring, p));
            out += &grass(size, &mut Seed::of(self.id), free);
        }
        out += &each(&|kind, _| kind.height() > 0.0, &|i, ring| {
            hill(ring, self.patches[i].0.level > 1, &seed(i), &roads, full)
        });
        out += &each(&|kind, _| kind == Kind::Marsh, &|i, ring| {
            marsh(self.id, ring, &seed(i), if full { 260.0 } else { 40.0 })
        });
        out += &each(&|kind, _| kind == Kind::Paddy, &|i, ring| paddy(ring, &seed(i), full));
        let wet = |(kind, word, _): &&(Kind, &str, Vec<Point>)| *kind == Kind::Water && *word != "ford";
        let shores: Vec<Vec<Point>> = rings
            .iter()
            .filter(wet)
            .enumerate()
            .map(|(i, (_, _, ring))| organic(ring, 5.0, &format!("{}-shore-{i}", self.id)))
            .collect();
        if !shores.is_empty() {
            out += &water(self.id, &shores);
        }
        out += &each(&|_, word| word == "ford", &|i, ring| ford(self.id, ring, &seed(i)));
        out += &each(&|_, word| word == "road", &|i, ring| match spine(ring) {
            Some((from, to, half)) => road(&[from, to], 2.0 * half, &seed(i)),
            None => exact("road", ring),
        });
        out += &each(&|kind, _| kind == Kind::Wood, &|i, ring| floor(ring, &seed(i)));
        let mut upright: Vec<Upright> = Vec::new();
        for (i, (kind, _, ring)) in rings.iter().enumerate() {
            match kind {
                Kind::Wood => {
                    upright.extend(trees(self.id, ring, &seed(i), if full { 240.0 } else { 60.0 }));
                }
                Kind::Town => {
                    let (edge, houses) = village(self.id, ring, &seed(i));
                    out += &edge;
                    upright.extend(houses);
                }
                _ => {}
            }
        }
        upright.sort_by(|a, b| a.0.total_cmp(&b.0));
        out.extend(upright.into_iter().map(|(_, svg)| svg));
        out + &each(&|kind, _| kind == Kind::Barrier, &|i, ring| match spine(ring) {
            Some((from, to, _)) if self.patches[i].0.terrain == "palisade" => palisade(from, to, &seed(i)),
            _ => barrier(&self.patches[i].0.terrain, ring),
        })
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
                    Kind::Town | Kind::Barrier => {
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

/// An outline as the rules have it.
fn exact(class: &str, ring: &[Point]) -> String {
    let mut pen = Pen::default();
    pen.ring(ring);
    format!(
        r#"<path class="{class}" d="{}" fill="var(--g-road)" stroke="var(--road-ink)" stroke-width="1.6"/>"#,
        pen.done()
    )
}

/// What people build ends where the rules say; what nature made goes on beyond the edge of the table.
fn beyond(terrain: &str, ring: Vec<Point>, end: Point) -> Vec<Point> {
    let built = matches!(Kind::of(terrain), Kind::Town | Kind::Paddy | Kind::Barrier) || terrain == "ford";
    let push = |v: f64, last: f64| match v {
        v if v <= RIM + 1.0 => v - 120.0,
        v if v >= last - 1.0 => v + 120.0,
        v => v,
    };
    if built { ring } else { ring.iter().map(|p| at(push(p.x, end.x), push(p.y, end.y))).collect() }
}
