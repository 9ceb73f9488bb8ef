//! A game in memory: its table, and what each viewer has been told of it.
//!
//! Nothing here touches the disk. [`Course::of`] applies an input to a copy, with everything that follows from it; once
//! that is stored, [`Game::take`] replaces the game, input by input, and returns the batch for each viewer.

use std::{
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, OnceLock},
};

use axum::http::StatusCode;
use kernel::{
    Seat, Viewer,
    data::hex,
    erased::{AnyTable, Asked, ToldStep},
    record::{Entry, Input, Record, Recorded, Source},
    shared::Shared,
};
use store::{Line, Standing};

use crate::{failure::No, hall::now, stream::Stream, wire::StandingOrder};

/// The viewers of a table, in the order in which they are kept here.
pub(crate) const VIEWERS: [Viewer; 3] = Viewer::DURING;

/// The place of a viewer among them.
pub(crate) fn place_of(seat: Option<u8>) -> usize {
    seat.map_or(2, usize::from)
}

/// What one viewer sees: the table as it was told to him.
#[derive(Clone)]
pub(crate) struct Gaze {
    pub(crate) viewer: Viewer,
    pub(crate) stream: Stream,
    pub(crate) table: Arc<dyn AnyTable>,
    /// The steps of a batch that is not complete yet.
    held: Vec<Arc<ToldStep>>,
}

impl Gaze {
    /// As whom the viewer looks: once a game is over, everything may be seen.
    pub(crate) fn eyes(&self) -> Viewer {
        eyes(&*self.table, self.viewer)
    }
}

pub(crate) fn eyes(table: &dyn AnyTable, viewer: Viewer) -> Viewer {
    table.eyes(viewer)
}

#[derive(Clone)]
pub(crate) struct Game {
    /// The truth.
    pub(crate) table: Arc<dyn AnyTable>,
    pub(crate) gazes: [Gaze; 3],
    /// The seats of people: shared dice wait for what each of them brings.
    pub(crate) people: [bool; 2],
    /// The last input of which a snapshot is stored.
    pub(crate) stored: u32,
}

/// Something that one viewer is told now.
pub(crate) struct Batch {
    pub(crate) seq: u32,
    pub(crate) steps: Vec<Arc<ToldStep>>,
    /// What he saw until now.
    pub(crate) before: Arc<dyn AnyTable>,
}

/// An input that was applied to a copy of the game and is not stored yet.
#[derive(Clone)]
pub(crate) struct Applied {
    pub(crate) number: u32,
    input: Input,
    /// Nobody is left in the middle of a chain.
    rests: bool,
    /// The game after it.
    table: Arc<dyn AnyTable>,
    line: String,
    /// For each viewer.
    told: [Arc<ToldStep>; 3],
    /// What the game rests in after it, in words: the same for every viewer, rendered once.
    asked: OnceLock<Asked>,
}

impl Applied {
    pub(crate) fn line(&self) -> Line {
        Line { number: self.number, text: self.line.clone(), rests: self.rests }
    }

    pub(crate) fn asked(&self) -> &Asked {
        self.asked.get_or_init(|| self.table.asked())
    }
}

impl Game {
    /// A game as it was opened, before its first input.
    fn new(table: Arc<dyn AnyTable>, people: [bool; 2]) -> Game {
        let gaze = |viewer: Viewer| Gaze {
            viewer,
            stream: Stream::new(match viewer {
                Viewer::Seat(seat) => Some(seat.0),
                _ => None,
            }),
            table: table.clone(),
            held: Vec::new(),
        };
        let gazes = VIEWERS.map(gaze);
        Game { gazes, table, people, stored: 0 }
    }

    /// A game that was replayed from a record; `rests` tells of each input whether it left no chain open. What was
    /// told is a function of these.
    pub(crate) fn replayed(
        table: Arc<dyn AnyTable>,
        record: &Record,
        rests: &[bool],
        people: [bool; 2],
    ) -> Game {
        let mut game = Game::new(table.clone(), people);
        for ((number, entry), rests) in (1..).zip(&record.entries).zip(rests) {
            for gaze in &mut game.gazes {
                gaze.stream.take(number, &entry.input, *rests);
            }
        }
        // Where a chain is open, the others still see the table before it.
        for gaze in &mut game.gazes {
            let number = gaze.stream.number();
            if number != table.len() {
                gaze.table = table.rewound(number).map_or_else(|| table.clone(), Arc::from);
            }
        }
        game
    }

    /// Whether the last input took something back.
    fn is_undone(&self) -> bool {
        let input = |number: u32| self.table.input(number, Viewer::Everyone);
        let last = (1..=self.table.len()).rev().filter_map(input).find(|input| !input.is_beside());
        matches!(last, Some(Input::Undo { .. }))
    }

