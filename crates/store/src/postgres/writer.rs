//! The one writer of a server: whatever waits is written in one transaction, then each is answered.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};
use tokio_postgres::{Client, Error, Transaction, error::SqlState};

use super::{
    Connected, DEADLINE, Idle, address::Address, broken, connect, is_lost, listener::CHANNEL, stalled,
};
use crate::{
    StoreError,
    rows::{Account, BESIDE, Change, Line, NewGame, OF_TABLE, Standing},
};

/// No transaction has more; the first of them would wait too long.
const MOST: usize = 512;

pub(super) struct Job {
    pub(super) change: Change,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

type Results = Vec<Result<(), StoreError>>;

pub(super) async fn work(
    address: Arc<Address>,
    server: String,
    idle: Idle,
    mut todo: mpsc::UnboundedReceiver<Job>,
) {
    let mut client = None;
    while let Some(first) = todo.recv().await {
        let mut jobs = vec![first];
        while jobs.len() < MOST
            && let Ok(job) = todo.try_recv()
        {
            jobs.push(job);
        }
        let (changes, answers): (Vec<_>, Vec<_>) =
            jobs.into_iter().map(|job| (job.change, job.answer)).unzip();
        let results = commit(&address, &server, &idle, &mut client, &changes).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // The request may have been cancelled; its change is written all the same.
            let _ = answer.send(result);
        }
    }
}

/// How a transaction failed.
enum Failed {
    /// Before its commit: nothing of it is there.
    Nothing(Error),
    /// During its commit: it may be there or not, and only reading tells.
    Unknown(Error),
}

async fn commit(
    address: &Address,
    server: &str,
    idle: &Idle,
    client: &mut Option<Connected>,
    changes: &[Change],
) -> Results {
    let all = |error: StoreError| vec![Err(error); changes.len()];
    // Nearly always everything can be written. Only where something cannot is each change guarded by itself.
    let mut guarded = false;
    let mut lost = 0;
    loop {
        let connected = match client.take().filter(|client| !client.is_closed()) {
            Some(connected) => connected,
            None => match connect(address).await {
                Ok(connected) => connected,
                Err(error) => return all(error),
            },
        };
        let attempted = timeout(DEADLINE, attempt(client.insert(connected), server, changes, guarded)).await;
        let Ok(attempted) = attempted else {
            // The commit may have been under way: whether it is there only reading can show.
            tracing::error!("a write got no answer from the database");
            *client = None;
            // The readers' connections are most likely silent, too.
            idle.lock().await.clear();
            return all(stalled("a write"));
        };
        match attempted {
            Ok(results) => return results,
            Err(Failed::Nothing(error)) if is_lost(&error) && lost < 3 => {
                *client = None;
                lost += 1;
            }
            Err(Failed::Nothing(_)) if !guarded => guarded = true,
            Err(Failed::Nothing(error) | Failed::Unknown(error)) => {
                tracing::error!(%error, "nothing could be written");
                *client = None;
                return all(broken(&error));
            }
        }
    }
}

async fn attempt(
    client: &mut Client,
    server: &str,
    changes: &[Change],
    guarded: bool,
) -> Result<Results, Failed> {
    let mut whole = client.transaction().await.map_err(Failed::Nothing)?;
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        if !guarded {
            results.push(carry_out(&whole, server, change).await.map_err(Failed::Nothing)?);
            continue;
        }
        let one = whole.savepoint("one").await.map_err(Failed::Nothing)?;
        match carry_out(&one, server, change).await {
            Ok(Ok(())) => {
                one.commit().await.map_err(Failed::Nothing)?;
                results.push(Ok(()));
            }
            Ok(Err(error)) => {
                one.rollback().await.map_err(Failed::Nothing)?;
                results.push(Err(error));
            }
            Err(error) if is_lost(&error) => return Err(Failed::Nothing(error)),
            Err(error) => {
                one.rollback().await.map_err(Failed::Nothing)?;
                results.push(Err(named(change, &error)));
            }
        }
    }
    // Without guards a change that found nothing to change would be kept by halves.
    if !guarded && results.iter().any(Result::is_err) {
        whole.rollback().await.map_err(Failed::Nothing)?;
        return Box::pin(attempt(client, server, changes, true)).await;
    }
    whole.commit().await.map_err(Failed::Unknown)?;
    Ok(results)
}

