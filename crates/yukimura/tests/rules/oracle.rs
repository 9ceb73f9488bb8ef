//! The ground read a second time, straight from the map file, with its own geometry: what the program is
//! held against.

use std::collections::BTreeMap;

use kernel::{DataSet, Lot};

/// Column and row.
pub(crate) type Place = (i32, i32);

pub(crate) struct Cell {
    pub(crate) terrain: String,
    pub(crate) road: String,
    pub(crate) river: String,
    pub(crate) impassable: String,
}

pub(crate) struct Map(pub(crate) BTreeMap<Place, Cell>);

pub(crate) fn label(place: Place) -> String {
    format!("{:02}{:02}", place.0, place.1)
}

/// The neighbour across a hexside, counted clockwise from the top; even columns lie half a hex lower.
pub(crate) fn neighbour((column, row): Place, side: usize) -> Place {
    let low = i32::from(column % 2 == 0);
    match side {
        0 => (column, row - 1),
        1 => (column + 1, row - 1 + low),
        2 => (column + 1, row + low),
        3 => (column, row + 1),
        4 => (column - 1, row + low),
        _ => (column - 1, row - 1 + low),
    }
}

/// Distance by way of cube coordinates.
pub(crate) fn distance(a: Place, b: Place) -> i32 {
    let cube = |(column, row): Place| {
        let r = row + i32::from(column % 2 == 0) - column / 2;
        (column, r, -column - r)
    };
    let (a, b) = (cube(a), cube(b));
    (a.0 - b.0).abs().max((a.1 - b.1).abs()).max((a.2 - b.2).abs())
}

impl Map {
    pub(crate) fn read(data: &DataSet, sheet: &str) -> Map {
        let path = format!("yukimura/maps/{sheet}.csv");
        let text = data.text(&path).expect("the sheet is built in");
        let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let cell = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let place = (fields[0][..2].parse().expect("a column"), fields[0][2..].parse().expect("a row"));
            let own = |n: usize| fields[n].to_owned();
            (place, Cell { terrain: own(1), road: own(2), river: own(3), impassable: own(4) })
        };
        Map(rows.map(cell).collect())
    }

    /// May anyone step across this hexside? Not over an impassable one, and into a large river only by road.
    pub(crate) fn is_open(&self, from: Place, side: usize) -> bool {
        let has = |sides: &str| sides.contains(&side.to_string());
        let Some(to) = self.0.get(&neighbour(from, side)) else { return false };
        !has(&self.0[&from].impassable) && (to.terrain != "large_river" || has(&self.0[&from].road))
    }

    pub(crate) fn has_road(&self, from: Place, side: usize) -> bool {
        self.0[&from].road.contains(&side.to_string())
    }

    /// The points of a step, `None` where there is none.
    pub(crate) fn cost(&self, from: Place, side: usize) -> Option<u32> {
        if !self.is_open(from, side) {
            return None;
        }
        let terrain = match self.0[&neighbour(from, side)].terrain.as_str() {
            "flat" | "kofun" => 1,
            _ => 2,
        };
        let ford = u32::from(self.0[&from].river.contains(&side.to_string()));
        Some(if self.has_road(from, side) { 1 } else { terrain + ford })
    }

    /// Is this place in a zone of one of these units?
    pub(crate) fn in_zone(&self, place: Place, units: &[Place]) -> bool {
        units
            .iter()
            .any(|&unit| (0..6).any(|side| neighbour(unit, side) == place && self.is_open(unit, side)))
    }

    /// Different places in a part of the sheet where units can stand, drawn at random.
    pub(crate) fn draw(
        &self,
        lot: &mut Lot,
        columns: (i32, i32),
        rows: (i32, i32),
        count: usize,
    ) -> Vec<Place> {
        let within = |&(column, row): &Place| {
            (columns.0..=columns.1).contains(&column) && (rows.0..=rows.1).contains(&row)
        };
        let dry = |place: &Place| self.0[place].terrain != "large_river";
        let mut places: Vec<Place> = self.0.keys().copied().filter(within).filter(dry).collect();
        lot.shuffle(&mut places);
        places.truncate(count);
        places
    }
}

/// Parts of the Domyoji sheet with something of everything: a corner, tombs, the Ishikawa, the hills, the
/// roads of Kokubu, the edge.
pub(crate) const PARTS: [((i32, i32), (i32, i32)); 6] = [
    ((1, 5), (1, 5)),
    ((11, 16), (18, 24)),
    ((17, 22), (9, 16)),
    ((22, 28), (8, 14)),
    ((30, 36), (8, 14)),
    ((36, 40), (4, 9)),
];
