//! A scene: boards side by side on the table, pieces on them, and a slip of paper with the rest.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use kernel::{
    SideCard,
    scene::{Ground, Piece, Pose, Scene},
};

use crate::{
    areas::Plan,
    art,
    castle::is_site,
    conditions::{Shape, has},
    counter::{piece, text, width},
    drawing, figure,
    hex::Sheet,
    line::{Point, at},
    open::Table,
    palette::{EDGE, GOLD, INK, INK_2, NUMBER_FONT, PAPER, RAISED, ROMAN_FONT, SUNK, TABLE, TITLE_FONT},
    pen::{n, plain},
    relief::Detail,
    states::seal,
};

/// A counter on a board, and one beside it.
const COUNTER: f64 = 47.0;
const SPARE: f64 = 56.0;
const GAP: f64 = 36.0;

/// The centre of a place on its map, in the units of [`crate::map`].
pub fn place(ground: &Ground, label: &str) -> Option<(f64, f64)> {
    Seats::of(ground).find(label).map(|p| (p.x, p.y))
}

/// A ground that was laid out once, to find its places by their labels.
pub(crate) enum Seats<'a> {
    Hexes(Sheet<'a>),
    Areas(Plan<'a>),
    None,
}

impl<'a> Seats<'a> {
    pub(crate) fn of(ground: &'a Ground) -> Seats<'a> {
        let hexes = Sheet::of(ground).map(Seats::Hexes);
        hexes.or_else(|| Plan::of(ground).map(Seats::Areas)).unwrap_or(Seats::None)
    }

    pub(crate) fn find(&self, label: &str) -> Option<Point> {
        match self {
            Seats::Hexes(sheet) => sheet.seat(label),
            Seats::Areas(plan) => plan.seat(label),
            Seats::None => None,
        }
    }
}

/// The same scene in the colours that its sides are printed in: a side called Red is red.
pub fn dressed(scene: &Scene, sides: &[SideCard]) -> Scene {
    let mut dressed = scene.clone();
    for piece in &mut dressed.pieces {
        if let Some(livery) = sides.get(usize::from(piece.side)).and_then(|side| side.livery) {
            Arc::make_mut(piece).side = livery;
        }
    }
    dressed
}

/// Boards with their pieces, and a strip of tracks, notes and pieces beside the boards; one SVG.
pub fn scene(scene: &Scene, grounds: &[Ground]) -> String {
    let mut body = String::new();
    let mut size = at(GAP, 0.0);
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    for board in &scene.boards {
        let Some(ground) = grounds.iter().find(|ground| ground.digest() == board.ground) else { continue };
        let drawing = drawing(ground, Detail::Full);
        let (pieces, ids) = pieces(scene, ground);
        shown.extend(ids);
        body += &format!(
            r#"<g class="map" data-board="{}" transform="translate({} {})">{}<g class="pieces">{pieces}</g></g>"#,
            plain(&board.id),
            n(size.x),
            n(GAP),
            drawing.body
        );
        size = at(size.x + drawing.size.x + GAP, size.y.max(drawing.size.y));
    }
    let pieces = scene.pieces.iter().map(|piece| &**piece);
    let spare: Vec<&Piece> = pieces.clone().filter(|p| !shown.contains(p.id.as_str())).collect();
    let wide = size.x.max(900.0);
    let (slip, high) = slip(scene, &spare, wide - 2.0 * GAP);
    let top = if scene.boards.is_empty() { GAP } else { size.y + 2.0 * GAP };
    let whole = at(wide, top + high + GAP);
    format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {w} {h}" font-family="{font}"><defs>{grain}</defs>{symbols}"#,
            r#"<rect width="{w}" height="{h}" fill="{table}"/>{body}<g class="slip" transform="translate({x} {y})">{slip}</g></svg>"#,
        ),
        w = n(whole.x),
        h = n(whole.y),
        font = TITLE_FONT,
        grain = art::grain(),
        symbols = art::symbols(pieces),
        table = TABLE,
        body = body,
        x = n(GAP),
        y = n(top),
        slip = slip,
    )
}

