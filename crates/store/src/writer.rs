//! The one writer: whatever waits is written in one transaction, then each is answered.
//!
//! A commit costs a write to the disk, however much is in it. While one runs, requests gather for the next.

use std::sync::mpsc::{Receiver, Sender, channel};

use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};
use tokio::sync::oneshot;

use crate::{
    StoreError,
    lock::StoreLock,
    rows::{Account, BESIDE, Change, Line, NewGame, OF_TABLE, Standing},
};

/// No transaction has more; the first of them would wait too long.
const MOST: usize = 512;

pub(crate) enum Job {
    Write {
        change: Box<Change>,
        answer: oneshot::Sender<Result<(), StoreError>>,
    },
    /// Move the log into the file and close it.
    Close {
        answer: oneshot::Sender<Result<(), StoreError>>,
    },
}

pub(crate) fn start(connection: Connection, lock: StoreLock) -> std::io::Result<Sender<Job>> {
    let (to, from) = channel();
    std::thread::Builder::new().name("store".to_owned()).spawn(move || work(connection, lock, &from))?;
    Ok(to)
}

fn work(mut connection: Connection, lock: StoreLock, from: &Receiver<Job>) {
    while let Ok(first) = from.recv() {
        let (mut changes, mut answers, mut close) = (Vec::new(), Vec::new(), None);
        for job in std::iter::once(first).chain(from.try_iter().take(MOST - 1)) {
            match job {
                Job::Write { change, answer } => {
                    changes.push(*change);
                    answers.push(answer);
                }
                Job::Close { answer } => {
                    close = Some(answer);
                    break;
                }
            }
        }
        let results = if changes.is_empty() { Vec::new() } else { commit(&mut connection, &changes) };
        for (answer, result) in answers.into_iter().zip(results) {
            // The request may have been cancelled; its change is written all the same.
            let _ = answer.send(result);
        }
        if let Some(answer) = close {
            let closed = connection
                .pragma_update(None, "wal_checkpoint", "truncate")
                .and_then(|()| connection.close().map_err(|(_, error)| error));
            // Before the answer: then the next process may open the file.
            drop(lock);
            let _ = answer.send(closed.map_err(|error| broken(&error)));
            return;
        }
    }
}

type Results = Vec<Result<(), StoreError>>;

fn commit(connection: &mut Connection, changes: &[Change]) -> Results {
    // Nearly always everything can be written. Only where something cannot is each change guarded by itself.
    let written = match unguarded(connection, changes) {
        Ok(true) => Ok(Some(vec![Ok(()); changes.len()])),
        Ok(false) => guarded(connection, changes),
        Err(error) => Err(error),
    };
    match written {
        Ok(Some(results)) => results,
        Ok(None) => singly(connection, changes),
        Err(error) => {
            tracing::error!(%error, "nothing could be written");
            vec![Err(broken(&error)); changes.len()]
        }
    }
}

/// Writes all changes, or none: `false`.
fn unguarded(connection: &mut Connection, changes: &[Change]) -> rusqlite::Result<bool> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for change in changes {
        if carry_out(&transaction, change).is_err() {
            // Dropping the transaction takes everything back.
            return Ok(false);
        }
    }
    transaction.commit().map(|()| true)
}

/// Writes those changes that can be written. One that cannot leaves nothing behind and does not spoil the others.
/// `None` if an error ended the whole transaction, as a full disk does: then nothing of it is written.
fn guarded(connection: &mut Connection, changes: &[Change]) -> rusqlite::Result<Option<Results>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(changes.len());
    let run = |sql: &str| transaction.prepare_cached(sql)?.execute([]);
    for change in changes {
        run("SAVEPOINT one")?;
        let result = carry_out(&transaction, change);
        if transaction.is_autocommit() {
            return Ok(None);
        }
        if result.is_err() {
            run("ROLLBACK TO one")?;
        }
        run("RELEASE one")?;
        results.push(result);
    }
    transaction.commit()?;
    Ok(Some(results))
}

/// Writes each change in a transaction of its own: what fits on a disk that is nearly full.
fn singly(connection: &mut Connection, changes: &[Change]) -> Results {
    let mut write = |change: &Change| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|error| broken(&error))?;
        carry_out(&transaction, change)?;
        transaction.commit().map_err(|error| broken(&error))
    };
    changes.iter().map(&mut write).collect()
}

