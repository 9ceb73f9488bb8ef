//! A game being played: its state, its inputs, its seams.
//!
//! | module | what it holds |
//! |---|---|
//! | `past` | earlier states, and the story from any input on |
//! | `replay` | a game as a record, and a record as a game |
//! | `snapshot` | states in the form in which they are stored, and a game from its record and these |

mod past;
mod replay;
mod snapshot;

use std::sync::{Arc, OnceLock};

use crate::{
    pages::Pages,
    question::{Ask, Outcome},
    record::{Forfeit, Head, Header, Input, Salt, Source, chain},
    refusal::Refusal,
    roll::{Dice, Fair, Roll},
    rules::{Move, Play},
    shared::{Secret, share_commitment},
    story::Story,
    system::Game,
    thing::{Seat, Viewer},
    words::{Line, Rule},
};

use snapshot::Saved;
pub use snapshot::Snapshot;

/// A game with its history. The history is the truth; the state is derived from it.
pub struct Table<R: Game> {
    pub rules: Arc<R>,
    header: Arc<Header>,
    /// The state before the first input.
    first: Arc<R::State>,
    state: R::State,
    entries: Pages<Kept<R::Action, R::State>>,
    /// Throws ever made, undone ones included: no number is used twice.
    throws: u32,
    /// Where dice came from, in order; the last are in use.
    dice: Vec<Dicing>,
    head: Head,
    /// Nobody listens: a record is being checked, not read.
    quiet: bool,
    /// What the game rests in, cached: it is read several times after each input. [`Table::push`] clears it.
    ask: OnceLock<Arc<Ask>>,
}

/// An entry with what the table itself needs to know of it.
#[derive(Clone, Debug)]
struct Kept<A, S> {
    input: Input<A>,
    /// Undo does not cross it without consent, for any seat.
    revealed: bool,
    hiding: Hiding,
    hash: u64,
    /// The last input in force after it. An input that can be undone is its own; it follows on the tip of the entry
    /// before, so the inputs in force are a path through a tree, and going back moves the tip.
    tip: u32,
    /// How far the seat that did it may go back without asking.
    free: u32,
    /// The seat that acted last on the path, and how often each seat's turn to act has come.
    by: Option<Seat>,
    turns: [u32; 2],
    /// A snapshot of the state, at every [`SNAPSHOT`]th input of a path.
    state: Option<Saved<S>>,
    /// Inputs of the path since the last snapshot, this one included; [`SNAPSHOT`] where there is one.
    since: u32,
    throws: u32,
    head: Head,
}

/// How an action is hidden.
#[derive(Clone, Debug, Default)]
struct Hiding {
    /// Each viewer that must not see the action.
    from: [bool; 3],
    /// The commitment that stands for it, where the salt is not known; otherwise it follows from the salt.
    commitment: Option<Box<str>>,
}

/// Any earlier state is at most this many inputs from a snapshot: this bounds what undo and rewinding cost.
const SNAPSHOT: u32 = 32;

/// Where the dice come from, from one input on.
#[derive(Clone, Debug)]
struct Dicing {
    /// The input that brought them; 0 is the header.
    from: u32,
    source: Source,
    /// Salts the commitments to hidden actions from here on.
    secret: Option<Salt>,
    /// Throws made before.
    throws: u32,
    /// The commitment of each seat to its share, with the number of its input.
    shares: [Option<(u32, Head)>; 2],
}

impl Dicing {
    fn committed(&self) -> [Option<Head>; 2] {
        self.shares.map(|share| share.map(|(_, commitment)| commitment))
    }

    fn fair(&self) -> Option<Fair> {
        match &self.source {
            Source::Seeded(seed) => Some(Fair::new(*seed)),
            Source::Shared(dice) => dice.dice(&self.committed()),
            Source::Committed(_) | Source::Scripted | Source::Entered => None,
        }
    }
}

/// What one input brought about.
#[derive(Clone, Debug)]
pub struct Step<E> {
    /// The number of the input in the record.
    pub number: u32,
    pub events: Vec<E>,
}

/// Why an input was not applied. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotApplied {
    Refused(Refusal),
    /// The game does not rest in a roll.
    NoRollDue,
    /// The dice do not fit the roll that the game rests in.
    WrongRoll(String),
    Undo(NoUndo),
    Share(NoShare),
}

impl std::fmt::Display for NotApplied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotApplied::Refused(refusal) => write!(f, "it is not legal here by rule {}", refusal.rule),
            NotApplied::NoRollDue => f.write_str("no dice are wanted now"),
            NotApplied::WrongRoll(why) => f.write_str(why),
            NotApplied::Undo(NoUndo::NoSuchInput { to }) => {
                write!(f, "there is no input {to} in force to go back to")
            }
            NotApplied::Undo(NoUndo::NeedsConsent) => f.write_str("going back that far needs consent"),
            NotApplied::Share(why) => why.fmt(f),
        }
    }
}

