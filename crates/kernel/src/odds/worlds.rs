//! Forecasts where something is hidden: over worlds that the seat must hold possible.

use super::{
    Chance, Forecast, NoForecast, Wish,
    forecast::{Amount, Branch, Row, half_width},
    looked,
    mass::Overflow,
};
use crate::{
    lot::Lot,
    plans::Plan,
    refusal::Refusal,
    system::Game,
    thing::{Seat, Viewer},
    words::Line,
};

/// How many worlds are imagined where the forecast may depend on what is hidden.
const WORLDS: u32 = 24;

/// The forecast as a seat may know it. Where nothing hidden lies on the way it is that of one world. Otherwise it is
/// the mean over worlds the seat must hold possible, drawn in the same way whatever the truth is, with the spread
/// between them as its error, and split by the condition that the rules name.
pub fn known_odds<R: Game>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<Forecast, NoForecast> {
    if !rules.profile().secrets {
        return Ok(looked(rules, state, seat, plan, wish)?.0);
    }
    let viewer = Viewer::Seat(seat);
    let mut lot = Lot::new(0);
    let first = rules.imagine(state, viewer, &mut lot);
    let (forecast, met) = looked(rules, &first, seat, plan, wish)?;
    if !met.others {
        return Ok(forecast);
    }
    // Worlds are often equal: few hands are possible. Each is looked through once.
    let mut hidden = met.hidden;
    let mut known: Vec<(R::State, Forecast)> = vec![(first.clone(), forecast)];
    let mut worlds: Vec<(Option<Line>, usize)> = vec![(rules.hidden_condition(&first, seat), 0)];
    let part = Wish { bound: wish.bound / 4, ..wish };
    while worlds.len() < WORLDS as usize {
        let world = rules.imagine(state, viewer, &mut lot);
        let condition = rules.hidden_condition(&world, seat);
        let at = match known.iter().position(|(seen, _)| *seen == world) {
            Some(at) => at,
            None => {
                let (forecast, met) = looked(rules, &world, seat, plan, part)?;
                hidden |= met.hidden;
                known.push((world, forecast));
                known.len() - 1
            }
        };
        worlds.push((condition, at));
    }
    let agree = known.iter().all(|(_, forecast)| *forecast == known[0].1);
    if agree && !hidden {
        return Ok(known.swap_remove(0).1);
    }
    let of = |wanted: &dyn Fn(&Option<Line>) -> bool| -> Vec<&Forecast> {
        worlds.iter().filter(|(condition, _)| wanted(condition)).map(|&(_, at)| &known[at].1).collect()
    };
    let mut all = mean(&of(&|_| true))?;
    let mut conditions: Vec<&Option<Line>> = worlds.iter().map(|(condition, _)| condition).collect();
    conditions.sort();
    conditions.dedup();
    if conditions.len() > 1 && !agree {
        for condition in conditions.into_iter().rev() {
            let group = of(&|other| other == condition);
            all.hidden.push(Branch {
                line: condition.clone().unwrap_or_else(|| Line::new("odds-if-not")),
                action: None,
                share: Chance::new(group.len() as u128, u128::from(WORLDS)),
                forecast: mean(&group)?,
            });
        }
    }
    Ok(all)
}

/// The mean of forecasts, each figure with the spread between them.
fn mean(forecasts: &[&Forecast]) -> Result<Forecast, Overflow> {
    if forecasts.iter().all(|forecast| *forecast == forecasts[0]) {
        return Ok(forecasts[0].clone());
    }
    let mut lines: Vec<&Line> = Vec::new();
    for row in forecasts.iter().flat_map(|forecast| &forecast.outcomes) {
        if !lines.contains(&&row.line) {
            lines.push(&row.line);
        }
    }
    let amount = |of: &dyn Fn(&Forecast) -> Amount| {
        let values: Vec<Amount> = forecasts.iter().map(|forecast| of(forecast)).collect();
        middle(&values)
    };
    let mut all = Forecast {
        states: forecasts.iter().map(|forecast| forecast.states).sum(),
        samples: Some(forecasts.len() as u32),
        rounded: forecasts.iter().any(|forecast| forecast.rounded),
        ..Forecast::default()
    };
    for line in lines {
        let chance = |forecast: &Forecast| {
            let row = forecast.outcomes.iter().find(|row| row.line == *line);
            row.map_or_else(Amount::default, |row| Amount { value: row.chance, error: row.error })
        };
        let Amount { value, error } = amount(&chance)?;
        all.outcomes.push(Row { line: line.clone(), chance: value, error });
    }
    for side in 0..2 {
        all.tolls[side].losses = amount(&|forecast| forecast.tolls[side].losses)?;
        all.tolls[side].leader = amount(&|forecast| forecast.tolls[side].leader)?;
        all.tolls[side].morale = amount(&|forecast| forecast.tolls[side].morale)?;
    }
    all.sort();
    Ok(all)
}

/// The mean of figures. Its error is the spread between them and what each of them may be off itself.
fn middle(values: &[Amount]) -> Result<Amount, Overflow> {
    let count = values.len() as u128;
    let sum = values.iter().try_fold(Chance::NEVER, |sum, amount| sum.plus(amount.value));
    let value = sum.and_then(|sum| sum.times(1, count)).ok_or(Overflow)?;
    let mean = i128::from(value.millionths());
    let squares: u128 = values
        .iter()
        .map(|amount| (i128::from(amount.value.millionths()) - mean).unsigned_abs().pow(2))
        .sum();
    let own = values.iter().map(|amount| amount.error).max().unwrap_or(0);
    Ok(Amount { value, error: half_width(squares / count, values.len() as u32) + own })
}

/// The forecast as a seat may know it, sampled: its fractions always have room, and every figure has its error.
pub fn sampled_odds<R: Game>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<Forecast, Refusal> {
    known_odds(rules, state, seat, plan, Wish { bound: 0, ..wish }).map_err(|why| match why {
        NoForecast::Refused(refusal) => refusal,
        NoForecast::Overflow => unreachable!("counts of plays and worlds have room in 128 bits"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(num: u128, den: u128) -> Amount {
        Amount { value: Chance { num, den }, error: 0 }
    }

    #[test]
    fn a_mean_of_fractions_without_room_is_an_error() {
        // Their common denominator has more than 128 bits.
        let (a, b) = (3u128.pow(79), 5u128.pow(54));
        assert_eq!(middle(&[amount(a / 2, a), amount(b / 4, b)]), Err(Overflow));
        assert_eq!(middle(&[amount(1, 2), amount(1, 4)]).map(|mean| mean.value), Ok(Chance::new(3, 8)));
    }

    #[test]
    fn the_error_of_a_mean_is_the_spread() {
        assert_eq!(middle(&[amount(1, 3); 4]).map(|mean| mean.error), Ok(0));
        // Values of 0 and 1 half and half: a standard deviation of one half, over the root of four.
        let found = middle(&[amount(0, 1), amount(1, 1), amount(0, 1), amount(1, 1)]);
        assert_eq!(found.map(|mean| mean.error), Ok(490_000));
    }
}