const NOTICE: &str = "INSERT INTO notices (game, seat, number) VALUES (?1, ?2, ?3)
    ON CONFLICT (game, seat) DO UPDATE SET number = ?3 WHERE notices.number < ?4";
const TIMES: &str = "UPDATE standings SET times = ?2, due = ?3 WHERE game = ?1";

pub(crate) fn broken(error: &rusqlite::Error) -> StoreError {
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(why),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(why),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Stalled(why),
        _ => StoreError::Broken(why),
    }
}

fn carry_out(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql).and_then(|mut statement| statement.execute(values))
    };
    match change {
        Change::Open(new) => return open(connection, new),
        Change::Append { game, lines, standing } => {
            append(connection, game, lines)?;
            update(connection, game, standing)?;
            run("DELETE FROM offers WHERE game = ?1", params![game])
        }
        Change::Snapshots { game, rows } => {
            for row in rows {
                let sql =
                    "INSERT OR REPLACE INTO snapshots (game, number, marks, state) VALUES (?1, ?2, ?3, ?4)";
                run(sql, params![game, row.number, row.marks, row.state])
                    .map_err(|error| taken(game, row.number, &error))?;
            }
            Ok(rows.len())
        }
        Change::Share { game, seat, share } => {
            let sql = "UPDATE seats SET share = ?3 WHERE game = ?1 AND seat = ?2";
            match run(sql, params![game, seat, share.as_slice()]) {
                Ok(0) => return Err(StoreError::NoGame(game.clone())),
                written => written,
            }
        }
        Change::Offer { game, offer: None } => run("DELETE FROM offers WHERE game = ?1", params![game]),
        Change::Offer { game, offer: Some(offer) } => run(
            "INSERT OR REPLACE INTO offers (game, seat, target) VALUES (?1, ?2, ?3)",
            params![game, offer.seat, offer.to],
        ),
        Change::Chat { game, row } => run(
            "INSERT INTO chat (game, n, seat, text, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![game, row.n, row.seat, row.text, row.at],
        ),
        Change::Notes { game, seat, text } => run(
            "INSERT OR REPLACE INTO notes (game, seat, text) VALUES (?1, ?2, ?3)",
            params![game, seat, text],
        ),
        Change::Orders { game, seat, orders } => run(
            "INSERT OR REPLACE INTO orders (game, seat, orders) VALUES (?1, ?2, ?3)",
            params![game, seat, orders],
        ),
        Change::Seat { game, seat, who, token, by } => {
            if let Some(by) = by {
                let sql = "SELECT count(*) FROM (SELECT token FROM seats WHERE game = ?1 AND seat = ?2
                    UNION ALL SELECT token FROM keys WHERE game = ?1 AND seat = ?2) WHERE token = ?3";
                let opens = connection.prepare_cached(sql).and_then(|mut opens| {
                    opens.query_row(params![game, seat, by.as_slice()], |row| row.get(0))
                });
                let opens: u32 = opens.map_err(|error| broken(&error))?;
                if opens == 0 {
                    return Err(StoreError::NotTheirs(game.clone()));
                }
            }
            let sql = "UPDATE seats SET who = ?3, token = ?4, notify = '', person = '', open = 0
                WHERE game = ?1 AND seat = ?2";
            run("DELETE FROM keys WHERE game = ?1 AND seat = ?2", params![game, seat])
                .and_then(|_| {
                    run("DELETE FROM belongings WHERE game = ?1 AND seat = ?2", params![game, seat])
                })
                .and_then(|_| match token {
                    // A computer that sits down is asked at once.
                    None => {
                        run("UPDATE standings SET computer = 1 WHERE game = ?1 AND over = 0", params![game])
                    }
                    Some(_) => Ok(0),
                })
                .and_then(|_| run(sql, params![game, seat, who, token.as_ref().map(<[u8; 32]>::as_slice)]))
        }
        Change::Key { game, seat, token, account: None } => run(
            "INSERT INTO keys (game, seat, token) VALUES (?1, ?2, ?3)",
            params![game, seat, token.as_slice()],
        ),
        Change::Key { game, seat, token, account: Some(account) } => {
            let sql = "INSERT INTO keys (game, seat, token) SELECT game, seat, ?3 FROM belongings
                WHERE game = ?1 AND seat = ?2 AND account = ?4";
            match run(sql, params![game, seat, token.as_slice(), account]) {
                Ok(0) => return Err(StoreError::NotTheirs(game.clone())),
                written => written,
            }
        }
        Change::Notify { game, seat, notify } => {
            run("UPDATE seats SET notify = ?3 WHERE game = ?1 AND seat = ?2", params![game, seat, notify])
        }
        Change::Person { game, seat, name } => {
            run("UPDATE seats SET person = ?3 WHERE game = ?1 AND seat = ?2", params![game, seat, name])
        }
        Change::Take { game, seat, token, name } => {
            let sql = "UPDATE seats SET token = ?3, person = ?4, open = 0, notify = ''
                WHERE game = ?1 AND seat = ?2 AND open = 1";
            match run(sql, params![game, seat, token.as_slice(), name]) {
                Ok(0) => return Err(StoreError::NotTheirs(game.clone())),
                Ok(_) => run("DELETE FROM keys WHERE game = ?1 AND seat = ?2", params![game, seat]).and_then(
                    |_| run("DELETE FROM belongings WHERE game = ?1 AND seat = ?2", params![game, seat]),
                ),
                failed => failed,
            }
        }
        Change::Next { game, next } => run("UPDATE games SET next = ?2 WHERE id = ?1", params![game, next]),
        Change::Shut { game, seat } => {
            run("UPDATE seats SET open = 0 WHERE game = ?1 AND seat = ?2", params![game, seat])
        }
        Change::Notice { game, seat, acted, number } => {
            match run(NOTICE, params![game, seat, number, acted]) {
                Ok(0) => return Err(StoreError::Exists(game.clone())),
                written => written,
            }
        }
        Change::Times { game, times, due } => run(TIMES, params![game, times, due]),
        Change::Warned { game, touched, at, times, due } => {
            match run(NOTICE, params![game, OF_TABLE, at, touched]) {
                Ok(0) => return Err(StoreError::Exists(game.clone())),
                Ok(_) => run(TIMES, params![game, times, due]),
                failed => failed,
            }
        }
        Change::Probe { now } => run("INSERT OR REPLACE INTO probe (id, at) VALUES (0, ?1)", params![now]),
        Change::Close { game } => {
            let sql = "UPDATE standings SET listed = 0, computer = 0, due = NULL WHERE game = ?1";
            run("UPDATE games SET closed = 1, listed = 0 WHERE id = ?1", params![game])
                .and_then(|_| run(sql, params![game]))
        }
        Change::Hush { game, n: None } => run("UPDATE chat SET text = '' WHERE game = ?1", params![game]),
        Change::Hush { game, n: Some(n) } => {
            run("UPDATE chat SET text = '' WHERE game = ?1 AND n = ?2", params![game, n])
        }
        Change::Delete { game } => {
            for table in BESIDE {
                let gone = run(&format!("DELETE FROM {table} WHERE game = ?1"), params![game]);
                gone.map_err(|error| broken(&error))?;
            }
            match run("DELETE FROM games WHERE id = ?1", params![game]) {
                Ok(0) => return Err(StoreError::NoGame(game.clone())),
                written => written,
            }
        }
        account => return of_account(connection, account),
    }
    .map(|_| ())
    .map_err(|error| broken(&error))
}

