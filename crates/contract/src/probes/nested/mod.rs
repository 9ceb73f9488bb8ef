//! Shoving Match: retreats through friends, each of whom checks and may step aside. Frames on a stack.
//!
//! Three pieces a side on a row of ten places, each place with a line and room to its left and right. A push
//! makes a piece retreat one place. A friend who stands there throws a die: if he loses his nerve he
//! retreats first; otherwise his owner chooses whether he steps aside or stands, and then the other is lost.

use kernel::{
    Actions, Ask, Cited, Fault, Input, Line, Modifier, Name, Outcome, Pool, Profile, Question, Refusal, Roll,
    Rule, Rules, Seat, Shown, Side, Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene::{Ground, Scene},
};
use serde::{Deserialize, Serialize};

use super::{Labels, Opened};

mod scene;
mod setup;

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

/// What is being resolved, innermost last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    Push { by: u8, target: u8 },
    Retreat { piece: u8 },
    Check { piece: u8 },
    Choose { piece: u8 },
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

    /// Retreats go on by themselves until somebody stands in the way.
    fn run(&self, state: &mut State, story: &mut Story<Event>) {
        while let Some(&Frame::Retreat { piece }) = state.stack.last() {
            let at = state.stand(piece).at - forward(side_of(piece));
            let behind = state.at(at, Lane::Line);
            if let Some(friend) = behind.filter(|&other| side_of(other) == side_of(piece)) {
                state.stack.push(Frame::Check { piece: friend });
                return;
            }
            let free = (0..PLACES).contains(&at) && behind.is_none();
            let lane = if free { Lane::Line } else { Lane::Gone };
            self.put(state, rule::RETREAT, piece, Stand { at, lane }, story);
            state.stack.pop();
        }
        if state.stack.is_empty() {
            state.turn += 1;
        }
    }

    fn fall(&self, state: &mut State, frame: Frame, total: i32, story: &mut Story<Event>) {
        state.stack.pop();
        match frame {
            Frame::Push { target, .. } if total >= 3 => state.stack.push(Frame::Retreat { piece: target }),
            Frame::Push { target, .. } => story.tell(|| Event::Repelled(target)),
            Frame::Check { piece } => {
                story.tell(|| Event::Checked(piece, total >= 4));
                let choose = total >= 4;
                state.stack.push(if choose { Frame::Choose { piece } } else { Frame::Retreat { piece } });
            }
            Frame::Retreat { .. } | Frame::Choose { .. } => {}
        }
        if !matches!(state.stack.last(), Some(Frame::Choose { .. })) {
            self.run(state, story);
        }
    }

    fn modifiers(&self, state: &State, by: u8) -> Vec<Modifier> {
        let behind = state.stand(by).at - forward(side_of(by));
        let backed = state.at(behind, Lane::Line).is_some();
        let modifier = Modifier { value: 1, line: Line::new("nested-backed"), rule: rule::BACKED };
        if backed { vec![modifier] } else { Vec::new() }
    }

    fn over(&self, state: &State) -> bool {
        state.stack.is_empty()
            && (state.turn >= self.opened.scenario.length
                || Side::ALL.iter().any(|&side| state.left(side) == 0))
    }

    fn judge_piece(&self, state: &State, action: Action, piece: u8) -> Result<(), Refusal> {
        let named = |key: &'static str| Line::new(key).with("piece", Thing::Piece(piece.into()));
        let stand = state.stand(piece);
        if side_of(piece) != state.mover() {
            return Refusal::no(rule::OWN, named("nested-not-own"));
        }
        if stand.lane == Lane::Gone {
            return Refusal::no(rule::LOST, named("nested-gone"));
        }
        let ahead = state.ahead(piece);
        let inside = (0..PLACES).contains(&(stand.at + forward(side_of(piece))));
        match action {
            Action::Rejoin(_) => match stand.lane != Lane::Line && state.at(stand.at, Lane::Line).is_none() {
                true => Ok(()),
                false => Refusal::no(rule::REJOIN, named("nested-no-rejoin")),
            },
            _ if stand.lane != Lane::Line => Refusal::no(rule::REJOIN, named("nested-aside")),
            Action::Push(_) if ahead.is_none_or(|other| side_of(other) == side_of(piece)) => {
                Refusal::no(rule::NOBODY, named("nested-nobody"))
            }
            Action::Advance(_) if ahead.is_some() || !inside => {
                Refusal::no(rule::AHEAD, named("nested-ahead"))
            }
            _ => Ok(()),
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
    type Position = State;

    fn profile(&self) -> &Profile {
        &self.opened.profile
    }

    fn begin(&self) -> State {
        let line = |at: i8| Stand { at, lane: Lane::Line };
        let fresh = State { turn: 0, pieces: [4, 3, 2, 5, 6, 7].map(line), stack: Vec::new() };
        self.start.clone().unwrap_or(fresh)
    }

    fn ask(&self, state: &State) -> Ask {
        let roll = |rule: Rule, side: Side, line: &'static str, piece: u8, modifiers: Vec<Modifier>| {
            let line = Line::new(line).with("piece", Thing::Piece(piece.into()));
            Ask::Throw(Roll { rule, seat: Seat(side.0), line, pool: Pool::d6(1), modifiers })
        };
        match state.stack.last() {
            _ if self.over(state) => {
                let [red, blue] = Side::ALL.map(|side| state.left(side));
                let winner = (red != blue).then_some(Side(u8::from(blue > red)));
                let line = Line::new("nested-over").with("red", red).with("blue", blue);
                Ask::Over(Outcome { winner, rule: rule::END, line })
            }
            None => Question::new(Seat(state.mover().0), rule::TURN, Line::new("nested-turn")).into(),
            Some(&Frame::Push { by, target }) => {
                roll(rule::PUSH, side_of(by), "nested-push-roll", target, self.modifiers(state, by))
            }
            Some(&Frame::Check { piece }) => {
                roll(rule::CHECK, side_of(piece), "nested-check-roll", piece, vec![])
            }
            Some(&Frame::Choose { piece } | &Frame::Retreat { piece }) => {
                let prompt = Line::new("nested-choose").with("piece", Thing::Piece(piece.into()));
                Question::new(Seat(side_of(piece).0), rule::ASIDE, prompt).into()
            }
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if let Some(&Frame::Choose { piece }) = state.stack.last() {
            out.push(Action::Stand);
            let at = state.stand(piece).at;
            for (lane, _) in LANES.into_iter().filter(|(lane, _)| state.has_room(at, *lane)) {
                out.push(Action::Aside(lane));
            }
            return;
        }
        for piece in 3 * seat.0..3 * seat.0 + 3 {
            for action in [Action::Advance(piece), Action::Push(piece), Action::Rejoin(piece)] {
                if self.judge_piece(state, action, piece).is_ok() {
                    out.push(action);
                }
            }
        }
        out.push(Action::Hold);
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let asked = self.ask(state).question_for(seat).is_some();
        match (*action, state.stack.last()) {
            _ if !asked => Err(self.not_asked(state, seat)),
            (Action::Hold, None) | (Action::Stand, Some(_)) => Ok(()),
            (Action::Aside(lane), Some(&Frame::Choose { piece })) => {
                let at = state.stand(piece).at;
                match state.has_room(at, lane) {
                    true => Ok(()),
                    false => {
                        Refusal::no(rule::ROOM, Line::new("nested-no-room").with("place", place(at, lane)))
                    }
                }
            }
            (Action::Advance(piece) | Action::Push(piece) | Action::Rejoin(piece), None) => {
                self.judge_piece(state, *action, piece)
            }
            _ => Err(self.not_asked(state, seat)),
        }
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        let frame = state.stack.last().copied();
        match (input, frame) {
            (Input::Fall(fall), Some(frame)) => {
                let modifier = match frame {
                    Frame::Push { by, .. } => {
                        self.modifiers(state, by).iter().map(|m| i32::from(m.value)).sum()
                    }
                    _ => 0,
                };
                self.fall(state, frame, fall.value() + modifier, story);
            }
            (Input::Act(_, Action::Push(by)), _) => {
                let target = state.ahead(by).expect("a legal push has a target");
                state.stack.push(Frame::Push { by, target });
            }
            (Input::Act(_, Action::Advance(piece)), _) => {
                let at = state.stand(piece).at + forward(side_of(piece));
                self.put(state, rule::TURN, piece, Stand { at, lane: Lane::Line }, story);
                self.run(state, story);
            }
            (Input::Act(_, Action::Rejoin(piece)), _) => {
                let at = state.stand(piece).at;
                self.put(state, rule::REJOIN, piece, Stand { at, lane: Lane::Line }, story);
                self.run(state, story);
            }
            (Input::Act(_, Action::Hold), _) => {
                let side = state.mover();
                story.tell(|| Event::Held(side));
                self.run(state, story);
            }
            (Input::Act(_, Action::Aside(lane)), Some(Frame::Choose { piece })) => {
                state.stack.pop();
                let at = state.stand(piece).at;
                self.put(state, rule::ASIDE, piece, Stand { at, lane }, story);
                self.run(state, story);
            }
            (Input::Act(_, Action::Stand), Some(Frame::Choose { piece })) => {
                state.stack.pop();
                story.tell(|| Event::Stood(piece));
                if let Some(Frame::Retreat { piece }) = state.stack.pop() {
                    let at = state.stand(piece).at;
                    self.put(state, rule::STAND, piece, Stand { at, lane: Lane::Gone }, story);
                }
                self.run(state, story);
            }
            _ => {}
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[("nested-choose", "nested-routine")]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        let mut listed = Actions::default();
        self.actions(state, seat, &mut listed);
        let better =
            |action: &&Action| matches!(action, Action::Push(_) | Action::Aside(_) | Action::Advance(_));
        let push = listed.iter().find(|action| matches!(action, Action::Push(_)));
        *push.or_else(|| listed.iter().find(better)).unwrap_or(&listed[0])
    }

    fn meant(&self, state: &State, seat: Seat, thing: Thing) -> Option<Action> {
        if let Some(&Frame::Choose { piece }) = state.stack.last() {
            let at = state.stand(piece).at;
            let lane = LANES.into_iter().find(|(lane, _)| thing == place(at, *lane));
            let stands = thing == Thing::Piece(piece.into()) || thing == STAND;
            return lane.map(|(lane, _)| Action::Aside(lane)).or(stands.then_some(Action::Stand));
        }
        match thing {
            HOLD => Some(Action::Hold),
            Thing::Piece(n) if usize::from(n) < PIECES => {
                let piece = n as u8;
                let enemy = |other: u8| side_of(other) != side_of(piece);
                Some(match (state.stand(piece).lane, state.ahead(piece)) {
                    // A click on an enemy means to push him, if somebody faces him.
                    (_, Some(other)) if side_of(piece).0 != seat.0 && enemy(other) => Action::Push(other),
                    (Lane::Line, Some(other)) if enemy(other) => Action::Push(piece),
                    (Lane::Left | Lane::Right, _) => Action::Rejoin(piece),
                    _ => Action::Advance(piece),
                })
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

    fn depth(&self, state: &State) -> usize {
        state.stack.len()
    }

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

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        let inside = |stand: &Stand| stand.lane == Lane::Gone || (0..PLACES).contains(&stand.at);
        match position.pieces.iter().all(inside) {
            true => Ok(position),
            false => Err(Fault::new("position", "a piece stands outside the row").field("pieces")),
        }
    }
}
