//! What is stored becomes true, and is told: what is done here, and what other servers have done.

use std::sync::Arc;

use axum::http::StatusCode;
use kernel::{erased::Asked, record::Source, scene::Scene, table::Snapshot};
use store::{Change, SnapshotRow, StoreError};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{
    failure::No,
    game::{self, Batch, Course, Game},
    hall::{Hall, millis, now, record_of},
    notify::Wishes,
    people::Person,
    sight::{self, Glimpse},
    table::{Entered, Inside, Sitting, Table, orders_of, text},
    times::Times,
    wire::{Chat, Offer, Tell},
};

/// Inputs after which snapshots are stored: at most twice as many are played when a game is read.
const SNAPSHOTS: u32 = 64;

/// What a viewer was shown last, and with which news.
pub(crate) type Shown = Option<(u32, Arc<Scene>)>;

/// A game as it will be, once what leads there is stored.
struct Ahead {
    game: Game,
    shown: [Shown; 3],
    /// For whom, and as it goes over the wire.
    news: Vec<(usize, Utf8Bytes)>,
    /// Which viewers were told something.
    told: [bool; 3],
}

impl Ahead {
    /// The news of a batch for one viewer. `scene` is what the others were shown of the same moment, where that is the
    /// same for all.
    fn news(&mut self, place: usize, batch: Batch, asked: &Asked, scene: &mut Option<Arc<Scene>>) -> Tell {
        let gaze = &self.game.gazes[place];
        let old = match self.shown[place].take() {
            Some((seq, old)) if seq + 1 == batch.seq => old,
            _ => Arc::new(batch.before.scene(game::eyes(&*batch.before, gaze.viewer))),
        };
        let glimpse = Glimpse::of(gaze);
        let new = match scene {
            Some(scene) => scene.clone(),
            None => Arc::new(glimpse.scene_after(&*batch.before, &old)),
        };
        if !gaze.table.profile().secrets {
            *scene = Some(new.clone());
        }
        let difference = Box::new(sight::difference(&old, &new));
        self.shown[place] = Some((batch.seq, new));
        Tell::News {
            seq: batch.seq,
            steps: batch.steps,
            difference,
            // An offer to go back is gone as soon as the game goes on.
            rest: Box::new(glimpse.rest(asked.clone(), None)),
        }
    }
}

impl Inside {
    /// Works out what a course leads to, and what it tells those viewers who are there. Nothing of it is true yet.
    fn ahead(&self, course: &Course, watched: [bool; 3]) -> Ahead {
        let (game, shown) = (self.game.clone(), self.shown.clone());
        let mut ahead = Ahead { game, shown, news: Vec::new(), told: [false; 3] };
        for input in &course.inputs {
            let batches = ahead.game.take(input);
            let mut scene = None;
            for (place, batch) in batches.into_iter().enumerate() {
                ahead.told[place] |= batch.is_some();
                if let Some(batch) = batch.filter(|_| watched[place]) {
                    let news = ahead.news(place, batch, input.asked(), &mut scene);
                    ahead.news.push((place, text(&news)));
                }
            }
        }
        ahead
    }
}

impl Table {
    /// Stores a course, then makes it true and tells it.
    pub(crate) async fn commit(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        entered: &mut Entered<'_>,
        course: Course,
    ) -> Result<(), No> {
        let inside = entered.inside_mut()?;
        if course.inputs.is_empty() {
            return Ok(());
        }
        let most = hall.limits.allowed.inputs;
        if course.table(&inside.game).len() > most && !course.table(&inside.game).is_over() {
            let message =
                format!("a game here has at most {most} inputs; export its record and go on elsewhere");
            return Err(No::new(StatusCode::CONFLICT, "too-large", message));
        }
        let began = Instant::now();
        let times = self.times_after(hall, inside, &course);
        let mut standing = game::standing(&inside.game, &course, self.computers(), inside.changed);
        (standing.times, standing.due) = (times.text(), times.due(&self.terms));
        let writing =
            self.store.write(Change::Append { game: self.id.clone(), lines: course.lines(), standing });
        // The disk is waited for anyway; nobody hears of this before it is stored.
        let ahead = hall.budgets.measured(|| inside.ahead(&course, self.watched()));
        match writing.await {
            Ok(()) => {}
            Err(StoreError::Taken { number, .. }) => {
                // Another server was faster.
                self.follow(hall, entered).await?;
                let now = entered.inside()?.game.table.len();
                return Err(No::stale(number.saturating_sub(1), now));
            }
            Err(error) => {
                // Whatever is on disk is the truth; it is read again at the next request.
                entered.forget();
                self.cut_off();
                return Err(error.into());
            }
        }
        hall.metrics.committed(course.inputs.len() as u64, began.elapsed());
        let told = ahead.told;
        self.make_true(inside, ahead);
        inside.times = times;
        self.tell_times(inside, told);
        self.keep_snapshots(inside);
        self.consult(hall, inside);
        Ok(())
    }

