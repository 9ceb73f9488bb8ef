//! Time at a table: a bank for each seat, vacation, absence.
//!
//! All of it is plain counting. Who is asked is public, so these figures tell nothing that a viewer may not know. Moments
//! are milliseconds since 1970, so that they survive a restart and mean the same to every server.

use kernel::record::Forfeit;
use serde::{Deserialize, Serialize};

use crate::wire::{self, AtZero, Terms};

const SECOND: u64 = 1_000;
const DAY: u64 = 24 * 3_600 * SECOND;

/// How a table stands with time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Times {
    /// Everything is counted up to here.
    counted: u64,
    /// What each bank holds.
    left: [u64; 2],
    /// Since when each person has been asked and has not acted.
    asked: [Option<u64>; 2],
    /// The last input of each seat.
    pub(crate) acted: [u32; 2],
    vacation: [bool; 2],
    vacation_left: [u64; 2],
    /// When the owner of a seat is told that he is asked, if he is away then.
    notice: [Option<u64>; 2],
}

impl Times {
    pub(crate) fn begin(terms: &Terms, now: u64) -> Times {
        let bank = terms.clock.map_or(0, |clock| u64::from(clock.bank) * SECOND);
        let vacation = u64::from(terms.vacation_days) * DAY;
        Times { counted: now, left: [bank; 2], vacation_left: [vacation; 2], ..Times::default() }
    }