/// The pieces that stand on a ground, and their ids.
pub(crate) fn pieces<'a>(scene: &'a Scene, ground: &Ground) -> (String, BTreeSet<&'a str>) {
    let mut out = String::new();
    let mut shown = BTreeSet::new();
    if let Some(table) = Table::of(ground) {
        let posed: Vec<(&Piece, Pose)> =
            scene.pieces.iter().filter_map(|piece| Some((&**piece, piece.pose?))).collect();
        out += &figure::draw(&posed, table.measure());
        shown.extend(posed.iter().map(|(piece, _)| piece.id.as_str()));
    }
    let mut stacks: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in &scene.pieces {
        if let Some(label) = &piece.place {
            stacks.entry(label).or_default().push(piece);
        }
    }
    let seats = Seats::of(ground);
    // From the top of the sheet downwards, so that a lower stack overlaps the one behind it.
    let mut order: Vec<(&str, Point)> =
        stacks.keys().filter_map(|label| Some((*label, seats.find(label)?))).collect();
    order.sort_by(|a, b| a.1.y.total_cmp(&b.1.y).then(a.1.x.total_cmp(&b.1.x)));
    let apart = matches!(ground, Ground::Areas { .. });
    for (label, spot) in order {
        out += &if apart { crowd(&stacks[label], spot) } else { stack(&stacks[label], spot) };
        shown.extend(stacks[label].iter().map(|piece| piece.id.as_str()));
    }
    (out, shown)
}

