//! `gunbai verify`

use std::{io::Write, path::PathBuf};

use clap::Args;
use kernel::{
    DataSet,
    data::hex,
    record::{Entry, Forfeit, Input, Record, Recorded, Source, chain},
    shared::Shared,
};
use serde_json::json;

use crate::{
    failure::{Failure, read},
    game::resume,
};

/// A shorter piece of a head would fit too many records.
const SHORTEST_HEAD: usize = 12;

/// Check a record: legality, hashes, dice; say what could and what could not be checked
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai verify game.gunbai
  gunbai verify game.gunbai --head 5f1c0de2a7b3…
The head is what the table gave you with your last move; with it any later edit shows.")]
pub(crate) struct Verify {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A head you kept, whole or its first twelve digits or more
    #[arg(long, value_name = "HEX", value_parser = head)]
    head: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn head(text: &str) -> Result<String, String> {
    let fits = (SHORTEST_HEAD..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit());
    if fits {
        Ok(text.to_lowercase())
    } else {
        Err(format!("a head is {SHORTEST_HEAD} to 64 hexadecimal digits"))
    }
}

/// What came of it.
#[derive(Default)]
struct Findings {
    holds: Vec<String>,
    unchecked: Vec<String>,
    fault: Option<String>,
}

impl Verify {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let mut found = Findings::default();
        let file = self.file.display().to_string();
        match Record::parse_unchained(&file, &read(&self.file)?) {
            Ok((record, None)) => {
                found.chained(&record);
                found.examine(data, &file, &record, self.head.as_deref());
            }
            Ok((record, Some(edited))) => {
                // The chain says that something was changed; replaying says where, if it can be seen.
                found.examine(data, &file, &record, self.head.as_deref());
                let parts = found.fault.take().map_or(String::new(), |where_| format!("; {where_}"));
                found.fault = Some(format!("{}{parts}", edited.message));
            }
            Err(fault) => found.fault = Some(fault.to_string()),
        }
        if self.json {
            let tree = json!({
                "verified": found.fault.is_none(), "holds": found.holds, "not_checked": found.unchecked,
                "fault": found.fault,
            });
            writeln!(out, "{tree:#}")?;
        } else {
            for line in &found.holds {
                writeln!(out, "holds: {line}")?;
            }
            for line in &found.unchecked {
                writeln!(out, "not checked: {line}")?;
            }
            match &found.fault {
                Some(fault) => writeln!(out, "does not hold: {fault}")?,
                None => writeln!(out, "the record holds")?,
            }
        }
        if found.fault.is_none() { Ok(()) } else { Err(Failure::Told) }
    }
}

impl Findings {
    fn chained(&mut self, record: &Record) {
        let inputs = record.entries.len();
        self.holds.push(format!("form and chain, inputs: {inputs}, head {}", hex(&record.head())));
    }

    fn examine(&mut self, data: &DataSet, file: &str, record: &Record, head: Option<&str>) {
        let inputs = record.entries.len();
        self.against(record, head);
        // Whatever follows an action that is still sealed can only be replayed by those who know it.
        let is_sealed = |action: &Recorded| action.text().is_none();
        let sealed = record
            .entries
            .iter()
            .position(|e| matches!(&e.input, Input::Act { action, .. } if is_sealed(action)));
        let reach = sealed.unwrap_or(inputs);
        let spans = Span::of(record, reach);
        let counts = Counts::of(&record.entries[..reach], record.begin);
        let (name, digest) = &record.header.data;
        match resume(data, file, record, Some(reach as u32), None) {
            Ok(_) => {
                self.holds.push(format!("data set {name} {digest:.12} is the one it was played with"));
                self.holds.push(format!("actions, every one legal: {}", counts.actions));
                self.holds.push(format!("hashes of states that agree: {}", counts.hashes));
                for span in &spans {
                    self.span(span);
                }
            }
            Err(Failure::NotHeld(why) | Failure::WrongUse(why)) => {
                self.fault = self.fault.take().or(Some(why));
            }
            Err(_) => {}
        }
        if counts.by_clock {
            self.unchecked.push("whether the time was up: the clock is the table's own".to_owned());
        }
        if counts.unhashed > 0 {
            self.unchecked.push(format!("states whose hashes the record hides: {}", counts.unhashed));
        }
        if reach < inputs {
            self.unchecked.push(format!(
                "inputs {} to {inputs}: input {} is sealed until the game is over",
                reach + 1,
                reach + 1
            ));
        }
    }

    fn against(&mut self, record: &Record, head: Option<&str>) {
        let Some(kept) = head else {
            self.unchecked.push(
                "whether the whole record was rewritten, chain and all: give a head you kept with --head"
                    .to_owned(),
            );
            return;
        };
        let inputs = record.entries.len();
        let mut at = record.header.head();
        let mut fits = hex(&at).starts_with(kept).then_some(0);
        for (n, entry) in record.entries.iter().enumerate() {
            at = chain(&at, &entry.input.chained(n as u32 + 1));
            if hex(&at).starts_with(kept) {
                fits = Some(n + 1);
            }
        }
        match fits {
            Some(n) if n == inputs => {
                self.holds.push("the head you kept is that of the whole record".to_owned());
            }
            Some(n) => {
                self.holds
                    .push(format!("the head you kept is that after input {n}: nothing up to it was changed"));
                self.unchecked
                    .push(format!("whether inputs {} to {inputs} were changed: your head is older", n + 1));
            }
            None => {
                let why = "the head you kept is not among the heads of this record: it was edited, or is another game";
                self.fault = Some(why.to_owned());
            }
        }
    }

