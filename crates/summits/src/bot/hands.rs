//! Hands: what each card could be used for, which hands suit that, and bids.

use kernel::{Plan, Side};

use super::{
    HARM,
    threat::{Stack, Stacks},
};
use crate::{
    Summits,
    model::{
        cards::{Card, Hand},
        map::{self, bit},
        state::{Phase, State},
        units::{HIDEYOSHI, UnitSet},
    },
    notation::action::Action,
};

/// A plain action, which any card gives.
const PLAIN: i32 = 9;
/// What a use counts of the harm it promises, by type of card, in hundredths.
const ASSAULT: i32 = 60;
const FIRE: i32 = 40;
const AMBUSH: i32 = 45;
/// The factor on the value of a use at a honjin.
const DECISIVE: i32 = 2;
/// A unit turned to the front next to the enemy, and a unit that will have to be.
const RALLIED: i32 = 4;
const RALLIED_LATER: i32 = 3;
/// An Assault that wins the race for the mountain.
const RACE: i32 = 150;
/// A second group for Combined Actions.
const GROUP: i32 = 3;
/// The card that brings the next group, and the one that turns a clan.
const ARRIVAL: i32 = 150;
const TREASON: i32 = 45;
/// What the first, second and further cards of a type count, in hundredths.
const COPIES: [i32; 4] = [100, 72, 48, 30];
/// Hands proposed, and how many cards one must differ by from those before it, as long as there are such.
const PROPOSED: usize = 8;
const APART: u8 = 2;
/// By how much the worth of a hand is varied from situation to situation, in hundredths.
const VARIED: u64 = 7;

/// Bids, where time favours Hideyoshi's enemy, and where the road decides. They are estimates: shares of battles by length
/// have not been measured.
const FAIR: [u8; 2] = [8, 4];

impl Summits {
    /// What a card of each type could be used for, by a side with these stacks while the enemy is `there`.
    pub(super) fn card_values(&self, state: &State, side: Side, own: &Stacks, there: u64) -> [i32; 6] {
        let enemy = side.other();
        let honjin = self.scenario.honjin[0] | self.scenario.honjin[1];
        let weight = |area: hexmap::AreaId| if honjin & bit(area) != 0 { DECISIVE } else { 1 };
        let (mut assault, mut fire, mut ambush, mut rally, mut groups) = (0, 0, 0, 0, 0);
        for Stack { area, units, ready, .. } in own {
            let next = self.map.next[area.index()];
            let contact = there & bit(*area) != 0;
            let near = there & next;
            if !contact && near == 0 {
                continue;
            }
            groups += 1;
            let used = i32::from((*units & state.back).len());
            let count = i32::from(units.len());
            rally += (RALLIED * used + RALLIED_LATER * (count - used)) * weight(*area);
            if ready.is_empty() {
                continue;
            }
            let capped = |target: hexmap::AreaId, points: i32| {
                let units = state.here(target) & self.of_side[enemy.index()];
                points.min(250 * i32::from(units.len()))
            };
            for target in map::areas(near) {
                let (defence, _) = self.defence(state, target, enemy);
                assault = assault.max(capped(target, self.points(ready, defence)) * weight(target));
                let slope = self.level(*area) - self.level(target);
                fire = fire.max(capped(target, self.points(ready, defence - slope)) * weight(target));
                ambush = ambush.max(capped(target, self.points(ready, defence)) * weight(*area));
            }
        }
        let summit = self.scenario.mountain;
        let free = !state.controls(side, summit) && there & bit(summit) == 0;
        let reaches = |stack: &Stack| self.map.graph.distance(stack.area, summit).is_some_and(|far| far <= 2);
        let race = if free && own.iter().any(reaches) { RACE } else { 0 };
        let worth = |points: i32, part: i32| PLAIN + HARM * points / 100 * part / 100;
        let arrives = usize::from(state.marker) < self.scenario.track.len() && state.reinforced(side) == 0;
        [
            PLAIN + 3 + GROUP * groups.min(5),
            worth(assault, ASSAULT) + 4 + race,
            worth(fire, FIRE),
            PLAIN - 2 + rally.min(75),
            worth(ambush, AMBUSH) - 4,
            if side == HIDEYOSHI && arrives { ARRIVAL } else { self.treason_value(state, side) },
        ]
    }

    /// What the card that turns a clan may be worth: the largest clan that is left.
    fn treason_value(&self, state: &State, side: Side) -> i32 {
        if side != HIDEYOSHI || !self.may_turn(state) {
            return PLAIN - 6;
        }
        let on_map = state.here[..self.map.areas.len()].iter().fold(UnitSet::NONE, |all, here| all | *here);
        let most =
            self.treason_clans(state).map(|clan| (self.clans[clan.index()].units & on_map).len()).max();
        TREASON * i32::from(most.unwrap_or(0)) / 5
    }

