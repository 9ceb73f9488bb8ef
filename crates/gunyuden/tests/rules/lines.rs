//! Chapter 11: tracing for the whole map agrees with tracing for each force.

use gunyuden::{Gunyuden, State, units::UnitId};
use kernel::{Actions, Ask, Dice, Fair, Lot, Play, Rules, Story};

use crate::Built;

/// Every force outside castles for which no line is found by itself.
fn one_by_one(rules: &Gunyuden, state: &State) -> Vec<UnitId> {
    let all = rules.sides[0].or(&rules.sides[1]);
    let stands = |&unit: &UnitId| state.on_map(unit) && state.is_head(unit) && !state.holed.has(unit);
    all.iter().filter(stands).filter(|&force| !rules.has_line(state, force)).collect()
}

#[test]
fn the_whole_map_is_traced_as_each_force_is() {
    let (mut tested, mut cut) = (0, 0);
    for scenario in ["tennozan", "shizugatake", "komaki"] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let (mut lot, mut dice) = (Lot::new(11), Fair::new(11));
        let mut state = rules.start(&mut Story::silent());
        let mut throws = 0;
        let mut kept: Vec<(State, Vec<UnitId>)> = Vec::new();
        for n in 0..4_000 {
            match rules.ask(&state) {
                Ask::Over(_) => break,
                Ask::Throw(roll) => {
                    throws += 1;
                    let pips = dice.throw(roll.pool, throws).expect("fair dice never run out");
                    let fall = roll.pool.fall(&pips).expect("fair dice fit their pool");
                    rules.fall(&mut state, fall, &mut Story::silent());
                }
                Ask::Choose(questions) => {
                    let mut list = Actions::default();
                    rules.actions(&state, questions[0].seat, &mut list);
                    let action = *lot.pick(&list);
                    let input = kernel::Input::Act(questions[0].seat, action);
                    rules.carry_out(&mut state, input, &mut Story::silent());
                }
            }
            if n % 40 == 0 {
                let found = rules.cut_off(&state);
                assert_eq!(found, one_by_one(&rules, &state), "{scenario}, input {n}");
                kept.push((state.clone(), found));
            }
        }
        // What is kept of one situation is never taken for another.
        for (state, found) in kept.iter().rev() {
            assert_eq!(*found, rules.cut_off(state));
            cut += found.len();
        }
        tested += kept.len();
    }
    assert!(tested > 150 && cut > 100, "{tested} positions, {cut} forces cut off");
}
