//! 9.1 as a law: after a rout move a unit is nearer to its edge, or it is gone.

use contract::{BuiltIn, chooser::Chooser, seeds};
use daimyo::{Daimyo, State, decisions::Errand, state::Where, units::UnitId};
use kernel::{Ask, Input, Lot, Play, Rules, Story};
use plane::{Len, Outline};

type Built = BuiltIn<Daimyo>;

const SCENARIOS: [&str; 4] = ["kawanakajima", "shitaragahara", "sunagawa", "mustered"];

fn to_go(rules: &Daimyo, state: &State, unit: UnitId) -> Len {
    rules.ground.table.room(rules.home(unit), &Outline::spot(rules.print(state, unit).centre()))
}

/// Is the law kept by this rout move?
fn is_nearer_or_gone(rules: &Daimyo, before: &State, after: &State, unit: UnitId) -> bool {
    !after.body(unit).place.is_here() || to_go(rules, after, unit) < to_go(rules, before, unit)
}

/// The unit whose rout move is thrown for next.
fn router(state: &State) -> Option<UnitId> {
    match state.errands.first() {
        Some(Errand::Rout(rout)) if state.body(rout.unit).place.is_here() => Some(rout.unit),
        _ => None,
    }
}

/// Plays a game; tells of every rout move what was before and after it.
fn play(rules: &Daimyo, seed: u64, mut look: impl FnMut(&State, &State, UnitId)) {
    let mut lot = Lot::new(seed);
    let chooser = Chooser::of_seed(seed);
    let mut story = Story::silent();
    let mut state = rules.start(&mut story);
    loop {
        let before = state.clone();
        let input = match rules.ask(&state) {
            Ask::Over(_) => return,
            Ask::Throw(roll) => {
                let pips: Vec<u8> = (0..roll.pool.dice())
                    .map(|_| lot.below(usize::from(roll.pool.sides())) as u8 + 1)
                    .collect();
                Input::Fall(roll.pool.fall(&pips).expect("as many pips as dice"))
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = chooser.choose(rules, &state, seat, &mut lot).expect("something is listed");
                Input::Act(seat, action)
            }
        };
        rules.carry_out(&mut state, input, &mut story);
        if let Some(unit) = router(&before) {
            look(&before, &state, unit);
        }
    }
}

#[test]
fn a_router_gets_nearer_to_its_edge_or_is_gone() {
    let mut moves = 0;
    for scenario in SCENARIOS {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        for seed in 0..seeds(20, 400) {
            play(&rules, seed, |before, after, unit| {
                moves += 1;
                assert!(
                    is_nearer_or_gone(&rules, before, after, unit),
                    "{scenario}, seed {seed}, turn {}: {} ran and is no nearer to its edge",
                    before.turn,
                    rules.unit(unit).id
                );
            });
        }
    }
    assert!(moves >= 100, "only {moves} rout moves were seen");
}

/// The twin: a router that paces along a river, as it once could, breaks the law.
#[test]
fn pacing_along_a_river_would_break_the_law() {
    let rules = Built::rules("shitaragahara", None).unwrap_or_else(|faults| panic!("{faults}"));
    let mut seen = 0;
    for seed in 0..12 {
        play(&rules, seed, |before, after, unit| {
            let mut paced = before.clone();
            let body = paced.units.get_mut(usize::from(unit.0)).expect("the router");
            body.at.x += 500;
            assert!(!is_nearer_or_gone(&rules, before, &paced, unit));
            let gone = after.body(unit).place != Where::Table;
            assert!(gone || is_nearer_or_gone(&rules, before, after, unit));
            seen += 1;
        });
    }
    assert!(seen > 0, "nobody routed");
}