    /// A table that cannot be shown must not be kept: everything each viewer would see of it is made once.
    pub(crate) fn can_be_shown(&self) -> Result<(), No> {
        let show = || {
            for gaze in &self.gazes {
                let _ = (gaze.table.scene(gaze.eyes()), gaze.table.overlays(gaze.eyes()), gaze.table.asked());
                for seat in gaze.table.waiting() {
                    let _ = gaze.table.choices(seat);
                }
            }
        };
        // Points of a pace unwind, too, and must reach the caller that set it.
        match catch_unwind(AssertUnwindSafe(show)) {
            Err(reason) if reason.is::<kernel::pace::Stopped>() => resume_unwind(reason),
            Err(_) => {
                let why = "the position cannot be shown; nothing was kept";
                Err(No::new(StatusCode::UNPROCESSABLE_ENTITY, "faulty", why))
            }
            Ok(()) => Ok(()),
        }
    }

    /// The seats whose share shared dice still wait for.
    pub(crate) fn owing(&self) -> [bool; 2] {
        owing(&*self.table, self.people)
    }

    /// Makes an input true; what each viewer is told by it.
    pub(crate) fn take(&mut self, input: &Applied) -> [Option<Batch>; 3] {
        self.table = input.table.clone();
        let mut batches = [None, None, None];
        for (at, gaze) in self.gazes.iter_mut().enumerate() {
            gaze.held.push(input.told[at].clone());
            let from = gaze.stream.seq();
            if gaze.stream.take(input.number, &input.input, input.rests) {
                let told = gaze.stream.since(from);
                let held = std::mem::take(&mut gaze.held);
                let mut steps: Vec<Arc<ToldStep>> =
                    held.into_iter().filter(|step| told.contains(&step.number)).collect();
                if steps.len() != told.len() {
                    // The chain began before the game was read from the store.
                    let first = told.iter().min().map_or(0, |first| first - 1);
                    let story = input.table.story_of(eyes(&*input.table, gaze.viewer), first, input.number);
                    let told = story.into_iter().filter(|step| told.contains(&step.number));
                    steps = told.map(Arc::new).collect();
                }
                let before = std::mem::replace(&mut gaze.table, input.table.clone());
                batches[at] = Some(Batch { seq: gaze.stream.seq(), steps, before });
            }
        }
        batches
    }
}

/// The seats of people whose share these dice still lack. After their first throw nobody can bring anything any more.
fn owing(table: &dyn AnyTable, people: [bool; 2]) -> [bool; 2] {
    match table.source() {
        Source::Shared(Shared { seed: Some(_), shares, .. }) if !table.has_thrown() && !table.is_over() => {
            [0, 1].map(|seat| people[seat] && shares[seat].is_none())
        }
        _ => [false; 2],
    }
}

/// The seats that keep a game waiting by what they owe to the dice: it rests in a throw, and they can do something about
/// it. A share is told only when everyone is bound to his.
pub(crate) fn withholding(table: &dyn AnyTable, people: [bool; 2]) -> [bool; 2] {
    if table.is_over() || !table.waiting().is_empty() {
        return [false; 2];
    }
    let (owing, bound) = (owing(table, people), table.shares());
    let unbound = [0, 1].map(|seat| owing[seat] && bound[seat].is_none());
    if unbound == [false; 2] { owing } else { unbound }
}

/// An input and everything that follows from it without anyone being asked.
#[derive(Default)]
pub(crate) struct Course {
    pub(crate) inputs: Vec<Applied>,
}

impl Course {
    /// Applies an input to a copy of the game, then throws the dice of the seed and follows standing orders as long as
    /// the game rests in nothing else.
    pub(crate) fn of(game: &Game, input: Input, orders: &[Vec<StandingOrder>; 2]) -> Result<Course, No> {
        // After an undo the seat is asked again, regardless of its standing orders.
        let ordered = !matches!(input, Input::Undo { .. });
        let mut course = Course::default();
        course.add(game, input)?;
        course.go_on(game, orders, ordered)?;
        Ok(course)
    }

    /// The same where nobody does anything: after a table was opened or read from the store.
    pub(crate) fn onward(game: &Game, orders: &[Vec<StandingOrder>; 2]) -> Result<Course, No> {
        let mut course = Course::default();
        course.go_on(game, orders, !game.is_undone())?;
        Ok(course)
    }

    /// What another server has stored, once more.
    pub(crate) fn again(game: &Game, entries: &[Entry]) -> Result<Course, No> {
        let mut course = Course::default();
        for entry in entries {
            let text = |action: Recorded| action.text().map(str::to_owned).ok_or_else(No::internal);
            course.add(game, entry.input.clone().try_map(text)?)?;
        }
        Ok(course)
    }

    pub(crate) fn lines(&self) -> Vec<Line> {
        self.inputs.iter().map(Applied::line).collect()
    }

    pub(crate) fn table<'a>(&'a self, game: &'a Game) -> &'a Arc<dyn AnyTable> {
        self.inputs.last().map_or(&game.table, |input| &input.table)
    }

    /// The last input of each seat in this course.
    pub(crate) fn acted(&self) -> [Option<u32>; 2] {
        // A seat that brings a share has sat down.
        Seat::ALL.map(|seat| {
            let of_seat = self.inputs.iter().rev().find(|applied| applied.input.seat() == Some(seat));
            of_seat.map(|applied| applied.number)
        })
    }

