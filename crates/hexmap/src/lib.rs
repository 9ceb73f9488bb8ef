//! Hexes, hexsides, labels, zones, regions and reach; areas and borders for games without hexes.
//!
//! Everything is whole numbers in stable order, so two machines always agree.
//! An [`Atlas`] is built once per map and only read afterwards; a [`HexId`] is a dense index into it,
//! so a game keeps what it knows about hexes in plain vectors.
//!
//! | question                                   | answer                        |
//! |--------------------------------------------|-------------------------------|
//! | which hexes are there, what touches what    | [`Atlas`], [`Sheet`], [`Dir`] |
//! | which hexsides are river, road, impassable  | [`Sides`]                     |
//! | which hexes lie on this side of a line      | [`flood`], [`HexSet`]         |
//! | where does a party project zones            | [`Zones`]                     |
//! | how far can a piece go, and by which way    | [`Reach`], [`Step`]           |
//! | the same for all hexes at once, without ways | [`Spread`], [`Columns`], [`Steps`] |
//! | which hexes do lines with relays reach        | [`Network`] |
//! | which areas border on which                 | [`AreaMap`]                   |
//!
//! ```
//! use hexmap::{Atlas, Dir, Reach, Sheet, Shift, Step};
//!
//! let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
//! let camp = atlas.parse("2412")?;
//! assert_eq!(atlas.label(camp).to_string(), "2412");
//! assert_eq!(atlas.neighbour(camp, Dir::N), Some(atlas.parse("2411")?));
//!
//! let mut reach = Reach::new();
//! reach.run(&atlas, camp, 2, |_, _, _| Step::Go(1));
//! assert_eq!(reach.reached().len(), 6 + 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod atlas;
mod columns;
mod dir;
mod hexset;
mod label;
mod network;
mod reach;
mod region;
mod sheet;
mod sides;
mod spread;
mod zones;

pub use areas::{AreaError, AreaId, AreaMap, Border};
pub use atlas::{Atlas, AtlasError};
pub use columns::{Columns, Steps};
pub use dir::Dir;
pub use hexset::HexSet;
pub use label::{Label, LabelError};
pub use network::{Country, Network};
pub use reach::{Reach, Step};
pub use region::{flood, line_separates};
pub use sheet::{HexId, Sheet, Shift};
pub use sides::{SideError, Sides};
pub use spread::Spread;
pub use zones::Zones;
