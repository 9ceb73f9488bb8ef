//! A table whose system is known only at run time: what the command line and the server work with.
//!
//! Everything that crosses this boundary is text or plain data that serialises.

mod chances;
mod drags;
mod opening;
mod telling;

use std::{any::Any, sync::Arc};

use crate::{
    data::hex,
    fault::{Fault, Faults},
    lot::Lot,
    odds::{NoForecast, Wish, known_odds, sampled_odds},
    plans::{Plan, follow_named},
    presentation::Shown,
    question::{Ask, Order},
    record::{Forfeit, Head, Input, Record, Recorded, Salt, Source},
    refusal::Refusal,
    roll::{Dice, Fair, Roll},
    rules::Play,
    scene::{Ground, Overlay, Pose, Scene},
    setup::Profile,
    shared::Secret,
    story::Story,
    system::{Game, System},
    table::{NoShare, NoUndo, NotApplied, Snapshot, Step, Table},
    thing::{Seat, Side, Viewer},
    words::{Line, Rule, Words},
};

use telling::{told, told_events};

pub use opening::{Heard, open, replay, words};
pub use telling::{say, thing_from, thing_text};

pub use crate::said::{
    Asked, AskedQuestion, Cause, Choice, Routine, Said, SaidAmount, SaidBranch, SaidChance, SaidDrag,
    SaidForecast, SaidLuck, SaidModifier, SaidToll, Told, ToldStep, TollKind,
};

/// What was wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The text is no action of this system.
    Misread(String),
    /// The rules say no.
    Refused(Said),
    /// Dice came, but the game does not rest in a roll.
    NoRollDue,
    /// The dice do not fit the roll that the game rests in.
    WrongRoll(String),
    Undo(NoUndo),
    Share(NoShare),
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wrong::Misread(why) => write!(f, "not understood: {why}"),
            Wrong::Refused(said) => write!(f, "refused by rule {}: {}", said.rule, said.text),
            Wrong::NoRollDue => NotApplied::NoRollDue.fmt(f),
            Wrong::WrongRoll(why) => f.write_str(why),
            Wrong::Undo(why) => NotApplied::Undo(*why).fmt(f),
            Wrong::Share(why) => why.fmt(f),
        }
    }
}

/// The report for a single viewer.
fn one(told: Result<Vec<ToldStep>, Wrong>) -> Result<ToldStep, Wrong> {
    told.map(|mut told| told.pop().expect("one viewer was named"))
}

