//! 4: hands, order of play, phases and the end of a turn; 14.1 the auction; 15.2-3 the layout of the track.

use arrayvec::ArrayVec;
use kernel::{Actions, Ask, Line, May, No, Pool, Question, Questions, Roll, Rule, Seat, Side, Story};

use crate::{
    Summits,
    action::Action,
    cards::{Card, Hand},
    event::Event,
    rule_ids::*,
    state::{Ending, Over, Phase, State, WAITING},
    units::{ANTI, HIDEYOSHI, UnitSet},
};

impl Summits {
    /// What is asked between plays.
    pub(crate) fn turn_ask(&self, state: &State) -> Ask {
        let both = |asked: [bool; 2], rule: Rule, prompt: &dyn Fn(Seat) -> Line| {
            let seats = Seat::ALL.into_iter().filter(|seat| asked[seat.index()]);
            Ask::Choose(
                seats.map(|seat| Question::new(seat, rule, prompt(seat)).always()).collect::<Questions>(),
            )
        };
        let turn = i32::from(state.turn);
        match state.phase {
            Phase::Auction => both(state.bids.map(|bid| bid == 0), R_14_1_A, &|_| {
                Line::new("ask-bid").with("most", i32::from(self.scenario.turns))
            }),
            Phase::Tie => Ask::Throw(Roll {
                rule: R_14_1_C,
                seat: Seat(0),
                line: Line::new("roll-sides"),
                pool: Pool::d6(1),
                modifiers: Vec::new(),
            }),
            Phase::Layout => {
                Question::new(state.hideyoshi, R_15_2_3, Line::new("ask-layout").with("side", HIDEYOSHI))
                    .into()
            }
            Phase::Hands => {
                let asked = Seat::ALL.map(|seat| !state.ready[state.side_of(seat).index()]);
                both(asked, R_4_0_1, &|seat| {
                    let side = state.side_of(seat);
                    let (limit, _) = self.hand_limit(state, side);
                    Line::new("ask-hand")
                        .with("side", side)
                        .with("turn", turn)
                        .with("limit", i32::from(limit))
                })
            }
            Phase::Order => {
                let chooser = state.controller(self.scenario.mountain).unwrap_or(state.first);
                let prompt = Line::new("ask-order").with("side", chooser).with("turn", turn);
                Question::new(state.seat_of(chooser), R_4_0_2, prompt).into()
            }
            Phase::Play => {
                let side = state.active;
                let left = state.hands[side.index()].len();
                let prompt =
                    Line::new("ask-play").with("side", side).with("turn", turn).with("left", i32::from(left));
                let question = Question::new(state.seat_of(side), R_5_0_1, prompt);
                // Whether anything but a pass is possible may hang on a card the enemy does not see.
                if left > 0 { question.always().into() } else { question.into() }
            }
        }
    }

    pub(crate) fn list_turn(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        match state.phase {
            Phase::Auction => (1..=self.scenario.turns).for_each(|turns| out.push(Action::Bid(turns))),
            Phase::Tie => {}
            Phase::Layout => self.list_layouts(state, out),
            Phase::Hands => self.list_hands(state, state.side_of(seat), out),
            Phase::Order => {
                out.push(Action::First);
                out.push(Action::Second);
            }
            Phase::Play => {
                out.push(Action::Pass);
                self.list_plays(state, out);
            }
        }
    }

    /// Every order of the groups, in the order of dictionaries.
    fn list_layouts(&self, state: &State, out: &mut Actions<Action>) {
        fn arrange(rest: &[u8], chosen: &mut ArrayVec<u8, 8>, out: &mut Actions<Action>) {
            if out.full() {
                return;
            }
            if rest.is_empty() {
                out.push(Action::Layout(chosen.clone()));
            }
            for (n, &group) in rest.iter().enumerate() {
                chosen.push(group);
                let others: ArrayVec<u8, 8> =
                    rest.iter().enumerate().filter(|(at, _)| *at != n).map(|(_, &group)| group).collect();
                arrange(&others, chosen, out);
                chosen.pop();
            }
        }
        let mut groups = state.layout.clone();
        groups.sort_unstable();
        arrange(&groups, &mut ArrayVec::new(), out);
    }