const NOTICE: &str = "INSERT INTO notices (game, seat, number) VALUES ($1, $2, $3)
    ON CONFLICT (game, seat) DO UPDATE SET number = $3 WHERE notices.number < $4";
const TIMES: &str = "UPDATE standings SET times = $2, due = $3 WHERE game = $1";

/// What the database says to a change that cannot be made.
fn named(change: &Change, error: &Error) -> StoreError {
    match (change, error.code()) {
        (Change::Append { game, lines, .. }, Some(code)) if *code == SqlState::UNIQUE_VIOLATION => {
            StoreError::Taken {
                game: game.clone(),
                number: lines.iter().map(|line| line.number).min().unwrap_or(0),
            }
        }
        (Change::Account(account), Some(code)) if *code == SqlState::UNIQUE_VIOLATION => {
            StoreError::Exists(account.name.clone())
        }
        (change, Some(code)) if *code == SqlState::FOREIGN_KEY_VIOLATION => no_game(change),
        _ => broken(error),
    }
}

fn no_game(change: &Change) -> StoreError {
    let game = match change {
        Change::Snapshots { game, .. } => Some(game.as_str()),
        change => change.game(),
    };
    StoreError::NoGame(game.unwrap_or_default().to_owned())
}

async fn carry_out(
    transaction: &Transaction<'_>,
    server: &str,
    change: &Change,
) -> Result<Result<(), StoreError>, Error> {
    let seat = |seat: &u8| i16::from(*seat);
    let written = match change {
        Change::Open(new) => {
            if let Some(after) = &new.after {
                let sql = "UPDATE games SET next = $2 WHERE id = $1 AND next IS NULL";
                if transaction.execute(sql, &[after, &new.id]).await? == 0 {
                    return Ok(Err(StoreError::Exists(after.clone())));
                }
                let news = format!("{server} {after}");
                transaction.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &news]).await?;
            }
            open(transaction, new).await?;
            1
        }
        Change::Append { game, lines, standing } => {
            append(transaction, game, lines).await?;
            let stands = update(transaction, game, standing).await?;
            transaction.execute("DELETE FROM offers WHERE game = $1", &[game]).await?;
            stands
        }
        Change::Snapshots { game, rows } => {
            let sql = "INSERT INTO snapshots (game, number, marks, state) VALUES ($1, $2, $3, $4)
                ON CONFLICT (game, number) DO UPDATE SET marks = $3, state = $4";
            for row in rows {
                transaction.execute(sql, &[game, &i64::from(row.number), &row.marks, &row.state]).await?;
            }
            1
        }
        Change::Share { game, seat: by, share } => {
            let sql = "UPDATE seats SET share = $3 WHERE game = $1 AND seat = $2";
            transaction.execute(sql, &[game, &seat(by), &share.as_slice()]).await?
        }
        Change::Offer { game, offer: None } => {
            transaction.execute("DELETE FROM offers WHERE game = $1", &[game]).await?;
            1
        }
        Change::Offer { game, offer: Some(offer) } => {
            let sql = "INSERT INTO offers (game, seat, target) VALUES ($1, $2, $3)
                ON CONFLICT (game) DO UPDATE SET seat = $2, target = $3";
            transaction.execute(sql, &[game, &seat(&offer.seat), &offer.to.map(i64::from)]).await?
        }
        Change::Chat { game, row } => {
            let sql = "INSERT INTO chat (game, n, seat, text, at) VALUES ($1, $2, $3, $4, $5)";
            let by = row.seat.as_ref().map(seat);
            transaction.execute(sql, &[game, &i64::from(row.n), &by, &row.text, &i64::from(row.at)]).await?
        }
        Change::Notes { game, seat: by, text } => {
            let sql = "INSERT INTO notes (game, seat, text) VALUES ($1, $2, $3)
                ON CONFLICT (game, seat) DO UPDATE SET text = $3";
            transaction.execute(sql, &[game, &seat(by), text]).await?
        }
        Change::Orders { game, seat: by, orders } => {
            let sql = "INSERT INTO orders (game, seat, orders) VALUES ($1, $2, $3)
                ON CONFLICT (game, seat) DO UPDATE SET orders = $3";
            transaction.execute(sql, &[game, &seat(by), orders]).await?
        }
        Change::Seat { game, seat: by, who, token, by: held } => {
            let by = seat(by);
            if let Some(held) = held {
                // The row is locked: a concurrent change of the seat comes before or after.
                let sql = "SELECT token FROM seats WHERE game = $1 AND seat = $2 FOR UPDATE";
                transaction.query(sql, &[game, &by]).await?;
                let sql = "SELECT 1 FROM (SELECT token FROM seats WHERE game = $1 AND seat = $2
                    UNION ALL SELECT token FROM keys WHERE game = $1 AND seat = $2) AS held WHERE token = $3";
                if transaction.query(sql, &[game, &by, &held.as_slice()]).await?.is_empty() {
                    return Ok(Err(StoreError::NotTheirs(game.clone())));
                }
            }
            transaction.execute("DELETE FROM keys WHERE game = $1 AND seat = $2", &[game, &by]).await?;
            transaction.execute("DELETE FROM belongings WHERE game = $1 AND seat = $2", &[game, &by]).await?;
            if token.is_none() {
                // A computer that sits down is asked at once.
                let sql = "UPDATE standings SET computer = true WHERE game = $1 AND NOT over";
                transaction.execute(sql, &[game]).await?;
            }
            let sql = "UPDATE seats SET who = $3, token = $4, notify = '', person = '', open = false
                WHERE game = $1 AND seat = $2";
            transaction.execute(sql, &[game, &by, who, &token.as_ref().map(|token| &token[..])]).await?
        }
        Change::Key { game, seat: by, token, account: None } => {
            let sql = "INSERT INTO keys (game, seat, token) VALUES ($1, $2, $3)";
            transaction.execute(sql, &[game, &seat(by), &token.as_slice()]).await?
        }
        Change::Key { game, seat: by, token, account: Some(account) } => {
            let sql = "SELECT token FROM seats WHERE game = $1 AND seat = $2 FOR UPDATE";
            transaction.query(sql, &[game, &seat(by)]).await?;
            let sql = "INSERT INTO keys (game, seat, token) SELECT game, seat, $3 FROM belongings
                WHERE game = $1 AND seat = $2 AND account = $4";
            if transaction.execute(sql, &[game, &seat(by), &token.as_slice(), account]).await? == 0 {
                return Ok(Err(StoreError::NotTheirs(game.clone())));
            }
            1
        }
        Change::Notify { game, seat: by, notify } => {
            let sql = "UPDATE seats SET notify = $3 WHERE game = $1 AND seat = $2";
            transaction.execute(sql, &[game, &seat(by), notify]).await?
        }
        Change::Person { game, seat: by, name } => {
            let sql = "UPDATE seats SET person = $3 WHERE game = $1 AND seat = $2";
            transaction.execute(sql, &[game, &seat(by), name]).await?
        }
        Change::Take { game, seat: by, token, name } => {
            let by = seat(by);
            let sql = "UPDATE seats SET token = $3, person = $4, open = false, notify = ''
                WHERE game = $1 AND seat = $2 AND open";
            if transaction.execute(sql, &[game, &by, &token.as_slice(), name]).await? == 0 {
                return Ok(Err(StoreError::NotTheirs(game.clone())));
            }
            transaction.execute("DELETE FROM keys WHERE game = $1 AND seat = $2", &[game, &by]).await?;
            transaction.execute("DELETE FROM belongings WHERE game = $1 AND seat = $2", &[game, &by]).await?;
            1
        }
        Change::Next { game, next } => {
            transaction.execute("UPDATE games SET next = $2 WHERE id = $1", &[game, next]).await?
        }
        Change::Shut { game, seat: by } => {
            let sql = "UPDATE seats SET open = false WHERE game = $1 AND seat = $2";
            transaction.execute(sql, &[game, &seat(by)]).await?
        }
        Change::Notice { game, seat: by, acted, number } => {
            let (number, acted) = (i64::from(*number), i64::from(*acted));
            if transaction.execute(NOTICE, &[game, &seat(by), &number, &acted]).await? == 0 {
                return Ok(Err(StoreError::Exists(game.clone())));
            }
            1
        }
        Change::Times { game, times, due } => {
            transaction.execute(TIMES, &[game, times, &due.map(i64::from)]).await?
        }
        Change::Warned { game, touched, at, times, due } => {
            let (at, touched) = (i64::from(*at), i64::from(*touched));
            if transaction.execute(NOTICE, &[game, &seat(&OF_TABLE), &at, &touched]).await? == 0 {
                return Ok(Err(StoreError::Exists(game.clone())));
            }
            transaction.execute(TIMES, &[game, times, &due.map(i64::from)]).await?
        }
        Change::Probe { now } => {
            let sql = "INSERT INTO probe (id, at) VALUES (0, $1) ON CONFLICT (id) DO UPDATE SET at = $1";
            transaction.execute(sql, &[&i64::from(*now)]).await?
        }
        Change::Close { game } => {
            let sql = "UPDATE standings SET listed = false, computer = false, due = NULL WHERE game = $1";
            transaction.execute(sql, &[game]).await?;
            transaction
                .execute("UPDATE games SET closed = true, listed = false WHERE id = $1", &[game])
                .await?
        }
        Change::Hush { game, n } => {
            let sql = "UPDATE chat SET text = '' WHERE game = $1 AND ($2::bigint IS NULL OR n = $2)";
            transaction.execute(sql, &[game, &n.map(i64::from)]).await?;
            1
        }
        Change::Delete { game } => {
            for table in BESIDE.into_iter().chain(["leases"]) {
                transaction.execute(&format!("DELETE FROM {table} WHERE game = $1"), &[game]).await?;
            }
            transaction.execute("DELETE FROM games WHERE id = $1", &[game]).await?
        }
        account => return of_account(transaction, account).await.map(Ok),
    };
    if written == 0 {
        return Ok(Err(no_game(change)));
    }
    if let Some(game) = change.game() {
        // Told to the other servers when, and only if, all of it is there.
        let news = format!("{server} {game}");
        transaction.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &news]).await?;
    }
    Ok(Ok(()))
}

