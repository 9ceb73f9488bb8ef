//! Computer players: a few threads of lower priority that think, and tables that wait for them.

use std::{
    collections::VecDeque,
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
    hall::Hall,
    seat::bot_seed,
    table::{Inside, Sitting, Table},
    wire::Tell,
};

/// Progress is told at most so often.
const TICK: Duration = Duration::from_millis(100);

/// So long a server that shares its store answers for the computers of a game before another may take over.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

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
    jobs: Mutex<(VecDeque<Job>, bool)>,
    filled: Condvar,
}

struct Job {
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
        jobs.0.push_back(job);
        self.queue.filled.notify_one();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut jobs = self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.0.clear();
        jobs.1 = true;
        self.queue.filled.notify_all();
    }
}

impl Queue {
    fn next(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = jobs.0.pop_front() {
                return Some(job);
            }
            if jobs.1 {
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
            let choose = AssertUnwindSafe(|| job.bot.choose(&*job.position, job.seat));
            let action = catch_unwind(choose).ok();
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
        for seat in Seat::ALL {
            let Sitting::Computer(level) = &self.seats[seat.index()] else { continue };
            let wanted = waiting.contains(&seat) && self.is_wanted();
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
        let person = self.seats.iter().any(|sitting| !sitting.is_computer());
        (person && self.branch_of.is_none()) || !self.is_unattended()
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
        let job = Job { position, seat, bot, watch: watch.clone(), answer };
        let waiter = Waiter { table: self.clone(), hall: hall.clone(), seat, number, watch, window, quick };
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
        if self.window {
            // Answers come on the beat, however long they were thought about.
            let beat = self.hall.patience.window.max(Duration::from_millis(1));
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
