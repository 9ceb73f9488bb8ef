//! Broken twins: a probe with one thing wrong, for the kit to find.

use std::{
    hash::{Hash, Hasher},
    sync::atomic::{AtomicU8, AtomicU64, Ordering},
};

use kernel::{
    Actions, Ask, Drag, Evaluation, Fall, Fault, Forecasts, Game, Line, Lot, Move, Name, Notation, Order,
    Plan, Play, Pool, Positions, Presentation, Profile, Refusal, Rule, Rules, Scenes, Seat, Shown, Side,
    Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene::{Ground, Note, Overlay, Piece, Pose, Scene},
};
use serde::{Deserialize, Serialize};

use super::Bend;
use crate::open_table::{Body, OpenTable, Way};

/// Sides of dice whose powers have no common factor.
const PRIMES: [u8; 12] = [191, 193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251];

/// A state with room for what a twin gets wrong.
#[derive(Debug, Serialize, Deserialize)]
pub struct Bent<S> {
    inner: S,
    /// An ordinary part of the state.
    mark: u8,
    /// Compared, but not written.
    #[serde(skip)]
    slip: u8,
    /// Compared and written, but not hashed.
    blind: u8,
    /// Neither compared nor hashed nor written.
    #[serde(skip)]
    ghost: u8,
    /// Hashed, and different in each copy.
    #[serde(skip)]
    drift: Option<u8>,
    /// Changes behind a shared reference.
    #[serde(skip)]
    touched: AtomicU8,
}

impl<S: Clone> Clone for Bent<S> {
    fn clone(&self) -> Self {
        let touched = AtomicU8::new(self.touched.load(Ordering::Relaxed));
        let drift = self.drift.map(|n| n.wrapping_add(1));
        Bent {
            inner: self.inner.clone(),
            drift,
            touched,
            mark: self.mark,
            slip: self.slip,
            blind: self.blind,
            ghost: self.ghost,
        }
    }
}

impl<S: PartialEq> PartialEq for Bent<S> {
    fn eq(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|bent| bent.touched.load(Ordering::Relaxed));
        let same = (self.mark, self.slip, self.blind) == (other.mark, other.slip, other.blind);
        self.inner == other.inner && same && a == b
    }
}

impl<S: Eq> Eq for Bent<S> {}

impl<S: Hash> Hash for Bent<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.inner, self.mark, self.slip, self.drift).hash(hasher);
    }
}

/// A position with the parts of a [`Bent`] state that are written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Marked<P> {
    mark: u8,
    blind: u8,
    inner: P,
}

/// The same game with one thing wrong.
#[derive(Debug)]
pub struct Twin<R> {
    inner: R,
    bend: Bend,
    calls: AtomicU64,
}

impl<R: Game> Twin<R> {
    pub fn new(inner: R, bend: Bend) -> Twin<R> {
        Twin { inner, bend, calls: AtomicU64::new(0) }
    }

    fn bent(&self, inner: R::State) -> Bent<R::State> {
        Bent {
            inner,
            mark: 0,
            slip: u8::from(self.bend == Bend::Unwritten),
            blind: 0,
            ghost: 0,
            drift: (self.bend == Bend::RestlessHash).then_some(0),
            touched: AtomicU8::new(0),
        }
    }

    fn is(&self, bend: Bend) -> bool {
        self.bend == bend
    }

    /// A number that differs between truths.
    fn telltale(&self, state: &Bent<R::State>) -> i32 {
        (self.inner.hash(&state.inner) % 1000) as i32
    }

    /// True in some states, a few of each game.
    fn sometimes(&self, state: &Bent<R::State>) -> bool {
        self.telltale(state) % 5 == 0
    }

    /// An answer to the first question of all.
    fn old_action(&self, seat: Seat) -> R::Action {
        let mut state = self.inner.start(&mut Story::silent());
        while let Ask::Throw(roll) = self.inner.ask(&state) {
            let ones = vec![1; roll.pool.dice()];
            let fall = roll.pool.fall(&ones).expect("ones fit every pool");
            self.inner.fall(&mut state, fall, &mut Story::silent());
        }
        self.inner.habit(&state, seat)
    }
}

impl<R: Game> Rules for Twin<R> {
    type State = Bent<R::State>;
    type Action = R::Action;
    type Event = R::Event;

    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn begin(&self) -> Self::State {
        self.bent(self.inner.begin())
    }

