//! Plans tried out against what follows.

use kernel::{Ask, Counsel, Lot, Plan, Question, Rules, Seat, Viewer};

use crate::{
    Bot,
    intent::Intent,
    outlook::{Outlook, after, answer_by_habit, candidates, ranked, throw},
};

/// Plans tried out: the best by one ply.
const TRIED: usize = 8;
/// Plans of both seats that follow before the position is judged.
const FOLLOWING: usize = 6;
/// How many of them a seat follows in a row; then it leaves the rest of its phase to habit.
const IN_A_ROW: usize = 3;
/// Of its proposals, how many a seat weighs.
const WEIGHED: usize = 6;
/// No line is longer than this many clicks and throws outside plans; it is judged where it stands.
const MOST_STEPS: usize = 200;
/// A plan takes the place of the one that greed prefers only if it is better by so many standard errors.
const SURE: f64 = 1.0;

/// Takes the plans that one ply ranks best and plays each on: the dice fall, the rest of the phase is left to
/// habit, then both seats follow their best plans until the own seat is asked the same thing again. Half of the
/// plans are dropped, the others tried more often, until one is left to be compared with greed's choice.
pub(crate) struct Search<R: Counsel> {
    leaves: u32,
    lot: Lot,
    intent: Intent<R>,
}

/// One plan under trial.
struct Trial<A> {
    plan: Plan<A>,
    /// Its exact expectation, one ply deep.
    prior: f64,
    /// What followed made of it, once for each luck it was tried with.
    changes: Vec<f64>,
}

impl<A> Trial<A> {
    fn score(&self) -> f64 {
        self.prior + mean(&self.changes)
    }

    /// Is it better than `other`, beyond doubt? Both were tried with the same luck, so differences are compared.
    fn surely_beats(&self, other: &Trial<A>) -> bool {
        let differences: Vec<f64> =
            self.changes.iter().zip(&other.changes).map(|(a, b)| self.prior + a - other.prior - b).collect();
        let (n, mean) = (differences.len() as f64, mean(&differences));
        if differences.len() < 2 {
            return false;
        }
        let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
        mean > SURE * (variance / n).sqrt()
    }
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

impl<R: Counsel> Search<R> {
    pub(crate) fn new(leaves: u32, seed: u64) -> Search<R> {
        Search { leaves, lot: Lot::new(seed), intent: Intent::none() }
    }

    fn best(&mut self, rules: &R, state: &R::State, seat: Seat) -> Option<Plan<R::Action>> {
        let mut trials: Vec<Trial<R::Action>> = ranked(rules, state, seat, candidates(rules, state, seat))
            .into_iter()
            .take(TRIED)
            .map(|(prior, plan)| Trial { plan, prior, changes: Vec::new() })
            .collect();
        let mut root = Root::new(rules, state, seat);
        let rounds = trials.len().next_power_of_two().ilog2().max(1);
        for round in 1..=rounds {
            if trials.len() < 2 {
                break;
            }
            let allowed = u64::from(self.leaves) * u64::from(round) / u64::from(rounds);
            while root.leaves < allowed {
                let luck = self.lot.word();
                for trial in &mut trials {
                    let change = root.change(&trial.plan, Lot::new(luck));
                    trial.changes.push(change);
                }
            }
            // The first is greed's choice: it stays to be compared with.
            trials[1..].sort_by(|a, b| b.score().total_cmp(&a.score()));
            trials.truncate(1.max(trials.len() / 2) + 1);
        }
        let challenger = (trials.len() > 1).then(|| trials.swap_remove(1));
        let greed = trials.into_iter().next()?;
        match challenger {
            Some(challenger) if challenger.surely_beats(&greed) => Some(challenger.plan),
            _ => Some(greed.plan),
        }
    }
}

impl<R: Counsel> Bot<R> for Search<R> {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        if let Some(action) = self.intent.next(rules, &state, seat) {
            return action;
        }
        self.best(rules, &state, seat)
            .and_then(|plan| self.intent.begin(rules, &state, seat, &plan))
            .unwrap_or_else(|| rules.habit(&state, seat))
    }
}

/// Where the search began, and what it has spent.
struct Root<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    /// What the seat is asked.
    kind: &'static str,
    outlook: Outlook<'a, R>,
    /// Judgements so far.
    leaves: u64,
}

impl<'a, R: Counsel> Root<'a, R> {
    fn new(rules: &'a R, state: &'a R::State, seat: Seat) -> Root<'a, R> {
        let kind = rules.ask(state).question_for(seat).map_or("", Question::kind);
        Root { rules, state, seat, kind, outlook: Outlook::of(rules, state, seat), leaves: 0 }
    }

    /// What follows from a plan, in one way the dice may fall: the judgement then less the judgement when the plan
    /// is done. The luck of the plan's own throw is in both and cancels out.
    fn change(&mut self, plan: &Plan<R::Action>, mut lot: Lot) -> f64 {
        let rules = self.rules;
        let start = rules.imagine(self.state, Viewer::Seat(self.seat), &mut lot);
        self.leaves += 1;
        let Some(mut state) = after(rules, &start, self.seat, plan) else { return 0.0 };
        self.outlook.happen(&mut state, &mut lot);
        let before = self.outlook.worth(&state);
        // The search may begin inside a fight; once that is over, the next one is aside again.
        let mut depth = self.outlook.depth;
        let mut following = 0;
        let mut row = (self.seat, self.kind, IN_A_ROW);
        let mut answered = false;
        for _ in 0..MOST_STEPS {
            let (asked, kind) = match rules.ask(&state) {
                Ask::Choose(questions) => (questions[0].seat, questions[0].kind()),
                Ask::Throw(roll) => {
                    throw(rules, &mut state, roll.pool, &mut lot);
                    continue;
                }
                Ask::Over(_) => break,
            };
            depth = depth.min(rules.depth(&state));
            if rules.depth(&state) == depth {
                answered |= asked != self.seat;
                if answered && (asked, kind) == (self.seat, self.kind) {
                    break;
                }
                if (row.0, row.1) != (asked, kind) {
                    row = (asked, kind, 0);
                }
                if row.2 < IN_A_ROW {
                    row.2 += 1;
                    following += 1;
                    let Some((worth, mut next)) = self.best(&state, asked) else { break };
                    if following == FOLLOWING {
                        return if asked == self.seat { worth - before } else { -worth - before };
                    }
                    Outlook::of(rules, &state, asked).happen(&mut next, &mut lot);
                    state = next;
                    continue;
                }
            }
            if !answer_by_habit(rules, &mut state) {
                break;
            }
        }
        self.outlook.worth(&state) - before
    }

    /// The best plan of a seat: its expected worth to that seat, and where it leads before the dice fall.
    fn best(&mut self, state: &R::State, seat: Seat) -> Option<(f64, R::State)> {
        let mut plans = candidates(self.rules, state, seat);
        plans.truncate(WEIGHED);
        self.leaves += plans.len() as u64;
        let ranked = ranked(self.rules, state, seat, plans);
        let (worth, plan) = ranked.first()?;
        Some((*worth, after(self.rules, state, seat, plan)?))
    }
}