/// In an area there is room: a row for each side, alike counters in one pile with their number, and markers small
/// in a corner.
fn crowd(pieces: &[&Piece], spot: Point) -> String {
    const ACROSS: usize = 4;
    let small = 0.74 * COUNTER;
    let mut out = String::new();
    let is_marker = |p: &&&Piece| has(p, Shape::Marker);
    for marker in pieces.iter().filter(is_marker) {
        out += &piece(marker, spot.x - 1.9 * COUNTER, spot.y - 0.95 * COUNTER, 0.5 * COUNTER);
    }
    let mut rows: Vec<Vec<(&Piece, usize)>> = Vec::new();
    for side in pieces.iter().map(|p| p.side).collect::<BTreeSet<_>>() {
        let mut piles: Vec<(&Piece, usize)> = Vec::new();
        for p in pieces.iter().filter(|p| p.side == side && !is_marker(p)) {
            match piles.iter_mut().find(|(q, _)| q.face == p.face && q.states == p.states) {
                Some((_, count)) => *count += 1,
                None => piles.push((p, 1)),
            }
        }
        rows.extend(piles.chunks(ACROSS).map(<[_]>::to_vec));
    }
    let high = small + 5.0;
    for (row, piles) in rows.iter().enumerate() {
        let y = spot.y + high * (row as f64 - (rows.len() - 1) as f64 / 2.0);
        for (n, (p, count)) in piles.iter().enumerate() {
            let x = spot.x + (small + 7.0) * (n as f64 - (piles.len() - 1) as f64 / 2.0);
            out += &piece(p, x, y, small);
            if *count > 1 {
                let corner = seal(x + small / 2.0 + 1.0, y - 1.0, 7.0, &count.to_string(), INK);
                out += &format!(r#"<g text-anchor="middle">{corner}</g>"#);
            }
        }
    }
    out
}

/// At most three counters, each a little lower than the one under it, and how many there are.
fn stack(pieces: &[&Piece], spot: Point) -> String {
    let (sites, pieces): (Vec<&Piece>, Vec<&Piece>) = pieces.iter().partition(|piece| is_site(piece));
    // A piece in front of a castle leaves its upper left visible.
    let aside = if sites.is_empty() || pieces.is_empty() { 0.0 } else { 10.0 };
    let mut out: String =
        sites.iter().map(|site| piece(site, spot.x - aside, spot.y - aside, COUNTER)).collect();
    let spot = spot + at(aside, aside) * 0.8;
    let seen = &pieces[pieces.len().saturating_sub(3)..];
    for (i, p) in seen.iter().enumerate() {
        let off = 4.0 * (i as f64 - (seen.len() - 1) as f64 / 2.0);
        out += &piece(p, spot.x + off, spot.y + off, COUNTER);
    }
    if pieces.len() > 1 {
        // At the right edge, clear of the values.
        let corner = spot + at(COUNTER / 2.0 + 6.0, 1.0);
        let count = pieces.len().to_string();
        out += &format!(r#"<g text-anchor="middle">{}</g>"#, seal(corner.x, corner.y, 8.0, &count, INK));
    }
    out
}

/// The slip below the boards and its height.
fn slip(scene: &Scene, spare: &[&Piece], wide: f64) -> (String, f64) {
    let pad = 28.0;
    let names: Vec<String> = scene
        .boards
        .iter()
        .map(|board| [board.name.ja.as_str(), board.name.en.as_str()].join(" ").trim().to_owned())
        .collect();
    let mut body = text(pad, 58.0, 34.0, &names.join("  ·  "), INK, "");
    let mut y = 84.0;
    for track in &scene.tracks {
        body += &format!(
            r#"<text x="{pad}" y="{}" font-size="20" font-weight="700" fill="{INK}">{}</text>"#,
            n(y + 27.0),
            plain(&track.title)
        );
        let mut x = pad + (width(&track.title) * 20.0 + 24.0).max(150.0);
        for (i, label) in track.boxes.iter().enumerate() {
            let room = (width(label) * 17.0 + 24.0).max(42.0);
            if x + room > wide - pad {
                (x, y) = (pad + 150.0, y + 44.0);
            }
            let here = track.at == Some(i as u16);
            let (fill, ink) = if here { (INK, RAISED) } else { (SUNK, INK_2) };
            body += &format!(
                r#"<g font-family="{NUMBER_FONT}"><rect x="{x}" y="{y}" width="{w}" height="38" rx="2" fill="{fill}" stroke="{EDGE}"/><text x="{m}" y="{t}" font-size="17" font-weight="650" text-anchor="middle" fill="{ink}">{l}</text></g>"#,
                x = n(x),
                y = n(y),
                w = n(room),
                m = n(x + room / 2.0),
                t = n(y + 25.0),
                l = plain(label)
            );
            x += room + 4.0;
        }
        y += 52.0;
    }
    for note in &scene.notes {
        let mut x = pad;
        if !note.rule.is_empty() {
            let room = width(&note.rule) * 14.0 + 20.0;
            body += &format!(
                r#"<rect x="{x}" y="{y}" width="{w}" height="24" rx="12" fill="none" stroke="{GOLD}" stroke-width="1.4"/><text x="{m}" y="{t}" font-size="14" font-weight="700" text-anchor="middle" fill="{GOLD}" font-family="{NUMBER_FONT}">{r}</text>"#,
                x = n(x),
                y = n(y + 4.0),
                w = n(room),
                m = n(x + room / 2.0),
                t = n(y + 21.0),
                r = plain(&note.rule)
            );
            x += room + 12.0;
        }
        for line in lines(&note.text, (wide - pad - x) / 20.0) {
            body += &format!(
                r#"<text x="{}" y="{}" font-size="20" fill="{INK}" font-family="{ROMAN_FONT}">{}</text>"#,
                n(x),
                n(y + 23.0),
                plain(&line)
            );
            y += 32.0;
        }
    }
    y += 8.0;
    for side in spare.iter().map(|piece| piece.side).collect::<BTreeSet<_>>() {
        let mut x = pad + SPARE / 2.0;
        y += SPARE / 2.0 + 4.0;
        for p in spare.iter().filter(|piece| piece.side == side) {
            if x + SPARE / 2.0 > wide - pad {
                (x, y) = (pad + SPARE / 2.0, y + SPARE + 10.0);
            }
            body += &piece(p, x, y, SPARE);
            x += SPARE + 10.0;
        }
        y += SPARE / 2.0 + 12.0;
    }
    let high = y + 14.0;
    let paper = format!(
        r##"<rect width="{w}" height="{h}" rx="4" fill="{PAPER}"/><rect width="{w}" height="{h}" rx="4" fill="url(#gunbai-paper)"/>"##,
        w = n(wide),
        h = n(high)
    );
    (paper + &body, high)
}

/// Lines of at most `room` ems, broken at spaces, and between kanji where there are none.
fn lines(text: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(|c: char| c == ' ' || c >= '\u{2e80}') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && width(&lines[last]) + width(word.trim_end()) > room {
            lines.push(word.to_owned());
        } else {
            lines[last] += word;
        }
    }
    lines
}
