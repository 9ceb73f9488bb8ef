//! Decisions as values: one type says who is asked, what is legal and what an answer does.
//!
//! A game consists of a *base*, the phase that the sequence of play has reached, and of *frames* above it, the
//! decisions that interrupt it. The innermost frame decides; without frames the base does. A frame may pass through
//! *stages*, which are decisions that share the data of their parent frame ([`Staged`]).
//!
//! A system implements [`Decision`] once per decision, lists them in a table per enum ([`dispatch!`](crate::dispatch)),
//! implements [`DecisionRules`] and writes `kernel::decision_rules!();` inside `impl Rules`.
//! Transitions are return values ([`Flow`]): a decision does not assign frames or stages.
//!
#![doc = include_str!("decision/example.md")]

mod dispatch;
mod frames;
mod play;

use std::convert::Infallible;

use crate::{
    question::{Actions, Order, Outcome, Question},
    refusal::May,
    roll::{Fall, Roll},
    rules::Rules,
    story::Story,
    thing::{Seat, Thing},
};

pub use frames::{Frames, Queue};
pub use play::{
    actions, advance_once, ask, branches, by_order, click, default_action, judge, resolve, rested, settles,
    step,
};

/// The seat of a context while it is unknown who is asked, and while dice fall.
pub const NO_SEAT: Seat = Seat(u8::MAX);

/// The context of a decision that only reads. Its frame is in the state.
#[derive(Debug)]
pub struct Cx<'a, R: Rules, P = ()> {
    pub rules: &'a R,
    pub state: &'a R::State,
    /// The frame that the decision is a stage of.
    pub parent: &'a P,
    /// The seat that is asked; [`NO_SEAT`] in [`Decision::asked`], [`Decision::roll`] and [`Decision::is_waiting`].
    pub seat: Seat,
}

impl<R: Rules, P> Clone for Cx<'_, R, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Rules, P> Copy for Cx<'_, R, P> {}

impl<'a, R: Rules> Cx<'a, R> {
    pub fn new(rules: &'a R, state: &'a R::State, seat: Seat) -> Cx<'a, R> {
        Cx { rules, state, parent: &(), seat }
    }
}

impl<'a, R: Rules, P> Cx<'a, R, P> {
    /// The same context for a stage of `parent`.
    pub fn within<Q>(self, parent: &'a Q) -> Cx<'a, R, Q> {
        Cx { rules: self.rules, state: self.state, parent, seat: self.seat }
    }
}

/// The context of a decision that acts. A frame that acts is `self` and not in the state.
#[derive(Debug)]
pub struct CxMut<'a, R: Rules, P = ()> {
    pub rules: &'a R,
    pub state: &'a mut R::State,
    pub story: &'a mut Story<R::Event>,
    /// The frame that the decision is a stage of. Its own stage is out of date while the stage acts.
    pub parent: &'a mut P,
    /// The seat that acts; [`NO_SEAT`] in [`Decision::rolled`] and [`Decision::advance`].
    pub seat: Seat,
}

impl<'a, R: Rules, P> CxMut<'a, R, P> {
    /// The same context for reading.
    pub fn as_cx(&self) -> Cx<'_, R, P> {
        Cx { rules: self.rules, state: self.state, parent: self.parent, seat: self.seat }
    }

    /// The same context for a stage of `parent`.
    pub fn within<Q>(self, parent: &'a mut Q) -> CxMut<'a, R, Q> {
        CxMut { rules: self.rules, state: self.state, story: self.story, parent, seat: self.seat }
    }

    /// The frame below the one that acts: the frame that called it. Valid only until this action pushes a frame.
    pub fn caller(&mut self) -> Option<&mut R::Frame>
    where
        R: DecisionRules,
    {
        R::frames_mut(self.state).top_mut()
    }
}

/// The set of seats that are asked: one, both (hidden choices at the same time), or none while dice are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedSeats(u8);

impl AskedSeats {
    pub const NOBODY: AskedSeats = AskedSeats(0);

    /// The seat, if there is exactly one.
    #[inline]
    pub fn only(self) -> Option<Seat> {
        (self.0.count_ones() == 1).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        u32::from(seat.0) < u8::BITS && self.0 >> seat.0 & 1 != 0
    }
}

impl From<Seat> for AskedSeats {
    #[inline]
    fn from(seat: Seat) -> AskedSeats {
        AskedSeats(1 << seat.0)
    }
}

impl FromIterator<Seat> for AskedSeats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> AskedSeats {
        AskedSeats(seats.into_iter().fold(0, |mask, seat| mask | 1 << seat.0))
    }
}

