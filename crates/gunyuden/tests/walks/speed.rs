//! Rough figures, printed; `bench` has the real ones.

use std::time::Instant;

use kernel::{Actions, Ask, Dice, Fair, Lot, Play, Rules, Story};

use crate::Built;

/// Random play with the full list before each choice. Only the order of magnitude is held here.
#[test]
fn random_play_is_not_slow() {
    for scenario in ["shizugatake", "tennozan", "komaki"] {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let mut kinds = std::collections::BTreeMap::new();
        let mut acts = std::collections::BTreeMap::new();
        let begun = Instant::now();
        let (mut inputs, mut throws, mut listed) = (0u32, 0, 0);
        for seed in 0..3 {
            let mut lot = Lot::new(seed);
            let mut dice = Fair::new(seed);
            let mut state = rules.start(&mut Story::silent());
            loop {
                inputs += 1;
                match rules.ask(&state) {
                    Ask::Over(_) => break,
                    Ask::Throw(roll) => {
                        throws += 1;
                        let pips = dice.throw(roll.pool, throws).expect("dice");
                        rules.fall(&mut state, roll.pool.fall(&pips).expect("pips"), &mut Story::silent());
                    }
                    Ask::Choose(questions) => {
                        let mut list = Actions::default();
                        let at = Instant::now();
                        rules.actions(&state, questions[0].seat, &mut list);
                        let took = at.elapsed().as_nanos();
                        listed += list.len();
                        let kind = questions[0].kind();
                        let slot = kinds.entry(kind).or_insert((0u32, 0u128));
                        slot.0 += 1;
                        slot.1 += took;
                        let at = Instant::now();
                        let action = *lot.pick(&list);
                        rules.carry_out(
                            &mut state,
                            kernel::Move::Act(questions[0].seat, action),
                            &mut Story::silent(),
                        );
                        let slot = acts.entry(kind).or_insert((0u32, 0u128));
                        slot.0 += 1;
                        slot.1 += at.elapsed().as_nanos();
                    }
                }
            }
        }
        let each = begun.elapsed().as_micros() / u128::from(inputs);
        println!("{scenario}: {inputs} inputs, {throws} throws, {listed} listed, {each} µs each");
        for (kind, (count, nanos)) in &kinds {
            let (_, act) = acts[kind];
            println!(
                "  {kind}: {count} times, list {} ns, act {} ns",
                nanos / u128::from(*count),
                act / u128::from(*count)
            );
        }
        assert!(each < 20_000);
    }
}
