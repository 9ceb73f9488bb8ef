//! Laws of this system in random games of every scenario.

use gunyuden::{Gunyuden, State};
use kernel::{Actions, Ask, Dice, Fair, Lot, Move, Play, Rules, Story};

type Built = contract::BuiltIn<Gunyuden>;

mod castles;
mod lengths;
mod lines;
mod marches;
mod positions;
mod speed;

/// A game of any listed actions, step by step.
struct Walk {
    rules: Gunyuden,
    state: State,
    lot: Lot,
    dice: Fair,
    throws: u32,
}

impl Walk {
    fn new(scenario: &str, seed: u64) -> Walk {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let state = rules.start(&mut Story::silent());
        Walk { rules, state, lot: Lot::new(seed), dice: Fair::new(seed), throws: 0 }
    }

    fn goes_on(&self) -> bool {
        !matches!(self.rules.ask(&self.state), Ask::Over(_))
    }

    fn step(&mut self) {
        match self.rules.ask(&self.state) {
            Ask::Over(_) => {}
            Ask::Throw(roll) => {
                self.throws += 1;
                let pips = self.dice.throw(roll.pool, self.throws).expect("fair dice never run out");
                let fall = roll.pool.fall(&pips).expect("fair dice fit their pool");
                self.rules.fall(&mut self.state, fall, &mut Story::silent());
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let mut list = Actions::default();
                self.rules.actions(&self.state, seat, &mut list);
                let input = Move::Act(seat, *self.lot.pick(&list));
                self.rules.carry_out(&mut self.state, input, &mut Story::silent());
            }
        }
    }
}
