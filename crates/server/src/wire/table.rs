//! A table as one viewer sees it.

use super::{ScenarioCard, SeatCard, Terms};
use kernel::Order;
use kernel::Setup;
use kernel::erased::Asked;
use kernel::erased::Choice;
use kernel::erased::Routine;
use kernel::scene::Scene;
use serde::Deserialize;
use serde::Serialize;
use std::sync::Arc;

/// Everything one viewer sees at one moment. `GET /api/tables/ID` (`?at=N` for a moment of the past)
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sight {
    pub table: String,
    pub setup: Setup,
    pub card: Arc<ScenarioCard>,
    pub data: String,
    pub real_dice: bool,
    /// The input up to which the game comes from a file; its dice are new from there on. `null`: played here from its
    /// beginning.
    pub from_file: Option<u32>,
    /// How far shared dice are; `null` where dice are not shared.
    pub shared_dice: Option<SharedDice>,
    /// A private branch of this table and input.
    pub branch_of: Option<(String, u32)>,
    /// The seat of the viewer; `null` for a watcher.
    pub seat: Option<u8>,
    pub seats: Vec<SeatCard>,
    pub scene: Scene,
    /// The number of the last news this viewer has had.
    pub seq: u32,
    #[serde(flatten)]
    pub rest: Rest,
    pub chat: Vec<Chat>,
    /// The viewer's own notes and standing orders.
    pub notes: String,
    pub orders: Vec<StandingOrder>,
    /// The kinds of questions that a seat may leave to its habit.
    pub routine: Vec<Routine>,
    pub terms: Terms,
    pub times: Times,
    /// Those who only look on have nothing to say.
    pub muted: bool,
    /// Seconds since 1970: nobody has touched the table for long, and it will be deleted then. A seat keeps it
    /// by looking at it.
    pub expires: Option<u32>,
    /// Nothing more happens here; the operator closed it.
    pub closed: bool,
    /// How the viewer is told that he is asked; `null` for a watcher.
    pub notify: Option<Notify>,
    /// The table of the next game with the same people, once one of them has opened it.
    pub rematch: Option<String>,
}

/// How a table stands with time, when this is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Times {
    /// Seconds in each bank; `null` without a clock.
    pub left: Option<[u32; 2]>,
    /// Whose runs down now.
    pub running: [bool; 2],
    pub vacation: [bool; 2],
    /// Seconds of vacation each seat has left.
    pub vacation_left: [u32; 2],
    /// From which seats the other may claim the game.
    pub claimable: [bool; 2],
}

/// How the owner of a seat is told that he is asked while he is away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notify {
    /// An address that is sent a JSON object.
    pub webhook: Option<String>,
    pub email: Option<String>,
    /// The address was confirmed by a mail to it.
    pub confirmed: bool,
}

/// Dice that follow from secrets of the server and of each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedDice {
    /// What the server is bound to since before anyone sat down.
    pub commitment: String,
    pub shares: [ShareCard; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShareCard {
    /// What the seat is bound to.
    pub commitment: Option<String>,
    /// The server knows what the seat brought.
    pub told: bool,
    /// The first throw waits for it.
    pub owed: bool,
}

/// What the game rests in, for one viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rest {
    /// How many inputs there have been, and the head of their chain.
    pub number: u32,
    pub head: String,
    pub clock: u32,
    pub asked: Asked,
    /// What the viewer may choose, if he is asked.
    pub choices: Vec<Choice>,
    /// The viewer is in the middle of a chain of clicks that others do not see yet.
    pub in_chain: bool,
    /// The input the viewer can go back to without asking; `number` if there is nothing to take back.
    pub free_undo: u32,
    /// Somebody asks to go back, or for a draw.
    pub offer: Option<Offer>,
    /// The head, or why it is over and the seed it was played with.
    pub over: bool,
}

/// A wish to go back behind a seam, or to end the game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    pub seat: u8,
    /// The input to go back to; `null`: a draw.
    pub to: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chat {
    pub n: u32,
    /// `null`: a watcher.
    pub seat: Option<u8>,
    pub text: String,
    pub at: u32,
}

/// What a seat wants done with questions of one kind, everywhere or in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingOrder {
    /// The kind of question, as [`kernel::erased::AskedQuestion`] has it.
    pub kind: String,
    /// Only for questions that lie here: "ask me here".
    #[serde(default)]
    pub at: Option<String>,
    pub order: Order,
}