/// Why undo was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUndo {
    /// There is no such input in force, or nothing lies after it.
    NoSuchInput { to: u32 },
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
    /// Dice have been rolled: a choice made now could depend on them.
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
                    "this commitment is late: it must come before the first throw of these dice, and throw {throw} \
                     was made"
                )
            }
            NoShare::Other => f.write_str("this is not the share the seat was committed to"),
        }
    }
}

impl<R: Game> Clone for Table<R> {
    fn clone(&self) -> Self {
        Table {
            rules: self.rules.clone(),
            header: self.header.clone(),
            first: self.first.clone(),
            state: self.state.clone(),
            entries: self.entries.clone(),
            throws: self.throws,
            dice: self.dice.clone(),
            head: self.head,
            quiet: self.quiet,
            ask: self.ask.clone(),
        }
    }
}

impl<R: Game> std::fmt::Debug for Table<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).field("inputs", &self.entries.len()).finish()
    }
}

impl<R: Game> Table<R> {
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
        let dice = vec![Dicing {
            from: 0,
            source: header.source,
            secret: header.secret,
            throws: 0,
            shares: [None; 2],
        }];
        let table = Table {
            rules,
            header: Arc::new(header),
            first: Arc::new(state.clone()),
            state,
            entries: Pages::default(),
            throws: 0,
            dice,
            head,
            quiet: false,
            ask: OnceLock::new(),
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
    pub fn done(&self, number: u32) -> Option<&Input<R::Action>> {
        self.kept(number).map(|kept| &kept.input)
    }

    /// What the game rests in.
    pub fn ask(&self) -> Arc<Ask> {
        self.ask.get_or_init(|| Arc::new(self.find_ask())).clone()
    }

    fn find_ask(&self) -> Ask {
        match self.forfeited() {
            Some((seat, why)) => {
                let side = self.rules.side(&self.state, seat);
                let key = match why {
                    Forfeit::Resigned => "table-resigned",
                    Forfeit::Time => "table-out-of-time",
                    Forfeit::Absence => "table-absent",
                    Forfeit::Share => "table-share-withheld",
                    Forfeit::Draw => "table-drawn",
                };
                let line = Line::new(key).with("side", side);
                let winner = (why != Forfeit::Draw).then(|| side.other());
                Ask::Over(Outcome { winner, rule: Rule("0-4"), line })
            }
            None => self.rules.ask(&self.state),
        }
    }

    /// Applies an input of any kind.
    pub fn apply(&mut self, input: Input<R::Action>) -> Result<Step<R::Event>, NotApplied> {
        match input {
            Input::Act { seat, action } => self.act(seat, &action).map_err(NotApplied::Refused),
            Input::Roll { number, pips, entered } => {
                let ask = self.ask();
                let Ask::Throw(roll) = &*ask else { return Err(NotApplied::NoRollDue) };
                if number != self.throws + 1 {
                    let due = self.throws + 1;
                    return Err(NotApplied::WrongRoll(format!("throw {due} is due, not throw {number}")));
                }
                self.take_pips(roll, &pips, entered).map_err(NotApplied::WrongRoll)
            }
            Input::Undo { seat, to, agreed } => self.undo(seat, to, agreed).map_err(NotApplied::Undo),
            Input::Resign { seat, why } => self.forfeit(seat, why).map_err(NotApplied::Refused),
            Input::Share { seat, commitment } => self.share(seat, commitment).map_err(NotApplied::Share),
            Input::Dice { file, source, secret } => Ok(self.fresh_dice(file, source, secret)),
        }
    }

    pub fn act(&mut self, seat: Seat, action: &R::Action) -> Result<Step<R::Event>, Refusal> {
        self.act_committed(seat, action, None)
    }

    /// `commitment`: the one that a record has for this action, where the salt it was made with is not known.
    fn act_committed(
        &mut self,
        seat: Seat,
        action: &R::Action,
        commitment: Option<&str>,
    ) -> Result<Step<R::Event>, Refusal> {
        if self.forfeited().is_some() {
            return Refusal::no(Rule("0-4"), Line::new("table-over"));
        }
        let action = &self.rules.reduced(&self.state, action);
        self.rules.judge(&self.state, seat, action)?;
        let hidden = |viewer| self.rules.show(&self.state, seat, action, viewer).hidden;
        // Nobody knows less than a watcher: what he sees, all see.
        let hiding = match self.rules.profile().secrets && hidden(Viewer::Watcher) {
            true => Hiding { from: Viewer::DURING.map(hidden), commitment: commitment.map(Box::from) },
            false => Hiding::default(),
        };
        let mut story = self.story();
        self.rules.carry_out(&mut self.state, Move::Act(seat, action.clone()), &mut story);
        Ok(self.keep(Input::Act { seat, action: action.clone() }, story, hiding))
    }

    /// The roll that the game rests in, from a source of dice. `None`: no dice are wanted, or the source has none.
    pub fn next_roll<A>(&self, dice: &mut dyn Dice) -> Option<Input<A>> {
        let ask = self.ask();
        let Ask::Throw(roll) = &*ask else { return None };
        let number = self.throws + 1;
        let pips = dice.throw(roll.pool, number)?.to_vec();
        Some(Input::Roll { number, pips, entered: false })
    }

    /// Takes the dice this game rests in from a source. `None`: no dice are wanted, or the source has none.
    pub fn throw(&mut self, dice: &mut dyn Dice) -> Option<Step<R::Event>> {
        let input = self.next_roll(dice)?;
        self.apply(input).ok()
    }

    /// The pips of the throw that the game rests in.
    fn take_pips(&mut self, roll: &Roll, pips: &[u8], entered: bool) -> Result<Step<R::Event>, String> {
        if entered {
            self.source().may_be_entered()?;
        }
        let fall = roll.pool.fall(pips)?;
        let mut story = self.story();
        self.rules.fall(&mut self.state, fall, &mut story);
        self.throws += 1;
        let input = Input::Roll { number: self.throws, pips: pips.to_vec(), entered };
        Ok(self.keep(input, story, Hiding::default()))
    }

    pub fn resign(&mut self, seat: Seat) -> Result<Step<R::Event>, Refusal> {
        self.forfeit(seat, Forfeit::Resigned)
    }

    /// Ends the game against a seat, or by its consent to a draw. Clocks are the table's, so what it says of time is its word.
    pub fn forfeit(&mut self, seat: Seat, why: Forfeit) -> Result<Step<R::Event>, Refusal> {
        if let Ask::Over(_) = &*self.ask() {
            return Refusal::no(Rule("0-4"), Line::new("table-over"));
        }
        Ok(self.keep(Input::Resign { seat, why }, Story::telling(), Hiding::default()))
    }

    /// Commits a seat to its share of the dice.
    pub fn share(&mut self, seat: Seat, commitment: Head) -> Result<Step<R::Event>, NoShare> {
        let number = self.len() + 1;
        let throws = self.throws;
        let dicing = self.dicing_mut();
        if !matches!(dicing.source, Source::Shared(_)) {
            return Err(NoShare::NotShared);
        }
        if throws > dicing.throws {
            return Err(NoShare::Late { throw: dicing.throws + 1 });
        }
        if dicing.shares[seat.index()].is_some() {
            return Err(NoShare::Twice);
        }
        dicing.shares[seat.index()] = Some((number, commitment));
        Ok(self.keep(Input::Share { seat, commitment }, Story::telling(), Hiding::default()))
    }

    /// Takes the share that a seat is committed to. It is no input: it stands in the record once that may show it.
    pub fn open_share(&mut self, seat: Seat, share: Secret) -> Result<(), NoShare> {
        let dicing = self.dicing_mut();
        let committed = dicing.committed();
        let Source::Shared(dice) = &mut dicing.source else {
            return Err(NoShare::NotShared);
        };
        if committed[seat.index()] != Some(share_commitment(seat, &share)) {
            return Err(NoShare::Other);
        }
        dice.shares[seat.index()] = Some(share);
        Ok(())
    }

    /// Dice of another source from here on, and another salt for what is hidden. `file`: everything before comes from
    /// a file, whose author may know the old ones.
    pub fn fresh_dice(&mut self, file: bool, source: Source, secret: Option<Salt>) -> Step<R::Event> {
        let (from, throws) = (self.len() + 1, self.throws);
        self.dice.push(Dicing { from, source, secret, throws, shares: [None; 2] });
        self.keep(Input::Dice { file, source, secret }, Story::telling(), Hiding::default())
    }

    fn dicing(&self) -> &Dicing {
        self.dice.last().expect("the header has dice")
    }

    fn dicing_mut(&mut self) -> &mut Dicing {
        self.dice.last_mut().expect("the header has dice")
    }

    /// Where the dice come from now.
    pub fn source(&self) -> Source {
        self.dicing().source
    }

    /// What each seat is committed to, where dice are shared.
    pub fn shares(&self) -> [Option<Head>; 2] {
        self.dicing().committed()
    }

    /// Has any throw been made with the dice in use?
    pub fn has_thrown(&self) -> bool {
        self.throws > self.dicing().throws
    }

    /// The input up to which this game comes from a file; `None` if it was played from its beginning here.
    pub fn file_end(&self) -> Option<u32> {
        let is_file = |number: u32| matches!(self.done(number), Some(Input::Dice { file: true, .. }));
        self.dice.iter().rev().map(|dicing| dicing.from).find(|&number| is_file(number))
    }

    /// The dice this game is played with, where everything they follow from is known.
    pub fn dice(&self) -> Option<Fair> {
        self.dicing().fair()
    }

    fn keep(&mut self, input: Input<R::Action>, story: Story<R::Event>, hiding: Hiding) -> Step<R::Event> {
        let number = self.len() + 1;
        let hash = self.rules.hash(&self.state);
        let mut kept = self.placed(input, story.revealed, hiding, hash);
        if kept.since == SNAPSHOT {
            kept.state = Some(Saved::of(self.state.clone()));
        }
        self.head = chain(&self.head, &self.recorded(number, &kept, Viewer::Watcher).chained(number));
        self.push(kept);
        Step { number, events: story.events }
    }

    /// The next entry with its place among the others. Its head and snapshot are not known yet.
    fn placed(
        &self,
        input: Input<R::Action>,
        revealed: bool,
        hiding: Hiding,
        hash: u64,
    ) -> Kept<R::Action, R::State> {
        let number = self.len() + 1;
        let before = self.tip();
        let (tip, free) = match &input {
            Input::Undo { to, .. } => (*to, *to),
            input if input.is_beside() => (before, before),
            Input::Act { seat, .. } if !revealed => (number, self.free_undo(*seat)),
            _ => (number, number),
        };
        let since = if tip == number { self.since(before) % SNAPSHOT + 1 } else { 0 };
        let (mut by, mut turns) = self
            .kept(if tip == number { before } else { tip })
            .map_or_else(Default::default, |at| (at.by, at.turns));
        if let (Input::Act { seat, .. }, true) = (&input, tip == number)
            && by != Some(*seat)
        {
            by = Some(*seat);
            turns[seat.index()] += 1;
        }
        let (throws, head) = (self.throws, self.head);
        Kept { input, revealed, hiding, hash, tip, free, by, turns, state: None, since, throws, head }
    }

    /// Adds an entry, the head of which is that of the table.
    fn push(&mut self, mut kept: Kept<R::Action, R::State>) {
        kept.head = self.head;
        self.entries.push(kept);
        self.ask.take();
    }

    fn story(&self) -> Story<R::Event> {
        if self.quiet { Story::silent() } else { Story::telling() }
    }

    /// How far `seat` may go back without asking: the number of the input it can return to.
    pub fn free_undo(&self, seat: Seat) -> u32 {
        let tip = self.tip();
        match self.kept(tip) {
            Some(Kept { input: Input::Act { seat: by, .. }, free, revealed: false, .. }) if *by == seat => {
                *free
            }
            _ => tip,
        }
    }

    /// Is a seat in the middle of a chain of clicks? Others see the chain when it is complete.
    pub fn in_chain(&self, seat: Seat) -> bool {
        // The last input in force decides. A share or other dice meanwhile do not break a chain, and who goes back to a
        // question that another input led to is asked again.
        let last = self.kept(self.tip()).map(|kept| &kept.input);
        let own = matches!(last, Some(Input::Act { seat: by, .. }) if *by == seat);
        own && self.rules.depth(&self.state) > 0
            && match &*self.ask() {
                Ask::Choose(questions) => matches!(questions.as_slice(), [only] if only.seat == seat),
                _ => false,
            }
    }

    /// How often it has been each seat's turn to act, in what is in force: acts in a row are one turn.
    pub fn turns(&self) -> [u32; 2] {
        self.kept(self.tip()).map_or([0; 2], |at| at.turns)
    }

    /// Back to the state after input `to` (0: the beginning), freely or with the other seat's consent.
    pub fn undo(&mut self, seat: Seat, to: u32, agreed: bool) -> Result<Step<R::Event>, NoUndo> {
        if to == self.tip() || !self.is_in_force(to) {
            return Err(NoUndo::NoSuchInput { to });
        }
        if !agreed && to < self.free_undo(seat) {
            return Err(NoUndo::NeedsConsent);
        }
        self.state = self.state_after(to);
        Ok(self.keep(Input::Undo { seat, to, agreed }, Story::telling(), Hiding::default()))
    }
}
