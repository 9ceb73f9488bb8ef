//! The Charge: two bodies on an open table with a wood and a pond.
//!
//! In its turn a body advances and wheels as far as its six centimetres take it, then charges or halts. A charge
//! squares up on the edge it strikes, throws a die, and wins the game or recoils.

use kernel::{
    Actions, Ask, Cited, Fault, Forecasts, Line, Modifier, Move, Name, Notation, Outcome, Pool, Positions,
    Profile, Question, Refusal, Roll, Rule, Rules, Seat, Side, Story, Thing,
    odds::{Effect, Scope},
};
use plane::{Area, Base, Footprint, Formation, Hand, Heading, Len, Outline, Point, Sector, Table};
use serde::{Deserialize, Serialize};

use super::{Labels, Opened};

mod moves;
mod scene;
mod setup;

pub use moves::Fair;

pub mod rule {
    kernel::rule_ids! {
        NOT_YOURS = "0-1", TURN = "1-1", EDGE = "1-2", TOUCH = "1-3", WHEEL = "1-4", HALT = "1-5", WOOD = "1-6",
        POND = "1-7", SPENT = "1-8", CHARGE = "2-1", STRAIGHT = "2-2", REACH = "2-3", FLANK = "2-4", REAR = "2-5",
        RECOIL = "2-6", SQUARE = "2-7", END = "3-1",
    }
}

const SIDES: [&str; 2] = ["Red", "Blue"];
const TABLE: Table = Table { width: Len::whole(60), height: Len::whole(40) };
const BASE: Base = Base { width: Len(400), depth: Len(150) };
const FORMATION: Formation = Formation { stands: 4, files: 2 };
/// What a body has to spend in a turn.
const ALLOWANCE: Len = Len::whole(6);
/// A wheel goes by steps of fifteen degrees, for a centimetre each.
const WHEEL: i32 = 3;
const CHARGE: Len = Len::whole(8);
/// Nearer than this is touching.
const CONTACT: Len = Len(10);
const RECOIL: Len = Len::whole(1);

/// The middle of the front, and the way it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    front: Point,
    heading: Heading,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    turn: u8,
    /// What is left of the mover's allowance.
    left: Len,
    charging: bool,
    broken: [bool; 2],
    bodies: [Body; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Charge,
    /// A number of centimetres ahead, one by one.
    Advance(u8),
    /// A number of steps of fifteen degrees, one by one.
    Wheel(Hand, u8),
    Halt,
}

#[derive(Clone, Debug)]
pub enum Event {
    Moved(Rule, Side, Body),
    Halted(Side),
    Broke(Side),
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match self {
            Event::Moved(rule, ..) => *rule,
            Event::Halted(_) => rule::HALT,
            Event::Broke(_) => rule::CHARGE,
        }
    }
}

impl Body {
    fn footprint(self) -> Footprint {
        FORMATION.footprint(BASE, self.front, self.heading)
    }
}

impl From<Footprint> for Body {
    fn from(footprint: Footprint) -> Body {
        Body { front: footprint.front, heading: footprint.heading }
    }
}

#[derive(Debug)]
pub struct Plane {
    opened: Opened,
    labels: Labels,
    start: Option<State>,
    wood: Area,
    pond: Area,
}

impl State {
    fn mover(&self) -> Side {
        Side(self.turn % 2)
    }

    fn own(&self) -> Footprint {
        self.bodies[self.mover().index()].footprint()
    }

    fn other(&self) -> Footprint {
        self.bodies[self.mover().other().index()].footprint()
    }

    fn end_turn(&mut self) {
        self.turn += 1;
        self.left = ALLOWANCE;
        self.charging = false;
    }
}

impl Plane {
    fn over(&self, state: &State) -> bool {
        state.broken.contains(&true) || state.turn >= self.opened.scenario.length
    }

