//! Games in one file.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use tokio::sync::{Semaphore, oneshot};

use crate::{
    Answer, Store, StoreError,
    lock::StoreLock,
    rows::{Account, Change, ChatRow, Game, Line, Listed, Offer, SeatRow, SnapshotRow, Standing},
    writer::{self, Job, broken},
};

/// In order; `user_version` tells how many a file has had.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
    include_str!("migrations/0005.sql"),
    include_str!("migrations/0006.sql"),
    include_str!("migrations/0007.sql"),
];
/// Another program may hold the file for a moment.
const PATIENCE: Duration = Duration::from_secs(5);
/// Who reads at the same time; the others wait.
const READERS: usize = 8;

/// A store in an SQLite file: write-ahead log, every commit synced, one writer, readers beside it.
#[derive(Clone)]
pub struct Sqlite {
    /// `None` for a store that is only read.
    writer: Option<Sender<Job>>,
    readers: Arc<Readers>,
}

impl std::fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Sqlite").field(&self.readers.path).finish()
    }
}

struct Readers {
    path: PathBuf,
    flags: OpenFlags,
    turns: Semaphore,
    idle: Mutex<Vec<Connection>>,
    /// Held by a store that is only read while no server has it. Dropped after the connections.
    _lock: Option<StoreLock>,
}

impl Sqlite {
    /// Opens the file for reading and writing, and creates it and its folder if missing. Fails if another process has it
    /// open for writing.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let shown = path.display();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)
                .map_err(|error| StoreError::Broken(format!("{}: {error}", folder.display())))?;
        }
        private(path).map_err(|error| StoreError::Broken(format!("{shown}: {error}")))?;
        let lock = StoreLock::acquire(path)?;
        let connection = prepared(path).map_err(|error| error.in_file(path))?;
        let writer = writer::start(connection, lock)
            .map_err(|error| StoreError::Broken(format!("cannot start the writer thread: {error}")))?;
        let readers = Readers::new(path, OpenFlags::SQLITE_OPEN_READ_ONLY, None);
        Ok(Sqlite { writer: Some(writer), readers })
    }

    /// Opens an existing file to read it, also while a server writes it. A missing or empty file is an error.
    pub fn open_read_only(path: &Path) -> Result<Sqlite, StoreError> {
        let missing = |why: &str| StoreError::Broken(format!("{}: {why}", path.display()));
        match fs::metadata(path) {
            Err(error) => return Err(missing(&error.to_string())),
            Ok(found) if !found.is_file() => return Err(missing("this is not a file")),
            Ok(found) if found.len() == 0 => return Err(missing("the file is empty; it holds no store")),
            Ok(_) => {}
        }
        // While no server has the file, our connections are the last and must merge and remove a log it left behind; a
        // read-only one would leave log files of its own.
        let readers = match StoreLock::acquire(path) {
            Ok(lock) => Readers::new(path, OpenFlags::SQLITE_OPEN_READ_WRITE, Some(lock)),
            Err(_) => Readers::new(path, OpenFlags::SQLITE_OPEN_READ_ONLY, None),
        };
        let version: u32 = readers
            .read(|connection| connection.query_row("PRAGMA user_version", [], |row| row.get(0)))
            .map_err(|error| broken(&error).in_file(path))?;
        match version as usize {
            0 => Err(missing("this is no store of Gunbai")),
            old if old < MIGRATIONS.len() => Err(missing(&format!(
                "it has form {old}, this program reads form {}; start `gunbai serve --store` on it once to migrate it",
                MIGRATIONS.len()
            ))),
            new if new > MIGRATIONS.len() => Err(newer(new).in_file(path)),
            _ => Ok(Sqlite { writer: None, readers }),
        }
    }

    fn send(&self, job: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Job) -> Answer<'_, ()> {
        let (answer, answered) = oneshot::channel();
        let sent = match &self.writer {
            Some(writer) => writer.send(job(answer)).map_err(|_| "the store is closed"),
            None => Err("the store is open for reading only"),
        };
        Box::pin(async move {
            sent.map_err(|why| StoreError::Broken(why.to_owned()))?;
            answered.await.map_err(|_| StoreError::Broken("the store is closed".to_owned()))?
        })
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let closed = |_| StoreError::Broken("the store is closed".to_owned());
            let _turn = self.readers.turns.acquire().await.map_err(closed)?;
            let work = tokio::task::spawn_blocking(move || readers.read(read));
            let found = work.await.map_err(|error| StoreError::Broken(error.to_string()))?;
            found.map_err(|error| broken(&error))
        })
    }
}

