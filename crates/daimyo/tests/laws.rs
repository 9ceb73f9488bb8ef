//! Rules as laws over random games. 9.1: after a rout move a unit is nearer to its edge, or it is gone. 2.3: no enemy
//! stands on a leader who is alone, unless his die is due.

use contract::{BuiltIn, chooser::Chooser, seeds};
use daimyo::{
    Daimyo, State,
    decisions::{Errand, Step},
    state::{Life, Where},
    units::{LeaderId, UnitId},
};
use kernel::{Ask, Lot, Move, Play, Rules, Story};
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
    play_through(rules, seed, |before, after| {
        if let Some(unit) = router(before) {
            look(before, after, unit);
        }
    });
}

/// Plays a game; tells of every input what was before and after it.
fn play_through(rules: &Daimyo, seed: u64, mut look: impl FnMut(&State, &State)) {
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
                Move::Fall(roll.pool.fall(&pips).expect("as many pips as dice"))
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = chooser.choose(rules, &state, seat, &mut lot).expect("something is listed");
                Move::Act(seat, action)
            }
        };
        rules.carry_out(&mut state, input, &mut story);
        look(&before, &state);
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

/// The first leader on whom an enemy stands though no die is due for him.
fn overrun(rules: &Daimyo, state: &State) -> Option<LeaderId> {
    let is_due = |leader| {
        let mut errands = state.errands.iter();
        errands.any(|errand| matches!(errand, Errand::Peril(danger) if danger.leader == leader))
    };
    let leaders = (0..rules.leaders.len() as u8).map(LeaderId);
    leaders.into_iter().find(|leader| {
        let (data, who) = (rules.leader(*leader), state.person(*leader));
        let alone = who.life == Life::Here && who.with.is_none();
        let seated = data.is_general && state.seated[data.side.index()];
        let spot = Outline::spot(who.at.fine());
        // Who is in the midst of a move may ride over him; where it ends counts.
        let moving = |unit: &UnitId| matches!(&state.step, Step::Manoeuvre(step) if step.unit == *unit);
        let mut enemies = state.here().filter(|unit| rules.side_of(*unit) != data.side && !moving(unit));
        alone && !seated && !is_due(*leader) && enemies.any(|unit| rules.shape(state, unit).overlaps(&spot))
    })
}

#[test]
fn no_enemy_stands_on_a_leader_who_is_alone() {
    let (mut alone, mut endangered) = (0, 0);
    for scenario in SCENARIOS {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        for seed in 0..seeds(20, 400) {
            play_through(&rules, seed, |before, after| {
                let found = overrun(&rules, after).map(|leader| &rules.leader(leader).id);
                assert_eq!(found, None, "{scenario}, seed {seed}, turn {}", after.turn);
                alone += after.leaders.iter().filter(|who| who.with.is_none()).count();
                let perils =
                    |state: &State| state.errands.iter().filter(|e| matches!(e, Errand::Peril(_))).count();
                endangered += perils(after).saturating_sub(perils(before));
            });
        }
    }
    assert!(alone > 1_000 && endangered > 20, "only {alone} leaders alone, {endangered} in danger");
}

/// The twin: a leader put where an enemy stands breaks the law.
#[test]
fn a_leader_in_an_enemy_unit_would_break_the_law() {
    let rules = Built::rules("sunagawa", None).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = rules.start(&mut Story::silent());
    assert_eq!(overrun(&rules, &state), None);
    let alone = |n: &usize| {
        let (data, who) = (rules.leader(LeaderId(*n as u8)), state.person(LeaderId(*n as u8)));
        who.with.is_none() && !(data.is_general && state.seated[data.side.index()])
    };
    let n = (0..rules.leaders.len()).find(alone).expect("a leader who is alone");
    let side = rules.leader(LeaderId(n as u8)).side;
    let foe = state.here().find(|unit| rules.side_of(*unit) != side).expect("an enemy");
    let at = rules.shape(&state, foe).centre().point();
    state.leaders.get_mut(n).expect("the leader").at = at;
    assert_eq!(overrun(&rules, &state), Some(LeaderId(n as u8)));
}
