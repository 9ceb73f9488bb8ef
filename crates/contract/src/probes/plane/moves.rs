//! Steps, charges and drags.

use kernel::{Drag, Line, Move, Refusal, Thing, scene::Pose};
use plane::{
    Footprint, Heading, Len, Point, Slide, Struck,
    drag::{Bound, Goal, Manoeuvres, Step, seek},
    square_up,
};

use super::{ALLOWANCE, Action, BASE, CHARGE, CONTACT, FORMATION, Plane, RECOIL, State, WHEEL, rule};
use crate::open_table::{Body, OpenTable, Way};

impl Plane {
    /// One centimetre or fifteen degrees: where it ends, what it costs, and why it may not be.
    fn step(&self, state: &State, action: Action) -> (State, Len, Option<Refusal>) {
        let (own, other) = (state.own(), state.other());
        let end = match action {
            Action::Wheel(hand, _) => own.wheeled(hand, WHEEL),
            _ => own.advanced(Len(100)),
        };
        let swept = own.swept_to(&end);
        let slow = self.wood.touches(&swept);
        let cost = Len::whole(if slow { 2 } else { 1 });
        let refuse = |rule, line: Line| Some(Refusal::new(rule, line));
        let refused = match () {
            () if !super::TABLE.holds(&swept) => refuse(rule::EDGE, Line::new("plane-edge")),
            () if self.pond.touches(&swept) => refuse(rule::POND, Line::new("plane-pond")),
            () if swept.overlaps(&other.outline()) || end.touches(&other, CONTACT) => {
                refuse(rule::TOUCH, Line::new("plane-touch"))
            }
            () if cost > state.left => {
                let line =
                    Line::new("plane-spent").with("need", cost.0 / 100).with("left", state.left.0 / 100);
                refuse(if slow { rule::WOOD } else { rule::SPENT }, line)
            }
            () => None,
        };
        let mut after = State { left: state.left - cost, ..state.clone() };
        after.bodies[state.mover().index()] = end.into();
        (after, cost, refused)
    }

    /// An advance or a wheel, step by step.
    pub(super) fn moved(&self, state: &State, action: Action) -> Result<State, Refusal> {
        let (Action::Advance(steps) | Action::Wheel(_, steps)) = action else { return Ok(state.clone()) };
        let mut at = state.clone();
        for _ in 0..steps {
            let (next, _, refused) = self.step(&at, action);
            match refused {
                Some(refusal) => return Err(refusal),
                None => at = next,
            }
        }
        Ok(at)
    }

    /// Where a charge strikes, and how it stands squared up if there is room.
    pub(super) fn charge(&self, state: &State) -> Result<(Footprint, Option<Footprint>), Refusal> {
        let (own, other) = (state.own(), state.other());
        let Some(way) = own.run_to(own.heading, Len::whole(100), &other) else {
            return Err(Refusal::new(rule::STRAIGHT, Line::new("plane-not-ahead")));
        };
        if way > CHARGE {
            let line = Line::new("plane-too-far").with("gap", way.0).with("reach", CHARGE.0);
            return Err(Refusal::new(rule::REACH, line));
        }
        let contact = own.advanced(way);
        if !self.is_free(&own.swept_to(&contact)) {
            return Err(Refusal::new(rule::POND, Line::new("plane-pond")));
        }
        let struck = Struck::edge(&other, other.sector(own.front.fine()).edge());
        let slide = Slide { every: Len(100), most: Len(400) };
        let squared = square_up(&contact, &struck, slide, |body| {
            let room = self.is_free(&body.outline()) && !body.overlaps(&other);
            let files = (0..FORMATION.files).filter(|file| {
                let front = FORMATION.front_edge(BASE, body, *file);
                plane::shared(front, body.heading, CONTACT, &other.outline()) >= BASE.width.part(1, 2)
            });
            room.then(|| files.count() as i32)
        });
        Ok((contact, squared.filter(|squared| *squared != contact)))
    }

    /// Straight back, as far as there is room.
    pub(super) fn recoiled(&self, state: &State) -> Footprint {
        let own = state.own();
        let back = own.heading.back();
        own.shifted(back, own.run(back, RECOIL, |swept| !self.is_free(swept)))
    }

    pub(super) fn dragged(&self, state: &State, to: Pose) -> Drag<Action> {
        let goal = Goal { front: Point::new(to.x, to.y), heading: Heading::of_tenths(to.heading) };
        let found = seek(self, state.clone(), goal, Bound { places: 1500, near: Len(60) });
        let end = found.place.own();
        let wood = found.cost > Len::ZERO && self.wood.touches_body(&end);
        Drag {
            actions: found.acts,
            pose: super::scene::pose(&end),
            cost: Line::new("plane-cost").with("cost", found.cost.0 / 100).with("of", ALLOWANCE.0 / 100),
            warnings: if wood { vec![(rule::WOOD, Line::new("plane-in-wood"))] } else { Vec::new() },
            stopped: found.stopped,
        }
    }
}

impl Manoeuvres for Plane {
    type Place = State;
    type Act = Action;
    type Why = Refusal;

    fn each(&self, from: &State, visit: &mut dyn FnMut(Step<Plane>)) {
        use plane::Hand::{Left, Right};
        for act in [Action::Advance(1), Action::Wheel(Left, 1), Action::Wheel(Right, 1)] {
            let (place, cost, refused) = self.step(from, act);
            visit(Step { act, place, cost, refused });
        }
    }

    fn footprint(&self, place: &State) -> Footprint {
        place.own()
    }

    fn kind(&self, _place: &State) -> u64 {
        0
    }

    fn join(&self, one: &Action, next: &Action) -> Option<Action> {
        match (*one, *next) {
            (Action::Advance(a), Action::Advance(b)) => Some(Action::Advance(a + b)),
            (Action::Wheel(hand, a), Action::Wheel(other, b)) if hand == other => {
                Some(Action::Wheel(hand, a + b))
            }
            _ => None,
        }
    }
}

/// How the kit looks at this table.
#[derive(Clone, Copy, Debug)]
pub struct Fair;

impl OpenTable<Plane> for Fair {
    fn table(&self, _rules: &Plane) -> plane::Table {
        super::TABLE
    }

    fn bodies(&self, _rules: &Plane, state: &State) -> Vec<Body> {
        (0u16..)
            .zip(state.bodies)
            .map(|(n, body)| Body { thing: Thing::Piece(n), shape: body.footprint().outline() })
            .collect()
    }

    fn blocked(&self, rules: &Plane, _state: &State, _mover: Thing, swept: &plane::Outline) -> bool {
        rules.pond.touches(swept)
    }

    fn ways(&self, rules: &Plane, before: &State, input: &Move<Action>) -> Vec<Way> {
        let Move::Act(_, action) = input else { return Vec::new() };
        let mut places = vec![before.own()];
        match *action {
            Action::Halt => return Vec::new(),
            Action::Charge => places.extend(rules.charge(before).map(|(contact, _)| contact)),
            Action::Advance(steps) | Action::Wheel(_, steps) => {
                let mut at = before.clone();
                for _ in 0..steps {
                    at = rules.step(&at, *action).0;
                    places.push(at.own());
                }
            }
        }
        vec![Way { thing: Thing::Piece(u16::from(before.mover().0)), places, through: Vec::new() }]
    }
}
