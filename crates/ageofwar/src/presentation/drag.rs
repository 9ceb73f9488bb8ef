//! A unit dragged over the table: the listed actions that end nearest to where it was put.

use kernel::{Drag, Line, No, Seat, Thing, scene::Pose};
use plane::{
    Footprint, Hand, Len,
    drag::{Bound, Manoeuvres, Step as Try, seek},
};

use crate::{
    AgeOfWar,
    decisions::{Step, steps::act::Act},
    model::{
        state::{Activity, Body, State},
        units::UnitId,
    },
    notation::{action::Action, refer::piece, rule_ids::*},
    queries::mover::{HALF, Mover},
};

const BOUND: Bound = Bound { places: 3_000, near: Len(25) };

struct Dragging<'r> {
    rules: &'r AgeOfWar,
    state: &'r State,
    unit: UnitId,
}

#[derive(Clone)]
struct Place {
    body: Body,
    activity: Activity,
    /// It has come to the far edge of scenery.
    edges: u8,
}

impl Manoeuvres for Dragging<'_> {
    type Place = Place;
    type Act = Action;
    type Why = No;

    fn each(&self, from: &Place, visit: &mut dyn FnMut(Try<Self>)) {
        let mut state = self.state.clone();
        *state.body_mut(self.unit) = from.body;
        let mover = Mover::new(self.rules, &state, self.unit);
        let print = self.rules.print(&state, self.unit);
        let mut consider = |action: Action| {
            let mut place = from.clone();
            let (cost, refused) = match self.rules.step(&state, &mover, &from.activity, action) {
                Ok(done) => {
                    (place.body.at, place.body.heading) =
                        (done.stepped.print.front, done.stepped.print.heading);
                    place.activity = done.activity;
                    place.edges += done.stepped.left;
                    (Len(100) * i32::from(from.activity.ap - done.activity.ap), None)
                }
                Err(no) => {
                    let there = match action {
                        Action::Wheel(hand) => print.wheeled(hand, 9),
                        Action::Advance(halves) => print.advanced(HALF * i32::from(halves)),
                        _ => print,
                    };
                    (place.body.at, place.body.heading) = (there.front, there.heading);
                    (Len::ZERO, Some(no))
                }
            };
            visit(Try { act: action, place, cost, refused });
        };
        let lot = (mover.lot().0 / HALF.0) as u8;
        (1..=lot).map(Action::Advance).for_each(&mut consider);
        Hand::BOTH.into_iter().map(Action::Wheel).for_each(&mut consider);
        for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
            consider(action);
        }
    }

    fn footprint(&self, place: &Place) -> Footprint {
        let body = &place.body;
        body.formation.footprint(self.rules.size(self.state, self.unit), body.at, body.heading)
    }

    fn kind(&self, place: &Place) -> u64 {
        place.activity.stage as u64 | u64::from(place.activity.lots) << 4
    }

    fn join(&self, _: &Action, _: &Action) -> Option<Action> {
        // Every lot is an action of its own.
        None
    }
}

/// The manoeuvres that bring a dragged piece as near to the pose as the rules allow.
pub(crate) fn drag(
    rules: &AgeOfWar,
    state: &State,
    seat: Seat,
    thing: Thing,
    to: Pose,
) -> Option<Drag<Action>> {
    let Step::Act(Act { unit, activity }) = &state.step else { return None };
    let unit = *unit;
    if !state.errands.is_empty() || thing != piece(unit) || rules.seat_of(unit) != seat || activity.wild {
        return None;
    }
    let dragging = Dragging { rules, state, unit };
    let start = Place { body: *state.body(unit), activity: *activity, edges: 0 };
    let found = seek(&dragging, start, open::scene::goal(to), BOUND);
    // Dice, and shots at opportunity, come between: the drag ends with the first action that may call them.
    let mut actions = Vec::new();
    let mut trial = state.clone();
    let mut pose = open::scene::pose(&rules.print(state, unit), state.body(unit).formation);
    let mut left = activity.ap;
    let mut edges = 0;
    for action in found.acts {
        let Step::Act(Act { activity, .. }) = trial.step else { break };
        let done = rules.step(&trial, &Mover::new(rules, &trial, unit), &activity, action).ok()?;
        edges += done.stepped.left;
        let mut story = kernel::Story::silent();
        kernel::Play::carry_out(rules, &mut trial, kernel::Move::Act(seat, action), &mut story);
        actions.push(action);
        pose = open::scene::pose(&done.stepped.print, done.formation);
        left = done.activity.ap;
        if !trial.errands.is_empty() || !matches!(&trial.step, Step::Act(act) if act.unit == unit) {
            break;
        }
    }
    let warnings =
        if edges > 0 { vec![(A_27_2, Line::new("warn-edge").with("unit", piece(unit)))] } else { Vec::new() };
    Some(Drag {
        actions,
        pose,
        cost: Line::new("cost-of-drag").with("cost", i32::from(activity.ap - left)),
        warnings,
        stopped: found.stopped.map(kernel::Refusal::from),
    })
}
