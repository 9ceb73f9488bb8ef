//! Exact odds of the fights that greedy bots pick.

use bots::Level;
use kernel::{
    Ask, Faults, Plan, Play, Rules, Seat, Story,
    odds::{Until, Wish, odds},
};
use yukimura::{Action, State, Yukimura};

use super::{Battle, most};
use crate::{
    line::{Line, Unit},
    measure::{Pace, quantile, seconds},
    records::{recorded, steps, walk},
};

/// The moment before the dice of a volley or melee.
struct Eve {
    state: State,
    seat: Seat,
    action: Action,
}

/// Every volley and melee of some recorded games.
fn eves(battle: &Battle, games: u32) -> Result<Vec<Eve>, Faults> {
    let rules = &*battle.rules;
    let mut eves = Vec::new();
    for record in recorded::<Yukimura>(&battle.name, &Level::Greedy, games)? {
        walk(rules, &steps(rules, &record), |state, seat, &action| {
            let mut next = state.clone();
            let begins = state.fight().is_none()
                && rules.play(&mut next, seat, &action, &mut Story::silent()).is_ok()
                && next.fight().is_some()
                && matches!(rules.ask(&next), Ask::Throw(_));
            if begins {
                eves.push(Eve { state: state.clone(), seat, action });
            }
        });
    }
    Ok(eves)
}

/// Three lines: the longest wait for the odds up to the next question, and the middle one and the ninetieth of a hundred
/// for those up to the end of the fight. The odds of a whole battle are a matter of other systems.
pub(crate) fn exact_odds(battles: &[Battle], pace: Pace) -> Result<Vec<Line>, Faults> {
    let (mut to_question, mut to_end) = (Vec::new(), Vec::new());
    let mut exact = 0;
    for battle in battles {
        let eves = eves(battle, pace.games)?;
        let stride = eves.len().div_ceil(pace.fights).max(1);
        for Eve { state, seat, action } in eves.into_iter().step_by(stride) {
            let plan = Plan::from(action);
            let ask = |until| {
                let wish = Wish { until, ..Wish::default() };
                odds(&*battle.rules, &state, seat, &plan, wish).expect("what was recorded is legal")
            };
            to_question.push(seconds(|| ask(Until::Question)).0);
            let (end, odds) = seconds(|| ask(Until::End));
            to_end.push(end);
            exact += usize::from(odds.samples.is_none());
        }
    }
    let fights = to_end.len() as f64;
    let middle = |values: &[f64]| quantile(values.to_vec(), 0.5);
    let ninetieth = quantile(to_end.clone(), 0.9);
    Ok(vec![
        Line::at_most(
            "exact odds to the next question, longest",
            Unit::Seconds,
            most(&to_question),
            1e-3,
            1e-3,
        )
        .part("median", Unit::Seconds, middle(&to_question))
        .part("fights", Unit::Pieces, fights),
        Line::at_most("exact odds, one fight (median)", Unit::Seconds, middle(&to_end), 1e-3, 50e-6),
        Line::at_most("exact odds, one fight (90 %)", Unit::Seconds, ninetieth, 10e-3, 10e-3)
            .part("longest", Unit::Seconds, most(&to_end))
            .part("share that is exact", Unit::Ratio, exact as f64 / fights.max(1.0)),
    ])
}
