//! Exact odds against many plays.

use std::collections::BTreeMap;

use kernel::{
    Ask, Counsel, Input, Line, Lot, Play, Story,
    odds::{Chance, Until, Wish, from_here},
    roll::Pips,
};

use crate::{
    broken::{Held, Slip},
    case::Case,
};

/// At one position of each game where an action leads to dice: the chance of each verdict against its
/// share of the plays, with a margin of five standard deviations.
pub(crate) fn odds_agree<R: Counsel>(case: &Case<'_, R>) -> Held {
    const LEAST: usize = 200;
    let mut lot = case.lot(0, 6);
    let games = case.kit.games.len() * case.kit.seeds as usize;
    let plays = (case.kit.plays / games.max(1)).max(LEAST);
    let Some((n, after)) = thrown(case, &mut lot) else { return Ok(()) };
    let before = &case.trail.states[n];
    let wish = Wish { until: Until::Question, bound: 2_000, ..Wish::default() };
    let odds = from_here(case.rules(), before, after.clone(), wish);
    if odds.samples.is_some() {
        return Ok(());
    }
    if odds
        .outcomes
        .iter()
        .try_fold(Chance::NEVER, |sum, (_, chance)| plus(sum, *chance))
        .is_some_and(|sum| sum != Chance::SURE)
    {
        return Slip::at(n, "the chances do not add up to 1");
    }
    let mut counts: BTreeMap<Line, f64> = BTreeMap::new();
    for _ in 0..plays {
        *counts.entry(played(case.rules(), before, after.clone(), &mut lot)).or_default() += 1.0;
    }
    for (verdict, chance) in &odds.outcomes {
        let p = chance.num as f64 / chance.den as f64;
        let expected = p * plays as f64;
        let count = counts.remove(verdict).unwrap_or_default();
        // A rare verdict is not normally distributed; three plays more are no proof of anything.
        let margin = 5.0 * (expected * (1.0 - p)).sqrt() + if p < 1.0 { 3.0 } else { 0.0 };
        if (count - expected).abs() > margin {
            return Slip::at(
                n,
                format!("{verdict:?} has a chance of {chance}, but came {count} times in {plays}"),
            );
        }
    }
    match counts.first_key_value() {
        Some((verdict, count)) => {
            Slip::at(n, format!("{verdict:?} has no chance, but came {count} times in {plays}"))
        }
        None => Ok(()),
    }
}

fn plus(a: Chance, b: Chance) -> Option<Chance> {
    let num = a.num.checked_mul(b.den)?.checked_add(b.num.checked_mul(a.den)?)?;
    Some(Chance::new(num, a.den.checked_mul(b.den)?))
}

/// A position and the state after one of its actions that rests in a throw of its own frame.
fn thrown<R: Counsel>(case: &Case<'_, R>, lot: &mut Lot) -> Option<(usize, R::State)> {
    let rules = case.rules();
    let mut found = Vec::new();
    for (n, state) in case.close() {
        for (question, mut listed) in case.lists(state) {
            lot.shuffle(&mut listed);
            for action in listed.into_iter().take(12) {
                let mut after = state.clone();
                rules.carry_out(&mut after, Input::Act(question.seat, action), &mut Story::silent());
                if matches!(rules.ask(&after), Ask::Throw(_)) && rules.depth(&after) > rules.depth(state) {
                    found.push((n, after));
                }
            }
        }
    }
    let at = lot.below(found.len().max(1));
    found.into_iter().nth(at)
}

/// One play with real dice up to the next question or the return to the frame it began in.
fn played<R: Counsel>(rules: &R, before: &R::State, mut state: R::State, lot: &mut Lot) -> Line {
    while let Ask::Throw(roll) = rules.ask(&state)
        && rules.depth(&state) > rules.depth(before)
    {
        let sides = usize::from(roll.pool.sides());
        let pips: Pips = (0..roll.pool.dice()).map(|_| lot.below(sides) as u8 + 1).collect();
        let fall = roll.pool.fall(&pips).expect("pips made for this pool");
        rules.fall(&mut state, fall, &mut Story::silent());
    }
    rules.verdict(before, &state)
}
