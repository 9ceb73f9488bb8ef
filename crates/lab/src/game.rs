//! One game between two bots.

use std::collections::BTreeMap;

use bots::{Bot, Level, bot};
use cpu_time::ThreadTime;
use kernel::{
    Actions, Ask, Cited, Dice, Fair, Fault, Lot, Move, Outcome, Play, Rules, Seat, Side, Story, System,
    Viewer, evaluation::Played,
};

use crate::tally::Tally;

/// Who plays, and with what luck.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// By side.
    pub(crate) levels: [Level; 2],
    /// Of the dice; goes into the record.
    pub(crate) dice: u64,
    pub(crate) minds: [u64; 2],
}

impl Pairing {
    /// Game `n` of a series: its luck depends on the seed and on `n` alone.
    pub(crate) fn new(levels: [Level; 2], seed: u64, n: u32) -> Pairing {
        let mut lot = Lot::branch(seed, u64::from(n));
        Pairing { levels, dice: lot.word(), minds: [lot.word(), lot.word()] }
    }
}

/// How a game went.
#[derive(Clone, Debug)]
pub(crate) struct Game<A> {
    /// `None` if it was broken off at the profile's bound.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) hash: u64,
    /// Actions.
    pub(crate) length: u32,
    /// Actions and throws.
    pub(crate) inputs: u32,
    /// Its actions, where a record is wanted.
    pub(crate) acts: Vec<(Seat, A)>,
    /// CPU seconds that each side thought in each turn of the clock.
    pub(crate) turns: [Vec<f64>; 2],
}

/// Plays one game. Every legal action is listed before each choice, as a table would do for a player.
pub(crate) fn play<R: System>(
    rules: &R,
    pairing: &Pairing,
    keep: bool,
    tally: &mut Tally,
) -> Result<Game<R::Action>, Fault> {
    let mut minds = minds::<R>(pairing)?;
    let mut dice = Fair::new(pairing.dice);
    let mut story = Story::telling();
    let mut state = rules.start(&mut story);
    let mut listed = Actions::default();
    let mut acts = Vec::new();
    let mut ledger = Ledger::new(rules.clock(&state));
    let mut last = None;
    let (mut throws, mut length) = (0, 0);
    let mut outcome = None;
    let mut turns = Turns::default();
    let mut style = Watched { styled: !rules.style_shares().is_empty(), last: None };
    for _ in 0..=rules.profile().bound {
        style.count(rules, &state, &story.events, tally);
        for event in story.events.drain(..) {
            tally.event(event.rule());
            if let Some(side) = rules.whose(&event)
                && let Some(telling) = rules.tell(&event, Viewer::Everyone)
            {
                tally.deed(event.rule(), telling.line.key, rules.clock(&state), side);
            }
        }
        match rules.ask(&state) {
            Ask::Over(over) => {
                outcome = Some(over);
                break;
            }
            Ask::Throw(roll) => {
                throws += 1;
                let pips = dice.throw(roll.pool, throws).expect("fair dice never run out");
                let fall = roll.pool.fall(&pips).expect("fair dice fit their pool");
                style.watch(&state, || Move::Fall(fall));
                rules.fall(&mut state, fall, &mut story);
            }
            Ask::Choose(questions) => {
                let question = &questions[0];
                let seat = question.seat;
                listed.clear(usize::MAX);
                rules.actions(&state, seat, &mut listed);
                tally.question(question.kind(), listed.len());
                if last.replace(seat).is_some_and(|before| before != seat) {
                    tally.handovers += 1;
                }
                let side = rules.side(&state, seat);
                let mind = &mut minds[side.index()];
                let began = ThreadTime::now();
                let action = mind.choose_from(rules, &state, seat, &listed);
                turns.add(side, rules.clock(&state), began.elapsed().as_secs_f64());
                debug_assert!(listed.contains(&action), "a bot chose {action:?}, which is not listed");
                length += 1;
                if keep {
                    acts.push((seat, action.clone()));
                }
                style.watch(&state, || Move::Act(seat, action.clone()));
                rules.carry_out(&mut state, Move::Act(seat, action), &mut story);
            }
        }
        ledger.turn(rules, &state, tally);
    }
    ledger.close(rules.losses(&state), tally);
    tally.end_game(rules.deeds());
    let turns = turns.0.map(|turns| turns.into_values().collect());
    Ok(Game { outcome, hash: rules.hash(&state), length, inputs: length + throws, acts, turns })
}

/// CPU seconds by side and turn of the clock.
#[derive(Default)]
struct Turns([BTreeMap<u32, f64>; 2]);

impl Turns {
    fn add(&mut self, side: Side, clock: u32, seconds: f64) {
        *self.0[side.index()].entry(clock).or_default() += seconds;
    }
}

/// The last input with the state before it, where its style is counted.
struct Watched<R: Rules> {
    styled: bool,
    last: Option<(R::State, Move<R::Action>)>,
}

impl<R: System> Watched<R> {
    fn watch(&mut self, state: &R::State, input: impl FnOnce() -> Move<R::Action>) {
        if self.styled {
            self.last = Some((state.clone(), input()));
        }
    }

    fn count(&mut self, rules: &R, after: &R::State, events: &[R::Event], tally: &mut Tally) {
        if let Some((before, input)) = self.last.take() {
            let played = Played { before: &before, input: &input, after, events };
            rules.style(played, &mut |side, name| tally.style(name, side));
        }
    }
}

type Minds<R> = [Box<dyn Bot<R>>; 2];

fn minds<R: System>(pairing: &Pairing) -> Result<Minds<R>, Fault> {
    let mind = |side: Side| {
        let at = side.index();
        bot::<R>(&pairing.levels[at], pairing.minds[at]).map_err(|why| Fault::new("bots", why))
    };
    Ok([mind(Side(0))?, mind(Side(1))?])
}

/// Losses, booked to the inning in which they were suffered.
struct Ledger {
    clock: u32,
    booked: [u32; 2],
}

impl Ledger {
    fn new(clock: u32) -> Ledger {
        Ledger { clock, booked: [0; 2] }
    }

    #[inline]
    fn turn<R: System>(&mut self, rules: &R, state: &R::State, tally: &mut Tally) {
        let clock = rules.clock(state);
        if clock != self.clock {
            self.close(rules.losses(state), tally);
            self.clock = clock;
        }
    }

    fn close(&mut self, losses: [u32; 2], tally: &mut Tally) {
        // Units may come back; an inning in which more return than fall counts as one without losses.
        let lost = [0, 1].map(|side| u64::from(losses[side].saturating_sub(self.booked[side])));
        self.booked = losses;
        tally.inning(self.clock, lost);
    }
}
