//! Layer 13: names, kanji with romaji beneath, each where it covers least.

use kernel::Name;

use crate::{
    line::{Point, at},
    palette::{INK, PAPER, ROMAN_FONT, VERMILION, WATER_INK},
    pen::{n, plain},
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) from: Point,
    pub(crate) to: Point,
}

impl Frame {
    pub(crate) fn around(centre: Point, half: Point) -> Frame {
        Frame { from: centre - half, to: centre + half }
    }

    fn shared(&self, other: &Frame) -> f64 {
        let wide = self.to.x.min(other.to.x) - self.from.x.max(other.from.x);
        let high = self.to.y.min(other.to.y) - self.from.y.max(other.from.y);
        wide.max(0.0) * high.max(0.0)
    }

    fn holds(&self, p: Point) -> bool {
        p.x > self.from.x && p.x < self.to.x && p.y > self.from.y && p.y < self.to.y
    }
}

/// What a name says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Land,
    Water,
    /// A part of the country: set wide, and light enough to lie under everything.
    Region,
}

/// Names placed one by one, greatest first; each avoids signs and earlier names, and if it can, lines.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    bounds: Frame,
    taken: Vec<Frame>,
    lines: Vec<Point>,
    svg: String,
}

impl Names {
    pub(crate) fn new(bounds: Frame) -> Names {
        Names { bounds, taken: Vec::new(), lines: Vec::new(), svg: String::new() }
    }

    pub(crate) fn keep_clear(&mut self, frame: Frame) {
        self.taken.push(frame);
    }

    pub(crate) fn avoid(&mut self, course: &[Point]) {
        for pair in course.windows(2) {
            let steps = ((pair[1] - pair[0]).length() / 6.0).ceil().max(1.0) as usize;
            self.lines.extend((0..steps).map(|i| pair[0] + (pair[1] - pair[0]) * (i as f64 / steps as f64)));
        }
    }

    /// Writes a name near a spot, clear of it by `gap`.
    pub(crate) fn near(&mut self, spot: Point, gap: Point, name: &Name, size: f64, ink: Ink) {
        let block = Block::new(name, size, ink);
        let half = block.half;
        let down = gap.y + half.y;
        let across = gap.x + half.x;
        let spots = [
            at(0.0, down),
            at(0.0, -down),
            at(across, 0.0),
            at(-across, 0.0),
            at(across * 0.8, down * 0.8),
            at(-across * 0.8, down * 0.8),
            at(across * 0.8, -down * 0.8),
            at(-across * 0.8, -down * 0.8),
        ];
        let cost = |i: usize, centre: Point| {
            let frame = Frame::around(centre, half);
            let covered: f64 = self.taken.iter().map(|other| frame.shared(other)).sum();
            let crossed = self.lines.iter().filter(|p| frame.holds(**p)).count();
            let inside = frame.shared(&self.bounds) >= 4.0 * half.x * half.y - 0.1;
            covered * 10.0 + crossed as f64 * 20.0 + i as f64 * 9.0 + if inside { 0.0 } else { 1e6 }
        };
        let best = spots
            .iter()
            .enumerate()
            .map(|(i, offset)| (cost(i, spot + *offset), spot + *offset))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, centre)) = best {
            self.write(&block, centre);
        }
    }

    /// Writes a name right there.
    pub(crate) fn over(&mut self, spot: Point, name: &Name, size: f64, ink: Ink) {
        let block = Block::new(name, size, ink);
        self.write(&block, spot);
    }

    fn write(&mut self, block: &Block, centre: Point) {
        self.taken.push(Frame::around(centre, block.half));
        self.svg += &block.svg(centre);
    }

    pub(crate) fn svg(self) -> String {
        if self.svg.is_empty() {
            return self.svg;
        }
        format!(
            r#"<g class="names" text-anchor="middle" fill="{INK}" stroke="{PAPER}" stroke-width="4" stroke-opacity=".88" stroke-linejoin="round" paint-order="stroke">{}</g>"#,
            self.svg
        )
    }
}

/// A name set in type.
#[derive(Clone, Debug)]
struct Block {
    ja: String,
    en: String,
    size: f64,
    ink: Ink,
    half: Point,
}

impl Block {
    fn new(name: &Name, size: f64, ink: Ink) -> Block {
        let (kanji, letters) = (name.ja.chars().count() as f64, name.en.chars().count() as f64);
        // Without kanji the romaji take the large line.
        let roman = if name.ja.is_empty() { size * 0.8 } else { size * 0.62 };
        let spread = if ink == Ink::Region { 1.4 } else { 1.0 };
        let wide = (kanji * size * 1.09).max(letters * roman * 0.52) * spread;
        let high = if name.ja.is_empty() { roman } else { size + roman * 1.05 };
        Block {
            ja: plain(&name.ja),
            en: plain(&name.en),
            size,
            ink,
            half: at(wide / 2.0 + 2.0, high / 2.0 + 1.0),
        }
    }

    fn svg(&self, centre: Point) -> String {
        let colour = match self.ink {
            Ink::Land => String::new(),
            Ink::Water => format!(r##" fill="{WATER_INK}" stroke="#a9c4c8" font-style="italic""##),
            Ink::Region => format!(r#" fill="{VERMILION}" fill-opacity=".62" stroke-opacity=".35""#),
        };
        let spacing = if self.ink == Ink::Region { 0.5 } else { 0.09 };
        let roman_spacing = match self.ink {
            Ink::Region => format!(r#" font-weight="700" letter-spacing="{}""#, n(self.size * 0.16)),
            _ => String::new(),
        };
        let top = centre.y - self.half.y;
        let mut out = String::new();
        let mut roman = (self.size * 0.8, top + self.size * 0.72);
        if !self.ja.is_empty() {
            // The spacing trails the last letter: half of it sets the line straight again.
            out += &format!(
                r#"<text x="{}" y="{}" font-size="{}" font-weight="700" letter-spacing="{}"{colour}>{}</text>"#,
                n(centre.x + self.size * spacing / 2.0),
                n(top + self.size * 0.9),
                n(self.size),
                n(self.size * spacing),
                self.ja
            );
            roman = (self.size * 0.62, top + self.size * 0.9 + self.size * 0.66);
        }
        out + &format!(
            r#"<text x="{}" y="{}" font-size="{}" font-family="{ROMAN_FONT}"{roman_spacing}{colour}>{}</text>"#,
            n(centre.x),
            n(roman.1),
            n(roman.0),
            self.en
        )
    }
}