/// A table of any system.
pub trait AnyTable: Send + Sync {
    fn profile(&self) -> &Profile;
    fn asked(&self) -> Asked;
    /// The seats that are asked now.
    fn waiting(&self) -> Vec<Seat>;
    fn is_over(&self) -> bool;
    /// As whom a viewer looks: once a game is over, everything may be seen.
    fn eyes(&self, viewer: Viewer) -> Viewer {
        if self.is_over() { Viewer::Everyone } else { viewer }
    }
    /// May this viewer have hashes of the state and heads of the record? They depend on what is hidden.
    fn shows_hashes(&self, viewer: Viewer) -> bool {
        self.eyes(viewer) == Viewer::Everyone || !self.profile().secrets
    }
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// Applies an input and returns the report for each of these viewers. The rules run once for all of them.
    fn apply(&mut self, input: Input, viewers: &[Viewer]) -> Result<Vec<ToldStep>, Wrong>;
    /// The line of the last input, as in a record that may show everything.
    fn last_line(&self) -> Option<String>;
    fn act(&mut self, seat: Seat, action: &str, viewer: Viewer) -> Result<ToldStep, Wrong> {
        one(self.apply(Input::Act { seat, action: action.to_owned() }, &[viewer]))
    }
    /// What the rules would say to it, without doing it.
    fn judge(&self, seat: Seat, action: &str) -> Result<(), Wrong>;
    /// Why a click on this thing would be refused; `None` if it would mean nothing or be legal.
    fn why_not(&self, seat: Seat, thing: &str) -> Option<Said>;
    /// What a drag of this piece to that pose comes to; `None` where nothing is dragged.
    fn drag(&self, seat: Seat, piece: &str, to: Pose) -> Option<SaidDrag>;
    /// The roll that the game rests in, from a source of dice. `None`: no dice are wanted, or the source has none.
    fn next_roll(&self, dice: &mut dyn Dice) -> Option<Input>;
    /// How many rolls there have been, undone ones included.
    fn throws(&self) -> u32;
    fn throw(&mut self, dice: &mut dyn Dice, viewer: Viewer) -> Option<ToldStep> {
        let roll = self.next_roll(dice)?;
        one(self.apply(roll, &[viewer])).ok()
    }
    /// Dice that were thrown at a real table.
    fn enter(&mut self, pips: &[u8], viewer: Viewer) -> Result<ToldStep, Wrong> {
        let number = self.throws() + 1;
        one(self.apply(Input::Roll { number, pips: pips.to_vec(), entered: true }, &[viewer]))
    }
    /// Ends the game against a seat.
    fn forfeit(&mut self, seat: Seat, why: Forfeit) -> Result<ToldStep, Wrong> {
        one(self.apply(Input::Resign { seat, why }, &[Viewer::Watcher]))
    }
    fn resign(&mut self, seat: Seat) -> Result<ToldStep, Wrong> {
        self.forfeit(seat, Forfeit::Resigned)
    }
    fn undo(&mut self, seat: Seat, to: u32, agreed: bool) -> Result<ToldStep, Wrong> {
        one(self.apply(Input::Undo { seat, to, agreed }, &[Viewer::Watcher]))
    }
    fn free_undo(&self, seat: Seat) -> u32;
    /// The last input in force; 0 at the beginning.
    fn tip(&self) -> u32;
    fn is_in_force(&self, number: u32) -> bool;
    /// How often it has been each seat's turn to act, in what is in force: acts in a row are one turn.
    fn turns(&self) -> [u32; 2];
    fn habit(&self, seat: Seat) -> Option<String>;
    /// What a standing order would answer; `None` if the seat must be asked.
    fn by_order(&self, seat: Seat, order: Order) -> Option<String>;
    /// The kinds of questions that a seat may leave to its habit.
    fn routine(&self) -> Vec<Routine>;
    /// Is a seat in the middle of a chain of clicks? Others see the chain when it is complete.
    fn in_chain(&self, seat: Seat) -> bool;
    /// How many frames are stacked, as [`Rules::depth`](crate::Rules::depth) has it.
    fn depth(&self) -> usize;
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The same scene, where the viewer was shown `old` of this table as it was `before`.
    fn redraw(&self, viewer: Viewer, before: &dyn AnyTable, old: &Scene) -> Scene;
    fn overlays(&self, viewer: Viewer) -> Vec<Overlay>;
    fn grounds(&self) -> Vec<Ground>;
    /// What these actions would bring about, up to the first dice or answer of another.
    fn preview(&self, seat: Seat, actions: &[String], viewer: Viewer) -> Result<ToldStep, Wrong>;
    /// The story after input `from` up to input `to` as this viewer heard it; from 0 on with its beginning.
    fn story_of(&self, viewer: Viewer, from: u32, to: u32) -> Vec<ToldStep>;
    /// The story from its beginning as this viewer heard it.
    fn story(&self, viewer: Viewer) -> Vec<ToldStep> {
        self.story_of(viewer, 0, self.len())
    }
    /// The same game after its first `to` inputs; `None` if the record is shorter.
    fn rewound(&self, to: u32) -> Option<Box<dyn AnyTable>>;
    /// The dice of the game against what was to be expected, undone throws left out: of the inputs after `from`, and
    /// at most `most` throws.
    fn luck(&self, from: u32, most: usize) -> Vec<SaidLuck>;
    fn record(&self, viewer: Viewer) -> Record;
    /// An input as the record of this viewer has it.
    fn input(&self, number: u32, viewer: Viewer) -> Option<Input<Recorded>>;
    fn odds(&self, seat: Seat, actions: &[String], wish: Wish) -> Result<SaidForecast, Wrong>;
    /// The position as TOML that can be edited and started.
    fn position(&self) -> String;
    /// The position as it may be for all this viewer knows: where something is hidden, it is drawn from the lot.
    fn imagined(&self, viewer: Viewer, seed: u64) -> String;
    /// The position as a tree, for expectations such as `units.goto_G1`.
    fn position_tree(&self) -> serde_json::Value;
    fn side_of(&self, seat: Seat) -> String;
    fn hash(&self) -> u64;
    /// The head of the record's chain.
    fn head(&self) -> Head;
    /// The same after the first `number` inputs.
    fn head_after(&self, number: u32) -> Head;
    fn clock(&self) -> u32;
    fn len(&self) -> u32;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The dice this table is played with, where they follow from secrets that are all known here.
    fn seeded_dice(&self) -> Option<Fair>;
    /// Commits a seat to its share of the dice.
    fn share(&mut self, seat: Seat, commitment: Head) -> Result<ToldStep, Wrong> {
        one(self.apply(Input::Share { seat, commitment }, &[Viewer::Watcher]))
    }
    /// Takes the share that a seat is committed to.
    fn open_share(&mut self, seat: Seat, share: Secret) -> Result<(), NoShare>;
    /// Other dice and another salt from here on. `file`: what lies before comes from a file.
    fn fresh_dice(&mut self, file: bool, source: Source, secret: Salt) -> Result<ToldStep, Wrong> {
        one(self.apply(Input::Dice { file, source, secret: Some(secret) }, &[Viewer::Watcher]))
    }
    /// Where the dice come from now.
    fn source(&self) -> Source;
    /// Has any throw been made with these dice?
    fn has_thrown(&self) -> bool;
    /// The input up to which this game comes from a file.
    fn file_end(&self) -> Option<u32>;
    /// What each seat is committed to, where dice are shared.
    fn shares(&self) -> [Option<Head>; 2];
    fn fork(&self) -> Box<dyn AnyTable>;
    /// The game of a record under the same set-up and data: it shares rules, words and boards with this one. `rests` is
    /// given whether each input left no chain open.
    fn again(
        &self,
        file: &str,
        record: &Record,
        rests: Option<&mut Vec<bool>>,
    ) -> Result<Box<dyn AnyTable>, Fault>;
    /// The same from snapshots, without playing what they are about.
    fn restored(
        &self,
        file: &str,
        record: &Record,
        snapshots: &[Snapshot],
    ) -> Result<Box<dyn AnyTable>, Fault>;
    /// Snapshots of the inputs after `from`.
    fn snapshots(&self, from: u32) -> Vec<Snapshot>;
    fn as_any(&self) -> &dyn Any;
}

