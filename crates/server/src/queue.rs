//! Everything that computes for a while waits here for its turn: odds, drags, thoughts of computers, stories, records.
//!
//! As many compute at once as there are slots. The address that has used the processor least lately comes next; of equals,
//! the first to ask. A computation has its slot for one slice of time: if others wait then, it goes back into the queue at
//! the point it has reached ([`kernel::pace`]). So a long search delays a short answer by one slice at most.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    net::IpAddr,
    ops::ControlFlow,
    rc::Rc,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use cpu_time::ThreadTime;
use kernel::pace::{self, Pace};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::oneshot;

use crate::failure::No;

/// How long a computation goes on while others wait.
const SLICE: Duration = Duration::from_millis(2);
/// What was computed for an address counts half after this long.
const HALF_LIFE: Duration = Duration::from_secs(20);
/// Computations under way, for one address and in all: each has a thread.
const UNDER_WAY: (usize, usize) = (3, 64);
/// Those that have not begun, for one address and in all.
const WAITING: (usize, usize) = (64, 2_000);

type Payer = Option<IpAddr>;

#[derive(Clone)]
pub(crate) struct Queue(Arc<Shared>);

struct Shared {
    inside: Mutex<Inside>,
    /// How many wait, to be read without the lock.
    waiting: AtomicUsize,
    /// Processor time of all computations, in seconds, counted slice by slice.
    computed: Computed,
}

pub(crate) type Computed = Counter<f64, AtomicU64>;

struct Inside {
    free: usize,
    waiting: Vec<Waiting>,
    /// Computations that have begun and not ended.
    under_way: HashMap<Payer, usize>,
    /// The addresses with a computation that comes before everything else.
    first: HashSet<IpAddr>,
    /// What was computed lately for each address; halved again and again.
    spent: HashMap<Payer, Duration>,
    halved: Instant,
    next: u64,
}

struct Waiting {
    key: u64,
    payer: Payer,
    /// It has begun, and goes on.
    begun: bool,
    /// Others may wait for it, too: it comes before everything else.
    first: bool,
    wake: oneshot::Sender<()>,
}

impl Inside {
    fn spent(&self, payer: Payer) -> Duration {
        self.spent.get(&payer).copied().unwrap_or_default()
    }

    fn count(&self, payer: Payer) -> usize {
        self.under_way.get(&payer).copied().unwrap_or(0)
    }

    fn may_run(&self, waiting: &Waiting) -> bool {
        let all: usize = self.under_way.values().sum();
        waiting.begun || waiting.first || self.count(waiting.payer) < UNDER_WAY.0 && all < UNDER_WAY.1
    }

    /// The lowest comes first.
    fn place(&self, waiting: &Waiting) -> (bool, Duration, u64) {
        (!waiting.first, self.spent(waiting.payer), waiting.key)
    }

    /// Who comes next.
    fn next(&self) -> Option<usize> {
        let able = self.waiting.iter().enumerate().filter(|(_, waiting)| self.may_run(waiting));
        able.min_by_key(|(_, waiting)| self.place(waiting)).map(|(at, _)| at)
    }

    fn charge(&mut self, payer: Payer, time: Duration) {
        if self.halved.elapsed() > HALF_LIFE {
            self.halved = Instant::now();
            self.spent.retain(|_, spent| {
                *spent /= 2;
                *spent > SLICE
            });
        }
        *self.spent.entry(payer).or_default() += time;
    }
}

