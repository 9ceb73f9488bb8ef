//! The record: the whole truth of a game as text. `docs/records.md` describes the format.
//!
//! A header (set-up, revision, data digest, source of dice), then one line an input. Lines are only ever
//! added; undone ones stay. Each line is chained to the one before by SHA-256, so any later edit shows
//! against a head that somebody kept.

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    data::{hex, unhex},
    fault::Fault,
    setup::Setup,
    shared::{self, Shared},
    thing::Seat,
};

pub const FORMAT: u32 = 1;
/// No game of ours comes near; a hostile file does.
const MOST_LINES: usize = 2_000_000;

/// Where the dice of a game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// All from this seed; verifiable by anyone who has it.
    Seeded(u64),
    /// From a seed that is not told while play goes on, only committed to.
    Committed(Head),
    /// From secrets of the table and of each seat.
    Shared(Shared),
    /// Given by a script: tests and worked examples.
    Scripted,
    /// Thrown at a real table and entered by the players.
    Entered,
}

impl Source {
    /// Only a game that began with dice thrown by hand takes pips from a player. Otherwise a throw that does not follow
    /// from the seed could be passed off as a real one.
    pub(crate) fn may_be_entered(self) -> Result<(), String> {
        let whose = match self {
            Source::Scripted | Source::Entered => return Ok(()),
            Source::Seeded(_) | Source::Committed(_) => "follow from its seed",
            Source::Shared(_) => "are shared",
        };
        Err(format!("the dice of this game {whose}; none may be entered by hand"))
    }

    /// Without what tells the throws to come.
    #[must_use]
    pub fn sealed(self) -> Source {
        match self {
            Source::Seeded(seed) => Source::Committed(seed_commitment(seed)),
            Source::Shared(dice) => Source::Shared(dice.sealed()),
            other => other,
        }
    }

    /// What is chained of it.
    fn words(self) -> String {
        match self.sealed() {
            Source::Seeded(_) | Source::Scripted => "scripted".to_owned(),
            Source::Committed(commitment) => format!("seeded {}", hex(&commitment)),
            Source::Shared(dice) => format!("shared {}", hex(&dice.commitment)),
            Source::Entered => "entered".to_owned(),
        }
    }
}

/// What salts the commitments to hidden actions.
pub type Salt = [u8; 16];

/// Everything before the first input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub setup: Setup,
    /// Name and digest of the data set.
    pub data: (String, String),
    pub source: Source,
    /// Salts the commitments to hidden actions; written only into records that may show everything.
    pub secret: Option<Salt>,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub input: Input<Recorded>,
    /// The hash of the state after it; absent while it would tell something hidden.
    pub hash: Option<u64>,
}

/// One input of a game: the body of a client's command, of a line of the record and of a replay. `A` is the form of an
/// action: a value at a table, text in a command, open or sealed in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<A = String> {
    Act {
        seat: Seat,
        action: A,
    },
    /// The dice of the roll that the game rests in. `number` counts all rolls of the game from 1, undone ones included.
    Roll {
        number: u32,
        pips: Vec<u8>,
        /// Thrown at a real table and typed in.
        entered: bool,
    },
    /// Back to the state after input `to`; 0 is the beginning. Rolls in between stay used.
    Undo {
        seat: Seat,
        to: u32,
        agreed: bool,
    },
    Resign {
        seat: Seat,
        why: Forfeit,
    },
    /// The seat is bound to its share of the dice from here on.
    Share {
        seat: Seat,
        commitment: Head,
    },
    /// Other dice from here on, and another salt. `file`: everything before comes from a file, so its author may have
    /// known the dice.
    Dice {
        file: bool,
        source: Source,
        secret: Option<Salt>,
    },
}

impl<A> Input<A> {
    /// Whether it leaves the state of the game alone: undo does not take it back.
    pub fn is_beside(&self) -> bool {
        matches!(self, Input::Share { .. } | Input::Dice { .. })
    }

    /// The seat that made it; `None` for dice.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Input::Act { seat, .. }
            | Input::Undo { seat, .. }
            | Input::Resign { seat, .. }
            | Input::Share { seat, .. } => Some(*seat),
            Input::Roll { .. } | Input::Dice { .. } => None,
        }
    }

    /// The same input with its action in another form.
    pub fn try_map<B, E>(self, form: impl FnOnce(A) -> Result<B, E>) -> Result<Input<B>, E> {
        Ok(match self {
            Input::Act { seat, action } => Input::Act { seat, action: form(action)? },
            Input::Roll { number, pips, entered } => Input::Roll { number, pips, entered },
            Input::Undo { seat, to, agreed } => Input::Undo { seat, to, agreed },
            Input::Resign { seat, why } => Input::Resign { seat, why },
            Input::Share { seat, commitment } => Input::Share { seat, commitment },
            Input::Dice { file, source, secret } => Input::Dice { file, source, secret },
        })
    }
}

