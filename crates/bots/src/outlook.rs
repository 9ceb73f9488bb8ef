//! What plans there are, and what each is worth before the dice fall.

use kernel::{
    Ask, Evaluation, Fall, Lot, Move, Plan, Play, Pool, Rules, Seat, Side, Story, pace,
    plans::{follow, is_complete, plans},
};

/// Plans looked at where a system proposes none.
const MOST_PLANS: usize = 400;
/// Falls tried before a fight is judged as it stands.
const MOST_FALLS: usize = 200;

/// The plans a seat may follow from here: the system's proposals, best first, or else the kernel's list.
pub(crate) fn candidates<R: Evaluation>(rules: &R, state: &R::State, seat: Seat) -> Vec<Plan<R::Action>> {
    let mut found = Vec::new();
    rules.propose(state, seat, &mut found);
    if found.is_empty() {
        found = plans(rules, state, seat, MOST_PLANS);
    }
    if found.is_empty() {
        found.push(rules.habit(state, seat).into());
    }
    found
}

/// The state a plan leads to; `None` for a plan that is not legal here.
pub(crate) fn after<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
) -> Option<R::State> {
    let mut next = state.clone();
    follow(rules, &mut next, seat, plan, &mut Story::silent()).ok().map(|()| next)
}

/// The state a proposed plan leads to. It is known to be legal in the state it was proposed for; judging each
/// action again would take longer than playing it.
pub(crate) fn after_proposal<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
) -> R::State {
    let depth = rules.depth(state);
    let mut next = state.clone();
    for action in &plan.actions {
        debug_assert!(rules.judge(&next, seat, action).is_ok(), "{action:?} was proposed, but is not legal");
        rules.carry_out(&mut next, Move::Act(seat, action.clone()), &mut Story::silent());
        if is_complete(rules, &next, seat, depth) {
            break;
        }
    }
    next
}

/// The question of this moment answered by habit. `false` if there is none, or the rules refused a habit.
pub(crate) fn answer_by_habit<R: Rules>(rules: &R, state: &mut R::State) -> bool {
    let Ask::Choose(questions) = rules.ask(state) else { return false };
    let seat = questions[0].seat;
    let action = rules.habit(state, seat);
    rules.play(state, seat, &action, &mut Story::silent()).is_ok()
}

/// [`Evaluation::worth`], [`Evaluation::prospect`], or what a script goes by.
pub(crate) type Judgement<'r, R> = &'r dyn Fn(&R, &<R as Rules>::State, Side) -> i32;

/// How a seat that is asked on the way of a plan answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// By default action.
    Habit,
    /// Where [`Evaluation::deliberates`] says so, by what promises most to the side that is asked.
    Best,
}

/// The judgement of one side, averaged over throws.
pub(crate) struct Outlook<'r, R: Rules> {
    rules: &'r R,
    side: Side,
    judgement: Judgement<'r, R>,
    answers: Answers,
    /// A fight is over when the game is back in this frame.
    depth: usize,
}

