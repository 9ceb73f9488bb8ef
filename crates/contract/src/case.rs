//! One random game under examination.

use std::cell::Cell;

use kernel::{Ask, Game, Lot, Play, Question, Seat, Thing};

use crate::{kit::Kit, trail::Trail};

/// What the laws of one game look at.
pub(crate) struct Case<'k, R: Game> {
    pub(crate) kit: &'k Kit<R>,
    pub(crate) trail: &'k Trail<R>,
    /// Actions that may or may not be legal anywhere.
    pub(crate) candidates: &'k [R::Action],
    /// Every place of the boards.
    pub(crate) places: &'k [Thing],
    close: Vec<usize>,
    /// The position looked at last: where a panic came from.
    pub(crate) at: Cell<usize>,
}

impl<'k, R: Game> Case<'k, R> {
    pub(crate) fn new(
        kit: &'k Kit<R>,
        trail: &'k Trail<R>,
        candidates: &'k [R::Action],
        places: &'k [Thing],
    ) -> Case<'k, R> {
        let last = trail.states.len().saturating_sub(1);
        let mut close: Vec<usize> = (0..trail.states.len()).collect();
        if close.len() > kit.close {
            Lot::branch(trail.seed, 2).shuffle(&mut close);
            close.truncate(kit.close.saturating_sub(2));
            close.extend([0, last]);
            close.sort_unstable();
            close.dedup();
        }
        Case { kit, trail, candidates, places, close, at: Cell::new(0) }
    }

    pub(crate) fn rules(&self) -> &'k R {
        &self.trail.rules
    }

    /// The positions looked at closely: all of a short game, a sample of a long one.
    pub(crate) fn close(&self) -> impl Iterator<Item = (usize, &'k R::State)> {
        let trail = self.trail;
        self.close.iter().map(move |&n| {
            self.at.set(n);
            (n, &trail.states[n])
        })
    }

    /// Every position.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &'k R::State)> {
        let trail = self.trail;
        trail.states.iter().enumerate().inspect(move |(n, _)| self.at.set(*n))
    }

    /// Chance of its own for a law at a position.
    pub(crate) fn lot(&self, n: usize, law: u64) -> Lot {
        Lot::branch(self.trail.seed ^ (law << 32), n as u64)
    }

    /// The questions of a state, each with its list.
    pub(crate) fn lists(&self, state: &R::State) -> Vec<(Question, Vec<R::Action>)> {
        match self.rules().ask(state) {
            Ask::Choose(questions) => {
                questions.into_iter().map(|q| (q.clone(), self.rules().listed(state, q.seat))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Some candidates, and what clicks on some things would mean to `seat` here.
    pub(crate) fn attempts(&self, state: &R::State, seat: Seat, lot: &mut Lot) -> Vec<R::Action> {
        const CLICKS: usize = 120;
        const CANDIDATES: usize = 200;
        let mut things = crate::things::pieces(self.rules(), state, seat);
        things.extend_from_slice(self.places);
        lot.shuffle(&mut things);
        things.truncate(CLICKS);
        let meant = things.into_iter().filter_map(|thing| self.rules().meant(state, seat, thing));
        // Other positions and seeds try the rest.
        let from = lot.below(self.candidates.len().max(1));
        let candidates =
            self.candidates.iter().cycle().skip(from).take(CANDIDATES.min(self.candidates.len()));
        candidates.cloned().chain(meant).collect()
    }

    pub(crate) fn text(&self, action: &R::Action) -> String {
        self.rules().write_action(action)
    }
}
