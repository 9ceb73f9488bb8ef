//! The live channel: `GET /api/tables/ID/live`.

use std::sync::Arc;

use super::{Chat, Offer, Rest, SeatCard, SharedDice, Sight, Times};
use kernel::erased::Said;
use kernel::erased::SaidDrag;
use kernel::erased::SaidForecast;
use kernel::erased::ToldStep;
use kernel::scene::Difference;
use kernel::scene::Overlay;
use serde::Serialize;

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
    /// Somebody has opened the next game with the same people.
    Rematch {
        table: String,
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
    /// The operator closed the table.
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
    /// A computer thinks; how far it is, in thousandths. `null` when it has done. `ahead`: how many others have their turn
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
