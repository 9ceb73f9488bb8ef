//! Pieces of ground as scenario files have them, read with every fault, and drawn.

use kernel::{Fault, Faults, Name, scene};
use plane::{Area, Outline, Point, Spot, Table, TableEdge};
use serde::{Deserialize, Serialize};

/// A kind of ground: what its system calls it, how it is drawn, and what every table asks of it.
pub trait Kind: Copy {
    /// The word a client draws it by: `woods`, `hill`.
    fn word(self) -> &'static str;
    /// Does it give height?
    fn is_hill(self) -> bool;
    /// Nobody goes there, or nobody who is mounted.
    fn is_closed(self, mounted: bool) -> bool;
}

/// A piece of ground in a file, in hundredths from the south-west corner.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain<K> {
    pub id: String,
    pub kind: K,
    #[serde(default, skip_serializing_if = "crate::frames::is_default")]
    pub level: u8,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub outline: Vec<[i32; 2]>,
}

/// One piece of ground.
#[derive(Clone, Debug)]
pub struct Feature<K> {
    pub id: String,
    pub name: Name,
    pub kind: K,
    pub level: u8,
    pub area: Area,
    pub outline: Vec<(i32, i32)>,
}

/// The table and everything on it that does not move.
#[derive(Clone, Debug)]
pub struct Ground<K> {
    pub table: Table,
    pub features: Vec<Feature<K>>,
}

/// The most pieces of ground: states keep a bit for each.
pub const MOST_FEATURES: usize = 60;

impl<K: Kind> Ground<K> {
    /// Reads the pieces of a file; what is wrong is added to the faults.
    pub fn read(path: &str, table: Table, terrain: &[Terrain<K>], faults: &mut Faults) -> Ground<K> {
        let mut fault = |field: String, why: &str| faults.0.push(Fault::new(path, why).field(field));
        if terrain.len() > MOST_FEATURES {
            fault("terrain".to_owned(), "more than 60 pieces of ground");
        }
        let mut features: Vec<Feature<K>> = Vec::new();
        for piece in terrain {
            if features.iter().any(|feature| feature.id == piece.id) {
                fault(format!("terrain.{}", piece.id), "this id stands in the file twice");
            }
            let corners: Vec<Point> = piece.outline.iter().map(|at| Point::new(at[0], at[1])).collect();
            let name = if piece.name.is_empty() { piece.kind.word() } else { &piece.name };
            match Area::new(&corners) {
                Err(why) => fault(format!("terrain.{}", piece.id), why),
                Ok(area) => features.push(Feature {
                    id: piece.id.clone(),
                    name: Name::new(name, ""),
                    kind: piece.kind,
                    level: piece.level,
                    area,
                    outline: piece.outline.iter().map(|at| (at[0], at[1])).collect(),
                }),
            }
        }
        Ground { table, features }
    }

    pub fn of_kind(&self, is: impl Fn(K) -> bool) -> impl Iterator<Item = (usize, &Feature<K>)> {
        self.features.iter().enumerate().filter(move |(_, feature)| is(feature.kind))
    }

    pub fn named(&self, id: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.id == id)
    }

    /// The level of the highest hill at a place.
    pub fn level(&self, spot: Spot) -> u8 {
        let hills = self.of_kind(K::is_hill).filter(|(_, hill)| hill.area.holds(spot));
        hills.map(|(_, hill)| hill.level).max().unwrap_or(0)
    }

    /// Is this place in such ground?
    pub fn is_in(&self, spot: Spot, is: impl Fn(K) -> bool) -> bool {
        self.of_kind(is).any(|(_, feature)| feature.area.holds(spot))
    }

    pub fn is_off(&self, shape: &Outline) -> bool {
        !self.table.holds(shape)
    }

    pub fn is_over(&self, edge: TableEdge, shape: &Outline) -> bool {
        self.table.is_over(edge, shape)
    }

    /// Ground that closes the way to this shape.
    pub fn closed(&self, shape: &Outline, mounted: bool) -> Option<usize> {
        self.touched(shape, |kind| kind.is_closed(mounted))
    }

    /// Ground of this kind that the shape touches.
    pub fn touched(&self, shape: &Outline, is: impl Fn(K) -> bool) -> Option<usize> {
        self.of_kind(is).find(|(_, feature)| feature.area.touches(shape)).map(|(n, _)| n)
    }

    /// All ground of this kind that the shape touches, one bit each.
    pub fn bits(&self, shape: &Outline, is: impl Fn(K) -> bool) -> u64 {
        self.of_kind(is)
            .filter(|(_, feature)| feature.area.touches(shape))
            .fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// The board as a scene has it; `unit` is what a ruler is marked in.
    pub fn draw(&self, id: &str, name: Name, unit: &str) -> scene::Ground {
        let patches = self.features.iter().map(|feature| scene::Patch {
            terrain: feature.kind.word().to_owned(),
            // A name that only says what it is stands in the key of the map.
            name: (feature.name.en != feature.kind.word()).then(|| feature.name.clone()),
            outline: feature.outline.clone(),
            level: feature.level,
        });
        scene::Ground::Open {
            id: id.to_owned(),
            name,
            width: self.table.width.0,
            height: self.table.height.0,
            unit: unit.to_owned(),
            patches: patches.collect(),
        }
    }
}
