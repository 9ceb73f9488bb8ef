//! Players who do not think.

use kernel::{Actions, Ask, Input, Lot, Play, Rules, Seat, Story, Viewer};

use crate::Bot;

/// Any listed action.
pub(crate) struct Random {
    lot: Lot,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { lot: Lot::new(seed) }
    }
}

impl<R: Rules> Bot<R> for Random {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        self.choose_from(rules, state, seat, &rules.listed(state, seat))
    }

    fn choose_from(&mut self, rules: &R, state: &R::State, seat: Seat, listed: &[R::Action]) -> R::Action {
        if listed.is_empty() { rules.habit(state, seat) } else { self.lot.pick(listed).clone() }
    }
}

/// Any listed action, but none by which its own side loses before anyone else acts, if that can be helped.
pub(crate) struct Steady {
    lot: Lot,
}

impl Steady {
    pub(crate) fn new(seed: u64) -> Steady {
        Steady { lot: Lot::new(seed) }
    }

    fn is_fatal<R: Rules>(&mut self, rules: &R, state: &R::State, seat: Seat, action: &R::Action) -> bool {
        let mut next = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        rules.carry_out(&mut next, Input::Act(seat, action.clone()), &mut Story::silent());
        match rules.ask(&next) {
            Ask::Over(outcome) => outcome.winner.is_some_and(|winner| winner != rules.side(&next, seat)),
            _ => false,
        }
    }
}

impl<R: Rules> Bot<R> for Steady {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let mut listed = Actions::default();
        rules.actions(state, seat, &mut listed);
        self.choose_from(rules, state, seat, &listed)
    }

    /// Draws, and tests only what was drawn: nearly always one test is enough.
    fn choose_from(&mut self, rules: &R, state: &R::State, seat: Seat, listed: &[R::Action]) -> R::Action {
        if listed.is_empty() {
            return rules.habit(state, seat);
        }
        let first = self.lot.pick(listed);
        if !self.is_fatal(rules, state, seat, first) {
            return first.clone();
        }
        let mut order: Vec<&R::Action> = listed.iter().filter(|&action| action != first).collect();
        self.lot.shuffle(&mut order);
        let safe = order.into_iter().find(|action| !self.is_fatal(rules, state, seat, action));
        safe.unwrap_or(first).clone()
    }
}
