//! Time, on a machine that others use too.
//!
//! Work is timed by the processor time of its own thread. What is compared is measured alternately in short slices, and
//! of the ratios of all rounds the median counts: what disturbs one slice then disturbs one round.

use std::{hint::black_box, time::Duration};

use cpu_time::ThreadTime;

/// How much time to spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) rounds: usize,
    /// Processor time of one slice.
    pub(crate) slice: Duration,
    /// Games recorded for the odds, of each scenario.
    pub(crate) games: u32,
    /// Fights looked at, of each scenario.
    pub(crate) fights: usize,
}

impl Pace {
    pub(crate) const FULL: Pace =
        Pace { rounds: 5, slice: Duration::from_millis(200), games: 10, fights: 250 };
    pub(crate) const QUICK: Pace = Pace { rounds: 3, slice: Duration::from_millis(60), games: 2, fights: 60 };
}

/// What `work` gets done in a second of this thread; each call does some of it and says how much.
pub(crate) fn rate(slice: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let began = ThreadTime::now();
    let mut done = 0;
    loop {
        done += work();
        let spent = began.elapsed();
        if spent >= slice {
            return done as f64 / spent.as_secs_f64();
        }
    }
}

/// The processor time of one call, in seconds, and what it returned. Of a short call the best of three: the first warms
/// the caches.
pub(crate) fn seconds<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    const SHORT: f64 = 20e-3;
    let mut once = || {
        let began = ThreadTime::now();
        let result = black_box(work());
        (began.elapsed().as_secs_f64(), result)
    };
    let (first, result) = once();
    let best = if first < SHORT { first.min(once().0).min(once().0) } else { first };
    (best, result)
}

/// Measures in rounds and takes the median of each figure by itself.
pub(crate) fn medians(rounds: usize, mut round: impl FnMut() -> Vec<f64>) -> Vec<f64> {
    let rounds: Vec<Vec<f64>> = (0..rounds).map(|_| round()).collect();
    let figures = rounds.first().map_or(0, Vec::len);
    (0..figures).map(|n| quantile(rounds.iter().map(|round| round[n]).collect(), 0.5)).collect()
}

/// The smallest value that at least this share of the values do not exceed; 0 of none.
pub(crate) fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (values.len() as f64 * share).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_seen() {
        let values = || vec![5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!([0.0, 0.5, 0.9, 1.0].map(|share| quantile(values(), share)), [1.0, 3.0, 5.0, 5.0]);
        assert_eq!(quantile(Vec::new(), 0.5), 0.0);
    }

    #[test]
    fn a_disturbed_round_does_not_count() {
        let mut rounds = [vec![1.0, 9.0], vec![80.0, 8.0], vec![2.0, 7.0]].into_iter();
        assert_eq!(medians(3, || rounds.next().unwrap()), [2.0, 8.0]);
    }
}
