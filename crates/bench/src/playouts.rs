//! Whole games played as `lab` plays them, without its statistics.

use std::{
    ops::Add,
    sync::Arc,
    time::{Duration, Instant},
};

use bots::{Bot, Level, bot};
use kernel::{Actions, Ask, DataSet, Dice, Fair, Fault, Faults, Lot, Move, Play, Setup, Story, System};

/// The data built into a system.
pub(crate) fn built_in<R: System>() -> DataSet {
    let mut data = DataSet::new("gunbai");
    for (path, text) in R::files() {
        data.insert(path, text);
    }
    data
}

pub(crate) fn setup<R: System>(scenario: &str) -> Setup {
    Setup {
        system: R::NAME.to_owned(),
        scenario: scenario.to_owned(),
        options: Default::default(),
        revision: R::REVISION,
        position: None,
    }
}

pub(crate) fn open<R: System>(scenario: &str) -> Result<Arc<R>, Faults> {
    R::open(&built_in::<R>(), &setup::<R>(scenario)).map(Arc::new)
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    /// Of players.
    pub(crate) actions: u64,
    pub(crate) throws: u64,
    /// Brought to their end.
    pub(crate) games: u64,
}

impl Add for Count {
    type Output = Count;
    fn add(self, other: Count) -> Count {
        Count {
            actions: self.actions + other.actions,
            throws: self.throws + other.throws,
            games: self.games + other.games,
        }
    }
}

/// Games without end, one after the other, between two bots of a level.
pub(crate) struct Playouts<R: System> {
    pub(crate) rules: Arc<R>,
    pub(crate) state: R::State,
    minds: [Box<dyn Bot<R>>; 2],
    dice: Fair,
    throws: u32,
    listed: Actions<R::Action>,
    story: Story<R::Event>,
    lot: Lot,
}

impl<R: System> Playouts<R> {
    pub(crate) fn new(rules: Arc<R>, level: &Level, seed: u64) -> Result<Playouts<R>, Fault> {
        let mut lot = Lot::new(seed);
        let mut mind = || bot::<R>(level, lot.word()).map_err(|why| Fault::new("bots", why));
        let minds = [mind()?, mind()?];
        let mut story = Story::silent();
        let state = rules.start(&mut story);
        let dice = Fair::new(lot.word());
        Ok(Playouts { rules, state, minds, dice, throws: 0, listed: Actions::default(), story, lot })
    }

    /// Plays this many inputs on, every legal action listed before each choice.
    pub(crate) fn play(&mut self, inputs: u32) -> Count {
        let mut count = Count::default();
        let rules = &*self.rules;
        for _ in 0..inputs {
            match rules.ask(&self.state) {
                Ask::Choose(questions) => {
                    let seat = questions[0].seat;
                    self.listed.clear(usize::MAX);
                    rules.actions(&self.state, seat, &mut self.listed);
                    let mind = &mut self.minds[rules.side(&self.state, seat).index()];
                    let action = mind.choose_from(rules, &self.state, seat, &self.listed);
                    rules.carry_out(&mut self.state, Move::Act(seat, action), &mut self.story);
                    count.actions += 1;
                }
                Ask::Throw(roll) => {
                    self.throws += 1;
                    let pips = self.dice.throw(roll.pool, self.throws).expect("fair dice never run out");
                    let fall = roll.pool.fall(&pips).expect("fair dice fit their pool");
                    rules.fall(&mut self.state, fall, &mut self.story);
                    count.throws += 1;
                }
                Ask::Over(_) => {
                    self.state = rules.start(&mut self.story);
                    self.dice = Fair::new(self.lot.word());
                    self.throws = 0;
                    count.games += 1;
                }
            }
        }
        count
    }

    /// Plays this game to its end.
    pub(crate) fn finish(&mut self) -> u64 {
        while self.play(1).games == 0 {}
        1
    }

    /// Actions a second of the clock on the wall.
    pub(crate) fn play_for(&mut self, slice: Duration) -> f64 {
        let began = Instant::now();
        let mut count = Count::default();
        while began.elapsed() < slice {
            count = count + self.play(64);
        }
        count.actions as f64 / began.elapsed().as_secs_f64()
    }
}
