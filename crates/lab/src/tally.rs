//! What is counted while games run. Only whole numbers that add up in any order, so threads cannot show.

use std::collections::BTreeMap;

use kernel::Rule;

/// The sums over some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) actions: u64,
    pub(crate) handovers: u64,
    pub(crate) events: BTreeMap<Rule, u64>,
    pub(crate) questions: BTreeMap<&'static str, Asked>,
    /// By clock: games that saw it, and what each side lost in it.
    pub(crate) innings: BTreeMap<u32, (u64, [u64; 2])>,
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
