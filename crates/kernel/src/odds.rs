//! Exact chances, by the same code that plays.
//!
//! From a state, throws are expanded breadth first and equal states merged, up to the next question or the
//! end of the fight. Questions on the way are answered by named policies. Beyond a bound the rest is
//! sampled, and the result says so with its error.

use std::{cmp::Ordering, collections::HashMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    counsel::Counsel,
    lot::Lot,
    plans::{Plan, follow},
    question::Ask,
    refusal::Refusal,
    roll::{Fall, Pool},
    rules::{Play, Rules},
    story::Story,
    thing::{Seat, Viewer},
    words::Line,
};

/// An exact probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    pub num: u128,
    pub den: u128,
}

impl Chance {
    pub const NEVER: Chance = Chance { num: 0, den: 1 };
    pub const SURE: Chance = Chance { num: 1, den: 1 };

    pub fn new(num: u128, den: u128) -> Chance {
        let d = gcd(num, den).max(1);
        Chance { num: num / d, den: den / d }
    }

    fn plus(self, other: Chance) -> Option<Chance> {
        let d = gcd(self.den, other.den);
        let den = (self.den / d).checked_mul(other.den)?;
        let num = self.num.checked_mul(other.den / d)?.checked_add(other.num.checked_mul(self.den / d)?)?;
        Some(Chance::new(num, den))
    }

    fn times(self, num: u128, den: u128) -> Option<Chance> {
        let (a, b) = (gcd(self.num, den).max(1), gcd(num, self.den).max(1));
        let num = (self.num / a).checked_mul(num / b)?;
        Some(Chance::new(num, (self.den / b).checked_mul(den / a)?))
    }

    /// In millionths, rounded: for display and comparison only.
    pub fn millionths(self) -> u64 {
        if self.den == 0 {
            return 0;
        }
        // Large fractions lose their low bits first: a millionth needs twenty.
        let shift = (128 - self.num.leading_zeros().min(self.den.leading_zeros())).saturating_sub(100);
        let (num, den) = (self.num >> shift, (self.den >> shift).max(1));
        ((num * 1_000_000 + den / 2) / den) as u64
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.num.checked_mul(other.den), other.num.checked_mul(self.den)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.millionths().cmp(&other.millionths()),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The next question: no assumption is needed.
    Question,
    /// The return to the frame where the plan began; questions on the way are answered by policy.
    End,
}

/// How a seat answers questions on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The answer a sensible owner gives without thinking.
    Habit,
    /// The answer that leaves him best, by judgement, before the next throw.
    Best,
    /// The one that leaves him worst.
    Worst,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Habit => "habit",
            Policy::Best => "best",
            Policy::Worst => "worst",
        })
    }
}

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub until: Until,
    pub policy: [Policy; 2],
    /// At most this many states are expanded; then the rest is sampled.
    pub bound: usize,
}

impl Default for Wish {
    fn default() -> Self {
        Wish { until: Until::End, policy: [Policy::Habit; 2], bound: 4_000 }
    }
}

/// The chance of each verdict, most likely first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    pub outcomes: Vec<(Line, Chance)>,
    /// States expanded.
    pub states: usize,
    /// Set when part was sampled: the number of samples behind the figures.
    pub samples: Option<u32>,
}

/// The chances of a plan of `seat` played from `state`.
pub fn odds<R: Counsel>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<Odds, Refusal> {
    let mut after = state.clone();
    follow(rules, &mut after, seat, plan, &mut Story::silent())?;
    // Told against the state the plan has led to, which knows who attacks whom; it is over when the game is
    // back in the frame where the plan began.
    let spread = Spread { rules, before: &after, wish, depth: rules.depth(state) };
    Ok(spread.run(after.clone()))
}

