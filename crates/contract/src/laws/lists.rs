//! What is listed, what is legal, and that the two are one.

use std::collections::HashSet;

use kernel::{Actions, Ask, Game, Move, Order, Play, Seat, Story, Viewer};

use crate::{
    broken::{Held, Slip},
    case::Case,
    trail::Taken,
};

pub(crate) fn stable_order<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        for (question, listed) in case.lists(state) {
            let seat = question.seat;
            if case.rules().listed(state, seat) != listed {
                return Slip::at(n, format!("seat {}'s list differs when it is made again", seat.0));
            }
            let mut seen = HashSet::new();
            if let Some(double) = listed.iter().find(|action| !seen.insert(*action)) {
                return Slip::at(n, format!("`{}` is listed twice", case.text(double)));
            }
            for limit in [1, 2, 3, listed.len() / 2, listed.len()] {
                let mut some = Actions::up_to(limit);
                case.rules().actions(state, seat, &mut some);
                let distinct: HashSet<_> = some.iter().collect();
                if distinct.len() != limit.min(listed.len()) || !some.iter().all(|a| listed.contains(a)) {
                    return Slip::at(n, format!("the list of at most {limit} is not a prefix of the whole"));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn listed_is_legal<R: Game>(case: &Case<'_, R>) -> Held {
    let check = |n: usize, seat: Seat, action: &R::Action| match case.rules().judge(
        &case.trail.states[n],
        seat,
        action,
    ) {
        Ok(()) => Ok(()),
        Err(no) => Slip::at(n, format!("`{}` is listed, but refused by rule {}", case.text(action), no.rule)),
    };
    for (n, taken) in case.trail.inputs.iter().enumerate() {
        if let Taken::Act(seat, action) = taken {
            check(n, *seat, action)?;
        }
    }
    for (n, state) in case.close() {
        for (question, listed) in case.lists(state) {
            listed.iter().try_for_each(|action| check(n, question.seat, action))?;
        }
    }
    Ok(())
}

pub(crate) fn legal_is_listed<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        let lists = case.lists(state);
        let mut lot = case.lot(n, 1);
        for seat in Seat::ALL {
            let list = lists.iter().find(|(question, _)| question.seat == seat);
            let listed: HashSet<&R::Action> = list.into_iter().flat_map(|(_, listed)| listed).collect();
            for action in case.attempts(state, seat, &mut lot) {
                if !listed.contains(&action) && case.rules().judge(state, seat, &action).is_ok() {
                    let text = case.text(&action);
                    let why = if list.is_some() { "not listed" } else { "the seat is not asked" };
                    return Slip::at(n, format!("`{text}` of seat {} is accepted, but {why}", seat.0));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn reduced<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        let reduced = |action: &R::Action| case.rules().reduced(state, action);
        let mut lot = case.lot(n, 4);
        for (question, listed) in case.lists(state) {
            if let Some(action) = listed.iter().find(|action| reduced(action) != **action) {
                return Slip::at(n, format!("`{}` is listed and comes to another", case.text(action)));
            }
            for action in case.attempts(state, question.seat, &mut lot) {
                let once = reduced(&action);
                if reduced(&once) != once {
                    return Slip::at(n, format!("`{}` is not reduced at once", case.text(&action)));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn refusal_changes_nothing<R: Game>(case: &Case<'_, R>) -> Held {
    const TRIED: usize = 40;
    for (n, state) in case.close() {
        let lists = case.lists(state);
        let mut lot = case.lot(n, 2);
        for seat in Seat::ALL {
            let listed = lists.iter().find(|(question, _)| question.seat == seat);
            let mut attempts = case.attempts(state, seat, &mut lot);
            attempts.retain(|action| listed.is_none_or(|(_, listed)| !listed.contains(action)));
            lot.shuffle(&mut attempts);
            for action in attempts.iter().take(TRIED) {
                let mut tried = state.clone();
                let mut story = Story::telling();
                let refused = case.rules().play(&mut tried, seat, action, &mut story).is_err();
                let untouched = tried == *state && case.rules().hash(&tried) == case.trail.hashes[n];
                if !refused || !untouched || !story.events.is_empty() {
                    let text = case.text(action);
                    return Slip::at(n, format!("`{text}` of seat {} left a trace", seat.0));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn habit_listed<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        for (question, listed) in case.lists(state) {
            let habit = case.rules().habit(state, question.seat);
            if !listed.contains(&habit) {
                return Slip::at(n, format!("the habit `{}` is not listed", case.text(&habit)));
            }
            for order in [Order::Ask, Order::Never, Order::Always, Order::Habit] {
                let by_order = case.rules().by_order(state, question.seat, order);
                if order == Order::Ask && by_order.is_some() {
                    return Slip::at(n, "a seat that wants to be asked is not asked".to_owned());
                }
                if let Some(action) = by_order.filter(|action| !listed.contains(action)) {
                    let message = format!("by order {order:?}, `{}` is not listed", case.text(&action));
                    return Slip::at(n, message);
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn routine_orders<R: Game>(case: &Case<'_, R>) -> Held {
    const TRUTHS: usize = 4;
    let rules = case.rules();
    for (n, state) in case.close() {
        let Ask::Choose(questions) = rules.ask(state) else { continue };
        let mut lot = case.lot(n, 4);
        for question in &questions {
            let (seat, kind) = (question.seat, question.kind());
            let routine = rules.routine().iter().any(|(routine, _)| *routine == kind);
            let ordered = rules.ordered(state, question, Order::Habit);
            if !routine {
                if ordered.is_some() && !question.always {
                    return Slip::at(n, format!("`{kind}` is answered by order, but is no routine question"));
                }
                continue;
            }
            let habit = rules.habit(state, seat);
            if ordered.as_ref() != Some(&habit) {
                return Slip::at(n, format!("`{kind}` is not answered by habit, though it was ordered"));
            }
            // The answer is given without anybody thinking: it must not depend on what the seat cannot know.
            for _ in 0..TRUTHS {
                let other = rules.imagine(state, Viewer::Seat(seat), &mut lot);
                if rules.habit(&other, seat) != habit {
                    let text = case.text(&habit);
                    return Slip::at(n, format!("the habit `{text}` tells seat {} something hidden", seat.0));
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn commute<R: Game>(case: &Case<'_, R>) -> Held {
    const PAIRS: usize = 4;
    for (n, state) in case.all() {
        if !matches!(case.rules().ask(state), Ask::Choose(questions) if questions.len() == 2) {
            continue;
        }
        let lists = case.lists(state);
        let [(first, ours), (second, theirs)] = lists.as_slice() else { continue };
        let mut lot = case.lot(n, 3);
        for _ in 0..PAIRS {
            let answers = [(first.seat, lot.pick(ours)), (second.seat, lot.pick(theirs))];
            let order = |order: [usize; 2]| {
                let mut after = state.clone();
                for (seat, action) in order.map(|at| answers[at]) {
                    if case.rules().judge(&after, seat, action).is_err() {
                        return None;
                    }
                    let input = Move::Act(seat, action.clone());
                    case.rules().carry_out(&mut after, input, &mut Story::silent());
                }
                Some(after)
            };
            let (there, back) = (order([0, 1]), order([1, 0]));
            if there.is_none() || there != back {
                let [one, two] = answers.map(|(_, action)| case.text(action));
                return Slip::at(n, format!("`{one}` and `{two}` do not commute"));
            }
        }
    }
    Ok(())
}