/// An action as a record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    Open(String),
    /// Hidden from somebody: its commitment, and the action itself for viewers that may know it.
    Sealed {
        commitment: String,
        opened: Option<String>,
    },
}

impl Entry {
    /// The lines of the record for this entry, without a line end after the last.
    pub fn text(&self, number: u32) -> String {
        let mut text = self.input.chained(number);
        if let Some(hash) = self.hash {
            let _ = write!(text, " : {hash:016x}");
        }
        let opened = self.input.opened();
        if !opened.is_empty() {
            text.push('\n');
            text += opened.trim_end_matches('\n');
        }
        text
    }
}

impl Recorded {
    /// The text of the action; `None` if it is sealed.
    pub fn text(&self) -> Option<&str> {
        match self {
            Recorded::Open(action) | Recorded::Sealed { opened: Some(action), .. } => Some(action),
            Recorded::Sealed { opened: None, .. } => None,
        }
    }
}

/// How a seat ended a game that was not decided on the board. It loses, unless it agreed to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Forfeit {
    /// It gave up.
    Resigned,
    /// It had no time left, by the clock of the table.
    Time,
    /// It was away too long, and the other seat claimed the game.
    Absence,
    /// It did not bring its share of the dice in time.
    Share,
    /// It agreed to the draw that the other seat had offered.
    Draw,
}

impl Forfeit {
    /// As a record writes it.
    fn words(self) -> &'static str {
        match self {
            Forfeit::Resigned => "resign",
            Forfeit::Time => "resign time",
            Forfeit::Absence => "resign absence",
            Forfeit::Share => "resign share",
            Forfeit::Draw => "draw",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub header: Header,
    pub begin: Option<u64>,
    pub entries: Vec<Entry>,
}

pub type Head = [u8; 32];

/// What stands for a seed until it may be known.
pub fn seed_commitment(seed: u64) -> Head {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai seed 1");
    hasher.update(seed.to_le_bytes());
    hasher.finalize().into()
}

impl Header {
    /// What is chained: the same for every viewer, so without seed and secret.
    pub fn text(&self) -> String {
        let mut text = format!("gunbai record {FORMAT}\n");
        let setup = &self.setup;
        let _ = writeln!(
            text,
            "system {}\nscenario {}\nrevision {}",
            setup.system, setup.scenario, setup.revision
        );
        for (option, value) in &setup.options {
            let _ = writeln!(text, "option {option} {value}");
        }
        let _ = writeln!(text, "data {} {}", self.data.0, self.data.1);
        let _ = writeln!(text, "dice {}", self.source.words());
        for line in setup.position.iter().flat_map(|position| position.lines()) {
            let _ = writeln!(text, "| {line}");
        }
        text
    }

    /// The head before the first input.
    pub fn head(&self) -> Head {
        Sha256::digest(self.text()).into()
    }
}

/// What is written for a hidden action before it may be known.
pub fn commitment(secret: Option<Salt>, number: u32, action: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai sealed 1");
    hasher.update(salt(secret, number));
    hasher.update(action);
    hex(&hasher.finalize())
}

/// The salt of one entry; together with the action it opens the commitment.
fn salt(secret: Option<Salt>, number: u32) -> Head {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai salt 1");
    hasher.update(secret.unwrap_or_default());
    hasher.update(number.to_le_bytes());
    hasher.finalize().into()
}

impl Input<Recorded> {
    /// What is chained: the same for every viewer.
    pub fn chained(&self, number: u32) -> String {
        match self {
            Input::Act { seat, action: Recorded::Open(action) } => format!("{number} {} {action}", seat.0),
            Input::Act { seat, action: Recorded::Sealed { commitment, .. } } => {
                format!("{number} {} sealed {commitment}", seat.0)
            }
            Input::Roll { number: throw, pips, entered } => {
                let word = if *entered { "entered" } else { "throw" };
                let mut line = format!("{number} {word} {throw}");
                for pip in pips {
                    let _ = write!(line, " {pip}");
                }
                line
            }
            Input::Undo { seat, to, agreed } => {
                format!("{number} {} undo {to}{}", seat.0, if *agreed { " agreed" } else { "" })
            }
            Input::Resign { seat, why } => format!("{number} {} {}", seat.0, why.words()),
            Input::Share { seat, commitment } => format!("{number} {} share {}", seat.0, hex(commitment)),
            Input::Dice { file, source, .. } => {
                format!("{number} {} {}", if *file { "file" } else { "dice" }, source.words())
            }
        }
    }