/// The chances as a seat may know them: where something is hidden from it, the mean over truths it must hold
/// possible, drawn in the same way whatever the truth is.
pub fn known_odds<R: Counsel>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<Odds, Refusal> {
    const TRUTHS: u32 = 24;
    if !rules.profile().secrets {
        return odds(rules, state, seat, plan, wish);
    }
    let mut lot = Lot::new(0);
    let mut outcomes: Vec<(Line, Chance)> = Vec::new();
    let mut states = 0;
    for _ in 0..TRUTHS {
        let truth = rules.imagine(state, Viewer::Seat(seat), &mut lot);
        let found = odds(rules, &truth, seat, plan, wish)?;
        states += found.states;
        for (line, chance) in found.outcomes {
            let share = chance.times(1, u128::from(TRUTHS)).unwrap_or(Chance::NEVER);
            match outcomes.iter_mut().find(|(known, _)| *known == line) {
                Some((_, sum)) => *sum = sum.plus(share).unwrap_or(*sum),
                None => outcomes.push((line, share)),
            }
        }
    }
    outcomes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(Odds { outcomes, states, samples: Some(TRUTHS) })
}

/// The chances from a state that a plan has led to, told against the state before it.
pub fn from_here<R: Counsel>(rules: &R, before: &R::State, after: R::State, wish: Wish) -> Odds {
    let spread = Spread { rules, before, wish, depth: rules.depth(before) };
    spread.run(after)
}

struct Spread<'a, R: Rules> {
    rules: &'a R,
    before: &'a R::State,
    wish: Wish,
    depth: usize,
}

