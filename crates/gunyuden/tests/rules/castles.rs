//! 8, 21 and 35.7: whose castle it is, in random games of every scenario.

use contract::{chooser::Chooser, seeds};
use gunyuden::{
    Gunyuden, State,
    frames::Frame,
    units::{CastleId, HouseId},
};
use kernel::{Actions, Ask, Dice, Fair, Input, Lot, Play, Rules, Story};

use crate::Built;

/// While a castle falls its garrison is still being dealt with (21-1(1)).
fn is_falling(state: &State, castle_hex: hexmap::HexId) -> bool {
    state.frames.iter().any(|frame| match frame {
        Frame::Fall { hex, .. } | Frame::Yield { hex, .. } => *hex == castle_hex,
        _ => false,
    })
}

/// A castle has an owner if and only if its durability is above zero, and nobody holes up in a ruin. A lord who waits
/// is the owner of his castles, though no house of either side is yet (35.7).
fn law(rules: &Gunyuden, state: &State) -> Result<(), String> {
    let lords = rules.scenario.wavering.as_ref().map_or(&[][..], |wavering| &wavering.lords);
    for (n, keep) in rules.keeps.iter().enumerate() {
        let (castle, body) = (CastleId(n as u8), &state.castles[n]);
        if is_falling(state, keep.hex) {
            continue;
        }
        let waits = lords.iter().any(|lord| lord.castles.contains(&castle) && !state.happened.has(lord.flag));
        let owned = body.owner != HouseId::NONE || waits;
        if owned != (body.durability > 0) {
            return Err(format!("{} has durability {} and owner {:?}", keep.id, body.durability, body.owner));
        }
        if body.durability == 0 && !state.units_at(keep.hex).and(&state.holed).is_empty() {
            return Err(format!("somebody is holed up in the ruin of {}", keep.id));
        }
    }
    Ok(())
}

/// A game in which sieges are likely: of the listed actions those against castles are preferred.
fn play(scenario: &str, seed: u64, most: usize) -> Result<(), String> {
    let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    let (mut lot, mut dice) = (Lot::new(seed), Fair::new(seed));
    let mut throws = 0;
    for _ in 0..most {
        law(&rules, &state)?;
        match rules.ask(&state) {
            Ask::Over(_) => return Ok(()),
            Ask::Throw(roll) => {
                throws += 1;
                let pips = dice.throw(roll.pool, throws).expect("fair dice never run out");
                let fall = roll.pool.fall(&pips).expect("fair dice fit their pool");
                rules.fall(&mut state, fall, &mut Story::silent());
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let mut list = Actions::default();
                rules.actions(&state, seat, &mut list);
                let siege = |text: &str| {
                    ["assault", "surround", "demand", "repair"].iter().any(|w| text.starts_with(w))
                };
                let sieges: Vec<_> =
                    list.iter().copied().filter(|action| siege(&rules.write_action(action))).collect();
                let action = match sieges.is_empty() || lot.below(4) == 0 {
                    true => Chooser::Habitual(3).choose(&rules, &state, seat, &mut lot).expect("it is asked"),
                    false => *lot.pick(&sieges),
                };
                rules.carry_out(&mut state, Input::Act(seat, action), &mut Story::silent());
            }
        }
    }
    Ok(())
}

#[test]
fn a_castle_has_an_owner_as_long_as_it_stands_and_nobody_holes_up_in_a_ruin() {
    for scenario in ["tennozan", "shizugatake", "komaki"] {
        for seed in 0..seeds(6, 60) {
            if let Err(why) = play(scenario, seed, 4_000) {
                panic!("{scenario}, seed {seed}: {why}");
            }
        }
    }
}

/// The law finds what it is there for.
#[test]
fn the_law_of_owners_rejects_broken_castles() {
    let rules = Built::rules("tennozan", None).unwrap_or_else(|faults| panic!("{faults}"));
    let sound = rules.start(&mut Story::silent());
    let castle = rules.castle_named("azuchi_jo").expect("a castle").index();
    let owned = sound.castles[castle].owner;
    assert_eq!(law(&rules, &sound), Ok(()));
    let mut ruin = sound.clone();
    ruin.castles[castle].durability = 0;
    assert!(law(&rules, &ruin).is_err(), "a ruin with an owner");
    let mut lost = sound.clone();
    lost.castles[castle].owner = HouseId::NONE;
    assert!(law(&rules, &lost).is_err(), "a castle without one");
    let koriyama = rules.castle_named("koriyama_jo").expect("a castle").index();
    let mut stormed = sound.clone();
    stormed.castles[koriyama].durability = 0;
    assert!(law(&rules, &stormed).is_err(), "the castle of a lord who waits, in ruins");
    let mut inside = sound;
    let hex = rules.keeps[castle].hex;
    let unit = inside.units_at(hex).first().expect("somebody begins at Azuchi");
    inside.castles[castle].durability = 0;
    inside.castles[castle].owner = HouseId::NONE;
    inside.holed.insert(unit);
    assert!(law(&rules, &inside).is_err(), "a garrison in a ruin of {owned:?}");
}