impl Queue {
    pub(crate) fn new(slots: usize, computed: Computed) -> Queue {
        Queue(Arc::new(Shared {
            inside: Mutex::new(Inside {
                free: slots.max(1),
                waiting: Vec::new(),
                under_way: HashMap::new(),
                first: HashSet::new(),
                spent: HashMap::new(),
                halved: Instant::now(),
                next: 0,
            }),
            waiting: AtomicUsize::new(0),
            computed,
        }))
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free slots to those who come next.
    fn serve(&self, inside: &mut Inside) {
        while inside.free > 0
            && let Some(at) = inside.next()
        {
            let Waiting { payer, begun, wake, .. } = inside.waiting.swap_remove(at);
            // A requester that is gone does not take it.
            if wake.send(()).is_ok() {
                inside.free -= 1;
                if !begun {
                    *inside.under_way.entry(payer).or_default() += 1;
                }
            }
        }
        self.0.waiting.store(inside.waiting.len(), Ordering::Relaxed);
    }

    fn line_up(
        &self,
        inside: &mut Inside,
        payer: Payer,
        begun: bool,
        first: bool,
    ) -> (u64, oneshot::Receiver<()>) {
        let (wake, woken) = oneshot::channel();
        inside.next += 1;
        let key = inside.next;
        inside.waiting.push(Waiting { key, payer, begun, first, wake });
        self.serve(inside);
        (key, woken)
    }

    /// How many come before the one with this key; none if it does not wait.
    fn ahead(&self, key: u64) -> usize {
        let inside = self.inside();
        let Some(own) = inside.waiting.iter().find(|waiting| waiting.key == key) else { return 0 };
        1 + inside.waiting.iter().filter(|other| inside.place(other) < inside.place(own)).count()
    }

    /// How many wait in all.
    pub(crate) fn len(&self) -> usize {
        self.0.waiting.load(Ordering::Relaxed)
    }

    /// How many have begun and not ended.
    pub(crate) fn under_way(&self) -> usize {
        self.inside().under_way.values().sum()
    }

    /// A place before everybody else, for what others may wait for, too. An address has one such place at a time; further
    /// ones are places like all others.
    pub(crate) fn enter_first(&self, payer: Payer) -> Result<Place, No> {
        let mut inside = self.inside();
        let first = match payer {
            Some(address) => inside.first.insert(address).then(|| First { queue: self.clone(), address }),
            None => None,
        };
        if payer.is_some() && first.is_none() {
            drop(inside);
            return self.enter(payer);
        }
        let (key, woken) = self.line_up(&mut inside, None, false, true);
        Ok(Place { queue: self.clone(), payer: None, first, key, woken: Some(woken) })
    }

    /// A place in the queue for a computation that this address has asked for.
    pub(crate) fn enter(&self, payer: Payer) -> Result<Place, No> {
        let mut inside = self.inside();
        // Who has gone makes room.
        inside.waiting.retain(|waiting| !waiting.wake.is_closed());
        let own = inside.waiting.iter().filter(|waiting| waiting.payer == payer).count();
        if own >= WAITING.0 && payer.is_some() || inside.waiting.len() >= WAITING.1 {
            let message = "too much waits to be worked out; ask again in a moment";
            return Err(No::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message));
        }
        let (key, woken) = self.line_up(&mut inside, payer, false, false);
        Ok(Place { queue: self.clone(), payer, first: None, key, woken: Some(woken) })
    }
}

/// An address has a computation that comes first, as long as this lives.
struct First {
    queue: Queue,
    address: IpAddr,
}

impl Drop for First {
    fn drop(&mut self) {
        self.queue.inside().first.remove(&self.address);
    }
}

/// A place in the queue; dropping it gives it up.
pub(crate) struct Place {
    queue: Queue,
    payer: Payer,
    first: Option<First>,
    key: u64,
    woken: Option<oneshot::Receiver<()>>,
}

impl Place {
    /// Its turn has come.
    pub(crate) async fn turn(&mut self) -> Result<Turn, No> {
        if let Some(woken) = &mut self.woken {
            woken.await.map_err(|_| No::internal())?;
            self.woken = None;
        }
        Ok(self.slot())
    }

    fn slot(&mut self) -> Turn {
        let (queue, first) = (self.queue.clone(), self.first.take());
        Turn { queue, payer: self.payer, has_slot: Cell::new(true), _first: first }
    }