/// A table with its language and ground: the one implementation of [`AnyTable`].
pub struct Spoken<R: Game> {
    pub table: Table<R>,
    words: Arc<Words>,
    grounds: Arc<Vec<Ground>>,
}

impl<R: Game> std::fmt::Debug for Spoken<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.table.fmt(f)
    }
}

impl<R: Game> Spoken<R> {
    pub fn new(table: Table<R>, words: Arc<Words>) -> Spoken<R> {
        let grounds = Arc::new(table.rules.grounds());
        Spoken { table, words, grounds }
    }

    /// Another table with the same words and boards.
    fn beside(&self, table: Table<R>) -> Spoken<R> {
        Spoken { table, words: self.words.clone(), grounds: self.grounds.clone() }
    }

    /// A table of the same scenario, options and data that begins in this position.
    pub fn begun_in(&self, position: &str) -> Option<Result<Spoken<R>, Faults>>
    where
        R: System,
    {
        Some(self.table.rules.begun_in(position)?.map(|rules| {
            let mut header = self.table.header().clone();
            header.setup.position = Some(position.to_owned());
            self.beside(Table::open(Arc::new(rules), header).0)
        }))
    }

    /// A record of the same set-up and data?
    fn is_of_record(&self, file: &str, record: &Record) -> Result<(), Fault> {
        let (header, own) = (&record.header, self.table.header());
        if (&header.setup, &header.data.1) == (&own.setup, &own.data.1) {
            return Ok(());
        }
        Err(Fault::new(file, "it was not played under the set-up and with the data of this table"))
    }

