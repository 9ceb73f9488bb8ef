//! Games in one PostgreSQL that several servers share.
//!
//! Each server has one writer (whatever waits is one transaction), a few readers, and one connection that listens for
//! what the others write. Whichever of them breaks is opened again; who waits meanwhile waits a little longer.

mod address;
mod listener;
mod reader;
mod writer;

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Mutex, Semaphore, SemaphorePermit, mpsc},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_postgres::{Client, error::SqlState};

use crate::{
    Answer, Elsewhere, Store, StoreError,
    postgres::{address::Address, writer::Job},
    rows::{Account, Change, Game, Listed},
};

/// In order; `gunbai_form` tells how many a database has had.
const MIGRATIONS: &[&str] = &[
    include_str!("postgres/0001.sql"),
    include_str!("postgres/0002.sql"),
    include_str!("postgres/0003.sql"),
    include_str!("postgres/0004.sql"),
    include_str!("postgres/0005.sql"),
    include_str!("postgres/0006.sql"),
];
/// A database that is started again is waited for so long.
const PATIENCE: Duration = Duration::from_secs(20);
/// A read, a write, or waiting for a free connection fails after this. A silent connection costs one deadline, and the
/// next request opens a new one: both together stay below 15 s.
const DEADLINE: Duration = Duration::from_secs(6);
/// Opening a connection, sign-in included.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);
/// Connections for reading, in use or idle. Further requests wait for one.
const READERS: usize = 8;
/// Migrating a large database may take a while.
const MIGRATION_DEADLINE: Duration = Duration::from_secs(600);
/// Servers that start together make the tables one after the other.
const MIGRATING: i64 = 0x6775_6e62_6169;

/// A store in a PostgreSQL database.
#[derive(Clone)]
pub struct Postgres {
    address: Arc<Address>,
    /// By this name the others know us.
    server: String,
    jobs: mpsc::UnboundedSender<Job>,
    turns: Arc<Semaphore>,
    idle: Idle,
    elsewhere: Arc<std::sync::Mutex<Option<mpsc::UnboundedReceiver<Elsewhere>>>>,
}

/// Connections for reading that nobody uses now.
type Idle = Arc<Mutex<Vec<Connected>>>;

impl std::fmt::Debug for Postgres {
    /// The address may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").field("server", &self.server).finish_non_exhaustive()
    }
}

pub(crate) fn broken(error: &tokio_postgres::Error) -> StoreError {
    let detail = error.as_db_error().map_or_else(|| error.to_string(), |db| db.message().to_owned());
    let why = format!("PostgreSQL: {detail}");
    match error.code() {
        Some(code) if *code == SqlState::DISK_FULL => StoreError::Full(why),
        Some(code) if *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED => {
            StoreError::Corrupt(why)
        }
        Some(code) if *code == SqlState::QUERY_CANCELED || *code == SqlState::LOCK_NOT_AVAILABLE => {
            StoreError::Stalled(why)
        }
        _ => StoreError::Broken(why),
    }
}

fn stalled(what: &str) -> StoreError {
    StoreError::Stalled(format!("PostgreSQL: {what} took longer than {} s", DEADLINE.as_secs()))
}

/// A connection with the task that drives it. Dropping it closes the socket at once: a server that went silent would
/// keep the task waiting.
struct Connected {
    client: Client,
    driver: JoinHandle<()>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Deref for Connected {
    type Target = Client;
    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Connected {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

/// A new connection. A database that refuses connections is tried again for a while.
async fn connect(address: &Address) -> Result<Connected, StoreError> {
    let began = Instant::now();
    loop {
        match timeout(CONNECT_DEADLINE, address.connect()).await {
            Ok(Ok((client, connection))) => {
                let driver = tokio::spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::warn!(%error, "a connection to the database ended");
                    }
                });
                return Ok(Connected { client, driver });
            }
            // A wrong password or an unknown database does not get better by waiting.
            Ok(Err(error)) if began.elapsed() > PATIENCE || is_final(&error) => return Err(broken(&error)),
            Ok(Err(_)) => sleep(Duration::from_millis(100)).await,
            Err(_) => return Err(stalled("connecting")),
        }
    }
}

fn is_final(error: &tokio_postgres::Error) -> bool {
    use std::{error::Error as _, io};

    // Nor does a certificate that is not trusted.
    let inside =
        error.source().and_then(|source| source.downcast_ref::<io::Error>()).and_then(io::Error::get_ref);
    if inside.is_some_and(|inside| inside.is::<rustls::Error>()) {
        return true;
    }
    let starting = [SqlState::CANNOT_CONNECT_NOW, SqlState::TOO_MANY_CONNECTIONS, SqlState::ADMIN_SHUTDOWN];
    error.code().is_some_and(|code| !starting.contains(code))
}

impl Postgres {
    /// Opens the database at `postgres://…` and brings it to the newest form. `server` is this server's own name.
    pub async fn open(url: &str, server: &str) -> Result<Postgres, StoreError> {
        let address = Arc::new(Address::parse(url)?);
        let mut first = connect(&address).await?;
        timeout(MIGRATION_DEADLINE, prepare(&mut first)).await.map_err(|_| stalled("migrating"))??;
        let (jobs, todo) = mpsc::unbounded_channel();
        let idle = Idle::default();
        tokio::spawn(writer::work(address.clone(), server.to_owned(), idle.clone(), todo));
        let (tell, elsewhere) = mpsc::unbounded_channel();
        tokio::spawn(listener::listen(address.clone(), server.to_owned(), tell));
        Ok(Postgres {
            address,
            server: server.to_owned(),
            jobs,
            turns: Arc::new(Semaphore::new(READERS)),
            idle,
            elsewhere: Arc::new(std::sync::Mutex::new(Some(elsewhere))),
        })
    }
}

