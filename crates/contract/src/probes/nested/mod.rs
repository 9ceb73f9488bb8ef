//! Shoving Match: retreats through friends, each of whom checks and may step aside. Frames on a stack.
//!
//! Three pieces a side on a row of ten places, each place with a line and room to its left and right. A push
//! makes a piece retreat one place. A friend who stands there throws a die: if he loses his nerve he
//! retreats first; otherwise his owner chooses whether he steps aside or stands, and then the other is lost.

use kernel::{
    Cited, Fault, Forecasts, Line, Name, Notation, Positions, Profile, Rule, Rules, Side, Story, Thing,
    odds::{Effect, Scope},
};
use serde::{Deserialize, Serialize};

use super::{Labels, Opened};

mod decisions;
mod scene;
mod setup;

pub use decisions::{Check, Choose, Frame, Push, Retreat, Turn};

pub mod rule {
    kernel::rule_ids! {
        NOT_YOURS = "0-1", NOT_ASKED = "0-2", TURN = "1-1", OWN = "1-2", LOST = "1-3", AHEAD = "1-4",
        REJOIN = "1-5", HOLD = "1-6", PUSH = "2-1", NOBODY = "2-2", BACKED = "2-3", RETREAT = "3-1", CHECK = "3-2",
        ASIDE = "3-3", ROOM = "3-4", STAND = "3-5", END = "4-1",
    }
}

const SIDES: [&str; 2] = ["Red", "Blue"];
const PLACES: i8 = 10;
const PIECES: usize = 6;
const PIECE_IDS: [&str; PIECES] = ["red_1", "red_2", "red_3", "blue_1", "blue_2", "blue_3"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lane {
    Line,
    Left,
    Right,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    at: i8,
    lane: Lane,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    turn: u8,
    pieces: [Stand; PIECES],
    stack: Vec<Frame>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Advance(u8),
    Push(u8),
    Rejoin(u8),
    Hold,
    Stand,
    Aside(Lane),
}

#[derive(Clone, Debug)]
pub enum Event {
    Moved(Rule, u8, Stand),
    Held(Side),
    Repelled(u8),
    Checked(u8, bool),
    Stood(u8),
    Lost(u8),
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match self {
            Event::Moved(rule, ..) => *rule,
            Event::Held(_) => rule::HOLD,
            Event::Repelled(_) => rule::PUSH,
            Event::Checked(..) => rule::CHECK,
            Event::Stood(_) => rule::STAND,
            Event::Lost(_) => rule::RETREAT,
        }
    }
}

#[derive(Debug)]
pub struct Nested {
    opened: Opened,
    labels: Labels,
    start: Option<State>,
}

fn side_of(piece: u8) -> Side {
    Side(piece / 3)
}

fn forward(side: Side) -> i8 {
    if side.0 == 0 { 1 } else { -1 }
}

fn place(at: i8, lane: Lane) -> Thing {
    Thing::Place(at as u16 * 3 + lane as u16)
}

impl State {
    fn mover(&self) -> Side {
        Side(self.turn % 2)
    }

    fn at(&self, at: i8, lane: Lane) -> Option<u8> {
        (0u8..).zip(self.pieces).find(|(_, stand)| *stand == Stand { at, lane }).map(|(piece, _)| piece)
    }

    fn stand(&self, piece: u8) -> Stand {
        self.pieces[usize::from(piece)]
    }

    /// Can a piece step aside there? Not where somebody stands, nor in the narrows at both ends.
    fn has_room(&self, at: i8, lane: Lane) -> bool {
        (3..PLACES - 3).contains(&at) && self.at(at, lane).is_none()
    }

    /// Who stands in front of a piece of the line.
    fn ahead(&self, piece: u8) -> Option<u8> {
        self.at(self.stand(piece).at + forward(side_of(piece)), Lane::Line)
    }

