//! The contract itself.

use std::{fmt::Debug, hash::Hash};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    fault::Fault,
    hash::hash_of,
    lot::Lot,
    odds::{Effect, Scope},
    question::{Actions, Ask, Order, Question},
    refusal::{May, Refusal},
    roll::Fall,
    scene::{Ground, Overlay, Pose, Scene},
    setup::Profile,
    story::{Cited, Story, Telling},
    thing::{Name, Seat, Side, Thing, Viewer},
    words::{Line, Rule},
};

/// What moves a game on: an action of a seat, or the fall of the dice it rests in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<A> {
    Act(Seat, A),
    Fall(Fall),
}

/// How an action appears to a viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub line: Line,
    /// What to click for it.
    pub tie: Option<Thing>,
    /// The cards it is made of: it is put together by clicking them, in any order.
    pub cards: Vec<Thing>,
    pub cost: Option<i32>,
    pub warning: Option<Line>,
    /// On an open table: how the piece would stand then.
    pub pose: Option<Pose>,
    /// The viewer may know that something was chosen (`line` says only that), but not what.
    pub hidden: bool,
}

impl Shown {
    pub fn new(line: Line) -> Shown {
        Shown { line, tie: None, cards: Vec::new(), cost: None, warning: None, pose: None, hidden: false }
    }

    pub fn tie(mut self, thing: Thing) -> Shown {
        self.tie = Some(thing);
        self
    }

    pub fn cards(mut self, cards: impl IntoIterator<Item = Thing>) -> Shown {
        self.cards = cards.into_iter().collect();
        self
    }

    pub fn cost(mut self, cost: i32) -> Shown {
        self.cost = Some(cost);
        self
    }

    pub fn warning(mut self, warning: Line) -> Shown {
        self.warning = Some(warning);
        self
    }

    pub fn pose(mut self, pose: Pose) -> Shown {
        self.pose = Some(pose);
        self
    }

    pub fn hidden(mut self) -> Shown {
        self.hidden = true;
        self
    }
}

