//! `look` and `draw` at the prompt: the table as one seat sees it.

use std::{io::Write, path::Path};

use kernel::{
    Seat, Viewer,
    erased::AnyTable,
    scene::{Ground, Overlay, Piece, Pose, Scene, Shape},
};
use plane::{Footprint, Hand, Heading, Len, Point, Sector};

use crate::{commands::draw, failure::Failure};

/// Tracks, notes and pieces that contain the text, one line each; of a piece of an open table that is named exactly, all
/// that could be measured.
pub(super) fn look(table: &dyn AnyTable, seat: Seat, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let viewer = Viewer::Seat(seat);
    let scene = table.scene(viewer);
    let unit = unit(table);
    if let Some(piece) = scene.pieces.iter().find(|piece| piece.id == text)
        && let Some(pose) = piece.pose
    {
        return survey(&scene, &table.overlays(viewer), piece, pose, &unit, out);
    }
    let wanted = text.to_lowercase();
    let tracks = scene.tracks.iter().filter_map(|track| {
        let at = track.boxes.get(usize::from(track.at?))?;
        Some(format!("{}: {at}", track.title))
    });
    let notes = scene.notes.iter().map(|note| format!("{} [{}]", note.text, note.rule));
    let pieces = scene.pieces.iter().map(|piece| line(piece, &unit));
    for line in tracks.chain(notes).chain(pieces).filter(|line| line.to_lowercase().contains(&wanted)) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// What an open table is measured in.
fn unit(table: &dyn AnyTable) -> String {
    let open = table.grounds().into_iter().find_map(|ground| match ground {
        Ground::Open { unit, .. } => Some(unit),
        _ => None,
    });
    open.unwrap_or_default()
}

fn line(piece: &Piece, unit: &str) -> String {
    let place = match (&piece.place, piece.pose) {
        (Some(place), _) => place.clone(),
        (None, Some(pose)) => stands(pose, unit),
        (None, None) => "beside the board".to_owned(),
    };
    // Some systems say the states in the label.
    let states = piece.states.join(", ");
    let states = if states.is_empty() || piece.label.ends_with(&states) {
        String::new()
    } else {
        format!("; {states}")
    };
    format!("{place}  {}  {}{states}", piece.id, piece.label)
}

/// `24.00, 8.50 cm facing 90°`
fn stands(pose: Pose, unit: &str) -> String {
    format!("{}, {} {unit} facing {}°", hundredths(pose.x), hundredths(pose.y), pose.heading / 10)
}

fn hundredths(n: i32) -> String {
    format!("{}{}.{:02}", if n < 0 { "-" } else { "" }, n.abs() / 100, n.abs() % 100)
}

/// Everything around one piece: where it stands, how far and in which arc the others are, and what it reaches.
fn survey(
    scene: &Scene,
    overlays: &[Overlay],
    piece: &Piece,
    pose: Pose,
    unit: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "  {}", line(piece, unit))?;
    let (width, depth) = (hundredths(pose.width), hundredths(pose.depth));
    writeln!(out, "    the middle of its front is at {}; {width} wide, {depth} deep", stands(pose, unit))?;
    for overlay in overlays.iter().filter(|overlay| overlay.piece.as_deref() == Some(&piece.id)) {
        let shapes: Vec<String> = overlay.shapes.iter().filter_map(reach).collect();
        writeln!(out, "    {}: {} [{}]", overlay.title, shapes.join("; "), overlay.rule)?;
    }
    let Some(here) = print(pose) else { return Ok(()) };
    let others = scene.pieces.iter().filter(|other| other.id != piece.id);
    let mut others: Vec<(i32, &Piece, Footprint)> = others
        .filter_map(|other| print(other.pose?).map(|there| (here.gap(&there).0, &**other, there)))
        .collect();
    others.sort_by_key(|(gap, other, _)| (*gap, &other.id));
    for (gap, other, there) in others {
        let friend = if other.side == piece.side { "friend" } else { "enemy" };
        writeln!(
            out,
            "    {:>7} {unit}  {friend}  {}  {}; sees this {}",
            hundredths(gap),
            other.id,
            arc(&here, &there),
            arc(&there, &here)
        )?;
    }
    Ok(())
}

/// The footprint of a piece; `None` for one that has no size.
fn print(pose: Pose) -> Option<Footprint> {
    let even = |size: i32| Len(size - size % 2);
    let (width, depth) = (even(pose.width), even(pose.depth));
    (width.0 > 0 && depth.0 > 0)
        .then(|| Footprint::new(Point::new(pose.x, pose.y), Heading::of_tenths(pose.heading), width, depth))
}

/// Where the middle of another body lies as seen from this one.
fn arc(here: &Footprint, there: &Footprint) -> &'static str {
    match here.sector(there.centre()) {
        Sector::Front => "ahead, in its front",
        Sector::Flank(Hand::Left) => "on its left flank",
        Sector::Flank(Hand::Right) => "on its right flank",
        Sector::Rear => "behind it, in its rear",
    }
}

/// A shape laid over the table, in words.
fn reach(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Circle { word, .. } => Some(format!("{word} all round")),
        Shape::Fan { outward: 1800, word, .. } => Some(format!("{word} all round")),
        Shape::Fan { outward, word, .. } => {
            Some(format!("{word} ahead and {} degrees outward", hundredths(outward * 10)))
        }
        Shape::Ring { word, .. } => Some(format!("{word} straight ahead")),
        Shape::Line { word, .. } => (!word.is_empty()).then(|| word.clone()),
    }
}

/// Draws the table as the seat sees it.
pub(super) fn draw(table: &dyn AnyTable, seat: Seat, file: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if file.is_empty() {
        return Ok(writeln!(out, "draw into which file? draw table.svg")?);
    }
    // A picture that cannot be written ends no game.
    match draw::picture(table, table.eyes(Viewer::Seat(seat)), Path::new(file)) {
        Ok(()) => writeln!(out, "drawn in {file}")?,
        Err(failure) => writeln!(out, "{failure}")?,
    }
    Ok(())
}