    /// Which seats answered a question in this course, not counting what it took back.
    pub(crate) fn answered(&self) -> [bool; 2] {
        let inputs = self.inputs.iter().rev().map(|applied| &applied.input);
        let mut answered = [false; 2];
        for input in inputs.take_while(|input| !matches!(input, Input::Undo { .. })) {
            if let Input::Act { seat, .. } = input {
                answered[seat.index()] = true;
            }
        }
        answered
    }

    fn go_on(&mut self, game: &Game, orders: &[Vec<StandingOrder>; 2], ordered: bool) -> Result<(), No> {
        let bound = self.table(game).profile().bound as usize;
        while self.inputs.len() <= bound {
            let table = self.table(game).clone();
            let input = if table.waiting().is_empty() {
                let ready = !table.is_over() && owing(&*table, game.people) == [false; 2];
                let dice = if ready { table.seeded_dice() } else { None };
                dice.and_then(|mut dice| table.next_roll(&mut dice))
            } else {
                ordered.then(|| by_order(&*table, orders)).flatten()
            };
            let Some(input) = input else { break };
            self.add(game, input)?;
        }
        Ok(())
    }

    fn add(&mut self, game: &Game, input: Input) -> Result<(), No> {
        let mut next = self.table(game).fork();
        // Without secrets, one report serves all viewers.
        let viewers = if next.profile().secrets { &VIEWERS[..] } else { &VIEWERS[2..] };
        let told: Vec<Arc<ToldStep>> =
            next.apply(input.clone(), viewers)?.into_iter().map(Arc::new).collect();
        self.inputs.push(Applied {
            number: next.len(),
            input,
            rests: !Seat::ALL.into_iter().any(|seat| next.in_chain(seat)),
            line: next.last_line().ok_or_else(No::internal)?,
            table: next.into(),
            told: [0, 1, 2].map(|place| told[place.min(told.len() - 1)].clone()),
            asked: OnceLock::new(),
        });
        Ok(())
    }
}

/// The answer of a standing order to the question a person is asked: what he said about this very place comes
/// before what he said about the kind.
fn by_order(table: &dyn AnyTable, orders: &[Vec<StandingOrder>; 2]) -> Option<Input> {
    if orders.iter().all(Vec::is_empty) {
        return None;
    }
    let Asked::Questions { questions } = table.asked() else { return None };
    questions.iter().find_map(|question| {
        let seat = Seat(question.seat);
        let of_kind = orders[seat.index()].iter().filter(|order| order.kind == question.kind);
        let here = of_kind.clone().find(|order| order.at.is_some() && order.at == question.at);
        let order = here.or_else(|| of_kind.clone().find(|order| order.at.is_none()))?;
        let action = table.by_order(seat, order.order)?;
        Some(Input::Act { seat, action })
    })
}

/// Where players throw themselves: nothing here knows what falls next.
pub(crate) fn real_dice(source: Source) -> bool {
    match source {
        Source::Seeded(_) => false,
        Source::Shared(dice) => dice.seed.is_none(),
        Source::Committed(_) | Source::Scripted | Source::Entered => true,
    }
}

/// How a game will stand after a course, for lists: as everyone may know it.
pub(crate) fn standing(game: &Game, course: &Course, computers: [bool; 2], changed: u32) -> Standing {
    let truth = course.table(game);
    let told = course.inputs.iter().rev().find(|input| input.rests);
    // What others do not see must not show in how many inputs there are, nor in when the last one was.
    let watcher = game.gazes[2].stream.number();
    let number = told.map_or(watcher, |input| input.number);
    let changed = if told.is_some() { now() } else { changed };
    let table = &**told.map_or(&game.gazes[2].table, |input| &input.table);
    let asked = match told {
        Some(input) => Cow::Borrowed(input.asked()),
        None => Cow::Owned(table.asked()),
    };
    let status = match &*asked {
        Asked::Questions { questions } => questions.first().map(|question| &question.prompt),
        Asked::Roll { text, .. } | Asked::Over { text, .. } => Some(text),
    };
    Standing {
        changed,
        over: truth.is_over(),
        number,
        head: hex(&truth.head()),
        clock: table.clock(),
        status: status.cloned().unwrap_or_default(),
        waiting: table.waiting().into_iter().map(|seat| seat.0).collect(),
        sides: Seat::ALL.map(|seat| table.side_of(seat)),
        computer: truth.waiting().iter().any(|seat| computers[seat.index()]),
        times: String::new(),
        due: None,
        winner: winner_of(&**truth),
    }
}

/// The seat that won a game that is over.
fn winner_of(table: &dyn AnyTable) -> Option<u8> {
    // Rendering what is asked takes longer than finding out that the game goes on.
    if !table.is_over() {
        return None;
    }
    let Asked::Over { winner: Some(winner), .. } = table.asked() else { return None };
    Seat::ALL.into_iter().find(|seat| table.side_of(*seat) == winner).map(|seat| seat.0)
}
