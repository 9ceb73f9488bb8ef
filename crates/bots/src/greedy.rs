//! One ply over whole plans.

use kernel::{Evaluation, Lot, Seat, Viewer};

use crate::{
    Bot,
    intent::Intent,
    outlook::{Answers, candidates, ranked},
};

/// Follows the plan with the best expected judgement over the throw that ends it.
pub(crate) struct Greedy<R: Evaluation> {
    lot: Lot,
    intent: Intent<R>,
}

impl<R: Evaluation> Greedy<R> {
    pub(crate) fn new(seed: u64) -> Greedy<R> {
        Greedy { lot: Lot::new(seed), intent: Intent::none() }
    }
}

impl<R: Evaluation> Bot<R> for Greedy<R> {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        if let Some(action) = self.intent.next(rules, &state, seat) {
            return action;
        }
        let ranked = ranked(rules, &state, seat, candidates(rules, &state, seat), &R::worth, Answers::Habit);
        ranked
            .first()
            .and_then(|(_, plan)| self.intent.begin(rules, &state, seat, plan))
            .unwrap_or_else(|| rules.habit(&state, seat))
    }
}