    fn ask(&self, state: &Self::State) -> Ask {
        let mut ask = self.inner.ask(&state.inner);
        if let Ask::Throw(roll) = &mut ask
            && self.is(Bend::Unwieldy)
        {
            let sides = PRIMES[self.telltale(state) as usize % PRIMES.len()];
            roll.pool = Pool::Reach { dice: 12, sides, at_least: sides - sides / 3 };
        }
        if let Ask::Choose(questions) = &mut ask {
            for question in questions {
                match self.bend {
                    Bend::PromptLeak => question.prompt.args.push(("n", self.telltale(state).into())),
                    Bend::Hurries => question.always = false,
                    Bend::ForeignRule => question.rule = Rule("99-9"),
                    Bend::Speechless => question.prompt.key = "no-words-for-this",
                    _ => {}
                }
            }
        }
        ask
    }

    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Actions<R::Action>) {
        let mut list = self.inner.listed(&state.inner, seat);
        let limited = out.room() <= list.len() + 1;
        match self.bend {
            Bend::DeadEnd if self.sometimes(state) => list.clear(),
            Bend::Padded if list.len() == 1 && limited => list.push(list[0].clone()),
            Bend::Reversed if self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => list.reverse(),
            Bend::Doubled if !list.is_empty() => list.push(list[0].clone()),
            Bend::Short if limited && out.room() > 2 => list.truncate(out.room() - 1),
            Bend::Omits if list.len() > 2 => drop(list.pop()),
            _ => {}
        }
        out.extend(list);
    }

    fn judge(&self, state: &Self::State, seat: Seat, action: &R::Action) -> Result<(), Refusal> {
        let judged = self.inner.judge(&state.inner, seat, action);
        match (judged, self.bend) {
            (Ok(()), Bend::Strict) if self.inner.listed(&state.inner, seat).last() == Some(action) => {
                Err(self.inner.not_asked(&state.inner, seat))
            }
            (Err(no), Bend::Lenient) if no.rule == Rule("0-1") => Ok(()),
            (Err(no), Bend::Touches) => {
                state.touched.fetch_add(1, Ordering::Relaxed);
                Err(no)
            }
            (Err(no), Bend::RefusalLeak) => {
                Err(Refusal { line: no.line.with("n", self.telltale(state)), rule: no.rule })
            }
            (judged, _) => judged,
        }
    }

    fn resolve(&self, state: &mut Self::State, input: Move<R::Action>, story: &mut Story<R::Event>) {
        let acts = matches!(input, Move::Act(..));
        if acts && self.is(Bend::Panics) && self.sometimes(state) {
            panic!("a twin that panics");
        }
        if acts && self.is(Bend::Endless) {
            return;
        }
        if let (Ask::Choose(questions), Move::Act(seat, _)) = (self.inner.ask(&state.inner), &input)
            && self.is(Bend::FirstAnswer)
            && questions.len() == 2
        {
            state.mark = 1 + seat.0;
        }
        if let (Move::Fall(fall), Bend::BlindHash) = (&input, self.bend) {
            state.blind = fall.value() as u8;
        }
        let input = match input {
            // After an odd fall the next one is turned into the least.
            Move::Fall(fall) if self.is(Bend::Ghost) => {
                let before = std::mem::replace(&mut state.ghost, (fall.value() % 2) as u8);
                Move::Fall(if before == 1 { Fall::Value(1) } else { fall })
            }
            input => input,
        };
        let (told, revealed) = (story.events.len(), story.revealed);
        self.inner.resolve(&mut state.inner, input, story);
        match self.bend {
            Bend::Global if self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(7) => state.mark ^= 1,
            Bend::Listening if story.events.len() > told => state.mark ^= 1,
            Bend::Silent => story.revealed = revealed,
            Bend::Tramples if acts => trample(&mut state.inner),
            _ => {}
        }
    }

    fn reduced(&self, state: &Self::State, action: &R::Action) -> R::Action {
        match self.bend {
            Bend::Coerces => self.old_action(Seat(0)),
            _ => self.inner.reduced(&state.inner, action),
        }
    }

    fn habit(&self, state: &Self::State, seat: Seat) -> R::Action {
        match self.bend {
            Bend::OldHabit => self.old_action(seat),
            Bend::Clairvoyant => {
                let listed = self.inner.listed(&state.inner, seat);
                listed[self.telltale(state) as usize % listed.len()].clone()
            }
            _ => self.inner.habit(&state.inner, seat),
        }
    }

    fn by_order(&self, state: &Self::State, seat: Seat, order: Order) -> Option<R::Action> {
        match (order, self.bend) {
            (Order::Habit, Bend::Deaf) => None,
            (Order::Habit, Bend::Clairvoyant) => Some(self.habit(state, seat)),
            _ => self.inner.by_order(&state.inner, seat, order),
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        if self.is(Bend::Nameless) { &[("nested-choose", "no-words-for-this")] } else { self.inner.routine() }
    }

    fn meant(&self, state: &Self::State, seat: Seat, thing: Thing) -> Option<R::Action> {
        self.inner.meant(&state.inner, seat, thing)
    }

    fn side(&self, state: &Self::State, seat: Seat) -> Side {
        if self.is(Bend::OneSide) { Side(0) } else { self.inner.side(&state.inner, seat) }
    }

    fn depth(&self, state: &Self::State) -> usize {
        self.inner.depth(&state.inner)
    }

    fn branches(&self, state: &Self::State, seat: Seat) -> bool {
        self.inner.branches(&state.inner, seat)
    }

    fn goes_on(&self, state: &Self::State) -> bool {
        self.is(Bend::Immortal) || self.inner.goes_on(&state.inner)
    }

    fn imagine(&self, state: &Self::State, viewer: Viewer, lot: &mut Lot) -> Self::State {
        let mut other = state.clone();
        let stuck = self.is(Bend::Prejudiced) && lot.below(2) == 0;
        if !self.is(Bend::Unimaginative) && !stuck {
            other.inner = self.inner.imagine(&state.inner, viewer, lot);
        }
        other
    }
}