impl Readers {
    fn new(path: &Path, flags: OpenFlags, lock: Option<StoreLock>) -> Arc<Readers> {
        Arc::new(Readers {
            path: path.to_owned(),
            flags: flags | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            turns: Semaphore::new(READERS),
            idle: Mutex::default(),
            _lock: lock,
        })
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => {
                let connection = Connection::open_with_flags(&self.path, self.flags)?;
                connection.busy_timeout(PATIENCE)?;
                connection
            }
        };
        // What is read together must be of one moment.
        let transaction = connection.unchecked_transaction()?;
        let found = read(&transaction);
        drop(transaction);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        found
    }
}

/// A new file is for its owner's eyes: it holds hidden hands and the seeds of running games. SQLite gives its log the same
/// permissions.
#[cfg(unix)]
fn private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let made = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    made.map(drop).or_else(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Ok(()),
        _ => Err(error),
    })
}

#[cfg(not(unix))]
fn private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The writer's connection to a file of the newest form.
fn prepared(path: &Path) -> Result<Connection, StoreError> {
    let set_up = || {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        Ok((connection, version as usize))
    };
    let (connection, version) = set_up().map_err(|error: rusqlite::Error| broken(&error))?;
    if version > MIGRATIONS.len() {
        return Err(newer(version));
    }
    if version < MIGRATIONS.len() {
        migrate(&connection).map_err(|error| broken(&error))?;
    }
    Ok(connection)
}

fn newer(version: usize) -> StoreError {
    StoreError::Broken(format!(
        "it was written by a newer gunbai (form {version}, this one knows {}); use that, or another --store",
        MIGRATIONS.len()
    ))
}

/// All missing migrations in one transaction: after a crash the file has the old form or the newest, none between.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Exclusive)?;
    // Read once more inside: another program may have migrated the file meanwhile.
    let version: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for sql in MIGRATIONS.iter().skip(version as usize) {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "user_version", version.max(MIGRATIONS.len() as u32))?;
    transaction.commit()
}

impl Store for Sqlite {
    fn write(&self, change: Change) -> Answer<'_, ()> {
        self.send(|answer| Job::Write { change: Box::new(change), answer })
    }

    fn probe(&self, now: u32) -> Answer<'_, ()> {
        Box::pin(async move {
            self.write(Change::Probe { now }).await?;
            let read = |row: &Row<'_>| row.get::<_, u32>(0);
            let sql = "SELECT at FROM probe WHERE id = 0";
            self.read(move |connection| connection.query_row(sql, [], read)).await?;
            Ok(())
        })
    }

    fn check_integrity(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let found: String = self
                .read(|connection| connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)))
                .await?;
            if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found)) }
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // Readers first: SQLite removes the log when the last connection closes.
            let all = self.readers.turns.acquire_many(READERS as u32).await;
            let Ok(all) = all else { return Ok(()) };
            all.forget();
            self.readers.turns.close();
            self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
            match self.writer {
                Some(_) => self.send(|answer| Job::Close { answer }).await,
                None => Ok(()),
            }
        })
    }

    fn game(&self, id: &str) -> Answer<'_, Option<Game>> {
        let id = id.to_owned();
        self.read(move |connection| game(connection, &id))
    }

    fn standings(&self, ids: Vec<String>) -> Answer<'_, Vec<Listed>> {
        self.read(move |connection| {
            let mut found = Vec::new();
            for id in ids {
                let sql = format!("{LISTED} WHERE games.id = ?1");
                let row = connection.prepare_cached(&sql)?.query_row([id], listed_row).optional()?;
                found.extend(row);
            }
            seated(connection, found)
        })
    }

    fn listed(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        self.read(move |connection| {
            let sql = format!("{LISTED} WHERE standings.listed = 1 ORDER BY changed DESC, games.id LIMIT ?1");
            let mut statement = connection.prepare_cached(&sql)?;
            let found = statement.query_map([most], listed_row)?.collect::<Result<_, _>>()?;
            seated(connection, found)
        })
    }

    fn open_seats(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        self.read(move |connection| {
            let sql = format!(
                "{LISTED} WHERE over = 0 AND closed = 0 AND EXISTS (SELECT 1 FROM seats WHERE game = games.id AND open = 1)
                 ORDER BY created DESC, games.id LIMIT ?1"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let found = statement.query_map([most], listed_row)?.collect::<Result<_, _>>()?;
            seated(connection, found)
        })
    }

    fn computers_to_move(&self) -> Answer<'_, Vec<String>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT game FROM standings WHERE computer = 1")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn data(&self, digest: &str) -> Answer<'_, Vec<(String, String)>> {
        let digest = digest.to_owned();
        self.read(move |connection| {
            let mut statement =
                connection.prepare_cached("SELECT path, text FROM data_files WHERE digest = ?1")?;
            statement.query_map([digest], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT id FROM games ORDER BY created, id")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn count(&self) -> Answer<'_, u32> {
        self.read(|connection| connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0)))
    }

    fn due(&self, now: u32) -> Answer<'_, Vec<String>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached("SELECT game FROM standings WHERE due <= ?1")?;
            statement.query_map([now], |row| row.get(0))?.collect()
        })
    }

    fn account(&self, name: &str) -> Answer<'_, Option<Account>> {
        let name = name.to_owned();
        self.read(move |connection| {
            let sql = format!("{ACCOUNT} WHERE name = ?1");
            connection.prepare_cached(&sql)?.query_row([name], account_row).optional()
        })
    }

    fn accounts(&self) -> Answer<'_, Vec<Account>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{ACCOUNT} ORDER BY created, name"))?;
            statement.query_map([], account_row)?.collect()
        })
    }

    fn session(&self, token: [u8; 32], now: u32) -> Answer<'_, Option<String>> {
        self.read(move |connection| {
            let sql = "SELECT account FROM sessions WHERE token = ?1 AND until > ?2";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row(params![token.as_slice(), now], |row| row.get(0)).optional()
        })
    }

    fn belongings(&self, account: &str) -> Answer<'_, Vec<(String, u8)>> {
        let account = account.to_owned();
        self.read(move |connection| {
            let sql = "SELECT belongings.game, seat FROM belongings JOIN standings ON standings.game = belongings.game
                WHERE account = ?1 ORDER BY changed DESC, belongings.game, seat";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([account], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }
}

const LISTED: &str =
    "SELECT games.id, system, scenario, data, created, changed, over, number, head, clock, status,
    waiting, sides, computer, times, due, winner, terms FROM games JOIN standings ON standings.game = games.id";

const ACCOUNT: &str = "SELECT name, secret, created FROM accounts";

fn account_row(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account { name: row.get(0)?, secret: row.get(1)?, created: row.get(2)? })
}