async fn of_account(transaction: &Transaction<'_>, change: &Change) -> Result<(), Error> {
    match change {
        Change::Account(Account { name, secret, created }) => {
            let sql = "INSERT INTO accounts (name, secret, created) VALUES ($1, $2, $3)";
            transaction.execute(sql, &[name, secret, &i64::from(*created)]).await?;
        }
        Change::Passphrase { account, secret } => {
            transaction
                .execute("UPDATE accounts SET secret = $2 WHERE name = $1", &[account, secret])
                .await?;
            transaction.execute("DELETE FROM sessions WHERE account = $1", &[account]).await?;
        }
        Change::EndAccount { account } => {
            for table in ["sessions", "belongings"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE account = $1"), &[account]).await?;
            }
            transaction.execute("DELETE FROM accounts WHERE name = $1", &[account]).await?;
        }
        Change::Session { token, account, until, now } => {
            transaction.execute("DELETE FROM sessions WHERE until <= $1", &[&i64::from(*now)]).await?;
            let sql = "INSERT INTO sessions (token, account, until) VALUES ($1, $2, $3)";
            transaction.execute(sql, &[&token.as_slice(), account, &i64::from(*until)]).await?;
        }
        Change::EndSession { token } => {
            transaction.execute("DELETE FROM sessions WHERE token = $1", &[&token.as_slice()]).await?;
        }
        Change::Belongs { account, game, seat } => {
            let sql =
                "INSERT INTO belongings (account, game, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            transaction.execute(sql, &[account, game, &i16::from(*seat)]).await?;
        }
        Change::LetGo { account, game } => {
            let sql = "DELETE FROM belongings WHERE account = $1 AND game = $2";
            transaction.execute(sql, &[account, game]).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn open(transaction: &Transaction<'_>, new: &NewGame) -> Result<(), Error> {
    let sql = "INSERT INTO games (id, system, scenario, data, digest, header, listed, created, terms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let created = i64::from(new.created);
    transaction
        .execute(
            sql,
            &[
                &new.id,
                &new.system,
                &new.scenario,
                &new.data.0,
                &new.data.1,
                &new.header,
                &new.listed,
                &created,
                &new.terms,
            ],
        )
        .await?;
    for (seat, row) in (0i16..).zip(&new.seats) {
        let sql = "INSERT INTO seats (game, seat, who, token, share, notify, person, open)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let (token, share) = (row.token.as_ref().map(|t| &t[..]), row.share.as_ref().map(|s| &s[..]));
        let (notify, person, open) = (&row.notify, &row.person, row.open);
        transaction.execute(sql, &[&new.id, &seat, &row.who, &token, &share, notify, person, &open]).await?;
        for key in &row.keys {
            let sql = "INSERT INTO keys (game, seat, token) VALUES ($1, $2, $3)";
            transaction.execute(sql, &[&new.id, &seat, &key.as_slice()]).await?;
        }
    }
    let sql = "INSERT INTO standings
        (game, changed, over, number, head, clock, status, waiting, sides, computer, listed)
        VALUES ($1, 0, false, 0, '', 0, '', 0, '', false, $2)";
    transaction.execute(sql, &[&new.id, &new.listed]).await?;
    let (paths, texts): (Vec<&str>, Vec<&str>) =
        new.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).unzip();
    let sql = "INSERT INTO data_files (digest, path, text) SELECT $1, * FROM unnest($2::text[], $3::text[])
        ON CONFLICT DO NOTHING";
    transaction.execute(sql, &[&new.data.1, &paths, &texts]).await?;
    append(transaction, &new.id, &new.lines).await?;
    update(transaction, &new.id, &new.standing).await?;
    Ok(())
}

async fn append(transaction: &Transaction<'_>, game: &str, lines: &[Line]) -> Result<(), Error> {
    let numbers: Vec<i64> = lines.iter().map(|line| i64::from(line.number)).collect();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let rests: Vec<bool> = lines.iter().map(|line| line.rests).collect();
    let sql = "INSERT INTO inputs (game, number, line, rests)
        SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::boolean[])";
    transaction.execute(sql, &[&game, &numbers, &texts, &rests]).await?;
    Ok(())
}

async fn update(transaction: &Transaction<'_>, game: &str, standing: &Standing) -> Result<u64, Error> {
    let waiting: i16 = standing.waiting.iter().map(|seat| 1 << seat).sum();
    let sql = "UPDATE standings SET changed = $2, over = $3, number = $4, head = $5, clock = $6, status = $7,
        waiting = $8, sides = $9, computer = $10, times = $11, due = $12, winner = $13 WHERE game = $1";
    let (changed, number) = (i64::from(standing.changed), i64::from(standing.number));
    let (clock, sides) = (i64::from(standing.clock), standing.sides.join(" "));
    let due = standing.due.map(i64::from);
    let winner = standing.winner.map(i16::from);
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 13] = [
        &game,
        &changed,
        &standing.over,
        &number,
        &standing.head,
        &clock,
        &standing.status,
        &waiting,
        &sides,
        &standing.computer,
        &standing.times,
        &due,
        &winner,
    ];
    transaction.execute(sql, &values).await
}

/// Takes a game for a while, unless another server has it.
pub(super) async fn lease(
    client: &mut Client,
    game: &str,
    server: &str,
    lasting: Duration,
) -> Result<bool, Error> {
    let sql = "INSERT INTO leases (game, server, until) VALUES ($1, $2, now() + $3 * interval '1 second')
        ON CONFLICT (game) DO UPDATE SET server = $2, until = excluded.until
        WHERE leases.server = $2 OR leases.until < now()";
    Ok(client.execute(sql, &[&game, &server, &lasting.as_secs_f64()]).await? == 1)
}
