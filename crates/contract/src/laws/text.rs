//! Text forms and hashes: what is written can be read back, and is the same.

use std::collections::HashMap;

use kernel::{Ask, Game, Move, Play, Story};

use crate::{
    broken::{Held, Slip},
    case::Case,
    trail::Taken,
};

pub(crate) fn hash_is_of_state<R: Game>(case: &Case<'_, R>) -> Held {
    let mut known: HashMap<u64, &R::State> = HashMap::new();
    for (n, state) in case.all() {
        let hash = case.rules().hash(state);
        let copy = state.clone();
        if copy != *state || case.rules().hash(&copy) != hash {
            return Slip::at(n, "a copy of the state is not equal to it, or has another hash");
        }
        if *known.entry(hash).or_insert(state) != state {
            return Slip::at(n, "two different states have the same hash: it leaves something out");
        }
    }
    // What can follow from one state differs in little: there a hash that leaves something out shows.
    for (n, state) in case.close() {
        let next = successors(case, state);
        let mut known: HashMap<u64, &R::State> = HashMap::new();
        for after in &next {
            if *known.entry(case.rules().hash(after)).or_insert(after) != after {
                return Slip::at(n, "two states that can follow have the same hash: it leaves something out");
            }
        }
    }
    Ok(())
}

/// Some of the states that one input can lead to.
fn successors<R: Game>(case: &Case<'_, R>, state: &R::State) -> Vec<R::State> {
    const MOST: usize = 12;
    let mut inputs = Vec::new();
    if let Ask::Throw(roll) = case.rules().ask(state) {
        let mut falls = Vec::new();
        roll.pool.every(&mut falls);
        inputs.extend(falls.into_iter().map(|(fall, _)| Move::Fall(fall)).take(MOST));
    }
    for (question, listed) in case.lists(state) {
        inputs.extend(listed.into_iter().take(MOST).map(|action| Move::Act(question.seat, action)));
    }
    let after = |input| {
        let mut after = state.clone();
        case.rules().carry_out(&mut after, input, &mut Story::silent());
        after
    };
    inputs.into_iter().map(after).collect()
}

pub(crate) fn action_text<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    let check = |n: usize, action: &R::Action| {
        let text = rules.write_action(action);
        if text.trim() != text || text.is_empty() || text.contains('\n') {
            return Slip::at(n, format!("`{text}` is not a plain line of text"));
        }
        match rules.read_action(&text) {
            Ok(read) if read == *action => Ok(()),
            Ok(read) => Slip::at(n, format!("`{text}` is read as `{}`", rules.write_action(&read))),
            Err(why) => Slip::at(n, format!("`{text}` cannot be read back: {why}")),
        }
    };
    for action in case.candidates {
        check(0, action)?;
    }
    for (n, taken) in case.trail.inputs.iter().enumerate() {
        if let Taken::Act(_, action) = taken {
            check(n, action)?;
        }
    }
    for (n, state) in case.close() {
        for (_, listed) in case.lists(state) {
            listed.iter().try_for_each(|action| check(n, action))?;
        }
    }
    Ok(())
}

pub(crate) fn state_json<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        let text = match serde_json::to_string(state) {
            Ok(text) => text,
            Err(why) => return Slip::at(n, format!("the state cannot be written as JSON: {why}")),
        };
        match serde_json::from_str::<R::State>(&text) {
            Ok(read) if read == *state && case.rules().hash(&read) == case.trail.hashes[n] => {}
            Ok(_) => return Slip::at(n, "the state is another one after JSON"),
            Err(why) => return Slip::at(n, format!("the state cannot be read back from JSON: {why}")),
        }
    }
    Ok(())
}

pub(crate) fn position<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.close() {
        let text = match toml::to_string(&case.rules().position(state)) {
            Ok(text) => text,
            Err(why) => return Slip::at(n, format!("the position cannot be written as TOML: {why}")),
        };
        let position = match toml::from_str::<R::Position>(&text) {
            Ok(position) => position,
            Err(why) => return Slip::at(n, format!("the position cannot be read back: {why}\n{text}")),
        };
        match case.rules().place(position) {
            Ok(placed) if placed == *state => {}
            Ok(placed) => {
                return Slip::at(n, format!("placed again it is another state:\n{placed:?}\nnot\n{state:?}"));
            }
            Err(fault) => return Slip::at(n, format!("the position cannot be placed: {fault}\n{text}")),
        }
    }
    Ok(())
}