impl<R: Game> Positions for Twin<R> {
    type Position = Marked<R::Position>;

    fn position(&self, state: &Self::State) -> Self::Position {
        Marked { mark: state.mark, blind: state.blind, inner: self.inner.position(&state.inner) }
    }

    fn place(&self, position: Self::Position) -> Result<Self::State, Fault> {
        let mark = position.mark ^ u8::from(self.is(Bend::Forgetful));
        Ok(Bent { mark, blind: position.blind, ..self.bent(self.inner.place(position.inner)?) })
    }
}

impl<R: Game> Notation for Twin<R> {
    fn name(&self, thing: Thing) -> Name {
        self.inner.name(thing)
    }

    fn side_name(&self, side: Side) -> Name {
        self.inner.side_name(side)
    }

    fn label(&self, thing: Thing) -> String {
        if self.is(Bend::OneLabel) { "thing".to_owned() } else { self.inner.label(thing) }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.inner.find(label)
    }

    fn write_action(&self, action: &R::Action) -> String {
        let text = self.inner.write_action(action);
        match self.bend {
            Bend::Mumbles => format!("{text} or so"),
            Bend::RecordWords => format!("undo {text}"),
            _ => text,
        }
    }

    fn read_action(&self, text: &str) -> Result<R::Action, String> {
        let text = if self.is(Bend::RecordWords) { text.trim_start_matches("undo ") } else { text };
        self.inner.read_action(text)
    }
}

impl<R: Game> Scenes for Twin<R> {
    fn scene(&self, state: &Self::State, viewer: Viewer) -> Scene {
        let mut scene = self.inner.scene(&state.inner, viewer);
        let mut note = |text: String| scene.notes.push(Note { text, ..Note::default() });
        match self.bend {
            Bend::SceneLeak => note(self.telltale(state).to_string()),
            Bend::SizeLeak => note("·".repeat(1 + self.telltale(state) as usize % 2)),
            Bend::TwoPieces => {
                let label = self.telltale(state).to_string();
                let second = scene.pieces.first().map(|piece| Piece { label, ..Piece::clone(piece) }.into());
                scene.pieces.extend(second);
            }
            Bend::PanicsInScene if self.sometimes(state) => panic!("a twin that panics in its scene"),
            _ => {}
        }
        scene
    }

    fn redraw(&self, state: &Self::State, viewer: Viewer, _before: &Self::State, old: &Scene) -> Scene {
        if self.is(Bend::Stale) { old.clone() } else { self.scene(state, viewer) }
    }

    fn grounds(&self) -> Vec<Ground> {
        self.inner.grounds()
    }

    fn overlays(&self, state: &Self::State, viewer: Viewer) -> Vec<Overlay> {
        self.inner.overlays(&state.inner, viewer)
    }
}

impl<R: Game> Presentation for Twin<R> {
    fn tell(&self, event: &R::Event, viewer: Viewer) -> Option<Telling> {
        self.inner.tell(event, if self.is(Bend::Gossips) { Viewer::Everyone } else { viewer })
    }

    fn show(&self, state: &Self::State, seat: Seat, action: &R::Action, viewer: Viewer) -> Shown {
        let shown = self.inner.show(&state.inner, seat, action, viewer);
        match self.bend {
            Bend::Transparent if shown.hidden => {
                self.inner.show(&state.inner, seat, action, Viewer::Seat(seat)).hidden()
            }
            Bend::Unsealed if viewer == Viewer::Watcher => Shown { hidden: false, ..shown },
            _ => shown,
        }
    }