    pub(crate) fn read(text: &str, terms: &Terms, now: u64) -> Times {
        serde_json::from_str(text).unwrap_or_else(|_| Times::begin(terms, now))
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A seat's first action is not timed: it may not have sat down yet.
    fn runs(&self, terms: &Terms, seat: usize) -> bool {
        terms.clock.is_some() && self.asked[seat].is_some() && self.acted[seat] > 0
    }

    /// Counts what has passed.
    pub(crate) fn count(&mut self, terms: &Terms, now: u64) {
        let passed = now.saturating_sub(self.counted);
        self.counted = now.max(self.counted);
        for seat in 0..2 {
            let mut here = passed;
            if self.vacation[seat] {
                let away = passed.min(self.vacation_left[seat]);
                self.vacation_left[seat] -= away;
                here -= away;
                self.vacation[seat] = self.vacation_left[seat] > 0;
                // Days of vacation are no days of absence.
                self.asked[seat] = self.asked[seat].map(|since| since + away);
            }
            if self.runs(terms, seat) {
                self.left[seat] = self.left[seat].saturating_sub(here);
            }
        }
    }

    /// The game has gone on: these acted, with these inputs, and these people are asked now.
    pub(crate) fn turn(&mut self, terms: &Terms, now: u64, acted: [Option<u32>; 2], asked: [bool; 2]) {
        self.count(terms, now);
        for seat in 0..2 {
            let before = self.asked[seat];
            if let Some(number) = acted[seat] {
                self.acted[seat] = number;
                self.vacation[seat] = false;
                self.asked[seat] = None;
                self.notice[seat] = None;
            }
            if !asked[seat] {
                if before.is_some() && self.acted[seat] > 0 {
                    let each = terms.clock.map_or(0, |clock| u64::from(clock.each) * SECOND);
                    self.left[seat] += each;
                }
                self.asked[seat] = None;
                self.notice[seat] = None;
            } else if self.asked[seat].is_none() {
                self.asked[seat] = Some(now);
            }
        }
    }

    /// Has this seat nothing left in its bank?
    pub(crate) fn is_out(&self, terms: &Terms, now: u64, seat: usize) -> bool {
        let mut then = self.clone();
        then.count(terms, now);
        then.runs(terms, seat) && !then.vacation[seat] && then.left[seat] == 0
    }

    /// For what may the other seat claim the game from this one?
    pub(crate) fn claimable(&self, terms: &Terms, now: u64, seat: usize) -> Option<Forfeit> {
        let mut then = self.clone();
        then.count(terms, now);
        if then.vacation[seat] {
            return None;
        }
        let counts = terms.clock.is_some_and(|clock| clock.at_zero == AtZero::Claim);
        let out = counts && then.is_out(terms, now, seat);
        let absence = u64::from(terms.claim_days) * DAY;
        let absent =
            then.asked[seat].is_some_and(|since| absence > 0 && now.saturating_sub(since) >= absence);
        out.then_some(Forfeit::Time).or(absent.then_some(Forfeit::Absence))
    }

    /// Goes on vacation, or comes back. `false`: no days are left.
    pub(crate) fn rest(&mut self, terms: &Terms, now: u64, seat: usize, on: bool) -> bool {
        self.count(terms, now);
        self.vacation[seat] = on && self.vacation_left[seat] > 0;
        self.vacation[seat] == on
    }

    /// Whoever is away is told at that moment that he is asked; `None`: nobody wants to be told.
    pub(crate) fn plan_notice(&mut self, seat: usize, at: Option<u64>) {
        self.notice[seat] = at.filter(|_| self.asked[seat].is_some());
    }

    pub(crate) fn notice(&self, seat: usize) -> Option<u64> {
        self.notice[seat]
    }

    /// When the table must be looked at though nobody does anything; in seconds.
    pub(crate) fn due(&self, terms: &Terms) -> Option<u32> {
        let waits = terms.clock.is_some_and(|clock| clock.at_zero == AtZero::Claim);
        let out = |seat: usize| {
            let rest = if self.vacation[seat] { self.vacation_left[seat] } else { 0 };
            (self.runs(terms, seat) && !waits).then(|| self.counted + rest + self.left[seat])
        };
        let moments = [out(0), out(1), self.notice[0], self.notice[1]];
        let first = moments.into_iter().flatten().min()?;
        u32::try_from(first.div_ceil(SECOND)).ok()
    }

    /// What everybody may see of it.
    pub(crate) fn card(&self, terms: &Terms, now: u64) -> wire::Times {
        let mut then = self.clone();
        then.count(terms, now);
        // Rounded up: nobody is told that a time is over before it is.
        let seconds = |ms: u64| u32::try_from(ms.div_ceil(SECOND)).unwrap_or(u32::MAX);
        wire::Times {
            left: terms.clock.map(|_| then.left.map(seconds)),
            running: [0, 1].map(|seat| then.runs(terms, seat) && !then.vacation[seat]),
            vacation: then.vacation,
            vacation_left: then.vacation_left.map(seconds),
            claimable: [0, 1].map(|seat| self.claimable(terms, now, seat).is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Clock;

    fn terms(at_zero: AtZero) -> Terms {
        Terms { clock: Some(Clock { bank: 60, each: 5, at_zero }), claim_days: 14, vacation_days: 2 }
    }

    /// Seat 0 has acted and is asked again at second 100.
    fn asked(terms: &Terms) -> Times {
        let mut times = Times::begin(terms, 0);
        times.turn(terms, 0, [None, None], [true, false]);
        times.turn(terms, 40_000, [Some(1), None], [false, true]);
        times.turn(terms, 100_000, [None, Some(2)], [true, false]);
        times
    }

    #[test]
    fn a_bank_runs_while_its_seat_is_asked_and_grows_with_each_turn() {
        let terms = terms(AtZero::Resign);
        let mut times = asked(&terms);
        // First actions are not timed; each turn brings its seconds.
        assert_eq!(times.card(&terms, 100_000).left, Some([65, 65]));
        assert_eq!(times.card(&terms, 130_000).left, Some([35, 65]));
        assert_eq!(times.due(&terms), Some(165));
        times.turn(&terms, 130_000, [Some(3), None], [false, true]);
        assert_eq!(times.card(&terms, 140_000).left, Some([40, 55]));
        assert_eq!(times.card(&terms, 140_000).running, [false, true]);
    }

    #[test]
    fn at_zero_it_is_out_and_may_be_claimed_only_where_that_was_agreed() {
        for (at_zero, claimable) in [(AtZero::Resign, false), (AtZero::Claim, true)] {
            let terms = terms(at_zero);
            let times = asked(&terms);
            assert!(!times.is_out(&terms, 164_000, 0) && times.is_out(&terms, 165_000, 0));
            assert!(!times.is_out(&terms, 900_000, 1), "who is not asked loses no time");
            assert_eq!(times.claimable(&terms, 165_000, 0), claimable.then_some(Forfeit::Time));
            assert_eq!(times.due(&terms).is_none(), claimable, "a claim is made by people");
        }
    }

    #[test]
    fn long_absence_may_be_claimed_with_or_without_a_clock() {
        let terms = Terms::default();
        let mut times = Times::begin(&terms, 0);
        times.turn(&terms, 0, [None, None], [true, false]);
        assert_eq!(times.claimable(&terms, 14 * DAY - 1, 0), None);
        assert_eq!(times.claimable(&terms, 14 * DAY, 0), Some(Forfeit::Absence));
        assert_eq!(times.claimable(&terms, 14 * DAY, 1), None, "only who is asked keeps others waiting");
        // Who acts, if only by a click, is not absent.
        times.turn(&terms, 13 * DAY, [Some(1), None], [true, false]);
        assert_eq!(times.claimable(&terms, 14 * DAY, 0), None);
    }

    #[test]
    fn vacation_stops_the_clock_until_its_days_are_used_up() {
        let terms = terms(AtZero::Resign);
        let mut times = asked(&terms);
        assert!(times.rest(&terms, 110_000, 0, true));
        let card = times.card(&terms, 110_000 + DAY);
        assert_eq!((card.left, card.vacation_left[0]), (Some([55, 65]), 24 * 3_600));
        assert!(!times.is_out(&terms, 110_000 + 2 * DAY, 0));
        assert!(times.is_out(&terms, 110_000 + 2 * DAY + 55_000, 0));
        assert_eq!(times.due(&terms), Some(165 + 2 * 24 * 3_600));
        // Acting ends it.
        times.turn(&terms, 110_000 + DAY, [Some(3), None], [false, true]);
        assert!(!times.card(&terms, 110_000 + DAY).vacation[0]);
        // And no day is given twice.
        times.turn(&terms, 110_000 + DAY, [None, Some(4)], [true, false]);
        assert!(times.rest(&terms, 110_000 + DAY, 0, true));
        times.count(&terms, 110_000 + 3 * DAY);
        assert!(!times.rest(&terms, 110_000 + 3 * DAY, 0, true));
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let terms = terms(AtZero::Computer);
        let times = asked(&terms);
        assert_eq!(Times::read(&times.text(), &terms, 0), times);
        assert_eq!(Times::read("", &terms, 7), Times::begin(&terms, 7));
    }
}
