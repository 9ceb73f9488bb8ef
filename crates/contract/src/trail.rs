//! One random game, kept whole: every state, input and event.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use kernel::{
    Ask, Dice, Fair, Game, Lot, Move, Play, Seat, Setup, Story, Table,
    record::{Header, Source},
    roll::Pips,
};

use crate::chooser::Chooser;

/// One input that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken<A> {
    Act(Seat, A),
    Throw(Pips),
}

/// How a random game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    Over,
    /// Nothing is listed for a seat that is asked.
    DeadEnd(Seat),
    /// It is longer than its profile allows.
    Endless,
    /// It was cut off where it was asked to be.
    Cut,
    /// The rules panicked: what they said, and in which input.
    Panic {
        said: String,
        input: String,
    },
}

/// A game from its beginning: `inputs[n]` leads from `states[n]` to `states[n + 1]`.
pub struct Trail<R: Game> {
    pub rules: Arc<R>,
    pub game: String,
    pub seed: u64,
    pub states: Vec<R::State>,
    pub hashes: Vec<u64>,
    pub inputs: Vec<Taken<R::Action>>,
    /// `events[0]` are those of the beginning, `events[n + 1]` those of `inputs[n]`.
    pub events: Vec<Vec<R::Event>>,
    /// Did input `n` reveal something hidden?
    pub revealed: Vec<bool>,
    pub finish: Finish,
}

impl<R: Game> std::fmt::Debug for Trail<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Trail({}, seed {}, {} inputs)", self.game, self.seed, self.inputs.len())
    }
}

impl<R: Game> Trail<R> {
    /// Plays one game with seeded dice; a panic of the rules ends it and is kept.
    pub fn play(rules: &Arc<R>, game: &str, seed: u64, chooser: Chooser, most: usize) -> Trail<R> {
        Trail::bent(rules, game, seed, chooser, most, |_, _, _| {})
    }

    /// The same game by a broken twin of the rules: `bend` changes the state after each input, given the state before.
    /// A law of one system is tested on such games.
    pub fn bent(
        rules: &Arc<R>,
        game: &str,
        seed: u64,
        chooser: Chooser,
        most: usize,
        bend: fn(&R, &R::State, &mut R::State),
    ) -> Trail<R> {
        let mut trail = Trail {
            rules: rules.clone(),
            game: game.to_owned(),
            seed,
            states: Vec::new(),
            hashes: Vec::new(),
            inputs: Vec::new(),
            events: Vec::new(),
            revealed: Vec::new(),
            finish: Finish::Cut,
        };
        let mut trying = None;
        // The trail is only read after a panic, and every push leaves it whole.
        let run = catch_unwind(AssertUnwindSafe(|| trail.run(chooser, most, bend, &mut trying)));
        trail.finish = match run {
            Ok(finish) => finish,
            Err(panic) => Finish::Panic { said: said(&*panic), input: trail.text_of(trying.as_ref()) },
        };
        // A panic may have come between the pushes of one step.
        let whole = trail.hashes.len();
        trail.states.truncate(whole);
        trail.events.truncate(whole);
        trail.inputs.truncate(whole.saturating_sub(1));
        trail.revealed.truncate(whole.saturating_sub(1));
        trail
    }

    fn run(
        &mut self,
        chooser: Chooser,
        most: usize,
        bend: fn(&R, &R::State, &mut R::State),
        trying: &mut Option<Taken<R::Action>>,
    ) -> Finish {
        let rules = self.rules.clone();
        let mut lot = Lot::branch(self.seed, 1);
        let mut dice = Fair::new(self.seed);
        let mut throws = 0;
        let mut story = Story::telling();
        let mut state = rules.start(&mut story);
        self.push(&state, story.events);
        let bound = rules.profile().bound as usize;
        loop {
            let taken = match rules.ask(&state) {
                Ask::Over(_) => return Finish::Over,
                Ask::Throw(roll) => {
                    throws += 1;
                    Taken::Throw(dice.throw(roll.pool, throws).expect("seeded dice never run out"))
                }
                Ask::Choose(questions) => {
                    let seat = lot.pick(&questions).seat;
                    match chooser.choose(&*rules, &state, seat, &mut lot) {
                        Some(action) => Taken::Act(seat, action),
                        None => return Finish::DeadEnd(seat),
                    }
                }
            };
            if self.inputs.len() >= bound {
                return Finish::Endless;
            }
            if self.inputs.len() >= most {
                return Finish::Cut;
            }
            *trying = Some(taken.clone());
            let mut story = Story::telling();
            step(&*rules, &mut state, &taken, &mut story);
            bend(&rules, self.states.last().expect("the beginning is kept"), &mut state);
            *trying = None;
            self.inputs.push(taken);
            self.revealed.push(story.revealed);
            self.push(&state, story.events);
        }
    }

    fn push(&mut self, state: &R::State, events: Vec<R::Event>) {
        self.states.push(state.clone());
        self.events.push(events);
        self.hashes.push(self.rules.hash(state));
    }

    /// The header a record of this game has.
    pub fn header(&self) -> Header {
        let card = &self.rules.profile().card;
        Header {
            setup: Setup::plain(&card.system, &card.scenario, 1),
            data: ("contract".to_owned(), "0".to_owned()),
            source: Source::Seeded(self.seed),
            secret: Some(*b"gunbai contract "),
        }
    }

    /// The same game at a table, after `upto` inputs; the error says which of them was refused.
    pub fn table(&self, upto: usize) -> Result<Table<R>, (usize, String)> {
        let (mut table, _) = Table::open(self.rules.clone(), self.header());
        let mut dice = Fair::new(self.seed);
        for (n, taken) in self.inputs[..upto].iter().enumerate() {
            let done = match taken {
                Taken::Act(seat, action) => table.act(*seat, action).map_err(|no| format!("{no:?}")),
                Taken::Throw(_) => table.throw(&mut dice).ok_or_else(|| "no dice are wanted".to_owned()),
            };
            done.map_err(|why| (n, why))?;
        }
        Ok(table)
    }

    /// The inputs up to one of them, as a record writes them.
    pub fn texts(&self, upto: usize) -> Vec<String> {
        self.inputs.iter().take(upto).map(|taken| self.text_of(Some(taken))).collect()
    }

    fn text_of(&self, taken: Option<&Taken<R::Action>>) -> String {
        match taken {
            // What is being reported may be the very function that writes actions.
            Some(Taken::Act(seat, action)) => {
                let text = catch_unwind(AssertUnwindSafe(|| self.rules.write_action(action)));
                format!("{} {}", seat.0, text.unwrap_or_else(|_| format!("{action:?}")))
            }
            Some(Taken::Throw(pips)) => {
                let pips: Vec<String> = pips.iter().map(u8::to_string).collect();
                format!("throw {}", pips.join(" "))
            }
            None => "(while an answer was being chosen)".to_owned(),
        }
    }
}

/// Carries out one input known to be legal.
pub(crate) fn step<R: Game>(
    rules: &R,
    state: &mut R::State,
    taken: &Taken<R::Action>,
    story: &mut Story<R::Event>,
) {
    match taken {
        Taken::Act(seat, action) => rules.carry_out(state, Move::Act(*seat, action.clone()), story),
        Taken::Throw(pips) => {
            let Ask::Throw(roll) = rules.ask(state) else { return };
            let fall = roll.pool.fall(pips).expect("pips made for this pool");
            rules.fall(state, fall, story);
        }
    }
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".into())
}
