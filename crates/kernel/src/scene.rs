//! What one viewer sees: boards, pieces, tracks, hands, charts, notes and questions, for a client that
//! knows no rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::thing::Name;

/// Everything for one viewer. What he may not know is absent, never blanked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Scene {
    pub boards: Vec<Board>,
    // Shared: from one scene to the next few of them change.
    pub pieces: Vec<Arc<Piece>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
    // Shared: a chart is long, and only its column in use ever changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Arc<Chart>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Score>,
}

/// A board by reference: its ground is sent once and cached by digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Board {
    pub id: String,
    pub name: Name,
    /// The digest of its [`Ground`].
    pub ground: String,
}

/// The ground of a board: what never changes in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ground {
    /// Flat-topped hexes in columns, numbered CCRR from 01.
    Hexes {
        id: String,
        name: Name,
        columns: u16,
        rows: u16,
        /// Even columns sit half a hex lower; otherwise odd ones do.
        even_down: bool,
        /// What lies at the top of the sheet: "north".
        up: String,
        cells: Vec<Cell>,
        /// Parts of the sheet that have a name: provinces, seas.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        regions: Vec<Region>,
    },
    Areas {
        id: String,
        name: Name,
        width: i32,
        height: i32,
        areas: Vec<Area>,
    },
    /// An open table, in hundredths of its unit from the lower left corner: x to the right, y upward.
    Open {
        id: String,
        name: Name,
        width: i32,
        height: i32,
        /// What a ruler is marked in: `cm`, `in`.
        unit: String,
        patches: Vec<Patch>,
    },
}

impl Ground {
    /// The digest a [`Board`] refers to it by.
    pub fn digest(&self) -> String {
        use sha2::Digest;
        let text = serde_json::to_vec(self).expect("plain data");
        crate::data::hex(&sha2::Sha256::digest(text))[..16].to_owned()
    }
}

/// A hex. The masks have bit `n` set for the hexside in direction `n`, clockwise from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cell {
    /// Its label as actions write it: `2412` or `D:2412`.
    pub id: String,
    pub terrain: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub road: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub river: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wall: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Words for what else is there: `star`, `west_of_ishikawa`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// A part of a sheet: every hex that bears the mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Region {
    /// `province:omi`
    pub mark: String,
    pub name: Name,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Area {
    pub id: String,
    pub name: Name,
    pub terrain: String,
    pub outline: Vec<(i32, i32)>,
    pub marks: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Patch {
    pub terrain: String,
    pub name: Option<Name>,
    pub outline: Vec<(i32, i32)>,
    /// How high it stands: a hill of level 2 has two contours.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u8,
}

/// A counter or a unit of stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Piece {
    pub id: String,
    pub side: u8,
    /// A label of a place, or `None` beside the boards.
    pub place: Option<String>,
    /// On an open table: where and how it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Pose>,
    // Shared: nearly always the same for a whole game.
    pub face: Arc<Face>,
    /// On an open table: the figures on its stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub figure: Option<Figure>,
    /// Names of its conditions, as `data/art/conditions.json` lists them: `acted`, `target`, `chosen`, `disordered`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// A full sentence for tooltips and screen readers.
    pub label: String,
    /// The piece on whose display it lies, if it lies on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub under: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub display: Option<Display>,
}

/// What is drawn on the stands of a unit, and what its plate says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Figure {
    /// Kinds of `data/art/figures.json`: one for all stands, or one for each.
    pub kinds: Vec<String>,
    /// `L`, `M` or `H`, or nothing.
    pub armour: String,
    /// In one word: `Veteran`.
    pub quality: String,
    /// Stands at the start.
    pub full: u16,
    /// Hits that have not yet cost a stand.
    pub hits: u16,
}

/// The boxes beside a piece, as printed games lay them out: a commander's units, the cargo of a ship.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Display {
    pub title: String,
    /// What the pieces on it are together.
    pub about: String,
    /// How many pieces it has room for, beside the one it belongs to.
    pub boxes: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pose {
    /// The middle of the front edge.
    pub x: i32,
    pub y: i32,
    /// In tenths of a degree, clockwise from the top of the table.
    pub heading: i32,
    pub width: i32,
    pub depth: i32,
    /// Stands in files, the last rank centred; one of each for a base that is not divided.
    #[serde(default)]
    pub stands: u16,
    #[serde(default)]
    pub files: u16,
}

/// What is printed on a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Face {
    pub mon: String,
    pub glyph: String,
    /// A sign of rank: `★★`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub badge: String,
    pub name: Name,
    /// In rule order.
    pub values: Vec<String>,
}

/// A row of boxes with a marker in one of them: innings, stages, a reinforcement track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Track {
    pub id: String,
    pub title: String,
    pub boxes: Vec<String>,
    pub at: Option<u16>,
}

