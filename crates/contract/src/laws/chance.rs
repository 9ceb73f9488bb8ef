//! Forecasts: that they look at the dice, and that many plays agree with them.

use std::collections::BTreeMap;

use kernel::{
    Ask, Fall, Game, Line, Lot, Move, Order, Play, Roll, Seat, Story,
    odds::{Chance, Forecast, Hearing, NOTHING, Scope, Until, Wish, odds},
    roll::Pips,
};

use crate::{
    broken::{Held, Slip},
    case::Case,
};

/// At every question of a game, for one of its actions: where dice come before the fight is over, as habits go, the
/// forecast has looked at them.
pub(crate) fn odds_look<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    for (n, state) in case.all() {
        let mut lot = case.lot(n, 28);
        for (question, listed) in case.lists(state) {
            let action = lot.pick(&listed).clone();
            if !dice_follow(rules, state, question.seat, &action) {
                continue;
            }
            let wish = Wish { bound: 0, samples: 1, ..Wish::default() };
            let plan = action.clone().into();
            match odds(rules, state, question.seat, &plan, wish) {
                Ok(found) if found.states > 0 => {}
                found => {
                    let text = case.text(&action);
                    return Slip::at(n, format!("dice follow `{text}`, but its odds are {found:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Do dice come, with habits, before the game leaves the frame in which the question is asked or is back at the bottom?
/// Where it never was in such a frame, any dice before the next question count.
fn dice_follow<R: Game>(rules: &R, asked: &R::State, seat: Seat, action: &R::Action) -> bool {
    const MOST: usize = 100;
    let mut state = asked.clone();
    rules.carry_out(&mut state, Move::Act(seat, action.clone()), &mut Story::silent());
    let planned = state.clone();
    let scope = Scope { asked, planned: &planned, seat };
    let mut inside = false;
    for _ in 0..MOST {
        let is_inside = rules.depth(&state) >= rules.depth(asked).max(1);
        inside |= is_inside;
        match rules.ask(&state) {
            Ask::Throw(_) => return is_inside || !inside,
            Ask::Choose(_) if is_inside => {
                answer(rules, scope, &mut state, &mut Story::silent());
            }
            _ => return false,
        }
    }
    false
}

/// Where nothing has been begun before a plan, every question on its way is one of its fight
/// ([`Forecasts::is_of_plan`](kernel::Forecasts::is_of_plan)). So if the enemy is asked one there that turns the fight,
/// the forecast has a branch for each answer. Not so where hands are hidden: a branch would tell what is held.
pub(crate) fn odds_answers<R: Game>(case: &Case<'_, R>) -> Held {
    const PLAYS: usize = 8;
    const FORECASTS: usize = 4;
    let rules = case.rules();
    let mut left = if rules.profile().secrets { 0 } else { FORECASTS };
    for (n, asked) in case.close().filter(|(_, asked)| rules.depth(asked) == 0) {
        let mut lot = case.lot(n, 29);
        for (question, listed) in case.lists(asked) {
            let (seat, action) = (question.seat, lot.pick(&listed).clone());
            let mut plays = 0..PLAYS;
            let Some(answers) = plays.find_map(|_| first_turn(rules, asked, seat, &action, &mut lot)) else {
                continue;
            };
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            let wish = Wish { bound: 2_000, samples: 1, ..Wish::default() };
            let found = odds(rules, asked, seat, &action.clone().into(), wish);
            let Some(found) = found.ok().filter(Forecast::is_exact) else { continue };
            let given: Vec<&str> = found.answers.iter().filter_map(|b| b.action.as_deref()).collect();
            let missing =
                answers.iter().map(|answer| case.text(answer)).find(|t| !given.contains(&t.as_str()));
            if let Some(missing) = missing.filter(|_| given.len() < MOST_ANSWERS) {
                let text = case.text(&action);
                return Slip::at(
                    n,
                    format!("the enemy may answer `{missing}` to `{text}`: no forecast of it"),
                );
            }
        }
    }
    Ok(())
}

/// Forecasts are given for no more answers than these.
const MOST_ANSWERS: usize = 8;

/// One play with real dice: the answers of the enemy to his first question that turns the fight.
fn first_turn<R: Game>(
    rules: &R,
    asked: &R::State,
    seat: Seat,
    action: &R::Action,
    lot: &mut Lot,
) -> Option<Vec<R::Action>> {
    const MOST: usize = 200;
    let mut state = asked.clone();
    rules.carry_out(&mut state, Move::Act(seat, action.clone()), &mut Story::silent());
    let planned = state.clone();
    let scope = Scope { asked, planned: &planned, seat };
    let mut inside = false;
    for _ in 0..MOST {
        let ended = rules.has_ended(scope, &state);
        inside |= !ended;
        match rules.ask(&state) {
            Ask::Throw(roll) if !ended || !inside => {
                rules.fall(&mut state, thrown_by(lot, &roll), &mut Story::silent());
            }
            Ask::Choose(questions) if !ended => {
                let mut others = questions.iter().filter(|question| question.seat != seat);
                if let Some(question) = others.find(|question| rules.branches(&state, question.seat)) {
                    return Some(rules.listed(&state, question.seat)).filter(|listed| listed.len() > 1);
                }
                answer(rules, scope, &mut state, &mut Story::silent());
            }
            _ => return None,
        }
    }
    None
}

/// A forecast may leave out dice of the frame in which its plan lies ([`Forecasts::has_ended`](kernel::Forecasts::has_ended)),
/// such as the pursuit after a melee, but only when what the plan is about is decided: an event has told an outcome. The
/// laws above stop where forecasts do; this one says that they do not stop too early.
pub(crate) fn odds_end<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    for (n, asked) in case.close() {
        let mut lot = case.lot(n, 30);
        for (question, listed) in case.lists(asked) {
            let (seat, action) = (question.seat, lot.pick(&listed).clone());
            let eve = Eve { n, seat, action, until: Until::End };
            let (state, hearing) = played(case, &eve, &mut lot);
            let inside = rules.depth(&state) >= rules.depth(asked).max(1);
            let nothing = hearing.outcome() == Line::new(NOTHING);
            if inside && nothing && matches!(rules.ask(&state), Ask::Throw(_)) {
                let text = case.text(&eve.action);
                return Slip::at(
                    n,
                    format!("the forecast of `{text}` ends before its dice and without an outcome"),
                );
            }
        }
    }
    Ok(())
}

fn thrown_by(lot: &mut Lot, roll: &Roll) -> Fall {
    let sides = usize::from(roll.pool.sides());
    let pips: Pips = (0..roll.pool.dice()).map(|_| lot.below(sides) as u8 + 1).collect();
    roll.pool.fall(&pips).expect("pips made for this pool")
}

/// What forecasts assume: everyone answers by habit, and an enemy uses what he holds in secret.
fn answer<R: Game>(rules: &R, scope: Scope<'_, R::State>, state: &mut R::State, story: &mut Story<R::Event>) {
    let Ask::Choose(questions) = rules.ask(state) else { return };
    for question in questions {
        let seat = question.seat;
        if rules.ask(state).question_for(seat).is_none() {
            continue;
        }
        let uses = question.always && seat != scope.seat;
        let order = uses.then(|| rules.by_order(state, seat, Order::Always)).flatten();
        let action = order.unwrap_or_else(|| rules.assumed(scope, state, seat));
        rules.carry_out(state, Move::Act(seat, action), story);
    }
}

/// At one position of each game where an action leads to dice: the chance of each outcome against its share of the
/// plays, and the expected losses against their mean, with a margin of five standard deviations.
pub(crate) fn odds_agree<R: Game>(case: &Case<'_, R>) -> Held {
    const LEAST: usize = 200;
    let mut lot = case.lot(0, 6);
    let games = case.kit.games.len() * case.kit.seeds as usize;
    let plays = (case.kit.plays / games.max(1)).max(LEAST);
    let Some((n, seat, action)) = thrown(case, &mut lot) else { return Ok(()) };
    let (rules, asked) = (case.rules(), &case.trail.states[n]);
    for until in [Until::Question, Until::End] {
        let wish = Wish { until, bound: 2_000, samples: 1, ..Wish::default() };
        let Ok(found) = odds(rules, asked, seat, &action.clone().into(), wish) else {
            return Slip::at(n, format!("`{}` is listed, but has no odds", case.text(&action)));
        };
        if found.is_exact() {
            compare(case, &Eve { n, seat, action: action.clone(), until }, &found, plays, &mut lot)?;
        }
    }
    Ok(())
}

/// An action that leads to dice, and how far it is looked at.
struct Eve<A> {
    n: usize,
    seat: Seat,
    action: A,
    until: Until,
}

fn compare<R: Game>(
    case: &Case<'_, R>,
    eve: &Eve<R::Action>,
    found: &Forecast,
    plays: usize,
    lot: &mut Lot,
) -> Held {
    let n = eve.n;
    let mut rows = found.outcomes.iter().map(|row| row.chance);
    if !found.rounded && rows.try_fold(Chance::NEVER, Chance::plus).is_some_and(|sum| sum != Chance::SURE) {
        return Slip::at(n, "the chances do not add up to 1");
    }
    let mut counts: BTreeMap<Line, f64> = BTreeMap::new();
    let mut losses: [Vec<f64>; 2] = Default::default();
    for _ in 0..plays {
        let (_, hearing) = played(case, eve, lot);
        *counts.entry(hearing.outcome()).or_default() += 1.0;
        for (sums, lost) in losses.iter_mut().zip(hearing.losses) {
            sums.push(f64::from(lost));
        }
    }
    let number = |chance: Chance| chance.num as f64 / chance.den as f64;
    for row in &found.outcomes {
        let p = number(row.chance);
        let expected = p * plays as f64;
        let count = counts.remove(&row.line).unwrap_or_default();
        // A rare outcome is not normally distributed; three plays more are no proof of anything.
        let margin = 5.0 * (expected * (1.0 - p)).sqrt() + if p < 1.0 { 3.0 } else { 0.0 };
        if (count - expected).abs() > margin {
            return Slip::at(
                n,
                format!("{:?} has a chance of {}, but came {count} times in {plays}", row.line, row.chance),
            );
        }
    }
    if let Some((line, count)) = counts.into_iter().find(|(_, count)| *count > 3.0 || !found.rounded) {
        return Slip::at(n, format!("{line:?} has no chance, but came {count} times in {plays}"));
    }
    for (side, lost) in losses.iter().enumerate() {
        let expected = number(found.tolls[side].losses.value);
        let mean = lost.iter().sum::<f64>() / plays as f64;
        let variance = lost.iter().map(|n| (n - expected).powi(2)).sum::<f64>() / plays as f64;
        let most = lost.iter().fold(1.0, |most: f64, n| most.max(*n));
        if (mean - expected).abs() > 5.0 * (variance / plays as f64).sqrt() + 3.0 * most / plays as f64 {
            return Slip::at(n, format!("side {side} should lose {expected} and loses {mean}"));
        }
    }
    Ok(())
}

/// A position and one of its actions that leads to a throw of its own frame.
fn thrown<R: Game>(case: &Case<'_, R>, lot: &mut Lot) -> Option<(usize, Seat, R::Action)> {
    let rules = case.rules();
    let mut found = Vec::new();
    for (n, state) in case.close() {
        for (question, mut listed) in case.lists(state) {
            lot.shuffle(&mut listed);
            for action in listed.into_iter().take(12) {
                let mut after = state.clone();
                let input = Move::Act(question.seat, action.clone());
                rules.carry_out(&mut after, input, &mut Story::silent());
                if matches!(rules.ask(&after), Ask::Throw(_)) {
                    found.push((n, question.seat, action));
                }
            }
        }
    }
    let at = lot.below(found.len().max(1));
    found.into_iter().nth(at)
}

/// One play with real dice up to the next question or the end of the fight: where it ends, and what has come of it.
fn played<R: Game>(case: &Case<'_, R>, eve: &Eve<R::Action>, lot: &mut Lot) -> (R::State, Hearing) {
    let &Eve { n, seat, ref action, until } = eve;
    let (rules, asked) = (case.rules(), &case.trail.states[n]);
    let mut story = Story::telling();
    let mut state = asked.clone();
    rules.carry_out(&mut state, Move::Act(seat, action.clone()), &mut story);
    let planned = state.clone();
    let scope = Scope { asked, planned: &planned, seat };
    let mut inside = false;
    loop {
        let ended = rules.has_ended(scope, &state);
        inside |= !ended;
        match rules.ask(&state) {
            Ask::Throw(roll) if !ended || !inside => {
                rules.fall(&mut state, thrown_by(lot, &roll), &mut story);
            }
            Ask::Choose(_) if until == Until::End && !ended => {
                answer(rules, scope, &mut state, &mut story);
            }
            _ => break,
        }
    }
    let mut hearing = Hearing::default();
    hearing.hear(rules, scope, &story.events);
    (state, hearing)
}
