//! Where games are kept.
//!
//! A game is a header and its inputs, one line each, as its record has them; lines are only ever added, and the
//! number of a line can be taken once. Beside it lie who sits where, chat, notes, standing orders, a pending wish to
//! go back, clocks, and a summary for lists. Accounts gather seats of games.
//!
//! [`Store`] is what the server knows; [`Sqlite`] keeps everything in one file, [`Postgres`] in a database that several
//! servers share. A change is on disk when its answer comes.

mod copy;
mod lock;
mod nowhere;
mod place;
mod postgres;
mod rows;
mod sqlite;
mod writer;

use std::{future::Future, pin::Pin, time::Duration};

use tokio::sync::mpsc;

pub use crate::{
    copy::{Copied, copy},
    nowhere::Nowhere,
    place::{Place, default_path},
    postgres::Postgres,
    rows::{Account, Change, ChatRow, Game, Line, Listed, NewGame, Offer, SeatRow, SnapshotRow, Standing},
    sqlite::Sqlite,
};

/// What can be wrong with keeping something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another writer was first.
    #[error("input {number} of game {game} is taken")]
    Taken { game: String, number: u32 },
    #[error("there is no game {0}")]
    NoGame(String),
    /// The name is taken, or it was done before.
    #[error("{0} exists")]
    Exists(String),
    /// Another process writes the file.
    #[error("{path} is in use by {holder}; stop it first, or choose another --store")]
    InUse { path: String, holder: String },
    /// The disk is full, or a quota is used up.
    #[error("the store cannot be written, the disk is full: {0}")]
    Full(String),
    /// What is stored cannot be read.
    #[error("the store is damaged: {0}; restore a copy")]
    Corrupt(String),
    /// The database did not answer before the deadline. A write may or may not have been carried out.
    #[error("the database did not answer in time: {0}")]
    Stalled(String),
    /// Somebody else has the seat by now.
    #[error("a seat of game {0} is somebody else's")]
    NotTheirs(String),
    #[error("the store failed: {0}")]
    Broken(String),
}

impl StoreError {
    /// The same error with the file it is about.
    fn in_file(self, path: &std::path::Path) -> StoreError {
        let name = |why: String| format!("{}: {why}", path.display());
        match self {
            StoreError::Full(why) => StoreError::Full(name(why)),
            StoreError::Corrupt(why) => StoreError::Corrupt(name(why)),
            StoreError::Stalled(why) => StoreError::Stalled(name(why)),
            StoreError::Broken(why) => StoreError::Broken(name(why)),
            other => other,
        }
    }
}

/// An answer that comes when it is on disk.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What another server has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    Game(String),
    /// Nobody listened for a while: any game may have gone on.
    Anything,
}

/// Keeps games. Every implementation passes the same tests.
pub trait Store: Send + Sync + 'static {
    /// Carries out one change, wholly or not at all; answered when it is durable.
    fn write(&self, change: Change) -> Answer<'_, ()>;
    /// A game with everything that belongs to it.
    fn game(&self, id: &str) -> Answer<'_, Option<Game>>;
    /// How these games stand; unknown ones are left out.
    fn standings(&self, ids: Vec<String>) -> Answer<'_, Vec<Listed>>;
    /// The games that anyone may watch, latest change first.
    fn listed(&self, most: u32) -> Answer<'_, Vec<Listed>>;
    /// The games with a seat that anyone may take, newest first.
    fn open_seats(&self, most: u32) -> Answer<'_, Vec<Listed>>;
    /// The games in which a computer is to move.
    fn computers_to_move(&self) -> Answer<'_, Vec<String>>;
    /// The data of this digest, path and text, if a game was begun with them.
    fn data(&self, digest: &str) -> Answer<'_, Vec<(String, String)>>;
    /// All games, oldest first.
    fn ids(&self) -> Answer<'_, Vec<String>>;
    /// How many games there are.
    fn count(&self) -> Answer<'_, u32>;
    /// Writes and reads the time: whether the store works, for health checks.
    fn probe(&self, now: u32) -> Answer<'_, ()>;
    /// Reads all of a file and checks its structure; a database server does that for itself.
    fn check_integrity(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
    /// Writes what waits, then lets go of the store: a file is complete without its log. Later calls fail.
    fn close(&self) -> Answer<'_, ()>;

    /// The games that must be looked at by now though nobody does anything.
    fn due(&self, now: u32) -> Answer<'_, Vec<String>>;
    fn account(&self, name: &str) -> Answer<'_, Option<Account>>;
    fn accounts(&self) -> Answer<'_, Vec<Account>>;
    /// The account a session belongs to, unless the session has ended by `now`.
    fn session(&self, token: [u8; 32], now: u32) -> Answer<'_, Option<String>>;
    /// The seats an account gathers: game and seat, the latest game first.
    fn belongings(&self, account: &str) -> Answer<'_, Vec<(String, u8)>>;

    /// Takes the computers of a game for a while, again and again as long as it lasts. `false`: another server has them.
    fn lease(&self, _game: &str, _lasting: Duration) -> Answer<'_, bool> {
        Box::pin(async { Ok(true) })
    }

    /// Changes by other servers, returned to the first caller; `None` where there are no others.
    fn elsewhere(&self) -> Option<mpsc::UnboundedReceiver<Elsewhere>> {
        None
    }
}
