//! The laws of the kit on every scenario, golden playthroughs, clicks, and rule coverage.

use std::{collections::BTreeMap, sync::Arc};

use contract::{Trail, chooser::Chooser, seeds, trail::Taken};
use kernel::{
    Ask, Evaluation, Line, Lot, Play, Pool, Positions, Rules, Seat, Story,
    odds::{Chance, Hearing, Scope, Wish, odds},
};
use yukimura::{Action, Event, State, Yukimura, units::UnitId};

#[path = "rules/trial.rs"]
mod trial;

const SCENARIOS: [&str; 4] = ["domyoji", "yao", "connected", "matabei"];

type Built = contract::BuiltIn<Yukimura>;

#[test]
fn every_scenario_keeps_every_law() {
    Built::kit().seeds(seeds(4, 40)).check();
}

/// 13 and 14-2(6)(4).
#[test]
fn the_laws_hold_with_every_option() {
    // command_range in four scenarios, superiority in one.
    Built::option_kit(5).seeds(seeds(1, 10)).plays(2_000).check();
}

#[test]
fn golden_playthroughs() {
    Built::check_golden(&SCENARIOS, 1615, Chooser::Steady);
}

#[test]
fn refused_clicks_name_specific_rules() {
    Built::check_clicks(&Built::kit(), seeds(300, 1_000), 10_000);
}

#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&Built::kit().seeds(2));
}

/// 7, 8: in random games of every scenario a refused destination names what is in the way.
#[test]
fn a_refused_destination_is_refused_for_a_true_reason() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for scenario in SCENARIOS {
        let rules = || Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let played = Arc::new(rules());
        let position = played.position(&played.start(&mut Story::silent()));
        let mut trial =
            trial::Trial { rules: rules(), position, seat: Seat(0), unit: UnitId(0), to: Action::Off };
        for seed in 0..seeds(2, 20) {
            let trail = Trail::play(&played, scenario, seed, Chooser::of_seed(seed), usize::MAX);
            let mut lot = Lot::new(seed);
            for (state, input) in trail.states.iter().zip(&trail.inputs) {
                let Taken::Act(seat, Action::To(went)) = input else { continue };
                let position = played.position(state);
                let Some(unit) = position.picked.as_deref().and_then(|unit| played.unit_named(unit)) else {
                    continue;
                };
                if lot.below(4) > 0 {
                    continue;
                }
                (trial.position, trial.seat, trial.unit) = (position, *seat, unit);
                let near = played.atlas.hexes().filter(|hex| played.atlas.distance(*hex, *went) <= 5);
                let near: Vec<_> = near.collect();
                for _ in 0..10 {
                    trial.to = Action::To(*lot.pick(&near));
                    if let Some(key) = trial.check() {
                        *seen.entry(key).or_default() += 1;
                    }
                }
            }
        }
    }
    for key in ["no-points", "no-zone-in-the-way", "no-friend-there", "no-enemy-there"] {
        assert!(seen.get(key).is_some_and(|&n| n >= 10), "{key} was seen too seldom: {seen:?}");
    }
}

/// P8: forecasts to the end of a fight agree with fights played out: outcomes, losses, generals.
#[test]
fn odds_to_the_end_of_a_fight_agree_with_plays() {
    const PLAYS: u32 = 4_000;
    let mut fights = 0;
    for (n, scenario) in SCENARIOS.into_iter().enumerate() {
        let rules = Built::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
        let mut lot = Lot::new(n as u64);
        let mut state = rules.start(&mut Story::silent());
        let mut left = seeds(6, 40);
        while left > 0 {
            match rules.ask(&state) {
                Ask::Over(_) => state = rules.start(&mut Story::silent()),
                Ask::Throw(roll) => fall(&rules, &mut state, roll.pool, &mut lot, &mut Story::silent()),
                Ask::Choose(questions) => {
                    let seat = questions[0].seat;
                    let listed = rules.listed(&state, seat);
                    let action = *lot.pick(&listed);
                    let mut next = state.clone();
                    rules.play(&mut next, seat, &action, &mut Story::silent()).expect("it is listed");
                    let declared = matches!(rules.ask(&next), Ask::Throw(_)) && rules.depth(&next) > 0;
                    if declared && rules.depth(&state) <= 1 && lot.below(4) == 0 {
                        compare(&rules, &state, seat, action, &next, &mut lot, PLAYS);
                        (left, fights) = (left - 1, fights + 1);
                    }
                    state = next;
                }
            }
        }
    }
    assert!(fights >= 24, "only {fights} fights");
}

