//! A game in memory: its table, and what each viewer has been told of it.
//!
//! Nothing here touches the disk. [`Course::of`] works out on a copy what a deed leads to; once that is stored,
//! [`Game::take`] makes it the truth, input by input, and says what each viewer is told.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

use axum::http::StatusCode;
use kernel::{
    Dice, Pool, Seat, Viewer,
    data::hex,
    erased::{AnyTable, Asked, Cause, ToldStep},
    record::{Body, Entry, Forfeit, Head, Record, Salt, Source, chain},
    shared::Shared,
    table::NoUndo,
};
use store::{Line, Standing};

use crate::{
    failure::No,
    hall::now,
    stream::{Kind, Stream},
    wire::StandingOrder,
};

/// What somebody does to a table.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Act {
        seat: Seat,
        action: String,
    },
    /// The next throw of the seed.
    Throw,
    /// The pips that another server has thrown.
    Thrown {
        pips: Vec<u8>,
    },
    /// Pips from a real table.
    Enter {
        pips: Vec<u8>,
    },
    Undo {
        seat: Seat,
        to: u32,
        agreed: bool,
    },
    Resign {
        seat: Seat,
        why: Forfeit,
    },
    /// Binds a seat to its share of the dice.
    Share {
        seat: Seat,
        commitment: Head,
    },
    /// Other dice from here on.
    Dice {
        file: bool,
        source: Source,
        secret: Salt,
    },
}

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
    pub(crate) head: Head,
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
    pub(crate) head: Head,
    pub(crate) gazes: [Gaze; 3],
    /// Throws ever made, undone ones included.
    throws: u32,
    /// The last input took something back.
    undone: bool,
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

/// One input that is worked out but not yet true.
#[derive(Clone)]
pub(crate) struct Input {
    pub(crate) number: u32,
    kind: Kind,
    /// Nobody is left in the middle of a chain.
    rests: bool,
    table: Arc<dyn AnyTable>,
    head: Head,
    line: String,
    /// For each viewer.
    told: [Arc<ToldStep>; 3],
}

impl Input {
    pub(crate) fn line(&self) -> Line {
        Line { number: self.number, text: self.line.clone(), rests: self.rests }
    }
}

impl Game {
    /// A game as it was opened, before its first input.
    fn new(table: Arc<dyn AnyTable>, head: Head, people: [bool; 2]) -> Game {
        let gaze = |viewer: Viewer| Gaze {
            viewer,
            stream: Stream::new(match viewer {
                Viewer::Seat(seat) => Some(seat.0),
                _ => None,
            }),
            table: table.clone(),
            head,
            held: Vec::new(),
        };
        let gazes = VIEWERS.map(gaze);
        Game { gazes, table, head, throws: 0, undone: false, people, stored: 0 }
    }

    /// A game that was replayed from a record; `rests` tells of each input whether it left no chain open. What was
    /// told is a function of these.
    pub(crate) fn replayed(
        table: Arc<dyn AnyTable>,
        record: &Record,
        rests: &[bool],
        people: [bool; 2],
    ) -> Game {
        let mut game = Game::new(table.clone(), record.header.head(), people);
        for ((number, entry), rests) in (1..).zip(&record.entries).zip(rests) {
            let kind = kind_of(entry);
            game.note(kind);
            for gaze in &mut game.gazes {
                gaze.stream.take(number, kind, *rests);
            }
        }
        game.head = table.head();
        // Where a chain is open, the others still see the table before it.
        for gaze in &mut game.gazes {
            let number = gaze.stream.number();
            gaze.head = table.head_after(number);
            if number != table.len() {
                gaze.table = table.rewound(number).map_or_else(|| table.clone(), Arc::from);
            }
        }
        game
    }

