//! Computer players: a few threads of lower priority that think, and tables that wait for them.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::Builder,
    time::Duration,
};

use bots::Watch;
use kernel::{
    Order, Seat,
    erased::{AnyTable, Asked},
};
use roster::AnyBot;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::{
    sync::oneshot,
    time::{Instant, interval, sleep, sleep_until},
};

use crate::{
    failure::No,
    game::{Course, Deed},
    hall::{Hall, millis},
    limits::counted,
    seat::bot_seed,
    table::{Inside, Sitting, Table},
    wire::{AtZero, Tell},
};

/// Progress is told at most so often.
const TICK: Duration = Duration::from_millis(100);

/// What was thought for an address counts half after so long.
const HALF_LIFE: Duration = Duration::from_secs(20);

/// So long a server that shares its store answers for the computers of a game before another may take over.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

/// Who answers for a person whose time is up.
const STAND_IN: bots::Level = bots::Level::Greedy;

/// A computer that is being waited for.
pub(crate) struct Thinking {
    /// The input it thinks after; an answer for another is ignored.
    number: u32,
    watch: Arc<Watch>,
}

/// The threads that think.
pub(crate) struct Thinkers {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    filled: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    ended: bool,
    /// What was thought lately for each address; halved again and again.
    spent: HashMap<Option<IpAddr>, Duration>,
    halved: Option<Instant>,
}

impl Jobs {
    /// Who had least thought for him lately comes first, so that nobody's many tables keep another waiting.
    fn next(&mut self) -> Option<Job> {
        if self.halved.is_none_or(|halved| halved.elapsed() > HALF_LIFE) {
            self.halved = Some(Instant::now());
            self.spent.retain(|_, spent| {
                *spent /= 2;
                *spent > TICK
            });
        }
        let at = first(&self.spent, self.waiting.iter().map(|job| job.payer))?;
        self.waiting.remove(at)
    }
}

/// The place of the first of those for whom least was thought.
fn first(
    spent: &HashMap<Option<IpAddr>, Duration>,
    payers: impl Iterator<Item = Option<IpAddr>>,
) -> Option<usize> {
    let spent = |payer: &Option<IpAddr>| spent.get(payer).copied().unwrap_or_default();
    payers.enumerate().min_by_key(|(_, payer)| spent(payer)).map(|(at, _)| at)
}

struct Job {
    /// For whom it is thought.
    payer: Option<IpAddr>,
    position: Arc<dyn AnyTable>,
    seat: Seat,
    bot: Box<dyn AnyBot>,
    watch: Arc<Watch>,
    answer: oneshot::Sender<(Option<String>, Box<dyn AnyBot>)>,
}

impl Thinkers {
    pub(crate) fn start(threads: usize) -> Thinkers {
        let queue = Arc::new(Queue::default());
        for n in 0..threads.max(1) {
            let queue = queue.clone();
            let thread = Builder::new().name(format!("thinker {n}"));
            if let Err(error) = thread.spawn(move || queue.work()) {
                tracing::error!(%error, "a thinking thread could not be started");
            }
        }
        Thinkers { queue }
    }

    fn ask(&self, job: Job) {
        let mut jobs = self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.waiting.push_back(job);
        self.queue.filled.notify_one();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut jobs = self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.waiting.clear();
        jobs.ended = true;
        self.queue.filled.notify_all();
    }
}

impl Queue {
    fn next(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = jobs.next() {
                return Some(job);
            }
            if jobs.ended {
                return None;
            }
            jobs = self.filled.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        // People come first. Where the system does not allow it, thinking is only bounded.
        if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
            tracing::debug!(?error, "thinking runs at ordinary priority");
        }
        while let Some(mut job) = self.next() {
            if job.watch.is_stopped() {
                continue;
            }
            job.bot.watch(job.watch.clone());
            let began = Instant::now();
            let choose = AssertUnwindSafe(|| job.bot.choose(&*job.position, job.seat));
            let action = catch_unwind(choose).ok();
            let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            *jobs.spent.entry(job.payer).or_default() += began.elapsed();
            drop(jobs);
            // Nobody may be waiting any more.
            let _ = job.answer.send((action, job.bot));
        }
    }
}