    /// Every hand within the limits, larger ones first: fewer cards are seldom wanted.
    fn list_hands(&self, state: &State, side: Side, out: &mut Actions<Action>) {
        let (limit, _) = self.hand_limit(state, side);
        let most = Card::ALL.map(|card| self.card_limit(state, side, card));
        for size in (0..=limit).rev() {
            Self::fill(Hand::default(), 0, size, &most, out);
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
            Self::fill(next, card + 1, left - count, most, out);
        }
    }

    pub(crate) fn judge_turn(&self, state: &State, seat: Seat, action: &Action) -> Option<May> {
        Some(match (state.phase, action) {
            (Phase::Auction, Action::Bid(turns)) => {
                if (1..=self.scenario.turns).contains(turns) {
                    Ok(())
                } else {
                    Err(No::new(R_14_1_A, "no-bid").with("most", i32::from(self.scenario.turns)))
                }
            }
            (Phase::Layout, Action::Layout(groups)) => {
                let mut sorted = groups.clone();
                let mut all = state.layout.clone();
                sorted.sort_unstable();
                all.sort_unstable();
                if sorted == all { Ok(()) } else { No::because(R_15_2_3, "no-layout") }
            }
            (Phase::Hands, Action::Hand(hand)) => self.judge_hand(state, state.side_of(seat), *hand),
            (Phase::Order, Action::First | Action::Second) | (Phase::Play, Action::Pass) => Ok(()),
            (Phase::Play, Action::Play(hand)) => self.judge_play(state, *hand),
            (Phase::Play, Action::Down(card)) => self.judge_down(state, *card),
            _ => return None,
        })
    }

    fn judge_hand(&self, state: &State, side: Side, hand: Hand) -> May {
        let (limit, rule) = self.hand_limit(state, side);
        for card in Card::ALL {
            let most = self.card_limit(state, side, card);
            if hand.of(card) > most {
                let rule = match card {
                    Card::Reinforcements if side == ANTI => R_11_0_1,
                    Card::Reinforcements if self.scenario.treason.is_empty() => R_6_1_6,
                    Card::Reinforcements => R_15_2_9A,
                    _ => R_14_2_1,
                };
                return Err(No::new(rule, "no-copies")
                    .with("card", self.card_thing(card))
                    .with("most", i32::from(most)));
            }
        }
        if hand.len() > limit {
            let no = No::new(rule, "no-hand").with("limit", i32::from(limit));
            return Err(no.with("count", i32::from(hand.len())));
        }
        Ok(())
    }

    pub(crate) fn resolve_turn(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match action {
            Action::Bid(turns) => {
                state.bids[seat.index()] = turns;
                story.tell(|| Event::Bid { seat, turns });
                if state.bids.iter().all(|bid| *bid > 0) {
                    self.open_bids(state, story);
                }
            }
            Action::Layout(groups) => {
                state.layout = groups;
                let groups = state.layout.clone();
                story.tell(|| Event::LaidOut { groups });
                state.phase = Phase::Hands;
            }
            Action::Hand(hand) => {
                let side = state.side_of(seat);
                state.hands[side.index()] = hand;
                state.ready[side.index()] = true;
                story.tell(|| Event::Chose { seat, side, hand });
                if state.ready == [true; 2] {
                    self.lock_hands(state, story);
                }
            }
            Action::First => self.begin_phases(state, state.side_of(seat), true, story),
            Action::Second => self.begin_phases(state, state.side_of(seat).other(), true, story),
            Action::Pass => {
                let side = state.active;
                let forced = state.hands[side.index()].is_empty();
                story.tell(|| Event::Passed { side, forced });
                if state.passed {
                    self.end_turn(state, story);
                } else {
                    state.passed = true;
                    state.active = side.other();
                }
            }
            Action::Play(hand) => self.resolve_play(state, hand.types(), story),
            Action::Down(card) => self.resolve_down(state, card, story),
            other => unreachable!("{other:?} was judged legal between plays"),
        }
    }