fn of_account(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql).and_then(|mut statement| statement.execute(values)).map(|_| ())
    };
    let written = match change {
        Change::Account(Account { name, secret, created }) => {
            let sql = "INSERT INTO accounts (name, secret, created) VALUES (?1, ?2, ?3)";
            return run(sql, params![name, secret, created]).map_err(|error| match taken("", 0, &error) {
                StoreError::Taken { .. } => StoreError::Exists(name.clone()),
                other => other,
            });
        }
        Change::Passphrase { account, secret } => {
            run("UPDATE accounts SET secret = ?2 WHERE name = ?1", params![account, secret])
                .and_then(|()| run("DELETE FROM sessions WHERE account = ?1", params![account]))
        }
        Change::EndAccount { account } => run("DELETE FROM sessions WHERE account = ?1", params![account])
            .and_then(|()| run("DELETE FROM belongings WHERE account = ?1", params![account]))
            .and_then(|()| run("DELETE FROM accounts WHERE name = ?1", params![account])),
        Change::Session { token, account, until, now } => {
            run("DELETE FROM sessions WHERE until <= ?1", params![now]).and_then(|()| {
                let sql = "INSERT INTO sessions (token, account, until) VALUES (?1, ?2, ?3)";
                run(sql, params![token.as_slice(), account, until])
            })
        }
        Change::EndSession { token } => {
            run("DELETE FROM sessions WHERE token = ?1", params![token.as_slice()])
        }
        Change::Belongs { account, game, seat } => run(
            "INSERT OR IGNORE INTO belongings (account, game, seat) VALUES (?1, ?2, ?3)",
            params![account, game, seat],
        ),
        Change::LetGo { account, game } => {
            run("DELETE FROM belongings WHERE account = ?1 AND game = ?2", params![account, game])
        }
        _ => Ok(()),
    };
    written.map_err(|error| broken(&error))
}

