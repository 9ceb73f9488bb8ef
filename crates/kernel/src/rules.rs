//! The contract of play.

use std::{fmt::Debug, hash::Hash};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    hash::hash_of,
    lot::Lot,
    question::{Actions, Ask, Order, Question},
    refusal::{May, Refusal},
    roll::Fall,
    setup::Profile,
    story::{Cited, Story},
    thing::{Seat, Side, Thing, Viewer},
    words::{Line, Rule},
};

/// What moves a game on: an action of a seat, or the fall of the dice it rests in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move<A> {
    Act(Seat, A),
    Fall(Fall),
}

/// One game under one set-up: the value holds what never changes (map, units, tables, options), the
/// state what does.
///
/// Pure: no clock, no I/O, no floats, no hash-map order, no globals. Rules never throw dice; they rest in
/// [`Ask::Throw`] and are given the fall.
pub trait Rules: Send + Sync + Sized + 'static {
    /// The whole truth, plain and small. It holds nothing that cannot matter later, so equal situations
    /// are equal states.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One click.
    type Action: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One line of the story.
    type Event: Cited + Clone + Debug + Send + Sync + 'static;

    fn profile(&self) -> &Profile;
    fn begin(&self) -> Self::State;
    /// What the game rests in. Prompts, rolls and outcomes are public: they tell nothing hidden.
    fn ask(&self, state: &Self::State) -> Ask;
    /// Every legal action of a seat that is asked, in a stable order.
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Actions<Self::Action>);
    /// May `seat` do this now? Must agree with the list, without making it.
    fn judge(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Refusal>;
    /// The action that is listed for this one, where an action may say more than it must: a route that is taken anyway. A
    /// listed action stays as it is. A table judges and records what it comes to.
    fn reduced(&self, _state: &Self::State, action: &Self::Action) -> Self::Action {
        action.clone()
    }
    /// Carries out a legal input, up to the next question, roll or end.
    fn resolve(&self, state: &mut Self::State, input: Move<Self::Action>, story: &mut Story<Self::Event>);
    /// The answer a sensible owner gives without thinking; always listed.
    fn habit(&self, state: &Self::State, seat: Seat) -> Self::Action;
    /// The answer a standing order gives, whatever the seat holds; `None` where the seat must be asked. Only questions
    /// with [`always`](crate::Question::always) are passed or taken by order: being asked tells nothing there.
    /// [`Play::ordered`] asks only about questions for which the order may be given.
    fn by_order(&self, state: &Self::State, seat: Seat, order: Order) -> Option<Self::Action> {
        (order == Order::Habit).then(|| self.habit(state, seat))
    }
    /// The kinds of questions that a seat may leave to its habit by a standing order, each with the key of a name for
    /// them: retreats, displacement and checks, which interrupt without offering much of a choice.
    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What a click on this would mean now, legal or not. Why-not is `judge` of it.
    fn meant(&self, state: &Self::State, seat: Seat, thing: Thing) -> Option<Self::Action>;

    /// Which side a seat plays now: the seats play the sides in their order, unless the game says otherwise.
    fn side(&self, _state: &Self::State, seat: Seat) -> Side {
        Side(seat.0)
    }
    /// How many frames are stacked: a plan ends when the game returns to the depth where it began. The dice of a fight
    /// must lie deeper than the question that began it.
    fn depth(&self, state: &Self::State) -> usize;
    /// Does what `seat` answers now change a fight so much that a forecast is given for each answer? To stand or to
    /// run, say, but not the way of a retreat.
    fn branches(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }
    /// Is it certain that the game does not end before dice fall or another seat acts, whatever is chosen? Then
    /// nobody needs to try.
    fn goes_on(&self, _state: &Self::State) -> bool {
        false
    }
    /// A state that differs only in what `viewer` cannot know, drawn at random. Systems without secrets
    /// return the state itself.
    fn imagine(&self, state: &Self::State, _viewer: Viewer, _lot: &mut Lot) -> Self::State {
        state.clone()
    }

    /// The only seat that is asked, if its question may be answered for it when it has a single answer. Called after
    /// every action; override it if it can be answered without building a [`Question`].
    fn settles(&self, state: &Self::State) -> Option<Seat> {
        let Ask::Choose(questions) = self.ask(state) else { return None };
        match questions.as_slice() {
            [question] if !question.always => Some(question.seat),
            _ => None,
        }
    }

    /// The rule and words for "it is not you who chooses", "that is not asked", "the game is over".
    fn not_asked(&self, state: &Self::State, seat: Seat) -> Refusal {
        let line = match self.ask(state) {
            Ask::Over(_) => Line::new("table-over"),
            Ask::Throw(_) => Line::new("table-rolling"),
            Ask::Choose(questions) if questions.iter().all(|q| q.seat != seat) => {
                Line::new("table-not-your-choice").with("side", self.side(state, questions[0].seat))
            }
            Ask::Choose(_) => return Refusal::new(Rule("0-2"), Line::new("table-not-asked")),
        };
        Refusal::new(Rule("0-1"), line)
    }

    // ------------------------------------------------------------------------------------------------
    // What follows from the above is in `Play`: provided for every system, overridden by none.
    // ------------------------------------------------------------------------------------------------
}