    fn open_bids(&self, state: &mut State, story: &mut Story<Event>) {
        let [a, b] = state.bids;
        story.reveal();
        story.tell(|| Event::BidsOpen { bids: [a, b] });
        state.length = a.min(b);
        match a.cmp(&b) {
            std::cmp::Ordering::Equal => state.phase = Phase::Tie,
            other => self.seat_players(state, Seat(u8::from(other.is_gt())), R_14_1_B, story),
        }
    }

    /// 14.1-c.
    pub(crate) fn resolve_tie(&self, state: &mut State, pip: i32, story: &mut Story<Event>) {
        self.seat_players(state, Seat(u8::from(pip > 3)), R_14_1_C, story);
    }

    fn seat_players(&self, state: &mut State, hideyoshi: Seat, rule: Rule, story: &mut Story<Event>) {
        state.hideyoshi = hideyoshi;
        state.bids = [0; 2];
        let turns = state.length;
        story.tell(|| Event::Seated { seat: hideyoshi, turns, rule });
        state.phase = if self.scenario.free_order { Phase::Layout } else { Phase::Hands };
    }

    /// 4.0-2: both hands are chosen; who begins?
    fn lock_hands(&self, state: &mut State, story: &mut Story<Event>) {
        state.ready = [false; 2];
        state.second = self.may_hold_treason(state);
        let counts = state.hands.map(Hand::len);
        // from now on everyone knows how many cards each has.
        story.reveal();
        story.tell(|| Event::Locked { counts });
        if state.turn > 1 && state.controller(self.scenario.mountain).is_some() {
            state.phase = Phase::Order;
        } else {
            self.begin_phases(state, state.first, false, story);
        }
    }

    fn begin_phases(&self, state: &mut State, first: Side, chosen: bool, story: &mut Story<Event>) {
        state.first = first;
        state.active = first;
        state.passed = false;
        state.phase = Phase::Play;
        let rule = match (chosen, state.turn) {
            (false, 1) if self.scenario.treason.is_empty() => R_15_1_1B,
            (false, 1) => R_15_2_6A,
            _ => R_4_0_2,
        };
        story.tell(|| Event::Begins { side: first, rule });
    }

    /// 4.0-4.
    fn end_turn(&self, state: &mut State, story: &mut Story<Event>) {
        state.hands = Default::default();
        state.open = Default::default();
        state.used = Default::default();
        state.second = false;
        if state.turn >= self.last_turn(state) {
            let over = self.decide(state);
            self.finish(state, over, story);
            return;
        }
        story.tell(|| Event::TurnEnds);
        state.back = UnitSet::NONE;
        state.turn += 1;
        state.passed = false;
        state.active = state.first;
        let turn = state.turn;
        story.tell(|| Event::Turn { turn });
        state.phase = Phase::Hands;
    }

    pub(crate) fn finish(&self, state: &mut State, over: Over, story: &mut Story<Event>) {
        state.over = Some(over);
        state.play = None;
        story.tell(|| Event::Over { over });
    }

    /// outright victories, after every single change; the phasing player's first.
    pub(crate) fn check_victory(&self, state: &mut State, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        self.check_cuts(state, story);
        for side in [state.active, state.active.other()] {
            if let Some(by) = self.has_won(state, side) {
                self.finish(state, Over { winner: Some(side), by }, story);
                return;
            }
        }
    }

    /// The whole army of a side that waits beside the map.
    pub(crate) fn waiting(&self, state: &State) -> UnitSet {
        state.here(WAITING)
    }

    /// 13.0-2 with its option: a commander who retreats has lost.
    pub(crate) fn beaten(&self, state: &mut State, side: Side, story: &mut Story<Event>) {
        self.finish(state, Over { winner: Some(side.other()), by: Ending::Taisho }, story);
    }
}
