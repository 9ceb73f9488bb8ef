//! A table: who sits at it, who looks on, and the game on it while it is in memory.

use std::{
    cell::RefCell,
    net::IpAddr,
    sync::{
        Arc, Mutex as Lock, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use kernel::{
    DataSet, Setup,
    data::hex,
    record::{Input, Record, Source},
};
use roster::{AnyBot, AnySystem};
use serde::Serialize;
use store::{Change, Nowhere, SeatRow, Store};
use tokio::sync::{Mutex, MutexGuard, mpsc};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

use crate::{
    failure::No,
    game::{Course, Game, withholding},
    hall::{Hall, millis},
    limits::Pace,
    notify::Wishes,
    people::Person,
    seat, sight,
    thinking::Thinking,
    times::{Times, Turn},
    truth::Shown,
    wire::{Chat, Offer, ScenarioCard, SeatCard, ShareCard, SharedDice, StandingOrder, Tell, Terms},
};

/// Messages that may wait for a slow reader; then he is cut off and asks again for what he missed.
pub(crate) const QUEUE: usize = 64;
/// And their bytes.
const QUEUED: usize = 256 * 1024;

/// Who looks over HTTP is counted as present for this long: programs ask again and again.
const LOOK: Duration = Duration::from_secs(10);

/// Who sits in a chair.
#[derive(Clone, Debug)]
pub(crate) enum Sitting {
    /// A person with one of these tokens; the first is that of the link.
    Person(Vec<[u8; 32]>),
    Computer(bots::Level),
}

impl Sitting {
    pub(crate) fn is_computer(&self) -> bool {
        matches!(self, Sitting::Computer(_))
    }

    pub(crate) fn who(&self) -> String {
        match self {
            Sitting::Person(_) => "person".to_owned(),
            Sitting::Computer(level) => level.to_string(),
        }
    }

    pub(crate) fn tokens(&self) -> &[[u8; 32]] {
        match self {
            Sitting::Person(tokens) => tokens,
            Sitting::Computer(_) => &[],
        }
    }

    fn row(&self) -> SeatRow {
        let keys = self.tokens().iter().skip(1).copied().collect();
        SeatRow { who: self.who(), token: self.tokens().first().copied(), keys, ..SeatRow::default() }
    }
}

/// A table, whether its game is in memory or not.
pub(crate) struct Table {
    pub(crate) id: String,
    seats: Lock<[Sitting; 2]>,
    pub(crate) system: &'static dyn AnySystem,
    pub(crate) data: Arc<DataSet>,
    pub(crate) setup: Setup,
    pub(crate) card: Arc<ScenarioCard>,
    pub(crate) terms: Terms,
    closed: AtomicBool,
    /// How fast each seat may act, by whichever channel.
    pub(crate) paces: [Pace; 2],
    /// For whom computers think here: the address of the seat that did something last.
    payer: Lock<Option<IpAddr>>,
    /// A private branch: in memory only.
    pub(crate) branch_of: Option<(String, u32)>,
    /// Where what happens here is kept.
    pub(crate) store: Arc<dyn Store>,
    /// What the seeds of computer players follow from.
    pub(crate) secret: [u8; 32],
    /// `None` while nobody needs the game: it is read from the store again when somebody does.
    inside: Mutex<Option<Inside>>,
    listeners: Lock<Listeners>,
    touched: AtomicU64,
    /// When somebody last looked at it over HTTP; milliseconds of the server's clock, 0 for never.
    looked: AtomicU64,
}

/// What changes.
pub(crate) struct Inside {
    pub(crate) game: Game,
    pub(crate) chat: Vec<Chat>,
    pub(crate) notes: [String; 2],
    pub(crate) orders: [Vec<StandingOrder>; 2],
    pub(crate) offer: Option<Offer>,
    pub(crate) times: Times,
    /// When those who only look on were last told something; seconds since 1970.
    pub(crate) changed: u32,
    pub(crate) notify: [Wishes; 2],
    pub(crate) people: [Person; 2],
    /// The table of the next game with the same people.
    pub(crate) next: Option<String>,
    pub(crate) thinking: [Option<Thinking>; 2],
    pub(crate) bots: [Option<Box<dyn AnyBot>>; 2],
    /// Differences are made from it.
    pub(crate) shown: [Shown; 3],
}

impl Inside {
    pub(crate) fn new(game: Game) -> Inside {
        Inside {
            game,
            chat: Vec::new(),
            notes: Default::default(),
            orders: Default::default(),
            offer: None,
            times: Times::default(),
            changed: 0,
            notify: Default::default(),
            people: Default::default(),
            next: None,
            thinking: [None, None],
            bots: [None, None],
            shown: [None, None, None],
        }
    }
}

impl Inside {
    /// Has a seat had enough of what those who only look on say?
    pub(crate) fn is_muted(&self) -> bool {
        self.notify.iter().any(|wishes| wishes.muted)
    }
}

#[derive(Default)]
struct Listeners {
    next: u64,
    all: Vec<Listener>,
}

/// A socket that gets the news.
struct Listener {
    key: u64,
    /// As which viewer it looks.
    place: usize,
    to: mpsc::Sender<Utf8Bytes>,
    /// Bytes that wait for it.
    queued: Arc<AtomicUsize>,
}

impl Listener {
    /// `false`: it does not keep up.
    fn tell(&self, text: &Utf8Bytes) -> bool {
        let before = self.queued.fetch_add(text.len(), Ordering::Relaxed);
        (before == 0 || before + text.len() <= QUEUED) && self.to.try_send(text.clone()).is_ok()
    }
}

/// The news of a listener.
pub(crate) struct News {
    from: mpsc::Receiver<Utf8Bytes>,
    queued: Arc<AtomicUsize>,
}

impl News {
    fn taken(&self, text: Utf8Bytes) -> Utf8Bytes {
        self.queued.fetch_sub(text.len(), Ordering::Relaxed);
        text
    }

    /// The next; `None` when it was cut off.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.from.recv().await?;
        Some(self.taken(text))
    }

    /// What need not be waited for.
    pub(crate) fn waiting(&mut self) -> impl Iterator<Item = Utf8Bytes> {
        std::iter::from_fn(|| {
            let text = self.from.try_recv().ok()?;
            Some(self.taken(text))
        })
    }
}

/// What is played at a table, and where it is kept unless it is a branch.
pub(crate) struct Played {
    pub(crate) system: &'static dyn AnySystem,
    pub(crate) data: Arc<DataSet>,
    pub(crate) card: Arc<ScenarioCard>,
    pub(crate) store: Arc<dyn Store>,
}

impl Table {
    pub(crate) fn new(
        id: String,
        seats: [Sitting; 2],
        played: Played,
        record: &Record,
        terms: Terms,
        paces: [Pace; 2],
        branch_of: Option<(String, u32)>,
    ) -> Table {
        let header = &record.header;
        Table {
            id,
            seats: Lock::new(seats),
            system: played.system,
            data: played.data,
            setup: header.setup.clone(),
            card: played.card,
            terms,
            closed: AtomicBool::new(false),
            paces,
            payer: Lock::default(),
            store: if branch_of.is_some() { Arc::new(Nowhere) } else { played.store },
            branch_of,
            secret: secret_of(record),
            inside: Mutex::new(None),
            listeners: Lock::default(),
            touched: AtomicU64::new(0),
            looked: AtomicU64::new(0),
        }
    }

    pub(crate) fn put(&mut self, inside: Inside) {
        *self.inside.get_mut() = Some(inside);
    }

    pub(crate) fn sitting(&self) -> std::sync::MutexGuard<'_, [Sitting; 2]> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who sits there now.
    pub(crate) fn seats(&self) -> [Sitting; 2] {
        self.sitting().clone()
    }

    /// Somebody else sits down; live channels of the seat end.
    pub(crate) fn seat(&self, seat: usize, sitting: Sitting) {
        self.sitting()[seat] = sitting;
        self.listeners().all.retain(|listener| listener.place != seat);
    }

    /// One more token for a seat.
    pub(crate) fn add_key(&self, seat: usize, token: [u8; 32]) {
        if let Sitting::Person(tokens) = &mut self.sitting()[seat] {
            tokens.push(token);
        }
    }

    pub(crate) fn computers(&self) -> [bool; 2] {
        let seats = self.sitting();
        [seats[0].is_computer(), seats[1].is_computer()]
    }

    pub(crate) fn rows(&self) -> [SeatRow; 2] {
        let seats = self.sitting();
        [seats[0].row(), seats[1].row()]
    }

    /// The seat a token opens; none given is a watcher.
    pub(crate) fn seat_of(&self, token: Option<&str>) -> Result<Option<u8>, No> {
        let Some(token) = token else { return Ok(None) };
        let seats = self.sitting();
        seat::seat_of([seats[0].tokens(), seats[1].tokens()], token).map(Some).ok_or_else(No::unknown_token)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Nothing more happens here.
    pub(crate) fn close(&self) {
        if !self.closed.swap(true, Ordering::Relaxed) {
            self.tell(None, &Tell::Closed);
        }
    }

    /// Somebody came, or did something. Who only looks on has computers think for him where nobody plays, and cannot
    /// have them counted to him where somebody does.
    pub(crate) fn is_visited(&self, seat: Option<u8>, address: IpAddr) {
        if seat.is_some() || self.computers() == [true; 2] {
            self.is_for(address);
        }
    }

    /// What computers think from now on is paid for by this address.
    pub(crate) fn is_for(&self, address: IpAddr) {
        *self.payer.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
    }

    pub(crate) fn payer(&self) -> Option<IpAddr> {
        *self.payer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, read from the store if need be. While it is held, nobody else has the table.
    pub(crate) async fn enter(self: &Arc<Self>, hall: &Arc<Hall>) -> Result<Entered<'_>, No> {
        self.touched.store(hall.clock(), Ordering::Relaxed);
        let mut inside = self.inside.lock().await;
        if inside.is_none() {
            *inside = Some(hall.load(&self.id).await?.1);
            hall.metrics.loaded.inc();
        }
        Ok(Entered { inside })
    }

    /// Keeps everybody else from the table for as long as it is held.
    pub(crate) async fn inside(&self) -> MutexGuard<'_, Option<Inside>> {
        self.inside.lock().await
    }

    /// The game is not in memory, and nobody is about to need it.
    pub(crate) fn is_parked(&self) -> bool {
        self.inside.try_lock().is_ok_and(|inside| inside.is_none())
    }

    /// Forgets the game if nobody has needed it for so long. `true` if the table itself can be forgotten.
    pub(crate) fn park(&self, hall: &Hall, after: Duration, branches_after: Duration) -> bool {
        let after = if self.branch_of.is_some() { branches_after } else { after };
        let idle = Duration::from_millis(hall.clock().saturating_sub(self.touched.load(Ordering::Relaxed)));
        if idle < after {
            return false;
        }
        let Ok(mut inside) = self.inside.try_lock() else { return false };
        if inside.as_ref().is_some_and(|inside| inside.thinking.iter().any(Option::is_some)) {
            return false;
        }
        let alone = self.is_unattended();
        if self.branch_of.is_none() || alone {
            *inside = None;
        }
        alone
    }

    // ---- who looks on ----------------------------------------------------------------------------------

    pub(crate) fn listen(&self, place: usize) -> (u64, News) {
        let (to, from) = mpsc::channel(QUEUE);
        let queued = Arc::<AtomicUsize>::default();
        let mut listeners = self.listeners();
        listeners.next += 1;
        let key = listeners.next;
        listeners.all.push(Listener { key, place, to, queued: queued.clone() });
        (key, News { from, queued })
    }

    pub(crate) fn leave(&self, key: u64) {
        let mut listeners = self.listeners();
        listeners.all.retain(|listener| listener.key != key);
        if listeners.all.is_empty() {
            listeners.all.shrink_to_fit();
        }
    }

    fn listeners(&self) -> std::sync::MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_unattended(&self) -> bool {
        self.listeners().all.is_empty()
    }

    pub(crate) fn is_watched(&self, place: usize) -> bool {
        self.listeners().all.iter().any(|listener| listener.place == place)
    }

    /// Somebody looks at the table over HTTP.
    pub(crate) fn is_looked_at(&self, hall: &Hall) {
        self.looked.store(hall.clock().max(1), Ordering::Relaxed);
    }

    /// Somebody has a live channel, or has looked over HTTP a moment ago.
    pub(crate) fn is_attended(&self, hall: &Hall) -> bool {
        let looked = self.looked.load(Ordering::Relaxed);
        let recent = looked > 0 && hall.clock().saturating_sub(looked) < LOOK.as_millis() as u64;
        recent || !self.is_unattended()
    }

    /// Which kinds of viewers are there.
    pub(crate) fn watched(&self) -> [bool; 3] {
        [0, 1, 2].map(|place| self.is_watched(place))
    }

    /// Tells one kind of viewer, or all.
    pub(crate) fn tell(&self, place: Option<usize>, tell: &Tell) {
        self.send(place, &text(tell));
    }

    pub(crate) fn send(&self, place: Option<usize>, text: &Utf8Bytes) {
        let mut listeners = self.listeners();
        // Who does not keep up is cut off; he comes back and says what he saw last.
        listeners
            .all
            .retain(|listener| place.is_some_and(|place| place != listener.place) || listener.tell(text));
    }

    pub(crate) fn tell_seats(&self, inside: &Inside) {
        if !self.is_unattended() {
            self.tell(None, &Tell::Seats { seats: self.seat_cards(inside) });
        }
    }

    pub(crate) fn seat_cards(&self, inside: &Inside) -> Vec<SeatCard> {
        let sides = [0, 1].map(|seat| inside.game.gazes[2].table.side_of(kernel::Seat(seat)));
        let here = [self.is_watched(0), self.is_watched(1)];
        let who = self.seats().map(|sitting| sitting.who());
        sight::seat_cards(&self.card.card, &sides, &who, here, &inside.people)
    }

    /// How far shared dice are; `None` where dice are not shared.
    pub(crate) fn shared_dice(&self, game: &Game) -> Option<SharedDice> {
        let Source::Shared(dice) = game.table.source() else { return None };
        let (committed, owing) = (game.table.shares(), game.owing());
        let card = |seat: usize| ShareCard {
            commitment: committed[seat].map(|commitment| hex(&commitment)),
            told: dice.shares[seat].is_some(),
            owed: owing[seat],
        };
        Some(SharedDice { commitment: hex(&dice.commitment), shares: [card(0), card(1)] })
    }

    pub(crate) fn tell_shares(&self, game: &Game) {
        if let Some(dice) = self.shared_dice(game) {
            self.tell(None, &Tell::Shares { dice });
        }
    }

    /// Clocks after a course.
    pub(crate) fn times_after(&self, hall: &Hall, inside: &Inside, course: &Course) -> Times {
        let now = millis();
        let mut times = inside.times.clone();
        let after = &**course.table(&inside.game);
        let (waiting, people) = (after.waiting(), inside.game.people);
        // Who keeps the dice waiting keeps the game waiting.
        let owes = withholding(after, people);
        let asked =
            [0, 1].map(|seat| owes[seat] || people[seat] && waiting.contains(&kernel::Seat(seat as u8)));
        let turn = Turn { acted: course.acted(), answered: course.answered(), asked, turns: after.turns() };
        times.turn(&self.terms, now, &turn);
        for seat in 0..2 {
            if times.notice(seat).is_none() && inside.notify[seat].is_reachable() {
                times.plan_notice(seat, Some(now + hall.patience.away.as_millis() as u64));
            }
        }
        times
    }

    /// Where time counts, sends the times to those who got news of an input. To others it would
    /// say that somebody clicked.
    pub(crate) fn tell_times(&self, inside: &Inside, to: [bool; 3]) {
        if self.terms.clock.is_some() && !self.is_unattended() {
            let times = text(&Tell::Times { times: inside.times.card(&self.terms, millis()) });
            (0..3).filter(|place| to[*place]).for_each(|place| self.send(Some(place), &times));
        }
    }

    /// A player who opens a table that was warned of keeps it, and has taken a seat that was open.
    pub(crate) async fn is_kept(self: &Arc<Self>, hall: &Arc<Hall>, seat: Option<u8>) -> Result<(), No> {
        if seat.is_none() {
            return Ok(());
        }
        let (table, hall_) = (self.clone(), hall.clone());
        hall.run(async move {
            let mut entered = table.enter(&hall_).await?;
            let inside = entered.inside_mut()?;
            // Who has come has taken the seat.
            if let Some(seat) = seat {
                table.shut(inside, kernel::Seat(seat)).await?;
            }
            if inside.times.expires().is_some() {
                let mut times = inside.times.clone();
                times.touch(millis());
                table.keep_times(inside, times).await?;
            }
            Ok(())
        })
        .await
    }

    /// The table is gone, with everything that belongs to it.
    pub(crate) async fn delete(&self, hall: &Arc<Hall>) -> Result<(), No> {
        let inside = self.inside().await;
        self.delete_entered(hall, Entered { inside }).await
    }

    /// The same, by a caller that has the table: nobody can touch it in between.
    pub(crate) async fn delete_entered(&self, hall: &Arc<Hall>, mut entered: Entered<'_>) -> Result<(), No> {
        self.store.write(Change::Delete { game: self.id.clone() }).await?;
        if let Some(inside) = entered.inside.take() {
            inside.thinking.iter().flatten().for_each(|thinking| thinking.stop());
        }
        self.close();
        self.cut_off();
        hall.forget(&self.id);
        Ok(())
    }

    /// Ends every live channel of the table: clients connect again and get what they missed.
    pub(crate) fn cut_off(&self) {
        self.listeners().all.clear();
    }
}

/// The standing orders of a stored game.
pub(crate) fn orders_of(game: &store::Game) -> [Vec<StandingOrder>; 2] {
    [0, 1].map(|seat: usize| serde_json::from_str(&game.orders[seat]).unwrap_or_default())
}

fn secret_of(record: &Record) -> [u8; 32] {
    use sha2::Digest;
    let mut hasher = sha2::Sha256::new();
    // The author of a file knows what comes from it, so everything that was drawn since counts.
    let fresh = record.entries.iter().filter_map(|entry| match entry.input {
        Input::Dice { source, secret, .. } => Some((source, secret)),
        _ => None,
    });
    for (source, secret) in std::iter::once((record.header.source, record.header.secret)).chain(fresh) {
        match source {
            Source::Seeded(seed) => hasher.update(seed.to_le_bytes()),
            Source::Shared(dice) => hasher.update(dice.seed.unwrap_or_default()),
            Source::Committed(_) | Source::Scripted | Source::Entered => {}
        }
        hasher.update(secret.unwrap_or_default());
    }
    hasher.update(record.header.head());
    hasher.finalize().into()
}

/// A table that somebody has to himself.
pub(crate) struct Entered<'a> {
    pub(crate) inside: MutexGuard<'a, Option<Inside>>,
}

impl Entered<'_> {
    pub(crate) fn inside(&self) -> Result<&Inside, No> {
        self.inside.as_ref().ok_or_else(No::internal)
    }

    pub(crate) fn inside_mut(&mut self) -> Result<&mut Inside, No> {
        self.inside.as_mut().ok_or_else(No::internal)
    }

    pub(crate) fn forget(&mut self) {
        *self.inside = None;
    }
}

thread_local! {
    /// Kept from message to message: growing a new buffer for each would copy most of them several times.
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
/// A longer buffer is not kept.
const MOST_KEPT: usize = 64 * 1024;

/// A message as it goes over the wire.
pub(crate) fn text(message: &impl Serialize) -> Utf8Bytes {
    WRITTEN.with_borrow_mut(|written| {
        written.clear();
        // Messages are plain data: writing them to memory does not fail.
        let whole = serde_json::to_writer(&mut *written, message).is_ok();
        let bytes = Bytes::copy_from_slice(if whole { written } else { &[] });
        written.shrink_to(MOST_KEPT);
        Utf8Bytes::try_from(bytes).unwrap_or_default()
    })
}
