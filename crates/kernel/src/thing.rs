//! Who takes part, and what can be pointed at.

use serde::{Deserialize, Serialize};

/// A chair at the table. Questions are put to seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seat(pub u8);

impl Seat {
    pub const ALL: [Seat; 2] = [Seat(0), Seat(1)];

    pub fn other(self) -> Seat {
        Seat(1 - self.0)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A party of the scenario. Which seat plays which side is part of the state: an auction may assign it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Side(pub u8);

impl Side {
    pub const ALL: [Side; 2] = [Side(0), Side(1)];

    #[inline]
    pub fn other(self) -> Side {
        Side(1 - self.0)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who looks: a seat, somebody watching, or, once the game is over, everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    Seat(Seat),
    Watcher,
    Everyone,
}

impl Viewer {
    /// The viewers of a game that still runs.
    pub const DURING: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Watcher];

    /// May this viewer see what only `seat` knows?
    pub fn knows(self, seat: Seat) -> bool {
        self == Viewer::Everyone || self == Viewer::Seat(seat)
    }
}

/// Something that can be clicked, named in a sentence, or lit.
///
/// The numbers are the system's own dense indices; [`crate::Notation::name`] and [`crate::Notation::label`]
/// turn them into names and stable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Thing {
    Piece(u16),
    /// A hex or an area, dense over all boards of the game.
    Place(u16),
    Card(u16),
    /// A choice that lies on no board: "done", "all who can".
    Button(u16),
    /// A point of an open table, in the system's hundredths.
    Spot(i32, i32),
}

/// A name as players see it: romaji always, kanji where the data has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Name {
    pub en: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ja: String,
}

impl Name {
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Name {
        Name { en: en.into(), ja: ja.into() }
    }
}
