//! A whole game, and the size of its state.

use kernel::{Actions, Ask, Dice, Fair, Lot, Play, Rules, Story};

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
            assert!(inputs < 120_000, "seed {seed} goes on for ever");
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

#[test]
fn a_state_is_small() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let size = std::mem::size_of_val(&rules.begin());
    assert!(size < 8_000, "{size}");
}

/// 34.12, 36.2: the first and the last week of every scenario.
#[test]
fn the_calendar_runs_from_the_first_inning_to_the_last() {
    for (scenario, first, last) in [
        ("tennozan", (1582, 6, 1), (1582, 7, 4)),
        ("shizugatake", (1583, 2, 1), (1583, 4, 4)),
        ("komaki", (1584, 3, 2), (1584, 6, 1)),
    ] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let week = |inning: u8| {
            let date = rules.scenario.date(inning);
            (date.year, date.month, date.week)
        };
        assert_eq!((week(1), week(rules.scenario.innings)), (first, last), "{scenario}");
    }
}
