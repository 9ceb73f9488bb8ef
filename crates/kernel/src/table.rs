//! A game being played: its state, its inputs, its seams.

use std::sync::Arc;

use crate::{
    fault::Fault,
    pages::Pages,
    question::{Ask, Outcome},
    record::{Body, Entry, Forfeit, Head, Header, Record, Source, chain, seed_commitment},
    refusal::Refusal,
    roll::{Dice, Fair, Roll},
    rules::{Input, Play, Rules},
    shared::{Secret, share_commitment},
    story::Story,
    thing::{Seat, Viewer},
    words::{Line, Rule},
};

/// A game with its history. The history is the truth; the state is derived from it.
pub struct Table<R: Rules> {
    pub rules: Arc<R>,
    header: Arc<Header>,
    state: R::State,
    entries: Pages<Kept<R::Action>>,
    /// The entries in force, by index: all but undone ones.
    live: Vec<u32>,
    /// Throws ever made, undone ones included: no number is used twice.
    throws: u32,
    /// The commitment of each seat to its share of the dice.
    shares: [Option<Head>; 2],
    head: Head,
    forfeited: Option<(Seat, Forfeit)>,
    /// Nobody listens: a record is being checked, not read.
    quiet: bool,
}

/// An entry with what the table itself needs to know of it.
#[derive(Clone, Debug)]
struct Kept<A> {
    done: Done<A>,
    /// Undo does not cross it without consent, whoever asks.
    revealed: bool,
    /// Each viewer that must not see the action.
    hidden_from: [bool; 3],
    hash: u64,
}

/// What an input was.
#[derive(Clone, Debug)]
pub enum Done<A> {
    Act(Seat, A),
    Throw { number: u32, pips: Vec<u8>, entered: bool },
    Undo { seat: Seat, to: u32, agreed: bool },
    Resign { seat: Seat, why: Forfeit },
    Share { seat: Seat, commitment: Head },
}

/// What one input brought about.
#[derive(Clone, Debug)]
pub struct Step<E> {
    /// The number of the input in the record.
    pub number: u32,
    pub events: Vec<E>,
}

/// Why undo was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUndo {
    /// There is no such input in force.
    NoSuchInput,
    /// A throw, another seat's answer or a reveal lies in between: the other seat must agree.
    NeedsConsent,
}

/// Why a share of the dice was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShare {
    /// The dice of this game do not follow from shares.
    NotShared,
    /// The seat is committed to a share already.
    Twice,
    /// Dice have fallen: whoever chooses now might know what he chooses.
    Late { throw: u32 },
    /// It is not the share that was committed to, or none was.
    Other,
}

impl std::fmt::Display for NoShare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoShare::NotShared => f.write_str("the dice of this game are not shared"),
            NoShare::Twice => f.write_str("this seat was committed to its share already"),
            NoShare::Late { throw } => {
                write!(
                    f,
                    "this commitment is late: it must come before the first throw, and throw {throw} was made"
                )
            }
            NoShare::Other => f.write_str("this is not the share the seat was committed to"),
        }
    }
}

impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Self {
        Table {
            rules: self.rules.clone(),
            header: self.header.clone(),
            state: self.state.clone(),
            entries: self.entries.clone(),
            live: self.live.clone(),
            throws: self.throws,
            shares: self.shares,
            head: self.head,
            forfeited: self.forfeited,
            quiet: self.quiet,
        }
    }
}

impl<R: Rules> std::fmt::Debug for Table<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).field("inputs", &self.entries.len()).finish()
    }
}

impl<R: Rules> Table<R> {
    /// A new game; the step holds the events of its beginning.
    ///
    /// # Panics
    /// If the game has secrets and the header no salt: commitments to hidden actions could be guessed.
    pub fn open(rules: Arc<R>, header: Header) -> (Table<R>, Step<R::Event>) {
        assert!(header.secret.is_some() || !rules.profile().secrets, "a game with secrets needs a salt");
        Table::begin(rules, header)
    }