    fn rules(&self) -> &R {
        &self.table.rules
    }

    fn line(&self, line: &Line) -> String {
        say(&self.words, self.rules(), line)
    }

    fn said(&self, rule: Rule, line: &Line) -> Said {
        Said { rule: rule.to_string(), key: line.key.to_owned(), text: self.line(line) }
    }

    fn refused(&self, refusal: &Refusal) -> Wrong {
        Wrong::Refused(self.said(refusal.rule, &refusal.line))
    }

    fn side_id(&self, side: Side) -> String {
        self.rules().profile().card.sides[side.index()].id.clone()
    }

    fn asked_roll(&self, roll: &Roll) -> Asked {
        Asked::Roll {
            seat: roll.seat.0,
            rule: roll.rule.to_string(),
            text: self.line(&roll.line),
            dice: roll.pool.dice() as u8,
            sides: roll.pool.sides(),
            modifiers: roll
                .modifiers
                .iter()
                .map(|m| SaidModifier { value: m.value, rule: m.rule.to_string(), text: self.line(&m.line) })
                .collect(),
        }
    }

    fn told(&self, step: &Step<R::Event>, viewer: Viewer) -> ToldStep {
        told(&self.words, &self.table, step, viewer)
    }

    fn read(&self, action: &str) -> Result<R::Action, Wrong> {
        self.rules().read_action(action.trim()).map_err(Wrong::Misread)
    }

    fn read_all(&self, actions: &[String]) -> Result<Vec<R::Action>, Wrong> {
        actions.iter().map(|text| self.read(text)).collect()
    }
}

impl<R: Game> AnyTable for Spoken<R> {
    fn profile(&self) -> &Profile {
        self.rules().profile()
    }

    fn asked(&self) -> Asked {
        match &*self.table.ask() {
            Ask::Choose(questions) => Asked::Questions {
                questions: questions
                    .iter()
                    .map(|q| AskedQuestion {
                        seat: q.seat.0,
                        kind: q.kind().to_owned(),
                        rule: q.rule.to_string(),
                        prompt: self.line(&q.prompt),
                        at: q.at.map(|thing| thing_text(self.rules(), thing)),
                        window: q.always,
                        orders: Order::GIVEN
                            .into_iter()
                            .filter(|order| self.by_order(q.seat, *order).is_some())
                            .collect(),
                    })
                    .collect(),
            },
            Ask::Throw(roll) => self.asked_roll(roll),
            Ask::Over(outcome) => Asked::Over {
                winner: outcome.winner.map(|side| self.side_id(side)),
                rule: outcome.rule.to_string(),
                text: self.line(&outcome.line),
            },
        }
    }

    fn waiting(&self) -> Vec<Seat> {
        match &*self.table.ask() {
            Ask::Choose(questions) => questions.iter().map(|q| q.seat).collect(),
            _ => Vec::new(),
        }
    }

    fn is_over(&self) -> bool {
        matches!(*self.table.ask(), Ask::Over(_))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        if self.table.ask().question_for(seat).is_none() {
            return Vec::new();
        }
        let (rules, state) = (self.rules(), self.table.state());
        let actions = rules.listed(state, seat);
        let shown = rules.show_all(state, seat, &actions, Viewer::Seat(seat));
        let choice = |(action, shown): (&R::Action, Shown)| Choice {
            action: rules.write_action(action),
            text: self.line(&shown.line),
            tie: shown.tie.map(|thing| thing_text(rules, thing)),
            cards: shown.cards.iter().map(|&card| rules.label(card)).collect(),
            cost: shown.cost,
            warning: shown.warning.map(|line| self.line(&line)),
            pose: shown.pose,
            role: shown.role,
        };
        actions.iter().zip(shown).map(choice).collect()
    }