/// What becomes of a decision that has acted. `S` can replace it, `F` is a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow<S, F> {
    /// It stays, as it is now.
    Stay,
    /// This one replaces it.
    Next(S),
    /// It ends. The decision below continues; for the base it means the same as `Stay`.
    Done,
    /// The frame comes first, then this decision continues.
    Call(F),
}

/// What a decision belongs to: `()` for a frame, [`Base`] for a phase, otherwise the frame it is a stage of.
pub trait Parent<R: DecisionRules> {
    /// What can replace such a decision.
    type Next;
    /// The default of [`Decision::depth`].
    const DEPTH: usize = 1;
}

impl<R: DecisionRules> Parent<R> for () {
    type Next = R::Frame;
}

/// The parent of phases. The phase is part of the state, so an action changes it there, and `self` is a copy of it.
#[derive(Clone, Copy, Debug)]
pub struct Base;

impl<R: DecisionRules> Parent<R> for Base {
    type Next = Infallible;
    const DEPTH: usize = 0;
}

/// The [`Flow`] of a decision of `R` that belongs to `P`.
pub type FlowOf<R, P = ()> = Flow<<P as Parent<R>>::Next, <R as DecisionRules>::Frame>;

/// One decision of a system.
///
/// It is in one of three conditions. Seats are asked: `question`, `list`, `judge` and `act` are called. Nobody is
/// asked, so dice are wanted: `roll` and `rolled`. It is not waiting: `advance` is called until it is.
pub trait Decision<R: DecisionRules, P: Parent<R> = ()> {
    /// Which seats choose; nobody while dice are wanted. Must be fast: every other call is preceded by it.
    fn asked(&self, cx: Cx<'_, R, P>) -> AskedSeats;

    /// The question to `cx.seat`.
    fn question(&self, _cx: Cx<'_, R, P>) -> Question {
        unreachable!("nobody is asked")
    }
    /// Whether the question is asked even with one answer, because being asked would reveal something hidden.
    fn always(&self, _cx: Cx<'_, R, P>) -> bool {
        false
    }
    /// Lists every legal action of `cx.seat`, in a stable order.
    fn list(&self, _cx: Cx<'_, R, P>, _out: &mut Actions<R::Action>) {}
    /// Whether the action is legal, in agreement with the list; `None` if it does not answer the question.
    fn judge(&self, _cx: Cx<'_, R, P>, _action: &R::Action) -> Option<May> {
        None
    }
    /// Carries out a legal action.
    fn act(&mut self, _cx: CxMut<'_, R, P>, action: R::Action) -> FlowOf<R, P> {
        unreachable!("{action:?} was judged legal")
    }

    /// The dice that are wanted, if nobody is asked.
    fn roll(&self, _cx: Cx<'_, R, P>) -> Roll {
        unreachable!("no dice are wanted")
    }
    /// Carries out the result of the wanted dice.
    fn rolled(&mut self, _cx: CxMut<'_, R, P>, _fall: Fall) -> FlowOf<R, P> {
        unreachable!("no dice were wanted")
    }

    /// Whether it waits for an answer or for dice. If not, [`advance`](Decision::advance) is called.
    fn is_waiting(&self, _cx: Cx<'_, R, P>) -> bool {
        true
    }
    /// Makes one step that needs neither an answer nor dice.
    fn advance(&mut self, _cx: CxMut<'_, R, P>) -> FlowOf<R, P> {
        unreachable!("the decision is waiting")
    }

    /// The action that a click on this thing means, legal or not. Buttons are [`DecisionRules::button`].
    fn click(&self, _cx: Cx<'_, R, P>, _thing: Thing) -> Option<R::Action> {
        None
    }
    /// The answer of a sensible player who does not think about it; `None` for the first of the list.
    fn default_action(&self, _cx: Cx<'_, R, P>) -> Option<R::Action> {
        None
    }
    /// The answer that a standing order other than [`Order::Habit`] gives; `None` if the seat must be asked.
    fn standing_answer(&self, _cx: Cx<'_, R, P>, _order: Order) -> Option<R::Action> {
        None
    }
    /// Whether a forecast is given for each answer, because the answer changes a fight.
    fn branches(&self, _cx: Cx<'_, R, P>) -> bool {
        false
    }
    /// Its part of [`Rules::depth`].
    fn depth(&self, _cx: Cx<'_, R, P>) -> usize {
        P::DEPTH
    }
}

/// A frame that passes through stages. It is a [`Decision`] through the current stage.
pub trait Staged<R: DecisionRules>: Parent<R, Next = Self::Stage> + Sized {
    /// The depth of the frame, to which the depth of the stage is added.
    const DEPTH: usize = 1;
    type Stage: Decision<R, Self> + Clone;
    fn stage(&self) -> &Self::Stage;
    fn set_stage(&mut self, stage: Self::Stage);
}

impl<R: DecisionRules, T: Staged<R>> Decision<R> for T {
    #[inline]
    fn asked(&self, cx: Cx<'_, R>) -> AskedSeats {
        self.stage().asked(cx.within(self))
    }
    #[inline]
    fn question(&self, cx: Cx<'_, R>) -> Question {
        self.stage().question(cx.within(self))
    }
    fn always(&self, cx: Cx<'_, R>) -> bool {
        self.stage().always(cx.within(self))
    }
    #[inline]
    fn list(&self, cx: Cx<'_, R>, out: &mut Actions<R::Action>) {
        self.stage().list(cx.within(self), out);
    }
    fn judge(&self, cx: Cx<'_, R>, action: &R::Action) -> Option<May> {
        self.stage().judge(cx.within(self), action)
    }
    #[inline]
    fn act(&mut self, cx: CxMut<'_, R>, action: R::Action) -> FlowOf<R> {
        step_stage(self, cx, |stage, cx| stage.act(cx, action))
    }
    #[inline]
    fn roll(&self, cx: Cx<'_, R>) -> Roll {
        self.stage().roll(cx.within(self))
    }
    #[inline]
    fn rolled(&mut self, cx: CxMut<'_, R>, fall: Fall) -> FlowOf<R> {
        step_stage(self, cx, |stage, cx| stage.rolled(cx, fall))
    }
    #[inline]
    fn is_waiting(&self, cx: Cx<'_, R>) -> bool {
        self.stage().is_waiting(cx.within(self))
    }
    fn advance(&mut self, cx: CxMut<'_, R>) -> FlowOf<R> {
        step_stage(self, cx, |stage, cx| stage.advance(cx))
    }
    fn click(&self, cx: Cx<'_, R>, thing: Thing) -> Option<R::Action> {
        self.stage().click(cx.within(self), thing)
    }
    fn default_action(&self, cx: Cx<'_, R>) -> Option<R::Action> {
        self.stage().default_action(cx.within(self))
    }
    fn standing_answer(&self, cx: Cx<'_, R>, order: Order) -> Option<R::Action> {
        self.stage().standing_answer(cx.within(self), order)
    }
    fn branches(&self, cx: Cx<'_, R>) -> bool {
        self.stage().branches(cx.within(self))
    }
    fn depth(&self, cx: Cx<'_, R>) -> usize {
        <Self as Staged<R>>::DEPTH + self.stage().depth(cx.within(self))
    }
}

/// Lets the current stage act on a copy of itself, and stores what it became.
#[inline]
fn step_stage<R: DecisionRules, T: Staged<R>>(
    parent: &mut T,
    cx: CxMut<'_, R>,
    act: impl FnOnce(&mut T::Stage, CxMut<'_, R, T>) -> FlowOf<R, T>,
) -> FlowOf<R> {
    let mut stage = parent.stage().clone();
    let (next, flow) = match act(&mut stage, cx.within(parent)) {
        Flow::Stay => (stage, Flow::Stay),
        Flow::Next(next) => (next, Flow::Stay),
        Flow::Done => return Flow::Done,
        Flow::Call(frame) => (stage, Flow::Call(frame)),
    };
    parent.set_stage(next);
    flow
}

/// A system whose games are made of decisions.
pub trait DecisionRules: Rules {
    /// The phases.
    type Base: Decision<Self, Base> + Clone;
    type Frame: Decision<Self>;
    type Frames: Frames<Self::Frame>;

    fn is_over(&self, state: &Self::State) -> bool;
    /// How the game ended; called only when it is over.
    fn outcome(&self, state: &Self::State) -> Outcome;
    fn base(state: &Self::State) -> &Self::Base;
    fn frames(state: &Self::State) -> &Self::Frames;
    fn frames_mut(state: &mut Self::State) -> &mut Self::Frames;
    /// Carries out what follows from the state itself. Called when no frame is left, before the base waits or advances.
    fn before_base(&self, _state: &mut Self::State, _story: &mut Story<Self::Event>) {}
    /// The action of a button, a choice that lies on no board.
    fn button(&self, n: u16) -> Option<Self::Action>;
    /// The same in this state, for buttons whose action depends on it.
    fn button_in(&self, _state: &Self::State, n: u16) -> Option<Self::Action> {
        self.button(n)
    }

    /// [`Rules::depth`]: the depths of the base and of all frames.
    fn total_depth(&self, state: &Self::State) -> usize {
        let cx = Cx::new(self, state, NO_SEAT);
        Self::base(state).depth(cx.within(&Base)) + Self::frames(state).total(|frame| frame.depth(cx))
    }
}