    /// The lines below it that reveal what it hides, for viewers that may know.
    pub fn opened(&self) -> String {
        match self {
            Input::Act { action: Recorded::Sealed { opened: Some(action), .. }, .. } => {
                format!("= {action}\n")
            }
            Input::Dice { source, secret, .. } => {
                let mut text = String::new();
                secrets(*source, *secret).for_each(|line| _ = writeln!(text, "= {line}"));
                text
            }
            _ => String::new(),
        }
    }
}

/// What dice follow from and the salt, a line each.
fn secrets(source: Source, secret: Option<Salt>) -> impl Iterator<Item = String> {
    let (seed, shares) = match source {
        Source::Seeded(seed) => (Some(format!("seed {seed}")), [None; 2]),
        Source::Shared(dice) => (dice.seed.map(|seed| format!("seed {}", hex(&seed))), dice.shares),
        Source::Committed(_) | Source::Scripted | Source::Entered => (None, [None; 2]),
    };
    let shares = shares.into_iter().enumerate();
    let shares = shares.filter_map(|(seat, share)| Some(format!("share {seat} {}", hex(&share?))));
    seed.into_iter().chain(shares).chain(secret.map(|secret| format!("secret {}", hex(&secret))))
}

/// The head after one more line.
pub fn chain(head: &Head, line: &str) -> Head {
    let mut hasher = Sha256::new();
    hasher.update(head);
    hasher.update(line);
    hasher.finalize().into()
}

impl Record {
    /// A game in which nothing has been done yet.
    pub fn new(header: Header) -> Record {
        Record { header, begin: None, entries: Vec::new() }
    }

    pub fn text(&self) -> String {
        let mut text = self.header.text();
        secrets(self.header.source, self.header.secret).for_each(|line| _ = writeln!(text, "{line}"));
        match self.begin {
            Some(hash) => _ = writeln!(text, "begin {hash:016x}"),
            None => text.push_str("begin -\n"),
        }
        for (n, entry) in self.entries.iter().enumerate() {
            text.push_str(&entry.text(n as u32 + 1));
            text.push('\n');
        }
        let _ = writeln!(text, "head {}", hex(&self.head()));
        text
    }

    /// Where the dice come from at its end.
    pub fn source(&self) -> Source {
        let fresh = self.entries.iter().rev().find_map(|entry| match entry.input {
            Input::Dice { source, .. } => Some(source),
            _ => None,
        });
        fresh.unwrap_or(self.header.source)
    }

    pub fn source_mut(&mut self) -> &mut Source {
        let fresh = self.entries.iter_mut().rev().find_map(|entry| match &mut entry.input {
            Input::Dice { source, .. } => Some(source),
            _ => None,
        });
        fresh.unwrap_or(&mut self.header.source)
    }

    pub fn head(&self) -> Head {
        let mut head = self.header.head();
        for (n, entry) in self.entries.iter().enumerate() {
            head = chain(&head, &entry.input.chained(n as u32 + 1));
        }
        head
    }

    /// Reads a record and checks its form and chain. Whether its inputs are legal only replaying can tell.
    pub fn parse(file: &str, text: &str) -> Result<Record, Fault> {
        match Record::parse_unchained(file, text)? {
            (record, None) => Ok(record),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Reads a record whose head may not fit, to find out by replaying it where it was changed.
    pub fn parse_unchained(file: &str, text: &str) -> Result<(Record, Option<Fault>), Fault> {
        Reader { file, line: 0 }.record(text)
    }
}

struct Reader<'a> {
    file: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.file, message).line(self.line)
    }

