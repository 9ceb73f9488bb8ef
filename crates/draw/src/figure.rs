//! Units of an open table as figures on stands, in the passes of the client: marks beneath, bases with their shadows,
//! figures, banners that stand upright, marks above.

mod marks;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use kernel::scene::{Piece, Pose};
use serde::Deserialize;

use crate::{
    conditions::{Shape, has},
    counter::mon,
    line::{Point, at},
    palette::side,
    pen::{n, plain},
    seed::Seed,
    sprite::{Sprite, inked},
    tag::tags,
};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    symbol: String,
    x: f64,
    y: f64,
    turn: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Base {
    #[default]
    Stands,
    Round,
    Camp,
}

/// What stands on a base: `data/art/figures.json` describes every kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kind {
    #[serde(rename = "glyph")]
    _glyph: String,
    pitch: f64,
    sashimono: bool,
    mounted: bool,
    figures: Vec<Part>,
    base: Base,
    nobori: Option<(f64, f64)>,
    standard: Option<(f64, f64)>,
}

#[derive(Deserialize)]
struct Plan {
    kinds: BTreeMap<String, Kind>,
}

static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/art/figures.json")).expect("kinds of figures")
});

/// The kind of the stand with this number.
fn kind(piece: &Piece, stand: usize) -> (&str, &'static Kind) {
    let said = piece.figure.as_ref().and_then(|figure| figure.kinds.get(stand).or(figure.kinds.first()));
    let name = said.map_or_else(|| by_glyph(&piece.face.glyph), String::as_str);
    match PLAN.kinds.get_key_value(name) {
        Some((_, kind)) => (name, kind),
        None => ("spear", &PLAN.kinds["spear"]),
    }
}

fn by_glyph(glyph: &str) -> &'static str {
    match glyph {
        "bow" => "bow",
        "arquebus" => "teppo",
        "levy" => "levy",
        "foot" => "samurai",
        "horse" | "mounted_rifle" => "cavalry",
        "gun" => "lightgun",
        "curtain" => "camp",
        "fan" => "general",
        "messenger" => "messenger",
        _ => "spear",
    }
}

/// A table on paper: where its lower left corner is, how large a hundredth of its unit is, and a figure unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub(crate) origin: Point,
    pub(crate) scale: f64,
    pub(crate) fig: f64,
}

impl Measure {
    /// Ten figure units are a centimetre, twenty-five an inch.
    pub(crate) fn new(origin: Point, scale: f64, ruler: &str) -> Measure {
        let units = if ruler.starts_with("in") { 25.0 } else { 10.0 };
        Measure { origin, scale, fig: 100.0 * scale / units }
    }
}

/// The middle of a unit's front on paper, and the way it faces.
pub(crate) fn stance(pose: Pose, origin: Point, scale: f64) -> (Point, Point) {
    let turn = (f64::from(pose.heading) / 10.0).to_radians();
    (origin + at(f64::from(pose.x), -f64::from(pose.y)) * scale, at(turn.sin(), -turn.cos()))
}

/// A unit in figure units; the middle of its front is the origin of its own frame, and it faces -y.
pub(crate) struct Unit<'a> {
    pub(crate) piece: &'a Piece,
    measure: Measure,
    front: Point,
    ahead: Point,
    heading: f64,
    pub(crate) wide: f64,
    pub(crate) deep: f64,
    pub(crate) stands: usize,
    files: usize,
    pub(crate) lost: usize,
}

struct Stand {
    i: usize,
    spot: Point,
    turn: f64,
}

/// Passes of one unit. Banners carry how far down the sheet they stand.
#[derive(Default)]
struct Drawn {
    under: String,
    base: String,
    figures: String,
    banners: Vec<(f64, String)>,
    over: String,
}