impl Table {
    /// Has the computers think that are asked, and stops those that are not asked any more.
    pub(crate) fn consult(self: &Arc<Self>, hall: &Arc<Hall>, inside: &mut Inside) {
        let number = inside.game.table.len();
        let waiting = inside.game.table.waiting();
        let seats = self.seats();
        for seat in Seat::ALL {
            let level = match &seats[seat.index()] {
                Sitting::Computer(level) => level,
                // Whose time is up is stood in for, if that was agreed.
                Sitting::Person(_) if self.is_stood_in_for(inside, seat) => &STAND_IN,
                Sitting::Person(_) if inside.thinking[seat.index()].is_some() => &STAND_IN,
                Sitting::Person(_) => continue,
            };
            let person = !seats[seat.index()].is_computer();
            let wanted = waiting.contains(&seat)
                && !self.is_closed()
                && self.is_wanted()
                && (!person || self.is_stood_in_for(inside, seat));
            let current = &mut inside.thinking[seat.index()];
            if wanted && current.as_ref().is_some_and(|thinking| thinking.number == number) {
                continue;
            }
            if let Some(thinking) = current.take() {
                thinking.watch.stop();
                self.tell(None, &Tell::Thinking { seat: seat.0, share: None });
            }
            if wanted {
                self.think(hall, inside, seat, level, number);
            }
        }
    }

    /// Does anybody need what a computer would do? A private branch, or one computer against the other, is for whoever
    /// looks on; a person's opponent answers even while that person is away.
    fn is_wanted(&self) -> bool {
        let person = self.computers() != [true; 2];
        (person && self.branch_of.is_none()) || !self.is_unattended()
    }

    fn is_stood_in_for(&self, inside: &Inside, seat: Seat) -> bool {
        self.terms.clock.is_some_and(|clock| clock.at_zero == AtZero::Computer)
            && inside.times.is_out(&self.terms, millis(), seat.index())
    }

    fn think(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        inside: &mut Inside,
        seat: Seat,
        level: &bots::Level,
        number: u32,
    ) {
        let position = inside.game.table.clone();
        let question = match position.asked() {
            Asked::Questions { questions } => questions.into_iter().find(|q| q.seat == seat.0),
            _ => None,
        };
        // Whatever a seat holds: being asked here tells nothing, so the time it takes must not either. Where it may let
        // something pass, a quick judgement is enough, or whoever has something to weigh would take longer.
        let window = question.as_ref().is_some_and(|q| q.window);
        let quick = question.is_some_and(|q| q.orders.contains(&Order::Never));
        let kept = if quick { None } else { inside.bots[seat.index()].take() };
        let level = if quick { &bots::Level::Greedy } else { level };
        let bot = kept.map_or_else(|| self.system.bot(level, bot_seed(&self.secret, seat.0, number)), Ok);
        let bot = match bot {
            Ok(bot) => bot,
            Err(why) => {
                tracing::error!(table = self.id, why, "a computer player cannot sit down");
                return;
            }
        };
        let watch = Arc::new(Watch::default());
        inside.thinking[seat.index()] = Some(Thinking { number, watch: watch.clone() });
        let (answer, answered) = oneshot::channel();
        let payer = self.payer().map(counted);
        let job = Job { payer, position, seat, bot, watch: watch.clone(), answer };
        let patience = &hall.patience;
        let beat = match (window, inside.game.table.profile().secrets) {
            (true, _) => Some(patience.window),
            (false, true) => Some(patience.turn),
            (false, false) => None,
        };
        let (table, hall) = (self.clone(), hall.clone());
        let waiter = Waiter { table, hall, seat, number, watch, window, beat, quick };
        tokio::spawn(waiter.wait(job, answered));
    }

    /// Nobody looks on any more, or somebody does again.
    pub(crate) async fn attendance_changed(self: &Arc<Self>, hall: &Arc<Hall>) -> Result<(), No> {
        // When the last one leaves a table whose game has left memory, there is nobody to tell and nothing to stop.
        if self.is_unattended() && self.is_parked() {
            return Ok(());
        }
        let mut entered = self.enter(hall).await?;
        let inside = entered.inside_mut()?;
        self.tell_seats(&inside.game);
        self.consult(hall, inside);
        Ok(())
    }
}

/// Waits for one answer.
struct Waiter {
    table: Arc<Table>,
    hall: Arc<Hall>,
    seat: Seat,
    number: u32,
    watch: Arc<Watch>,
    window: bool,
    /// What it holds must not show in how long it takes.
    beat: Option<Duration>,
    quick: bool,
}

