//! What is counted while games run. Only whole numbers that add up in any order, so threads cannot show.

use std::collections::BTreeMap;

use kernel::{Rule, Side};

/// The sums over some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) actions: u64,
    pub(crate) handovers: u64,
    pub(crate) events: BTreeMap<Rule, u64>,
    pub(crate) questions: BTreeMap<&'static str, Asked>,
    /// By clock: games that saw it, and what each side lost in it.
    pub(crate) innings: BTreeMap<u32, (u64, [u64; 2])>,
    /// By what was told, and its rule.
    pub(crate) deeds: BTreeMap<(Rule, &'static str), Deeds>,
    /// The same as the system adds them up: by its order and name.
    pub(crate) sums: BTreeMap<(usize, &'static str), Deeds>,
    /// Counts of style, by side.
    pub(crate) styles: BTreeMap<&'static str, [u64; 2]>,
}

/// Deeds of one kind, by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    pub(crate) by_clock: BTreeMap<u32, [u64; 2]>,
    /// Games that saw one of either side, and of both.
    pub(crate) games: [u64; 2],
    pub(crate) both: u64,
}

impl Deeds {
    fn add_up(&mut self, by_clock: &BTreeMap<u32, [u64; 2]>) {
        for (&clock, count) in by_clock {
            let sum = self.by_clock.entry(clock).or_default();
            sum.iter_mut().zip(count).for_each(|(sum, count)| *sum += count);
        }
    }

    /// What one game has seen is counted as one game.
    fn end_game(&mut self) {
        let seen = [0, 1].map(|side: usize| self.by_clock.values().any(|count| count[side] > 0));
        self.games = seen.map(u64::from);
        self.both = u64::from(seen == [true; 2]);
    }

    fn add(&mut self, other: &Deeds) {
        self.add_up(&other.by_clock);
        self.games.iter_mut().zip(other.games).for_each(|(sum, games)| *sum += games);
        self.both += other.both;
    }
}

/// Questions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) count: u64,
    pub(crate) listed: u64,
    pub(crate) longest: usize,
}

impl Tally {
    #[inline]
    pub(crate) fn event(&mut self, rule: Rule) {
        *self.events.entry(rule).or_default() += 1;
    }

    #[inline]
    pub(crate) fn question(&mut self, kind: &'static str, listed: usize) {
        self.actions += 1;
        self.questions.entry(kind).or_default().add(Asked {
            count: 1,
            listed: listed as u64,
            longest: listed,
        });
    }

    pub(crate) fn deed(&mut self, rule: Rule, what: &'static str, clock: u32, side: Side) {
        let deeds = self.deeds.entry((rule, what)).or_default();
        deeds.by_clock.entry(clock).or_default()[side.index()] += 1;
    }

    pub(crate) fn style(&mut self, name: &'static str, side: Side) {
        self.styles.entry(name).or_default()[side.index()] += 1;
    }

    /// The deeds of one game are complete; `names` are those under which its system adds them up.
    pub(crate) fn end_game(&mut self, names: &[(&'static str, &[&'static str])]) {
        for (n, &(name, keys)) in names.iter().enumerate() {
            let mut sum = Deeds::default();
            for ((_, what), deeds) in &self.deeds {
                if keys.contains(what) {
                    sum.add_up(&deeds.by_clock);
                }
            }
            self.sums.insert((n, name), sum);
        }
        self.deeds.values_mut().chain(self.sums.values_mut()).for_each(Deeds::end_game);
    }

    pub(crate) fn inning(&mut self, clock: u32, lost: [u64; 2]) {
        add_inning(&mut self.innings, clock, (1, lost));
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.actions += other.actions;
        self.handovers += other.handovers;
        for (rule, count) in other.events {
            *self.events.entry(rule).or_default() += count;
        }
        for (kind, asked) in other.questions {
            self.questions.entry(kind).or_default().add(asked);
        }
        for (kind, deeds) in &other.deeds {
            self.deeds.entry(*kind).or_default().add(deeds);
        }
        for (name, deeds) in &other.sums {
            self.sums.entry(*name).or_default().add(deeds);
        }
        for (name, count) in other.styles {
            let sum = self.styles.entry(name).or_default();
            sum.iter_mut().zip(count).for_each(|(sum, count)| *sum += count);
        }
        for (clock, inning) in other.innings {
            add_inning(&mut self.innings, clock, inning);
        }
    }
}

impl Asked {
    fn add(&mut self, other: Asked) {
        self.count += other.count;
        self.listed += other.listed;
        self.longest = self.longest.max(other.longest);
    }
}

fn add_inning(innings: &mut BTreeMap<u32, (u64, [u64; 2])>, clock: u32, (games, lost): (u64, [u64; 2])) {
    let inning = innings.entry(clock).or_default();
    inning.0 += games;
    inning.1[0] += lost[0];
    inning.1[1] += lost[1];
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule("1-1");

    #[test]
    fn deeds_are_counted_by_inning_and_side_and_games_once() {
        let game = |sides: &[u8]| {
            let mut tally = Tally::default();
            sides.iter().for_each(|&side| tally.deed(RULE, "struck", 3, Side(side)));
            tally.end_game(&[]);
            tally
        };
        let mut all = Tally::default();
        for sides in [[0, 0, 1].as_slice(), &[1, 1], &[]] {
            all.add(game(sides));
        }
        let deeds = &all.deeds[&(RULE, "struck")];
        assert_eq!(deeds.by_clock[&3], [2, 3]);
        assert_eq!((deeds.games, deeds.both), ([1, 2], 1));
    }

    #[test]
    fn a_sum_has_a_deed_of_both_sides_where_its_parts_have_one_each() {
        let mut tally = Tally::default();
        tally.deed(RULE, "stormed", 1, Side(0));
        tally.deed(RULE, "opened", 2, Side(1));
        tally.end_game(&[("castles", &["stormed", "opened"]), ("duels", &["duel"])]);
        let castles = &tally.sums[&(0, "castles")];
        assert_eq!((castles.by_clock[&1], castles.by_clock[&2]), ([1, 0], [0, 1]));
        assert_eq!((castles.games, castles.both), ([1, 1], 1));
        assert_eq!(tally.sums[&(1, "duels")], Deeds::default());
    }
}
