//! Forecasts and luck in words.

use super::{SaidAmount, SaidBranch, SaidChance, SaidForecast, SaidLuck, SaidToll, Spoken, TollKind};
use crate::{
    luck::{Luck, luck},
    odds::{Amount, Branch, Chance, Forecast, Row, Toll, Until, Wish},
    system::Game,
    thing::Side,
    words::Line,
};

/// A fraction that is exact, as text.
fn fraction(forecast: &Forecast, chance: Chance) -> String {
    match forecast.is_exact() && !forecast.rounded {
        true => chance.to_string(),
        false => String::new(),
    }
}

impl<R: Game> Spoken<R> {
    pub(super) fn forecast_in_words(&self, forecast: &Forecast, wish: Wish) -> SaidForecast {
        let row = |row: &Row| SaidChance {
            key: row.line.key.to_owned(),
            text: self.line(&row.line),
            chance: fraction(forecast, row.chance),
            millionths: row.chance.millionths() as u32,
            error_millionths: row.error as u32,
        };
        let (shown, folded) = forecast.folded();
        let mut outcomes: Vec<SaidChance> = shown.iter().map(row).collect();
        let folded: Vec<SaidChance> = folded.iter().map(row).collect();
        if !folded.is_empty() {
            outcomes.push(self.other_outcomes(forecast, &folded));
        }
        let branches = |branches: &[Branch]| branches.iter().map(|b| self.branch_in_words(b, wish)).collect();
        SaidForecast {
            outcomes,
            folded,
            tolls: self.tolls_in_words(forecast),
            states: forecast.states,
            exact: forecast.is_exact(),
            samples: forecast.samples,
            policy: wish.policy.map(|p| p.to_string()),
            until: match wish.until {
                Until::Question => "question".to_owned(),
                Until::End => "end".to_owned(),
            },
            answers: branches(&forecast.answers),
            hidden: branches(&forecast.hidden),
        }
    }

    /// The row into which others are folded.
    fn other_outcomes(&self, forecast: &Forecast, folded: &[SaidChance]) -> SaidChance {
        let rows = forecast.folded().1;
        let sum = rows.iter().try_fold(Chance::NEVER, |sum, row| sum.plus(row.chance));
        let line = Line::new("odds-other");
        SaidChance {
            key: line.key.to_owned(),
            text: self.line(&line),
            chance: sum.map_or_else(String::new, |sum| fraction(forecast, sum)),
            millionths: folded.iter().map(|row| row.millionths).sum(),
            error_millionths: folded.iter().map(|row| row.error_millionths).max().unwrap_or(0),
        }
    }

    fn branch_in_words(&self, branch: &Branch, wish: Wish) -> SaidBranch {
        SaidBranch {
            text: self.line(&branch.line),
            action: branch.action.clone(),
            millionths: branch.share.millionths() as u32,
            forecast: self.forecast_in_words(&branch.forecast, wish),
        }
    }

    fn tolls_in_words(&self, forecast: &Forecast) -> Vec<SaidToll> {
        type Part = fn(&Toll) -> Amount;
        let kinds: [(TollKind, &'static str, Part); 3] = [
            (TollKind::Losses, "forecast-losses", |toll| toll.losses),
            (TollKind::Leader, "forecast-leader", |toll| toll.leader),
            (TollKind::Morale, "forecast-morale", |toll| toll.morale),
        ];
        let of = |part: Part| {
            let sides = Side::ALL.into_iter().zip(&forecast.tolls);
            let amount = |(side, toll): (Side, &Toll)| SaidAmount {
                side: self.side_id(side),
                amount: fraction(forecast, part(toll).value),
                millionths: part(toll).value.millionths() as u32,
                error_millionths: part(toll).error as u32,
            };
            sides.map(amount).collect()
        };
        kinds
            .into_iter()
            .filter(|(_, _, part)| forecast.tolls.iter().any(|toll| !part(toll).value.is_never()))
            .map(|(kind, key, part)| SaidToll { kind, text: self.line(&Line::new(key)), of: of(part) })
            .collect()
    }

    pub(super) fn luck_in_words(&self, from: u32, most: usize) -> Vec<SaidLuck> {
        let said = |luck: Luck| SaidLuck {
            number: luck.number,
            clock: luck.clock,
            side: luck.side.0,
            rule: luck.rule.to_string(),
            text: self.line(&luck.line),
            pips: luck.pips,
            expected_tenths: luck.expected_tenths,
            swing: luck.swing,
        };
        luck(&self.table, from, most).into_iter().map(said).collect()
    }
}