async fn prepare(client: &mut Client) -> Result<(), StoreError> {
    let made = async {
        let transaction = client.transaction().await?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATING]).await?;
        transaction.batch_execute("CREATE TABLE IF NOT EXISTS gunbai_form (version BIGINT NOT NULL)").await?;
        let version: Option<i64> =
            transaction.query_one("SELECT max(version) FROM gunbai_form", &[]).await?.get(0);
        let version = version.unwrap_or(0) as usize;
        for (n, sql) in MIGRATIONS.iter().enumerate().skip(version) {
            transaction.batch_execute(sql).await?;
            transaction.execute("INSERT INTO gunbai_form VALUES ($1)", &[&(n as i64 + 1)]).await?;
        }
        transaction.commit().await?;
        Ok(version)
    };
    let version = made.await.map_err(|error: tokio_postgres::Error| broken(&error))?;
    if version > MIGRATIONS.len() {
        return Err(StoreError::Broken(format!(
            "the database was written by a newer gunbai (form {version}, this one knows {}); use that",
            MIGRATIONS.len()
        )));
    }
    Ok(())
}

/// Reads on a connection of the pool, before the deadline. One that broke is replaced once.
macro_rules! read {
    ($store:ident, $client:ident, $work:expr) => {
        Box::pin(async move {
            let mut again = true;
            loop {
                let _turn = $store.turn().await?;
                let mut $client = $store.take().await?;
                match timeout(DEADLINE, $work).await {
                    Ok(Ok(found)) => {
                        $store.put_back($client).await;
                        return Ok(found);
                    }
                    Ok(Err(error)) if again && is_lost(&error) => again = false,
                    Ok(Err(error)) => return Err(broken(&error)),
                    Err(_) => {
                        // What is idle is as old as this one, and most likely as silent.
                        $store.idle.lock().await.clear();
                        return Err(stalled("a read"));
                    }
                }
            }
        })
    };
}

impl Store for Postgres {
    fn write(&self, change: Change) -> Answer<'_, ()> {
        let (answer, answered) = tokio::sync::oneshot::channel();
        let sent = self.jobs.send(Job { change, answer });
        Box::pin(async move {
            let gone = || StoreError::Broken("the writer has ended".to_owned());
            sent.map_err(|_| gone())?;
            answered.await.map_err(|_| gone())?
        })
    }

    fn game(&self, id: &str) -> Answer<'_, Option<Game>> {
        let id = id.to_owned();
        read!(self, client, reader::game(&mut client, &id))
    }

    fn standings(&self, ids: Vec<String>) -> Answer<'_, Vec<Listed>> {
        read!(self, client, reader::standings(&mut client, &ids))
    }

    fn listed(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        read!(self, client, reader::listed(&mut client, most))
    }

    fn open_seats(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        read!(self, client, reader::open_seats(&mut client, most))
    }

    fn computers_to_move(&self) -> Answer<'_, Vec<String>> {
        read!(self, client, reader::computers_to_move(&mut client))
    }

    fn data(&self, digest: &str) -> Answer<'_, Vec<(String, String)>> {
        let digest = digest.to_owned();
        read!(self, client, reader::data(&mut client, &digest))
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        read!(self, client, reader::ids(&mut client))
    }

    fn count(&self) -> Answer<'_, u32> {
        read!(self, client, reader::count(&mut client))
    }

    fn due(&self, now: u32) -> Answer<'_, Vec<String>> {
        read!(self, client, reader::due(&mut client, now))
    }

    fn account(&self, name: &str) -> Answer<'_, Option<Account>> {
        let name = name.to_owned();
        read!(self, client, reader::account(&mut client, &name))
    }

    fn accounts(&self) -> Answer<'_, Vec<Account>> {
        read!(self, client, reader::accounts(&mut client))
    }

    fn session(&self, token: [u8; 32], now: u32) -> Answer<'_, Option<String>> {
        read!(self, client, reader::session(&mut client, &token, now))
    }

    fn belongings(&self, account: &str) -> Answer<'_, Vec<(String, u8)>> {
        let account = account.to_owned();
        read!(self, client, reader::belongings(&mut client, &account))
    }

    fn probe(&self, now: u32) -> Answer<'_, ()> {
        Box::pin(async move {
            self.write(Change::Probe { now }).await?;
            self.probed().await
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        // Every answered write is durable in the database; there is nothing to let go of but connections.
        Box::pin(async move {
            self.turns.close();
            self.idle.lock().await.clear();
            Ok(())
        })
    }

    fn lease(&self, game: &str, lasting: Duration) -> Answer<'_, bool> {
        let game = game.to_owned();
        read!(self, client, writer::lease(&mut client, &game, &self.server, lasting))
    }

    fn elsewhere(&self) -> Option<mpsc::UnboundedReceiver<Elsewhere>> {
        self.elsewhere.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

impl Postgres {
    fn probed(&self) -> Answer<'_, ()> {
        read!(self, client, reader::probe(&mut client))
    }

    /// Waits for one of the connections for reading.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        match timeout(DEADLINE, self.turns.acquire()).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) => Err(StoreError::Broken("the store is closed".to_owned())),
            Err(_) => Err(stalled("waiting for a free connection")),
        }
    }

    /// An idle connection, or a new one.
    async fn take(&self) -> Result<Connected, StoreError> {
        let idle = self.idle.lock().await.pop();
        match idle.filter(|connected| !connected.is_closed()) {
            Some(connected) => Ok(connected),
            None => connect(&self.address).await,
        }
    }

    async fn put_back(&self, connected: Connected) {
        self.idle.lock().await.push(connected);
    }
}

/// The connection broke, not what was asked: the database may be starting again.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.code().is_none() || !is_final(error)
}
