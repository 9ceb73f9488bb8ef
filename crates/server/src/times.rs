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
    /// The turns of each seat that were paid for: how many of them there have been at most. What is taken back and
    /// played again is not paid for again.
    paid: [u32; 2],
    vacation: [bool; 2],
    vacation_left: [u64; 2],
    /// When the owner of a seat is told that he is asked, if he is away then.
    notice: [Option<u64>; 2],
    /// When anybody did something last.
    touched: u64,
    /// Days after which an untouched table is deleted; 0: never.
    expire_days: u32,
    /// Its owners were told that it will be taken away then.
    expires: Option<u64>,
}

/// Days between telling its owners that a table will be taken away and taking it away.
const WARNED: u64 = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neglect {
    None,
    Warn,
    Gone,
}

/// What a course brought about, as far as time goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// The last input of each seat in it.
    pub(crate) acted: [Option<u32>; 2],
    /// Which seats answered a question.
    pub(crate) answered: [bool; 2],
    /// Which people are asked now.
    pub(crate) asked: [bool; 2],
    /// How often it has been each seat's turn, in what is in force.
    pub(crate) turns: [u32; 2],
}

impl Times {
    pub(crate) fn begin(terms: &Terms, now: u64) -> Times {
        let bank = terms.clock.map_or(0, |clock| u64::from(clock.bank) * SECOND);
        // A clock that is counted in minutes or hours is for people who sit at the table.
        let live = terms.clock.is_some_and(|clock| u64::from(clock.bank) * SECOND < DAY);
        let vacation = if live { 0 } else { u64::from(terms.vacation_days) * DAY };
        Times {
            counted: now,
            touched: now,
            left: [bank; 2],
            vacation_left: [vacation; 2],
            ..Times::default()
        }
    }

    pub(crate) fn expire_after(&mut self, days: u32) {
        self.expire_days = days;
    }

    /// Somebody needs the table.
    pub(crate) fn touch(&mut self, now: u64) {
        self.touched = now;
        self.expires = None;
    }

    /// When the table will be taken away, in seconds since 1970, if that was told to its owners.
    pub(crate) fn expires(&self) -> Option<u32> {
        u32::try_from(self.expires? / SECOND).ok()
    }

    /// What has to be done about a table that nobody touches.
    pub(crate) fn neglect(&self, now: u64) -> Neglect {
        match self.expires {
            Some(at) if at <= now => Neglect::Gone,
            None if self.warning().is_some_and(|at| at <= now) => Neglect::Warn,
            _ => Neglect::None,
        }
    }

    /// When its owners are told.
    fn warning(&self) -> Option<u64> {
        let days = u64::from(self.expire_days);
        (days > 0).then(|| self.touched + days.saturating_sub(WARNED).max(1) * DAY)
    }

    /// When anybody did something last, in seconds since 1970.
    pub(crate) fn touched(&self) -> u32 {
        u32::try_from(self.touched / SECOND).unwrap_or(u32::MAX)
    }

