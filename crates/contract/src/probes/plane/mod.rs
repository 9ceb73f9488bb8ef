//! The Charge: two bodies on an open table, in whole hundredths, with four headings.
//!
//! A body advances, wheels a quarter about a front corner, or charges the enemy straight ahead; a charge throws a
//! die and wins the game or recoils. All positions are exact.

use kernel::{
    Actions, Ask, Cited, Fault, Input, Line, Modifier, Name, Outcome, Pool, Profile, Question, Refusal, Roll,
    Rule, Rules, Seat, Shown, Side, Story, Telling, Thing, Viewer,
    scene::{Ground, Scene},
};
use serde::{Deserialize, Serialize};

use super::{Labels, Opened};

mod scene;
mod setup;

pub mod rule {
    kernel::rule_ids! {
        NOT_YOURS = "0-1", TURN = "1-1", EDGE = "1-2", TOUCH = "1-3", WHEEL = "1-4", HALT = "1-5",
        CHARGE = "2-1", STRAIGHT = "2-2", REACH = "2-3", FLANK = "2-4", REAR = "2-5", RECOIL = "2-6", END = "3-1",
    }
}

const SIDES: [&str; 2] = ["Red", "Blue"];
const TABLE: (i32, i32) = (2400, 1600);
/// Half of a body's front, half of its depth.
const HALF: (i32, i32) = (200, 100);
const STEP: i32 = 100;
const REACH: i32 = 400;

/// Centre and heading, in quarters clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    x: i32,
    y: i32,
    heading: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    turn: u8,
    charging: bool,
    broken: [bool; 2],
    bodies: [Body; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// So many steps ahead.
    Advance(u8),
    WheelLeft,
    WheelRight,
    Charge,
    Halt,
}

const LIST: [Action; 7] = [
    Action::Charge,
    Action::Advance(1),
    Action::Advance(2),
    Action::Advance(3),
    Action::WheelLeft,
    Action::WheelRight,
    Action::Halt,
];
const WORDS: [&str; 7] =
    ["charge", "advance 1", "advance 2", "advance 3", "wheel left", "wheel right", "halt"];

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
    fn ahead(self) -> (i32, i32) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][usize::from(self.heading)]
    }

    fn moved(self, ahead: i32, left: i32) -> Body {
        let (x, y) = self.ahead();
        Body { x: self.x + ahead * x + left * y, y: self.y + ahead * y - left * x, ..self }
    }

    /// A quarter about the front corner on that side.
    fn wheeled(self, left: bool) -> Body {
        let (along, across) = (HALF.0 + HALF.1, HALF.0 - HALF.1);
        let moved = self.moved(along, if left { across } else { -across });
        Body { heading: (self.heading + if left { 3 } else { 1 }) % 4, ..moved }
    }

    /// Half its extent along x and y.
    fn half(self) -> (i32, i32) {
        if self.heading.is_multiple_of(2) { HALF } else { (HALF.1, HALF.0) }
    }

    fn is_on_table(self) -> bool {
        let (x, y) = self.half();
        self.x >= x && self.x + x <= TABLE.0 && self.y >= y && self.y + y <= TABLE.1
    }

    fn touches(self, other: Body) -> bool {
        let ((x, y), (u, v)) = (self.half(), other.half());
        (self.x - other.x).abs() <= x + u && (self.y - other.y).abs() <= y + v
    }

    /// The gap straight ahead to the other body; `None` if he is not in front.
    fn gap(self, other: Body) -> Option<i32> {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        let (x, y) = self.ahead();
        let (u, v) = other.half();
        let (along, across) = (dx * x + dy * y, (dx * y - dy * x).abs());
        let (deep, wide) = if x == 0 { (v, u) } else { (u, v) };
        (along > 0 && across < HALF.0 + wide).then(|| along - HALF.1 - deep).filter(|gap| *gap >= 0)
    }
}