    /// How many come before it.
    pub(crate) fn ahead(&self) -> usize {
        self.queue.ahead(self.key)
    }

    /// The same by a caller that does not have the place.
    pub(crate) fn watched(&self) -> impl Fn() -> usize + Send + 'static {
        let (queue, key) = (self.queue.clone(), self.key);
        move || queue.ahead(key)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // The slot may have been given while nobody looked.
        if let Some(mut woken) = self.woken.take() {
            woken.close();
            if woken.try_recv().is_ok() {
                drop(self.slot());
            }
        }
    }
}

/// The turn of one computation: a slot, for as long as it runs.
pub(crate) struct Turn {
    queue: Queue,
    payer: Payer,
    has_slot: Cell<bool>,
    _first: Option<First>,
}

impl Turn {
    /// Carries the work out in slices. `stopped`: nobody wants it any more. `most`: it is ended after this much of the
    /// processor. The time it took comes back in any case; `None`: it was ended.
    pub(crate) fn run<T>(
        self,
        stopped: Arc<AtomicBool>,
        most: Option<Duration>,
        work: impl FnOnce() -> T,
    ) -> (Option<T>, Duration) {
        lower_priority();
        let began = ThreadTime::now();
        let slices = Rc::new(Slices {
            turn: self,
            stopped,
            most,
            began,
            slice: Cell::new(Instant::now()),
            charged: Cell::new(Duration::ZERO),
        });
        let done = pace::run(slices.clone(), work);
        slices.charge();
        (done.ok(), began.elapsed())
    }
}

/// Gives this thread a lower scheduling priority, so that requests come before computations. It stays lowered: the
/// threads of the blocking pool do nothing that anybody clicks for.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        const NICE: i32 = 5;
        thread_local! {
            static LOWERED: Cell<bool> = const { Cell::new(false) };
        }
        if !LOWERED.replace(true) {
            // Linux counts it by thread. Without it everything works, only less evenly.
            let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut inside = self.queue.inside();
        if let Some(count) = inside.under_way.get_mut(&self.payer) {
            *count -= 1;
            if *count == 0 {
                inside.under_way.remove(&self.payer);
            }
        }
        inside.free += usize::from(self.has_slot.get());
        self.queue.serve(&mut inside);
    }
}

struct Slices {
    turn: Turn,
    stopped: Arc<AtomicBool>,
    most: Option<Duration>,
    began: ThreadTime,
    /// When the slice began.
    slice: Cell<Instant>,
    /// Processor time that was charged.
    charged: Cell<Duration>,
}

impl Slices {
    fn charge(&self) {
        let all = self.began.elapsed();
        let time = all.saturating_sub(self.charged.replace(all));
        self.turn.queue.0.computed.inc_by(time.as_secs_f64());
        self.turn.queue.inside().charge(self.turn.payer, time);
    }
}

impl Pace for Slices {
    fn point(&self) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.slice.get().elapsed() < SLICE {
            return ControlFlow::Continue(());
        }
        self.charge();
        if self.most.is_some_and(|most| self.charged.get() > most) {
            return ControlFlow::Break(());
        }
        let queue = &self.turn.queue;
        if queue.len() > 0 {
            let woken = {
                let mut inside = queue.inside();
                inside.free += 1;
                self.turn.has_slot.set(false);
                queue.line_up(&mut inside, self.turn.payer, true, false).1
            };
            if woken.blocking_recv().is_err() {
                return ControlFlow::Break(());
            }
            self.turn.has_slot.set(true);
        }
        self.slice.set(Instant::now());
        ControlFlow::Continue(())
    }
}