fn listed_row(row: &Row<'_>) -> rusqlite::Result<Listed> {
    Ok(Listed {
        id: row.get(0)?,
        system: row.get(1)?,
        scenario: row.get(2)?,
        data: row.get(3)?,
        created: row.get(4)?,
        who: Default::default(),
        people: Default::default(),
        open: Default::default(),
        terms: row.get(17)?,
        standing: standing(row, 5)?,
    })
}

/// The twelve columns from `changed` to `winner`.
fn standing(row: &Row<'_>, from: usize) -> rusqlite::Result<Standing> {
    let waiting: u8 = row.get(from + 6)?;
    let sides: String = row.get(from + 7)?;
    let mut sides = sides.split(' ').map(str::to_owned);
    Ok(Standing {
        changed: row.get(from)?,
        over: row.get(from + 1)?,
        number: row.get(from + 2)?,
        head: row.get(from + 3)?,
        clock: row.get(from + 4)?,
        status: row.get(from + 5)?,
        waiting: (0..2).filter(|seat| waiting & (1 << seat) != 0).collect(),
        sides: [sides.next().unwrap_or_default(), sides.next().unwrap_or_default()],
        computer: row.get(from + 8)?,
        times: row.get(from + 9)?,
        due: row.get(from + 10)?,
        winner: row.get(from + 11)?,
    })
}

fn seated(connection: &Connection, mut found: Vec<Listed>) -> rusqlite::Result<Vec<Listed>> {
    for listed in &mut found {
        let seats = seats(connection, &listed.id)?;
        listed.open = seats.each_ref().map(|seat| seat.open);
        listed.people = seats.each_ref().map(|seat| seat.person.clone());
        listed.who = seats.map(|seat| seat.who);
    }
    Ok(found)
}

fn seats(connection: &Connection, id: &str) -> rusqlite::Result<[SeatRow; 2]> {
    let seat = |seat: u8| {
        connection
            .prepare_cached(
                "SELECT who, token, share, notify, person, open FROM seats WHERE game = ?1 AND seat = ?2",
            )?
            .query_row(params![id, seat], |row| {
                Ok(SeatRow {
                    who: row.get(0)?,
                    token: row.get(1)?,
                    share: row.get(2)?,
                    keys: Vec::new(),
                    notify: row.get(3)?,
                    person: row.get(4)?,
                    open: row.get(5)?,
                })
            })
    };
    Ok([seat(0)?, seat(1)?])
}

