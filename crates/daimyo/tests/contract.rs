//! The laws of the kit on all battles, golden playthroughs, clicks, and rule coverage.

use contract::{
    Kit, Law,
    chooser::Chooser,
    open_table::{Body, OpenTable, Way},
    seeds,
};
use daimyo::{Action, Daimyo, State, decisions::Step, state::Where, units::UnitId};
use kernel::{Move, Thing};
use open::ground::Kind as _;
use plane::{Footprint, Len, Outline};

type Built = contract::BuiltIn<Daimyo>;

/// The open table, as the kit looks at it.
struct Table;

impl OpenTable<Daimyo> for Table {
    fn table(&self, rules: &Daimyo) -> plane::Table {
        rules.ground.table
    }

    fn bodies(&self, rules: &Daimyo, state: &State) -> Vec<Body> {
        let steady = state.all().filter(|unit| state.body(*unit).is_steady());
        steady
            .map(|unit| Body { thing: Thing::Piece(unit.0.into()), shape: rules.shape(state, unit) })
            .collect()
    }

    fn blocked(&self, rules: &Daimyo, state: &State, mover: Thing, swept: &Outline) -> bool {
        let Thing::Piece(n) = mover else { return false };
        let unit = UnitId(n as u8);
        // 5.10: who is in a block of buildings stands there by right.
        let own = match state.body(unit).place {
            Where::Block(block) => Some(usize::from(block)),
            _ => None,
        };
        let mounted = rules.unit(unit).is_mounted();
        let mut closed = rules.ground.of_kind(|kind| kind.is_closed(mounted));
        closed.any(|(n, feature)| Some(n) != own && feature.area.touches(swept))
    }

    fn ways(&self, rules: &Daimyo, before: &State, input: &Move<Action>) -> Vec<Way> {
        let (Step::Manoeuvre(at), Move::Act(_, action)) = (&before.step, input) else {
            return Vec::new();
        };
        let start = rules.print(before, at.unit);
        let places: Vec<_> = match *action {
            // 13.3: centimetre by centimetre, each rounded to the grid as the unit takes it.
            Action::Advance(cm) => centimetres(start, Len(100)).take(1 + usize::from(cm)).collect(),
            Action::Back(cm) => centimetres(start, Len(-100)).take(1 + usize::from(cm)).collect(),
            Action::Wheel(hand, steps) => {
                let turned = start.wheel(hand, i32::from(steps)).map(|(_, place)| place);
                std::iter::once(start).chain(turned).collect()
            }
            _ => return Vec::new(),
        };
        vec![Way { thing: Thing::Piece(at.unit.0.into()), places, through: Vec::new() }]
    }
}

fn centimetres(start: Footprint, step: Len) -> impl Iterator<Item = Footprint> {
    std::iter::successors(Some(start), move |at| Some(at.advanced(step)))
}

fn kit() -> Kit<Daimyo> {
    Built::kit().open_table(Table)
}

#[test]
fn every_scenario_keeps_every_law() {
    kit().seeds(seeds(2, 40)).plays(2_000).check();
}

/// In many more games, looked at for this alone. A seed is some 2,000 actions in the four scenarios together: the long run
/// makes a million.
#[test]
fn nobody_stands_in_another_and_every_game_ends() {
    kit().only(&[Law::Ends, Law::OpenTable]).seeds(seeds(4, 500)).check();
}

#[test]
fn the_laws_hold_with_every_option() {
    // Eight switches in four battles.
    Built::option_kit(32).seeds(seeds(1, 6)).close(8).plays(200).check();
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
