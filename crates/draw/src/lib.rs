//! Boards and pieces drawn as SVG, in the look of a printed wargame on good paper.
//!
//! Everything comes from data: a [`Ground`] gives a map, a [`Scene`](kernel::scene::Scene) puts pieces on
//! it. The same input gives the same bytes. Styles are attributes, so a page may overrule any of them by
//! class, and ids begin with the id of the board or with `gunbai-`, so drawings can lie in one page.

mod areas;
mod art;
mod camp;
mod castle;
mod conditions;
mod counter;
mod earth;
mod field;
mod figure;
mod furniture;
mod ground;
mod growth;
mod hex;
mod hexes;
mod key;
mod line;
mod marks;
mod names;
mod net;
mod open;
mod palette;
mod pen;
mod plate;
mod relief;
mod scene;
mod seed;
mod sprite;
mod states;
mod tag;
mod terrain;
mod water;
mod ways;
mod works;

pub use art::{crest, glyph, symbols};
pub use conditions::{Condition, condition};
pub use counter::piece;
pub use hex::{HEX, MARGIN};
use kernel::scene::Ground;
pub use pen::plain;
pub use plate::{Plate, Window, lead};
pub use scene::{dressed, place, scene};

use crate::{
    areas::Plan,
    hex::{RIM, Sheet},
    hexes::{Drawing, hexes},
    line::Point,
    open::Table,
    palette::TITLE_FONT,
    pen::n,
    relief::Detail,
};

/// The whole static map as one SVG.
///
/// On a sheet of hexes the centre of column `c`, row `r` lies at
/// `MARGIN + HEX * (0.866 * (c - 1), r - 1 + half)`, with half a hex more in low columns.
pub fn map(ground: &Ground) -> String {
    let Drawing { size, body, .. } = drawing(ground, Detail::Full);
    sheet(size, &body)
}

fn sheet(size: Point, body: &str) -> String {
    let grain = art::grain();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {} {}" font-family="{TITLE_FONT}"><defs>{grain}</defs>{body}</svg>"#,
        n(size.x),
        n(size.y),
    )
}

/// A light map for a card, `width` pixels wide: tints, water and roads up to the edge.
pub fn thumbnail(ground: &Ground, width: u32) -> String {
    let Drawing { end, body, .. } = drawing(ground, Detail::Light);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{r} {r} {} {}" width="{width}">{body}</svg>"#,
        n(end.x - RIM),
        n(end.y - RIM),
        r = n(RIM),
    )
}

fn drawing(ground: &Ground, detail: Detail) -> Drawing {
    let hexes = Sheet::of(ground).map(|sheet| hexes(&sheet, detail));
    let areas = || Plan::of(ground).map(|plan| plan.draw(detail));
    let open = || Table::of(ground).map(|table| table.draw(detail));
    hexes.or_else(areas).or_else(open).expect("a ground is one of the three")
}
