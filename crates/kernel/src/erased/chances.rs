//! Odds and luck in words.

use super::{SaidChance, SaidLuck, SaidOdds, Spoken};
use crate::{
    counsel::Counsel,
    luck::{Luck, luck},
    odds::{Odds, Until, Wish},
};

impl<R: Counsel> Spoken<R> {
    pub(super) fn odds_in_words(&self, odds: &Odds, wish: Wish) -> SaidOdds {
        SaidOdds {
            outcomes: odds
                .outcomes
                .iter()
                .map(|(line, chance)| SaidChance {
                    key: line.key.to_owned(),
                    text: self.line(line),
                    chance: chance.to_string(),
                    millionths: chance.millionths() as u32,
                    error_millionths: odds.error_millionths(*chance) as u32,
                })
                .collect(),
            states: odds.states,
            exact: odds.samples.is_none(),
            policy: wish.policy.map(|p| p.to_string()),
            until: match wish.until {
                Until::Question => "question".to_owned(),
                Until::End => "end".to_owned(),
            },
        }
    }

    pub(super) fn luck_in_words(&self) -> Vec<SaidLuck> {
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
        luck(&self.table).into_iter().map(said).collect()
    }
}
