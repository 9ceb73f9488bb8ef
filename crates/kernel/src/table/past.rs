//! Earlier states, and the story from any input on.
//!
//! Every state is found from the nearest snapshot before it, so nothing here costs more the longer a game is.

use std::sync::OnceLock;

use super::{Kept, SNAPSHOT, Step, Table};
use crate::{
    pace,
    question::Ask,
    record::{Forfeit, Head, Input},
    rules::{Move, Play},
    story::Story,
    system::Game,
    thing::Seat,
};

impl<R: Game> Table<R> {
    /// The last input in force; 0 at the beginning.
    pub fn tip(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.tip)
    }

    pub(super) fn kept(&self, number: u32) -> Option<&Kept<R::Action, R::State>> {
        self.entries.get((number as usize).checked_sub(1)?)
    }

    /// The input in force before this one, which can be undone.
    fn before(&self, number: u32) -> u32 {
        self.kept(number - 1).map_or(0, |entry| entry.tip)
    }

    /// Inputs since the last snapshot on the way to this one.
    pub(super) fn since(&self, number: u32) -> u32 {
        self.kept(number).map_or(0, |entry| entry.since)
    }

    /// Is this input in force? The beginning always is.
    pub fn is_in_force(&self, number: u32) -> bool {
        let mut at = self.tip();
        while at > number {
            at = self.before(at);
        }
        at == number
    }

    pub(super) fn forfeited(&self) -> Option<(Seat, Forfeit)> {
        match self.kept(self.tip())?.input {
            Input::Resign { seat, why } => Some((seat, why)),
            _ => None,
        }
    }

    /// The state after an input that can be undone; 0 is the beginning.
    pub(super) fn state_after(&self, number: u32) -> R::State {
        let mut path = Vec::with_capacity(SNAPSHOT as usize);
        let mut at = number;
        let mut state = loop {
            let Some(kept) = self.kept(at) else { break (*self.first).clone() };
            if let Some(state) = self.saved(kept) {
                break state;
            }
            path.push(at);
            at = self.before(at);
        };
        for &number in path.iter().rev() {
            self.again(&mut state, number);
        }
        state
    }

    /// Carries out an input once more.
    fn again(&self, state: &mut R::State, number: u32) {
        pace::point();
        let mut story = Story::silent();
        match self.done(number) {
            Some(Input::Act { seat, action }) => {
                self.rules.carry_out(state, Move::Act(*seat, action.clone()), &mut story);
            }
            Some(Input::Roll { pips, .. }) => {
                if let Ask::Throw(roll) = self.rules.ask(state) {
                    let fall = roll.pool.fall(pips).expect("pips that were accepted before");
                    self.rules.fall(state, fall, &mut story);
                }
            }
            _ => {}
        }
    }

    /// The inputs in force after input `from`, in order: number, what it was, and the state it was made in. Ends when
    /// `each` says `false`.
    pub fn in_force(&self, from: u32, mut each: impl FnMut(u32, &Input<R::Action>, &R::State) -> bool) {
        let mut path = Vec::new();
        let mut at = self.tip();
        while at > from {
            path.push(at);
            at = self.before(at);
        }
        let mut state = self.state_after(at);
        for &number in path.iter().rev() {
            let Some(done) = self.done(number) else { break };
            if !each(number, done, &state) {
                break;
            }
            self.again(&mut state, number);
        }
    }

    /// The head of the record's chain after its first `number` inputs.
    pub fn head_after(&self, number: u32) -> Head {
        self.kept(number).map_or_else(|| self.header.head(), |kept| kept.head)
    }

    /// The same game after its first `to` inputs.
    pub fn rewound(&self, to: u32) -> Option<Table<R>> {
        if to > self.len() {
            return None;
        }
        let entries = self.entries.first(to as usize);
        let last = entries.last();
        let tip = last.map_or(0, |entry| entry.tip);
        let mut dice: Vec<_> = self.dice.iter().filter(|dicing| dicing.from <= to).cloned().collect();
        if let Some(dicing) = dice.last_mut() {
            dicing.shares = dicing.shares.map(|share| share.filter(|(number, _)| *number <= to));
        }
        Some(Table {
            rules: self.rules.clone(),
            header: self.header.clone(),
            first: self.first.clone(),
            state: self.state_after(tip),
            throws: last.map_or(0, |entry| entry.throws),
            head: self.head_after(to),
            dice,
            entries,
            quiet: false,
            ask: OnceLock::new(),
        })
    }

    /// The story once more, undone parts and all: the inputs after `from`, up to `to`. From 0 on it has the beginning,
    /// too.
    pub fn retell(&self, from: u32, to: u32, mut heard: impl FnMut(&Table<R>, &Step<R::Event>)) {
        let to = to.min(self.len());
        let Some(mut table) = self.rewound(from.min(to)) else { return };
        if from == 0 {
            let mut story = Story::telling();
            self.rules.start(&mut story);
            heard(&table, &Step { number: 0, events: story.events });
        }
        for number in from + 1..=to {
            pace::point();
            let step = table.redo(self, number).expect("a game that was played can be played again");
            heard(&table, &step);
        }
    }

    /// Plays the next input of the same game.
    fn redo(&mut self, whole: &Table<R>, number: u32) -> Option<Step<R::Event>> {
        let input = match whole.done(number)?.clone() {
            // Their seed and shares may have become known since.
            Input::Dice { file, .. } => {
                let dicing = whole.dice.iter().find(|dicing| dicing.from == number)?;
                Input::Dice { file, source: dicing.source, secret: dicing.secret }
            }
            input => input,
        };
        self.apply(input).ok()
    }
}