/// Provided for every [`Rules`] by a blanket implementation, so no system can override it.
pub trait Play: Rules {
    /// Judge, then resolve, then settle. A refusal leaves the state untouched.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        story: &mut Story<Self::Event>,
    ) -> Result<(), Refusal> {
        self.judge(state, seat, action)?;
        self.carry_out(state, Move::Act(seat, action.clone()), story);
        Ok(())
    }

    /// The fall of the dice the state rests in.
    fn fall(&self, state: &mut Self::State, fall: Fall, story: &mut Story<Self::Event>) {
        debug_assert!(matches!(self.ask(state), Ask::Throw(_)), "no dice were wanted");
        self.carry_out(state, Move::Fall(fall), story);
    }

    /// Resolves an input known to be legal (listed, or already judged).
    fn carry_out(&self, state: &mut Self::State, input: Move<Self::Action>, story: &mut Story<Self::Event>) {
        self.resolve(state, input, story);
        self.settle(state, story);
    }

    /// A question with one answer is not asked: it is answered and told. Not so where being asked
    /// depends on something hidden, nor where two seats choose at once.
    fn settle(&self, state: &mut Self::State, story: &mut Story<Self::Event>) {
        let mut answers = Actions::up_to(2);
        let mut forced = 0;
        while let Some(seat) = self.settles(state) {
            answers.clear(2);
            self.actions(state, seat, &mut answers);
            let [only] = &answers[..] else { return };
            let input = Move::Act(seat, only.clone());
            self.resolve(state, input, story);
            forced += 1;
            assert!(
                forced <= self.profile().bound,
                "forced-answer loop: {only:?} repeated more than the bound of the profile"
            );
        }
    }

    /// The first state anyone is asked about.
    fn start(&self, story: &mut Story<Self::Event>) -> Self::State {
        let mut state = self.begin();
        self.settle(&mut state, story);
        state
    }

    fn listed(&self, state: &Self::State, seat: Seat) -> Vec<Self::Action> {
        let mut out = Actions::default();
        self.actions(state, seat, &mut out);
        out.into_vec()
    }

    /// The first of the list: of a seat that is asked.
    fn first_listed(&self, state: &Self::State, seat: Seat) -> Self::Action {
        let mut first = Actions::up_to(1);
        self.actions(state, seat, &mut first);
        first[0].clone()
    }

    /// What a standing order answers to this question. A habit may be ordered for routine questions and for those that
    /// are asked whatever the seat holds, anything else for the latter only.
    fn ordered(&self, state: &Self::State, question: &Question, order: Order) -> Option<Self::Action> {
        let routine = || self.routine().iter().any(|(kind, _)| *kind == question.kind());
        let given = match order {
            Order::Ask => false,
            Order::Habit => question.always || routine(),
            Order::Never | Order::Always => question.always,
        };
        given.then(|| self.by_order(state, question.seat, order)).flatten()
    }

    /// What a chapter says to an action, in words; `None` is what nobody asks for.
    fn judged(&self, state: &Self::State, seat: Seat, may: Option<May>) -> Result<(), Refusal> {
        match may {
            Some(may) => may.map_err(Refusal::from),
            None => Err(self.not_asked(state, seat)),
        }
    }

    /// The same number for equal states, on every machine.
    fn hash(&self, state: &Self::State) -> u64 {
        hash_of(state)
    }
}

impl<R: Rules> Play for R {}
