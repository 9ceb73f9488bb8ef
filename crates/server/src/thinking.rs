//! Computer players: what they think about waits in the queue with everything else that computes.

use std::{
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
    time::Duration,
};

use bots::Watch;
use kernel::{
    Order, Seat,
    erased::{AnyTable, Asked},
    pace::Stopped,
    record::Input,
};
use roster::AnyBot;
use tokio::time::{Instant, interval, sleep, sleep_until};

use crate::{
    failure::No,
    game::Course,
    hall::{Hall, millis},
    limits::counted,
    queue::Place,
    seat::bot_seed,
    table::{Inside, Sitting, Table},
    wire::{AtZero, Tell},
};

/// Progress is told at most so often.
const TICK: Duration = Duration::from_millis(100);

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

impl Thinking {
    pub(crate) fn stop(&self) {
        self.watch.stop();
    }
}

/// What is thought about, and what came of it.
struct Job {
    /// For whom it is thought.
    payer: Option<IpAddr>,
    position: Arc<dyn AnyTable>,
    seat: Seat,
    bot: Box<dyn AnyBot>,
    watch: Arc<Watch>,
}

type Thought = (Option<String>, Box<dyn AnyBot>);

impl Job {
    /// Thinks when its turn in the queue has come. `None`: nobody waits for it any more.
    async fn think(mut self, hall: &Hall, mut place: Place) -> Option<Thought> {
        let turn = place.turn().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            self.bot.watch(self.watch.clone());
            let stopped = self.watch.stopped();
            let (position, seat, mut bot) = (self.position, self.seat, self.bot);
            let work = move || {
                let choose = AssertUnwindSafe(|| bot.choose(&*position, seat));
                match catch_unwind(choose) {
                    Ok(action) => (Some(action), bot),
                    // A point of its pace has ended it.
                    Err(reason) if reason.is::<Stopped>() => resume_unwind(reason),
                    Err(_) => (None, bot),
                }
            };
            turn.run(stopped, None, work)
        });
        let (thought, took) = thought.await.ok()?;
        hall.metrics.worked(took);
        thought
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
                && self.is_wanted(hall)
                && (!person || self.is_stood_in_for(inside, seat));
            let current = &mut inside.thinking[seat.index()];
            if wanted && current.as_ref().is_some_and(|thinking| thinking.number == number) {
                continue;
            }
            if let Some(thinking) = current.take() {
                thinking.watch.stop();
                self.tell(None, &Tell::Thinking { seat: seat.0, share: None, ahead: 0 });
            }
            if wanted {
                self.think(hall, inside, seat, level, number);
            }
        }
    }

    /// Does anybody need what a computer would do? A private branch, or one computer against the other, is for those who
    /// look on; a person's opponent answers even while that person is away.
    fn is_wanted(&self, hall: &Hall) -> bool {
        let person = self.computers() != [true; 2];
        (person && self.branch_of.is_none()) || self.is_attended(hall)
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
        // something pass, a quick judgement is enough, or a seat with a real choice would take longer.
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
        let payer = self.payer().map(counted);
        let job = Job { payer, position, seat, bot, watch: watch.clone() };
        let patience = &hall.patience;
        let beat = match (window, inside.game.table.profile().secrets) {
            (true, _) => Some(patience.window),
            (false, true) => Some(patience.turn),
            (false, false) => None,
        };
        let (table, hall) = (self.clone(), hall.clone());
        let waiter = Waiter { table, hall, seat, number, watch, window, beat, quick };
        tokio::spawn(waiter.wait(job));
    }

    /// Nobody looks on any more, or somebody does again.
    pub(crate) async fn attendance_changed(self: &Arc<Self>, hall: &Arc<Hall>) -> Result<(), No> {
        // When the last one leaves a table whose game has left memory, there is nobody to tell and nothing to stop.
        if self.is_unattended() && self.is_parked() {
            return Ok(());
        }
        let mut entered = self.enter(hall).await?;
        let inside = entered.inside_mut()?;
        self.tell_seats(inside);
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
            match self.table.store.lease(&self.table.id, LEASE).await {
                Ok(true) => return true,
                Ok(false) => sleep(LEASE / 10).await,
                Err(error) => {
                    tracing::warn!(table = self.table.id, %error, "a computer waits for the store");
                    sleep(LEASE / 10).await;
                }
            }
        }
    }

    async fn wait(self, job: Job) {
        let asked = Instant::now();
        if !self.lease().await {
            return;
        }
        let Some(place) = self.place(job.payer).await else { return };
        self.hall.metrics.thoughts.inc();
        let ahead = place.watched();
        let mut ticks = interval(TICK);
        let mut leases = interval(LEASE / 3);
        let mut told = None;
        ticks.tick().await;
        leases.tick().await;
        if self.window {
            // Told at once or never would say how long it thought.
            self.tell_share(&mut told, 0);
        }
        let mut thought = std::pin::pin!(job.think(&self.hall, place));
        let thought = loop {
            tokio::select! {
                thought = &mut thought => break thought,
                _ = ticks.tick() => self.tell_share(&mut told, ahead() as u32),
                _ = leases.tick() => {
                    let _ = self.table.store.lease(&self.table.id, LEASE).await;
                }
            }
        };
        if let Some((action, bot)) = thought {
            if let Some(beat) = self.beat {
                // Answers come on the beat, however long they were thought about.
                let beat = beat.max(Duration::from_millis(1));
                let beats = asked.elapsed().as_millis() / beat.as_millis() + 1;
                sleep_until(asked + beat * beats as u32).await;
            }
            if let Err(no) = self.answer(action, bot).await {
                tracing::error!(table = self.table.id, why = no.failure.message, "a computer could not move");
            }
        }
        if told.is_some() {
            self.table.tell(None, &Tell::Thinking { seat: self.seat.0, share: None, ahead: 0 });
        }
    }

    /// A place in the queue, as soon as there is one.
    async fn place(&self, payer: Option<IpAddr>) -> Option<Place> {
        loop {
            if self.watch.is_stopped() {
                return None;
            }
            match self.hall.queue.enter(payer) {
                Ok(place) => return Some(place),
                Err(_) => sleep(TICK).await,
            }
        }
    }

    fn tell_share(&self, told: &mut Option<(u32, u32)>, ahead: u32) {
        // Where something is hidden nothing is told of how far it is.
        let (share, ahead) = if self.window { (0, 0) } else { (self.watch.share(), ahead) };
        if *told != Some((share, ahead)) && !self.watch.is_stopped() && !self.table.is_unattended() {
            *told = Some((share, ahead));
            self.table.tell(None, &Tell::Thinking { seat: self.seat.0, share: Some(share), ahead });
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
            |action: String| Course::of(&inside.game, Input::Act { seat: self.seat, action }, &inside.orders);
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
