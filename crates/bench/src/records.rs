//! Games on record, and what is done with them.

use std::sync::Mutex;

use bots::Level;
use kernel::{
    Ask, Faults, Play, Seat, Story, System,
    record::{Input, Record, Recorded},
};
use lab::{Job, simulate};

use crate::playouts::{built_in, setup};

/// The records of some games between two bots of a level.
pub(crate) fn recorded<R: System>(scenario: &str, level: &Level, games: u32) -> Result<Vec<Record>, Faults> {
    let records = Mutex::new(Vec::new());
    let job = Job { games, seed: 1, bots: [level.clone(), level.clone()], threads: 2, keep_records: true };
    let keep = |n: u32, record: &Record| {
        records.lock().expect("no thread dies while it holds the lock").push((n, record.clone()));
    };
    simulate::<R>(&built_in::<R>(), &setup::<R>(scenario), &job, &|_| {}, &keep)?;
    let mut records = records.into_inner().expect("no thread died while it held the lock");
    records.sort_by_key(|(n, _)| *n);
    Ok(records.into_iter().map(|(_, record)| record).collect())
}

/// An input of a record, read.
pub(crate) enum Step<A> {
    Act(Seat, A),
    Throw(Vec<u8>),
}

pub(crate) fn steps<R: System>(rules: &R, record: &Record) -> Vec<Step<R::Action>> {
    let step = |input: &Input<Recorded>| match input {
        Input::Act { seat, action } => {
            let read = |text| rules.read_action(text).expect("actions read back what they write");
            action.text().map(|text| Step::Act(*seat, read(text)))
        }
        Input::Roll { pips, .. } => Some(Step::Throw(pips.clone())),
        _ => None,
    };
    record.entries.iter().filter_map(|entry| step(&entry.input)).collect()
}

/// Plays the steps, judging each; `seen` is shown every action before it is done.
pub(crate) fn walk<R: System>(
    rules: &R,
    steps: &[Step<R::Action>],
    mut seen: impl FnMut(&R::State, Seat, &R::Action),
) -> R::State {
    let mut story = Story::silent();
    let mut state = rules.start(&mut story);
    for step in steps {
        match step {
            Step::Act(seat, action) => {
                seen(&state, *seat, action);
                rules.play(&mut state, *seat, action, &mut story).expect("what was recorded is legal");
            }
            Step::Throw(pips) => {
                let Ask::Throw(roll) = rules.ask(&state) else { unreachable!("dice were recorded here") };
                let fall = roll.pool.fall(pips).expect("what was recorded was thrown");
                rules.fall(&mut state, fall, &mut story);
            }
        }
    }
    state
}
