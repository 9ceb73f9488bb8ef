//! Counters: a square of card with a coloured head.

use kernel::scene::Piece;

use crate::{
    art::{crest, glyph},
    castle::{castle, is_site},
    conditions::{Shape, has},
    palette::{INK, INK_2, Livery, NUMBER_FONT, RAISED, TITLE_FONT, side},
    pen::{n, plain},
    states::{Dress, dress},
};

/// How much a counter shows, by its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Distance {
    Far,
    Mid,
    Near,
}

/// What the glyph already tells is left out of a short name.
const ARMS: [&str; 4] = ["騎馬鉄砲隊", "騎馬隊", "鉄砲隊", "足軽隊"];

/// A counter of `size` units around a centre. It refers to the definitions of [`crate::symbols`].
pub fn piece(piece: &Piece, x: f64, y: f64, size: f64) -> String {
    let distance = match size {
        s if s < 40.0 => Distance::Far,
        s if s <= 70.0 => Distance::Mid,
        _ => Distance::Near,
    };
    let livery = side(piece.side);
    let Dress { under, over, turn } = dress(piece, livery);
    let shadow = match is_site(piece) {
        true => r##"<path d="M33 4.5L60 19.5V49.5L33 64.5L6 49.5V19.5z" fill="#000" fill-opacity=".28"/>"##,
        false => r##"<rect x="2" y="3.4" width="62" height="62" rx="4" fill="#000" fill-opacity=".28"/>"##,
    };
    let inner = match distance {
        _ if is_site(piece) => castle(piece, livery, distance == Distance::Far),
        Distance::Far => far(piece, livery),
        _ => card(piece, livery, distance),
    };
    format!(
        concat!(
            r#"<g class="piece side-{side}" data-id="{id}" role="img" aria-label="{label}" transform="translate({x} {y}) scale({scale:.3})" font-family="{font}" text-anchor="middle">"#,
            r#"<title>{label}</title>{under}<g{turn}>{shadow}{inner}{over}</g></g>"#,
        ),
        side = piece.side,
        id = plain(&piece.id),
        label = plain(&piece.label),
        x = n(x - size / 2.0),
        y = n(y - size / 2.0),
        scale = size / 64.0,
        font = TITLE_FONT,
        under = under,
        over = over,
        turn = if turn.is_empty() { String::new() } else { format!(r#" transform="{turn}""#) },
        shadow = shadow,
        inner = inner,
    )
}

fn is_reduced(piece: &Piece) -> bool {
    has(piece, Shape::Reduced)
}

/// Head with crest and name, face with picture and values.
fn card(piece: &Piece, livery: Livery, distance: Distance) -> String {
    let Livery { colour, ink, pattern } = livery;
    let face = if is_reduced(piece) { "#ece2ca" } else { RAISED };
    let mut out = format!(
        r##"<rect x="1" y="1" width="62" height="62" rx="4" fill="{face}" stroke="{INK}" stroke-width="1.6"/><path d="M1.8 20.5V5a3.2 3.2 0 0 1 3.2-3.2H59a3.2 3.2 0 0 1 3.2 3.2V20.5z" fill="{colour}"/><path d="M24 1.8H59a3.2 3.2 0 0 1 3.2 3.2V20.5H24z" fill="url(#{pattern})"/>"##
    );
    if is_reduced(piece) {
        out += &format!(r#"<path d="M62.2 44V58.8a3.4 3.4 0 0 1-3.4 3.4H44z" fill="{colour}"/>"#);
    }
    out += &mon(piece, 4.0, 3.0, 16.0, ink);
    let values = piece.face.values.join("–");
    if glyph(&piece.face.glyph).is_some() {
        let name = match distance {
            Distance::Near => full_name(piece),
            _ => short_name(piece),
        };
        // A stroke in the side's colour keeps the name off the pattern.
        let halo =
            format!(r#"paint-order="stroke" stroke="{colour}" stroke-width="3" stroke-linejoin="round""#);
        let size = fit(&name, 36.0, 10.5);
        out += &text(42.5, 11.2 + size * 0.36, size, &name, ink, &halo);
        let near = distance == Distance::Near;
        let (x, y, size) = match (values.is_empty(), near) {
            (true, _) => (16.0, 26.0, 32.0),
            (false, true) => (21.0, 22.0, 22.0),
            (false, false) => (19.5, 21.0, 24.5),
        };
        out += &picture(piece, x, y, size);
        out += &number(32.0, 58.6, fit_number(&values, if near { 14.5 } else { 16.5 }), &values);
        if piece.face.glyph == "fan" {
            out += r##"<rect x="3.5" y="22.5" width="57" height="38.5" rx="2" fill="none" stroke="#b5901f" stroke-width="1.6"/>"##;
        }
    } else {
        let badge = &piece.face.badge;
        if !badge.is_empty() {
            let halo = format!(
                r#"text-anchor="end" paint-order="stroke" stroke="{colour}" stroke-width="3" stroke-linejoin="round""#
            );
            out += &text(59.0, 15.4, 12.0, badge, ink, &halo);
        }
        let name = &piece.face.name;
        if distance == Distance::Near && !name.ja.is_empty() {
            out += &text(32.0, 34.0, fit(&name.ja, 58.0, 13.0), &name.ja, INK, "");
            let size = fit(&name.en, 58.0, 7.0);
            out += &text(32.0, 42.5, size, &name.en, INK_2, &format!(r#"font-family="{NUMBER_FONT}""#));
        } else {
            let name = short_name(piece);
            out += &text(32.0, 38.0, fit(&name, 56.0, 17.0), &name, INK, "");
        }
        out += &format!(r#"<path d="M5 45.5H59" stroke="{colour}" stroke-width=".8"/>"#);
        out += &number(32.0, 59.0, fit_number(&values, 16.0), &values);
    }
    out
}

/// From afar: a picture and one number.
fn far(piece: &Piece, livery: Livery) -> String {
    let Livery { colour, ink, pattern } = livery;
    let first = piece.face.values.first().map_or("", String::as_str);
    if glyph(&piece.face.glyph).is_some() {
        let band: String = [colour.to_owned(), format!("url(#{pattern})")]
            .iter()
            .map(|fill| format!(r#"<path d="M2 2h14V62H2z" fill="{fill}"/>"#))
            .collect();
        format!(
            r#"<rect x="1" y="1" width="62" height="62" rx="4" fill="{RAISED}" stroke="{INK}" stroke-width="2.5"/>{band}{}{}"#,
            picture(piece, 20.0, 6.0, 36.0),
            number(39.0, 60.0, 18.0, first)
        )
    } else {
        format!(
            r##"<rect x="1" y="1" width="62" height="62" rx="4" fill="{colour}" stroke="{INK}" stroke-width="2.5"/><rect x="1" y="1" width="62" height="62" rx="4" fill="url(#{pattern})"/><circle cx="32" cy="24" r="22" fill="{colour}"/>{}<rect x="12" y="44" width="40" height="19" rx="3" fill="{RAISED}"/>{}"##,
            mon(piece, 14.0, 6.0, 36.0, ink),
            number(32.0, 60.0, 18.0, first)
        )
    }
}

pub(crate) fn mon(piece: &Piece, x: f64, y: f64, size: f64, colour: &str) -> String {
    if crest(&piece.face.mon).is_none() {
        return String::new();
    }
    symbol(&format!("mon-{}", piece.face.mon), x, y, size, colour)
}

fn picture(piece: &Piece, x: f64, y: f64, size: f64) -> String {
    symbol(&format!("glyph-{}", piece.face.glyph), x, y, size, INK)
}

pub(crate) fn symbol(name: &str, x: f64, y: f64, size: f64, colour: &str) -> String {
    format!(
        r##"<use href="#gunbai-{name}" x="{x}" y="{y}" width="{s}" height="{s}" fill="{colour}" color="{colour}"/>"##,
        x = n(x),
        y = n(y),
        s = n(size)
    )
}

fn full_name(piece: &Piece) -> String {
    let name = &piece.face.name;
    if name.ja.is_empty() { name.en.clone() } else { name.ja.clone() }
}

fn short_name(piece: &Piece) -> String {
    let name = full_name(piece);
    ARMS.iter().find_map(|arm| name.strip_suffix(arm)).unwrap_or(&name).to_owned()
}

/// The size at which a text fills `room`, but no more than `most`.
pub(crate) fn fit(text: &str, room: f64, most: f64) -> f64 {
    (room / width(text).max(0.1)).min(most)
}

fn fit_number(text: &str, most: f64) -> f64 {
    (56.0 / (text.chars().count().max(1) as f64 * 0.58)).min(most)
}

/// The width of a text in ems: kanji are square.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(|c| if c < '\u{2e80}' { 0.56 } else { 1.0 }).sum()
}

pub(crate) fn text(x: f64, y: f64, size: f64, text: &str, fill: &str, rest: &str) -> String {
    format!(
        r#"<text x="{}" y="{}" font-size="{}" font-weight="700" fill="{fill}" {rest}>{}</text>"#,
        n(x),
        n(y),
        n(size),
        plain(text)
    )
}

fn number(x: f64, y: f64, size: f64, digits: &str) -> String {
    if digits.is_empty() {
        return String::new();
    }
    text(x, y, size, digits, INK, &format!(r#"font-family="{NUMBER_FONT}""#))
}