    fn note(&mut self, kind: Kind) {
        if !kind.is_beside() {
            self.undone = matches!(kind, Kind::Undo { .. });
            self.throws += u32::from(kind == Kind::Throw);
        }
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
    pub(crate) fn take(&mut self, input: &Input) -> [Option<Batch>; 3] {
        self.table = input.table.clone();
        self.head = input.head;
        self.note(input.kind);
        let mut batches = [None, None, None];
        for (at, gaze) in self.gazes.iter_mut().enumerate() {
            gaze.held.push(input.told[at].clone());
            let from = gaze.stream.seq();
            if gaze.stream.take(input.number, input.kind, input.rests) {
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
                gaze.head = input.head;
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

fn kind_of(entry: &Entry) -> Kind {
    match &entry.body {
        Body::Act { seat, .. } | Body::Sealed { seat, .. } => Kind::Act { seat: seat.0 },
        Body::Throw { .. } => Kind::Throw,
        Body::Undo { seat, to, .. } => Kind::Undo { seat: seat.0, to: *to },
        Body::Resign { seat, .. } => Kind::Resign { seat: seat.0 },
        Body::Share { seat, .. } => Kind::Share { seat: seat.0 },
        Body::Dice { .. } => Kind::Dice,
    }
}

/// A deed and everything that follows from it without anyone being asked.
#[derive(Default)]
pub(crate) struct Course {
    pub(crate) inputs: Vec<Input>,
}

impl Course {
    /// Works out a deed on a copy of the game, then throws the dice of the seed and follows standing orders as long as
    /// the game rests in nothing else.
    pub(crate) fn of(game: &Game, deed: &Deed, orders: &[Vec<StandingOrder>; 2]) -> Result<Course, No> {
        let mut course = Course::default();
        course.add(game, deed)?;
        // After an undo the seat is asked again, regardless of its standing orders.
        let ordered = !matches!(deed, Deed::Undo { .. });
        course.go_on(game, orders, ordered)?;
        Ok(course)
    }

    /// The same where nobody does anything: after a table was opened or read from the store.
    pub(crate) fn onward(game: &Game, orders: &[Vec<StandingOrder>; 2]) -> Result<Course, No> {
        let mut course = Course::default();
        course.go_on(game, orders, !game.undone)?;
        Ok(course)
    }

    /// What another server has stored, once more.
    pub(crate) fn again(game: &Game, entries: &[Entry]) -> Result<Course, No> {
        let mut course = Course::default();
        for entry in entries {
            let deed = match entry.body.clone() {
                Body::Act { seat, action } | Body::Sealed { seat, opened: Some(action), .. } => {
                    Deed::Act { seat, action }
                }
                Body::Sealed { opened: None, .. } => return Err(No::internal()),
                Body::Throw { pips, entered: true, .. } => Deed::Enter { pips },
                Body::Throw { pips, entered: false, .. } => Deed::Thrown { pips },
                Body::Undo { seat, to, agreed } => Deed::Undo { seat, to, agreed },
                Body::Resign { seat, why } => Deed::Resign { seat, why },
                Body::Share { seat, commitment } => Deed::Share { seat, commitment },
                Body::Dice { file, source, secret } => {
                    Deed::Dice { file, source, secret: secret.unwrap_or_default() }
                }
            };
            course.add(game, &deed)?;
        }
        Ok(course)
    }

    pub(crate) fn lines(&self) -> Vec<Line> {
        self.inputs.iter().map(Input::line).collect()
    }

    pub(crate) fn table<'a>(&'a self, game: &'a Game) -> &'a Arc<dyn AnyTable> {
        self.inputs.last().map_or(&game.table, |input| &input.table)
    }

    /// The last input of each seat in this course.
    pub(crate) fn acted(&self) -> [Option<u32>; 2] {
        [0, 1].map(|seat| {
            let by = |input: &&Input| match input.kind {
                // Who brings a share has sat down.
                Kind::Act { seat }
                | Kind::Undo { seat, .. }
                | Kind::Resign { seat }
                | Kind::Share { seat } => Some(seat),
                Kind::Throw | Kind::Dice => None,
            };
            self.inputs.iter().rev().find(|input| by(input) == Some(seat)).map(|input| input.number)
        })
    }

    /// Which seats answered a question in this course, not counting what it took back.
    pub(crate) fn answered(&self) -> [bool; 2] {
        let acts = self.inputs.iter().rev().take_while(|input| !matches!(input.kind, Kind::Undo { .. }));
        let mut answered = [false; 2];
        for input in acts {
            if let Kind::Act { seat } = input.kind {
                answered[usize::from(seat)] = true;
            }
        }
        answered
    }

    pub(crate) fn head(&self, game: &Game) -> Head {
        self.inputs.last().map_or(game.head, |input| input.head)
    }

    fn go_on(&mut self, game: &Game, orders: &[Vec<StandingOrder>; 2], ordered: bool) -> Result<(), No> {
        let bound = self.table(game).profile().bound as usize;
        while self.inputs.len() <= bound {
            let table = self.table(game).clone();
            let deed = if table.waiting().is_empty() {
                let ready = owing(&*table, game.people) == [false; 2] && table.seeded_dice().is_some();
                (!table.is_over() && ready).then_some(Deed::Throw)
            } else {
                ordered.then(|| by_order(&*table, orders)).flatten()
            };
            let Some(deed) = deed else { break };
            self.add(game, &deed)?;
        }
        Ok(())
    }

    fn add(&mut self, game: &Game, deed: &Deed) -> Result<(), No> {
        let before = self.table(game).clone();
        let head = self.head(game);
        let mut next = before.fork();
        let told = if before.profile().secrets {
            let tell = |viewer: Viewer| apply(&mut *before.fork(), deed, viewer).map(Arc::new);
            let told = [tell(VIEWERS[0])?, tell(VIEWERS[1])?, tell(VIEWERS[2])?];
            apply(&mut *next, deed, Viewer::Watcher)?;
            told
        } else {
            let step = Arc::new(apply(&mut *next, deed, Viewer::Watcher)?);
            [step.clone(), step.clone(), step]
        };
        let number = next.len();
        let throws = self.inputs.iter().filter(|input| input.kind == Kind::Throw).count() as u32;
        let line = line(&*next, &head, deed, &told[2], game.throws + throws + 1);
        let chained = line.lines().next().unwrap_or_default();
        let chained = chained.rsplit_once(" : ").map_or(chained, |(chained, _)| chained);
        self.inputs.push(Input {
            number,
            kind: match told[2].cause {
                Cause::Act { seat } => Kind::Act { seat },
                Cause::Undo { seat, to, .. } => Kind::Undo { seat, to },
                Cause::Resign { seat, .. } => Kind::Resign { seat },
                Cause::Share { seat } => Kind::Share { seat },
                Cause::Dice { .. } => Kind::Dice,
                Cause::Throw { .. } | Cause::Beginning => Kind::Throw,
            },
            rests: !Seat::ALL.into_iter().any(|seat| next.in_chain(seat)),
            head: chain(&head, chained),
            table: next.into(),
            line,
            told,
        });
        Ok(())
    }
}

/// Carries out a deed; the story of it is for one viewer.
fn apply(table: &mut dyn AnyTable, deed: &Deed, viewer: Viewer) -> Result<ToldStep, No> {
    match deed {
        Deed::Act { seat, action } => Ok(table.act(*seat, action, viewer)?),
        Deed::Throw => {
            let mut dice = table.seeded_dice().ok_or_else(No::internal)?;
            table.throw(&mut dice, viewer).ok_or_else(No::internal)
        }
        Deed::Thrown { pips } => table.throw(&mut Again(pips), viewer).ok_or_else(No::internal),
        Deed::Enter { pips } => table.enter(pips, viewer).map_err(|why| {
            let code = if matches!(table.asked(), Asked::Roll { .. }) { "wrong-dice" } else { "no-dice-wanted" };
            No::new(StatusCode::CONFLICT, code, why)
        }),
        Deed::Undo { seat, to, agreed } => table.undo(*seat, *to, *agreed).map_err(|why| match why {
            NoUndo::NoSuchInput => No::new(
                StatusCode::CONFLICT,
                "no-such-input",
                format!("input {to} is not in force, or nothing lies after it: there is nothing to take back"),
            ),
            NoUndo::NeedsConsent => No::new(
                StatusCode::CONFLICT,
                "needs-consent",
                "dice, another seat's answer or something revealed lies in between; the other seat must agree",
            ),
        }),
        Deed::Resign { seat, why } => Ok(table.forfeit(*seat, *why)?),
        Deed::Share { seat, commitment } => table.share(*seat, *commitment).map_err(No::share),
        Deed::Dice { file, source, secret } => Ok(table.fresh_dice(*file, *source, *secret)),
    }
}

/// The line of the last input, as in a record that may show everything.
///
/// Building the whole record for it would cost more the longer a game gets, so the line is put together here and
/// held against the head of the chain; whatever does not fit (another spelling, a sealed action) is read from the record.
fn line(table: &dyn AnyTable, before: &Head, deed: &Deed, told: &ToldStep, throw: u32) -> String {
    let number = table.len();
    let thrown = |entered: bool| Body::Throw { number: throw, pips: told.pips.clone(), entered };
    let body = match deed {
        Deed::Act { seat, action } => Body::Act { seat: *seat, action: action.trim().to_owned() },
        Deed::Undo { seat, to, agreed } => Body::Undo { seat: *seat, to: *to, agreed: *agreed },
        Deed::Resign { seat, why } => Body::Resign { seat: *seat, why: *why },
        Deed::Share { seat, commitment } => Body::Share { seat: *seat, commitment: *commitment },
        Deed::Dice { file, source, secret } => {
            let body = Body::Dice { file: *file, source: *source, secret: Some(*secret) };
            return entry_text(number, &Entry { body, hash: Some(table.hash()) });
        }
        Deed::Throw | Deed::Thrown { .. } => thrown(false),
        Deed::Enter { .. } => thrown(true),
    };
    let chained = body.chained(number);
    if hex(&chain(before, &chained)) == told.head {
        return format!("{chained} : {:016x}", table.hash());
    }
    let mut record = table.record(Viewer::Everyone);
    record.entries.pop().map_or_else(String::new, |entry| entry_text(number, &entry))
}

/// An entry as a record writes it.
pub(crate) fn entry_text(number: u32, entry: &Entry) -> String {
    let mut text = entry.body.chained(number);
    if let Some(hash) = entry.hash {
        text += &format!(" : {hash:016x}");
    }
    // As further lines of the same text.
    let opened = entry.body.opened();
    if !opened.is_empty() {
        text.push('\n');
        text += opened.trim_end_matches('\n');
    }
    text
}

/// The answer of a standing order to the question a person is asked: what he said about this very place comes
/// before what he said about the kind.
fn by_order(table: &dyn AnyTable, orders: &[Vec<StandingOrder>; 2]) -> Option<Deed> {
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
        Some(Deed::Act { seat, action })
    })
}

/// The pips of a record, once more.
struct Again<'a>(&'a [u8]);

impl Dice for Again<'_> {
    fn throw(&mut self, _pool: Pool, _number: u32) -> Option<kernel::roll::Pips> {
        self.0.iter().copied().collect::<kernel::roll::Pips>().into()
    }
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
    let status = match table.asked() {
        Asked::Questions { questions } => {
            questions.into_iter().next().map(|question| question.prompt).unwrap_or_default()
        }
        Asked::Roll { text, .. } | Asked::Over { text, .. } => text,
    };
    Standing {
        changed,
        over: truth.is_over(),
        number,
        head: hex(&course.head(game)),
        clock: table.clock(),
        status,
        waiting: table.waiting().into_iter().map(|seat| seat.0).collect(),
        sides: Seat::ALL.map(|seat| table.side_of(seat)),
        computer: truth.waiting().iter().any(|seat| computers[seat.index()]),
        times: String::new(),
        due: None,
    }
}
