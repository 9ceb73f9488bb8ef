//! The methods of [`Rules`] that follow from [`DecisionRules`]. `decision_rules!()` writes the calls.

use crate::{
    fault::Fault,
    question::{Actions, Ask, Order, Questions},
    refusal::Refusal,
    rules::{Move, Play as _},
    story::Story,
    thing::{Seat, Thing},
};

use super::{AskedSeats, Base, Cx, CxMut, Decision as _, DecisionRules, Flow, Frames as _, NO_SEAT};

/// Evaluates an expression for the decision that is due: a frame or the base, two types with the same methods.
macro_rules! due {
    ($rules:expr, $state:expr, $seat:expr, |$due:ident, $cx:ident| $answer:expr) => {
        match R::frames($state).top() {
            Some($due) => {
                let $cx = Cx::new($rules, $state, $seat);
                $answer
            }
            None => {
                let $due = R::base($state);
                let $cx = Cx::new($rules, $state, $seat).within(&Base);
                $answer
            }
        }
    };
}

pub fn ask<R: DecisionRules>(rules: &R, state: &R::State) -> Ask {
    if rules.is_over(state) {
        return Ask::Over(rules.outcome(state));
    }
    due!(rules, state, NO_SEAT, |due, cx| {
        let asked = due.asked(cx);
        if asked == AskedSeats::NOBODY {
            return Ask::Throw(due.roll(cx));
        }
        let mut questions = Questions::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| asked.contains(seat)) {
            let cx = Cx { seat, ..cx };
            let mut question = due.question(cx);
            question.always = due.always(cx);
            questions.push(question);
        }
        Ask::Choose(questions)
    })
}

pub fn settles<R: DecisionRules>(rules: &R, state: &R::State) -> Option<Seat> {
    if rules.is_over(state) {
        return None;
    }
    due!(rules, state, NO_SEAT, |due, cx| {
        let seat = due.asked(cx).only()?;
        (!due.always(Cx { seat, ..cx })).then_some(seat)
    })
}

pub fn actions<R: DecisionRules>(rules: &R, state: &R::State, seat: Seat, out: &mut Actions<R::Action>) {
    if rules.is_over(state) {
        return;
    }
    due!(rules, state, seat, |due, cx| {
        if due.asked(cx).contains(seat) {
            due.list(cx, out);
        }
    });
}

pub fn judge<R: DecisionRules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: &R::Action,
) -> Result<(), Refusal> {
    if rules.is_over(state) {
        return Err(rules.not_asked(state, seat));
    }
    due!(rules, state, seat, |due, cx| match due.asked(cx).contains(seat) {
        true => rules.judged(state, seat, due.judge(cx, action)),
        false => Err(rules.not_asked(state, seat)),
    })
}

pub fn default_action<R: DecisionRules>(rules: &R, state: &R::State, seat: Seat) -> R::Action {
    let action = due!(rules, state, seat, |due, cx| due.default_action(cx));
    action.unwrap_or_else(|| rules.first_listed(state, seat))
}

pub fn by_order<R: DecisionRules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    order: Order,
) -> Option<R::Action> {
    match order {
        Order::Habit => Some(default_action(rules, state, seat)),
        _ => due!(rules, state, seat, |due, cx| due.standing_answer(cx, order)),
    }
}

pub fn click<R: DecisionRules>(rules: &R, state: &R::State, seat: Seat, thing: Thing) -> Option<R::Action> {
    match thing {
        Thing::Button(n) => rules.button_in(state, n),
        _ => due!(rules, state, seat, |due, cx| due.click(cx, thing)),
    }
}

pub fn branches<R: DecisionRules>(rules: &R, state: &R::State, seat: Seat) -> bool {
    due!(rules, state, seat, |due, cx| due.branches(cx))
}

/// Carries out an input, then every step that needs neither an answer nor dice.
pub fn resolve<R: DecisionRules>(
    rules: &R,
    state: &mut R::State,
    input: Move<R::Action>,
    story: &mut Story<R::Event>,
) {
    step(rules, state, story, Some(input));
    while advance_once(rules, state, story) {}
}

/// Lets the decision that is due advance by one step; `false` if it waits or the game is over.
///
/// Systems that are not yet decisions throughout call it from their own loop.
pub fn advance_once<R: DecisionRules>(rules: &R, state: &mut R::State, story: &mut Story<R::Event>) -> bool {
    if rules.is_over(state) {
        return false;
    }
    if R::frames(state).top().is_none() {
        rules.before_base(state, story);
    }
    let advances = !due!(rules, state, NO_SEAT, |due, cx| due.is_waiting(cx));
    if advances {
        step(rules, state, story, None);
    }
    advances
}

/// Lets a position that was read go on to where it rests: a file may begin in a step that waits for nobody. A position in
/// which a seat is asked and has no answer is refused; `field` names where it says what it rests in.
pub fn rested<R: DecisionRules>(rules: &R, mut state: R::State, field: &str) -> Result<R::State, Fault> {
    while advance_once(rules, &mut state, &mut Story::silent()) {}
    let Ask::Choose(questions) = rules.ask(&state) else { return Ok(state) };
    let mut answers = Actions::default();
    for question in questions {
        answers.clear(1);
        rules.actions(&state, question.seat, &mut answers);
        if answers.is_empty() {
            let side = &rules.profile().card.sides[rules.side(&state, question.seat).index()].id;
            let message = format!("{side} is asked here and has no answer ({})", question.rule.0);
            return Err(Fault::new("position", message).field(field));
        }
    }
    Ok(state)
}

/// Lets the decision that is due carry out an input, or advance if there is none.
///
/// Systems that are not yet decisions throughout call it for those that are.
#[inline]
pub fn step<R: DecisionRules>(
    rules: &R,
    state: &mut R::State,
    story: &mut Story<R::Event>,
    input: Option<Move<R::Action>>,
) {
    let seat = match input {
        Some(Move::Act(seat, _)) => seat,
        _ => NO_SEAT,
    };
    let frames = R::frames_mut(state);
    let place = frames.place();
    match frames.take() {
        Some(mut frame) => {
            let cx = CxMut { rules, state, story, parent: &mut (), seat };
            let flow = match input {
                Some(Move::Act(_, action)) => frame.act(cx, action),
                Some(Move::Fall(fall)) => frame.rolled(cx, fall),
                None => frame.advance(cx),
            };
            let frames = R::frames_mut(state);
            match flow {
                Flow::Stay => frames.put(place, frame),
                Flow::Next(next) => frames.put(place, next),
                Flow::Done => {}
                Flow::Call(called) => {
                    frames.put(place, frame);
                    frames.push(called);
                }
            }
        }
        None => {
            let mut base = R::base(state).clone();
            let cx = CxMut { rules, state, story, parent: &mut Base, seat };
            let flow = match input {
                Some(Move::Act(_, action)) => base.act(cx, action),
                Some(Move::Fall(fall)) => base.rolled(cx, fall),
                None => base.advance(cx),
            };
            match flow {
                Flow::Stay | Flow::Done => {}
                Flow::Call(called) => R::frames_mut(state).push(called),
            }
        }
    }
}
