//! Many games, all cores, statistics and reports.
//!
//! [`simulate`] plays a series and sums it up in a [`Report`]; [`matches::Match`] compares two bots with sides
//! swapped; `html` draws reports as one page
//! (feature `page`). A series is the same for any number of threads: game `n` depends on
//! the seed and on `n` alone, and its [`Report::digest`] says so.

mod game;
pub mod ladder;
pub mod matches;
#[cfg(feature = "page")]
mod page;
#[cfg(feature = "page")]
mod plots;
mod report;
mod series;
pub mod statistics;
mod tally;

use bots::Level;
use kernel::{DataSet, Fault, Faults, Outcome, Setup, System, record::Record};

#[cfg(feature = "page")]
pub use crate::page::html;
pub use crate::report::{Bin, Count, Deed, Inning, Kind, Report, Score, Style};
use crate::{
    game::Pairing,
    series::{Series, open},
    tally::Tally,
};

/// How one game between two bots ends; each has its level and its seed, the first plays the first side. `None` if it was
/// broken off.
pub fn outcome<R: System>(rules: &R, bots: [(Level, u64); 2], dice: u64) -> Result<Option<Outcome>, Fault> {
    let [(one, first), (other, second)] = bots;
    let pairing = Pairing { levels: [one, other], dice, minds: [first, second] };
    Ok(game::play(rules, &pairing, false, &mut Tally::default())?.outcome)
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Job {
    pub games: u32,
    pub seed: u64,
    /// Bot `i` plays side `i`.
    pub bots: [Level; 2],
    pub threads: usize,
    /// Hand the record of each game to `record`.
    pub keep_records: bool,
}

/// Plays the job. `progress` is told how many games are done, `record` gets the number (from 0) and the record of
/// each game where they are kept; both are called from any thread.
pub fn simulate<R: System>(
    data: &DataSet,
    setup: &Setup,
    job: &Job,
    progress: &(dyn Fn(u32) + Sync),
    record: &(dyn Fn(u32, &Record) + Sync),
) -> Result<Report, Faults> {
    let opened = open::<R>(data, setup)?;
    let series = Series {
        opened: &opened,
        games: job.games,
        threads: job.threads,
        pairing: &|n| Pairing::new(job.bots.clone(), job.seed, n),
        progress,
        record: job.keep_records.then_some(record),
    };
    let played = series.play()?;
    Ok(Report::new(&opened, job, &played))
}
