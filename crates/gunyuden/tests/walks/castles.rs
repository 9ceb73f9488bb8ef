//! 8, 21 and 35.7: whose castle it is, in random games of every scenario.

use contract::{chooser::Chooser, seeds};
use gunyuden::{
    Action, Gunyuden, State,
    frames::{Capture, Frame, Yield},
    units::{CastleId, HouseId},
};
use kernel::{Actions, Ask, Dice, Fair, Lot, Move, Play, Rules, Story};

use crate::Built;

/// While a castle falls its garrison is still being dealt with (21-1(1)).
fn is_falling(state: &State, castle_hex: hexmap::HexId) -> bool {
    state.frames.iter().any(|frame| match frame {
        Frame::Fall(Capture { hex, .. }) | Frame::Yield(Yield { hex, .. }) => *hex == castle_hex,
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

/// What a broken twin of the rules does after each input, given the state before it.
pub(crate) type Bend = fn(&Gunyuden, &State, &mut State);

/// What holds in every state; the error says why it does not.
pub(crate) type Law = fn(&Gunyuden, &State) -> Result<(), String>;

/// A game in which sieges are likely: of the listed actions those at castles are preferred, and with an odd seed
/// all castles are worn down from the beginning. The law looks at every state; the error says what it found.
pub(crate) fn play(scenario: &str, seed: u64, most: usize, law: Law, bend: Bend) -> Result<(), String> {
    let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    let (mut lot, mut dice) = (Lot::new(seed), Fair::new(seed));
    let mut throws = 0;
    if seed % 2 == 1 {
        for body in state.castles.iter_mut().filter(|body| body.durability > 0) {
            body.durability = 1 + lot.below(3) as u8;
        }
    }
    for _ in 0..most {
        law(&rules, &state)?;
        let before = state.clone();
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
                let besieges = |action: &Action| match action {
                    Action::To(hex) => rules.keeps.iter().any(|keep| keep.hex == *hex),
                    Action::Assault(_) | Action::Surround | Action::Demand | Action::Repair => true,
                    _ => false,
                };
                let sieges: Vec<_> = list.iter().copied().filter(besieges).collect();
                let action = match sieges.is_empty() || lot.below(4) == 0 {
                    true => Chooser::Habitual(3).choose(&rules, &state, seat, &mut lot).expect("it is asked"),
                    false => *lot.pick(&sieges),
                };
                rules.carry_out(&mut state, Move::Act(seat, action), &mut Story::silent());
            }
        }
        bend(&rules, &before, &mut state);
    }
    Ok(())
}

pub(crate) const SCENARIOS: [&str; 3] = ["tennozan", "shizugatake", "komaki"];
const MOST: usize = 20_000;

#[test]
fn a_castle_has_an_owner_as_long_as_it_stands_and_nobody_holes_up_in_a_ruin() {
    for scenario in SCENARIOS {
        for seed in 0..seeds(6, 60) {
            if let Err(why) = play(scenario, seed, MOST, law, |_, _, _| {}) {
                panic!("{scenario}, seed {seed}: {why}");
            }
        }
    }
}

/// Castles that had an owner before and are ruins of nobody now.
fn ruined(before: &State, after: &State) -> Vec<usize> {
    let falls = |n: &usize| {
        let [was, is] = [before, after].map(|state| &state.castles[*n]);
        was.owner != HouseId::NONE && is.owner == HouseId::NONE && is.durability == 0
    };
    (0..before.castles.len()).filter(falls).collect()
}

/// 21-1(1) broken: a ruin keeps its owner.
fn keeps_owner(_: &Gunyuden, before: &State, after: &mut State) {
    for n in ruined(before, after) {
        after.castles[n].owner = before.castles[n].owner;
    }
}

/// 21-1(1) broken: all who stand in the hex of a ruin are inside it.
fn holes_up(rules: &Gunyuden, before: &State, after: &mut State) {
    for n in ruined(before, after) {
        for unit in after.units_at(rules.keeps[n].hex).iter() {
            after.holed.insert(unit);
        }
    }
}

/// 20-3-1 broken: a castle that is taken has no owner.
fn is_taken_by_nobody(_: &Gunyuden, before: &State, after: &mut State) {
    for (was, is) in before.castles.iter().zip(&mut after.castles) {
        if was.owner != is.owner && was.owner != HouseId::NONE {
            is.owner = HouseId::NONE;
        }
    }
}

/// 35.7 broken: a lord whose castle is stormed goes on waiting, in the ruin.
fn waits_on(rules: &Gunyuden, before: &State, after: &mut State) {
    let lords = rules.scenario.wavering.as_ref().map_or(&[][..], |wavering| &wavering.lords);
    let now = after.happened;
    for lord in lords.iter().filter(|lord| !before.happened.has(lord.flag) && now.has(lord.flag)) {
        after.happened = before.happened;
        for castle in &lord.castles {
            after.castles[castle.index()] = before.castles[castle.index()];
            after.castles[castle.index()].durability = 0;
        }
    }
}

/// Each twin breaks one clause, and the law finds it in the same games.
#[test]
fn the_law_rejects_games_of_broken_twins() {
    let twins: [(&str, Bend, &[&str]); 4] = [
        ("a ruin keeps its owner", keeps_owner, &SCENARIOS),
        ("somebody is inside a ruin", holes_up, &SCENARIOS),
        ("a castle that is taken has no owner", is_taken_by_nobody, &SCENARIOS),
        ("a lord waits on in a ruin", waits_on, &["tennozan"]),
    ];
    for (name, bend, scenarios) in twins {
        for scenario in scenarios {
            let found = (0..6).any(|seed| play(scenario, seed, MOST, law, bend).is_err());
            assert!(found, "{scenario}: {name}, and the law holds");
        }
    }
}
