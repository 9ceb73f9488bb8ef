//! The decisions of the game, one type each.

use std::convert::Infallible;

use kernel::{
    Actions, Fall, Line, May, Modifier, No, Outcome, Pool, Question, Roll, Rule, Seat, Side, Thing,
    decision::{self, AskedSeats, Base, Decision, DecisionRules},
    dispatch,
};
use serde::{Deserialize, Serialize};

use super::{
    Action, Event, HOLD, LANES, Lane, Nested, PIECES, PLACES, STAND, Stand, State, forward, place, rule,
    side_of,
};

type Cx<'a, P = ()> = decision::Cx<'a, Nested, P>;
type CxMut<'a, P = ()> = decision::CxMut<'a, Nested, P>;
type Flow<S = Frame> = decision::Flow<S, Frame>;

/// What is being resolved, innermost last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    Push(Push),
    Retreat(Retreat),
    Check(Check),
    Choose(Choose),
}

dispatch! { Frame: Decision<Nested> {
    Frame::Push(push) => push,
    Frame::Retreat(retreat) => retreat,
    Frame::Check(check) => check,
    Frame::Choose(choose) => choose,
} }

impl DecisionRules for Nested {
    type Base = Turn;
    type Frame = Frame;
    type Frames = Vec<Frame>;

    fn is_over(&self, state: &State) -> bool {
        state.stack.is_empty()
            && (state.turn >= self.opened.scenario.length
                || Side::ALL.iter().any(|&side| state.left(side) == 0))
    }

    fn outcome(&self, state: &State) -> Outcome {
        let [red, blue] = Side::ALL.map(|side| state.left(side));
        let winner = (red != blue).then_some(Side(u8::from(blue > red)));
        let line = Line::new("nested-over").with("red", red).with("blue", blue);
        Outcome { winner, rule: rule::END, line }
    }

    fn base(_state: &State) -> &Turn {
        &Turn
    }

    fn frames(state: &State) -> &Vec<Frame> {
        &state.stack
    }

    fn frames_mut(state: &mut State) -> &mut Vec<Frame> {
        &mut state.stack
    }

    fn button(&self, n: u16) -> Option<Action> {
        match Thing::Button(n) {
            HOLD => Some(Action::Hold),
            STAND => Some(Action::Stand),
            _ => None,
        }
    }
}

/// 1: the side on move does one thing.
#[derive(Clone, Copy, Debug)]
pub struct Turn;

impl Decision<Nested, Base> for Turn {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.state.mover().0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, rule::TURN, Line::new("nested-turn"))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        for piece in 3 * cx.seat.0..3 * cx.seat.0 + 3 {
            for action in [Action::Advance(piece), Action::Push(piece), Action::Rejoin(piece)] {
                if judge_piece(cx.state, action, piece).is_ok() {
                    out.push(action);
                }
            }
        }
        out.push(Action::Hold);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match *action {
            Action::Hold => Some(Ok(())),
            Action::Advance(piece) | Action::Push(piece) | Action::Rejoin(piece) => {
                Some(judge_piece(cx.state, *action, piece))
            }
            Action::Stand | Action::Aside(_) => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Push(by) => {
                let target = cx.state.ahead(by).expect("a legal push has a target");
                return Flow::Call(Frame::Push(Push { by, target }));
            }
            Action::Advance(piece) => {
                let at = cx.state.stand(piece).at + forward(side_of(piece));
                cx.rules.put(cx.state, rule::TURN, piece, Stand { at, lane: Lane::Line }, cx.story);
            }
            Action::Rejoin(piece) => {
                let at = cx.state.stand(piece).at;
                cx.rules.put(cx.state, rule::REJOIN, piece, Stand { at, lane: Lane::Line }, cx.story);
            }
            _ => {
                let side = cx.state.mover();
                cx.story.tell(|| Event::Held(side));
            }
        }
        end_turn(cx.state);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let Thing::Piece(n) = thing else { return None };
        let piece = Some(n).filter(|&n| usize::from(n) < PIECES)? as u8;
        let enemy = |other: u8| side_of(other) != side_of(piece);
        Some(match (cx.state.stand(piece).lane, cx.state.ahead(piece)) {
            // A click on an enemy means to push it, if a piece faces it.
            (_, Some(other)) if side_of(piece).0 != cx.seat.0 && enemy(other) => Action::Push(other),
            (Lane::Line, Some(other)) if enemy(other) => Action::Push(piece),
            (Lane::Left | Lane::Right, _) => Action::Rejoin(piece),
            _ => Action::Advance(piece),
        })
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        let mut listed = Actions::default();
        self.list(cx, &mut listed);
        let push = listed.iter().find(|action| matches!(action, Action::Push(_)));
        push.or_else(|| listed.iter().find(|action| matches!(action, Action::Advance(_)))).copied()
    }
}

fn judge_piece(state: &State, action: Action, piece: u8) -> May {
    let no =
        |rule: Rule, key: &'static str| Err(No::new(rule, key).with("piece", Thing::Piece(piece.into())));
    let stand = state.stand(piece);
    if side_of(piece) != state.mover() {
        return no(rule::OWN, "nested-not-own");
    }
    if stand.lane == Lane::Gone {
        return no(rule::LOST, "nested-gone");
    }
    let ahead = state.ahead(piece);
    let inside = (0..PLACES).contains(&(stand.at + forward(side_of(piece))));
    match action {
        Action::Rejoin(_) => match stand.lane != Lane::Line && state.at(stand.at, Lane::Line).is_none() {
            true => Ok(()),
            false => no(rule::REJOIN, "nested-no-rejoin"),
        },
        _ if stand.lane != Lane::Line => no(rule::REJOIN, "nested-aside"),
        Action::Push(_) if ahead.is_none_or(|other| side_of(other) == side_of(piece)) => {
            no(rule::NOBODY, "nested-nobody")
        }
        Action::Advance(_) if ahead.is_some() || !inside => no(rule::AHEAD, "nested-ahead"),
        _ => Ok(()),
    }
}