    fn may_turn(&self, state: &State) -> bool {
        match state.phase {
            Phase::Hands => self.may_hold_treason(state),
            _ => state.second,
        }
    }

    /// How well a hand suits these uses: more of one type is worth less each.
    fn hand_value(&self, state: &State, hand: Hand, values: &[i32; 6]) -> i32 {
        let copies = |card: Card| -> i32 {
            let count = usize::from(hand.of(card));
            let value = values[card.index()];
            if card == Card::Reinforcements && count > 1 {
                // The second one is treason.
                return value + self.treason_value(state, HIDEYOSHI);
            }
            (0..count).map(|n| value * COPIES[n.min(COPIES.len() - 1)] / 100).sum()
        };
        Card::ALL.into_iter().map(copies).sum()
    }

    /// What the cards in a side's hand are worth.
    pub(super) fn cards_worth(&self, state: &State, side: Side, own: &Stacks, there: u64) -> i32 {
        let hand = state.hands[side.index()];
        if hand.is_empty() {
            return 0;
        }
        self.hand_value(state, hand, &self.card_values(state, side, own, there))
    }

    fn values_now(&self, state: &State, side: Side) -> [i32; 6] {
        let own = self.stacks(state, side, self.presence(state, side));
        self.card_values(state, side, &own, self.presence(state, side.other()))
    }

    /// Every hand of as many cards as are allowed, with what it is worth here, best first.
    fn hands(&self, state: &State, side: Side) -> Vec<(i32, Hand)> {
        let (limit, _) = self.hand_limit(state, side);
        let values = self.values_now(state, side);
        let mut found = Vec::new();
        let mut fill = vec![(Hand::default(), 0, limit)];
        while let Some((hand, type_, left)) = fill.pop() {
            let Some(&card) = Card::ALL.get(type_) else {
                if left == 0 {
                    let value = self.hand_value(state, hand, &values);
                    let varied = 100 + (mixed(state, hand) % VARIED) as i32;
                    found.push((value * varied / 100, hand));
                }
                continue;
            };
            for count in 0..=left.min(self.card_limit(state, side, card)).min(4) {
                let mut next = hand;
                next.0[card.index()] = count;
                fill.push((next, type_ + 1, left - count));
            }
        }
        found.sort_by(|a, b| b.cmp(a));
        found
    }

    pub(super) fn propose_hands(&self, state: &State, side: Side, out: &mut Vec<Plan<Action>>) {
        let hands = self.hands(state, side);
        let mut chosen: Vec<Hand> = Vec::new();
        for apart in [APART, 1] {
            for &(_, hand) in &hands {
                if chosen.len() < PROPOSED && chosen.iter().all(|other| distance(hand, *other) >= apart) {
                    chosen.push(hand);
                }
            }
        }
        if chosen.is_empty() {
            chosen.push(self.usual_hand(state, side));
        }
        out.extend(chosen.into_iter().map(|hand| Plan::from(Action::Hand(hand))));
    }

    /// What a side is thought to choose where a game is only imagined.
    pub(super) fn likely_hand(&self, state: &State, side: Side) -> Action {
        let best = self.hands(state, side).first().map(|(_, hand)| *hand);
        Action::Hand(best.unwrap_or_else(|| self.usual_hand(state, side)))
    }

    /// The card that is missed least when it is played face down. One that brings men is not spent so.
    pub(super) fn spare_card(&self, state: &State) -> Option<Card> {
        let side = state.active;
        let hand = state.hands[side.index()];
        let values = self.values_now(state, side);
        let arriving = usize::from(state.marker) < self.scenario.track.len() && state.reinforced(side) == 0;
        let spent = |card: &Card| hand.has(*card) && !(*card == Card::Reinforcements && arriving);
        let missed = |card: &Card| {
            let copies = usize::from(hand.of(*card)).min(COPIES.len());
            values[card.index()] * COPIES[copies - 1] / 100
        };
        Card::ALL.into_iter().filter(spent).min_by_key(missed)
    }

    /// 14.1: the length for which neither side is thought to be the better one.
    pub(super) fn bid(&self) -> Action {
        let fair = FAIR[usize::from(self.scenario.undecided.is_none())];
        Action::Bid(fair.clamp(1, self.scenario.turns))
    }
}

/// In how many cards two hands of one size differ.
fn distance(a: Hand, b: Hand) -> u8 {
    a.0.iter().zip(b.0).map(|(a, b)| a.saturating_sub(b)).sum()
}

/// A number that follows from what everybody sees and from the hand: the same hand is not best in every situation.
fn mixed(state: &State, hand: Hand) -> u64 {
    let lost = u64::from(state.here(crate::model::state::LOST).len());
    let seen = [u64::from(state.turn), state.control[0], state.control[1], lost];
    let words = seen.into_iter().chain(hand.0.map(u64::from));
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }) >> 7
}
