//! What is answered when something cannot be done: a code for programs, a sentence for people.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use kernel::{
    Faults,
    erased::Wrong,
    table::{NoShare, NoUndo},
};
use store::StoreError;

use crate::wire::Failure;

/// A no, with the HTTP status it goes out with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct No {
    pub(crate) status: StatusCode,
    pub(crate) failure: Box<Failure>,
}

impl No {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> No {
        let failure = Failure { code: code.to_owned(), message: message.into(), rule: None };
        No { status, failure: Box::new(failure) }
    }

    pub(crate) fn unknown_table(id: &str) -> No {
        let shown: String = id.chars().take(20).collect();
        No::new(
            StatusCode::NOT_FOUND,
            "unknown-table",
            format!(
                "there is no table `{shown}`; private branches are gone an hour after they were last looked at"
            ),
        )
    }

    pub(crate) fn not_found(what: impl Into<String>) -> No {
        No::new(StatusCode::NOT_FOUND, "not-found", what)
    }

    /// A seat's business, asked for by somebody who does not sit there.
    pub(crate) fn wrong_seat() -> No {
        No::new(
            StatusCode::FORBIDDEN,
            "wrong-seat",
            "only who sits at the table may do this; open the link of a seat",
        )
    }

    pub(crate) fn unknown_token() -> No {
        No::new(
            StatusCode::UNAUTHORIZED,
            "unknown-token",
            "this token opens no seat of this table; it may be of another table",
        )
    }

    pub(crate) fn not_your_turn(why: impl Into<String>) -> No {
        No::new(StatusCode::CONFLICT, "not-your-turn", why)
    }

    pub(crate) fn stale(seen: u32, now: u32) -> No {
        No::new(
            StatusCode::CONFLICT,
            "stale",
            format!("the table has gone on: this was said after input {seen}, it is at input {now} for you"),
        )
    }

    /// A share of the dice that is not taken.
    pub(crate) fn share(why: NoShare) -> No {
        let code = match why {
            NoShare::NotShared => "not-shared",
            NoShare::Twice | NoShare::Late { .. } => "too-late",
            NoShare::Other => "other-share",
        };
        No::new(StatusCode::CONFLICT, code, why.to_string())
    }

    pub(crate) fn malformed(why: impl Into<String>) -> No {
        No::new(StatusCode::BAD_REQUEST, "malformed", why)
    }

    pub(crate) fn too_large(what: &str, most: usize) -> No {
        No::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("{what} may have at most {most} bytes"))
    }

    pub(crate) fn too_fast() -> No {
        No::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", "too many requests at once; wait a moment")
    }

    /// It was given up, or more was asked for than may be.
    pub(crate) fn too_costly() -> No {
        No::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too-costly",
            "this takes too long to work out, and was given up",
        )
    }

    /// The operator closed the table.
    pub(crate) fn closed() -> No {
        No::new(StatusCode::CONFLICT, "closed", "this table was closed; its record can still be exported")
    }

    /// A bug of ours; the log has more.
    pub(crate) fn internal() -> No {
        No::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong here; nothing was changed",
        )
    }
}

impl From<Wrong> for No {
    fn from(wrong: Wrong) -> No {
        match wrong {
            Wrong::Misread(why) => No::new(StatusCode::BAD_REQUEST, "misread", why),
            Wrong::Refused(said) => {
                let mut no = No::new(StatusCode::CONFLICT, "refused", said.text);
                no.failure.rule = Some(said.rule);
                no
            }
            Wrong::NoRollDue => No::new(StatusCode::CONFLICT, "no-dice-wanted", wrong.to_string()),
            Wrong::WrongRoll(why) => No::new(StatusCode::CONFLICT, "wrong-dice", why),
            Wrong::Undo(NoUndo::NoSuchInput { to }) => No::new(
                StatusCode::CONFLICT,
                "no-such-input",
                format!(
                    "input {to} is not in force, or nothing lies after it: there is nothing to take back"
                ),
            ),
            Wrong::Undo(NoUndo::NeedsConsent) => No::new(
                StatusCode::CONFLICT,
                "needs-consent",
                "dice, another seat's answer or something revealed lies in between; the other seat must agree",
            ),
            Wrong::Share(why) => No::share(why),
        }
    }
}

impl From<StoreError> for No {
    fn from(error: StoreError) -> No {
        match error {
            StoreError::NoGame(id) => No::unknown_table(&id),
            StoreError::NotTheirs(_) => No::unknown_token(),
            // Another server was faster; the table is read again.
            StoreError::Taken { number, .. } => No::stale(number - 1, number),
            StoreError::Exists(what) => {
                No::new(StatusCode::CONFLICT, "taken", format!("`{what}` is taken; choose another"))
            }
            error @ (StoreError::InUse { .. }
            | StoreError::Full(_)
            | StoreError::Corrupt(_)
            | StoreError::Stalled(_)
            | StoreError::Broken(_)) => {
                tracing::error!(%error, "the store failed");
                let message = match error {
                    StoreError::Stalled(_) => {
                        "the store does not answer; look at the table again before you repeat this: it may be done"
                    }
                    _ => "the games cannot be written or read at the moment; nothing was changed",
                };
                No::new(StatusCode::SERVICE_UNAVAILABLE, "store", message)
            }
        }
    }
}

/// Faults of what somebody sent: a record, a position.
impl From<Faults> for No {
    fn from(faults: Faults) -> No {
        No::new(StatusCode::UNPROCESSABLE_ENTITY, "faulty", faults.to_string())
    }
}

/// The code of a refusal, beside its answer: for metrics and log lines.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub(crate) String);

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let refused = Refused(self.failure.code.clone());
        let mut response = (self.status, Json(*self.failure)).into_response();
        response.extensions_mut().insert(refused);
        response
    }
}
