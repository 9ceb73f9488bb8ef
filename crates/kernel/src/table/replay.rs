//! A game as a record, and a record as a game.

use std::sync::Arc;

use super::{Dicing, Kept, NoUndo, NotApplied, Step, Table};
use crate::{
    fault::Fault,
    pace,
    question::Ask,
    record::{self, Entry, Header, Input, Record, Recorded, Salt, Source},
    roll::{Dice as _, Fair},
    rules::Play as _,
    shared::share_commitment,
    system::Game,
    thing::{Seat, Viewer},
};

impl<R: Game> Table<R> {
    /// An input as the record of this viewer has it.
    pub(super) fn recorded(
        &self,
        number: u32,
        kept: &Kept<R::Action, R::State>,
        viewer: Viewer,
    ) -> Input<Recorded> {
        match &kept.input {
            Input::Act { seat, action } => {
                let text = self.rules.write_action(action);
                // The chained form must be one for all, so what is hidden from anyone is sealed for everyone.
                let hiding = &kept.hiding;
                let action = if hiding.from.contains(&true) {
                    let shown = match viewer {
                        Viewer::Seat(seat) => !hiding.from[seat.index()],
                        Viewer::Watcher => !hiding.from[2],
                        Viewer::Everyone => true,
                    };
                    let commitment = match &hiding.commitment {
                        Some(known) => known.to_string(),
                        None => record::commitment(self.secret_at(number), number, &text),
                    };
                    Recorded::Sealed { commitment, opened: shown.then_some(text) }
                } else {
                    Recorded::Open(text)
                };
                Input::Act { seat: *seat, action }
            }
            Input::Dice { file, .. } => {
                let dicing = self.dice.iter().find(|dicing| dicing.from == number).unwrap_or(self.dicing());
                let open = viewer == Viewer::Everyone;
                Input::Dice {
                    file: *file,
                    source: if open { dicing.source } else { dicing.source.sealed() },
                    secret: dicing.secret.filter(|_| open),
                }
            }
            Input::Roll { number, pips, entered } => {
                Input::Roll { number: *number, pips: pips.clone(), entered: *entered }
            }
            Input::Undo { seat, to, agreed } => Input::Undo { seat: *seat, to: *to, agreed: *agreed },
            Input::Resign { seat, why } => Input::Resign { seat: *seat, why: *why },
            Input::Share { seat, commitment } => Input::Share { seat: *seat, commitment: *commitment },
        }
    }

    /// What salts the commitment of this input.
    pub(super) fn secret_at(&self, number: u32) -> Option<Salt> {
        let dicing = self.dice.iter().rfind(|dicing| dicing.from < number);
        dicing.unwrap_or(&self.dice[0]).secret
    }

    /// An input as the record of this viewer has it.
    pub fn input(&self, number: u32, viewer: Viewer) -> Option<Input<Recorded>> {
        let kept = self.kept(number)?;
        Some(self.recorded(number, kept, viewer))
    }

    /// The line of the last input, as in a record that may show everything.
    pub fn last_line(&self) -> Option<String> {
        let kept = self.entries.last()?;
        let input = self.recorded(self.len(), kept, Viewer::Everyone);
        Some(Entry { input, hash: Some(kept.hash) }.text(self.len()))
    }

    /// The record as this viewer may have it. While a game runs, nobody but the server has its seed; while one
    /// with secrets runs, state hashes, hidden actions and the salt neither.
    pub fn record(&self, viewer: Viewer) -> Record {
        let open = viewer == Viewer::Everyone || !self.rules.profile().secrets;
        let begin = open.then(|| self.rules.hash(&self.first));
        let entries = (0..self.entries.len())
            .map(|at| {
                let kept = &self.entries[at];
                Entry { input: self.recorded(at as u32 + 1, kept, viewer), hash: open.then_some(kept.hash) }
            })
            .collect();
        let mut header = Header { source: self.dice[0].source, ..(*self.header).clone() };
        if viewer != Viewer::Everyone {
            // The seed tells every throw to come.
            header.secret = None;
            header.source = header.source.sealed();
        }
        Record { header, begin, entries }
    }

    /// Plays a record from its first input to its last (or to input `upto`), checking legality, dice and
    /// hashes.
    pub fn check(rules: Arc<R>, file: &str, record: &Record, upto: Option<u32>) -> Result<Table<R>, Fault> {
        Table::check_each(rules, file, record, upto, |_| {})
    }

    /// The same; the callback sees the table after each input.
    pub fn check_each(
        rules: Arc<R>,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        mut seen: impl FnMut(&Table<R>),
    ) -> Result<Table<R>, Fault> {
        let (mut table, _) = Table::begin(rules, record.header.clone());
        table.quiet = true;
        table.check_begin(file, record)?;
        table.play_record(file, record, upto, |table, _| seen(table))?;
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
        table.check_begin(file, record)?;
        heard(&table, &step);
        table.play_record(file, record, upto, heard)?;
        Ok(table)
    }

