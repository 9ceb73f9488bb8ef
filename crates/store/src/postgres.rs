//! Games in one PostgreSQL that several servers share.
//!
//! Each server has one writer (whatever waits is one transaction), a few readers, and one connection that listens for
//! what the others write. Whichever of them breaks is opened again; who waits meanwhile waits a little longer.

mod address;
mod listener;
mod reader;
mod writer;

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, mpsc},
    time::{Instant, sleep},
};
use tokio_postgres::Client;

use crate::{
    Answer, Elsewhere, Store, StoreError,
    postgres::{address::Address, writer::Job},
    rows::{Account, Change, Game, Listed},
};

/// In order; `gunbai_form` tells how many a database has had.
const MIGRATIONS: &[&str] = &[include_str!("postgres/0001.sql"), include_str!("postgres/0002.sql")];
/// A database that is started again is waited for so long.
const PATIENCE: Duration = Duration::from_secs(20);
/// Readers kept open between requests.
const READERS: usize = 4;
/// Servers that start together make the tables one after the other.
const MIGRATING: i64 = 0x6775_6e62_6169;

/// A store in a PostgreSQL database.
#[derive(Clone)]
pub struct Postgres {
    address: Arc<Address>,
    /// By this name the others know us.
    server: String,
    jobs: mpsc::UnboundedSender<Job>,
    idle: Arc<Mutex<Vec<Client>>>,
    elsewhere: Arc<std::sync::Mutex<Option<mpsc::UnboundedReceiver<Elsewhere>>>>,
}

impl std::fmt::Debug for Postgres {
    /// The address may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").field("server", &self.server).finish_non_exhaustive()
    }
}

pub(crate) fn broken(error: &tokio_postgres::Error) -> StoreError {
    let detail = error.as_db_error().map_or_else(|| error.to_string(), |db| db.message().to_owned());
    StoreError::Broken(format!("PostgreSQL: {detail}"))
}

/// A connection of its own. A database that does not answer is tried again for a while.
async fn connect(address: &Address) -> Result<Client, StoreError> {
    let began = Instant::now();
    loop {
        match address.connect().await {
            Ok((client, connection)) => {
                tokio::spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::warn!(%error, "a connection to the database ended");
                    }
                });
                return Ok(client);
            }
            // A wrong password or an unknown database does not get better by waiting.
            Err(error) if began.elapsed() > PATIENCE || is_final(&error) => return Err(broken(&error)),
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

fn is_final(error: &tokio_postgres::Error) -> bool {
    use std::{error::Error as _, io};

    use tokio_postgres::error::SqlState;
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
        prepare(&mut connect(&address).await?).await?;
        let (jobs, todo) = mpsc::unbounded_channel();
        tokio::spawn(writer::work(address.clone(), server.to_owned(), todo));
        let (tell, elsewhere) = mpsc::unbounded_channel();
        tokio::spawn(listener::listen(address.clone(), server.to_owned(), tell));
        Ok(Postgres {
            address,
            server: server.to_owned(),
            jobs,
            idle: Arc::default(),
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

/// Reads on a connection of the pool. One that broke is replaced once.
macro_rules! read {
    ($store:ident, $client:ident, $work:expr) => {
        Box::pin(async move {
            let mut again = true;
            loop {
                let mut $client = $store.take().await?;
                match $work.await {
                    Ok(found) => {
                        $store.put_back($client).await;
                        return Ok(found);
                    }
                    Err(error) if again && is_lost(&error) => again = false,
                    Err(error) => return Err(broken(&error)),
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

    fn lease(&self, game: &str, lasting: Duration) -> Answer<'_, bool> {
        let game = game.to_owned();
        read!(self, client, writer::lease(&mut client, &game, &self.server, lasting))
    }

    fn elsewhere(&self) -> Option<mpsc::UnboundedReceiver<Elsewhere>> {
        self.elsewhere.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

impl Postgres {
    /// A connection nobody uses.
    async fn take(&self) -> Result<Client, StoreError> {
        let idle = self.idle.lock().await.pop();
        match idle.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => connect(&self.address).await,
        }
    }

    async fn put_back(&self, client: Client) {
        let mut idle = self.idle.lock().await;
        if idle.len() < READERS {
            idle.push(client);
        }
    }
}

/// The connection broke, not what was asked: the database may be starting again.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.code().is_none() || !is_final(error)
}
