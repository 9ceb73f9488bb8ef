//! How often a click that is refused learns no more than "that is not what is being asked".

use std::{collections::BTreeMap, fmt};

use kernel::{Ask, Game, Lot, Seat, Thing};

use crate::{kit::Kit, things};

/// The rules that say no more than that the click was not asked for.
pub const CATCH_ALL: [&str; 1] = ["0-2"];

/// What became of clicks on everything, at many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clicks {
    pub positions: usize,
    pub clicks: u64,
    pub legal: u64,
    /// The click means nothing there, and no reason is given.
    pub nothing: u64,
    /// By kind of question and rule.
    pub refusals: BTreeMap<(String, String), u64>,
}

impl Clicks {
    pub fn refused(&self) -> u64 {
        self.refusals.values().sum()
    }

    pub fn refused_by(&self, rule: &str) -> u64 {
        self.refusals.iter().filter(|((_, by), _)| by == rule).map(|(_, count)| count).sum()
    }

    /// The share of refusals by a catch-all rule, in thousandths.
    pub fn catch_all(&self) -> u64 {
        let all: u64 = CATCH_ALL.iter().map(|rule| self.refused_by(rule)).sum();
        all * 1000 / self.refused().max(1)
    }
}

impl fmt::Display for Clicks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clicks { positions, clicks, legal, nothing, refusals } = self;
        let (whole, tenth) = (self.catch_all() / 10, self.catch_all() % 10);
        writeln!(f, "{clicks} clicks at {positions} positions: {legal} legal, {nothing} without meaning,")?;
        writeln!(f, "{} refused, {whole}.{tenth} % of them by a catch-all rule", self.refused())?;
        for ((kind, rule), count) in refusals {
            writeln!(f, "{count:8}  {rule:12} at {kind}")?;
        }
        Ok(())
    }
}

pub(crate) fn measure<R: Game>(kit: &Kit<R>, positions: usize) -> Clicks {
    let mut clicks = Clicks::default();
    let games = (kit.games.len() * kit.seeds as usize).max(1);
    for game in 0..kit.games.len() {
        let places = things::places(&*kit.games[game].1);
        for seed in 0..kit.seeds {
            let trail = kit.trail(game, seed);
            let mut lot = Lot::branch(seed, 7);
            for _ in 0..positions.div_ceil(games) {
                let Some(state) = trail.states.get(lot.below(trail.states.len().max(1))) else { break };
                let Ask::Choose(questions) = trail.rules.ask(state) else { continue };
                clicks.positions += 1;
                for question in &questions {
                    let pieces = things::pieces(&*trail.rules, state, question.seat);
                    let all = pieces.into_iter().chain(places.iter().copied());
                    clicks.click(&*trail.rules, state, question.seat, question.kind(), all);
                }
            }
        }
    }
    clicks
}

impl Clicks {
    fn click<R: Game>(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        kind: &str,
        things: impl Iterator<Item = Thing>,
    ) {
        for thing in things {
            self.clicks += 1;
            match rules.meant(state, seat, thing) {
                None => self.nothing += 1,
                Some(action) => match rules.judge(state, seat, &action) {
                    Ok(()) => self.legal += 1,
                    Err(no) => *self.refusals.entry((kind.to_owned(), no.rule.to_string())).or_default() += 1,
                },
            }
        }
    }
}
