//! Players who do not think.

use kernel::{Actions, Ask, Lot, Move, Play, Rules, Seat, Story, Viewer, plans::is_complete};

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
        if rules.goes_on(state) {
            return false;
        }
        let imagined = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        loses(rules, &imagined, seat, action, rules.depth(state), &mut { MOST_WAYS })
    }
}

/// Ways on looked at before an action is taken to be safe: chains of many small choices branch without end.
const MOST_WAYS: u32 = 300;

/// Does this action, whatever the same seat does next, lose the game before anyone else acts? A chain ends when
/// the game is back in the frame where it began; one safe way on is enough to save it.
fn loses<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: &R::Action,
    depth: usize,
    ways: &mut u32,
) -> bool {
    if *ways == 0 {
        return false;
    }
    *ways -= 1;
    let mut next = state.clone();
    rules.carry_out(&mut next, Move::Act(seat, action.clone()), &mut Story::silent());
    if let Ask::Over(outcome) = rules.ask(&next) {
        return outcome.winner.is_some_and(|winner| winner != rules.side(&next, seat));
    }
    if is_complete(rules, &next, seat, depth) {
        return false;
    }
    let mut all_lose =
        |actions: &[R::Action]| actions.iter().all(|action| loses(rules, &next, seat, action, depth, ways));
    // Nearly always one of any two ways on is safe, and two are found sooner than all.
    let mut some = Actions::up_to(2);
    rules.actions(&next, seat, &mut some);
    all_lose(&some) && (!some.full() || all_lose(&rules.listed(&next, seat)))
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