    /// Now and then, stores what saves playing the game again from its beginning when it is read. Nobody waits for that:
    /// if it is lost, reading takes longer.
    pub(crate) fn keep_snapshots(&self, inside: &mut Inside) {
        let (table, from) = (inside.game.table.clone(), inside.game.stored);
        if table.len() < from + SNAPSHOTS {
            return;
        }
        inside.game.stored = table.len();
        let (store, game) = (self.store.clone(), self.id.clone());
        tokio::spawn(async move {
            let row = |snapshot: Snapshot| {
                let Snapshot { number, marks, state } = snapshot;
                SnapshotRow { number, marks, state }
            };
            let rows = table.snapshots(from).into_iter().map(row).collect();
            if let Err(error) = store.write(Change::Snapshots { game, rows }).await {
                tracing::debug!(%error, "snapshots were not stored");
            }
        });
    }

    /// What is stored becomes true here and is told.
    fn make_true(&self, inside: &mut Inside, ahead: Ahead) {
        if inside.offer.take().is_some() {
            self.tell(None, &Tell::Offer { offer: None });
        }
        if ahead.told[2] {
            inside.changed = now();
        }
        (inside.game, inside.shown) = (ahead.game, ahead.shown);
        for (place, news) in ahead.news {
            self.send(Some(place), &news);
        }
    }

    /// Another server has written something about this table.
    pub(crate) async fn catch_up(self: Arc<Self>, hall: Arc<Hall>) -> Result<(), No> {
        if self.branch_of.is_some() {
            return Ok(());
        }
        let inside = self.inside().await;
        if inside.is_none() {
            // Who looks on at a game that has left memory comes back and says what he saw last.
            self.cut_off();
            return Ok(());
        }
        self.follow(&hall, &mut Entered { inside }).await
    }

    /// Takes over what the store has more than we.
    pub(crate) async fn follow(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        entered: &mut Entered<'_>,
    ) -> Result<(), No> {
        let Some(stored) = self.store.game(&self.id).await? else {
            // It was deleted.
            entered.forget();
            self.close();
            self.cut_off();
            hall.forget(&self.id);
            return Err(No::unknown_table(&self.id));
        };
        let record = record_of(&stored).map_err(kernel::Faults::from)?;
        let inside = entered.inside_mut()?;
        let known = inside.game.table.len() as usize;
        let course = Course::again(&inside.game, record.entries.get(known..).unwrap_or_default())?;
        if !course.inputs.is_empty() {
            let ahead = inside.ahead(&course, self.watched());
            self.make_true(inside, ahead);
        }
        if let Source::Shared(dice) = record.source() {
            let mut table = inside.game.table.fork();
            for seat in kernel::Seat::ALL {
                if let Some(share) = dice.shares[seat.index()] {
                    table.open_share(seat, share).map_err(No::share)?;
                }
            }
            if table.source() != inside.game.table.source() {
                inside.game.table = table.into();
            }
            self.tell_shares(&inside.game);
        }
        for (chat, row) in inside.chat.iter_mut().zip(&stored.chat) {
            chat.text.clone_from(&row.text);
        }
        for row in stored.chat.iter().skip(inside.chat.len()) {
            let chat = Chat { n: row.n, seat: row.seat, text: row.text.clone(), at: row.at };
            inside.chat.push(chat.clone());
            self.tell(None, &Tell::Chat { chat });
        }
        inside.notes.clone_from(&stored.notes);
        inside.orders = orders_of(&stored);
        inside.notify = stored.seats.each_ref().map(|row| Wishes::read(&row.notify));
        let people = stored.seats.each_ref().map(Person::of);
        let met = std::mem::replace(&mut inside.people, people) != inside.people;
        if let Some(next) = stored.next.clone().filter(|_| inside.next.is_none()) {
            inside.next = Some(next.clone());
            self.tell(None, &Tell::Rematch { table: next });
        }
        inside.times = Times::read(&stored.standing.times, &self.terms, millis());
        self.tell_times(inside, [true; 3]);
        for (seat, row) in stored.seats.iter().enumerate() {
            let sitting = crate::hall::sitting(row)?;
            let is_new = |old: &Sitting| old.who() != sitting.who() || old.tokens() != sitting.tokens();
            let added = |old: &Sitting| sitting.tokens().starts_with(old.tokens());
            let old = self.sitting()[seat].clone();
            if is_new(&old) && added(&old) {
                self.sitting()[seat] = sitting;
            } else if is_new(&old) {
                inside.game.people[seat] = !sitting.is_computer();
                self.seat(seat, sitting);
            }
        }
        if met {
            self.tell_seats(inside);
        }
        if stored.closed {
            self.close();
        }
        let offer = stored.offer.map(|offer| Offer { seat: offer.seat, to: offer.to });
        if offer != inside.offer {
            inside.offer = offer;
            self.tell(None, &Tell::Offer { offer });
        }
        self.consult(hall, inside);
        Ok(())
    }
}