/// What the drag of a piece over an open table comes to: listed actions, one after the other, that end as near to where
/// it was put as the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drag<A> {
    /// All of the seat that drags, before any dice. None if the piece is best left where it is.
    pub actions: Vec<A>,
    /// How the piece stands after them.
    pub pose: Pose,
    /// What they cost together.
    pub cost: Line,
    /// What they will bring about: disorder, say.
    pub warnings: Vec<(Rule, Line)>,
    /// Why it goes no nearer.
    pub stopped: Option<Refusal>,
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
    /// A state as a person writes it down: names instead of indices.
    type Position: Serialize + DeserializeOwned;

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
    fn resolve(&self, state: &mut Self::State, input: Input<Self::Action>, story: &mut Story<Self::Event>);
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

    /// What a drag of this piece to that pose would mean for the seat that is asked; `None` where nothing is dragged.
    fn drag(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _piece: Thing,
        _to: Pose,
    ) -> Option<Drag<Self::Action>> {
        None
    }

    fn scene(&self, state: &Self::State, viewer: Viewer) -> Scene;
    /// The same scene, where the viewer was shown `old` of the state `before`. To be overridden where there are many
    /// pieces: those that have not changed can be kept.
    fn redraw(&self, state: &Self::State, viewer: Viewer, _before: &Self::State, _old: &Scene) -> Scene {
        self.scene(state, viewer)
    }
    /// The ground of each board, which never changes in a game.
    fn grounds(&self) -> Vec<Ground>;
    /// What can be laid over the boards on demand: threats, zones, lines. Nothing hidden from the viewer.
    fn overlays(&self, _state: &Self::State, _viewer: Viewer) -> Vec<Overlay> {
        Vec::new()
    }
    /// The event for this viewer; `None` if he does not learn of it.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Telling>;
    /// The action, as taken or offered to `seat`, for this viewer.
    fn show(&self, state: &Self::State, seat: Seat, action: &Self::Action, viewer: Viewer) -> Shown;
    /// Each of a list, as [`show`](Rules::show) has it. To be overridden where many need the same reckoning: it is made
    /// once for all.
    fn show_all(
        &self,
        state: &Self::State,
        seat: Seat,
        actions: &[Self::Action],
        viewer: Viewer,
    ) -> Vec<Shown> {
        actions.iter().map(|action| self.show(state, seat, action, viewer)).collect()
    }

    /// Which side a seat plays now: the seats play the sides in their order, unless the game says otherwise.
    fn side(&self, _state: &Self::State, seat: Seat) -> Side {
        Side(seat.0)
    }
    /// How many frames are stacked: a plan ends when the game returns to the depth where it began. The dice of a fight
    /// must lie deeper than the question that began it.
    fn depth(&self, state: &Self::State) -> usize;
    /// What an event means for whoever weighs a plan: the outcome he thinks in, what it costs each side. Forecasts are
    /// made of these, seen from where the plan began.
    fn effect(&self, _scope: Scope<'_, Self::State>, _event: &Self::Event) -> Effect {
        Effect::none()
    }
    /// Is the fight in which a plan lies over? For a question inside a fight it is when the frame it was asked in is
    /// left, for one at the bottom when the game is back there. To be overridden where a fight goes on beyond.
    fn has_ended(&self, scope: Scope<'_, Self::State>, state: &Self::State) -> bool {
        self.depth(state) < self.depth(scope.asked).max(1)
    }
    /// What a forecast assumes that `seat` answers on the way: its habit. To be overridden where a habit would follow
    /// what has no part in the fight, such as the volleys of others.
    fn assumed(&self, _scope: Scope<'_, Self::State>, state: &Self::State, seat: Seat) -> Self::Action {
        self.habit(state, seat)
    }
    /// Does what `seat` answers now change a fight so much that a forecast is given for each answer? To stand or to
    /// run, say, but not the way of a retreat.
    fn branches(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }
    /// Is the question that the game rests in one of the fight in which the plan lies? Answers to others are not given a
    /// forecast each. To be overridden where several fights are begun before the first is carried out.
    fn is_of_plan(&self, _scope: Scope<'_, Self::State>, _state: &Self::State) -> bool {
        true
    }
    /// The condition under which a forecast for `seat` is another one, as it holds in a world that the seat imagines:
    /// "if they hold an Ambush". `None` where it does not hold, and in systems without secrets.
    fn hidden_condition(&self, _world: &Self::State, _seat: Seat) -> Option<Line> {
        None
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

    fn name(&self, thing: Thing) -> Name;
    fn side_name(&self, side: Side) -> Name {
        self.profile().card.sides[side.index()].name.clone()
    }
    /// A thing's stable text, as used in actions and scenes: `goto_G1`, `D:0113`.
    fn label(&self, thing: Thing) -> String;
    fn find(&self, label: &str) -> Option<Thing>;
    fn write_action(&self, action: &Self::Action) -> String;
    /// The one text form of an action, parsed; the error says what was not understood.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;
    fn position(&self, state: &Self::State) -> Self::Position;
    fn place(&self, position: Self::Position) -> Result<Self::State, Fault>;

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
        self.carry_out(state, Input::Act(seat, action.clone()), story);
        Ok(())
    }

    /// The fall of the dice the state rests in.
    fn fall(&self, state: &mut Self::State, fall: Fall, story: &mut Story<Self::Event>) {
        debug_assert!(matches!(self.ask(state), Ask::Throw(_)), "no dice were wanted");
        self.carry_out(state, Input::Fall(fall), story);
    }

    /// Resolves an input known to be legal (listed, or already judged).
    fn carry_out(&self, state: &mut Self::State, input: Input<Self::Action>, story: &mut Story<Self::Event>) {
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
            let input = Input::Act(seat, only.clone());
            self.resolve(state, input, story);
            forced += 1;
            assert!(forced <= self.profile().bound, "an answer that is forced for ever: {only:?}");
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

    /// An action read from a text that must be its one form.
    fn canonical(&self, text: &str, action: Self::Action) -> Result<Self::Action, String> {
        match self.write_action(&action) {
            canonical if canonical == text => Ok(action),
            canonical => Err(format!("write `{canonical}` instead of `{text}`")),
        }
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