#[derive(Debug)]
pub struct Plane {
    opened: Opened,
    labels: Labels,
    start: Option<State>,
}

impl State {
    fn mover(&self) -> Side {
        Side(self.turn % 2)
    }

    fn bodies(&self) -> (Body, Body) {
        let side = self.mover();
        (self.bodies[side.index()], self.bodies[side.other().index()])
    }

    /// Where the mover would stand after an action that moves him.
    fn after(&self, action: Action) -> Option<(Rule, Body)> {
        let (own, other) = self.bodies();
        match action {
            Action::Advance(steps) => Some((rule::TURN, own.moved(STEP * i32::from(steps), 0))),
            Action::WheelLeft => Some((rule::WHEEL, own.wheeled(true))),
            Action::WheelRight => Some((rule::WHEEL, own.wheeled(false))),
            Action::Charge => Some((rule::CHARGE, own.moved(own.gap(other)?, 0))),
            Action::Halt => None,
        }
    }
}

impl Plane {
    fn over(&self, state: &State) -> bool {
        state.broken.contains(&true) || state.turn >= self.opened.scenario.length
    }

    fn modifiers(&self, state: &State) -> Vec<Modifier> {
        let (own, other) = state.bodies();
        match (own.heading + 4 - other.heading) % 4 {
            0 => vec![Modifier { value: 2, line: Line::new("plane-rear"), rule: rule::REAR }],
            1 | 3 => vec![Modifier { value: 1, line: Line::new("plane-flank"), rule: rule::FLANK }],
            _ => Vec::new(),
        }
    }

    fn judge_move(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let (own, other) = state.bodies();
        if action == Action::Charge {
            return match own.gap(other) {
                None => Refusal::no(rule::STRAIGHT, Line::new("plane-not-ahead")),
                Some(gap) if gap > REACH => {
                    let line = Line::new("plane-too-far").with("gap", gap).with("reach", REACH);
                    Refusal::no(rule::REACH, line)
                }
                Some(_) => Ok(()),
            };
        }
        if let Action::Advance(steps) = action
            && !(1..=3).contains(&steps)
        {
            return Refusal::no(rule::TURN, Line::new("plane-steps"));
        }
        match state.after(action) {
            Some((_, body)) if !body.is_on_table() => Refusal::no(rule::EDGE, Line::new("plane-edge")),
            // Between here and there he must not be in the way either.
            Some((_, body))
                if body.touches(other)
                    || own.gap(other).is_some_and(
                        |gap| matches!(action, Action::Advance(steps) if STEP * i32::from(steps) >= gap),
                    ) =>
            {
                Refusal::no(rule::TOUCH, Line::new("plane-touch"))
            }
            _ => Ok(()),
        }
    }
}

impl Rules for Plane {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Position = State;

    fn profile(&self) -> &Profile {
        &self.opened.profile
    }