    fn apply(&mut self, input: Input, viewers: &[Viewer]) -> Result<Vec<ToldStep>, Wrong> {
        let input = input.try_map(|action| self.read(&action))?;
        let step = self.table.apply(input).map_err(|why| match why {
            NotApplied::Refused(refusal) => self.refused(&refusal),
            NotApplied::NoRollDue => Wrong::NoRollDue,
            NotApplied::WrongRoll(why) => Wrong::WrongRoll(why),
            NotApplied::Undo(why) => Wrong::Undo(why),
            NotApplied::Share(why) => Wrong::Share(why),
        })?;
        Ok(viewers.iter().map(|viewer| self.told(&step, *viewer)).collect())
    }

    fn last_line(&self) -> Option<String> {
        self.table.last_line()
    }

    fn judge(&self, seat: Seat, action: &str) -> Result<(), Wrong> {
        let action = self.rules().reduced(self.table.state(), &self.read(action)?);
        self.rules().judge(self.table.state(), seat, &action).map_err(|refusal| self.refused(&refusal))
    }

    fn why_not(&self, seat: Seat, thing: &str) -> Option<Said> {
        let rules = self.rules();
        let action = rules.meant(self.table.state(), seat, thing_from(rules, thing)?)?;
        let refusal = rules.judge(self.table.state(), seat, &action).err()?;
        Some(self.said(refusal.rule, &refusal.line))
    }

    fn drag(&self, seat: Seat, piece: &str, to: Pose) -> Option<SaidDrag> {
        self.drag_in_words(seat, piece, to)
    }

    fn next_roll(&self, dice: &mut dyn Dice) -> Option<Input> {
        self.table.next_roll(dice)
    }

    fn throws(&self) -> u32 {
        self.table.throws()
    }

    fn free_undo(&self, seat: Seat) -> u32 {
        self.table.free_undo(seat)
    }

    fn tip(&self) -> u32 {
        self.table.tip()
    }

    fn is_in_force(&self, number: u32) -> bool {
        self.table.is_in_force(number)
    }

    fn turns(&self) -> [u32; 2] {
        self.table.turns()
    }

    fn habit(&self, seat: Seat) -> Option<String> {
        self.table.ask().question_for(seat)?;
        Some(self.rules().write_action(&self.rules().habit(self.table.state(), seat)))
    }

    fn by_order(&self, seat: Seat, order: Order) -> Option<String> {
        let (rules, state) = (self.rules(), self.table.state());
        let ask = self.table.ask();
        let action = rules.ordered(state, ask.question_for(seat)?, order)?;
        Some(rules.write_action(&action))
    }

    fn routine(&self) -> Vec<Routine> {
        let named = |&(kind, name): &(&'static str, &'static str)| Routine {
            kind: kind.to_owned(),
            name: self.line(&Line::new(name)),
        };
        self.rules().routine().iter().map(named).collect()
    }

    fn in_chain(&self, seat: Seat) -> bool {
        self.table.in_chain(seat)
    }

    fn depth(&self) -> usize {
        self.rules().depth(self.table.state())
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.rules().scene(self.table.state(), viewer)
    }

    fn redraw(&self, viewer: Viewer, before: &dyn AnyTable, old: &Scene) -> Scene {
        match before.as_any().downcast_ref::<Spoken<R>>() {
            Some(before) => self.rules().redraw(self.table.state(), viewer, before.table.state(), old),
            None => self.scene(viewer),
        }
    }

    fn overlays(&self, viewer: Viewer) -> Vec<Overlay> {
        self.rules().overlays(self.table.state(), viewer)
    }

    fn preview(&self, seat: Seat, actions: &[String], viewer: Viewer) -> Result<ToldStep, Wrong> {
        let plan = Plan::new(self.read_all(actions)?);
        let (rules, mut state) = (self.rules(), self.table.state().clone());
        let mut story = Story::telling();
        follow_named(rules, &mut state, seat, &plan, &mut story).map_err(|refusal| self.refused(&refusal))?;
        Ok(ToldStep {
            number: self.table.len(),
            cause: Cause::Act { seat: seat.0 },
            clock: rules.clock(&state),
            pips: Vec::new(),
            events: told_events(&self.words, rules, &story.events, viewer),
            head: hex(self.table.head()),
        })
    }

