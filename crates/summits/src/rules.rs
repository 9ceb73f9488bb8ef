//! The contract with the kernel: which chapter answers what.

use kernel::{Lot, Profile, Rules, Seat, Side, Viewer};

use crate::{
    Summits,
    model::{
        cards::{Card, Hand},
        state::{Phase, State},
        units::HIDEYOSHI,
    },
    notation::action::Action,
    presentation::event::Event,
};

impl Rules for Summits {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn begin(&self) -> State {
        self.start.clone()
    }

    kernel::decision_rules!();

    /// 7.0-3: a move may name the route that is taken anyway.
    fn reduced(&self, state: &State, action: &Action) -> Action {
        match *action {
            Action::To { to, by: Some(by) } if self.takes_anyway(state, to, by) => {
                Action::To { to, by: None }
            }
            _ => action.clone(),
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-flip", "order-flip"),
            ("ask-back", "order-back"),
            ("ask-lose", "order-lose"),
            ("ask-retreat", "order-retreats"),
        ]
    }

    fn side(&self, state: &State, seat: Seat) -> Side {
        state.side_of(seat)
    }

    /// Hands that the viewer does not know: drawn from what the deck still allows.
    fn imagine(&self, state: &State, viewer: Viewer, lot: &mut Lot) -> State {
        let mut other = state.clone();
        if state.over.is_some() {
            return other;
        }
        for seat in Seat::ALL.into_iter().filter(|seat| !viewer.knows(*seat)) {
            if state.bids[seat.index()] > 0 {
                other.bids[seat.index()] = 1 + lot.below(usize::from(self.scenario.turns)) as u8;
            }
            let side = state.side_of(seat);
            let hand = state.hands[side.index()];
            let count = match state.phase {
                Phase::Hands if state.ready[side.index()] => {
                    let (limit, _) = self.hand_limit(state, side);
                    limit - (lot.below(8) == 0) as u8 * lot.below(usize::from(limit) + 1) as u8
                }
                Phase::Order | Phase::Play => hand.len(),
                _ => continue,
            };
            other.hands[side.index()] = self.draw_cards(state, side, count, lot);
        }
        other
    }
}

impl Summits {
    /// A sample of cards that the side may still hold, as far as another viewer can tell: what it has played openly is not
    /// among them.
    fn draw_cards(&self, state: &State, side: Side, count: u8, lot: &mut Lot) -> Hand {
        // How often a card is in a hand; nobody takes many Reinforcements.
        const WEIGHTS: [usize; 6] = [3, 5, 4, 4, 3, 2];
        let mut hand = Hand::default();
        let room = |hand: &Hand, card: Card| {
            let most = match card {
                // 15.2-9a was looked at when hands were chosen.
                Card::Reinforcements if state.phase > Phase::Hands && side == HIDEYOSHI => {
                    1 + u8::from(state.second)
                }
                _ => self.card_limit(state, side, card),
            };
            most.saturating_sub(state.open[side.index()].of(card)) > hand.of(card)
        };
        for _ in 0..count {
            let all: usize = Card::ALL
                .into_iter()
                .filter(|card| room(&hand, *card))
                .map(|card| WEIGHTS[card.index()])
                .sum();
            if all == 0 {
                break;
            }
            let mut at = lot.below(all);
            for card in Card::ALL.into_iter().filter(|card| room(&hand, *card)) {
                if at < WEIGHTS[card.index()] {
                    hand.add(card);
                    break;
                }
                at -= WEIGHTS[card.index()];
            }
        }
        hand
    }
}