    fn show_all(&self, state: &Self::State, seat: Seat, actions: &[R::Action], viewer: Viewer) -> Vec<Shown> {
        let mut all: Vec<Shown> =
            actions.iter().map(|action| self.show(state, seat, action, viewer)).collect();
        if let Some(last) = all.last_mut().filter(|_| self.is(Bend::Lumps)) {
            last.cost = Some(99);
        }
        all
    }

    fn drag(&self, state: &Self::State, seat: Seat, piece: Thing, to: Pose) -> Option<Drag<R::Action>> {
        let mut drag = self.inner.drag(&state.inner, seat, piece, to)?;
        if self.is(Bend::Falters) {
            drag.actions.pop();
        }
        Some(drag)
    }
}

impl<R: Game> Forecasts for Twin<R> {
    fn effect(&self, scope: Scope<'_, Self::State>, event: &R::Event) -> Effect {
        let inner = Scope { asked: &scope.asked.inner, planned: &scope.planned.inner, seat: scope.seat };
        match self.bend {
            Bend::Breathless => Effect::none(),
            Bend::Prejudiced => {
                Effect::outcome(255, Line::new("odds-other").with("n", self.telltale(scope.planned)))
            }
            _ => self.inner.effect(inner, event),
        }
    }

    fn has_ended(&self, scope: Scope<'_, Self::State>, state: &Self::State) -> bool {
        let inner = Scope { asked: &scope.asked.inner, planned: &scope.planned.inner, seat: scope.seat };
        let again = || state != scope.planned && matches!(self.ask(state), Ask::Throw(_));
        self.is(Bend::Shortsighted)
            || self.is(Bend::Breathless) && again()
            || self.inner.has_ended(inner, &state.inner)
    }

    fn is_of_plan(&self, scope: Scope<'_, Self::State>, state: &Self::State) -> bool {
        let inner = Scope { asked: &scope.asked.inner, planned: &scope.planned.inner, seat: scope.seat };
        !self.is(Bend::Aloof) && self.inner.is_of_plan(inner, &state.inner)
    }

    fn hidden_condition(&self, world: &Self::State, seat: Seat) -> Option<Line> {
        self.inner.hidden_condition(&world.inner, seat)
    }
}

/// The first body stands where the second does.
fn trample<S: Serialize + for<'de> Deserialize<'de>>(state: &mut S) {
    let mut tree = serde_json::to_value(&*state).expect("plain data");
    tree["bodies"][0] = tree["bodies"][1].clone();
    *state = serde_json::from_value(tree).expect("the same form");
}

/// A twin's table is that of its game.
impl<R: Game, O: OpenTable<R>> OpenTable<Twin<R>> for Twinned<O> {
    fn table(&self, rules: &Twin<R>) -> plane::Table {
        self.0.table(&rules.inner)
    }

    fn bodies(&self, rules: &Twin<R>, state: &Bent<R::State>) -> Vec<Body> {
        self.0.bodies(&rules.inner, &state.inner)
    }

    fn blocked(&self, rules: &Twin<R>, state: &Bent<R::State>, mover: Thing, swept: &plane::Outline) -> bool {
        self.0.blocked(&rules.inner, &state.inner, mover, swept)
    }

    fn ways(&self, rules: &Twin<R>, before: &Bent<R::State>, input: &Move<R::Action>) -> Vec<Way> {
        self.0.ways(&rules.inner, &before.inner, input)
    }
}

/// What the kit is told of a twin's open table.
#[derive(Clone, Copy, Debug)]
pub struct Twinned<O>(pub O);

impl<R: Game> Evaluation for Twin<R> {
    fn worth(&self, state: &Self::State, side: Side) -> i32 {
        if self.is(Bend::Flatters) { 5 } else { self.inner.worth(&state.inner, side) }
    }

    fn propose(&self, state: &Self::State, seat: Seat, out: &mut Vec<Plan<R::Action>>) {
        match self.bend {
            Bend::OldPlan => out.push(self.old_action(seat).into()),
            _ => self.inner.propose(&state.inner, seat, out),
        }
    }

    fn clock(&self, state: &Self::State) -> u32 {
        self.inner.clock(&state.inner)
    }

    fn losses(&self, state: &Self::State) -> [u32; 2] {
        self.inner.losses(&state.inner)
    }

    fn deeds(&self) -> &'static [(&'static str, &'static [&'static str])] {
        if self.is(Bend::Boasts) { &[("boasts", &["no-words-for-this"])] } else { self.inner.deeds() }
    }
}