fn open(connection: &Connection, new: &NewGame) -> Result<(), StoreError> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(values)
    };
    if let Some(after) = &new.after {
        let sql = "UPDATE games SET next = ?2 WHERE id = ?1 AND next IS NULL";
        if run(sql, params![after, new.id]).map_err(|error| broken(&error))? == 0 {
            return Err(StoreError::Exists(after.clone()));
        }
    }
    let begun = || {
        run(
            "INSERT INTO games (id, system, scenario, data, digest, header, listed, created, terms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                new.id,
                new.system,
                new.scenario,
                new.data.0,
                new.data.1,
                new.header,
                new.listed,
                new.created,
                new.terms
            ],
        )?;
        for (seat, row) in (0u8..).zip(&new.seats) {
            run(
                "INSERT INTO seats (game, seat, who, token, share, notify, person, open)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    new.id,
                    seat,
                    row.who,
                    row.token.as_ref().map(<[u8; 32]>::as_slice),
                    row.share.as_ref().map(<[u8; 32]>::as_slice),
                    row.notify,
                    row.person,
                    row.open
                ],
            )?;
            for key in &row.keys {
                let sql = "INSERT INTO keys (game, seat, token) VALUES (?1, ?2, ?3)";
                run(sql, params![new.id, seat, key.as_slice()])?;
            }
        }
        run(
            "INSERT INTO standings
             (game, changed, over, number, head, clock, status, waiting, sides, computer, listed)
             VALUES (?1, 0, 0, 0, '', 0, '', 0, '', 0, ?2)",
            params![new.id, new.listed],
        )?;
        for (path, text) in &new.files {
            run(
                "INSERT OR IGNORE INTO data_files (digest, path, text) VALUES (?1, ?2, ?3)",
                params![new.data.1, path, text],
            )?;
        }
        Ok(())
    };
    begun().map_err(|error: rusqlite::Error| broken(&error))?;
    append(connection, &new.id, &new.lines)?;
    update(connection, &new.id, &new.standing)
}

fn append(connection: &Connection, game: &str, lines: &[Line]) -> Result<(), StoreError> {
    for line in lines {
        let statement = connection
            .prepare_cached("INSERT INTO inputs (game, number, line, rests) VALUES (?1, ?2, ?3, ?4)");
        statement
            .and_then(|mut s| s.execute(params![game, line.number, line.text, line.rests]))
            .map_err(|error| taken(game, line.number, &error))?;
    }
    Ok(())
}

fn taken(game: &str, number: u32, error: &rusqlite::Error) -> StoreError {
    match error {
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.code == ErrorCode::ConstraintViolation
                && failure.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY =>
        {
            StoreError::Taken { game: game.to_owned(), number }
        }
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY =>
        {
            StoreError::NoGame(game.to_owned())
        }
        error => broken(error),
    }
}

fn update(connection: &Connection, game: &str, standing: &Standing) -> Result<(), StoreError> {
    let waiting: u8 = standing.waiting.iter().map(|seat| 1 << seat).sum();
    let updated = connection
        .prepare_cached(
            "UPDATE standings SET changed = ?2, over = ?3, number = ?4, head = ?5, clock = ?6, status = ?7,
             waiting = ?8, sides = ?9, computer = ?10, times = ?11, due = ?12, winner = ?13 WHERE game = ?1",
        )
        .and_then(|mut statement| {
            statement.execute(params![
                game,
                standing.changed,
                standing.over,
                standing.number,
                standing.head,
                standing.clock,
                standing.status,
                waiting,
                standing.sides.join(" "),
                standing.computer,
                standing.times,
                standing.due,
                standing.winner
            ])
        })
        .map_err(|error| broken(&error))?;
    if updated == 1 { Ok(()) } else { Err(StoreError::NoGame(game.to_owned())) }
}