    fn left(&self, side: Side) -> i32 {
        let own = (0u8..).zip(self.pieces).filter(|(piece, _)| side_of(*piece) == side);
        own.filter(|(_, stand)| stand.lane != Lane::Gone).count() as i32
    }
}

impl Nested {
    fn put(&self, state: &mut State, rule: Rule, piece: u8, stand: Stand, story: &mut Story<Event>) {
        state.pieces[usize::from(piece)] = stand;
        match stand.lane {
            Lane::Gone => story.tell(|| Event::Lost(piece)),
            _ => story.tell(|| Event::Moved(rule, piece, stand)),
        }
    }
}

const LANES: [(Lane, &str); 2] = [(Lane::Left, "left"), (Lane::Right, "right")];
const HOLD: Thing = Thing::Button(0);
const STAND: Thing = Thing::Button(1);

impl Rules for Nested {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn profile(&self) -> &Profile {
        &self.opened.profile
    }

    fn begin(&self) -> State {
        let line = |at: i8| Stand { at, lane: Lane::Line };
        let fresh = State { turn: 0, pieces: [4, 3, 2, 5, 6, 7].map(line), stack: Vec::new() };
        self.start.clone().unwrap_or(fresh)
    }

    kernel::decision_rules!();

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[("nested-choose", "nested-routine")]
    }
}

impl Positions for Nested {
    type Position = State;

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        let inside = |stand: &Stand| stand.lane == Lane::Gone || (0..PLACES).contains(&stand.at);
        if !position.pieces.iter().all(inside) {
            return Err(Fault::new("position", "a piece stands outside the row").field("pieces"));
        }
        // A retreat goes on by itself, so no game stops in one.
        if let Some(Frame::Retreat(_)) = position.stack.last() {
            return Err(Fault::new("position", "a retreat cannot be the innermost frame").field("stack"));
        }
        Ok(position)
    }
}

impl Notation for Nested {
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
        let piece = |word: &str, piece: u8| format!("{word} {}", PIECE_IDS[usize::from(piece)]);
        match *action {
            Action::Advance(n) => piece("advance", n),
            Action::Push(n) => piece("push", n),
            Action::Rejoin(n) => piece("rejoin", n),
            Action::Hold => "hold".to_owned(),
            Action::Stand => "stand".to_owned(),
            Action::Aside(lane) => format!("aside {}", if lane == Lane::Left { "left" } else { "right" }),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let piece = |id: &str| {
            let found = PIECE_IDS.iter().position(|known| *known == id);
            found.map(|n| n as u8).ok_or_else(|| format!("`{id}` is no piece"))
        };
        match text.split_once(' ') {
            None if text == "hold" => Ok(Action::Hold),
            None if text == "stand" => Ok(Action::Stand),
            Some(("advance", id)) => piece(id).map(Action::Advance),
            Some(("push", id)) => piece(id).map(Action::Push),
            Some(("rejoin", id)) => piece(id).map(Action::Rejoin),
            Some(("aside", "left")) => Ok(Action::Aside(Lane::Left)),
            Some(("aside", "right")) => Ok(Action::Aside(Lane::Right)),
            _ => Err(format!("`{text}` is no action of this game")),
        }
    }
}

impl Forecasts for Nested {
    fn effect(&self, _scope: Scope<'_, State>, event: &Event) -> Effect {
        match event {
            Event::Repelled(_) => Effect::outcome(0, Line::new("nested-verdict-held")),
            Event::Moved(rule::RETREAT, ..) => {
                Effect::adding(1, Line::new("nested-verdict-back").with("moved", 1))
            }
            Event::Lost(piece) => {
                let side = side_of(*piece);
                let lost = |of: Side| i32::from(of == side);
                let line = Line::new("nested-verdict-lost");
                Effect::adding(2, line.with("red", lost(Side(0))).with("blue", lost(Side(1)))).losing(side, 1)
            }
            _ => Effect::none(),
        }
    }
}
