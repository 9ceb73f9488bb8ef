//! Forecasts of the fights that greedy bots pick.

use bots::Level;
use kernel::{
    Ask, Faults, Plan, Play, Seat, Story, System,
    odds::{Forecast, Until, Wish, known_odds, odds},
};

use super::{Battle, most, of};
use crate::{
    line::{Line, Unit},
    measure::{Pace, quantile, seconds},
    records::{recorded, steps, walk},
};

/// The moment before the dice of a fight.
struct Eve<R: System> {
    state: R::State,
    seat: Seat,
    action: R::Action,
}

/// Every action of some recorded games that leads into a fight: to its dice, or to a question of the enemy.
fn eves<R: System>(battle: &Battle<R>, games: u32) -> Result<Vec<Eve<R>>, Faults> {
    let rules = &*battle.rules;
    let mut eves = Vec::new();
    for record in recorded::<R>(&battle.name, &Level::Greedy, games)? {
        walk(rules, &steps(rules, &record), |state, seat, action| {
            let mut next = state.clone();
            let played = rules.play(&mut next, seat, action, &mut Story::silent()).is_ok();
            let inside = rules.depth(&next) >= rules.depth(state).max(1);
            let begins = match rules.ask(&next) {
                Ask::Throw(_) => true,
                Ask::Choose(questions) => questions.iter().all(|question| question.seat != seat),
                Ask::Over(_) => false,
            };
            if played && inside && begins {
                eves.push(Eve { state: state.clone(), seat, action: action.clone() });
            }
        });
    }
    Ok(eves)
}

/// Is every figure exact? Where hands are hidden and matter, the whole is a mean over several worlds; then that of each
/// condition must be exact.
fn is_exact(found: &Forecast) -> bool {
    let by_condition = || found.hidden.iter().all(|branch| branch.forecast.is_exact());
    found.is_exact() || !found.hidden.is_empty() && by_condition()
}

/// Throws that were looked at, those for each answer of the enemy included.
fn throws(found: &Forecast) -> usize {
    found.states + found.answers.iter().map(|branch| branch.forecast.states).sum::<usize>()
}

/// Five lines of a system: how long a forecast to the next question takes at most, one of a whole fight in the middle,
/// how many take less than a millisecond, how many are exact, and how many throws are looked at in 20 ms: the bound up to
/// which forecasts are exact must not be below that. They are what the seat may know.
pub(crate) fn forecasts<R: System>(battles: &[Battle<R>], pace: Pace) -> Result<Vec<Line>, Faults> {
    const SHORT: f64 = 1e-3;
    // In shorter ones a throw costs less than what is done once.
    const LONG: usize = 100;
    let mut costs = Vec::new();
    let (mut to_question, mut to_end) = (Vec::new(), Vec::new());
    let (mut exact, mut exact_worlds, mut states, mut slow) = (0, 0, Vec::new(), 0.0f64);
    for battle in battles {
        let eves = eves(battle, pace.games)?;
        let stride = eves.len().div_ceil(pace.fights).max(1);
        for Eve { state, seat, action } in eves.into_iter().step_by(stride) {
            let plan = Plan::from(action);
            let ask = |until| {
                let wish = Wish { until, ..Wish::default() };
                known_odds(&*battle.rules, &state, seat, &plan, wish).expect("what was recorded has odds")
            };
            let (end, known) = seconds(|| ask(Until::End));
            if known.states == 0 {
                continue;
            }
            let world = odds(&*battle.rules, &state, seat, &plan, Wish::default());
            exact_worlds += usize::from(world.is_ok_and(|world: Forecast| world.is_exact()));
            to_question.push(seconds(|| ask(Until::Question)).0);
            to_end.push(end);
            states.push(known.states as f64);
            exact += usize::from(is_exact(&known));
            if known.is_exact() {
                slow = slow.max(end);
                if throws(&known) >= LONG {
                    costs.push(end / throws(&known) as f64);
                }
            }
        }
    }
    let fights = to_end.len() as f64;
    let share = |count: usize| count as f64 / fights.max(1.0);
    let middle = |values: &[f64]| quantile(values.to_vec(), 0.5);
    let short = to_end.iter().filter(|time| **time < SHORT).count();
    Ok(vec![
        Line::at_most(
            of::<R>("a forecast to the next question, longest"),
            Unit::Seconds,
            most(&to_question),
            20e-3,
            1e-3,
        )
        .part("median", Unit::Seconds, middle(&to_question))
        .part("fights", Unit::Pieces, fights),
        Line::at_most(
            of::<R>("a forecast of one fight, median"),
            Unit::Seconds,
            middle(&to_end),
            130e-6,
            50e-6,
        )
        .part("states, median", Unit::Pieces, middle(&states))
        .part("90 %", Unit::Seconds, quantile(to_end.clone(), 0.9))
        .part("longest exact", Unit::Seconds, slow)
        .part("longest", Unit::Seconds, most(&to_end)),
        Line::at_least(of::<R>("forecasts of a fight below 1 ms"), Unit::Ratio, share(short), 0.9, 0.95),
        Line::at_least(of::<R>("forecasts of a fight that are exact"), Unit::Ratio, share(exact), 0.98, 1.0)
            .part("of one world", Unit::Ratio, share(exact_worlds)),
        within_budget::<R>(&costs),
    ])
}

/// The bound of throws against those that 20 ms suffice for, at what a throw costs in the cheapest long forecasts.
fn within_budget<R: System>(costs: &[f64]) -> Line {
    const BUDGET: f64 = 20e-3;
    let bound = Wish::default().bound as f64;
    let [cheap, middle] = [0.1, 0.5].map(|share| quantile(costs.to_vec(), share));
    let in_budget = |cost: f64| if cost > 0.0 { BUDGET / cost } else { 0.0 };
    Line::at_most(of::<R>("throws looked at in 20 ms"), Unit::Pieces, in_budget(cheap), bound, bound)
        .part("the bound", Unit::Pieces, bound)
        .part("a throw, median", Unit::Seconds, middle)
        .part("long forecasts", Unit::Pieces, costs.len() as f64)
}
