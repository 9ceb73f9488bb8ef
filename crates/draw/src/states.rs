//! The states of a piece, one language for every system: frame and shape, a seal, never colour alone.

use kernel::scene::Piece;

use crate::{
    conditions::{Colour, Shape, conditions, has},
    counter::text,
    palette::{CHOICE, GLOW, GOLD, INDIGO, INK, INK_2, Livery, NUMBER_FONT, RAISED, VERMILION},
    pen::n,
};

/// What lies under a counter and over it, and how it is turned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dress {
    pub(crate) under: String,
    pub(crate) over: String,
    pub(crate) turn: &'static str,
}

/// Where seals without a place of their own go, in order.
const FREE: [(f64, f64); 6] =
    [(61.0, 34.0), (3.0, 34.0), (61.0, 66.0), (3.0, 66.0), (32.0, 66.0), (32.0, -2.0)];

/// Veil, turn, frame and seals, in this order however the states are listed.
pub(crate) fn dress(piece: &Piece, livery: Livery) -> Dress {
    let is = |shape: Shape| has(piece, shape);
    let mut dress = Dress::default();
    if is(Shape::Veil) {
        dress.over += &format!(
            r##"<rect x="1" y="1" width="62" height="62" rx="4" fill="#d9cdb3" fill-opacity=".62"/><path d="M63 1V20L44 1z" fill="{INK_2}"/><path d="M53 6l3 3l4.5-5" fill="none" stroke="{RAISED}" stroke-width="1.8"/>"##
        );
    }
    if is(Shape::Turned) {
        dress.turn = "rotate(-9 32 32)";
        dress.over += &red(&format!("M2 67{}", "l5-6l5 6".repeat(6)), "3");
    }
    if is(Shape::Pinned) {
        dress.over += &format!(
            r#"<path d="M-1 27L65 47M65 27L-1 47" fill="none" stroke="{INK}" stroke-width="1.6" stroke-dasharray="5 2" stroke-opacity=".8"/>"#
        );
    }
    if is(Shape::Retreating) {
        dress.over += &red("M14 72l-8 5l8 5M30 72l-8 5l8 5M46 72l-8 5l8 5", "3");
    }
    if is(Shape::Struck) {
        dress.over += &red("M3 61L61 3", "3");
    }
    if is(Shape::Lit) {
        dress.under += &format!(
            r#"<rect x="-3" y="-3" width="70" height="70" rx="7" fill="{GLOW}" fill-opacity=".55"/>"#
        );
        dress.over += &format!(
            r#"<rect x="-2" y="-2" width="68" height="68" rx="6" fill="none" stroke="{CHOICE}" stroke-width="3.4" stroke-dasharray="9 4"/>"#
        );
    }
    if is(Shape::Chosen) {
        if dress.turn.is_empty() {
            dress.turn = "translate(0 -2)";
        }
        dress.under +=
            r##"<rect x="1" y="5" width="64" height="64" rx="6" fill="#000" fill-opacity=".28"/>"##;
        dress.over += &format!(
            r#"<rect x="-2" y="-2" width="68" height="68" rx="6" fill="none" stroke="{INDIGO}" stroke-width="4"/><path d="M-5 12V-5H12M52-5H69V12M69 52V69H52M12 69H-5V52" fill="none" stroke="{GLOW}" stroke-width="2"/>"#
        );
    }
    if is(Shape::Target) {
        dress.over += &red("M-4 14V-4H14M50-4H68V14M68 50V68H50M14 68H-4V50", "4.5");
    }
    if is(Shape::Wall) {
        dress.over += &format!(
            r##"<path transform="translate(0 15)" d="M-6 61V45h8v5h8v-5h8v5h8v-5h12v5h8v-5h8v5h8v-5h8V61z" fill="#8d8069" fill-opacity=".92" stroke="{INK}" stroke-width="1.5"/><path d="M-6 70H70M12 65V70M52 65V70M4 70v6M60 70v6" stroke="{INK}" stroke-width=".8"/>"##
        );
    }
    if is(Shape::Ring) {
        dress.over += &format!(
            r#"<circle cx="32" cy="32" r="43" fill="none" stroke="{INK}" stroke-width="5" stroke-dasharray="3 5"/>"#
        );
        for turn in (0..360).step_by(60) {
            dress.over += &format!(
                r#"<path transform="rotate({turn} 32 32)" d="M32-12l-5-7h10z" fill="{VERMILION}"/>"#
            );
        }
    }
    if is(Shape::Cut) {
        dress.over += &format!(
            r#"<path d="M-2 70H22M42 70H66M24 66l6 8M34 66l6 8" stroke="{GOLD}" stroke-width="3" fill="none"/>"#
        );
    }
    let mut free = FREE.into_iter().cycle();
    let mut seals = String::new();
    for condition in conditions(piece) {
        let Some(sign) = &condition.sign else { continue };
        let colour = match condition.colour {
            Some(Colour::Ink) => INK,
            Some(Colour::Vermilion) => VERMILION,
            Some(Colour::Gold) => GOLD,
            Some(Colour::Grey) | None => INK_2,
        };
        let Some((x, y)) = condition.seat.or_else(|| free.next()) else { continue };
        seals += &seal(x, y, 8.5, sign, colour);
    }
    if let Some(loss) = piece.states.iter().find_map(|state| state.strip_prefix("morale-")) {
        let fill = livery.colour;
        let red = if fill == "#b5371f" { INK } else { VERMILION };
        seals += &format!(
            r#"<path d="M-11 22h17v12l-8.5 8l-8.5-8z" fill="{red}" stroke="{RAISED}" stroke-width="1.4"/>"#
        );
        let font = format!(r#"font-family="{NUMBER_FONT}""#);
        seals += &text(-2.5, 35.0, 11.0, &format!("−{loss}"), "#fff", &font);
    }
    dress.over += &seals;
    dress
}

fn red(d: &str, width: &str) -> String {
    format!(r#"<path d="{d}" fill="none" stroke="{VERMILION}" stroke-width="{width}"/>"#)
}

/// A round seal with one kanji or a number.
pub(crate) fn seal(x: f64, y: f64, radius: f64, sign: &str, colour: &str) -> String {
    format!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{colour}" stroke="{RAISED}" stroke-width="1.6"/>{}"#,
        n(x),
        n(y),
        n(radius),
        text(x, y + radius * 0.42, radius * 1.15, sign, RAISED, "")
    )
}
