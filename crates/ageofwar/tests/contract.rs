//! The laws of the kit on all battles, golden playthroughs, clicks, and rule coverage.

use ageofwar::{
    Action, AgeOfWar, State,
    decisions::{Step, steps::act::Act},
    state::Mark,
    units::UnitId,
};
use contract::{
    Kit, Law,
    chooser::Chooser,
    open_table::{Body, OpenTable, Way},
    seeds,
};
use kernel::{Move, Thing};
use plane::{Len, Outline};

type Built = contract::BuiltIn<AgeOfWar>;

/// The open table, as the kit looks at it.
struct Table;

impl OpenTable<AgeOfWar> for Table {
    fn table(&self, rules: &AgeOfWar) -> plane::Table {
        rules.ground.table
    }

    fn bodies(&self, rules: &AgeOfWar, state: &State) -> Vec<Body> {
        let solid = state.here().filter(|unit| !rules.unit(*unit).is_general());
        solid
            .map(|unit| Body { thing: Thing::Piece(unit.0.into()), shape: rules.shape(state, unit) })
            .collect()
    }

    fn blocked(&self, rules: &AgeOfWar, state: &State, mover: Thing, swept: &Outline) -> bool {
        let Thing::Piece(n) = mover else { return false };
        let unit = UnitId(n as u8);
        let mounted = rules.unit(unit).is_horse() && !state.is(unit, Mark::Dismounted);
        rules.ground.closed(swept, mounted).is_some()
    }

    fn ways(&self, rules: &AgeOfWar, before: &State, input: &Move<Action>) -> Vec<Way> {
        let (Step::Act(Act { unit, .. }), Move::Act(_, action)) = (&before.step, input) else {
            return Vec::new();
        };
        if !before.errands.is_empty() {
            return Vec::new();
        }
        let start = rules.print(before, *unit);
        let places: Vec<_> = match *action {
            Action::Advance(halves) => (0..=halves).map(|n| start.advanced(Len(50) * i32::from(n))).collect(),
            Action::Wheel(hand) => (0..=9).map(|steps| start.wheeled(hand, steps)).collect(),
            _ => return Vec::new(),
        };
        vec![Way { thing: Thing::Piece(unit.0.into()), places, through: Vec::new() }]
    }
}

fn kit() -> Kit<AgeOfWar> {
    Built::kit().open_table(Table)
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(3, 40)).plays(2_000).check();
}

/// In many more games, looked at for this alone.
#[test]
fn nobody_stands_in_another_and_every_game_ends() {
    kit().only(&[Law::Ends, Law::OpenTable]).seeds(seeds(6, 200)).check();
}

#[test]
fn the_laws_hold_with_every_option() {
    // Seven switches in four battles.
    Built::option_kit(28).seeds(seeds(1, 6)).close(8).plays(200).check();
}

#[test]
fn golden_playthroughs() {
    let scenarios = ["kawanakajima", "shitaragahara", "sunagawa", "mustered"];
    Built::check_golden(&scenarios, 1561, Chooser::Steady);
}

#[test]
fn refused_clicks_name_specific_rules() {
    Built::check_clicks(&kit().seeds(1), seeds(120, 600), 1_000);
}

#[test]
fn every_rule_that_can_act_is_seen_acting() {
    Built::check_coverage(&kit().seeds(2));
}