    /// Its owners were told: it stays for a while yet.
    pub(crate) fn warned(&mut self, now: u64) {
        self.expires = Some(now + WARNED * DAY);
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

    /// The game has gone on.
    pub(crate) fn turn(&mut self, terms: &Terms, now: u64, turn: &Turn) {
        let Turn { acted, answered, asked, turns } = *turn;
        self.count(terms, now);
        self.touch(now);
        for seat in 0..2 {
            if let Some(number) = acted[seat] {
                self.acted[seat] = number;
                self.vacation[seat] = false;
                self.asked[seat] = None;
                self.notice[seat] = None;
            }
            if !asked[seat] {
                if answered[seat] && turns[seat] > self.paid[seat] {
                    let each = terms.clock.map_or(0, |clock| u64::from(clock.each) * SECOND);
                    self.left[seat] += each;
                    self.paid[seat] = turns[seat];
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

    /// When an absent player is notified of being asked; `None` if no seat wants notices.
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
        let neglect = self.expires.or_else(|| self.warning());
        let moments = [out(0), out(1), self.notice[0], self.notice[1], neglect];
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

    /// Seats that answered with these inputs, each in a turn of its own, and who is asked now.
    fn turn(acted: [Option<u32>; 2], asked: [bool; 2]) -> Turn {
        Turn {
            acted,
            answered: acted.map(|acted| acted.is_some()),
            asked,
            turns: acted.map(|n| n.unwrap_or(0)),
        }
    }

    /// Seat 0 has acted and is asked again at second 100.
    fn asked(terms: &Terms) -> Times {
        let mut times = Times::begin(terms, 0);
        times.turn(terms, 0, &turn([None, None], [true, false]));
        times.turn(terms, 40_000, &turn([Some(1), None], [false, true]));
        times.turn(terms, 100_000, &turn([None, Some(2)], [true, false]));
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
        times.turn(&terms, 130_000, &turn([Some(3), None], [false, true]));
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
        times.turn(&terms, 0, &turn([None, None], [true, false]));
        assert_eq!(times.claimable(&terms, 14 * DAY - 1, 0), None);
        assert_eq!(times.claimable(&terms, 14 * DAY, 0), Some(Forfeit::Absence));
        assert_eq!(times.claimable(&terms, 14 * DAY, 1), None, "only who is asked keeps others waiting");
        // Who acts, if only by a click, is not absent.
        times.turn(&terms, 13 * DAY, &turn([Some(1), None], [true, false]));
        assert_eq!(times.claimable(&terms, 14 * DAY, 0), None);
    }

    #[test]
    fn vacation_stops_a_clock_of_days_until_its_days_are_used_up() {
        let mut terms = terms(AtZero::Resign);
        terms.clock = Some(Clock { bank: 2 * 24 * 3_600, each: 0, at_zero: AtZero::Resign });
        let mut times = asked(&terms);
        let bank = 2 * DAY;
        assert!(times.rest(&terms, 110_000, 0, true));
        let card = times.card(&terms, 110_000 + DAY);
        assert_eq!((card.left.unwrap()[0], card.vacation_left[0]), ((bank / SECOND) as u32 - 10, 24 * 3_600));
        assert!(!times.is_out(&terms, 100_000 + 2 * DAY + bank - 1, 0));
        assert!(times.is_out(&terms, 100_000 + 2 * DAY + bank, 0));
        // Acting ends it.
        times.turn(&terms, 110_000 + DAY, &turn([Some(3), None], [false, true]));
        assert!(!times.card(&terms, 110_000 + DAY).vacation[0]);
        // And no day is given twice.
        times.turn(&terms, 110_000 + DAY, &turn([None, Some(4)], [true, false]));
        assert!(times.rest(&terms, 110_000 + DAY, 0, true));
        times.count(&terms, 110_000 + 3 * DAY);
        assert!(!times.rest(&terms, 110_000 + 3 * DAY, 0, true));
    }

    #[test]
    fn a_clock_of_hours_is_not_stopped_by_a_vacation() {
        let mut terms = terms(AtZero::Resign);
        terms.clock = Some(Clock { bank: 24 * 3_600 - 1, each: 0, at_zero: AtZero::Resign });
        let mut times = asked(&terms);
        assert!(!times.rest(&terms, 110_000, 0, true));
        assert!(times.card(&terms, 110_000).running[0]);
        // Without a clock it only keeps absence from being counted.
        terms.clock = None;
        let mut times = Times::begin(&terms, 0);
        times.turn(&terms, 0, &turn([None, None], [true, false]));
        assert!(times.rest(&terms, 0, 0, true));
        assert_eq!(times.claimable(&terms, 15 * DAY, 0), None);
        assert_eq!(times.claimable(&terms, 16 * DAY, 0), Some(Forfeit::Absence));
    }

    /// Numbers that look random and are always the same.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
    }

    #[test]
    fn time_used_and_time_left_are_never_more_than_bank_and_increments() {
        for seed in 0..200 {
            let mut random = Numbers(seed);
            let (bank, each) = (30 + random.below(600), random.below(20));
            let terms = Terms {
                clock: Some(Clock { bank: bank as u32, each: each as u32, at_zero: AtZero::Resign }),
                claim_days: 14,
                vacation_days: 30,
            };
            let mut times = Times::begin(&terms, 0);
            // Whose turn each turn of the game was; taking back makes the list shorter.
            let mut played: Vec<usize> = Vec::new();
            let (mut now, mut number, mut used, mut most) = (0, 0, [0; 2], [0; 2]);
            let mut asked = 0;
            times.turn(&terms, now, &turn([None, None], [true, false]));
            for _ in 0..300 {
                let passed = random.below(4_000);
                if times.runs(&terms, asked) {
                    used[asked] += passed.min(times.left[asked]);
                }
                now += passed;
                number += 1;
                let mut acted = [None; 2];
                let mut answered = [false; 2];
                match random.below(8) {
                    // Somebody goes back, freely or by consent, and is asked again.
                    0 | 1 if !played.is_empty() => {
                        let seat = random.below(2) as usize;
                        acted[seat] = Some(number);
                        played.truncate(random.below(played.len() as u64) as usize);
                    }
                    // A click within a turn.
                    2 => acted[asked] = Some(number),
                    3 => _ = times.rest(&terms, now, asked, true),
                    _ => {
                        acted[asked] = Some(number);
                        answered[asked] = true;
                        played.push(asked);
                    }
                }
                asked = played.last().map_or(0, |last| 1 - last);
                let turns = [0, 1].map(|seat| played.iter().filter(|by| **by == seat).count() as u32);
                for seat in 0..2 {
                    most[seat] = turns[seat].max(most[seat]);
                }
                let turn = Turn { acted, answered, asked: [asked == 0, asked == 1], turns };
                times.turn(&terms, now, &turn);
                for seat in 0..2 {
                    let earned = u64::from(most[seat]) * each * SECOND;
                    assert!(used[seat] + times.left[seat] <= bank * SECOND + earned, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let terms = terms(AtZero::Computer);
        let times = asked(&terms);
        assert_eq!(Times::read(&times.text(), &terms, 0), times);
        assert_eq!(Times::read("", &terms, 7), Times::begin(&terms, 7));
    }
}
