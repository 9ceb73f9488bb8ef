//! 4.0-3, 4.0-4, 5.0 and 6: the active side plays cards, alone, combined or face down, or passes.

use super::{clicked, play::pick};
use crate::{prelude::*, queries::reinforcements::Reinforcement};

#[derive(Clone, Copy, Debug)]
pub(super) struct Turn;

impl Decision<Summits, Base> for Turn {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.state.seat_of(cx.state.active).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let side = cx.state.active;
        let prompt = Line::new("ask-play")
            .with("side", side)
            .with("turn", i32::from(cx.state.turn))
            .with("left", i32::from(cx.state.hands[side.index()].len()));
        Question::new(cx.seat, R_5_0_1, prompt)
    }

    /// Whether anything but a pass is possible may depend on a card the enemy does not see.
    fn always(&self, cx: Cx<'_, Base>) -> bool {
        !cx.state.hands[cx.state.active.index()].is_empty()
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        out.push(Action::Pass);
        let hand = state.hands[state.active.index()];
        if hand.is_empty() {
            return;
        }
        if may_begin_any(rules, state, &Play::new(Set::NONE, false)) {
            Card::ALL
                .into_iter()
                .filter(|card| hand.has(*card))
                .for_each(|card| out.push(Action::Down(card)));
        }
        for set in Set::all() {
            if out.full() {
                return;
            }
            if set.cards().all(|card| hand.has(card)) && judge_play(rules, state, set.into()).is_ok() {
                out.push(Action::Play(set.into()));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Pass => Ok(()),
            Action::Play(hand) => judge_play(cx.rules, cx.state, hand),
            Action::Down(card) => judge_down(cx.rules, cx.state, card),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Pass => {
                pass(&mut cx);
                Flow::Stay
            }
            Action::Play(hand) => Flow::Call(play_openly(&mut cx, hand.types())),
            Action::Down(card) => Flow::Call(play_down(&mut cx, card)),
            other => unreachable!("{other:?} was judged legal"),
        }
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        clicked(cx, thing).card.map(|card| Action::Play(Set::one(card).into()))
    }
}

/// Could any group begin to act in this play?
fn may_begin_any(rules: &Summits, state: &State, play: &Play) -> bool {
    let mut one = Actions::up_to(1);
    pick::list_beginnings(rules, state, play, &mut one);
    one.full()
}

pub(crate) fn judge_down(rules: &Summits, state: &State, card: Card) -> May {
    if !state.hands[state.active.index()].has(card) {
        return Err(No::new(R_5_0_1, "no-card").with("card", rules.card_thing(card)));
    }
    if !may_begin_any(rules, state, &Play::new(Set::NONE, false)) {
        return No::because(R_5_1_0, "no-action");
    }
    Ok(())
}

pub(crate) fn judge_play(rules: &Summits, state: &State, cards: Hand) -> May {
    let side = state.active;
    if let Some(twice) = Card::ALL.into_iter().find(|card| cards.of(*card) > 1) {
        return Err(No::new(R_6_2_3, "no-type-twice").with("card", rules.card_thing(twice)));
    }
    let set = cards.types();
    if let Some(card) = set.cards().find(|card| !state.hands[side.index()].has(*card)) {
        return Err(No::new(R_5_0_1, "no-card").with("card", rules.card_thing(card)));
    }
    if set.has(Card::Ambush) {
        return match set.len() > 1 {
            true => No::because(R_6_2_4, "no-ambush-combined"),
            false => No::because(R_5_0_2, "no-ambush-own"),
        };
    }
    if !set.adds_up(rules.options.rally_free_in_combo) {
        return Err(No::new(R_X_2, "no-sum").with("actions", i32::from(set.actions())));
    }
    if set.has(Card::Reinforcements) {
        judge_reinforcements(rules, state, set)?;
    }
    // What the Reinforcements card will be is judged as if it lay on the table already.
    let play = Play::new(set, rules.options.rally_free_in_combo);
    if set.has(Card::Reinforcements) {
        let mut after = state.clone();
        after.open[side.index()].add(Card::Reinforcements);
        match may_begin_any(rules, &after, &play) {
            true => Ok(()),
            false => No::because(R_X_2, "no-action-now"),
        }
    } else if may_begin_any(rules, state, &play) {
        Ok(())
    } else if set.len() == 1 && set.has(Card::Rally) {
        No::because(R_6_1_4, "no-rally-at-all")
    } else if set.has(Card::Fire) && set.len() == 1 {
        No::because(R_6_1_2, "no-fire-at-all")
    } else {
        No::because(R_X_2, "no-action-now")
    }
}

fn judge_reinforcements(rules: &Summits, state: &State, set: Set) -> May {
    let treason = state.reinforced(state.active) > 0;
    if treason && rules.scenario.treason.is_empty() {
        return No::because(R_6_1_6, "no-second");
    }
    if treason && !rules.treason_clans(state).any(|_| true) {
        return No::because(R_15_2_9B, "no-traitors");
    }
    let what = rules.reinforcement_of(state, treason);
    let alone = !matches!(what, Some(Reinforcement::Group(_)));
    if alone && set.has(Card::Assault) && !set.has(Card::CombinedActions) {
        return No::because(R_X_2, "no-group-for-assault");
    }
    Ok(())
}

fn play_openly(cx: &mut CxMut<'_, Base>, set: Set) -> Play {
    let side = cx.state.active;
    for card in set.cards() {
        cx.state.hands[side.index()].take(card);
        cx.state.open[side.index()].add(card);
    }
    cx.state.passed = false;
    cx.story.reveal();
    cx.story.tell(|| Event::Played { side, set });
    Play::new(set, cx.rules.options.rally_free_in_combo)
}

/// 5.0-3.
fn play_down(cx: &mut CxMut<'_, Base>, card: Card) -> Play {
    let side = cx.state.active;
    cx.state.hands[side.index()].take(card);
    cx.state.passed = false;
    let seat = cx.state.seat_of(side);
    cx.story.tell(|| Event::FaceDown { seat, side, card });
    Play::new(Set::NONE, false)
}

fn pass(cx: &mut CxMut<'_, Base>) {
    let side = cx.state.active;
    let forced = cx.state.hands[side.index()].is_empty();
    cx.story.tell(|| Event::Passed { side, forced });
    if cx.state.passed {
        end_turn(cx);
    } else {
        cx.state.passed = true;
        cx.state.active = side.other();
    }
}

/// 4.0-4.
fn end_turn(cx: &mut CxMut<'_, Base>) {
    let CxMut { rules, state, story, .. } = cx;
    state.hands = Default::default();
    state.open = Default::default();
    state.used = Default::default();
    state.second = false;
    if state.turn >= rules.last_turn(state) {
        let over = rules.decide(state);
        rules.finish(state, over, story);
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