    fn story_of(&self, viewer: Viewer, from: u32, to: u32) -> Vec<ToldStep> {
        let mut steps = Vec::new();
        self.table.retell(from, to, |table, step| steps.push(told(&self.words, table, step, viewer)));
        steps
    }

    fn rewound(&self, to: u32) -> Option<Box<dyn AnyTable>> {
        Some(Box::new(self.beside(self.table.rewound(to)?)))
    }

    fn luck(&self, from: u32, most: usize) -> Vec<SaidLuck> {
        self.luck_in_words(from, most)
    }

    fn grounds(&self) -> Vec<Ground> {
        self.grounds.to_vec()
    }

    fn record(&self, viewer: Viewer) -> Record {
        self.table.record(viewer)
    }

    fn input(&self, number: u32, viewer: Viewer) -> Option<Input<Recorded>> {
        self.table.input(number, viewer)
    }

    fn odds(&self, seat: Seat, actions: &[String], wish: Wish) -> Result<SaidForecast, Wrong> {
        let plan = Plan::new(self.read_all(actions)?);
        let (rules, state) = (self.rules(), self.table.state());
        let odds = known_odds(rules, state, seat, &plan, wish).or_else(|why| match why {
            NoForecast::Refused(refusal) => Err(refusal),
            NoForecast::Overflow => sampled_odds(rules, state, seat, &plan, wish),
        });
        odds.map(|odds| self.forecast_in_words(&odds, wish)).map_err(|refusal| self.refused(&refusal))
    }

    fn position(&self) -> String {
        toml::to_string(&self.rules().position(self.table.state())).expect("a position is plain data")
    }

    fn imagined(&self, viewer: Viewer, seed: u64) -> String {
        let state = self.rules().imagine(self.table.state(), viewer, &mut Lot::new(seed));
        toml::to_string(&self.rules().position(&state)).expect("a position is plain data")
    }

    fn position_tree(&self) -> serde_json::Value {
        serde_json::to_value(self.rules().position(self.table.state())).expect("a position is plain data")
    }

    fn side_of(&self, seat: Seat) -> String {
        self.side_id(self.rules().side(self.table.state(), seat))
    }

    fn head(&self) -> Head {
        *self.table.head()
    }

    fn head_after(&self, number: u32) -> Head {
        self.table.head_after(number)
    }

    fn hash(&self) -> u64 {
        self.rules().hash(self.table.state())
    }

    fn clock(&self) -> u32 {
        self.rules().clock(self.table.state())
    }

    fn len(&self) -> u32 {
        self.table.len()
    }

    fn seeded_dice(&self) -> Option<Fair> {
        self.table.dice()
    }

    fn open_share(&mut self, seat: Seat, share: Secret) -> Result<(), NoShare> {
        self.table.open_share(seat, share)
    }

    fn source(&self) -> Source {
        self.table.source()
    }

    fn has_thrown(&self) -> bool {
        self.table.has_thrown()
    }

    fn file_end(&self) -> Option<u32> {
        self.table.file_end()
    }

    fn shares(&self) -> [Option<Head>; 2] {
        self.table.shares()
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.beside(self.table.clone()))
    }

    fn again(
        &self,
        file: &str,
        record: &Record,
        rests: Option<&mut Vec<bool>>,
    ) -> Result<Box<dyn AnyTable>, Fault> {
        self.is_of_record(file, record)?;
        let rules = self.table.rules.clone();
        let table = match rests {
            None => Table::check(rules, file, record, None)?,
            Some(rests) => Table::check_each(rules, file, record, None, |table| {
                rests.push(!Seat::ALL.into_iter().any(|seat| table.in_chain(seat)));
            })?,
        };
        Ok(Box::new(self.beside(table)))
    }

    fn restored(
        &self,
        file: &str,
        record: &Record,
        snapshots: &[Snapshot],
    ) -> Result<Box<dyn AnyTable>, Fault> {
        self.is_of_record(file, record)?;
        let table = Table::restore(self.table.rules.clone(), file, record, snapshots)?;
        Ok(Box::new(self.beside(table)))
    }

    fn snapshots(&self, from: u32) -> Vec<Snapshot> {
        self.table.snapshots(from)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
