//! 15: what the two battles add: hands, length, commanders, the end.

use hexmap::AreaId;
use kernel::{Rule, Side, Story};

use crate::{
    Summits,
    model::{
        cards::{Card, Hand},
        state::{Ending, LOST, Over, State, on_map},
        units::{ANTI, HIDEYOSHI, UnitId, UnitSet},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

/// One battle, as its file has it.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub turns: u8,
    pub mountain: AreaId,
    pub first: Side,
    /// Spaces of the reinforcement track: the group printed there, or none.
    pub track: Vec<Option<u8>>,
    /// 15.2-3: Hideyoshi lays the groups out as he likes.
    pub free_order: bool,
    /// Areas of each side's honjin, and their commanders.
    pub honjin: [u64; 2],
    pub taisho: [UnitSet; 2],
    pub hideyoshi_hand: HideyoshiHand,
    pub anti_hand: AntiHand,
    /// 15.1-1a: each lost general of Hideyoshi's costs a turn.
    pub generals_shorten: bool,
    /// 15.2-1b: this many areas of the road, once.
    pub road_shortens: Option<u8>,
    /// 15.2-1c: this area, once.
    pub area_shortens: Option<AreaId>,
    /// 15.1-5 or 15.2-8: who wins an undecided battle; none compares the road.
    pub undecided: Option<Side>,
    /// 15.2-6b: a side's attacks in one turn.
    pub bonus: Option<Bonus>,
    /// 15.2-9b: the clans that may change sides.
    pub treason: Vec<crate::model::units::ClanId>,
    /// Hideyoshi himself.
    pub hideyoshi: UnitId,
}

#[derive(Clone, Copy, Debug)]
pub struct HideyoshiHand {
    pub base: u8,
    /// The most extra cards for spaces of the track.
    pub most: u8,
    pub rule: Rule,
}

#[derive(Clone, Copy, Debug)]
pub struct AntiHand {
    /// 15.2-2a: in the first turn, if it differs.
    pub first: Option<u8>,
    pub base: u8,
    /// More if he controls the mountain, if an enemy is beyond the line, if Hideyoshi is not on the map.
    pub mountain: u8,
    pub beyond: u8,
    pub absent: u8,
    pub rule: Rule,
}

#[derive(Clone, Copy, Debug)]
pub struct Bonus {
    pub side: Side,
    pub turn: u8,
    pub value: i16,
}

impl Scenario {
    /// The most cards a side can ever hold in a turn.
    pub(crate) fn largest_hand(&self, side: Side) -> u8 {
        if side == HIDEYOSHI {
            let hand = &self.hideyoshi_hand;
            return hand.base.saturating_add(hand.most);
        }
        let hand = &self.anti_hand;
        let more = [hand.mountain, hand.beyond, hand.absent];
        let later = more.into_iter().fold(hand.base, u8::saturating_add);
        hand.first.unwrap_or(0).max(later)
    }
}

impl Summits {
    /// How many cards a side may take into its hand, with the rule.
    pub fn hand_limit(&self, state: &State, side: Side) -> (u8, Rule) {
        if side == HIDEYOSHI {
            let hand = &self.scenario.hideyoshi_hand;
            return (hand.base + self.numbered_used(state).min(hand.most), hand.rule);
        }
        let hand = &self.scenario.anti_hand;
        if let Some(first) = hand.first.filter(|_| state.turn == 1) {
            return (first, hand.rule);
        }
        let mut limit = hand.base;
        let mut rule = hand.rule;
        if hand.mountain > 0 && state.controls(ANTI, self.scenario.mountain) {
            limit += hand.mountain;
            rule = if self.scenario.treason.is_empty() { rule } else { R_15_2_2B };
        }
        if hand.beyond > 0 && self.is_beyond_the_line(state) {
            limit += hand.beyond;
        }
        if hand.absent > 0 && !on_map(state.place_of(self.scenario.hideyoshi)) {
            limit += hand.absent;
            rule = R_15_2_2C;
        }
        (limit, rule)
    }

    /// Spaces of the track that were used and count for the hand.
    pub(crate) fn numbered_used(&self, state: &State) -> u8 {
        let used = self.scenario.track.iter().take(usize::from(state.marker));
        used.filter(|space| space.is_some()).count() as u8
    }

    fn is_beyond_the_line(&self, state: &State) -> bool {
        crate::model::map::areas(self.map.beyond).any(|area| (state.here(area) & self.of_side[0]).any())
    }

    /// How many cards of a type a side may take.
    pub fn card_limit(&self, state: &State, side: Side, card: Card) -> u8 {
        match card {
            Card::Reinforcements if side == ANTI => 0,
            // 6.1-6, 15.2-9a: a second one only for Treason.
            Card::Reinforcements => 1 + u8::from(self.may_hold_treason(state)),
            _ if self.options.no_type_limits => u8::MAX,
            _ => self.prints[card.index()].copies[side.index()],
        }
    }

    /// The most cards a side can ever hold in a turn.
    pub(crate) fn largest_hand(&self, side: Side) -> u8 {
        self.scenario.largest_hand(side)
    }

    /// The most cards of a type a side can ever hold in a turn.
    pub(crate) fn most_copies(&self, side: Side, card: Card) -> u8 {
        match card {
            Card::Reinforcements if side == ANTI => 0,
            Card::Reinforcements => 1 + u8::from(!self.scenario.treason.is_empty()),
            _ if self.options.no_type_limits => u8::MAX,
            _ => self.prints[card.index()].copies[side.index()],
        }
    }

    /// 15.2-9a.
    pub(crate) fn may_hold_treason(&self, state: &State) -> bool {
        let last = usize::from(state.marker) == self.scenario.track.len();
        !self.scenario.treason.is_empty() && (last || on_map(state.place_of(self.scenario.hideyoshi)))
    }

    /// the turn after which the battle ends.
    pub fn last_turn(&self, state: &State) -> u8 {
        let mut cut = state.cuts.iter().filter(|cut| **cut).count() as u8;
        if self.scenario.generals_shorten {
            cut += (state.here(LOST) & self.of_side[0] & self.generals).len();
        }
        state.length.saturating_sub(cut).max(state.turn)
    }

    /// 15.2-1: cuts that happen once.
    pub(crate) fn check_cuts(&self, state: &mut State, story: &mut Story<Event>) {
        if let Some(count) = self.scenario.road_shortens
            && !state.cuts[0]
            && (state.control[ANTI.index()] & self.map.road).count_ones() >= u32::from(count)
        {
            state.cuts[0] = true;
            let last = self.last_turn(state);
            story.tell(|| Event::Shortened { last, rule: R_15_2_1B });
        }
        if let Some(area) = self.scenario.area_shortens
            && !state.cuts[1]
            && state.controls(ANTI, area)
        {
            state.cuts[1] = true;
            let last = self.last_turn(state);
            story.tell(|| Event::Shortened { last, rule: R_15_2_1C });
        }
    }

    /// 13.0-3: nobody has won by the end of the last turn.
    pub(crate) fn decide(&self, state: &State) -> Over {
        if let Some(winner) = self.scenario.undecided {
            return Over { winner: Some(winner), by: Ending::Time };
        }
        let road = |side: Side| (state.control[side.index()] & self.map.road).count_ones();
        let lost = |side: Side| (state.here(LOST) & self.of_side[side.index()]).len();
        let more = |a: u32, b: u32| match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(HIDEYOSHI),
            std::cmp::Ordering::Less => Some(ANTI),
            std::cmp::Ordering::Equal => None,
        };
        match more(road(HIDEYOSHI), road(ANTI)) {
            Some(winner) => Over { winner: Some(winner), by: Ending::MoreRoad },
            None => Over { winner: more(lost(ANTI).into(), lost(HIDEYOSHI).into()), by: Ending::Losses },
        }
    }

    /// 13.0-1, 13.0-2, 15.2-7: has this side won outright?
    pub(crate) fn has_won(&self, state: &State, side: Side) -> Option<Ending> {
        let enemy = side.other().index();
        if state.control[side.index()] & self.scenario.honjin[enemy] != 0 {
            return Some(Ending::Honjin);
        }
        if (state.here(LOST) & self.scenario.taisho[enemy]).any() {
            return Some(Ending::Taisho);
        }
        let road = self.map.road;
        let all = side == ANTI && road != 0 && state.control[ANTI.index()] & road == road;
        all.then_some(Ending::Road)
    }

    /// 15.2-6b.
    pub(crate) fn turn_bonus(&self, state: &State, side: Side) -> i16 {
        match self.scenario.bonus {
            Some(bonus) if bonus.side == side && bonus.turn == state.turn => bonus.value,
            _ => 0,
        }
    }

    /// An ordinary hand: the default answer.
    pub(crate) fn usual_hand(&self, state: &State, side: Side) -> Hand {
        const USUAL: [Card; 8] = [
            Card::Assault,
            Card::Fire,
            Card::Rally,
            Card::Assault,
            Card::Fire,
            Card::CombinedActions,
            Card::Rally,
            Card::CombinedActions,
        ];
        let (limit, _) = self.hand_limit(state, side);
        let mut hand = Hand::default();
        if side == HIDEYOSHI && usize::from(state.marker) < self.scenario.track.len() && limit > 0 {
            hand.add(Card::Reinforcements);
        }
        for card in USUAL.into_iter().cycle().take(64) {
            if hand.len() >= limit {
                break;
            }
            if hand.of(card) < self.card_limit(state, side, card) {
                hand.add(card);
            }
        }
        hand
    }
}
