//! A whole game.

use kernel::{Actions, Ask, Dice, Fair, Lot, Notation, Play, Rules, Story};

use crate::Built;

/// A random game to its end, for its length.
#[test]
fn a_game_of_random_answers_ends() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    for seed in 0..2 {
        let mut lot = Lot::new(seed);
        let mut dice = Fair::new(seed);
        let mut state = rules.start(&mut Story::silent());
        let (mut inputs, mut throws) = (0, 0);
        loop {
            inputs += 1;
            assert!(inputs < 120_000, "seed {seed} does not end");
            match rules.ask(&state) {
                Ask::Over(_) => break,
                Ask::Throw(roll) => {
                    throws += 1;
                    let pips = dice.throw(roll.pool, throws).expect("dice");
                    let fall = roll.pool.fall(&pips).expect("pips");
                    rules.fall(&mut state, fall, &mut Story::silent());
                }
                Ask::Choose(questions) => {
                    let seat = questions[0].seat;
                    let mut list = Actions::default();
                    rules.actions(&state, seat, &mut list);
                    assert!(!list.is_empty(), "nothing to choose: {:?}", state.frames);
                    let action = *lot.pick(&list);
                    rules.play(&mut state, seat, &action, &mut Story::silent()).unwrap_or_else(|no| {
                        panic!("{} is listed but refused: {no:?}", rules.write_action(&action))
                    });
                }
            }
        }
        println!("seed {seed}: {inputs} inputs, {throws} throws");
    }
}