    fn begin(&self) -> State {
        self.start.clone().unwrap_or(State {
            turn: 0,
            charging: false,
            broken: [false; 2],
            bodies: [Body { x: 1200, y: 1400, heading: 0 }, Body { x: 1150, y: 200, heading: 2 }],
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
        Question::new(Seat(side.0), rule::TURN, Line::new("plane-turn")).into()
    }

    fn actions(&self, state: &State, _seat: Seat, out: &mut Actions<Action>) {
        LIST.into_iter()
            .filter(|&action| self.judge_move(state, action).is_ok())
            .for_each(|action| out.push(action));
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match self.ask(state).question_for(seat) {
            Some(_) => self.judge_move(state, *action),
            None => Err(self.not_asked(state, seat)),
        }
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        let side = state.mover();
        match input {
            Input::Act(_, action) => {
                match state.after(action) {
                    Some((rule, body)) => {
                        state.bodies[side.index()] = body;
                        story.tell(|| Event::Moved(rule, side, body));
                    }
                    None => story.tell(|| Event::Halted(side)),
                }
                state.charging = action == Action::Charge;
                state.turn += u8::from(!state.charging);
            }
            Input::Fall(fall) => {
                let modifiers = self.modifiers(state);
                state.charging = false;
                if fall.value() + modifiers.iter().map(|m| i32::from(m.value)).sum::<i32>() >= 5 {
                    state.broken[side.other().index()] = true;
                    story.tell(|| Event::Broke(side.other()));
                } else {
                    let (own, other) = state.bodies();
                    let mut back = own.moved(-STEP, 0);
                    back.x = back.x.clamp(back.half().0, TABLE.0 - back.half().0);
                    back.y = back.y.clamp(back.half().1, TABLE.1 - back.half().1);
                    debug_assert!(!back.touches(other) || back == own, "a recoil leads away");
                    state.bodies[side.index()] = back;
                    story.tell(|| Event::Moved(rule::RECOIL, side, back));
                }
                state.turn += 1;
            }
        }
    }

    fn habit(&self, state: &State, _seat: Seat) -> Action {
        let wheel = if state.turn.is_multiple_of(3) { Action::WheelLeft } else { Action::WheelRight };
        let likes = [Action::Charge, Action::Advance(3), Action::Advance(1), wheel];
        likes.into_iter().find(|&action| self.judge_move(state, action).is_ok()).unwrap_or(Action::Halt)
    }

    fn meant(&self, state: &State, seat: Seat, thing: Thing) -> Option<Action> {
        match thing {
            Thing::Piece(n) if n == u16::from(seat.0) => Some(Action::Halt),
            Thing::Piece(_) => Some(Action::Charge),
            Thing::Button(n) => LIST.get(usize::from(n)).copied(),
            // The move that ends nearest to the spot.
            Thing::Spot(x, y) => {
                let far = |action: &Action| {
                    let body = state.after(*action).map_or(state.bodies().0, |(_, body)| body);
                    (body.x - x).pow(2) + (body.y - y).pow(2)
                };
                LIST.into_iter().filter(|action| *action != Action::Charge).min_by_key(far)
            }
            _ => None,
        }
    }

    fn scene(&self, state: &State, viewer: Viewer) -> Scene {
        self.drawn(state, viewer)
    }

    fn grounds(&self) -> Vec<Ground> {
        self.boards()
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        self.told(event, viewer)
    }

    fn show(&self, state: &State, seat: Seat, action: &Action, viewer: Viewer) -> Shown {
        self.shown(state, seat, action, viewer)
    }

    fn side(&self, _state: &State, seat: Seat) -> Side {
        Side(seat.0)
    }

    fn depth(&self, state: &State) -> usize {
        usize::from(state.charging)
    }

    fn verdict(&self, before: &State, after: &State) -> Line {
        match Side::ALL.into_iter().find(|side| after.broken[side.index()] && !before.broken[side.index()]) {
            Some(side) => Line::new("plane-verdict-breaks").with("side", side),
            None => Line::new("plane-verdict-holds"),
        }
    }

    fn name(&self, thing: Thing) -> Name {
        self.labels.name(thing)
    }

    fn side_name(&self, side: Side) -> Name {
        Name::new(SIDES[side.index()], "")
    }

    fn label(&self, thing: Thing) -> String {
        self.labels.label(thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.labels.find(label)
    }

    fn write_action(&self, action: &Action) -> String {
        match LIST.iter().position(|listed| listed == action) {
            Some(n) => WORDS[n].to_owned(),
            None => format!("{action:?}"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let found = WORDS.iter().position(|word| *word == text);
        found.map(|n| LIST[n]).ok_or_else(|| format!("`{text}` is none of {}", WORDS.join(", ")))
    }

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        let fine = |body: &Body| body.heading < 4 && body.is_on_table();
        match position.bodies.iter().all(fine) {
            true => Ok(position),
            false => Err(Fault::new("position", "a body is not on the table").field("bodies")),
        }
    }
}
