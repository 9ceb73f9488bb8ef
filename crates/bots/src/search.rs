//! Plans tried out against what follows.

use std::sync::Arc;

use kernel::{Ask, Evaluation, Lot, Plan, Seat, Side, Viewer, evaluation::WON, pace};

use crate::{
    Bot, Watch,
    goals::Goals,
    intent::Intent,
    outlook::{Answers, Judgement, Outlook, after, after_proposal, candidates, ranked, throw},
};

/// Plans tried out: the best by one ply.
const TRIED: usize = 12;
/// With fewer judgements a plan than this nothing is looked ahead: one ply of what search goes by.
const LOOKS: u32 = 4;
/// How often a seat goes over its proposals in one phase of a line.
const PASSES: usize = 4;
/// No line is longer than this many questions and throws; it is judged where it stands.
const MOST_STEPS: usize = 200;
/// A line is judged when the own phase ends and again after the other side's moves: how much the second counts.
/// The first keeps what the own attacks promise in view.
const ANSWERED: f64 = 0.8;
/// Where luck is in a line, a plan replaces the greedy choice only if it is better by this many
/// standard errors.
const SURE: f64 = 1.0;

/// Takes the plans that one ply ranks best and follows each through the rest of the phase and through the other
/// side's next moves, with the dice left lying: what could be thrown for is in the judgement, and a line without
/// luck needs to be looked at but once. So it sees what one ply cannot: whom the others can still join, and
/// what the enemy will make of it.
pub(crate) struct Search<R: Evaluation> {
    /// Judgements to spend on each plan tried; every plan is tried once even if that takes more.
    leaves: u32,
    eyes: Eyes,
    lot: Lot,
    intent: Intent<R>,
    goals: Goals,
    watch: Arc<Watch>,
}

/// With whose eyes a position is seen.
#[derive(Clone, Copy)]
enum Eyes {
    /// What the seat cannot know is resampled for every evaluation.
    Own,
    /// The true state.
    Everyones,
}

impl Eyes {
    fn look<R: Evaluation>(self, rules: &R, state: &R::State, seat: Seat, lot: &mut Lot) -> R::State {
        match self {
            Eyes::Own => rules.imagine(state, Viewer::Seat(seat), lot),
            Eyes::Everyones => state.clone(),
        }
    }
}

/// One plan under trial.
struct Trial<A> {
    plan: Plan<A>,
    /// Its exact expectation, one ply deep.
    prior: f64,
    /// What followed made of it, once for each luck it was tried with.
    changes: Vec<f64>,
    /// No luck was in it, so trying again shows the same.
    settled: bool,
}

impl<A> Trial<A> {
    fn score(&self) -> f64 {
        self.prior + mean(&self.changes)
    }

    /// Is it better than `other`, beyond doubt? Both were tried with the same luck, so differences are compared.
    fn surely_beats(&self, other: &Trial<A>) -> bool {
        if self.settled && other.settled {
            return self.score() > other.score();
        }
        let n = self.changes.len().max(other.changes.len());
        let change = |trial: &Trial<A>, luck: usize| trial.changes[luck.min(trial.changes.len() - 1)];
        let differences: Vec<f64> =
            (0..n).map(|luck| self.prior + change(self, luck) - other.prior - change(other, luck)).collect();
        if n < 2 {
            return false;
        }
        let (n, mean) = (n as f64, mean(&differences));
        let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
        mean > SURE * (variance / n).sqrt()
    }
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

impl<R: Evaluation> Search<R> {
    pub(crate) fn new(leaves: u32, seed: u64) -> Search<R> {
        Search {
            leaves,
            eyes: Eyes::Own,
            lot: Lot::new(seed),
            intent: Intent::none(),
            goals: Goals::default(),
            watch: Arc::default(),
        }
    }

    pub(crate) fn peeking(self) -> Search<R> {
        Search { eyes: Eyes::Everyones, ..self }
    }

