//! Plans rehearsed: followed to the end of the other side's next phase.

use kernel::{Ask, Counsel, Plan, Play, Pool, Seat, Story, counsel::Rehearsal};

use crate::{
    Watch,
    outlook::{Falls, after, candidates, middling, ranked},
};

/// No line is longer than this many questions and throws; it is judged where it stands.
const MOST_STEPS: usize = 400;

/// Of the plans that one ply ranks about as high as its best, the one that stands best when the other side has had its
/// phase. Either side follows what one ply likes best, and every throw is a middling one: a line is looked at but once,
/// and what differs between two of them is the plans' doing.
///
/// A line may cost so many judgements, `leaves`. Where they run out before the other side has had its say, one ply is
/// believed: half a phase shows nothing but who acted last.
pub(crate) fn best<R: Counsel>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    rehearsal: Rehearsal,
    leaves: u32,
    watch: &Watch,
) -> Option<Plan<R::Action>> {
    let mut plans = ranked(rules, state, seat, candidates(rules, state, seat), R::prospect, Falls::All);
    // What is asked in the middle of something, one ply decides.
    let most = if rules.depth(state) == 0 { rehearsal.plans } else { 1 };
    let first = plans.first()?.0;
    plans.truncate(most);
    plans.retain(|(prior, _)| first - prior <= f64::from(rehearsal.doubt));
    let mut best = (0, f64::NEG_INFINITY);
    for (n, (prior, plan)) in plans.iter().enumerate().filter(|_| plans.len() > 1) {
        watch.done(n as u64, plans.len() as u64);
        let line = Line { rules, seat, spent: 0, throws: 0 };
        let change = if watch.is_stopped() { None } else { line.change(state, plan, leaves) };
        let Some(change) = change else {
            best.0 = 0;
            break;
        };
        let lead = if n == 0 { rehearsal.lead } else { 0 };
        let worth = prior + change * f64::from(rehearsal.share) / 100.0 + f64::from(lead);
        if worth > best.1 {
            best = (n, worth);
        }
    }
    Some(plans.swap_remove(best.0).1)
}

/// What follows from one plan.
struct Line<'r, R> {
    rules: &'r R,
    seat: Seat,
    /// Judgements so far.
    spent: u32,
    throws: usize,
}

impl<R: Counsel> Line<'_, R> {
    /// What the rest of the phase and the other side's make of a plan that is done. The luck of the plan's own throws is
    /// in both judgements and cancels out. `None` where the judgements run out.
    fn change(mut self, state: &R::State, plan: &Plan<R::Action>, leaves: u32) -> Option<f64> {
        let (rules, seat) = (self.rules, self.seat);
        let mut state = after(rules, state, seat, plan)?;
        let side = rules.side(&state, seat);
        let (mut before, mut answered) = (None, false);
        for _ in 0..MOST_STEPS {
            let asked = match rules.ask(&state) {
                Ask::Over(_) => break,
                Ask::Throw(roll) => {
                    self.throw(&mut state, roll.pool);
                    continue;
                }
                Ask::Choose(questions) => questions[0].seat,
            };
            if rules.depth(&state) == 0 {
                before.get_or_insert_with(|| rules.prospect(&state, side));
                if asked == seat && answered {
                    break;
                }
                answered |= asked != seat;
            }
            if self.spent >= leaves {
                return None;
            }
            self.reply(&mut state, asked);
        }
        let after = rules.prospect(&state, side);
        Some(f64::from(after) - f64::from(before.unwrap_or(after)))
    }

    /// Whoever is asked follows its best plan.
    fn reply(&mut self, state: &mut R::State, seat: Seat) {
        let rules = self.rules;
        let plans = candidates(rules, state, seat);
        if plans.len() > 1 {
            self.spent += plans.len() as u32;
        }
        let ranked = ranked(rules, state, seat, plans, R::prospect, Falls::Few);
        match ranked.first().and_then(|(_, plan)| after(rules, state, seat, plan)) {
            Some(next) => *state = next,
            None => {
                let habit = rules.habit(state, seat);
                rules.play(state, seat, &habit, &mut Story::silent()).expect("a habit is legal");
            }
        }
    }

    fn throw(&mut self, state: &mut R::State, pool: Pool) {
        self.rules.fall(state, middling(pool, self.throws), &mut Story::silent());
        self.throws += 1;
    }
}
