//! The live channel: `GET /api/tables/ID/live`.

use std::sync::Arc;

use super::{Chat, Offer, Rest, SeatCard, SharedDice, Sight, StandingOrder, Times};
use kernel::erased::Said;
use kernel::erased::SaidDrag;
use kernel::erased::SaidForecast;
use kernel::erased::ToldStep;
use kernel::scene::Difference;
use kernel::scene::Overlay;
use kernel::scene::Pose;
use serde::Deserialize;
use serde::Serialize;

/// What a client says. The first must be `hello`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "say", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Say {
    Hello {
        version: u32,
        /// The token of a seat; none for a watcher.
        #[serde(default)]
        token: Option<String>,
        /// The last news it has had, if it was here before.
        #[serde(default)]
        since: Option<u32>,
    },
    /// `after` is the number of inputs the client has seen; another number is refused as stale.
    Act {
        id: u32,
        action: String,
        after: u32,
    },
    Dice {
        id: u32,
        pips: Vec<u8>,
        after: u32,
    },
    Undo {
        id: u32,
        to: u32,
        after: u32,
    },
    /// Agree to go back to input `to`, or not. An offer to go elsewhere is not answered by it.
    Answer {
        id: u32,
        agree: bool,
        to: u32,
        after: u32,
    },
    Resign {
        id: u32,
        after: u32,
    },
    /// Binds the seat to its share of the dice: SHA-256 of `gunbai share 1`, the seat as one byte, and the share.
    Share {
        id: u32,
        commitment: String,
    },
    /// Tells the share, once everybody is bound to his.
    OpenShare {
        id: u32,
        share: String,
    },
    Chat {
        id: u32,
        text: String,
    },
    Notes {
        id: u32,
        text: String,
    },
    Orders {
        id: u32,
        orders: Vec<StandingOrder>,
    },
    /// Goes on vacation, or comes back.
    Vacation {
        id: u32,
        on: bool,
    },
    /// Those who only look on have nothing to say, as far as this seat goes.
    Mute {
        id: u32,
        on: bool,
    },
    /// Claims the game from a seat that has been away too long: it resigns, or a computer of this level sits down.
    Claim {
        id: u32,
        #[serde(default)]
        computer: Option<String>,
    },
    /// The chances of a plan, and what it would do: for the choice under the pointer.
    Odds {
        id: u32,
        actions: Vec<String>,
        #[serde(default)]
        until_question: bool,
    },
    /// Why is this dark?
    Why {
        id: u32,
        thing: String,
    },
    Overlays {
        id: u32,
    },
    /// A piece of an open table is dragged there: what would that be?
    Drag {
        id: u32,
        piece: String,
        to: Pose,
    },
}

/// What the server tells.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "tell")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Tell {
    /// The answer to `hello`: everything, and the steps since `since`.
    Welcome {
        sight: Box<Sight>,
        missed: Vec<ToldStep>,
    },
    /// Something happened.
    News {
        seq: u32,
        steps: Vec<Arc<ToldStep>>,
        difference: Box<Difference>,
        rest: Box<Rest>,
    },
    /// Yours is done and on disk.
    Done {
        id: u32,
        number: u32,
        head: String,
    },
    /// It was not done.
    No {
        id: u32,
        error: Failure,
    },
    Odds {
        id: u32,
        odds: Option<Box<SaidForecast>>,
        preview: Box<ToldStep>,
    },
    /// `null`: it is not dark, or means nothing now.
    Why {
        id: u32,
        said: Option<Said>,
    },
    Overlays {
        id: u32,
        overlays: Vec<Overlay>,
    },
    /// `null`: nothing is dragged now.
    Drag {
        id: u32,
        drag: Option<Box<SaidDrag>>,
    },
    Chat {
        chat: Chat,
    },
    Seats {
        seats: Vec<SeatCard>,
    },
    Offer {
        offer: Option<Offer>,
    },
    /// Somebody was bound to his share of the dice, or told it.
    Shares {
        dice: SharedDice,
    },
    /// Somebody acted at a table with a clock, or went on vacation.
    Times {
        times: Times,
    },
    /// Whoever looks after the server closed the table.
    Closed,
    /// A seat has had enough of what those who look on say, or hears them again.
    Muted {
        muted: bool,
    },
    /// What was asked for waits until this many others have had their turn.
    Waiting {
        id: u32,
        ahead: u32,
    },
    /// A computer thinks; how far it is, in thousandths. `null` when it has done. `ahead`: so many others have their turn
    /// first.
    Thinking {
        seat: u8,
        share: Option<u32>,
        ahead: u32,
    },
}

/// What went wrong: for programs (`code`), for people (`message`), and the rule if one said no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub rule: Option<String>,
}
