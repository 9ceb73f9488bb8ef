//! Laws of withdrawals and of contacts, held after every input of games in which everybody attacks when he can and
//! mostly withdraws when he may.

use ageofwar::{
    Action, AgeOfWar, State,
    decisions::{
        Errand, Errands, Step,
        errands::assault::{Answer, Assault},
    },
    state::{Mark, Where},
    units::UnitId,
};
use contract::{BuiltIn, seeds};
use kernel::{Ask, Dice, Fair, Lot, Move, Play, Rules, Seat, Story};
use plane::Len;

type Built = BuiltIn<AgeOfWar>;

/// 1.1, 7.1b.
const CONTACT: Len = Len(5);
const ACROSS: Len = Len(32);

fn gap(rules: &AgeOfWar, state: &State, one: UnitId, other: UnitId) -> Len {
    rules.shape(state, one).gap(&rules.shape(state, other))
}

/// The withdrawal whose way is about to be thrown for.
fn withdrawal(state: &State) -> Option<Assault> {
    match state.errands.last() {
        Some(Errand::Assault(assault)) if matches!(assault.answer, Answer::Distance(_)) => Some(*assault),
        _ => None,
    }
}

/// A-31.3, 7.3: after a withdrawal the two do not touch, and it went no farther than the die, 1" and a friend's depth.
fn withdraws_clear(rules: &AgeOfWar, before: &State, after: &State, pip: i32) -> Result<(), String> {
    let Some(Assault { unit, target, across, .. }) = withdrawal(before) else { return Ok(()) };
    if after.body(target).place != Where::Table {
        return Ok(());
    }
    let name = &rules.unit(target).id;
    if gap(rules, after, unit, target) <= if across { ACROSS } else { CONTACT } {
        return Err(format!("{name} has withdrawn and still touches {}", rules.unit(unit).id));
    }
    let friends = before.here().filter(|friend| rules.side_of(*friend) == rules.side_of(target));
    let deepest = friends.map(|friend| rules.print(before, friend).depth).max().unwrap_or_default();
    let way = before.body(target).at.distance(after.body(target).at);
    let most = Len::whole(pip + 1) + deepest;
    if way > most {
        return Err(format!("{name} has withdrawn {way}, and {most} is the most"));
    }
    Ok(())
}

/// A-27.1: a unit that has fought rounds of a fight touches an enemy.
fn fights_are_with_somebody(rules: &AgeOfWar, state: &State) -> Result<(), String> {
    if !state.errands.is_empty() || matches!(state.step, Step::Fight(_)) {
        return Ok(());
    }
    for unit in state.here().filter(|unit| state.body(*unit).round > 0 || state.is(*unit, Mark::Engaged)) {
        let foes = state.here().filter(|foe| rules.side_of(*foe) != rules.side_of(unit));
        let far = |foe: UnitId| {
            let across = [unit, foe].iter().any(|one| state.is(*one, Mark::Across));
            if across { ACROSS } else { CONTACT }
        };
        if !foes.into_iter().any(|foe| gap(rules, state, unit, foe) <= far(foe)) {
            return Err(format!("{} is in a fight with nobody", rules.unit(unit).id));
        }
    }
    Ok(())
}

/// A-27.1: a unit that was in a fight and no longer is gets disordered, and the next fight begins with a first round.
fn parted_are_disordered(rules: &AgeOfWar, before: &State, after: &State) -> Result<(), String> {
    let was = |unit: &UnitId| before.is(*unit, Mark::Engaged) && !after.is(*unit, Mark::Engaged);
    for unit in after.here().filter(was).filter(|unit| rules.unit(*unit).is_troops()) {
        if !after.is(unit, Mark::Disordered) || after.body(unit).round > 0 {
            return Err(format!("{} has lost its enemy and is as before", rules.unit(unit).id));
        }
    }
    Ok(())
}

/// To the enemy, into him, and out of it again.
fn eager(rules: &AgeOfWar, state: &State, seat: Seat, lot: &mut Lot) -> Action {
    let listed = rules.listed(state, seat);
    let ways: Vec<&Action> = listed.iter().filter(|action| matches!(action, Action::Withdraw(_))).collect();
    if !ways.is_empty() && lot.below(3) > 0 {
        return **lot.pick(&ways);
    }
    let fights = |action: &&Action| matches!(action, Action::Fight(_));
    let marches = |action: &&Action| matches!(action, Action::Advance(_));
    let leads = |action: &&Action| matches!(action, Action::Motivate(_));
    let wanted = listed.iter().find(fights).or_else(|| listed.iter().rev().find(marches));
    match wanted.or_else(|| listed.iter().find(leads)) {
        Some(action) => *action,
        None if matches!(state.step, Step::General(_) | Step::Allot(_)) => rules.habit(state, seat),
        None => *lot.pick(&listed),
    }
}