impl<R: Counsel> Spread<'_, R> {
    fn run(&self, after: R::State) -> Odds {
        self.exact(after.clone()).unwrap_or_else(|| self.sampled(after))
    }

    /// Breadth first over throws; `None` when the bound or the range of fractions is passed.
    fn exact(&self, after: R::State) -> Option<Odds> {
        let mut outcomes: Vec<(Line, Chance)> = Vec::new();
        let mut level = vec![(after, Chance::SURE)];
        let mut states = 0;
        let mut falls: Vec<(Fall, u128)> = Vec::new();
        while !level.is_empty() {
            let mut next: Vec<(R::State, Chance)> = Vec::with_capacity(level.len());
            let mut index: HashMap<u64, usize> = HashMap::new();
            for (state, chance) in level {
                let Some(pool) = self.run_to_throw(state, &mut |resting| {
                    let verdict = self.rules.verdict(self.before, resting);
                    match outcomes.iter_mut().find(|(line, _)| *line == verdict) {
                        Some((_, sum)) => *sum = sum.plus(chance)?,
                        None => outcomes.push((verdict, chance)),
                    }
                    Some(())
                })?
                else {
                    continue;
                };
                let (state, pool) = pool;
                states += 1;
                if states > self.wish.bound {
                    return None;
                }
                pool.every(&mut falls);
                // A fall that changes nothing, such as a tie, is thrown again: the others share its weight.
                let mut fallen_to = Vec::with_capacity(falls.len());
                let mut all = pool.weight();
                for &(fall, weight) in &falls {
                    let mut fallen = state.clone();
                    self.rules.fall(&mut fallen, fall, &mut Story::silent());
                    match fallen == state {
                        true => all -= weight,
                        false => fallen_to.push((fallen, weight)),
                    }
                }
                for (fallen, weight) in fallen_to {
                    let chance = chance.times(weight, all)?;
                    let hash = self.rules.hash(&fallen);
                    match index.get(&hash) {
                        Some(&at) if next[at].0 == fallen => next[at].1 = next[at].1.plus(chance)?,
                        _ => {
                            index.insert(hash, next.len());
                            next.push((fallen, chance));
                        }
                    }
                }
            }
            level = next;
        }
        outcomes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Some(Odds { outcomes, states, samples: None })
    }

    /// Answers questions by policy until dice are wanted; hands a state that rests to `end`.
    #[allow(clippy::type_complexity)]
    fn run_to_throw(
        &self,
        mut state: R::State,
        end: &mut dyn FnMut(&R::State) -> Option<()>,
    ) -> Option<Option<(R::State, Pool)>> {
        let habitual = self.wish.until == Until::End && self.wish.policy == [Policy::Habit; 2];
        loop {
            if habitual && self.rules.is_foregone(self.before, &state) {
                return end(&state).map(|()| None);
            }
            match self.rules.ask(&state) {
                Ask::Throw(roll) if !self.is_over(&state) => return Some(Some((state, roll.pool))),
                Ask::Choose(questions) if self.wish.until == Until::End && !self.is_over(&state) => {
                    for question in questions {
                        let seat = question.seat;
                        if self.rules.ask(&state).question_for(seat).is_some() {
                            let action = self.answer(&state, seat);
                            let played = self.rules.play(&mut state, seat, &action, &mut Story::silent());
                            debug_assert!(played.is_ok(), "a policy's answer was refused: {played:?}");
                            if played.is_err() {
                                return end(&state).map(|()| None);
                            }
                        }
                    }
                }
                _ => return end(&state).map(|()| None),
            }
        }
    }

    /// The fight is over when the game is back in the frame where it began.
    fn is_over(&self, state: &R::State) -> bool {
        self.rules.depth(state) <= self.depth
    }

    fn answer(&self, state: &R::State, seat: Seat) -> R::Action {
        let policy = self.wish.policy[seat.index()];
        if policy == Policy::Habit {
            return self.rules.habit(state, seat);
        }
        let side = self.rules.side(state, seat);
        let mut best: Option<(i32, R::Action)> = None;
        for action in self.rules.listed(state, seat) {
            let mut next = state.clone();
            let input = crate::rules::Input::Act(seat, action.clone());
            self.rules.carry_out(&mut next, input, &mut Story::silent());
            let worth = self.rules.worth(&next, side);
            let worth = if policy == Policy::Best { worth } else { -worth };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, action));
            }
        }
        best.map_or_else(|| self.rules.habit(state, seat), |(_, action)| action)
    }

    fn sampled(&self, after: R::State) -> Odds {
        const SAMPLES: u32 = 1_000;
        let mut lot = Lot::new(self.rules.hash(&after));
        let mut counts: Vec<(Line, u128)> = Vec::new();
        let mut falls = Vec::new();
        let mut states = 0;
        for _ in 0..SAMPLES {
            let mut state = after.clone();
            loop {
                let mut verdict = None;
                let thrown = self.run_to_throw(state, &mut |resting| {
                    verdict = Some(self.rules.verdict(self.before, resting));
                    Some(())
                });
                let Some(Some((resting, pool))) = thrown else {
                    let verdict = verdict.expect("a resting state was handed over");
                    match counts.iter_mut().find(|(line, _)| *line == verdict) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((verdict, 1)),
                    }
                    break;
                };
                states += 1;
                pool.every(&mut falls);
                let mut left = (u128::from(lot.word()) * pool.weight()) >> 64;
                let mut fall = falls[0].0;
                for &(candidate, weight) in &falls {
                    fall = candidate;
                    if left < weight {
                        break;
                    }
                    left -= weight;
                }
                state = resting;
                self.rules.fall(&mut state, fall, &mut Story::silent());
            }
        }
        let mut outcomes: Vec<(Line, Chance)> =
            counts.into_iter().map(|(line, count)| (line, Chance::new(count, u128::from(SAMPLES)))).collect();
        outcomes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Odds { outcomes, states, samples: Some(SAMPLES) }
    }
}

impl Odds {
    /// Half the width of the 95 % interval of an outcome, in millionths; nothing for exact figures.
    pub fn error_millionths(&self, chance: Chance) -> u64 {
        let Some(samples) = self.samples else { return 0 };
        let p = u128::from(chance.millionths());
        let variance = p * (1_000_000 - p) / u128::from(samples);
        (variance.isqrt() * 196 / 100) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_and_multiply_exactly() {
        let sixth = Chance::new(1, 6);
        let third = Chance::new(2, 6);
        assert_eq!(sixth.plus(third), Some(Chance::new(1, 2)));
        assert_eq!(third.times(3, 4), Some(Chance::new(1, 4)));
        assert_eq!(Chance::new(1, 3).millionths(), 333_333);
        assert_eq!(Chance::new(6u128.pow(40), 6u128.pow(41)).millionths(), 166_667);
        assert!(Chance::new(1, 3) > Chance::new(1, 4));
    }

    #[test]
    fn a_fraction_out_of_range_is_no_fraction() {
        let tiny = Chance { num: 1, den: u128::MAX };
        assert_eq!(tiny.times(1, 2), None);
        assert_eq!(tiny.plus(Chance::new(1, 2)), None);
    }
}
