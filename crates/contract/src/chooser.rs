//! Who plays the random games: varied enough to get far, simple enough to need no bot.

use kernel::{Actions, Ask, Game, Lot, Move, Play, Seat, Story};

/// How a seat picks among its listed actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// Any listed action.
    Random,
    /// The same, but never one after which its own side has lost before anyone else acts.
    Steady,
    /// `n` times in ten the habit, else as steady.
    Habitual(u8),
}

impl Chooser {
    /// A temper for each seed, so that a series of games has all of them.
    pub fn of_seed(seed: u64) -> Chooser {
        match seed % 4 {
            0 => Chooser::Steady,
            1 => Chooser::Habitual(1),
            2 => Chooser::Random,
            _ => Chooser::Habitual(5),
        }
    }

    /// An answer for `seat`; `None` if nothing is listed.
    pub fn choose<R: Game>(
        self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        lot: &mut Lot,
    ) -> Option<R::Action> {
        if let Chooser::Habitual(n) = self
            && lot.below(10) < usize::from(n)
        {
            let habit = rules.habit(state, seat);
            // A habit that is not legal is for its own law to find.
            if rules.judge(state, seat, &habit).is_ok() {
                return Some(habit);
            }
        }
        let mut list = Actions::default();
        rules.actions(state, seat, &mut list);
        if list.is_empty() {
            return None;
        }
        if self != Chooser::Random {
            let from = lot.below(list.len());
            let turned = list[from..].iter().chain(&list[..from]);
            let safe = turned.clone().find(|action| !loses_at_once(rules, state, seat, action));
            return safe.or_else(|| turned.clone().next()).cloned();
        }
        Some(lot.pick(&list).clone())
    }
}

/// Has the own side lost after this action, before anyone else acts? Also where every next step of the same
/// chain loses: a leader who may not leave his ground must not be picked up.
fn loses_at_once<R: Game>(rules: &R, state: &R::State, seat: Seat, action: &R::Action) -> bool {
    let mut after = state.clone();
    rules.carry_out(&mut after, Move::Act(seat, action.clone()), &mut Story::silent());
    match rules.ask(&after) {
        Ask::Over(outcome) => outcome.winner == Some(rules.side(&after, seat).other()),
        ask if ask.question_for(seat).is_some() && rules.depth(&after) > rules.depth(state) => {
            rules.listed(&after, seat).iter().all(|next| loses_at_once(rules, &after, seat, next))
        }
        _ => false,
    }
}