    /// Dice of one source, and where they begin.
    fn span(&mut self, span: &Span) {
        let from = span.from;
        if span.file {
            self.unchecked.push(format!(
                "inputs 1 to {}: they come from a file, and its author may have known their dice",
                from - 1
            ));
        }
        if from > 0 {
            self.holds.push(format!("dice from input {from} on: others than before"));
        }
        self.dice(span.source, &span.counts);
    }

    fn dice(&mut self, source: Source, counts: &Counts) {
        let thrown = counts.thrown;
        match source {
            Source::Committed(_) => {
                self.unchecked.push(format!("throws whose seed is told when the game is over: {thrown}"));
            }
            Source::Seeded(seed) => {
                if thrown > 0 {
                    self.holds.push(format!("throws that follow from seed {seed}: {thrown}"));
                }
                self.unchecked.push(
                    "whether the seed was chosen fairly: the player who began the game chose it".to_owned(),
                );
            }
            Source::Shared(dice) => self.shared_dice(&dice, counts),
            Source::Scripted | Source::Entered => {
                if thrown > 0 {
                    self.unchecked.push(format!("throws whose dice come from no seed: {thrown}"));
                }
            }
        }
        if counts.entered > 0 {
            self.unchecked.push(format!("throws of real dice, entered by the players: {}", counts.entered));
        }
    }

    /// What the throws follow from, and who could have chosen them all the same.
    fn shared_dice(&mut self, dice: &Shared, counts: &Counts) {
        let (thrown, bound) = (counts.thrown, counts.bound);
        let missing = [0, 1].map(|seat: usize| bound[seat] && dice.shares[seat].is_none());
        if dice.seed.is_none() {
            self.unchecked.push(format!("throws whose secrets are told when the game is over: {thrown}"));
        } else if missing != [false; 2] {
            let whose = seats_in_words(missing);
            self.unchecked
                .push(format!("throws that follow from what {whose} brought, which is not told: {thrown}"));
        } else if thrown > 0 {
            let whose = seats_in_words(bound);
            self.holds
                .push(format!("throws that follow from the secrets of the table and of {whose}: {thrown}"));
        }
        self.unchecked.push(match bound {
            [true, true] => "whether table and seats are three parties: only all of them together can choose the \
                             dice, and one who plays both seats, or a player with a table of his own, is fewer"
                .to_owned(),
            [false, false] => {
                "whether the dice are fair: no seat brought anything, so they rest on the table alone".to_owned()
            }
            _ => format!(
                "whether the table and {} are two parties: nobody else brought anything to the dice",
                seats_in_words(bound)
            ),
        });
    }
}

/// The seats for which something holds, in words.
fn seats_in_words(which: [bool; 2]) -> &'static str {
    match which {
        [true, true] => "seats 0 and 1",
        [true, false] => "seat 0",
        [false, true] => "seat 1",
        [false, false] => "no seat",
    }
}

/// What there is to check in the first inputs of a record.
#[derive(Default)]
struct Counts {
    actions: usize,
    thrown: usize,
    entered: usize,
    hashes: usize,
    unhashed: usize,
    /// The seats that were bound to a share of the dice.
    bound: [bool; 2],
    /// The game was lost on time or by absence.
    by_clock: bool,
}

/// The inputs that were made with dice of one source.
struct Span {
    /// The input that brought the dice; 0 is the header.
    from: usize,
    /// What lies before comes from a file.
    file: bool,
    source: Source,
    counts: Counts,
}

impl Span {
    fn of(record: &Record, reach: usize) -> Vec<Span> {
        let entries = &record.entries[..reach];
        let seams = entries.iter().enumerate().filter_map(|(at, entry)| match entry.input {
            Input::Dice { file, source, .. } => Some((at + 1, file, source)),
            _ => None,
        });
        let starts: Vec<(usize, bool, Source)> =
            std::iter::once((0, false, record.header.source)).chain(seams).collect();
        let ends = starts.iter().skip(1).map(|(from, ..)| *from).chain([entries.len()]);
        let span = |((from, file, source), end): ((usize, bool, Source), usize)| Span {
            from,
            file,
            source,
            counts: Counts::of(&entries[from..end], None),
        };
        starts.iter().copied().zip(ends).map(span).collect()
    }
}

impl Counts {
    fn of(entries: &[Entry], begin: Option<u64>) -> Counts {
        let mut counts = Counts::default();
        for entry in entries {
            match &entry.input {
                Input::Roll { entered: true, .. } => counts.entered += 1,
                Input::Roll { .. } => counts.thrown += 1,
                Input::Act { .. } => counts.actions += 1,
                Input::Share { seat, .. } => counts.bound[seat.index()] = true,
                Input::Resign { why, .. } => {
                    counts.by_clock |= !matches!(why, Forfeit::Resigned | Forfeit::Draw);
                }
                Input::Undo { .. } | Input::Dice { .. } => {}
            }
        }
        let hashes = entries.iter().map(|entry| entry.hash).chain([begin]);
        for hash in hashes {
            *(if hash.is_some() { &mut counts.hashes } else { &mut counts.unhashed }) += 1;
        }
        counts
    }
}
