//! Everything the server holds: the shelf, the store, the tables in memory.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use kernel::record::{Record, Source};
use store::{Elsewhere, Store};
use tokio::sync::{Semaphore, mpsc};

use crate::{
    Config,
    failure::No,
    game::{Course, Game},
    limits::Limits,
    maps::Maps,
    metrics::Metrics,
    notify::Wishes,
    outside::Outside,
    seat,
    shelf::{Shelf, level},
    table::{Inside, Played, Sitting, Table, orders_of},
    thinking::{LEASE, Thinkers},
    times::Times,
    wire::{Chat, Offer, Terms},
};

pub(crate) struct Hall {
    pub(crate) shelf: Shelf,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) maps: Maps,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) thinkers: Thinkers,
    pub(crate) patience: Patience,
    /// How much is worked out at the same time: when a proxy is started again everybody comes back at once, and a
    /// thread for each of them would take memory that is never needed again.
    work: Semaphore,
    /// How many work out odds at the same time.
    pub(crate) odds: Semaphore,
    /// How many passphrases are worked on at the same time: each takes memory and time.
    pub(crate) passphrases: Semaphore,
    pub(crate) outside: Outside,
    /// SHA-256 of what whoever looks after the server says.
    pub(crate) admin: Option<[u8; 32]>,
    /// A proxy in front says where requests come from.
    pub(crate) proxied: bool,
    /// Other servers share the store.
    pub(crate) shared: bool,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    began: Instant,
}

/// How long things are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A game nobody has touched for so long leaves memory.
    pub park: Duration,
    /// A private branch nobody has looked at for so long is gone.
    pub branch: Duration,
    /// A computer answers a question that may depend on something hidden after this long, whatever it holds.
    pub window: Duration,
    /// The same for each click of its own turns, where it holds something hidden.
    pub turn: Duration,
    /// A socket that has not said hello by then is closed.
    pub hello: Duration,
    /// How often a silent socket is asked whether it is still there.
    pub ping: Duration,
    /// Whoever is asked and has been away so long is told, if he wishes.
    pub away: Duration,
    /// How often clocks are looked at.
    pub due: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            park: Duration::from_secs(120),
            branch: Duration::from_secs(3_600),
            window: Duration::from_millis(700),
            turn: Duration::from_millis(100),
            hello: Duration::from_secs(10),
            ping: Duration::from_secs(30),
            away: Duration::from_secs(300),
            due: Duration::from_secs(1),
        }
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u32 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as u32)
}

/// Milliseconds since 1970.
pub(crate) fn millis() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

