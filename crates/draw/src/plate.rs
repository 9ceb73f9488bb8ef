//! Parts of a board, as figures beside a text. The ground lies in a file of its own, once for all figures of a page.

use std::sync::Arc;

use kernel::scene::{Ground, Piece, Scene};

use crate::{
    art, drawing,
    figure::stance,
    hexes::Drawing,
    line::{Point, at},
    open::Table,
    pen::{n, plain},
    relief::Detail,
    scene::{Seats, pieces},
    sheet,
};

/// How far the board is seen around what the figure is about, and the least that is seen of it.
const AROUND: f64 = 90.0;
const LEAST: Point = Point { x: 540.0, y: 360.0 };

/// A ground, drawn once for all figures of a page.
#[derive(Clone, Debug)]
pub struct Plate<'a> {
    ground: &'a Ground,
    digest: String,
    size: Point,
    svg: String,
}

/// A part of a ground, the same for several figures, so that they can be compared.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    from: Point,
    size: Point,
}

impl Window {
    /// Is this spot in it, or so near that a piece there reaches into it?
    fn shows(&self, spot: Point) -> bool {
        let (from, to) = (self.from - at(AROUND, AROUND), self.from + self.size + at(AROUND, AROUND));
        (from.x..to.x).contains(&spot.x) && (from.y..to.y).contains(&spot.y)
    }
}

/// What the pieces of a page refer to: patterns, crests and glyphs.
pub fn lead<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> String {
    // Not `display: none`: what is not displayed lends no patterns.
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute"><defs>{}</defs>{}</svg>"#,
        art::grain(),
        art::symbols(pieces)
    )
}

impl<'a> Plate<'a> {
    pub fn of(ground: &'a Ground) -> Plate<'a> {
        let Drawing { size, body, .. } = drawing(ground, Detail::Full);
        Plate { ground, digest: ground.digest(), size, svg: sheet(size, &body) }
    }

    /// By which a [`Board`](kernel::scene::Board) refers to its ground.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The file that figures look for beside their page. An image, so that a browser lays it out once.
    pub fn file(&self) -> String {
        format!("ground-{}.svg", self.digest)
    }

    /// What stands in that file.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// Around the pieces with these ids, wherever they stand in any of the scenes; around all pieces of the board where
    /// none of them stands on it. `None` for an empty board.
    pub fn window(&self, scenes: &[&Scene], ids: &[&str]) -> Option<Window> {
        let seats = Seats::of(self.ground);
        let table = Table::of(self.ground);
        let spots = |wanted: &dyn Fn(&Piece) -> bool| -> Vec<Point> {
            let all = scenes.iter().flat_map(|scene| &scene.pieces);
            all.filter(|piece| wanted(piece))
                .flat_map(|piece| corners(&seats, table.as_ref(), piece))
                .collect()
        };
        let mut seen = spots(&|piece| ids.contains(&piece.id.as_str()));
        if seen.is_empty() {
            seen = spots(&|_| true);
        }
        let least = seen.iter().copied().reduce(|a, b| at(a.x.min(b.x), a.y.min(b.y)))?;
        let most = seen.iter().copied().reduce(|a, b| at(a.x.max(b.x), a.y.max(b.y)))?;
        let (wide, high) = (most.x - least.x + 2.0 * AROUND, most.y - least.y + 2.0 * AROUND);
        // All figures have the proportions of the least one.
        let size = LEAST * (wide / LEAST.x).max(high / LEAST.y).max(1.0);
        let from = (least + most - size) * 0.5;
        let sheet = self.size;
        let within = |v: f64, size: f64, sheet: f64| v.clamp(0.0, (sheet - size).max(0.0));
        Some(Window { from: at(within(from.x, size.x, sheet.x), within(from.y, size.y, sheet.y)), size })
    }

    /// The scene through the window; the page must carry [`lead`], and the file of the plate must lie beside it.
    pub fn figure(&self, window: &Window, scene: &Scene, label: &str) -> String {
        let (seats, table) = (Seats::of(self.ground), Table::of(self.ground));
        let seen = |piece: &&Arc<Piece>| {
            corners(&seats, table.as_ref(), piece).iter().any(|corner| window.shows(*corner))
        };
        let scene = Scene { pieces: scene.pieces.iter().filter(seen).cloned().collect(), ..Scene::default() };
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{}" viewBox="{} {} {} {}"><image href="{}" width="{}" height="{}"/><g class="pieces">{}</g></svg>"#,
            plain(label),
            n(window.from.x),
            n(window.from.y),
            n(window.size.x),
            n(window.size.y),
            self.file(),
            n(self.size.x),
            n(self.size.y),
            pieces(&scene, self.ground).0
        )
    }
}

/// Where a piece stands: a spot, or the corners of a block.
fn corners(seats: &Seats, table: Option<&Table>, piece: &Piece) -> Vec<Point> {
    if let (Some(table), Some(pose)) = (table, piece.pose) {
        let (front, ahead) = stance(pose, table.origin(), table.scale);
        let aside = ahead.right() * (f64::from(pose.width) * table.scale / 2.0);
        let rear = front - ahead * (f64::from(pose.depth) * table.scale);
        return vec![front - aside, front + aside, rear - aside, rear + aside];
    }
    piece.place.as_ref().and_then(|label| seats.find(label)).into_iter().collect()
}