#[test]
fn a_withdrawal_ends_out_of_contact_and_a_broken_contact_ends_the_fight() {
    let (mut withdrawals, mut parted) = (0, 0);
    for scenario in ["kawanakajima", "shitaragahara", "sunagawa", "mustered"] {
        let rules = Built::rules(scenario, None).expect("a battle");
        for seed in 0..seeds(24, 200) {
            let (mut lot, mut dice) = (Lot::branch(seed, 7), Fair::new(seed));
            let mut state = rules.begin();
            let mut throws = 0;
            loop {
                let before = state.clone();
                let mut pip = 0;
                match rules.ask(&state) {
                    Ask::Over(_) => break,
                    Ask::Throw(roll) => {
                        throws += 1;
                        let pips = dice.throw(roll.pool, throws).expect("seeded dice never run out");
                        let fall = roll.pool.fall(&pips).expect("pips of this pool");
                        pip = fall.value();
                        rules.fall(&mut state, fall, &mut Story::silent());
                    }
                    Ask::Choose(questions) => {
                        let seat = questions[0].seat;
                        let action = eager(&rules, &state, seat, &mut lot);
                        rules.carry_out(&mut state, Move::Act(seat, action), &mut Story::silent());
                    }
                }
                withdrawals += u32::from(withdrawal(&before).is_some());
                parted += state
                    .here()
                    .filter(|unit| before.is(*unit, Mark::Engaged) && !state.is(*unit, Mark::Engaged))
                    .count();
                let held = withdraws_clear(&rules, &before, &state, pip)
                    .and_then(|()| fights_are_with_somebody(&rules, &state))
                    .and_then(|()| parted_are_disordered(&rules, &before, &state));
                held.unwrap_or_else(|why| panic!("{scenario}, seed {seed}, throw {throws}: {why}"));
            }
        }
    }
    assert!(withdrawals >= 40, "only {withdrawals} withdrawals were seen");
    assert!(parted >= 40, "only {parted} broken contacts were seen");
}

/// The laws themselves: each refuses a state that breaks it.
#[test]
fn the_laws_refuse_what_breaks_them() {
    let text = r#"
        step = { act = { unit = "r2", activity = { ap = 1 } } }
        errands = [{ assault = { unit = "r2", target = "b2", from = { x = 2200, y = 1200 }, across = false, answer = { distance = { to = "rear", saved = false } } } }]
        [units]
        r2 = { at = [2200, 1500], facing = 0 }
        b2 = { at = [2200, 1500], facing = 180 }
    "#;
    let rules = Built::rules("sunagawa", Some(text)).expect("a position");
    let before = rules.begin();
    let to = |y: i32| {
        let mut after = before.clone();
        let b2 = rules.unit_named("b2").expect("it is in the battle");
        after.units[usize::from(b2.0)].at.y = y;
        withdraws_clear(&rules, &before, &after, 3)
    };
    assert!(to(1500).is_err_and(|why| why.contains("touches")));
    assert!(to(2200).is_err_and(|why| why.contains("the most")));
    assert_eq!(to(1900), Ok(()));
    let mut parted = before.clone();
    parted.errands = Errands::default();
    assert_eq!(fights_are_with_somebody(&rules, &parted), Ok(()));
    for body in parted.units.iter_mut().filter(|body| body.at.y == 1500 && body.heading.degrees() == 180) {
        body.at.y = 1900;
        body.round = 1;
    }
    assert!(fights_are_with_somebody(&rules, &parted).is_err());
    // Its enemy is gone, and nobody ended its fight.
    let mut forgotten = before.clone();
    let r2 = usize::from(rules.unit_named("r2").expect("it is in the battle").0);
    forgotten.units[r2].clear(&[Mark::Engaged]);
    assert!(parted_are_disordered(&rules, &before, &forgotten).is_err());
    forgotten.units[r2].mark(Mark::Disordered);
    assert_eq!(parted_are_disordered(&rules, &before, &forgotten), Ok(()));
    forgotten.units[r2].round = 1;
    assert!(parted_are_disordered(&rules, &before, &forgotten).is_err());
}
