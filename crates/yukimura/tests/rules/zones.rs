//! Chapters 5 and 6.

use kernel::{Actions, Ask, Lot, Play, Rules, Story};
use yukimura::{
    Yukimura,
    state::State,
    terrain::Terrain,
    units::{EAST, OSAKA, UnitId, UnitSet},
};

use crate::Built;

/// One game of random answers and random dice; `look` sees every state. Returns the number of inputs.
fn random_game(rules: &Yukimura, seed: u64, mut look: impl FnMut(&State, u32)) -> u32 {
    let mut lot = Lot::new(seed);
    let mut story = Story::silent();
    let mut state = rules.start(&mut story);
    let mut list = Actions::default();
    let mut falls = Vec::new();
    for number in 0..rules.profile().bound {
        look(&state, number);
        match rules.ask(&state) {
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                list.clear(usize::MAX);
                rules.actions(&state, seat, &mut list);
                let action = *lot.pick(&list);
                rules.play(&mut state, seat, &action, &mut story).expect("it was listed");
            }
            Ask::Throw(roll) => {
                roll.pool.every(&mut falls);
                let fall = lot.pick(&falls).0;
                rules.fall(&mut state, fall, &mut story);
            }
            Ask::Over(_) => return number,
        }
    }
    panic!("seed {seed} does not come to an end");
}

/// 6, 6-1, 6-2: zones as the rule tells them, from the places of the units alone.
fn check_zones(rules: &Yukimura, state: &State) {
    let atlas = &rules.atlas;
    for side in [EAST, OSAKA] {
        for hex in atlas.hexes() {
            let covered = atlas.neighbours(hex).any(|(dir, next)| {
                let there = state.occupant(next).is_some_and(|unit| rules.unit(unit).side == side);
                let closed = rules.ground.terrain[hex.index()] == Terrain::LargeRiver
                    && !rules.ground.roads.has(hex, dir);
                there && !closed && !rules.ground.impassable.has(hex, dir)
            });
            assert_eq!(state.zones[side.index()].covers(hex), covered, "{side:?} {}", atlas.label(hex));
        }
    }
}

/// 5, 6, 6-1, 6-2
#[test]
fn zones_kept_up_to_date_are_those_reckoned_anew() {
    for scenario in ["yao", "domyoji", "matabei", "connected"] {
        let rules = Built::rules(scenario, None).expect("a built-in scenario");
        for seed in 0..3 {
            random_game(&rules, seed, |state, number| {
                if number % 97 == 0 {
                    check_zones(&rules, state);
                }
            });
        }
    }
}

/// 5
#[test]
fn no_two_units_stand_in_a_hex_except_while_a_stack_is_being_resolved() {
    let rules = Built::rules("yao", None).expect("a built-in scenario");
    for seed in 10..14 {
        random_game(&rules, seed, |state, _| {
            if state.frame.is_some() {
                return;
            }
            for unit in (0..rules.units.len() as u8).map(UnitId).filter(|&unit| state.on_map(unit)) {
                assert_eq!(state.occupant(state.hex(unit)), Some(unit), "seed {seed}");
            }
        });
    }
}

/// 2-2
#[test]
fn a_set_of_units_lists_its_members_up_to_the_very_last() {
    let members: Vec<UnitId> = [0, 1, 63, 64, 191, 192, 229, 254].map(UnitId).to_vec();
    let set: UnitSet = members.iter().copied().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), members);
    assert_eq!(UnitSet::default().iter().count(), 0);
}