    fn modifiers(&self, state: &State) -> Vec<Modifier> {
        // Squared up, it faces the edge it struck.
        let modifier = |value, key, rule| vec![Modifier { value, line: Line::new(key), rule }];
        match state.other().sector(state.own().centre()) {
            Sector::Front => Vec::new(),
            Sector::Flank(_) => modifier(1, "plane-flank", rule::FLANK),
            Sector::Rear => modifier(2, "plane-rear", rule::REAR),
        }
    }

    fn judge_action(&self, state: &State, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Halt => Ok(()),
            Action::Charge => self.charge(state).map(|_| ()),
            Action::Advance(0) | Action::Wheel(_, 0) => Refusal::no(rule::TURN, Line::new("plane-steps")),
            Action::Advance(_) | Action::Wheel(..) => self.moved(state, action).map(|_| ()),
        }
    }
}

impl Rules for Plane {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn profile(&self) -> &Profile {
        &self.opened.profile
    }

    fn begin(&self) -> State {
        let body = |x, y, heading| Body { front: Point::new(x, y), heading };
        self.start.clone().unwrap_or(State {
            turn: 0,
            left: ALLOWANCE,
            charging: false,
            broken: [false; 2],
            bodies: [body(3000, 800, Heading::NORTH), body(2700, 3200, Heading::SOUTH)],
        })
    }

    fn ask(&self, state: &State) -> Ask {
        let side = state.mover();
        if self.over(state) {
            let winner = Side::ALL.into_iter().find(|side| state.broken[side.other().index()]);
            let line = match winner {
                Some(side) => Line::new("plane-won").with("side", side),
                None => Line::new("plane-drawn"),
            };
            return Ask::Over(Outcome { winner, rule: rule::END, line });
        }
        if state.charging {
            let (line, modifiers) =
                (Line::new("plane-charge-roll").with("side", side), self.modifiers(state));
            return Ask::Throw(Roll {
                rule: rule::CHARGE,
                seat: Seat(side.0),
                line,
                pool: Pool::d6(1),
                modifiers,
            });
        }
        Question::new(Seat(side.0), rule::TURN, Line::new("plane-turn").with("left", state.left.0 / 100))
            .into()
    }

    fn actions(&self, state: &State, _seat: Seat, out: &mut Actions<Action>) {
        if self.charge(state).is_ok() {
            out.push(Action::Charge);
        }
        let ways: [fn(u8) -> Action; 3] =
            [Action::Advance, |n| Action::Wheel(Hand::Left, n), |n| Action::Wheel(Hand::Right, n)];
        for way in ways {
            (1..).map(way).take_while(|action| self.moved(state, *action).is_ok()).for_each(|a| out.push(a));
        }
        out.push(Action::Halt);
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match self.ask(state).question_for(seat) {
            Some(_) => self.judge_action(state, *action),
            None => Err(self.not_asked(state, seat)),
        }
    }

    fn resolve(&self, state: &mut State, input: Move<Action>, story: &mut Story<Event>) {
        let side = state.mover();
        let place = |state: &mut State, body: Footprint| state.bodies[side.index()] = body.into();
        match input {
            Move::Act(_, Action::Charge) => {
                let (contact, squared) = self.charge(state).expect("judged");
                place(state, contact);
                story.tell(|| Event::Moved(rule::CHARGE, side, contact.into()));
                if let Some(squared) = squared {
                    place(state, squared);
                    story.tell(|| Event::Moved(rule::SQUARE, side, squared.into()));
                }
                state.charging = true;
            }
            Move::Act(_, Action::Halt) => {
                state.end_turn();
                story.tell(|| Event::Halted(side));
            }
            Move::Act(_, action) => {
                *state = self.moved(state, action).expect("judged");
                let rule = if matches!(action, Action::Advance(_)) { rule::TURN } else { rule::WHEEL };
                let body = state.bodies[side.index()];
                story.tell(|| Event::Moved(rule, side, body));
            }
            Move::Fall(fall) => {
                let sum: i32 = self.modifiers(state).iter().map(|m| i32::from(m.value)).sum();
                if fall.value() + sum >= 5 {
                    state.broken[side.other().index()] = true;
                    story.tell(|| Event::Broke(side.other()));
                } else {
                    let back = self.recoiled(state);
                    place(state, back);
                    story.tell(|| Event::Moved(rule::RECOIL, side, back.into()));
                }
                state.end_turn();
            }
        }
    }