fn game(connection: &Connection, id: &str) -> rusqlite::Result<Option<Game>> {
    let sql = "SELECT system, scenario, data, digest, header, games.listed, created, terms, closed, changed, over, number,
        head, clock, status, waiting, sides, computer, times, due, winner, next FROM games
        JOIN standings ON standings.game = games.id WHERE games.id = ?1";
    let seats = seats(connection, id).optional()?;
    let found = connection.prepare_cached(sql)?.query_row([id], |row| {
        Ok(Game {
            id: id.to_owned(),
            system: row.get(0)?,
            scenario: row.get(1)?,
            data: (row.get(2)?, row.get(3)?),
            header: row.get(4)?,
            listed: row.get(5)?,
            created: row.get(6)?,
            seats: seats.clone().ok_or(rusqlite::Error::QueryReturnedNoRows)?,
            terms: row.get(7)?,
            closed: row.get(8)?,
            next: row.get(21)?,
            lines: Vec::new(),
            snapshots: Vec::new(),
            standing: standing(row, 9)?,
            chat: Vec::new(),
            notes: Default::default(),
            orders: Default::default(),
            offer: None,
        })
    });
    let Some(mut game) = found.optional()? else { return Ok(None) };
    game.lines = connection
        .prepare_cached("SELECT number, line, rests FROM inputs WHERE game = ?1 ORDER BY number")?
        .query_map([id], |row| Ok(Line { number: row.get(0)?, text: row.get(1)?, rests: row.get(2)? }))?
        .collect::<Result<_, _>>()?;
    game.snapshots = connection
        .prepare_cached("SELECT number, marks, state FROM snapshots WHERE game = ?1 ORDER BY number")?
        .query_map([id], |row| {
            Ok(SnapshotRow { number: row.get(0)?, marks: row.get(1)?, state: row.get(2)? })
        })?
        .collect::<Result<_, _>>()?;
    for (seat, row) in (0u8..).zip(&mut game.seats) {
        row.keys = connection
            .prepare_cached("SELECT token FROM keys WHERE game = ?1 AND seat = ?2 ORDER BY token")?
            .query_map(params![id, seat], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
    }
    game.chat = connection
        .prepare_cached("SELECT n, seat, text, at FROM chat WHERE game = ?1 ORDER BY n")?
        .query_map([id], |row| {
            Ok(ChatRow { n: row.get(0)?, seat: row.get(1)?, text: row.get(2)?, at: row.get(3)? })
        })?
        .collect::<Result<_, _>>()?;
    let beside = |sql: &str, seat: u8| {
        let text =
            connection.prepare_cached(sql)?.query_row(params![id, seat], |row| row.get(0)).optional()?;
        Ok::<String, rusqlite::Error>(text.unwrap_or_default())
    };
    for seat in 0..2 {
        game.notes[usize::from(seat)] = beside("SELECT text FROM notes WHERE game = ?1 AND seat = ?2", seat)?;
        game.orders[usize::from(seat)] =
            beside("SELECT orders FROM orders WHERE game = ?1 AND seat = ?2", seat)?;
    }
    game.offer = connection
        .prepare_cached("SELECT seat, target FROM offers WHERE game = ?1")?
        .query_row([id], |row| Ok(Offer { seat: row.get(0)?, to: row.get(1)? }))
        .optional()?;
    Ok(Some(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that may not grow is to SQLite what a full disk is.
    #[tokio::test]
    async fn a_full_store_refuses_what_does_not_fit_and_keeps_what_it_has() {
        let folder = std::env::temp_dir().join(format!("gunbai-full-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.db");
        let lock = StoreLock::acquire(&path).unwrap();
        let connection = prepared(&path).unwrap();
        let pages: u32 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        connection.pragma_update(None, "max_page_count", pages + 30).unwrap();
        let writer = writer::start(connection, lock).unwrap();
        let readers = Readers::new(&path, OpenFlags::SQLITE_OPEN_READ_ONLY, None);
        let store = Sqlite { writer: Some(writer), readers };
        let account = |n: u32, size| {
            Change::Account(Account { name: n.to_string(), secret: "x".repeat(size), created: n })
        };
        let mut kept = 0;
        let refused = loop {
            match store.write(account(kept, 20_000)).await {
                Ok(()) => kept += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(refused, StoreError::Full(_)), "{refused}");
        assert!(kept > 2, "{kept}");
        // What fits is still written, and what was acknowledged is there.
        store.write(account(1_000, 10)).await.unwrap();
        assert_eq!(store.accounts().await.unwrap().len() as u32, kept + 1);
        store.close().await.unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
