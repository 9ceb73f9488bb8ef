//! Many games on many threads that share nothing but the rules.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};
use std::{thread, time::Instant};

use cpu_time::ThreadTime;
use kernel::{
    DataSet, Fair, Fault, Faults, Outcome, Setup, System, Table, Viewer,
    record::{Header, Record, Source},
};

use crate::{
    game::{Game, Pairing, play},
    tally::Tally,
};

/// A scenario, opened, with what its records say of it.
pub(crate) struct Opened<R> {
    pub(crate) rules: Arc<R>,
    pub(crate) setup: Setup,
    data: (String, String),
}

pub(crate) fn open<R: System>(data: &DataSet, setup: &Setup) -> Result<Opened<R>, Faults> {
    let rules = Arc::new(R::open(data, setup)?);
    Ok(Opened { rules, setup: setup.clone(), data: (data.name.clone(), data.digest(R::NAME)) })
}

/// Takes the number and the record of a game.
pub(crate) type Keep<'a> = &'a (dyn Fn(u32, &Record) + Sync);

pub(crate) struct Series<'a, R> {
    pub(crate) opened: &'a Opened<R>,
    pub(crate) games: u32,
    pub(crate) threads: usize,
    pub(crate) pairing: &'a (dyn Fn(u32) -> Pairing + Sync),
    pub(crate) progress: &'a (dyn Fn(u32) + Sync),
    pub(crate) record: Option<Keep<'a>>,
}

/// A series after its last game.
pub(crate) struct Played {
    /// In order of game number.
    pub(crate) ends: Vec<End>,
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

/// What is kept of each game.
pub(crate) struct End {
    pub(crate) number: u32,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) hash: u64,
    pub(crate) length: u32,
    pub(crate) turns: [Vec<f64>; 2],
}

/// What one thread brings home.
#[derive(Default)]
struct Share {
    ends: Vec<End>,
    tally: Tally,
    cpu_seconds: f64,
}

impl<R: System> Series<'_, R> {
    pub(crate) fn play(&self) -> Result<Played, Faults> {
        let began = Instant::now();
        let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
        let shares: Mutex<Vec<Result<Share, Fault>>> = Mutex::new(Vec::new());
        let threads = self.threads.clamp(1, self.games.max(1) as usize);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let share = self.work(&next, &done);
                    if share.is_err() {
                        // Nobody needs to begin another game.
                        next.store(self.games, Ordering::Relaxed);
                    }
                    shares.lock().expect("no thread dies while it holds the lock").push(share);
                });
            }
        });
        let mut played = Played { ends: Vec::new(), tally: Tally::default(), seconds: 0.0, cpu_seconds: 0.0 };
        for share in shares.into_inner().expect("no thread died while it held the lock") {
            let share = share?;
            played.ends.extend(share.ends);
            played.tally.add(share.tally);
            played.cpu_seconds += share.cpu_seconds;
        }
        played.ends.sort_by_key(|end| end.number);
        played.seconds = began.elapsed().as_secs_f64();
        Ok(played)
    }

    fn work(&self, next: &AtomicU32, done: &AtomicU32) -> Result<Share, Fault> {
        let began = ThreadTime::now();
        let mut share = Share::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                break;
            }
            let pairing = (self.pairing)(number);
            let mut tally = Tally::default();
            let game = play(&*self.opened.rules, &pairing, self.record.is_some(), &mut tally)?;
            share.tally.add(tally);
            if let Some(record) = self.record {
                record(number, &self.record_of(number, &pairing, &game)?);
            }
            let Game { outcome, hash, length, turns, .. } = game;
            share.ends.push(End { number, outcome, hash, length, turns });
            (self.progress)(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        share.cpu_seconds = began.elapsed().as_secs_f64();
        Ok(share)
    }

    /// Plays the game again at a table, which checks every action and keeps the record.
    fn record_of(&self, number: u32, pairing: &Pairing, game: &Game<R::Action>) -> Result<Record, Fault> {
        let wrong = |why: String| Fault::new(format!("game {number}"), why);
        let header = Header {
            setup: self.opened.setup.clone(),
            data: self.opened.data.clone(),
            source: Source::Seeded(pairing.dice),
            // Nobody is kept in the dark about a game between bots, so the salt need not be a secret.
            secret: self.opened.rules.profile().secrets.then_some([0; 16]),
        };
        let (mut table, _) = Table::open(self.opened.rules.clone(), header);
        let mut dice = Fair::new(pairing.dice);
        for (seat, action) in &game.acts {
            while table.throw(&mut dice).is_some() {}
            table.act(*seat, action).map_err(|refusal| {
                wrong(format!("{action:?} was listed, but rule {} refuses it", refusal.rule))
            })?;
        }
        while table.len() < game.inputs && table.throw(&mut dice).is_some() {}
        let record = table.record(Viewer::Everyone);
        match record.entries.last().and_then(|entry| entry.hash) {
            Some(hash) if hash != game.hash => Err(wrong(
                "played again, the game ends in another position: the rules are not pure".to_owned(),
            )),
            _ => Ok(record),
        }
    }
}
