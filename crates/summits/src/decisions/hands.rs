//! 4.0-1: both choose a hand.

use super::order;
use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Hands;

impl Decision<Summits, Base> for Hands {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat::ALL.into_iter().filter(|&seat| !cx.state.ready[cx.state.side_of(seat).index()]).collect()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let side = cx.state.side_of(cx.seat);
        let (limit, _) = cx.rules.hand_limit(cx.state, side);
        let prompt = Line::new("ask-hand")
            .with("side", side)
            .with("turn", i32::from(cx.state.turn))
            .with("limit", i32::from(limit));
        Question::new(cx.seat, R_4_0_1, prompt)
    }

    fn always(&self, _cx: Cx<'_, Base>) -> bool {
        true
    }

    /// Every hand within the limits, larger ones first: fewer cards are seldom wanted.
    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let side = cx.state.side_of(cx.seat);
        let (limit, _) = cx.rules.hand_limit(cx.state, side);
        let most = Card::ALL.map(|card| cx.rules.card_limit(cx.state, side, card));
        for size in (0..=limit).rev() {
            fill(Hand::default(), 0, size, &most, out);
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Action::Hand(hand) = *action else {
            return None;
        };
        Some(judge_hand(cx, hand))
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Hand(hand) = action else { unreachable!("{action:?} was judged legal") };
        let seat = cx.seat;
        let side = cx.state.side_of(seat);
        cx.state.hands[side.index()] = hand;
        cx.state.ready[side.index()] = true;
        cx.story.tell(|| Event::Chose { seat, side, hand });
        if cx.state.ready == [true; 2] {
            lock_hands(&mut cx);
        }
        Flow::Stay
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Hand(cx.rules.usual_hand(cx.state, cx.state.side_of(cx.seat))))
    }
}

fn fill(hand: Hand, card: usize, left: u8, most: &[u8; 6], out: &mut Actions<Action>) {
    if out.full() {
        return;
    }
    if left == 0 || card == most.len() {
        out.push(Action::Hand(hand));
        return;
    }
    // What the types behind this one cannot take up, it must.
    let behind: u8 = most[card + 1..].iter().fold(0, |sum, most| sum.saturating_add(*most));
    for count in (left.saturating_sub(behind)..=left.min(most[card])).rev() {
        let mut next = hand;
        next.0[card] = count;
        fill(next, card + 1, left - count, most, out);
    }
}

fn judge_hand(cx: Cx<'_, Base>, hand: Hand) -> May {
    let Cx { rules, state, .. } = cx;
    let side = state.side_of(cx.seat);
    let (limit, rule) = rules.hand_limit(state, side);
    for card in Card::ALL {
        let most = rules.card_limit(state, side, card);
        if hand.of(card) > most {
            let rule = match card {
                Card::Reinforcements if side == ANTI => R_11_0_1,
                Card::Reinforcements if rules.scenario.treason.is_empty() => R_6_1_6,
                Card::Reinforcements => R_15_2_9A,
                _ => R_14_2_1,
            };
            return Err(No::new(rule, "no-copies")
                .with("card", rules.card_thing(card))
                .with("most", i32::from(most)));
        }
    }
    if hand.len() > limit {
        let no = No::new(rule, "no-hand").with("limit", i32::from(limit));
        return Err(no.with("count", i32::from(hand.len())));
    }
    Ok(())
}

/// 4.0-2: both hands are chosen; who begins?
fn lock_hands(cx: &mut CxMut<'_, Base>) {
    cx.state.ready = [false; 2];
    cx.state.second = cx.rules.may_hold_treason(cx.state);
    let counts = cx.state.hands.map(Hand::len);
    // from now on everyone knows how many cards each has.
    cx.story.reveal();
    cx.story.tell(|| Event::Locked { counts });
    if cx.state.turn > 1 && cx.state.controller(cx.rules.scenario.mountain).is_some() {
        cx.state.phase = Phase::Order;
    } else {
        order::begin_phases(cx, cx.state.first, false);
    }
}