    fn habit(&self, state: &State, _seat: Seat) -> Action {
        let hand = if state.turn.is_multiple_of(3) { Hand::Left } else { Hand::Right };
        let likes = [Action::Charge, Action::Advance(3), Action::Advance(1), Action::Wheel(hand, 1)];
        likes.into_iter().find(|&action| self.judge_action(state, action).is_ok()).unwrap_or(Action::Halt)
    }

    fn meant(&self, state: &State, seat: Seat, thing: Thing) -> Option<Action> {
        match thing {
            Thing::Piece(n) if n == u16::from(seat.0) => Some(Action::Halt),
            Thing::Piece(_) => Some(Action::Charge),
            Thing::Button(0) => Some(Action::Halt),
            // Straight to the spot, as far ahead as it lies.
            Thing::Spot(x, y) => {
                let far = state.own().front.distance(Point::new(x, y)).0 / 100;
                Some(Action::Advance(far.clamp(1, 60) as u8))
            }
            _ => None,
        }
    }

    fn depth(&self, state: &State) -> usize {
        if state.charging { 2 } else { usize::from(state.left < ALLOWANCE) }
    }
}

impl Positions for Plane {
    type Position = State;

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        let [one, other] = position.bodies.map(Body::footprint);
        let free = |body: &Footprint| self.is_free(&body.outline());
        match free(&one) && free(&other) && !one.overlaps(&other) {
            true => Ok(position),
            false => Err(Fault::new("position", "a body has no room where it stands").field("bodies")),
        }
    }
}

impl Notation for Plane {
    fn name(&self, thing: Thing) -> Name {
        self.labels.name(thing)
    }

    fn label(&self, thing: Thing) -> String {
        self.labels.label(thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.labels.find(label)
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Charge => "charge".to_owned(),
            Action::Advance(cm) => format!("advance {cm}"),
            Action::Wheel(Hand::Left, steps) => format!("wheel left {}", 15 * u32::from(*steps)),
            Action::Wheel(Hand::Right, steps) => format!("wheel right {}", 15 * u32::from(*steps)),
            Action::Halt => "halt".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let misread = || format!("`{text}` is none of charge, advance N, wheel left N, wheel right N, halt");
        let degrees = |n: &str| match n.parse::<u32>() {
            // Written as it is read: no sign, no leading zero.
            Ok(degrees) if degrees % 15 == 0 && degrees.to_string() == n => u8::try_from(degrees / 15).ok(),
            _ => None,
        };
        let words: Vec<&str> = text.split(' ').collect();
        let action = match words[..] {
            ["charge"] => Some(Action::Charge),
            ["halt"] => Some(Action::Halt),
            ["advance", n] => n.parse().ok().filter(|cm: &u8| cm.to_string() == n).map(Action::Advance),
            ["wheel", "left", n] => degrees(n).map(|steps| Action::Wheel(Hand::Left, steps)),
            ["wheel", "right", n] => degrees(n).map(|steps| Action::Wheel(Hand::Right, steps)),
            _ => None,
        };
        action.ok_or_else(misread)
    }
}

impl Forecasts for Plane {
    fn effect(&self, _scope: Scope<'_, State>, event: &Event) -> Effect {
        match event {
            Event::Broke(side) => {
                Effect::outcome(1, Line::new("plane-verdict-breaks").with("side", *side)).losing(*side, 1)
            }
            Event::Moved(rule::RECOIL, ..) => Effect::outcome(0, Line::new("plane-verdict-holds")),
            _ => Effect::none(),
        }
    }
}

impl Plane {
    /// Where every step costs double.
    pub fn wood(&self) -> &Area {
        &self.wood
    }

    /// Neither over the edge nor in the pond.
    fn is_free(&self, shape: &Outline) -> bool {
        TABLE.holds(shape) && !self.pond.touches(shape)
    }
}
