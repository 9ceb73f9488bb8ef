//! The lobby: what is there to be played, and the opening of tables.

use kernel::Card;
use kernel::Name;
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `GET /api/lobby`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lobby {
    pub version: u32,
    pub systems: Vec<SystemCard>,
    /// Computer players, weakest first.
    pub levels: Vec<LevelCard>,
    /// Data sets by name; the first is the built-in one.
    pub data: Vec<String>,
    /// Tables anyone here may watch, newest first.
    pub tables: Vec<TableCard>,
    /// Tables with a seat that anyone may take, newest first.
    pub open: Vec<TableCard>,
    /// Which notices can be sent to an absent player.
    pub notify: CanNotify,
}

/// How this server reaches people who are away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CanNotify {
    pub webhook: bool,
    pub email: bool,
}

/// The signed-in account. `GET /api/account`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Account {
    pub name: String,
    /// What the account gathers: table and seat, the latest first.
    pub seats: Vec<(String, u8)>,
}

/// A new token of a seat; the old ones open nothing any more. `POST /api/tables/ID/new-link`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewLink {
    pub token: String,
}

/// A seat that was open and is taken now. `POST /api/tables/ID/join`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joined {
    pub seat: u8,
    pub token: String,
}

/// The next game with the same people; their tokens open their seats there. `POST /api/tables/ID/rematch`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rematch {
    pub table: String,
}

/// A game of the account. `GET /api/account/history`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PastGame {
    /// The seat of the account.
    pub seat: u8,
    pub result: GameResult,
    pub table: TableCard,
}

/// How a game ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameResult {
    Won,
    Lost,
    Drawn,
    /// It is not over.
    Running,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SystemCard {
    pub id: String,
    pub name: Name,
    pub scenarios: Vec<Arc<ScenarioCard>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScenarioCard {
    #[serde(flatten)]
    pub card: Card,
    /// The digest of the ground of each board: `/api/thumbnail/DIGEST.svg`, `/api/map/DIGEST.svg`.
    pub grounds: Vec<String>,
    /// Where on the first of them it is fought, if the scenario is called after a place there: percent across and down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub focus: Option<(u8, u8)>,
    /// There is a guide for newcomers: `/api/guide/SYSTEM/SCENARIO`.
    pub guide: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelCard {
    /// As a table is asked for: `greedy`, `search:400`.
    pub id: String,
    pub name: String,
    pub explanation: String,
}

/// A table as it stands in a list. `GET /api/tables?ids=A,B`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableCard {
    pub table: String,
    pub system: String,
    pub scenario: String,
    pub title: Name,
    pub seats: Vec<SeatCard>,
    pub clock: u32,
    /// What it waits for, in one sentence.
    pub status: String,
    /// The seats that are asked now.
    pub waiting: Vec<u8>,
    pub over: bool,
    /// The seat that won, if it is over; `null` after a draw.
    pub winner: Option<u8>,
    /// What was agreed about time.
    pub terms: Terms,
    pub number: u32,
    /// Seconds since 1970.
    pub created: u32,
    pub changed: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatCard {
    pub seat: u8,
    pub side: String,
    pub name: Name,
    pub mon: String,
    /// The colours of its side, counted from 0.
    pub livery: u8,
    /// `person` or a computer level.
    pub who: String,
    /// Somebody with this seat's link is looking at the table now.
    pub here: bool,
    /// What the person is called, if they have said.
    pub person: Option<String>,
    /// Anyone may take the seat: `POST /api/tables/ID/join`.
    pub open: bool,
}

/// Who sits in a seat of a new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Sitter {
    /// Anyone with the link.
    Person,
    /// A computer of this level.
    Computer(String),
}

/// `POST /api/tables`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewTable {
    /// `yukimura/yao`. Not needed with `record` or `from`.
    #[serde(default)]
    pub scenario: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The name of a data set; the built-in one if absent.
    #[serde(default)]
    pub data: Option<String>,
    pub seats: [Sitter; 2],
    /// Players throw at a real table and enter the pips.
    #[serde(default)]
    pub real_dice: bool,
    /// Dice follow from secrets of the server and of each person's seat; the first throw waits for all of them.
    #[serde(default)]
    pub shared_dice: bool,
    /// Shown in the list of tables that anyone may watch.
    #[serde(default)]
    pub listed: bool,
    /// What the people in the seats are called.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<[String; 2]>", optional))]
    pub names: [String; 2],
    /// This seat of a person is open: the table is in the list of those who look for an opponent, and the first who asks
    /// takes it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub open_seat: Option<u8>,
    /// What is agreed about time.
    #[serde(default)]
    pub terms: Terms,
    /// A record to go on from, as text.
    #[serde(default)]
    pub record: Option<String>,
    /// Start from a position of another table.
    #[serde(default)]
    pub from: Option<From>,
}

/// What is agreed about time when a table is opened; it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Terms {
    /// `null`: nobody counts.
    pub clock: Option<Clock>,
    /// Days without an answer after which the game can be claimed; 0: never.
    pub claim_days: u16,
    /// Days of vacation each seat has in this game.
    pub vacation_days: u16,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { clock: None, claim_days: 14, vacation_days: 30 }
    }
}

/// A bank of time for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clock {
    /// Seconds each seat begins with.
    pub bank: u32,
    /// Seconds that are added whenever a seat has answered and another is asked.
    #[serde(default)]
    pub each: u32,
    pub at_zero: AtZero,
}

/// What happens when a bank is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AtZero {
    /// The seat resigns.
    Resign,
    /// A computer answers for it, each time its time is up.
    Computer,
    /// Nothing by itself; the other seat may claim.
    Claim,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct From {
    pub table: String,
    /// After this input.
    pub at: u32,
    /// A private branch: kept in memory only, for both seats, gone an hour after it was last looked at.
    #[serde(default)]
    pub branch: bool,
}

/// The answer to it. The tokens are told only here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    pub table: String,
    /// The token of each seat a person takes; `null` for a computer.
    pub tokens: [Option<String>; 2],
}