impl<'a> Unit<'a> {
    pub(crate) fn new(piece: &'a Piece, pose: Pose, measure: Measure) -> Unit<'a> {
        let (front, ahead) = stance(pose, measure.origin, measure.scale);
        let per = measure.scale / measure.fig;
        let stands = usize::from(pose.stands.max(1));
        let full = piece.figure.as_ref().map_or(0, |figure| usize::from(figure.full));
        Unit {
            piece,
            measure,
            front,
            ahead,
            heading: f64::from(pose.heading) / 10.0,
            wide: f64::from(pose.width) * per,
            deep: f64::from(pose.depth) * per,
            stands,
            files: usize::from(pose.files).clamp(1, stands),
            lost: full.saturating_sub(stands),
        }
    }

    /// A figure unit on paper.
    pub(crate) fn size(&self) -> f64 {
        self.measure.fig
    }

    /// Has it stands to count?
    pub(crate) fn is_troops(&self) -> bool {
        kind(self.piece, 0).1.figures.is_empty()
    }

    fn is(&self, shape: Shape) -> bool {
        has(self.piece, shape)
    }

    fn base(&self) -> Base {
        kind(self.piece, 0).1.base
    }

    /// A man on a round base is as large as the others.
    fn radius(&self) -> f64 {
        (self.wide / 2.0).max(15.0)
    }

    /// A point of its own frame on paper.
    pub(crate) fn on_paper(&self, x: f64, y: f64) -> Point {
        self.front + (self.ahead.right() * x - self.ahead * y) * self.measure.fig
    }

    /// The corners of what is drawn, on paper.
    pub(crate) fn corners(&self) -> [Point; 4] {
        let (half, top, bottom) = match self.base() {
            Base::Round => (self.radius(), self.deep / 2.0 - self.radius(), self.deep / 2.0 + self.radius()),
            _ => (self.wide / 2.0, 0.0, self.deep),
        };
        [(-half, top), (half, top), (half, bottom), (-half, bottom)].map(|(x, y)| self.on_paper(x, y))
    }

    /// Its own frame, moved to a point of paper.
    fn frame_at(&self, spot: Point) -> String {
        format!(
            "translate({} {}) rotate({}) scale({:.3})",
            n(spot.x),
            n(spot.y),
            n(self.heading),
            self.measure.fig
        )
    }

    fn placed(&self, aside: Point) -> String {
        self.frame_at(self.front + aside)
    }

    /// Of a unit of this many stands; turned this way and that in disorder.
    fn stands(&self, count: usize) -> Vec<Stand> {
        let (wide, deep) = self.stand_size();
        let mut seed = Seed::of(&self.piece.id);
        let loose = self.is(Shape::Turned) && count == self.stands;
        let mut off = |by: f64| if loose { seed.between(-by, by) } else { 0.0 };
        (0..count)
            .map(|i| {
                let (file, rank) = (i % self.files, i / self.files);
                let short = self.files.saturating_sub(count - rank * self.files);
                let turn = off(13.0);
                let x = (file as f64 + 0.5 + short as f64 / 2.0 - self.files as f64 / 2.0) * wide + off(2.5);
                Stand { i, spot: at(x, (rank as f64 + 0.5) * deep + off(2.0)), turn }
            })
            .collect()
    }

    fn stand_size(&self) -> (f64, f64) {
        (self.wide / self.files as f64, self.deep / self.stands.div_ceil(self.files) as f64)
    }

    /// Where the men of a stand are: figure, spot, turn and coat. A deep base has two ranks of foot.
    fn men(&self, stand: &Stand) -> Vec<(String, Point, f64, usize)> {
        let (name, kind) = kind(self.piece, stand.i);
        if !kind.figures.is_empty() {
            let parts = kind.figures.iter();
            return parts.map(|part| (part.symbol.clone(), at(part.x, part.y), part.turn, 2)).collect();
        }
        let (wide, deep) = self.stand_size();
        let across = (wide / kind.pitch).round().max(1.0) as usize;
        let rows = if deep >= 25.0 && !kind.mounted { 2 } else { 1 };
        let mood = match () {
            () if self.is(Shape::Routing) => 'r',
            () if self.is(Shape::Turned) => 'd',
            () => 'o',
        };
        // The seed is that of the client, so both draw the same men.
        let variant = (stand.i * 7 + self.piece.id.len()) % 3;
        let mut seed = Seed::of(&format!("men-{name}-{}x{}-near-{mood}{variant}", short(wide), short(deep)));
        let (aside, back, about) = match mood {
            'o' => (0.35, 0.3, 2.0),
            'd' => (1.7, 1.2, 20.0),
            _ => (1.7, 1.2, 30.0),
        };
        let mut men = Vec::new();
        for row in 0..rows {
            let middle = match () {
                () if rows > 1 => (row as f64 + 0.5 - rows as f64 / 2.0) * (deep - 3.0) / rows as f64 - 1.0,
                () if kind.mounted => -1.4,
                () => -0.6,
            };
            for man in 0..across {
                let x = (man as f64 + 0.5 - across as f64 / 2.0) * wide / across as f64;
                let x = x + seed.between(-aside, aside);
                let y = middle + seed.between(-back, back);
                let turn = seed.between(-about, about);
                men.push((name.to_owned(), at(x, y), turn, seed.between(0.0, 5.0) as usize));
            }
        }
        men
    }

    fn sprites(&self) -> BTreeSet<Sprite> {
        let wears = self.piece.side;
        let mut sprites = BTreeSet::new();
        for stand in self.stands(self.stands) {
            for (name, _, _, coat) in self.men(&stand) {
                sprites.insert(Sprite::new(&format!("f-{name}"), wears, coat));
            }
        }
        for banner in ["b-sashimono", "b-nobori", standard(&self.piece.face.mon), "cr-smoke"] {
            sprites.insert(Sprite::new(banner, wears, 0));
        }
        sprites
    }

    fn draw(&self) -> Drawn {
        let (under, over) = self.marks();
        let (base, figures, banners) =
            if self.base() == Base::Round { self.leader() } else { self.on_stands() };
        Drawn { under, base, figures, banners, over }
    }

    fn on_stands(&self) -> (String, String, Vec<(f64, String)>) {
        let (wide, deep) = self.stand_size();
        let (w, d) = (wide / 2.0, deep / 2.0);
        let pattern = side(self.piece.side).pattern;
        let routing = self.is(Shape::Routing);
        let armour = self.piece.figure.as_ref().map_or("", |figure| figure.armour.as_str());
        let ground =
            if armour.is_empty() { "var(--base)".to_owned() } else { format!("var(--base-{armour})") };
        let (mut shadows, mut bases, mut men) = (String::new(), String::new(), String::new());
        let mut banners = Vec::new();
        for stand in self.stands(self.stands) {
            let spot =
                format!("translate({} {}) rotate({})", n(stand.spot.x), n(stand.spot.y), n(stand.turn));
            let rect = format!(
                r#"x="{}" y="{}" width="{}" height="{}" rx="1.4""#,
                n(0.4 - w),
                n(0.4 - d),
                n(wide - 0.8),
                n(deep - 0.8)
            );
            shadows += &format!(r#"<rect transform="{spot}" {rect}/>"#);
            let dashes = if routing { r#" stroke-dasharray="4 2.4""# } else { "" };
            let strip = format!("M{} {}H{}v2.4H{}z", n(0.9 - w), n(d - 3.2), n(w - 0.9), n(0.9 - w));
            bases += &format!(
                r#"<g transform="{spot}"><rect {rect} fill="{ground}" stroke="var(--fig-ink)" stroke-width=".7"{dashes}/><path d="{strip}" fill="var(--c)"/><path d="{strip}" fill="url(#{pattern})"/></g>"#
            );
            let standing = self.men(&stand);
            men += &format!(r#"<g transform="{spot}">"#);
            for (name, p, turn, coat) in &standing {
                men += &used(&Sprite::new(&format!("f-{name}"), self.piece.side, *coat), *p, *turn);
            }
            men += "</g>";
            self.raise_sashimono(&stand, &standing, &mut banners);
        }
        if self.base() == Base::Camp {
            crate::camp::curtains(self, &mut banners);
            let (x, y) = kind(self.piece, 0).1.standard.unwrap_or_default();
            banners.push(self.banner(at(x, self.deep / 2.0 + y), standard(&self.piece.face.mon), 1.0));
        } else if self.is_troops() {
            banners.push(self.banner(at(-1.0, (self.deep * 0.5).min(14.0)), "b-nobori", 1.0));
        }
        let base = format!(
            r#"<g transform="{}" fill="var(--shadow)">{shadows}</g><g transform="{}">{}{bases}{}{}</g>"#,
            self.placed(at(1.6, 2.4) * self.measure.fig),
            self.placed(at(0.0, 0.0)),
            self.lost_stands(),
            if self.base() == Base::Camp { crate::camp::floor(self) } else { String::new() },
            self.edge(routing)
        );
        (base, format!(r#"<g transform="{}">{men}</g>"#, self.placed(at(0.0, 0.0))), banners)
    }

    fn raise_sashimono(
        &self,
        stand: &Stand,
        standing: &[(String, Point, f64, usize)],
        banners: &mut Vec<(f64, String)>,
    ) {
        let kind = kind(self.piece, stand.i).1;
        let (wide, deep) = self.stand_size();
        if kind.sashimono {
            let drop = if kind.mounted { 4.0 } else { 1.4 };
            banners.extend(
                standing
                    .iter()
                    .map(|(_, p, _, _)| self.banner(stand.spot + *p + at(0.0, drop), "b-sashimono", 0.92)),
            );
        } else if kind.figures.is_empty() && (stand.i % self.files).is_multiple_of(2) {
            banners.push(self.banner(stand.spot + at(wide * 0.3, deep * 0.28), "b-sashimono", 0.95));
        }
    }

    fn leader(&self) -> (String, String, Vec<(f64, String)>) {
        let r = self.radius();
        let kind = kind(self.piece, 0).1;
        let pattern = side(self.piece.side).pattern;
        let rim = format!(
            "M{a} {b}A{r} {r} 0 0 0 {c} {b}L{e} {f}A{g} {g} 0 0 1 {h} {f}Z",
            a = n(-r * 0.94),
            b = n(r * 0.34),
            c = n(r * 0.94),
            e = n(r * 0.76),
            f = n(r * 0.28),
            g = n(r * 0.81),
            h = n(-r * 0.76),
            r = n(r)
        );
        let middle = |aside: Point| self.frame_at(self.on_paper(0.0, self.deep / 2.0) + aside);
        let base = format!(
            r#"<g transform="{}"><circle r="{r}" fill="var(--shadow)"/></g><g transform="{}"><circle r="{r}" fill="var(--base)" stroke="var(--fig-ink)" stroke-width=".8"/><path d="{rim}" fill="var(--c)"/><path d="{rim}" fill="url(#{pattern})"/><path d="M-5 {a}L0 {b}L5 {a}Z" fill="var(--fig-ink)"/></g>"#,
            middle(at(1.6, 2.4) * self.measure.fig),
            middle(at(0.0, 0.0)),
            a = n(1.0 - r),
            b = n(-5.0 - r),
            r = n(r)
        );
        let men: String = kind
            .figures
            .iter()
            .map(|part| {
                let sprite = Sprite::new(&format!("f-{}", part.symbol), self.piece.side, 2);
                used(&sprite, at(part.x, part.y), part.turn)
            })
            .collect();
        let size = r / 15.0;
        let figures = format!(r#"<g transform="{} scale({size:.2})">{men}</g>"#, middle(at(0.0, 0.0)));
        let flag = match (kind.standard, kind.nobori) {
            (Some((x, y)), _) => Some((x, y, standard(&self.piece.face.mon))),
            (None, Some((x, y))) => Some((x, y, "b-nobori")),
            (None, None) => None,
        };
        let banners = flag
            .map(|(x, y, name)| self.banner(at(x * size, self.deep / 2.0 + y * size), name, size))
            .into_iter()
            .collect();
        (base, figures, banners)
    }

    /// Upright, with its foot at a point of the unit's frame.
    fn banner(&self, foot: Point, name: &str, size: f64) -> (f64, String) {
        let spot = self.on_paper(foot.x, foot.y);
        let livery = side(self.piece.side);
        let crest = |x: f64, y: f64, size: f64| mon(self.piece, x, y, size, livery.ink);
        let on = match name {
            "b-nobori" => format!(
                r#"<path d="M.5 -15.4H11.6V-8.4Q8.6 -6.8 6 -8Q3.2 -9.2 .5 -7.6Z" fill="url(#{})"/>{}"#,
                livery.pattern,
                crest(1.9, -30.0, 8.4)
            ),
            "b-fan" => crest(-4.6, -40.2, 9.2),
            "b-flag" => crest(-7.6, -42.0, 15.2),
            "b-sashimono" if size > 0.93 => crest(0.75, -13.7, 4.2),
            _ => String::new(),
        };
        let body = format!(
            r#"<g transform="translate({} {}) scale({:.3})">{}{on}</g>"#,
            n(spot.x),
            n(spot.y),
            size * self.measure.fig,
            used(&Sprite::new(name, self.piece.side, 0), at(0.0, 0.0), 0.0)
        );
        (spot.y, body)
    }

    /// Where stands were that are lost: dotted, never filled.
    fn lost_stands(&self) -> String {
        if self.lost == 0 {
            return String::new();
        }
        let (wide, deep) = self.stand_size();
        let boxes: String = self.stands(self.stands + self.lost)[self.stands..]
            .iter()
            .map(|stand| {
                let corner = stand.spot - at(wide / 2.0 - 0.8, deep / 2.0 - 0.8);
                format!(
                    "M{} {}h{}v{}h{}z",
                    n(corner.x),
                    n(corner.y),
                    n(wide - 1.6),
                    n(deep - 1.6),
                    n(1.6 - wide)
                )
            })
            .collect();
        format!(
            r#"<path d="{boxes}" fill="none" stroke="var(--fig-ink)" stroke-opacity=".6" stroke-width=".7" stroke-dasharray="1.6 2.2"/>"#
        )
    }

    /// A thick edge with a notch: the way it faces. None while it runs.
    fn edge(&self, routing: bool) -> String {
        if routing {
            return String::new();
        }
        let half = self.wide / 2.0 - 0.6;
        let gate = if self.base() == Base::Camp { 12.0_f64.min(half / 2.0) } else { 0.0 };
        format!(
            r#"<path d="M{a} .2H{b}M{c} .2H{d}" stroke="var(--fig-ink)" stroke-width="1.9"/><path d="M-4.4 -.6L0 -5.2L4.4 -.6Z" fill="var(--fig-ink)"/>"#,
            a = n(-half),
            b = n(-gate),
            c = n(gate),
            d = n(half)
        )
    }
}

/// The great standard of a general: a fan, a gourd or a flag.
fn standard(mon: &str) -> &'static str {
    match mon {
        "toyotomi" | "hashiba" => "b-gourd",
        _ if mon.len().is_multiple_of(2) => "b-fan",
        _ => "b-flag",
    }
}

fn used(sprite: &Sprite, p: Point, turn: f64) -> String {
    format!(
        r##"<use href="#{}" transform="translate({} {}) rotate({})"/>"##,
        sprite.id(),
        n(p.x),
        n(p.y),
        n(turn)
    )
}

/// A number as the client writes it.
fn short(value: f64) -> String {
    format!("{}", (value * 10.0).round() / 10.0)
}

/// The symbols that a piece on a table refers to.
pub(crate) fn sprites(piece: &Piece) -> BTreeSet<Sprite> {
    let Some(pose) = piece.pose else { return BTreeSet::new() };
    // Which figures there are depends on the proportions of the stands: draw it for both rulers.
    let measure = |ruler| Measure::new(at(0.0, 0.0), 0.1, ruler);
    ["cm", "in"].into_iter().flat_map(|ruler| Unit::new(piece, pose, measure(ruler)).sprites()).collect()
}

/// All units of a table with their plates.
pub(crate) fn draw(pieces: &[(&Piece, Pose)], measure: Measure) -> String {
    let units: Vec<Unit> = pieces.iter().map(|(piece, pose)| Unit::new(piece, *pose, measure)).collect();
    let mut drawn: Vec<(&Unit, Drawn)> = units.iter().map(|unit| (unit, unit.draw())).collect();
    let veil = |unit: &Unit| if unit.is(Shape::Veil) { r#" opacity=".6""# } else { "" };
    let inked = |unit: &Unit, text: &str| inked(text, unit.piece.side, 0);
    let mut out: String = drawn.iter().map(|(unit, parts)| inked(unit, &parts.under)).collect();
    for (unit, parts) in &drawn {
        let spot = unit.on_paper(0.0, unit.deep / 2.0);
        out += &format!(
            r#"<g class="piece side-{}" data-id="{}" role="img" aria-label="{label}"{}><title>{label}</title><g transform="translate({x} {y})"><g transform="translate({mx} {my})">{}</g></g></g>"#,
            unit.piece.side,
            plain(&unit.piece.id),
            veil(unit),
            inked(unit, &parts.base),
            label = plain(&unit.piece.label),
            x = n(spot.x),
            y = n(spot.y),
            mx = n(-spot.x),
            my = n(-spot.y),
        );
    }
    drawn.sort_by(|a, b| a.0.front.y.total_cmp(&b.0.front.y));
    for (unit, parts) in &drawn {
        out += &format!("<g{}>{}</g>", veil(unit), parts.figures);
    }
    let mut banners: Vec<(f64, String)> = drawn
        .iter()
        .flat_map(|(unit, parts)| {
            parts.banners.iter().map(|(y, svg)| (*y, format!("<g{}>{}</g>", veil(unit), inked(unit, svg))))
        })
        .collect();
    banners.sort_by(|a, b| a.0.total_cmp(&b.0));
    out.extend(banners.into_iter().map(|(_, svg)| svg));
    out.extend(drawn.iter().map(|(unit, parts)| inked(unit, &parts.over)));
    out + &tags(&units)
}