impl<'r, R: Evaluation> Outlook<'r, R> {
    /// For the plans of `seat` that begin in this state. One that begins inside a fight is judged when that fight
    /// is over.
    pub(crate) fn of(
        rules: &'r R,
        state: &R::State,
        seat: Seat,
        judgement: Judgement<'r, R>,
    ) -> Outlook<'r, R> {
        let depth = rules.depth(state).saturating_sub(1);
        Outlook { rules, side: rules.side(state, seat), judgement, answers: Answers::Habit, depth }
    }

    /// The same, but seats answer so.
    pub(crate) fn answering(self, answers: Answers) -> Outlook<'r, R> {
        Outlook { answers, ..self }
    }

    pub(crate) fn worth(&self, state: &R::State) -> f64 {
        f64::from((self.judgement)(self.rules, state, self.side))
    }

    /// The expected worth: over the throw this state rests in, and on to the end of the fight, each seat
    /// answering on the way.
    pub(crate) fn expect(&self, state: R::State) -> f64 {
        let mut level = vec![(state, 1.0)];
        let mut next: Vec<(R::State, f64)> = Vec::new();
        let mut classes = Vec::new();
        let mut falls = 0;
        let mut sum = 0.0;
        while !level.is_empty() {
            for (mut state, chance) in level.drain(..) {
                pace::point();
                let pool = self.run_on(&mut state, falls == 0).filter(|_| falls < MOST_FALLS);
                let Some(pool) = pool else {
                    sum += chance * self.worth(&state);
                    continue;
                };
                pool.every(&mut classes);
                falls += classes.len();
                let all = classes.iter().map(|(_, weight)| weight).sum::<u128>() as f64;
                for &(fall, weight) in &classes {
                    let mut fallen = state.clone();
                    self.rules.fall(&mut fallen, fall, &mut Story::silent());
                    let chance = chance * weight as f64 / all;
                    // Neighbouring pips often have the same result; it needs judging once.
                    match next.last_mut() {
                        Some((last, sum)) if *last == fallen => *sum += chance,
                        _ => next.push((fallen, chance)),
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
        }
        sum
    }

    /// The same fight, but the dice fall as the lot will have it; leaves the state where it would be judged.
    /// `true` if dice fell.
    pub(crate) fn happen(&self, state: &mut R::State, lot: &mut Lot) -> bool {
        let mut falls = 0;
        while let Some(pool) = self.run_on(state, falls == 0) {
            throw(self.rules, state, pool, lot);
            falls += 1;
            if falls == MOST_FALLS {
                break;
            }
        }
        falls > 0
    }

    /// The worth if all dice of the fight fall middling: no more than a guess, but enough to tell plans apart.
    pub(crate) fn guess(&self, mut state: R::State) -> f64 {
        for falls in 0..MOST_FALLS {
            let Some(pool) = self.run_on(&mut state, falls == 0) else { break };
            self.rules.fall(&mut state, middling(pool), &mut Story::silent());
        }
        self.worth(&state)
    }

    /// Plays the fight on until dice are wanted or it is over. The first throw belongs to the plan
    /// wherever it is made.
    fn run_on(&self, state: &mut R::State, first: bool) -> Option<Pool> {
        loop {
            let inside = self.rules.depth(state) > self.depth;
            match self.rules.ask(state) {
                Ask::Throw(roll) if first || inside => return Some(roll.pool),
                Ask::Choose(_) if inside && self.answer(state) => {}
                _ => return None,
            }
        }
    }

    /// The question of this moment answered. `false` if there is none, or the rules refused the answer.
    pub(crate) fn answer(&self, state: &mut R::State) -> bool {
        if self.answers == Answers::Best
            && let Ask::Choose(questions) = self.rules.ask(state)
            && self.rules.deliberates(state, questions[0].seat)
            && let Some(next) = self.best_answer(state, questions[0].seat)
        {
            *state = next;
            return true;
        }
        answer_by_habit(self.rules, state)
    }

    /// The state after the answer that promises most to the seat, the rest of the fight with middling dice and by habit.
    fn best_answer(&self, state: &R::State, seat: Seat) -> Option<R::State> {
        let look = Outlook {
            rules: self.rules,
            side: self.rules.side(state, seat),
            judgement: self.judgement,
            answers: Answers::Habit,
            depth: self.depth,
        };
        let mut best: Option<(f64, R::State)> = None;
        for plan in candidates(self.rules, state, seat) {
            pace::point();
            let next = after_proposal(self.rules, state, seat, &plan);
            let promised = look.guess(next.clone());
            if best.as_ref().is_none_or(|(most, _)| promised > *most) {
                best = Some((promised, next));
            }
        }
        best.map(|(_, next)| next)
    }
}

const FITS: &str = "as many dice as the pool has, none above its sides";

/// A middling throw: of six sides 3 and 4 by turns.
fn middling(pool: Pool) -> Fall {
    let pips: Vec<u8> = (0..pool.dice()).map(|die| (pool.sides() + 1 + (die % 2) as u8) / 2).collect();
    pool.fall(&pips).expect(FITS)
}

/// Lets the dice fall.
pub(crate) fn throw<R: Rules>(rules: &R, state: &mut R::State, pool: Pool, lot: &mut Lot) {
    let pips: Vec<u8> = (0..pool.dice()).map(|_| 1 + lot.below(pool.sides() as usize) as u8).collect();
    let fall = pool.fall(&pips).expect(FITS);
    rules.fall(state, fall, &mut Story::silent());
}

/// Candidates with what they promise, best first; of equals the one proposed first. Nothing is said of one that is
/// alone.
pub(crate) fn ranked<R: Evaluation>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plans: Vec<Plan<R::Action>>,
    judgement: Judgement<'_, R>,
    answers: Answers,
) -> Vec<(f64, Plan<R::Action>)> {
    if plans.len() == 1 {
        return plans.into_iter().map(|plan| (0.0, plan)).collect();
    }
    let outlook = Outlook::of(rules, state, seat, judgement).answering(answers);
    let mut ranked: Vec<(f64, Plan<R::Action>)> = plans
        .into_iter()
        .map(|plan| (outlook.expect(after_proposal(rules, state, seat, &plan)), plan))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
}