    /// A viewer's record of a running game has no salt, yet can be replayed up to its first sealed action.
    fn begin(rules: Arc<R>, header: Header) -> (Table<R>, Step<R::Event>) {
        let mut story = Story::telling();
        let state = rules.start(&mut story);
        let head = header.head();
        let table = Table {
            rules,
            header: Arc::new(header),
            state,
            entries: Pages::default(),
            live: Vec::new(),
            throws: 0,
            shares: [None; 2],
            head,
            forfeited: None,
            quiet: false,
        };
        (table, Step { number: 0, events: story.events })
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn head(&self) -> &Head {
        &self.head
    }

    /// How many inputs there have been, undone ones included.
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn throws(&self) -> u32 {
        self.throws
    }

    /// The input of this number, from 1.
    pub fn done(&self, number: u32) -> Option<&Done<R::Action>> {
        let at = (number as usize).checked_sub(1)?;
        self.entries.get(at).map(|entry| &entry.done)
    }

    /// The inputs in force, in order: number, what it was, and the state it was made in.
    pub fn in_force(&self, mut each: impl FnMut(u32, &Done<R::Action>, &R::State)) {
        let mut state = self.rules.start(&mut Story::silent());
        for &at in &self.live {
            each(at + 1, &self.entries[at as usize].done, &state);
            self.again(&mut state, at as usize);
        }
    }

    /// The story once more, undone parts and all.
    pub fn retell(&self, heard: impl FnMut(&Table<R>, &Step<R::Event>)) {
        Table::replay(self.rules.clone(), "this game", &self.record(Viewer::Everyone), None, heard)
            .expect("a game that was played can be played again");
    }

    /// The same game after its first `to` inputs.
    pub fn rewound(&self, to: u32) -> Option<Table<R>> {
        if to > self.len() {
            return None;
        }
        let record = self.record(Viewer::Everyone);
        Some(
            Table::check(self.rules.clone(), "this game", &record, Some(to))
                .expect("a game that was played can be played again"),
        )
    }

    pub fn ask(&self) -> Ask {
        match self.forfeited {
            Some((seat, why)) => {
                let side = self.rules.side(&self.state, seat);
                let key = match why {
                    Forfeit::Resigned => "table-resigned",
                    Forfeit::Time => "table-out-of-time",
                    Forfeit::Absence => "table-absent",
                };
                let line = Line::new(key).with("side", side);
                Ask::Over(Outcome { winner: Some(side.other()), rule: Rule("0-4"), line })
            }
            None => self.rules.ask(&self.state),
        }
    }

    pub fn act(&mut self, seat: Seat, action: &R::Action) -> Result<Step<R::Event>, Refusal> {
        if self.forfeited.is_some() {
            return Refusal::no(Rule("0-4"), Line::new("table-over"));
        }
        let action = &self.rules.reduced(&self.state, action);
        self.rules.judge(&self.state, seat, action)?;
        let hidden = |viewer| self.rules.show(&self.state, seat, action, viewer).hidden;
        // Nobody knows less than a watcher: what he sees, all see.
        let hidden_from = match self.rules.profile().secrets && hidden(Viewer::Watcher) {
            true => Viewer::DURING.map(hidden),
            false => [false; 3],
        };
        let mut story = self.story();
        self.rules.carry_out(&mut self.state, Input::Act(seat, action.clone()), &mut story);
        Ok(self.keep(Done::Act(seat, action.clone()), story, hidden_from))
    }

    /// Takes the dice this game rests in from a source. `None`: no dice are wanted, or the source has none.
    pub fn throw(&mut self, dice: &mut dyn Dice) -> Option<Step<R::Event>> {
        let Ask::Throw(roll) = self.ask() else { return None };
        let pips = dice.throw(roll.pool, self.throws + 1)?;
        self.take_pips(&roll, &pips, false).ok()
    }

    /// Pips thrown at a real table.
    pub fn enter(&mut self, pips: &[u8]) -> Result<Step<R::Event>, String> {
        let Ask::Throw(roll) = self.ask() else { return Err("no dice are wanted now".to_owned()) };
        self.take_pips(&roll, pips, true)
    }

    /// The pips of the throw that the game rests in.
    fn take_pips(&mut self, roll: &Roll, pips: &[u8], entered: bool) -> Result<Step<R::Event>, String> {
        if entered {
            self.header.source.may_be_entered()?;
        }
        let fall = roll.pool.fall(pips)?;
        let mut story = self.story();
        self.rules.fall(&mut self.state, fall, &mut story);
        self.throws += 1;
        let done = Done::Throw { number: self.throws, pips: pips.to_vec(), entered };
        Ok(self.keep(done, story, [false; 3]))
    }

    pub fn resign(&mut self, seat: Seat) -> Result<Step<R::Event>, Refusal> {
        self.forfeit(seat, Forfeit::Resigned)
    }

    /// Ends the game against a seat. Clocks are the table's, so what it says of time is its word.
    pub fn forfeit(&mut self, seat: Seat, why: Forfeit) -> Result<Step<R::Event>, Refusal> {
        if let Ask::Over(_) = self.ask() {
            return Refusal::no(Rule("0-4"), Line::new("table-over"));
        }
        self.forfeited = Some((seat, why));
        Ok(self.keep(Done::Resign { seat, why }, Story::telling(), [false; 3]))
    }

    /// Commits a seat to its share of the dice.
    pub fn share(&mut self, seat: Seat, commitment: Head) -> Result<Step<R::Event>, NoShare> {
        if !matches!(self.header.source, Source::Shared(_)) {
            return Err(NoShare::NotShared);
        }
        if self.throws > 0 {
            return Err(NoShare::Late { throw: self.throws });
        }
        if self.shares[seat.index()].is_some() {
            return Err(NoShare::Twice);
        }
        self.shares[seat.index()] = Some(commitment);
        Ok(self.keep(Done::Share { seat, commitment }, Story::telling(), [false; 3]))
    }

    /// Takes the share that a seat is committed to. It is no input: it stands in the record once that may show it.
    pub fn open_share(&mut self, seat: Seat, share: Secret) -> Result<(), NoShare> {
        let Source::Shared(dice) = &mut Arc::make_mut(&mut self.header).source else {
            return Err(NoShare::NotShared);
        };
        if self.shares[seat.index()] != Some(share_commitment(seat, &share)) {
            return Err(NoShare::Other);
        }
        dice.shares[seat.index()] = Some(share);
        Ok(())
    }

    /// What each seat is committed to, where dice are shared.
    pub fn shares(&self) -> &[Option<Head>; 2] {
        &self.shares
    }

    /// The dice this game is played with, where everything they follow from is known.
    pub fn dice(&self) -> Option<Fair> {
        match &self.header.source {
            Source::Seeded(seed) => Some(Fair::new(*seed)),
            Source::Shared(dice) => dice.dice(&self.shares),
            Source::Committed(_) | Source::Scripted | Source::Entered => None,
        }
    }

    fn keep(
        &mut self,
        done: Done<R::Action>,
        story: Story<R::Event>,
        hidden_from: [bool; 3],
    ) -> Step<R::Event> {
        let number = self.len() + 1;
        let hash = self.rules.hash(&self.state);
        // Going back leaves both of these where they are.
        if !matches!(done, Done::Undo { .. } | Done::Share { .. }) {
            self.live.push(self.len());
        }
        self.entries.push(Kept { done, revealed: story.revealed, hidden_from, hash });
        let line = self.body(self.entries.len() - 1, Viewer::Watcher).chained(number);
        self.head = chain(&self.head, &line);
        Step { number, events: story.events }
    }

    fn story(&self) -> Story<R::Event> {
        if self.quiet { Story::silent() } else { Story::telling() }
    }

    /// How far `seat` may go back without asking: the number of the input it can return to.
    pub fn free_undo(&self, seat: Seat) -> u32 {
        let mut live = self.live.as_slice();
        while let Some((&last, before)) = live.split_last() {
            let entry = &self.entries[last as usize];
            match entry.done {
                Done::Act(by, _) if by == seat && !entry.revealed => live = before,
                _ => break,
            }
        }
        live.last().map_or(0, |&n| n + 1)
    }

    /// Back to the state after input `to` (0: the beginning), freely or with the other seat's consent.
    pub fn undo(&mut self, seat: Seat, to: u32, agreed: bool) -> Result<Step<R::Event>, NoUndo> {
        let keep = match to {
            0 => 0,
            n => match self.live.iter().position(|&i| i + 1 == n) {
                Some(at) => at + 1,
                None => return Err(NoUndo::NoSuchInput),
            },
        };
        if keep == self.live.len() {
            return Err(NoUndo::NoSuchInput);
        }
        if !agreed && to < self.free_undo(seat) {
            return Err(NoUndo::NeedsConsent);
        }
        self.live.truncate(keep);
        self.forfeited = None;
        self.state = self.state_after(self.live.len());
        Ok(self.keep(Done::Undo { seat, to, agreed }, Story::telling(), [false; 3]))
    }

    /// The state after the first `count` inputs in force.
    fn state_after(&self, count: usize) -> R::State {
        let mut story = Story::silent();
        let mut state = self.rules.start(&mut story);
        for &at in &self.live[..count] {
            self.again(&mut state, at as usize);
        }
        state
    }

    /// Carries out an entry once more.
    fn again(&self, state: &mut R::State, at: usize) {
        let mut story = Story::silent();
        match &self.entries[at].done {
            Done::Act(seat, action) => {
                self.rules.carry_out(state, Input::Act(*seat, action.clone()), &mut story);
            }
            Done::Throw { pips, .. } => {
                if let Ask::Throw(roll) = self.rules.ask(state) {
                    let fall = roll.pool.fall(pips).expect("pips that were accepted before");
                    self.rules.fall(state, fall, &mut story);
                }
            }
            Done::Undo { .. } | Done::Resign { .. } | Done::Share { .. } => {}
        }
    }

    fn body(&self, at: usize, viewer: Viewer) -> Body {
        let entry = &self.entries[at];
        let number = at as u32 + 1;
        match &entry.done {
            Done::Act(seat, action) => {
                let action = self.rules.write_action(action);
                // The chained form must be one for all, so what is hidden from anyone is sealed for everyone.
                if entry.hidden_from.contains(&true) {
                    let commitment = self.header.commitment(number, &action);
                    let shown = match viewer {
                        Viewer::Seat(seat) => !entry.hidden_from[seat.index()],
                        Viewer::Watcher => !entry.hidden_from[2],
                        Viewer::Everyone => true,
                    };
                    Body::Sealed { seat: *seat, commitment, opened: shown.then_some(action) }
                } else {
                    Body::Act { seat: *seat, action }
                }
            }
            Done::Throw { number, pips, entered } => {
                Body::Throw { number: *number, pips: pips.clone(), entered: *entered }
            }
            Done::Undo { seat, to, agreed } => Body::Undo { seat: *seat, to: *to, agreed: *agreed },
            Done::Resign { seat, why } => Body::Resign { seat: *seat, why: *why },
            Done::Share { seat, commitment } => Body::Share { seat: *seat, commitment: *commitment },
        }
    }

    /// An input as the record of this viewer has it.
    pub fn input(&self, number: u32, viewer: Viewer) -> Option<Body> {
        let at = (number as usize).checked_sub(1).filter(|at| *at < self.entries.len())?;
        Some(self.body(at, viewer))
    }

    /// The record as this viewer may have it. While a game runs, nobody but the server has its seed; while one
    /// with secrets runs, state hashes, hidden actions and the salt neither.
    pub fn record(&self, viewer: Viewer) -> Record {
        let open = viewer == Viewer::Everyone || !self.rules.profile().secrets;
        let begin = open.then(|| self.rules.hash(&self.rules.start(&mut Story::silent())));
        let entries = (0..self.entries.len())
            .map(|at| Entry { body: self.body(at, viewer), hash: open.then_some(self.entries[at].hash) })
            .collect();
        let mut header = (*self.header).clone();
        if viewer != Viewer::Everyone {
            // The seed tells every throw to come.
            header.secret = None;
            header.source = match header.source {
                Source::Seeded(seed) => Source::Committed(seed_commitment(seed)),
                Source::Shared(dice) => Source::Shared(dice.sealed()),
                other => other,
            };
        }
        Record { header, begin, entries }
    }

    /// Plays a record from its first input to its last (or to input `upto`), checking legality, dice and
    /// hashes.
    pub fn check(rules: Arc<R>, file: &str, record: &Record, upto: Option<u32>) -> Result<Table<R>, Fault> {
        let (mut table, _) = Table::begin(rules, record.header.clone());
        table.quiet = true;
        table.play_record(file, record, upto, |_, _| {})?;
        table.quiet = false;
        Ok(table)
    }

    /// The same as a story: the callback hears each step.
    pub fn replay(
        rules: Arc<R>,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        mut heard: impl FnMut(&Table<R>, &Step<R::Event>),
    ) -> Result<Table<R>, Fault> {
        let (mut table, step) = Table::begin(rules, record.header.clone());
        heard(&table, &step);
        table.play_record(file, record, upto, heard)?;
        Ok(table)
    }

    fn play_record(
        &mut self,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        mut heard: impl FnMut(&Table<R>, &Step<R::Event>),
    ) -> Result<(), Fault> {
        let table = self;
        let here = |n: usize| format!("{file}: input {}", n + 1);
        if let Some(begin) = record.begin {
            let hash = table.rules.hash(&table.state);
            if hash != begin {
                return Err(Fault::new(
                    file,
                    format!("the first position hashes to {hash:016x}, the record says {begin:016x}"),
                )
                .hint("it was made with other data or another revision"));
            }
        }
        let mut fair = None;
        for (n, entry) in record.entries.iter().enumerate() {
            if upto.is_some_and(|upto| n as u32 >= upto) {
                break;
            }
            let step = table.replay_entry(entry, &mut fair).map_err(|why| Fault::new(here(n), why))?;
            if let (Some(hash), Some(Kept { hash: found, .. })) = (entry.hash, table.entries.last())
                && hash != *found
            {
                let message = format!("the position hashes to {found:016x}, the record says {hash:016x}");
                return Err(Fault::new(here(n), message));
            }
            heard(table, &step);
        }
        if let (Source::Shared(dice), None) =
            (&record.header.source, upto.filter(|&upto| (upto as usize) < record.entries.len()))
        {
            let stray = Seat::ALL
                .into_iter()
                .find(|seat| dice.shares[seat.index()].is_some() && table.shares[seat.index()].is_none());
            if let Some(seat) = stray {
                let message = format!("seat {} has a share of the dice that it never committed to", seat.0);
                return Err(Fault::new(file, message));
            }
        }
        Ok(())
    }

    /// `fair`: the dice of the record, worked out at its first throw.
    fn replay_entry(
        &mut self,
        entry: &Entry,
        fair: &mut Option<Option<Fair>>,
    ) -> Result<Step<R::Event>, String> {
        match &entry.body {
            Body::Act { seat, action } => self.replay_act(*seat, action),
            Body::Sealed { seat, commitment, opened } => {
                let Some(action) = opened else {
                    return Err(
                        "this action is sealed; only the record of a finished game can be replayed".into()
                    );
                };
                let number = self.len() + 1;
                if self.header.secret.is_some() && self.header.commitment(number, action) != *commitment {
                    return Err(format!("`{action}` does not open the commitment made for it"));
                }
                self.replay_act(*seat, action)
            }
            Body::Throw { number, pips, entered } => {
                let Ask::Throw(roll) = self.ask() else {
                    return Err("dice were thrown, but none are wanted here".to_owned());
                };
                if *number != self.throws + 1 {
                    return Err(format!("throw {} is due, the record has throw {number}", self.throws + 1));
                }
                if let (Some(fair), false) = (fair.get_or_insert_with(|| self.dice()), *entered) {
                    let due = fair.throw(roll.pool, *number).unwrap_or_default();
                    if due.as_slice() != pips.as_slice() {
                        return Err(format!("the seed gives {due:?}, the record says {pips:?}"));
                    }
                }
                self.take_pips(&roll, pips, *entered)
            }
            Body::Undo { seat, to, agreed } => self.undo(*seat, *to, *agreed).map_err(|why| match why {
                NoUndo::NoSuchInput => format!("there is no input {to} in force to go back to"),
                NoUndo::NeedsConsent => format!("going back to input {to} needed consent"),
            }),
            Body::Resign { seat, why } => {
                self.forfeit(*seat, *why).map_err(|_| "the game was over already".to_owned())
            }
            Body::Share { seat, commitment } => {
                if let Source::Shared(dice) = &self.header.source
                    && let Some(share) = &dice.shares[seat.index()]
                    && share_commitment(*seat, share) != *commitment
                {
                    let who = seat.0;
                    return Err(format!("the share of seat {who} is not the one it committed to here"));
                }
                self.share(*seat, *commitment).map_err(|why| why.to_string())
            }
        }
    }

    fn replay_act(&mut self, seat: Seat, text: &str) -> Result<Step<R::Event>, String> {
        let action = self.rules.read_action(text)?;
        self.act(seat, &action)
            .map_err(|refusal| format!("`{text}` is not legal here by rule {}", refusal.rule))
    }
}
