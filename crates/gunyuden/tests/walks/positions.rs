//! A position that the program writes can be read back: in random games with sieges of every scenario.

use contract::seeds;
use gunyuden::{Gunyuden, State};
use kernel::Positions;

use crate::castles::{SCENARIOS, play};

/// A state, written as a position and read, is the same state.
fn law(rules: &Gunyuden, state: &State) -> Result<(), String> {
    match rules.place(rules.position(state)) {
        Ok(placed) if placed == *state => Ok(()),
        Ok(_) => Err(format!("read back it is another state: {:?}", rules.position(state))),
        Err(fault) => Err(format!("{fault}: {:?}", rules.position(state))),
    }
}

#[test]
fn every_position_of_a_game_can_be_read_back() {
    const MOST: usize = 6_000;
    for scenario in SCENARIOS {
        for seed in 0..seeds(4, 40) {
            if let Err(why) = play(scenario, seed, MOST, law, |_, _, _| {}) {
                panic!("{scenario}, seed {seed}: {why}");
            }
        }
    }
}