    /// The state before the first input must be that of the record.
    pub(super) fn check_begin(&self, file: &str, record: &Record) -> Result<(), Fault> {
        let hash = self.rules.hash(&self.first);
        match record.begin {
            Some(begin) if begin != hash => Err(Fault::new(
                file,
                format!("the first position hashes to {hash:016x}, the record says {begin:016x}"),
            )
            .hint("it was made with other data or another revision")),
            _ => Ok(()),
        }
    }

    /// Plays the inputs that this table does not have yet.
    pub(super) fn play_record(
        &mut self,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        mut heard: impl FnMut(&Table<R>, &Step<R::Event>),
    ) -> Result<(), Fault> {
        let table = self;
        let here = |n: usize| format!("{file}: input {}", n + 1);
        let mut fair = None;
        for (n, entry) in record.entries.iter().enumerate().skip(table.entries.len()) {
            if upto.is_some_and(|upto| n as u32 >= upto) {
                break;
            }
            pace::point();
            let step = table.replay_entry(entry, &mut fair).map_err(|why| Fault::new(here(n), why))?;
            if let (Some(hash), Some(Kept { hash: found, .. })) = (entry.hash, table.entries.last())
                && hash != *found
            {
                let message = format!("the position hashes to {found:016x}, the record says {hash:016x}");
                return Err(Fault::new(here(n), message));
            }
            heard(table, &step);
        }
        let whole = upto.is_none_or(|upto| upto as usize >= record.entries.len());
        let stray = |dicing: &Dicing| match &dicing.source {
            Source::Shared(dice) if whole => {
                (0..2).find(|&seat| dice.shares[seat].is_some() && dicing.shares[seat].is_none())
            }
            _ => None,
        };
        if let Some(seat) = table.dice.iter().find_map(stray) {
            let message = format!("seat {seat} has a share of the dice that it never committed to");
            return Err(Fault::new(file, message));
        }
        Ok(())
    }

    /// `fair`: the dice of the record, worked out at its first throw.
    fn replay_entry(
        &mut self,
        entry: &Entry,
        fair: &mut Option<Option<Fair>>,
    ) -> Result<Step<R::Event>, String> {
        let input = match &entry.input {
            Input::Act { seat, action } => return self.replay_act(*seat, action, entry),
            Input::Roll { number, pips, entered } => {
                let ask = self.ask();
                let Ask::Throw(roll) = &*ask else {
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
                Input::Roll { number: *number, pips: pips.clone(), entered: *entered }
            }
            Input::Undo { seat, to, agreed } => Input::Undo { seat: *seat, to: *to, agreed: *agreed },
            Input::Resign { seat, why } => Input::Resign { seat: *seat, why: *why },
            Input::Dice { file, source, secret } => {
                // A game with secrets needs a salt; that of a viewer's record is not told.
                *fair = None;
                Input::Dice { file: *file, source: *source, secret: *secret }
            }
            Input::Share { seat, commitment } => {
                if let Source::Shared(dice) = &self.source()
                    && let Some(share) = &dice.shares[seat.index()]
                    && share_commitment(*seat, share) != *commitment
                {
                    let who = seat.0;
                    return Err(format!("the share of seat {who} is not the one it committed to here"));
                }
                Input::Share { seat: *seat, commitment: *commitment }
            }
        };
        self.apply(input).map_err(|why| match (why, &entry.input) {
            (NotApplied::Undo(NoUndo::NeedsConsent), Input::Undo { to, .. }) => {
                format!("going back to input {to} needed consent")
            }
            (NotApplied::Refused(_), Input::Resign { .. }) => "the game was over already".to_owned(),
            (why, _) => why.to_string(),
        })
    }

    /// An action of the record, which must stand there as this table writes it: open or sealed, in its one form.
    fn replay_act(&mut self, seat: Seat, action: &Recorded, entry: &Entry) -> Result<Step<R::Event>, String> {
        let Some(text) = action.text() else {
            return Err(
                "this action is sealed; only the record of a finished game can be replayed".to_owned()
            );
        };
        let number = self.len() + 1;
        let secret = self.secret_at(number);
        let commitment = match action {
            Recorded::Sealed { commitment, .. } if secret.is_none() => Some(&**commitment),
            Recorded::Sealed { commitment, .. }
                if record::commitment(secret, number, text) != *commitment =>
            {
                return Err(format!("`{text}` does not open the commitment made for it"));
            }
            _ => None,
        };
        let action = self.rules.read_action(text)?;
        let step = self
            .act_committed(seat, &action, commitment)
            .map_err(|refusal| format!("`{text}` is not legal here by rule {}", refusal.rule))?;
        match self.input(step.number, Viewer::Everyone) {
            Some(written) if written != entry.input => {
                Err(format!("a record of this game has `{}` here", written.chained(step.number)))
            }
            _ => Ok(step),
        }
    }
}
