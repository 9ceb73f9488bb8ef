//! 14.1: both bid for Hideyoshi; a die decides between equal bids.

use std::cmp::Ordering;

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Auction;

impl Decision<Summits, Base> for Auction {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat::ALL.into_iter().filter(|seat| cx.state.bids[seat.index()] == 0).collect()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let most = i32::from(cx.rules.scenario.turns);
        Question::new(cx.seat, R_14_1_A, Line::new("ask-bid").with("most", most))
    }

    fn always(&self, _cx: Cx<'_, Base>) -> bool {
        true
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        (1..=cx.rules.scenario.turns).for_each(|turns| out.push(Action::Bid(turns)));
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Action::Bid(turns) = *action else {
            return None;
        };
        let most = cx.rules.scenario.turns;
        Some(match (1..=most).contains(&turns) {
            true => Ok(()),
            false => Err(No::new(R_14_1_A, "no-bid").with("most", i32::from(most))),
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Bid(turns) = action else { unreachable!("{action:?} was judged legal") };
        let seat = cx.seat;
        cx.state.bids[seat.index()] = turns;
        cx.story.tell(|| Event::Bid { seat, turns });
        if cx.state.bids.iter().all(|bid| *bid > 0) {
            open_bids(&mut cx);
        }
        Flow::Stay
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Bid(cx.rules.scenario.turns))
    }
}

fn open_bids(cx: &mut CxMut<'_, Base>) {
    let [a, b] = cx.state.bids;
    cx.story.reveal();
    cx.story.tell(|| Event::BidsOpen { bids: [a, b] });
    cx.state.length = a.min(b);
    match a.cmp(&b) {
        Ordering::Equal => cx.state.phase = Phase::Tie,
        other => seat_players(cx, Seat(u8::from(other.is_gt())), R_14_1_B),
    }
}

fn seat_players(cx: &mut CxMut<'_, Base>, hideyoshi: Seat, rule: Rule) {
    cx.state.hideyoshi = hideyoshi;
    cx.state.bids = [0; 2];
    let turns = cx.state.length;
    cx.story.tell(|| Event::Seated { seat: hideyoshi, turns, rule });
    cx.state.phase = if cx.rules.scenario.free_order { Phase::Layout } else { Phase::Hands };
}

/// 14.1-c.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie;

impl Decision<Summits, Base> for Tie {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_, Base>) -> Roll {
        Roll {
            rule: R_14_1_C,
            seat: Seat(0),
            line: Line::new("roll-sides"),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, mut cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        seat_players(&mut cx, Seat(u8::from(fall.value() > 3)), R_14_1_C);
        Flow::Stay
    }
}
