//! Nobody stands in anybody, whatever is played, and every game ends.

use ageofwar::{AgeOfWar, State, state::Where};
use contract::{BuiltIn, chooser::Chooser};
use kernel::{Ask, Fair, Input, Lot, Play, Rules, Story, roll::Dice};

type Built = BuiltIn<AgeOfWar>;

fn faults(rules: &AgeOfWar, state: &State) -> Option<String> {
    let bodies: Vec<_> = state.here().filter(|unit| !rules.unit(*unit).is_general()).collect();
    for (n, one) in bodies.iter().enumerate() {
        let shape = rules.shape(state, *one);
        if state.body(*one).place == Where::Table && !rules.ground.table.holds(&shape) {
            return Some(format!("{} hangs over the edge", rules.unit(*one).id));
        }
        for other in &bodies[..n] {
            if rules.shape(state, *other).overlaps(&shape) {
                return Some(format!("{} stands in {}", rules.unit(*one).id, rules.unit(*other).id));
            }
        }
    }
    None
}

#[test]
fn no_two_units_overlap_in_random_games() {
    let games = if std::env::var_os("GUNBAI_LONG").is_some() { 200 } else { 6 };
    for scenario in ["sunagawa", "kawanakajima", "shitaragahara"] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        for seed in 0..games {
            let mut lot = Lot::new(seed);
            let mut dice = Fair::new(seed);
            let mut story = Story::telling();
            let mut state = rules.start(&mut story);
            let chooser = Chooser::of_seed(seed);
            let mut number = 0;
            let mut inputs = 0;
            loop {
                story.events.clear();
                inputs += 1;
                assert!(inputs < rules.profile().bound, "{scenario}, seed {seed}: no end");
                let before = state.clone();
                let input = match rules.ask(&state) {
                    Ask::Over(_) => break,
                    Ask::Throw(roll) => {
                        number += 1;
                        let pips = dice.throw(roll.pool, number).expect("fair dice never run out");
                        Input::Fall(roll.pool.fall(&pips).expect("its own dice"))
                    }
                    Ask::Choose(questions) => {
                        let seat = questions[0].seat;
                        let action = chooser.choose(&rules, &state, seat, &mut lot).expect("an answer");
                        Input::Act(seat, action)
                    }
                };
                rules.carry_out(&mut state, input.clone(), &mut story);
                if let Some(why) = faults(&rules, &state) {
                    let done = match input {
                        Input::Act(_, action) => rules.write_action(&action),
                        Input::Fall(fall) => format!("{fall:?}"),
                    };
                    panic!(
                        "{scenario}, seed {seed}: {why} after {done} in {:?}\n{:#?}",
                        before.step, story.events
                    );
                }
            }
        }
    }
}
