//! A unit dragged over the table: the listed manoeuvres that end nearest to where it was put.

use kernel::{Drag, Line, No, Seat, Thing, scene::Pose};
use plane::{
    Footprint, Hand, Heading, Len, Point,
    drag::{Bound, Goal, Manoeuvres, Step as Try, seek},
};

use crate::{
    Daimyo,
    action::Action,
    refer::piece,
    rule_ids::*,
    state::{Body, March, Mark, State, Step, Where},
    steps::Mover,
    units::UnitId,
};

/// Enough to find what some chain of manoeuvres reaches, and well below the blink of an eye.
const BOUND: Bound = Bound { places: 6_000, near: Len(60) };

struct Dragging<'r> {
    rules: &'r Daimyo,
    state: &'r State,
    unit: UnitId,
}

#[derive(Clone)]
struct Place {
    body: Body,
    march: March,
}

impl Manoeuvres for Dragging<'_> {
    type Place = Place;
    type Act = Action;
    type Why = No;

    fn each(&self, from: &Place, visit: &mut dyn FnMut(Try<Self>)) {
        let mut state = self.state.clone();
        *state.body_mut(self.unit) = from.body.clone();
        let mover = Mover::new(self.rules, &state, self.unit);
        let mut consider = |action: Action| {
            let (body, cost, march, refused) = match self.rules.manoeuvre(&state, &mover, &from.march, action)
            {
                Ok((formation, stepped)) => {
                    let mut body = from.body.clone();
                    (body.at, body.heading) = (stepped.print.front, stepped.print.heading);
                    body.formation = formation;
                    if stepped.rough {
                        body.mark(Mark::Disordered);
                    }
                    (body, from.march.left - stepped.march.left, stepped.march, None)
                }
                Err(no) => {
                    let print = self.rules.print(&state, self.unit);
                    let there = match action {
                        Action::Wheel(hand, _) => print.wheeled(hand, 1),
                        _ => print.advanced(Len(100)),
                    };
                    let mut body = from.body.clone();
                    (body.at, body.heading) = (there.front, there.heading);
                    (body, Len::ZERO, from.march, Some(no))
                }
            };
            visit(Try { act: action, place: Place { body, march }, cost, refused });
        };
        consider(Action::Advance(1));
        consider(Action::Wheel(Hand::Left, 1));
        consider(Action::Wheel(Hand::Right, 1));
        if !from.march.turned {
            for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
                consider(action);
            }
        }
        if !from.march.backed {
            (1..=4).map(Action::Back).for_each(&mut consider);
        }
    }

    fn footprint(&self, place: &Place) -> Footprint {
        place.body.formation.footprint(self.rules.base(self.unit), place.body.at, place.body.heading)
    }

    fn kind(&self, place: &Place) -> u64 {
        u64::from(place.march.turned) | u64::from(place.march.backed) << 1
    }

    fn join(&self, one: &Action, next: &Action) -> Option<Action> {
        match (*one, *next) {
            (Action::Advance(a), Action::Advance(b)) => Some(Action::Advance(a + b)),
            (Action::Wheel(hand, a), Action::Wheel(same, b)) if hand == same && a + b <= 18 => {
                Some(Action::Wheel(hand, a + b))
            }
            _ => None,
        }
    }
}

impl Daimyo {
    pub(crate) fn dragged(&self, state: &State, seat: Seat, thing: Thing, to: Pose) -> Option<Drag<Action>> {
        let unit = match thing {
            Thing::Piece(n) if usize::from(n) < self.units.len() => UnitId(n as u8),
            _ => return None,
        };
        let (head, march) = match &state.step {
            Step::Move if self.seat_of(unit) == seat => {
                // Who must obey first is picked; the drag follows the throw.
                if self.may_pick(state, unit).is_err() || self.needs_obedience(state, unit) {
                    return None;
                }
                (Some(Action::Pick(unit)), self.fresh_march(state, unit))
            }
            Step::Manoeuvre { unit: moving, march } if *moving == unit => (None, *march),
            _ => return None,
        };
        if state.body(unit).place != Where::Table || self.unit(unit).is_gun() {
            return None;
        }
        let heading = Heading::of_steps((to.heading + 25).div_euclid(50));
        let goal = Goal { front: Point::new(to.x, to.y), heading };
        let dragging = Dragging { rules: self, state, unit };
        let start = Place { body: state.body(unit).clone(), march };
        let found = seek(&dragging, start, goal, BOUND);
        let disorders = found.place.body.is(Mark::Disordered) && !state.is(unit, Mark::Disordered);
        let warnings = if disorders {
            vec![(D_DIS_2, Line::new("warn-disorder").with("unit", piece(unit)))]
        } else {
            Vec::new()
        };
        let mut actions = found.acts;
        if let Some(pick) = head.filter(|_| !actions.is_empty()) {
            actions.insert(0, pick);
        }
        let print = dragging.footprint(&found.place);
        Some(Drag {
            actions,
            pose: self.pose_of(&print, found.place.body.formation),
            cost: Line::new("cost-of-drag").with("cost", found.cost.0 / 10),
            warnings,
            stopped: found.stopped.map(kernel::Refusal::from),
        })
    }
}
