//! What happened, told beside the change of state.

use serde::Serialize;

use crate::{
    thing::{Name, Side, Thing},
    words::{Line, Rule},
};

/// Something that names the rule it comes from.
pub trait Cited {
    fn rule(&self) -> Rule;
}

/// Collects the events of one step. Silent, it costs nothing: events are not even built.
#[derive(Clone, Debug)]
pub struct Story<E> {
    telling: bool,
    pub events: Vec<E>,
    /// Set when hidden things became known in this step: undo will not cross it.
    pub revealed: bool,
}

impl<E> Story<E> {
    pub fn silent() -> Story<E> {
        Story { telling: false, events: Vec::new(), revealed: false }
    }

    pub fn telling() -> Story<E> {
        Story { telling: true, events: Vec::new(), revealed: false }
    }

    /// Is anybody listening? Only for work that serves the story alone.
    #[inline]
    pub fn is_telling(&self) -> bool {
        self.telling
    }

    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if self.telling {
            self.events.push(event());
        }
    }

    /// Something hidden has just become known to a seat that did not know it.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }
}

/// One event for one viewer: a sentence, and what the client can draw of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    pub line: Line,
    pub strokes: Vec<Stroke>,
    pub cell: Option<UsedCell>,
}

/// The cell of a results table that was used, by the table's id in the scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UsedCell {
    pub chart: String,
    /// Counted from 0.
    pub row: u16,
    pub column: u16,
}

impl Telling {
    pub fn new(line: Line) -> Telling {
        Telling { line, strokes: Vec::new(), cell: None }
    }

    pub fn stroke(mut self, stroke: Stroke) -> Telling {
        self.strokes.push(stroke);
        self
    }

    pub fn cell(mut self, chart: &str, row: u16, column: u16) -> Telling {
        self.cell = Some(UsedCell { chart: chart.to_owned(), row, column });
        self
    }
}

/// The closed list of what a client can animate for any system. On the wire things are their labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(T = String)))]
pub enum Stroke<T = Thing> {
    Moved {
        piece: T,
        path: Vec<T>,
    },
    /// A heading changed, in tenths of a degree clockwise from the top of the table.
    Turned {
        piece: T,
        heading: u16,
    },
    Flipped {
        piece: T,
    },
    Appeared {
        piece: T,
        place: T,
    },
    Gone {
        piece: T,
    },
    Joined {
        piece: T,
        to: T,
    },
    Thrown {
        dice: Vec<u8>,
    },
    /// A number of a track or a piece is now this.
    Counted {
        what: T,
        value: i32,
    },
    /// A card is played for all to see. Its name comes with it: it may lie in no hand the viewer knows.
    Shown {
        card: T,
        name: Name,
        side: Side,
    },
    /// A card is played face down: nobody else knows which.
    FaceDown {
        side: Side,
    },
}

impl<T> Stroke<T> {
    /// The same stroke with its things named otherwise.
    pub fn map<U>(self, name: impl Fn(T) -> U) -> Stroke<U> {
        match self {
            Stroke::Moved { piece, path } => {
                Stroke::Moved { piece: name(piece), path: path.into_iter().map(name).collect() }
            }
            Stroke::Turned { piece, heading } => Stroke::Turned { piece: name(piece), heading },
            Stroke::Flipped { piece } => Stroke::Flipped { piece: name(piece) },
            Stroke::Appeared { piece, place } => Stroke::Appeared { piece: name(piece), place: name(place) },
            Stroke::Gone { piece } => Stroke::Gone { piece: name(piece) },
            Stroke::Joined { piece, to } => Stroke::Joined { piece: name(piece), to: name(to) },
            Stroke::Thrown { dice } => Stroke::Thrown { dice },
            Stroke::Counted { what, value } => Stroke::Counted { what: name(what), value },
            Stroke::Shown { card, name: named, side } => {
                Stroke::Shown { card: name(card), name: named, side }
            }
            Stroke::FaceDown { side } => Stroke::FaceDown { side },
        }
    }
}
