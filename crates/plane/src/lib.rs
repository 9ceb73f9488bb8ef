//! The open table: what two rule systems of miniatures need of geometry, in whole numbers.
//!
//! Lengths are hundredths of the table's measure ([`Len`]). A body of troops is a [`Footprint`]: the middle of its
//! front edge, one of 72 headings, and its size. Places where bodies stand are whole hundredths, rounded to the
//! nearest, halves away from zero; everything compared is exact on a grid 2¹⁴ times finer ([`Spot`]), on which the
//! table of unit vectors lives. There is no float, and no answer depends on the machine.
//!
//! | chapter | file |
//! |---|---|
//! | lengths, places | [`length`](Len) |
//! | the 72 unit vectors, bearings | [`heading`](Heading) |
//! | convex shapes: overlap, gap, hull | [`outline`](Outline) |
//! | advance, wheel, turn, side step | [`footprint`](Footprint) |
//! | files, ranks, single stands | [`formation`](Formation) |
//! | what a move sweeps over, how far it can go | [`Footprint::run`], [`Footprint::wheel`] |
//! | contact, squaring up | [`square_up`], [`Struck`], [`shared`] |
//! | front, flank, rear; arcs | [`Sector`], [`Arc`] |
//! | lines and corridors of sight | [`Corridor`] |
//! | ways of single people over a grid | [`Ways`] |
//! | terrain, the table's edge | [`Area`], [`Table`] |
//! | a drag turned into manoeuvres | [`drag`] |
//!
//! Two shapes *overlap* when they lie in each other by more than [`GRAZE`]; they *meet* when they have a place in
//! common; their *gap* is measured between nearest places.

mod area;
mod contact;
pub mod drag;
mod footprint;
mod formation;
mod grid;
mod heading;
mod length;
mod outline;
mod sector;
mod sight;
mod sweep;

pub use area::{Area, MOST_CORNERS, Span, Table, TableEdge};
pub use contact::{Slide, Struck, shared, square_up};
pub use footprint::{Edge, Footprint};
pub use formation::{Base, Formation, Stand};
pub use grid::{Grid, Ways};
pub use heading::{Compass, Hand, Heading, UNIT};
pub use length::{Len, Point, Spot};
pub use outline::{Bounds, GRAZE, Outline};
pub use sector::{Arc, Sector};
pub use sight::Corridor;
