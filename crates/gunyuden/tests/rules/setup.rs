//! Chapters 34 and 36: sums of the set-up, and a whole game.

use gunyuden::{Gunyuden, units::UnitSet};
use kernel::{Actions, Ask, Dice, Fair, Lot, Play, Rules, Story};

use crate::Built;

fn sum(rules: &Gunyuden, units: UnitSet) -> u32 {
    units.iter().map(|unit| u32::from(rules.unit(unit).strength[2])).sum()
}

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
fn the_sums_of_the_set_up() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let state = rules.begin();
    let late: UnitSet = rules.scenario.interventions.iter().flat_map(|late| late.units.clone()).collect();
    assert_eq!(sum(&rules, rules.sides[0]), 235);
    assert_eq!(sum(&rules, rules.sides[1].without(&late)), 90);
    let at = |label: &str| state.units_at(rules.ground.atlas.parse(label).unwrap());
    assert_eq!(at("4301").len(), 28);
    assert_eq!(at("1623").len(), 30);
    assert!(std::mem::size_of_val(&state) < 8_000, "{}", std::mem::size_of_val(&state));
}

/// 32-1, 36.7(9): what stands guard in Chugoku and Kinai when play begins.
#[test]
fn guards_at_the_start() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let state = rules.begin();
    let in_provinces = |names: &[&str]| -> u32 {
        let here = rules.sides[0].iter().filter(|&unit| {
            state.on_map(unit) && {
                let province = rules.ground.province[state.hex(unit).index()];
                names.contains(&rules.ground.province_names[usize::from(province)].as_str())
            }
        });
        sum(&rules, here.collect())
    };
    let chugoku = ["hoki", "mimasaka", "bitchu", "bizen", "harima", "inaba"];
    assert_eq!(in_provinces(&chugoku), 117);
    let himeji = state.units_at(rules.ground.atlas.parse("1623").unwrap());
    assert_eq!(in_provinces(&chugoku) - sum(&rules, himeji), 57);
    assert_eq!(in_provinces(&["settsu", "izumi", "kawachi", "yamato"]), 30);
}

/// 11, 34.2(2): with the Kitabatake at Kiyosu and the Takigawa at Nagashima only Wakebe is cut off; left outside, he alone
/// loses heart.
#[test]
fn lines_at_the_start() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    let act = |state: &mut gunyuden::State, seat: u8, text: &str| {
        let action = rules.read_action(text).expect("an action");
        rules.play(state, kernel::Seat(seat), &action, &mut Story::silent()).expect("legal");
    };
    act(&mut state, 0, "rest 5416");
    act(&mut state, 0, "done");
    act(&mut state, 1, "rest 5119");
    act(&mut state, 1, "done");
    while let Ask::Throw(roll) = rules.ask(&state) {
        rules.fall(&mut state, roll.pool.fall(&[1]).expect("a die"), &mut Story::silent());
    }
    act(&mut state, 1, "wait");
    let shaken: Vec<&str> = (0..rules.units.len() as u8)
        .map(gunyuden::units::UnitId)
        .filter(|&unit| state.low(unit) > 0)
        .map(|unit| rules.unit(unit).id.as_str())
        .collect();
    assert_eq!(shaken, ["wakebe_mitsuyoshi"]);
}