    fn best(&mut self, rules: &R, state: &R::State, seat: Seat) -> Option<Plan<R::Action>> {
        let side = rules.side(state, seat);
        self.goals.update(rules, state, side);
        let goals = self.goals.clone();
        // The own goals count for the own side; the enemy's are not known.
        let judgement = |rules: &R, state: &R::State, of: Side| {
            let worth = rules.prospect(state, of);
            if of == side && worth.abs() < WON { worth + goals.worth(rules, state, side) } else { worth }
        };
        let plans = candidates(rules, state, seat);
        let mut plans = ranked(rules, state, seat, plans, &judgement, Answers::Best).into_iter();
        if self.leaves < LOOKS || !rules.looks_ahead_from(state) {
            return plans.next().map(|(_, plan)| plan);
        }
        let mut trials: Vec<Trial<R::Action>> = plans
            .take(TRIED)
            .map(|(prior, plan)| Trial { plan, prior, changes: Vec::new(), settled: false })
            .collect();
        let mut root = Root::new(rules, state, seat, self.eyes, &judgement, &trials, self.lot.clone());
        let budget = u64::from(self.leaves) * u64::from(rules.breath()) * trials.len() as u64;
        let rounds = trials.len().next_power_of_two().ilog2().max(1);
        for round in 1..=rounds {
            if trials.len() < 2 {
                break;
            }
            let allowed = budget * u64::from(round) / u64::from(rounds);
            while root.leaves < allowed && trials.iter().any(|trial| !trial.settled) {
                if self.watch.is_stopped() {
                    break;
                }
                self.watch.done(root.leaves, budget);
                let luck = self.lot.word();
                for trial in trials.iter_mut().filter(|trial| !trial.settled) {
                    let (change, settled) = root.change(&trial.plan, Lot::new(luck));
                    trial.changes.push(change);
                    trial.settled = settled;
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

impl<R: Evaluation> Bot<R> for Search<R> {
    fn watch(&mut self, watch: Arc<Watch>) {
        self.watch = watch;
    }

    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = self.eyes.look(rules, state, seat, &mut self.lot);
        if let Some(action) = self.intent.next(rules, &state, seat) {
            return action;
        }
        self.best(rules, &state, seat)
            .and_then(|plan| self.intent.begin(rules, &state, seat, &plan))
            .unwrap_or_else(|| rules.habit(&state, seat))
    }
}

/// Whom the game asks, and what.
type Asked = (Seat, &'static str);

/// Where the search began, and what it has spent.
struct Root<'a, R: Evaluation> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    eyes: Eyes,
    outlook: Outlook<'a, R>,
    judgement: Judgement<'a, R>,
    /// A seat follows several plans before it is the other's turn. Where it follows but one, there is no passing.
    phased: bool,
    /// Judgements so far.
    leaves: u64,
}

impl<'a, R: Evaluation> Root<'a, R> {
    fn new(
        rules: &'a R,
        state: &'a R::State,
        seat: Seat,
        eyes: Eyes,
        judgement: Judgement<'a, R>,
        trials: &[Trial<R::Action>],
        mut lot: Lot,
    ) -> Root<'a, R> {
        let outlook = Outlook::of(rules, state, seat, judgement).answering(Answers::Best);
        let mut root = Root { rules, state, seat, eyes, outlook, judgement, phased: false, leaves: 0 };
        // Inside a fight it cannot be told, but fights are part of phases.
        root.phased = rules.depth(state) > 0;
        root.phased |= trials.iter().any(|trial| {
            after(rules, state, seat, &trial.plan).is_some_and(|mut next| {
                root.outlook.happen(&mut next, &mut lot);
                root.asked(&next) == root.asked(state)
            })
        });
        root
    }

    /// What follows from a plan: the judgement at the end of the own phase and that after the other side's next
    /// moves, weighed together, less the judgement when the plan is done. The luck of the plan's own throw is in
    /// all of them and cancels out. Also, whether it would be so with any luck.
    fn change(&mut self, plan: &Plan<R::Action>, mut lot: Lot) -> (f64, bool) {
        pace::point();
        let rules = self.rules;
        let start = self.eyes.look(rules, self.state, self.seat, &mut lot);
        let Some(mut state) = after(rules, &start, self.seat, plan) else { return (0.0, true) };
        let mut lucky = self.outlook.happen(&mut state, &mut lot) || rules.profile().secrets;
        let before = self.outlook.worth(&state);
        if rules.alternating() {
            self.exchange(&mut state, &mut lot);
            return (self.outlook.worth(&state) - before, false);
        }

        if self.asked(&state) == self.asked(self.state) {
            self.march(&mut state);
            lucky |= self.pass(&mut state, &mut lot);
        }
        let handed_over = self.outlook.worth(&state);
        for _ in 0..MOST_STEPS {
            match self.asked(&state) {
                Some((seat, _)) if seat != self.seat && self.march(&mut state) => break,
                Some((seat, _)) if seat != self.seat && !self.phased => {
                    lucky |= self.reply(&mut state, seat, &mut lot);
                    break;
                }
                Some(_) => lucky |= self.pass(&mut state, &mut lot),
                None => break,
            }
        }
        let answered = self.outlook.worth(&state);
        self.leaves += 3;
        (handed_over + ANSWERED * (answered - handed_over) - before, !lucky)
    }

    /// Where the sides take turns with single plans: each follows what it likes at a glance, up to the next tick of the
    /// game's clock.
    fn exchange(&mut self, state: &mut R::State, lot: &mut Lot) {
        let clock = self.rules.clock(state);
        for _ in 0..MOST_STEPS {
            match self.asked(state) {
                Some((seat, _)) if self.rules.clock(state) == clock => self.glance(state, seat, lot),
                _ => break,
            }
        }
        self.leaves += 1;
    }

    /// The seat follows the best of its brief proposals, whatever the dice make of it.
    fn glance(&mut self, state: &mut R::State, seat: Seat, lot: &mut Lot) {
        let rules = self.rules;
        let mut plans = Vec::new();
        rules.propose_briefly(state, seat, &mut plans);
        let outlook = self.outlook_of(state, seat);
        let mut best: Option<(f64, R::State)> = None;
        let alone = plans.len() == 1;
        self.leaves += plans.len() as u64;
        for plan in &plans {
            pace::point();
            let next = after_proposal(rules, state, seat, plan);
            let promised = if alone { 0.0 } else { outlook.guess(next.clone()) };
            if best.as_ref().is_none_or(|(most, _)| promised > *most) {
                best = Some((promised, next));
            }
        }
        match best {
            Some((_, next)) => {
                *state = next;
                outlook.happen(state, lot);
            }
            None => {
                self.pass(state, lot);
            }
        }
    }

    fn outlook_of(&self, state: &R::State, seat: Seat) -> Outlook<'a, R> {
        Outlook::of(self.rules, state, seat, self.judgement).answering(Answers::Best)
    }

    fn asked(&self, state: &R::State) -> Option<Asked> {
        match self.rules.ask(state) {
            Ask::Choose(questions) => Some((questions[0].seat, questions[0].kind())),
            _ => None,
        }
    }

    /// The seat that is asked follows every proposal that needs no dice, leaves it on the move, and makes its
    /// position better. `false` if there was nothing of the kind to choose from.
    fn march(&mut self, state: &mut R::State) -> bool {
        let rules = self.rules;
        let Some((seat, kind)) = self.asked(state) else { return false };
        let outlook = self.outlook_of(state, seat);
        let mut worth = outlook.worth(state);
        let mut any = false;
        for _ in 0..PASSES {
            let mut better = false;
            for plan in candidates(rules, state, seat) {
                let Some(next) = after(rules, state, seat, &plan) else { continue };
                if self.asked(&next) != Some((seat, kind)) {
                    continue;
                }
                pace::point();
                any = true;
                self.leaves += 1;
                let promised = outlook.worth(&next);
                if promised > worth {
                    (*state, worth, better) = (next, promised, true);
                }
            }
            if !better {
                break;
            }
        }
        any
    }

    /// The seat follows its best plan, whatever the dice make of it. `true` if dice fell.
    fn reply(&mut self, state: &mut R::State, seat: Seat, lot: &mut Lot) -> bool {
        let rules = self.rules;
        let plans = candidates(rules, state, seat);
        self.leaves += plans.len() as u64;
        let ranked = ranked(rules, state, seat, plans, self.judgement, Answers::Best);
        let Some(mut next) = ranked.first().and_then(|(_, plan)| after(rules, state, seat, plan)) else {
            return self.pass(state, lot);
        };
        let fell = self.outlook_of(state, seat).happen(&mut next, lot);
        *state = next;
        fell
    }

    /// Answers the question, by habit unless it deserves more, up to the next one. `true` if dice fell.
    fn pass(&self, state: &mut R::State, lot: &mut Lot) -> bool {
        let mut fell = false;
        if self.outlook.answer(state) {
            while let Ask::Throw(roll) = self.rules.ask(state) {
                throw(self.rules, state, roll.pool, lot);
                fell = true;
            }
        }
        fell
    }
}
