//! Layers 14 and 15: grain, frame, and below the ground a band with cartouche, key and compass.
//!
//! The band lies under the ground, not on it: every hex stays in sight.

use kernel::Name;

use crate::{
    hex::RIM,
    key::{Entry, key},
    line::{Point, at},
    palette::{INK, INK_2, PAPER, ROMAN_FONT, VERMILION},
    pen::{n, plain},
};

/// The height of the band.
pub(crate) const BAND: f64 = 168.0;

/// What surrounds a ground that ends at `end`.
#[derive(Clone, Debug)]
pub(crate) struct Furniture<'a> {
    pub(crate) end: Point,
    pub(crate) name: &'a Name,
    /// A line under the title: "40 × 28 hexes".
    pub(crate) scale: String,
    pub(crate) up: &'a str,
    pub(crate) entries: Vec<Entry>,
}

impl Furniture<'_> {
    /// The whole sheet, to its lower right corner.
    pub(crate) fn size(end: Point) -> Point {
        at(end.x + RIM, end.y + BAND + RIM)
    }

    pub(crate) fn svg(&self) -> String {
        let size = Furniture::size(self.end);
        let (w, h) = (n(size.x), n(size.y));
        let (x, y, right, foot) = (n(RIM), n(RIM), n(self.end.x), n(self.end.y));
        let mut out = format!(
            r##"<rect class="grain" width="{w}" height="{h}" fill="url(#gunbai-paper)"/><path d="M{x} {y}H{right}V{foot}H{x}z" fill="none" stroke="{INK}"/>"##
        );
        for (gap, width) in [(30.0, "3.2"), (23.0, "1")] {
            let g = RIM - gap + 16.0;
            out += &format!(
                r#"<path d="M{a} {a}H{b}V{c}H{a}z" fill="none" stroke="{INK}" stroke-width="{width}"/>"#,
                a = n(g),
                b = n(size.x - g),
                c = n(size.y - g),
            );
        }
        let top = self.end.y + 14.0;
        let (box_svg, wide) = self.cartouche(at(RIM + 4.0, top));
        out += &box_svg;
        let compass = 118.0;
        out += &self.compass(at(self.end.x - compass / 2.0, top + 78.0));
        out + &key(&self.entries, at(RIM + wide + 30.0, top), self.end.x - compass)
    }

    /// The title in a double frame with a seal, as wide as it needs to be.
    fn cartouche(&self, corner: Point) -> (String, f64) {
        let high = 140.0;
        let (kanji, letters) = (self.name.ja.chars().count() as f64, self.name.en.chars().count() as f64);
        let text = (kanji * 55.0).max(letters * 19.0).max(self.scale.chars().count() as f64 * 8.2).max(180.0);
        let wide = text + 110.0;
        let middle = (wide - 44.0) / 2.0;
        let line = |y: f64, size: f64, rest: &str, text: &str| {
            format!(
                r#"<text x="{}" y="{}" font-size="{}" {rest}>{}</text>"#,
                n(middle),
                n(y),
                n(size),
                plain(text)
            )
        };
        let roman = format!(r#"letter-spacing="2" font-family="{ROMAN_FONT}""#);
        let title = if self.name.ja.is_empty() {
            line(78.0, 40.0, &roman, &self.name.en)
        } else {
            line(64.0, 46.0, r#"font-weight="700" letter-spacing="6""#, &self.name.ja)
                + &line(95.0, 23.0, &roman, &self.name.en.to_uppercase())
        };
        let svg = format!(
            concat!(
                r#"<g class="cartouche" transform="translate({x} {y})" text-anchor="middle" fill="{ink}"><rect width="{w}" height="{h}" fill="{paper}" fill-opacity=".9" stroke="{ink}" stroke-width="2.2"/><rect x="6" y="6" width="{iw}" height="{ih}" fill="none" stroke="{ink}" stroke-width=".8"/>"#,
                r#"<rect x="{sx}" y="18" width="30" height="{sh}" fill="{red}"/><path d="M{tx} {ty}h16v24h-16zm0 12h16m-8-12v24" fill="none" stroke="{paper}" stroke-width="2"/>{title}{scale}</g>"#,
            ),
            x = n(corner.x),
            y = n(corner.y),
            ink = INK,
            paper = PAPER,
            red = VERMILION,
            w = n(wide),
            h = n(high),
            iw = n(wide - 12.0),
            ih = n(high - 12.0),
            sx = n(wide - 50.0),
            sh = n(high - 36.0),
            tx = n(wide - 43.0),
            ty = n(high / 2.0 - 12.0),
            title = title,
            scale = line(120.0, 14.5, &format!(r#"fill="{INK_2}" font-family="{ROMAN_FONT}""#), &self.scale),
        );
        (svg, wide)
    }

    /// The needle points north wherever the top of the sheet looks.
    fn compass(&self, centre: Point) -> String {
        let turn = match self.up {
            "north" => 0.0,
            "east" => -90.0,
            "south" => 180.0,
            "west" => 90.0,
            _ => return String::new(),
        };
        let angle = f64::to_radians(turn);
        let letter = at(angle.sin(), -angle.cos()) * 54.0 + at(0.0, 7.5);
        format!(
            concat!(
                r#"<g class="compass" transform="translate({x} {y})" fill="none" stroke="{ink}"><circle r="40" stroke-width="1.8" fill="{paper}" fill-opacity=".7"/><circle r="34" stroke-width=".8"/>"#,
                r#"<path d="M0-34V-28M34 0H28M0 34V28M-34 0H-28"/><g transform="rotate({turn})"><path d="M0-31L7 0L0 31L-7 0z" stroke-width="1.2"/><path d="M0-31L7 0H-7z" fill="{red}" stroke="none"/></g>"#,
                r#"<text x="{lx}" y="{ly}" font-size="21" font-weight="700" text-anchor="middle" fill="{ink}" stroke="none">北</text></g>"#,
            ),
            x = n(centre.x),
            y = n(centre.y),
            ink = INK,
            paper = PAPER,
            red = VERMILION,
            turn = n(turn),
            lx = n(letter.x),
            ly = n(letter.y),
        )
    }
}
