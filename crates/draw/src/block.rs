//! Units on an open table: stands in ranks, a thick front edge, a banner with the crest.

use kernel::scene::{Piece, Pose};

use crate::{
    counter::{fit, mon, symbol, text},
    line::{Point, at},
    palette::{CHOICE, INDIGO, INK, Livery, RAISED, TITLE_FONT, VERMILION, side},
    pen::{n, plain},
    seed::Seed,
    states::seal,
};

/// Draws a unit at its pose; `scale` is in units per hundredth of the table's measure.
pub(crate) fn block(piece: &Piece, pose: Pose, origin: Point, scale: f64) -> String {
    let livery = side(piece.side);
    let (w, h) = ((f64::from(pose.width) * scale).max(14.0), (f64::from(pose.depth) * scale).max(10.0));
    let (front, ahead) = stance(pose, origin, scale);
    let centre = front - ahead * (f64::from(pose.depth) * scale / 2.0);
    let is = |word: &str| piece.states.iter().any(|state| state == word);
    let mut inner = stands(piece, pose, livery, at(w, h), is("disordered"));
    inner += &format!(
        r#"<path d="M{a} {b}H{c}" stroke="{INK}" stroke-width="5"/>"#,
        a = n(-w / 2.0),
        b = n(-h / 2.0 - 2.0),
        c = n(w / 2.0)
    );
    let frame = |gap: f64, stroke: &str, rest: &str| {
        format!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="none" stroke="{stroke}" stroke-width="4" {rest}/>"#,
            x = n(-w / 2.0 - gap),
            y = n(-h / 2.0 - gap),
            w = n(w + 2.0 * gap),
            h = n(h + 2.0 * gap)
        )
    };
    if is("choice") || is("lit") {
        inner += &frame(9.0, CHOICE, r#"stroke-dasharray="9 4""#);
    }
    if is("chosen") || is("selected") {
        inner += &frame(8.0, INDIGO, "");
    }
    if is("target") {
        inner += &frame(9.0, VERMILION, r#"stroke-dasharray="22 1000""#);
        inner += &frame(9.0, VERMILION, r#"stroke-dasharray="14 26" stroke-dashoffset="-20""#);
    }
    inner += &banner(piece, livery, at(0.0, -h / 2.0));
    if is("acted") {
        inner += &format!(
            r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#d9cdb3" fill-opacity=".55"/>"##,
            x = n(-w / 2.0),
            y = n(-h / 2.0),
            w = n(w),
            h = n(h)
        );
        inner += &seal(w / 2.0, -h / 2.0, 9.0, "✓", INK);
    }
    if is("disordered") {
        inner += &seal(w / 2.0, h / 2.0, 10.0, "乱", VERMILION);
    }
    format!(
        r#"<g class="piece side-{side}" data-id="{id}" role="img" aria-label="{label}" transform="translate({x} {y})" font-family="{TITLE_FONT}" text-anchor="middle"><title>{label}</title><g transform="rotate({turn})">{inner}</g>{plate}</g>"#,
        side = piece.side,
        id = plain(&piece.id),
        label = plain(&piece.label),
        x = n(centre.x),
        y = n(centre.y),
        turn = n(f64::from(pose.heading) / 10.0),
        plate = plate(piece, w, h, f64::from(pose.heading) / 10.0)
    )
}

/// The middle of a block's front on paper, and the way it faces.
pub(crate) fn stance(pose: Pose, origin: Point, scale: f64) -> (Point, Point) {
    let turn = (f64::from(pose.heading) / 10.0).to_radians();
    (origin + at(f64::from(pose.x), -f64::from(pose.y)) * scale, at(turn.sin(), -turn.cos()))
}

fn stands(piece: &Piece, pose: Pose, livery: Livery, size: Point, disordered: bool) -> String {
    let Point { x: w, y: h } = size;
    let files = i32::from(pose.files.max(1));
    let count = i32::from(pose.stands.max(1));
    let ranks = (count + files - 1) / files;
    let (sw, sh) = (w / f64::from(files), h / f64::from(ranks));
    let men = if piece.face.glyph.contains("horse") || piece.face.glyph.contains("mounted") { 2 } else { 3 };
    let face =
        match &piece.face.values.iter().find(|v| ["L", "M", "H"].contains(&v.as_str())).map(String::as_str) {
            Some("M") => "#e6dabb",
            Some("H") => "#c9b98f",
            _ => RAISED,
        };
    let mut seed = Seed::of(&piece.id);
    let mut out = String::new();
    for i in 0..count {
        let (file, rank) = (i % files, i / files);
        // A short last rank stands in the middle.
        let short = (files - (count - rank * files).min(files)).max(0);
        let (x, y) =
            (-w / 2.0 + (f64::from(file) + f64::from(short) / 2.0) * sw, -h / 2.0 + f64::from(rank) * sh);
        let turn = if disordered {
            format!(
                r#" transform="rotate({} {} {})""#,
                n(seed.between(-13.0, 13.0)),
                n(x + sw / 2.0),
                n(y + sh / 2.0)
            )
        } else {
            String::new()
        };
        out += &format!(
            r##"<g{turn}><rect x="{x}" y="{y}" width="{w}" height="{h}" rx="1.5" fill="{face}" stroke="{INK}" stroke-width="1.2"/><path d="M{x} {f}h{w}v-4.5h-{w}z" fill="{c}"/><path d="M{x} {f}h{w}v-4.5h-{w}z" fill="url(#{p})"/>"##,
            x = n(x + 0.5),
            y = n(y + 0.5),
            w = n(sw - 1.0),
            h = n(sh - 1.0),
            f = n(y + sh - 0.5),
            c = livery.colour,
            p = livery.pattern,
        );
        for man in 0..men {
            out += &format!(
                r#"<circle cx="{}" cy="{}" r="{}" fill="{INK}"/>"#,
                n(x + sw * (f64::from(man) + 0.5) / f64::from(men)),
                n(y + sh * 0.4),
                n((sw / f64::from(men) * 0.3).min(sh * 0.2))
            );
        }
        out += "</g>";
    }
    out
}

fn banner(piece: &Piece, livery: Livery, foot: Point) -> String {
    format!(
        r#"<rect x="-9" y="{y}" width="18" height="22" fill="{c}" stroke="{INK}"/>{mon}<path d="M-10 {top}v30" stroke="{INK}" stroke-width="1.6"/>"#,
        y = n(foot.y - 20.0),
        top = n(foot.y - 22.0),
        c = livery.colour,
        mon = mon(piece, -7.5, foot.y - 17.0, 15.0, livery.ink),
    )
}

/// The name plate stays level, below the block however it is turned.
fn plate(piece: &Piece, w: f64, h: f64, turn: f64) -> String {
    let turn = turn.to_radians();
    let drop = (w / 2.0 * turn.sin()).abs() + (h / 2.0 * turn.cos()).abs() + 8.0;
    // Facing down the sheet, the banner hangs there too.
    let drop = drop + (-turn.cos()).max(0.0) * 20.0;
    let name = if piece.face.name.ja.is_empty() { &piece.face.name.en } else { &piece.face.name.ja };
    let words = format!("{name} {}", piece.face.values.join("–"));
    let wide = (crate::counter::width(&words) * 12.0 + 30.0).max(60.0);
    format!(
        r#"<rect x="{x}" y="{y}" width="{w}" height="18" rx="2" fill="{RAISED}" stroke="{INK}" stroke-width=".8"/>{glyph}{text}"#,
        x = n(-wide / 2.0),
        y = n(drop),
        w = n(wide),
        glyph = symbol(&format!("glyph-{}", piece.face.glyph), -wide / 2.0 + 3.0, drop + 2.0, 14.0, INK),
        text = text(8.0, drop + 13.4, fit(&words, wide - 22.0, 12.0), &words, INK, ""),
    )
}