    fn record(&mut self, text: &str) -> Result<(Record, Option<Fault>), Fault> {
        let mut lines = text.lines().enumerate();
        let mut next = |reader: &mut Self| {
            let (n, line) = lines.next()?;
            reader.line = n + 1;
            Some(line)
        };
        match next(self).and_then(|l| l.strip_prefix("gunbai record ")) {
            Some(version) if version == FORMAT.to_string() => {}
            Some(version) => {
                return Err(self
                    .fault(format!("record format {version} is not known"))
                    .hint(format!("this program reads format {FORMAT}")));
            }
            None => {
                self.line = 1;
                return Err(self
                    .fault("not a record: the first line must be `gunbai record 1`")
                    .hint("records are written by `gunbai act -o` and `gunbai simulate --records`"));
            }
        }
        let mut setup = Setup {
            system: String::new(),
            scenario: String::new(),
            options: Default::default(),
            revision: 0,
            position: None,
        };
        let (mut data, mut source, mut secret) = (None, None, None);
        let begin = loop {
            let Some(line) = next(self) else {
                return Err(self.fault("the file ends inside its header: no `begin` line"));
            };
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "system" => rest.clone_into(&mut setup.system),
                "scenario" => rest.clone_into(&mut setup.scenario),
                "revision" => setup.revision = self.number(rest)?,
                "option" => {
                    let (option, value) = rest
                        .split_once(' ')
                        .ok_or_else(|| self.fault("an option needs a name and a value"))?;
                    setup.options.insert(option.to_owned(), value.to_owned());
                }
                "data" => {
                    let (name, digest) =
                        rest.split_once(' ').ok_or_else(|| self.fault("`data` needs a name and a digest"))?;
                    data = Some((name.to_owned(), digest.to_owned()));
                }
                "dice" => source = Some(self.source(rest)?),
                "|" => {
                    let position = setup.position.get_or_insert_default();
                    position.push_str(rest);
                    position.push('\n');
                }
                "seed" | "share" | "secret" => self.told(line, &mut source, &mut secret)?,
                "begin" => break self.hash(rest)?,
                _ => return Err(self.fault(format!("`{word}` is not a line of a record's header"))),
            }
        };
        let missing = |what: &str| self.fault(format!("the header has no `{what}` line"));
        if setup.system.is_empty() {
            return Err(missing("system"));
        }
        if setup.scenario.is_empty() {
            return Err(missing("scenario"));
        }
        let data = data.ok_or_else(|| missing("data"))?;
        let source = source.ok_or_else(|| missing("dice"))?;
        let mut record =
            Record { header: Header { setup, data, source, secret }, begin, entries: Vec::new() };
        let mut head = None;
        while let Some(line) = next(self) {
            if record.entries.len() >= MOST_LINES {
                return Err(self.fault("the record is longer than any game can be"));
            }
            if head.is_some() {
                return Err(self.fault("nothing may follow the `head` line"));
            }
            if let Some(value) = line.strip_prefix("head ") {
                head = Some(value.to_owned());
            } else if let Some(action) = line.strip_prefix("= ") {
                match record.entries.last_mut().map(|e| &mut e.input) {
                    Some(Input::Act { action: Recorded::Sealed { opened, .. }, .. }) if opened.is_none() => {
                        *opened = Some(action.to_owned());
                    }
                    Some(Input::Dice { source, secret, .. }) => {
                        let mut told = Some(*source);
                        self.told(action, &mut told, secret)?;
                        *source = told.unwrap_or(*source);
                    }
                    _ => return Err(self.fault("there is no sealed action before this line to open")),
                }
            } else {
                let number = record.entries.len() as u32 + 1;
                let entry = self.entry(line, number)?;
                record.entries.push(entry);
            }
        }
        let Some(head) = head else {
            return Err(self.fault("the file breaks off: no `head` line at its end"));
        };
        let fault = (head != hex(&record.head())).then(|| {
            self.fault("the head does not fit the lines above it: a line was changed, added or lost")
                .hint("`gunbai verify` replays it as it stands and says where it parts")
        });
        Ok((record, fault))
    }

    fn source(&self, text: &str) -> Result<Source, Fault> {
        Ok(match text.split_once(' ') {
            Some(("seeded", commitment)) => Source::Committed(self.digits(commitment)?),
            Some(("shared", commitment)) => {
                Source::Shared(Shared { commitment: self.digits(commitment)?, seed: None, shares: [None; 2] })
            }
            None if text == "scripted" => Source::Scripted,
            None if text == "entered" => Source::Entered,
            _ => return Err(self.fault(format!("`{text}` is not a source of dice"))),
        })
    }

    /// A line that tells what dice follow from, or the salt.
    fn told(&self, line: &str, source: &mut Option<Source>, secret: &mut Option<Salt>) -> Result<(), Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, source) {
            ("secret", _) => *secret = Some(self.digits(rest)?),
            ("seed", source) => {
                let fits = match source {
                    Some(Source::Shared(dice)) => {
                        let seed = self.digits(rest)?;
                        dice.seed = Some(seed);
                        shared::seed_commitment(&seed) == dice.commitment
                    }
                    source => {
                        let seed = self.number(rest)?;
                        let committed = Source::Committed(seed_commitment(seed));
                        source.replace(Source::Seeded(seed)) == Some(committed)
                    }
                };
                if !fits {
                    return Err(self.fault("this seed is not the one that was committed to"));
                }
            }
            ("share", Some(Source::Shared(dice))) => {
                let (seat, share) = match rest.split_once(' ') {
                    Some(("0", share)) => (0, share),
                    Some(("1", share)) => (1, share),
                    _ => return Err(self.fault("`share` needs a seat (0, 1) and what it brought")),
                };
                dice.shares[seat] = Some(self.digits(share)?);
            }
            ("share", _) => return Err(self.fault("a share, but the dice of this game are not shared")),
            _ => return Err(self.fault(format!("`{word}` tells nothing about dice"))),
        }
        Ok(())
    }

    fn entry(&self, line: &str, number: u32) -> Result<Entry, Fault> {
        let (body, hash) = match line.rsplit_once(" : ") {
            Some((body, hash)) => (body, self.hash(hash)?),
            None => (line, None),
        };
        let (first, rest) =
            body.split_once(' ').ok_or_else(|| self.fault("an input needs a number and what was done"))?;
        if first != number.to_string() {
            return Err(self.fault(format!("input {number} is expected here, found `{first}`")));
        }
        let (who, what) = rest.split_once(' ').ok_or_else(|| self.fault("nothing was done in this input"))?;
        let input = match who {
            "throw" | "entered" => {
                let mut words = what.split(' ');
                let throw = self.number(words.next().unwrap_or_default())?;
                let pips = words.map(|word| self.number(word)).collect::<Result<_, _>>()?;
                Input::Roll { number: throw, pips, entered: who == "entered" }
            }
            "dice" | "file" => Input::Dice { file: who == "file", source: self.source(what)?, secret: None },
            "0" | "1" => {
                let seat = Seat(if who == "0" { 0 } else { 1 });
                match what.split_once(' ') {
                    Some(("undo", to)) => match to.strip_suffix(" agreed") {
                        Some(to) => Input::Undo { seat, to: self.number(to)?, agreed: true },
                        None => Input::Undo { seat, to: self.number(to)?, agreed: false },
                    },
                    Some(("sealed", commitment)) => {
                        let commitment = commitment.to_owned();
                        Input::Act { seat, action: Recorded::Sealed { commitment, opened: None } }
                    }
                    Some(("share", commitment)) => {
                        Input::Share { seat, commitment: self.digits(commitment)? }
                    }
                    None if what == "resign" => Input::Resign { seat, why: Forfeit::Resigned },
                    None if what == "draw" => Input::Resign { seat, why: Forfeit::Draw },
                    Some(("resign", "time")) => Input::Resign { seat, why: Forfeit::Time },
                    Some(("resign", "absence")) => Input::Resign { seat, why: Forfeit::Absence },
                    Some(("resign", "share")) => Input::Resign { seat, why: Forfeit::Share },
                    _ => Input::Act { seat, action: Recorded::Open(what.to_owned()) },
                }
            }
            _ => {
                return Err(self.fault(format!("`{who}` is neither a seat (0, 1) nor `throw` nor `entered`")));
            }
        };
        Ok(Entry { input, hash })
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, Fault> {
        text.parse().map_err(|_| self.fault(format!("`{text}` is not a number that fits here")))
    }

    fn hash(&self, text: &str) -> Result<Option<u64>, Fault> {
        if text == "-" {
            return Ok(None);
        }
        let fits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u64::from_str_radix(text, 16) {
            Ok(hash) if fits => Ok(Some(hash)),
            _ => Err(self.fault(format!("`{text}` is not a state hash of 16 hexadecimal digits"))),
        }
    }

    fn digits<const N: usize>(&self, text: &str) -> Result<[u8; N], Fault> {
        unhex(text).ok_or_else(|| self.fault(format!("{} hexadecimal digits are expected here", 2 * N)))
    }
}