fn fall(rules: &Yukimura, state: &mut State, pool: Pool, lot: &mut Lot, story: &mut Story<Event>) {
    let pips: Vec<u8> = (0..pool.dice()).map(|_| 1 + lot.below(6) as u8).collect();
    rules.fall(state, pool.fall(&pips).expect("as many dice as wanted"), story);
}

fn compare(
    rules: &Yukimura,
    before: &State,
    seat: Seat,
    action: Action,
    declared: &State,
    lot: &mut Lot,
    plays: u32,
) {
    let wish = Wish { bound: 200_000, ..Wish::default() };
    let odds = odds(rules, before, seat, &action.into(), wish).expect("it is listed");
    let depth = rules.depth(before);
    let scope = Scope { asked: before, planned: declared, seat };
    let mut counts: BTreeMap<Line, u32> = BTreeMap::new();
    let (mut lost, mut fallen) = ([0u32; 2], [0u32; 2]);
    for _ in 0..plays {
        let mut state = declared.clone();
        let mut story = Story::telling();
        while rules.depth(&state) >= depth.max(1) && state.over.is_none() {
            match rules.ask(&state) {
                Ask::Throw(roll) => fall(rules, &mut state, roll.pool, lot, &mut story),
                Ask::Choose(questions) => {
                    let seat = questions[0].seat;
                    let habit = rules.habit(&state, seat);
                    rules.play(&mut state, seat, &habit, &mut story).expect("habit is listed");
                }
                Ask::Over(_) => break,
            }
        }
        let mut hearing = Hearing::default();
        hearing.hear(rules, scope, &story.events);
        *counts.entry(hearing.outcome()).or_default() += 1;
        for side in 0..2 {
            // Units are lost where the map lacks them, whatever was told.
            let [was, is] = [declared, &state].map(|state| rules.losses(state)[side]);
            lost[side] += is - was;
            fallen[side] += u32::from(hearing.fallen()[side]);
        }
    }
    let number = |chance: Chance| chance.num as f64 / chance.den as f64;
    for row in &odds.outcomes {
        let p = number(row.chance);
        let (expected, count) = (p * f64::from(plays), counts.remove(&row.line).unwrap_or(0));
        let margin = 5.0 * (expected * (1.0 - p)).sqrt() + 3.0;
        let off = (f64::from(count) - expected).abs();
        assert!(
            off <= margin,
            "{:?}: chance {}, but {count} of {plays} plays of {action:?}",
            row.line,
            row.chance
        );
    }
    assert!(counts.values().sum::<u32>() <= 3, "plays without a chance: {counts:?}");
    for side in 0..2 {
        // A loss is one unit, at times a few: ten standard deviations of a coin are enough for either.
        let margin = 5.0 * f64::from(plays).sqrt();
        let expected = number(odds.tolls[side].losses.value) * f64::from(plays);
        assert!((f64::from(lost[side]) - expected).abs() <= margin, "{expected} lost, not {}", lost[side]);
        let expected = number(odds.tolls[side].leader.value) * f64::from(plays);
        assert!(
            (f64::from(fallen[side]) - expected).abs() <= margin,
            "{expected} fell, not {}",
            fallen[side]
        );
    }
}