/// The cards of a seat: faces for him who may see them, their number for everyone who may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hand {
    pub seat: u8,
    pub title: String,
    pub count: Option<u16>,
    pub cards: Vec<CardFace>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardFace {
    pub id: String,
    pub name: Name,
    pub text: String,
}

/// A results table, with the cell that is or was used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chart {
    pub id: String,
    pub title: String,
    pub rule: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<String>)>,
    /// The column in use now.
    pub column: Option<u16>,
    /// Where its figures come from: printed, reported or reconstructed.
    pub origin: String,
}

/// A line beside the boards: a score, what remains to be done, a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Note {
    pub id: String,
    pub text: String,
    pub rule: String,
}

/// The points of a side as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Score {
    pub side: u8,
    pub points: i32,
    /// Where they come from, item by item: together they are `points`.
    pub items: Vec<(String, i32)>,
    /// What else there is to know.
    pub about: String,
    pub rule: String,
}

/// Places marked on demand: where the enemy could go, whom he could reach.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Overlay {
    pub id: String,
    pub title: String,
    pub rule: String,
    /// The side it speaks of.
    pub side: Option<u8>,
    /// Labels of places, each with a word or figure to write there (often none).
    pub places: Vec<(String, String)>,
    /// On an open table: what is drawn over it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Shape>>", optional))]
    pub shapes: Vec<Shape>,
    /// The piece it speaks of: it is shown while that piece is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub piece: Option<String>,
}

/// Something drawn over an open table, with a word or figure (often none).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Shape {
    /// A radius: of command, of fear.
    Circle { x: i32, y: i32, radius: i32, word: String },
    /// What lies ahead of a front within reach, opening outward on both sides by tenths of a degree; 1800 is all round.
    Fan { pose: Pose, outward: i32, reach: i32, word: String },
    /// Any outline: a lane, a strip, a box.
    Ring { outline: Vec<(i32, i32)>, word: String },
    /// A way from place to place.
    Line { points: Vec<(i32, i32)>, word: String },
}

/// What changed between two scenes of the same viewer. Pieces are compared one by one, the small lists whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Difference {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// New or changed pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Arc<Piece>>,
    /// The order of all pieces by id, where it changed otherwise than by pieces going or coming at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<Board>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Track>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<Hand>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charts: Option<Vec<Arc<Chart>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Note>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<Score>>,
}

impl Scene {
    /// What must be told to a client that shows `self` so that it shows `new`.
    pub fn difference(&self, new: &Scene) -> Difference {
        fn changed<T: Clone + PartialEq>(old: &T, new: &T) -> Option<T> {
            (old != new).then(|| new.clone())
        }
        let mut difference = Difference {
            gone: self
                .pieces
                .iter()
                .filter(|old| !new.pieces.iter().any(|p| p.id == old.id))
                .map(|old| old.id.clone())
                .collect(),
            pieces: new.pieces.iter().filter(|p| !self.pieces.contains(p)).cloned().collect(),
            order: None,
            boards: changed(&self.boards, &new.boards),
            tracks: changed(&self.tracks, &new.tracks),
            hands: changed(&self.hands, &new.hands),
            charts: changed(&self.charts, &new.charts),
            notes: changed(&self.notes, &new.notes),
            scores: changed(&self.scores, &new.scores),
        };
        let plain = self.apply(&difference);
        if plain.pieces.iter().map(|p| &p.id).ne(new.pieces.iter().map(|p| &p.id)) {
            difference.order = Some(new.pieces.iter().map(|p| p.id.clone()).collect());
        }
        difference
    }

    pub fn apply(&self, difference: &Difference) -> Scene {
        let mut pieces: Vec<Arc<Piece>> =
            self.pieces.iter().filter(|p| !difference.gone.contains(&p.id)).cloned().collect();
        for piece in &difference.pieces {
            match pieces.iter_mut().find(|p| p.id == piece.id) {
                Some(old) => *old = piece.clone(),
                None => pieces.push(piece.clone()),
            }
        }
        if let Some(order) = &difference.order {
            pieces.sort_by_key(|p| order.iter().position(|id| *id == p.id));
        }
        Scene {
            boards: difference.boards.clone().unwrap_or_else(|| self.boards.clone()),
            pieces,
            tracks: difference.tracks.clone().unwrap_or_else(|| self.tracks.clone()),
            hands: difference.hands.clone().unwrap_or_else(|| self.hands.clone()),
            charts: difference.charts.clone().unwrap_or_else(|| self.charts.clone()),
            notes: difference.notes.clone().unwrap_or_else(|| self.notes.clone()),
            scores: difference.scores.clone().unwrap_or_else(|| self.scores.clone()),
        }
    }
}