/// Ends the turn if no other frame is left.
fn end_turn(state: &mut State) {
    if state.stack.is_empty() {
        state.turn += 1;
    }
}

fn roll_for(rule: Rule, side: Side, key: &'static str, piece: u8, modifiers: Vec<Modifier>) -> Roll {
    let line = Line::new(key).with("piece", Thing::Piece(piece.into()));
    Roll { rule, seat: Seat(side.0), line, pool: Pool::d6(1), modifiers }
}

/// 2: a piece pushes the enemy before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Push {
    pub by: u8,
    pub target: u8,
}

impl Push {
    fn modifiers(self, state: &State) -> Vec<Modifier> {
        let behind = state.stand(self.by).at - forward(side_of(self.by));
        let backed = state.at(behind, Lane::Line).is_some();
        let modifier = Modifier { value: 1, line: Line::new("nested-backed"), rule: rule::BACKED };
        if backed { vec![modifier] } else { Vec::new() }
    }
}

impl Decision<Nested> for Push {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        roll_for(rule::PUSH, side_of(self.by), "nested-push-roll", self.target, self.modifiers(cx.state))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let modifier: i32 = self.modifiers(cx.state).iter().map(|m| i32::from(m.value)).sum();
        if fall.value() + modifier >= 3 {
            return Flow::Next(Frame::Retreat(Retreat { piece: self.target }));
        }
        cx.story.tell(|| Event::Repelled(self.target));
        end_turn(cx.state);
        Flow::Done
    }
}

/// 3-1: a piece goes back one place, once no friend stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub piece: u8,
}

impl Decision<Nested> for Retreat {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let at = cx.state.stand(self.piece).at - forward(side_of(self.piece));
        let behind = cx.state.at(at, Lane::Line);
        if let Some(piece) = behind.filter(|&other| side_of(other) == side_of(self.piece)) {
            return Flow::Call(Frame::Check(Check { piece }));
        }
        let free = (0..PLACES).contains(&at) && behind.is_none();
        let lane = if free { Lane::Line } else { Lane::Gone };
        cx.rules.put(cx.state, rule::RETREAT, self.piece, Stand { at, lane }, cx.story);
        end_turn(cx.state);
        Flow::Done
    }
}

/// 3-2: a friend in the way keeps its nerve or retreats first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    pub piece: u8,
}

impl Decision<Nested> for Check {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_>) -> Roll {
        roll_for(rule::CHECK, side_of(self.piece), "nested-check-roll", self.piece, Vec::new())
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let (piece, keeps) = (self.piece, fall.value() >= 4);
        cx.story.tell(|| Event::Checked(piece, keeps));
        Flow::Next(match keeps {
            true => Frame::Choose(Choose { piece }),
            false => Frame::Retreat(Retreat { piece }),
        })
    }
}

/// 3-3, 3-5: a friend that kept its nerve steps aside, or stands and lets the other be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choose {
    pub piece: u8,
}

impl Decision<Nested> for Choose {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        Seat(side_of(self.piece).0).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let prompt = Line::new("nested-choose").with("piece", Thing::Piece(self.piece.into()));
        Question::new(cx.seat, rule::ASIDE, prompt)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.push(Action::Stand);
        let at = cx.state.stand(self.piece).at;
        let free = LANES.into_iter().filter(|(lane, _)| cx.state.has_room(at, *lane));
        out.extend(free.map(|(lane, _)| Action::Aside(lane)));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Stand => Some(Ok(())),
            Action::Aside(lane) => {
                let at = cx.state.stand(self.piece).at;
                let no = No::new(rule::ROOM, "nested-no-room").with("place", place(at, lane));
                Some(cx.state.has_room(at, lane).then_some(()).ok_or(no))
            }
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        if let Action::Aside(lane) = action {
            let at = cx.state.stand(self.piece).at;
            cx.rules.put(cx.state, rule::ASIDE, self.piece, Stand { at, lane }, cx.story);
            return Flow::Done;
        }
        cx.story.tell(|| Event::Stood(self.piece));
        // The retreat that called this one ends with the loss of its piece.
        if let Some(Frame::Retreat(Retreat { piece })) = cx.state.stack.pop() {
            let at = cx.state.stand(piece).at;
            cx.rules.put(cx.state, rule::STAND, piece, Stand { at, lane: Lane::Gone }, cx.story);
        }
        end_turn(cx.state);
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let at = cx.state.stand(self.piece).at;
        let lane = LANES.into_iter().find(|(lane, _)| thing == place(at, *lane));
        let stands = thing == Thing::Piece(self.piece.into());
        lane.map(|(lane, _)| Action::Aside(lane)).or(stands.then_some(Action::Stand))
    }

    fn branches(&self, _cx: Cx<'_>) -> bool {
        true
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let mut listed = Actions::default();
        self.list(cx, &mut listed);
        listed.iter().find(|action| matches!(action, Action::Aside(_))).copied()
    }
}
