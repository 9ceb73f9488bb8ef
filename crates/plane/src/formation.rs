//! Stands in files and ranks.

use serde::{Deserialize, Serialize};

use crate::{
    footprint::Footprint,
    heading::Heading,
    length::{Len, Point, Spot},
};

/// The size of one stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Base {
    pub width: Len,
    pub depth: Len,
}

/// A number of stands in a number of files. All ranks are full but the rearmost, which is centred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Formation {
    pub stands: u8,
    pub files: u8,
}

/// One stand of a formation, counted from 0: ranks from the front, files from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stand {
    pub rank: u8,
    /// The file in which it counts, also in a short rear rank.
    pub file: u8,
    /// Its place in its rank.
    pub place: u8,
}

impl Formation {
    /// Panics without stands or files; files beyond the stands are dropped.
    pub fn new(stands: u8, files: u8) -> Formation {
        assert!(stands > 0 && files > 0, "a formation has a stand and a file");
        Formation { stands, files: files.min(stands) }
    }

    pub const fn ranks(self) -> u8 {
        self.stands.div_ceil(self.files)
    }

    /// How many stands the rank has, counted from 0.
    pub const fn in_rank(self, rank: u8) -> u8 {
        let before = rank as u16 * self.files as u16;
        let left = (self.stands as u16).saturating_sub(before);
        if left < self.files as u16 { left as u8 } else { self.files }
    }

    /// The first file, counted from 0, that has a stand in this rank: a short rank stands in the middle.
    pub const fn first_file(self, rank: u8) -> u8 {
        (self.files - self.in_rank(rank)) / 2
    }

    /// One stand fewer, off the rear; with one rank left it loses a file. `None` when nobody is left.
    pub const fn reduced(self) -> Option<Formation> {
        match self.stands {
            0 | 1 => None,
            stands if stands - 1 < self.files => Some(Formation { stands: stands - 1, files: stands - 1 }),
            stands => Some(Formation { stands: stands - 1, files: self.files }),
        }
    }

    /// Rank by rank from the left.
    pub fn each(self) -> impl Iterator<Item = Stand> + Clone {
        (0..self.ranks()).flat_map(move |rank| {
            (0..self.in_rank(rank)).map(move |place| Stand {
                rank,
                file: self.first_file(rank) + place,
                place,
            })
        })
    }

    /// The stand before this one, if it is not in the front rank.
    pub fn before(self, stand: Stand) -> Option<Stand> {
        let rank = stand.rank.checked_sub(1)?;
        Some(Stand { rank, file: stand.file, place: stand.file - self.first_file(rank) })
    }

    /// Its full width and depth.
    pub fn size(self, base: Base) -> (Len, Len) {
        (base.width * i32::from(self.files), base.depth * i32::from(self.ranks()))
    }

    /// Where it stands with the middle of its front there.
    pub fn footprint(self, base: Base, front: Point, heading: Heading) -> Footprint {
        let (width, depth) = self.size(base);
        Footprint::new(front, heading, width, depth)
    }

    /// The rectangle of one stand as it is drawn: a short rear rank is centred. (`body` is where the formation is.)
    pub fn drawn(self, base: Base, body: &Footprint, stand: Stand) -> [Spot; 4] {
        let wide = base.width * i32::from(self.in_rank(stand.rank));
        let left = Len(base.width.0 * i32::from(stand.place) - wide.0 / 2);
        let ahead = -(base.depth * i32::from(stand.rank));
        [
            (ahead, left),
            (ahead, left + base.width),
            (ahead - base.depth, left + base.width),
            (ahead - base.depth, left),
        ]
        .map(|(ahead, right)| body.spot(ahead, right))
    }

    /// The front edge of the file of a stand, from left to right looking ahead: every rank acts from here.
    pub fn front_edge(self, base: Base, body: &Footprint, file: u8) -> (Spot, Spot) {
        let left = Len(base.width.0 * i32::from(file)) - body.width.part(1, 2);
        (body.spot(Len::ZERO, left), body.spot(Len::ZERO, left + base.width))
    }
}
