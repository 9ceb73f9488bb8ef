//! Everything the server holds: the shelf, the store, the tables in memory.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::http::StatusCode;
use kernel::{
    record::{Input, Record, Source},
    shared::share_commitment,
    table::Snapshot,
};
use store::{Elsewhere, Store};
use tokio::{
    sync::{Semaphore, mpsc},
    time::interval,
};

use crate::{
    Config,
    audit::Limited,
    budget::{Bill, Budgets, payer},
    failure::No,
    game::{Course, Game},
    limits::Limits,
    maps::Maps,
    measured::Measured,
    metrics::Metrics,
    notify::Wishes,
    outside::Outside,
    people::Person,
    queue::{Place, Queue, Wanted},
    seat,
    shelf::{Shelf, level},
    table::{Inside, Played, Sitting, Table, orders_of},
    thinking::LEASE,
    times::Times,
    wire::{Chat, Offer, Terms},
};

pub(crate) struct Hall {
    pub(crate) shelf: Shelf,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) maps: Maps,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) limited: Limited,
    pub(crate) budgets: Budgets,
    pub(crate) queue: Queue,
    pub(crate) patience: Patience,
    /// How many passphrases are worked on at the same time: each takes memory and time.
    pub(crate) passphrases: Arc<Semaphore>,
    pub(crate) outside: Outside,
    /// SHA-256 of the operator's token.
    pub(crate) admin: Option<[u8; 32]>,
    /// A proxy in front says where requests come from.
    pub(crate) proxied: bool,
    /// Other servers share the store.
    pub(crate) shared: bool,
    /// What the dice of every table follow from, in tests.
    pub(crate) seed: Option<u64>,
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
    /// A player who is asked and away for this long gets a notice, if they want one.
    pub away: Duration,
    /// How often clocks are looked at.
    pub due: Duration,
    /// A connection whose other end takes nothing for this long is closed.
    pub write: Duration,
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
            write: Duration::from_secs(20),
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
        let metrics = Metrics::default();
        Ok(Arc::new(Hall {
            shelf: Shelf::new(config.systems, config.data),
            store: Arc::new(Measured::new(store, metrics.store.clone())),
            maps: Maps::default(),
            limited: Limited::default(),
            budgets: Budgets::new(config.limits.cpu, config.limits.bytes),
            limits: Limits::new(config.limits),
            queue: Queue::new(config.thinkers, metrics.computed.clone()),
            metrics,
            patience: config.patience,
            passphrases: Arc::new(Semaphore::new(2)),
            outside,
            admin: config.admin.as_deref().map(seat::hashed),
            proxied: config.proxied,
            shared,
            seed: config.seed,
            tables: Mutex::default(),
            began: Instant::now(),
        }))
    }

    /// Milliseconds since the server began.
    pub(crate) fn clock(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Carries something out to its end, even if its requester goes away, and survives its panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, No>> + Send + 'static,
    ) -> Result<T, No> {
        tokio::spawn(Bill::current().pay_for_task(work)).await.unwrap_or_else(|error| self.panicked(&error))
    }

    /// The same within the task of its requester, who does not go away before it is done: no task is made for it.
    pub(crate) async fn run_here<T>(&self, work: impl Future<Output = Result<T, No>>) -> Result<T, No> {
        let mut work = pin!(work);
        poll_fn(|context| {
            catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))).unwrap_or_else(|_| {
                tracing::error!("a command ended in a panic");
                self.metrics.panics.inc();
                Poll::Ready(Err(No::internal()))
            })
        })
        .await
    }

    /// The same as `run`, but it ends when its requester goes away.
    pub(crate) async fn run_while_wanted<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, No>> + Send + 'static,
    ) -> Result<T, No> {
        struct End(tokio::task::AbortHandle);
        impl Drop for End {
            fn drop(&mut self) {
                self.0.abort();
            }
        }
        let task = tokio::spawn(Bill::current().pay_for_task(work));
        let _end = End(task.abort_handle());
        task.await.unwrap_or_else(|error| self.panicked(&error))
    }

    /// A refusal leaves for this address.
    pub(crate) fn refused(&self, address: IpAddr, code: &str, status: StatusCode) {
        self.metrics.refused(code);
        let limits =
            [StatusCode::TOO_MANY_REQUESTS, StatusCode::PAYLOAD_TOO_LARGE, StatusCode::REQUEST_TIMEOUT];
        if limits.contains(&status) || ["busy", "too-costly", "too-large"].contains(&code) {
            self.limited.hit(address, code);
        }
    }

    fn panicked<T>(&self, error: &tokio::task::JoinError) -> Result<T, No> {
        tracing::error!(%error, "a request ended in a panic");
        self.metrics.panics.inc();
        Err(No::internal())
    }

    /// Works out something that takes a while without waiting for anything, when its turn in the queue has come. It is
    /// paid for by the address that the task works for, and ended when nobody waits for it any more.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        self.budgets.afford(payer())?;
        self.in_turn(self.queue.enter(payer())?, None, |_| {}, work).await
    }

    /// The same; `waits` is called every now and then with the number of those that come before.
    pub(crate) async fn work_out_telling<T: Send + 'static>(
        &self,
        waits: impl Fn(usize),
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        self.budgets.afford(payer())?;
        self.in_turn(self.queue.enter(payer())?, None, waits, work).await
    }

    /// The same for something that comes from a stranger: it is given up after this much of the processor.
    pub(crate) async fn work_out_within<T: Send + 'static>(
        &self,
        most: Duration,
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        self.budgets.afford(payer())?;
        self.in_turn(self.queue.enter(payer())?, Some(most), |_| {}, work).await
    }

    /// The same for what others may wait for, too, such as a table that is read from the store: it comes first, as long
    /// as the address that pays for it has no other computation that does.
    async fn work_out_first<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        self.budgets.afford(payer())?;
        self.in_turn(self.queue.enter_first(payer())?, None, |_| {}, work).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        mut place: Place,
        most: Option<Duration>,
        waits: impl Fn(usize),
        work: impl FnOnce() -> Result<T, No> + Send + 'static,
    ) -> Result<T, No> {
        let entered = Instant::now();
        let mut ticks = interval(Duration::from_millis(300));
        ticks.tick().await;
        let turn = loop {
            tokio::select! {
                turn = place.turn() => break turn?,
                _ = ticks.tick() => waits(place.ahead()),
            }
        };
        self.metrics.waited(entered.elapsed());
        let stopped = Arc::default();
        let _wanted = Wanted(Arc::clone(&stopped));
        let (payer, budgets) = (payer(), self.budgets.clone());
        let done = tokio::task::spawn_blocking(move || {
            let (done, took) = turn.run(stopped, most, work);
            budgets.spend(payer, took);
            (done, took)
        });
        match done.await {
            Ok((done, took)) => {
                self.metrics.worked(took);
                Bill::current().add(took);
                done.unwrap_or_else(|| Err(No::too_costly()))
            }
            Err(error) => self.panicked(&error),
        }
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
        let (mut table, inside) = self.load(id).await?;
        table.put(inside);
        let table = self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(table)).clone();
        self.metrics.loaded.inc();
        self.go_on(&table).await?;
        Ok(table)
    }

    /// Is there such a table? It is not loaded for that.
    pub(crate) async fn has_table(&self, id: &str) -> Result<bool, No> {
        Ok(seat::is_id(id) && (self.in_memory(id).is_some() || self.store.game(id).await?.is_some()))
    }

    /// A table that is gone.
    pub(crate) fn forget(&self, id: &str) {
        self.tables().remove(id);
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

    /// A table as it is stored, for an address that can afford to have it read.
    pub(crate) async fn load(self: &Arc<Self>, id: &str) -> Result<(Table, Inside), No> {
        self.budgets.afford(payer())?;
        let game = self.store.game(id).await?.ok_or_else(|| No::unknown_table(id))?;
        self.revive(Arc::new(game)).await
    }

    /// A table from what the store has of it.
    async fn revive(self: &Arc<Self>, game: Arc<store::Game>) -> Result<(Table, Inside), No> {
        let id = game.id.clone();
        let unreadable = |why: String| {
            tracing::error!(table = id, why, "a stored game cannot be opened");
            No::new(StatusCode::INTERNAL_SERVER_ERROR, "unreadable", why)
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
        let people = [0, 1].map(|seat: usize| game.seats[seat].token.is_some());
        let (hall, work_data, work_game) = (self.clone(), data.clone(), game.clone());
        let revived = self.work_out_first(move || {
            let game = &*work_game;
            let record = record_of(game).map_err(kernel::Faults::from)?;
            let rests: Vec<bool> = game.lines.iter().map(|line| line.rests).collect();
            let snapshots = snapshots_of(game);
            let table = hall.shelf.restore(&work_data, system, &game.id, &record, &snapshots)?;
            let mut played = Game::replayed(table.into(), &record, &rests, people);
            played.stored = snapshots.last().map_or(0, |snapshot| snapshot.number);
            Ok((played, record))
        });
        let (played, record) =
            revived.await.map_err(|no| match no.status.is_client_error() && no.failure.code != "faulty" {
                // The address has used up its budget.
                true => no,
                false => unreadable(no.failure.message.clone()),
            })?;

        let seats = [sitting(&game.seats[0])?, sitting(&game.seats[1])?];
        let card = self.shelf.card(&data, &game.system, &game.scenario)?;
        let terms: Terms = serde_json::from_str(&game.terms).unwrap_or_default();
        let paces = self.limits.paces();
        let table = Table::new(
            game.id.clone(),
            seats,
            Played { system, data, card, store: self.store.clone() },
            &record,
            terms,
            paces,
            None,
        );
        if game.closed {
            table.close();
        }
        let mut inside = Inside::new(played);
        inside.changed = game.standing.changed;
        inside.times = Times::read(&game.standing.times, &terms, millis());
        inside.notify = game.seats.each_ref().map(|row| Wishes::read(&row.notify));
        inside.people = game.seats.each_ref().map(Person::of);
        inside.next.clone_from(&game.next);
        inside.chat = game
            .chat
            .iter()
            .map(|row| Chat { n: row.n, seat: row.seat, text: row.text.clone(), at: row.at })
            .collect();
        inside.notes = game.notes.clone();
        inside.orders = orders_of(&game);
        inside.offer = game.offer.map(|offer| Offer { seat: offer.seat, to: offer.to });
        table.keep_snapshots(&mut inside);
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

    /// Background loop: tables with an expired clock, and notices to absent players who are asked.
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

    /// Sends what other servers write to the viewers at this one.
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

    /// Background loop: drops unused tables from memory.
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
            self.limited.sweep();
            self.budgets.sweep();
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

/// The snapshots of a stored game.
fn snapshots_of(game: &store::Game) -> Vec<Snapshot> {
    let snapshot = |row: &store::SnapshotRow| Snapshot {
        number: row.number,
        marks: row.marks.clone(),
        state: row.state.clone(),
    };
    game.snapshots.iter().map(snapshot).collect()
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
    // What a seat brought is kept beside its seat until the record may show it. It is of the last dice, if at all.
    let dice = record.entries.iter().rposition(|entry| matches!(entry.input, Input::Dice { .. }));
    let bound = |seat: u8, share: &[u8; 32]| {
        let commitment = share_commitment(kernel::Seat(seat), share);
        let after = &record.entries[dice.map_or(0, |at| at + 1)..];
        after
            .iter()
            .any(|entry| matches!(entry.input, Input::Share { commitment: made, .. } if made == commitment))
    };
    let shares =
        [0, 1].map(|seat: u8| game.seats[usize::from(seat)].share.filter(|share| bound(seat, share)));
    if let Source::Shared(dice) = record.source_mut() {
        for (share, brought) in dice.shares.iter_mut().zip(shares) {
            *share = share.or(brought);
        }
    }
    Ok(record)
}