impl Waiter {
    /// Waits until no other server answers for this game. `false`: it is not waited for any more.
    async fn lease(&self) -> bool {
        loop {
            if self.watch.is_stopped() {
                return false;
            }
            match self.hall.store.lease(&self.table.id, LEASE).await {
                Ok(true) => return true,
                Ok(false) => sleep(LEASE / 10).await,
                Err(error) => {
                    tracing::warn!(table = self.table.id, %error, "a computer waits for the store");
                    sleep(LEASE / 10).await;
                }
            }
        }
    }

    async fn wait(self, job: Job, mut answered: oneshot::Receiver<(Option<String>, Box<dyn AnyBot>)>) {
        let asked = Instant::now();
        if !self.lease().await {
            return;
        }
        self.hall.thinkers.ask(job);
        self.hall.metrics.thoughts.inc();
        let mut ticks = interval(TICK);
        let mut leases = interval(LEASE / 3);
        let mut told = None;
        ticks.tick().await;
        leases.tick().await;
        if self.window {
            // Told at once or never would say how long it thought.
            self.tell_share(&mut told);
        }
        let answer = loop {
            tokio::select! {
                answer = &mut answered => break answer,
                _ = ticks.tick() => self.tell_share(&mut told),
                _ = leases.tick() => {
                    let _ = self.hall.store.lease(&self.table.id, LEASE).await;
                }
            }
        };
        let Ok((action, bot)) = answer else { return };
        if let Some(beat) = self.beat {
            // Answers come on the beat, however long they were thought about.
            let beat = beat.max(Duration::from_millis(1));
            let beats = asked.elapsed().as_millis() / beat.as_millis() + 1;
            sleep_until(asked + beat * beats as u32).await;
        }
        if let Err(no) = self.answer(action, bot).await {
            tracing::error!(table = self.table.id, why = no.failure.message, "a computer could not move");
        }
        if told.is_some() {
            self.table.tell(None, &Tell::Thinking { seat: self.seat.0, share: None });
        }
    }

    fn tell_share(&self, told: &mut Option<u32>) {
        let share = if self.window { 0 } else { self.watch.share() };
        if *told != Some(share) && !self.watch.is_stopped() && !self.table.is_unattended() {
            *told = Some(share);
            self.table.tell(None, &Tell::Thinking { seat: self.seat.0, share: Some(share) });
        }
    }

    async fn answer(&self, action: Option<String>, bot: Box<dyn AnyBot>) -> Result<(), No> {
        let mut entered = self.table.enter(&self.hall).await?;
        let inside = entered.inside_mut()?;
        let current = &mut inside.thinking[self.seat.index()];
        let awaited = current.as_ref().is_some_and(|thinking| thinking.number == self.number);
        if !awaited || self.watch.is_stopped() || inside.game.table.len() != self.number {
            return Ok(());
        }
        *current = None;
        if !self.quick {
            inside.bots[self.seat.index()] = Some(bot);
        }
        let act =
            |action: String| Course::of(&inside.game, &Deed::Act { seat: self.seat, action }, &inside.orders);
        let course = match action.ok_or_else(No::internal).and_then(act) {
            Ok(course) => course,
            Err(no) => {
                // A bug of a bot must not stop the game.
                tracing::error!(
                    table = self.table.id,
                    why = no.failure.message,
                    "habit answers for a computer"
                );
                inside.bots[self.seat.index()] = None;
                act(inside.game.table.habit(self.seat).ok_or_else(No::internal)?)?
            }
        };
        self.table.commit(&self.hall, &mut entered, course).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobodys_many_tables_keep_another_waiting() {
        let [busy, quiet] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().ok());
        let mut spent = HashMap::from([(busy, Duration::from_secs(9))]);
        // Sixty tables of one address, then one of another: that one is next.
        let mut queue = vec![busy; 60];
        queue.push(quiet);
        assert_eq!(first(&spent, queue.iter().copied()), Some(60));
        // Of equals, whoever came first.
        spent.insert(quiet, Duration::from_secs(9));
        assert_eq!(first(&spent, queue.iter().copied()), Some(0));
        assert_eq!(first(&spent, std::iter::empty()), None);
    }
}