impl Hall {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, shared: bool) -> Result<Arc<Hall>, String> {
        let outside = Outside::new(config.public, config.mail, config.private_webhooks)?;
        Ok(Arc::new(Hall {
            shelf: Shelf::new(config.systems, config.data),
            store,
            maps: Maps::default(),
            metrics: Metrics::default(),
            limits: Limits::new(config.limits),
            thinkers: Thinkers::start(config.thinkers),
            patience: config.patience,
            // More than odds and passphrases take, so that these never keep tables waiting.
            work: Semaphore::new(config.thinkers + 8),
            odds: Semaphore::new(config.thinkers + 1),
            passphrases: Semaphore::new(2),
            outside,
            admin: config.admin.as_deref().map(seat::hashed),
            proxied: config.proxied,
            shared,
            tables: Mutex::default(),
            began: Instant::now(),
        }))
    }

    /// Milliseconds since the server began.
    pub(crate) fn clock(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Carries something out to its end, even if whoever asked for it goes away, and survives its panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, No>> + Send + 'static,
    ) -> Result<T, No> {
        tokio::spawn(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a request ended in a panic");
            self.metrics.panics.inc();
            Err(No::internal())
        })
    }

    /// The same for work that takes a while without waiting for anything.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        let _turn = self.work.acquire().await.map_err(|_| No::internal())?;
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a request ended in a panic");
            self.metrics.panics.inc();
            Err(No::internal())
        })
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn in_memory(&self, id: &str) -> Option<Arc<Table>> {
        self.tables().get(id).cloned()
    }

    pub(crate) fn tables_in_memory(&self) -> usize {
        self.tables().len()
    }

    /// A table by its id, from memory or from the store.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, No> {
        if !seat::is_id(id) {
            return Err(No::unknown_table(id));
        }
        if let Some(table) = self.in_memory(id) {
            return Ok(table);
        }
        let game = self.store.game(id).await?.ok_or_else(|| No::unknown_table(id))?;
        let (mut table, inside) = self.revive(&game).await?;
        table.put(inside);
        let table = self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(table)).clone();
        self.metrics.loaded.inc();
        self.go_on(&table).await?;
        Ok(table)
    }

    /// Puts a new table up.
    pub(crate) fn put_up(&self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        self.tables().insert(table.id.clone(), table.clone());
        table
    }

    /// Whatever a table does by itself: dice of the seed, standing orders, computers.
    pub(crate) async fn go_on(self: &Arc<Self>, table: &Arc<Table>) -> Result<(), No> {
        let mut entered = table.enter(self).await?;
        let inside = entered.inside_mut()?;
        let course = Course::onward(&inside.game, &inside.orders)?;
        if course.inputs.is_empty() || table.is_closed() {
            table.consult(self, inside);
            return Ok(());
        }
        table.commit(self, &mut entered, course).await
    }

    /// A table from what the store has of it.
    pub(crate) async fn revive(self: &Arc<Self>, game: &store::Game) -> Result<(Table, Inside), No> {
        let unreadable = |why: String| {
            tracing::error!(table = game.id, why, "a stored game cannot be opened");
            No::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "unreadable", why)
        };
        let system = self.shelf.system(&game.system)?;
        let data = match self.shelf.data_of(system, &game.data) {
            Some(data) => data,
            None => {
                let files = self.store.data(&game.data.1).await?;
                if files.is_empty() {
                    let name = &game.data.0;
                    return Err(unreadable(format!("its data set `{name}` is not here any more")));
                }
                self.shelf.keep_data(&game.system, &game.data, &files)
            }
        };
        let record = record_of(game).map_err(|fault| unreadable(fault.to_string()))?;
        let people = [0, 1].map(|seat: usize| game.seats[seat].token.is_some());
        let rests: Vec<bool> = game.lines.iter().map(|line| line.rests).collect();
        let hall = self.clone();
        let (work_data, work_record, id) = (data.clone(), record.clone(), game.id.clone());
        let revived = self.work_out(move || {
            let table = hall.shelf.replay(&work_data, system, &id, &work_record)?;
            Ok(Game::replayed(table.into(), &work_record, &rests, people))
        });
        let played = revived.await.map_err(|no| unreadable(no.failure.message.clone()))?;

        let seats = [sitting(&game.seats[0])?, sitting(&game.seats[1])?];
        let card = self.shelf.card(&data, &game.system, &game.scenario)?;
        let terms: Terms = serde_json::from_str(&game.terms).unwrap_or_default();
        let paces = self.limits.paces();
        let table =
            Table::new(game.id.clone(), seats, Played { system, data, card }, &record, terms, paces, None);
        if game.closed {
            table.close();
        }
        let mut inside = Inside::new(played);
        inside.times = Times::read(&game.standing.times, &terms, millis());
        inside.notify = game.seats.each_ref().map(|row| Wishes::read(&row.notify));
        inside.chat = game
            .chat
            .iter()
            .map(|row| Chat { n: row.n, seat: row.seat, text: row.text.clone(), at: row.at })
            .collect();
        inside.notes = game.notes.clone();
        inside.orders = orders_of(game);
        inside.offer = game.offer.map(|offer| Offer { seat: offer.seat, to: offer.to });
        Ok((table, inside))
    }

    /// Computers go on where they were when the server ended. Where servers share a store, those of one that ended
    /// are taken over by another.
    pub(crate) async fn wake(self: Arc<Self>, shared: bool) {
        loop {
            let ids = self.store.computers_to_move().await.unwrap_or_default();
            for id in ids {
                let roused = async { self.go_on(&self.table(&id).await?).await };
                if let Err(no) = roused.await {
                    tracing::warn!(table = id, why = no.failure.message, "a table could not go on");
                }
            }
            if !shared {
                return;
            }
            tokio::time::sleep(LEASE).await;
        }
    }

    /// Looks at tables where somebody's time is up, or somebody away wants to be told that he is asked, for ever.
    pub(crate) async fn keep_time(self: Arc<Self>) {
        loop {
            tokio::time::sleep(self.patience.due).await;
            for id in self.store.due(now()).await.unwrap_or_default() {
                let this = self.clone();
                let looked = self.run(async move { this.table(&id).await?.time_is_up(&this).await });
                if let Err(no) = looked.await {
                    tracing::debug!(why = no.failure.message, "a clock was not looked at");
                }
            }
        }
    }

    /// What other servers write is told to whoever looks on here.
    pub(crate) async fn hear(self: Arc<Self>, mut elsewhere: mpsc::UnboundedReceiver<Elsewhere>) {
        while let Some(news) = elsewhere.recv().await {
            let tables: Vec<Arc<Table>> = match news {
                Elsewhere::Game(id) => self.in_memory(&id).into_iter().collect(),
                Elsewhere::Anything => self.tables().values().cloned().collect(),
            };
            for table in tables {
                // One table that is busy must not keep the others waiting.
                let (hall, this) = (self.clone(), table.clone());
                tokio::spawn(async move {
                    if let Err(no) = hall.run(this.clone().catch_up(hall.clone())).await {
                        tracing::warn!(
                            table = this.id,
                            why = no.failure.message,
                            "a table could not catch up"
                        );
                        this.cut_off();
                    }
                });
            }
        }
    }

    /// Lets go of what nobody needs, for ever.
    pub(crate) async fn sweep(self: Arc<Self>) {
        let pause = (self.patience.park / 4).clamp(Duration::from_millis(50), Duration::from_secs(10));
        loop {
            tokio::time::sleep(pause).await;
            let all: Vec<Arc<Table>> = self.tables().values().cloned().collect();
            for table in all {
                if table.park(&self, self.patience.park, self.patience.branch) {
                    let mut tables = self.tables();
                    // One is the map's, one is ours: nobody else has it.
                    if Arc::strong_count(&table) == 2 && table.is_unattended() {
                        tables.remove(&table.id);
                    }
                }
            }
            self.limits.sweep();
        }
    }
}

/// Who sits in a stored seat.
pub(crate) fn sitting(row: &store::SeatRow) -> Result<Sitting, No> {
    match row.token {
        Some(token) => Ok(Sitting::Person([&[token], row.keys.as_slice()].concat())),
        None => level(&row.who).map(Sitting::Computer),
    }
}

/// The record of a stored game, held against the head it had.
pub(crate) fn record_of(game: &store::Game) -> Result<Record, kernel::Fault> {
    let mut text = game.header.clone();
    for line in &game.lines {
        text += &line.text;
        text.push('\n');
    }
    text += &format!("head {}\n", game.standing.head);
    let mut record = Record::parse(&format!("table {}", game.id), &text)?;
    if let Source::Shared(dice) = &mut record.header.source {
        for (share, seat) in dice.shares.iter_mut().zip(&game.seats) {
            *share = share.or(seat.share);
        }
    }
    Ok(record)
}