/// Stops a computation when its requester is gone.
pub(crate) struct Wanted(pub(crate) Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Payer {
        Some([10, 0, 0, last].into())
    }

    /// Computes for this long.
    fn busy(time: Duration) {
        let began = ThreadTime::now();
        while began.elapsed() < time {
            pace::point();
        }
    }

    async fn compute(queue: Queue, payer: Payer, time: Duration) -> Duration {
        let asked = Instant::now();
        let mut place = queue.enter(payer).unwrap();
        let turn = place.turn().await.unwrap();
        let work = move || turn.run(Arc::default(), None, || busy(time)).0;
        assert!(tokio::task::spawn_blocking(work).await.unwrap().is_some());
        asked.elapsed()
    }

    #[tokio::test]
    async fn a_short_answer_does_not_wait_for_long_ones_of_others() {
        let queue = Queue::new(1, Computed::default());
        let long: Vec<_> = (0..6)
            .map(|_| tokio::spawn(compute(queue.clone(), address(1), Duration::from_millis(600))))
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(queue.len() > 0, "the others wait");
        let began = Instant::now();
        compute(queue.clone(), address(2), Duration::from_millis(5)).await;
        let done = long.iter().filter(|long| long.is_finished()).count();
        assert_eq!(done, 0, "{:?}", began.elapsed());
        for long in long {
            long.await.unwrap();
        }
        assert_eq!(queue.inside().free, 1);
        assert!(queue.inside().under_way.is_empty());
    }

    #[tokio::test]
    async fn a_computation_ends_when_it_is_too_long_or_nobody_wants_it() {
        let queue = Queue::new(1, Computed::default());
        let turn = queue.enter(None).unwrap().turn().await.unwrap();
        let (done, took) =
            turn.run(Arc::default(), Some(Duration::from_millis(30)), || busy(Duration::from_secs(60)));
        assert!(done.is_none() && took < Duration::from_secs(10));
        let stopped = Arc::new(AtomicBool::new(false));
        drop(Wanted(stopped.clone()));
        let turn = queue.enter(None).unwrap().turn().await.unwrap();
        assert!(turn.run(stopped, None, || busy(Duration::from_secs(60))).0.is_none());
        assert_eq!(queue.inside().free, 1);
    }

    #[tokio::test]
    async fn who_leaves_the_queue_leaves_no_slot_behind() {
        let queue = Queue::new(1, Computed::default());
        let mut first = queue.enter(address(1)).unwrap();
        let turn = first.turn().await.unwrap();
        let (second, third) = (queue.enter(address(2)).unwrap(), queue.enter(address(3)).unwrap());
        assert_eq!((second.ahead(), third.ahead()), (1, 2));
        drop(second);
        drop(turn);
        // The slot was offered to the third, who has not taken it.
        drop(third);
        assert_eq!(queue.inside().free, 1);
        assert!(queue.inside().under_way.is_empty());
    }

    #[tokio::test]
    async fn one_address_has_one_place_before_everybody_else() {
        let queue = Queue::new(1, Computed::default());
        let turn = queue.enter(address(1)).unwrap().turn().await.unwrap();
        let waiting = queue.enter(address(2)).unwrap();
        let mut firsts: Vec<Place> = (0..4).map(|_| queue.enter_first(address(3)).unwrap()).collect();
        let other = queue.enter_first(address(4)).unwrap();
        assert_eq!((firsts[0].ahead(), other.ahead(), waiting.ahead()), (1, 2, 3));
        assert!(firsts[1..].iter().all(|place| place.ahead() > 3));
        drop(turn);
        // When it is done, the address may have another.
        drop(firsts.remove(0).turn().await.unwrap());
        assert!(queue.enter_first(address(3)).unwrap().ahead() <= 2);
    }

    #[test]
    fn one_address_cannot_fill_the_queue() {
        let queue = Queue::new(1, Computed::default());
        let places: Vec<_> = (0..500).map(|_| queue.enter(address(1))).collect();
        assert!(places.iter().filter(|place| place.is_ok()).count() <= WAITING.0 + 1);
        assert!(queue.enter(address(2)).is_ok());
    }
}
