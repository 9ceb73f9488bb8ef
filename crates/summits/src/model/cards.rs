//! 2.3 and 6: the action cards, hands and combinations.

use kernel::Name;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Card {
    CombinedActions,
    Assault,
    Fire,
    Rally,
    Ambush,
    Reinforcements,
}

impl Card {
    pub const ALL: [Card; 6] =
        [Card::CombinedActions, Card::Assault, Card::Fire, Card::Rally, Card::Ambush, Card::Reinforcements];
    pub const CODES: [&'static str; 6] = ["CA", "AS", "FI", "RA", "AM", "RE"];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn code(self) -> &'static str {
        Card::CODES[self.index()]
    }

    pub fn of_code(code: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.code() == code)
    }
}

/// What is printed on a card, and how many of it a side has.
#[derive(Clone, Debug)]
pub struct Print {
    pub name: Name,
    pub text: String,
    pub copies: [u8; 2],
}

/// How many cards of each type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hand(pub [u8; 6]);

impl Hand {
    pub fn of(self, card: Card) -> u8 {
        self.0[card.index()]
    }

    pub fn has(self, card: Card) -> bool {
        self.of(card) > 0
    }

    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    pub fn take(&mut self, card: Card) {
        self.0[card.index()] -= 1;
    }

    /// The types that are in it.
    pub fn types(self) -> Set {
        self.cards().fold(Set::NONE, Set::with)
    }

    /// Every card, types in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().flat_map(move |card| std::iter::repeat_n(card, usize::from(self.of(card))))
    }
}

/// A combination: a set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Set(u8);

impl From<Set> for Hand {
    /// One card of each type.
    fn from(set: Set) -> Hand {
        Hand(Card::ALL.map(|card| u8::from(set.has(card))))
    }
}

impl Set {
    pub const NONE: Set = Set(0);
    /// Fire, Rally and Reinforcements: each fills one action of its play.
    pub const SPECIAL: Set =
        Set(1 << Card::Fire as u8 | 1 << Card::Rally as u8 | 1 << Card::Reinforcements as u8);

    pub fn one(card: Card) -> Set {
        Set(1 << card.index())
    }

    #[inline]
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    pub fn with(self, card: Card) -> Set {
        Set(self.0 | 1 << card.index())
    }

    pub fn without(self, card: Card) -> Set {
        Set(self.0 & !(1 << card.index()))
    }

    pub fn both(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| self.has(*card))
    }

    /// Every set of types that can be played openly, single cards first, in a stable order.
    pub fn all() -> impl Iterator<Item = Set> {
        const TYPES: [Card; 5] =
            [Card::CombinedActions, Card::Assault, Card::Fire, Card::Rally, Card::Reinforcements];
        (1..=5u8).flat_map(|size| {
            (1..32u8).filter(move |mask| mask.count_ones() as u8 == size).map(|mask| {
                let chosen = TYPES.into_iter().enumerate().filter(|(n, _)| mask >> n & 1 != 0);
                chosen.fold(Set::NONE, |set, (_, card)| set.with(card))
            })
        })
    }

    /// how many actions the play has.
    pub fn actions(self) -> u8 {
        1 + u8::from(self.has(Card::CombinedActions)) + u8::from(self.has(Card::Assault))
    }

    /// is there an action for every special? Where Rally is free in combinations it needs none.
    pub fn adds_up(self, free_rally: bool) -> bool {
        let mut special = self.both(Set::SPECIAL);
        if free_rally && self.len() > 1 {
            special = special.without(Card::Rally);
        }
        !self.is_empty() && special.len() <= self.actions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_five_of_thirty_one_sets_add_up() {
        let sets: Vec<Set> = Set::all().collect();
        assert_eq!(sets.len(), 31);
        let illegal: Vec<String> = sets
            .iter()
            .filter(|set| !set.adds_up(false))
            .map(|set| set.cards().map(Card::code).collect::<Vec<_>>().join("+"))
            .collect();
        assert_eq!(
            illegal,
            ["FI+RA", "FI+RE", "RA+RE", "FI+RA+RE", "CA+FI+RA+RE", "AS+FI+RA+RE"],
            "the six of the card list"
        );
    }

    #[test]
    fn a_free_rally_needs_no_action_in_a_combination() {
        let set = Set::one(Card::Fire).with(Card::Rally);
        assert!(set.adds_up(true) && !set.adds_up(false));
        assert!(!set.with(Card::Reinforcements).adds_up(true));
    }
}
