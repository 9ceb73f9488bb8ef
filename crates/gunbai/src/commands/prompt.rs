//! What a player can say in the terminal when he is asked.

use std::io::{BufRead, Write};

use kernel::{
    Seat, Viewer,
    erased::{AnyTable, Asked, Choice, ToldStep, Wrong},
    odds::Wish,
};

use crate::{commands::look, failure::Failure, prose};

/// The number of choices shown at once.
const PAGE: usize = 20;

const HELP: &str = "  NUMBER or ACTION     choose it
  any other text       show only the choices that contain it; an empty line shows more, `all` everything again
  why THING            why a piece, place or card cannot be chosen: why 2412
  odds ACTION [/ …]    the chances of an action or a plan: odds target ii_R1 / all / go
  look [TEXT]          the pieces, tracks and notes on the table
  look UNIT            on an open table: where it stands and faces, how far everyone is, in which arc, and its ranges
  draw FILE.svg|.png   draw the table as you see it
  undo                 take back your last action, as far as the last throw or answer of the other
  undo agreed          take back more, where both sides are played by hand
  log                  the story so far
  resign               give up
  quit                 leave (with -o the game is saved)";

pub(crate) enum Reply {
    Acted(ToldStep),
    Undone,
    Quit,
}

pub(crate) struct Prompt<'a> {
    table: &'a mut dyn AnyTable,
    seat: Seat,
    /// A seat that plays the computer, or the watcher where both sides are played at this keyboard.
    viewer: Viewer,
    log: &'a [String],
    choices: Vec<Choice>,
    filter: String,
    shown: usize,
}

impl<'a> Prompt<'a> {
    pub(crate) fn new(
        table: &'a mut dyn AnyTable,
        seat: Seat,
        viewer: Viewer,
        log: &'a [String],
    ) -> Prompt<'a> {
        let choices = table.choices(seat);
        Prompt { table, seat, viewer, log, choices, filter: String::new(), shown: 0 }
    }

    /// Asks until the game moves on.
    pub(crate) fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Reply, Failure> {
        self.question(out)?;
        self.page(out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(out)?;
                return Ok(Reply::Quit);
            }
            let line = String::from_utf8_lossy(&line);
            if let Some(reply) = self.hear(line.trim(), out)? {
                return Ok(reply);
            }
        }
    }

    fn hear(&mut self, line: &str, out: &mut dyn Write) -> Result<Option<Reply>, Failure> {
        if let Some(action) = self.chosen(line) {
            return self.act(&action, out);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => self.page(out)?,
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" => return Ok(Some(Reply::Quit)),
            "why" => self.why(rest.trim(), out)?,
            "odds" => self.odds(rest.trim(), out)?,
            "look" => look::look(&*self.table, self.seat, rest.trim(), out)?,
            "draw" => look::draw(&*self.table, self.seat, rest.trim(), out)?,
            "undo" => return self.undo(rest.trim() == "agreed", out),
            "log" => self.log.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            "resign" => {
                let step = self.table.resign(self.seat)?;
                return Ok(Some(Reply::Acted(step)));
            }
            "all" => self.narrow("", out)?,
            _ => return self.other(line, out),
        }
        Ok(None)
    }

    fn question(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Asked::Questions { questions } = self.table.asked() {
            for question in questions.iter().filter(|question| question.seat == self.seat.0) {
                let side = self.table.side_of(self.seat);
                writeln!(out, "\n{side}: {} [{}]", question.prompt, question.rule)?;
            }
        }
        Ok(())
    }

    /// The listed action of this number or text.
    fn chosen(&self, line: &str) -> Option<String> {
        let by_number = line.parse::<usize>().ok().and_then(|n| self.choices.get(n.wrapping_sub(1)));
        let choice = by_number.or_else(|| self.choices.iter().find(|choice| choice.action == line));
        choice.map(|choice| choice.action.clone())
    }

    fn act(&mut self, action: &str, out: &mut dyn Write) -> Result<Option<Reply>, Failure> {
        match self.table.act(self.seat, action, self.viewer) {
            Ok(step) => Ok(Some(Reply::Acted(step))),
            Err(wrong) => {
                writeln!(out, "{wrong}")?;
                Ok(None)
            }
        }
    }

    fn matching(&self) -> Vec<(usize, &Choice)> {
        let wanted = self.filter.to_lowercase();
        let numbered = self.choices.iter().enumerate().map(|(n, choice)| (n + 1, choice));
        numbered
            .filter(|(_, choice)| {
                choice.action.to_lowercase().contains(&wanted) || choice.text.to_lowercase().contains(&wanted)
            })
            .collect()
    }

    /// The next page of what the filter leaves.
    fn page(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let matching = self.matching();
        let from = if self.shown >= matching.len() { 0 } else { self.shown };
        let to = (from + PAGE).min(matching.len());
        prose::choices(out, &matching[from..to], true)?;
        if matching.len() > PAGE {
            writeln!(
                out,
                "      {} to {to} of {}; an empty line shows more, text filters",
                from + 1,
                matching.len()
            )?;
        }
        self.shown = to;
        Ok(())
    }

    fn narrow(&mut self, filter: &str, out: &mut dyn Write) -> Result<(), Failure> {
        filter.clone_into(&mut self.filter);
        self.shown = 0;
        self.page(out)
    }

    /// Not a choice and not a command: an action the rules may refuse, or a filter.
    fn other(&mut self, line: &str, out: &mut dyn Write) -> Result<Option<Reply>, Failure> {
        let kept = std::mem::replace(&mut self.filter, line.to_owned());
        if !self.matching().is_empty() {
            self.narrow(line, out)?;
            return Ok(None);
        }
        self.filter = kept;
        match self.table.judge(self.seat, line) {
            Ok(()) => return self.act(line, out),
            Err(Wrong::Misread(why)) if line.parse::<usize>().is_ok() => {
                writeln!(out, "there are choices 1 to {} ({why})", self.choices.len())?;
            }
            Err(Wrong::Misread(why)) => {
                writeln!(out, "no choice contains `{line}`, and it is no action: {why}. `help` tells more.")?;
            }
            Err(wrong) => writeln!(out, "{wrong}")?,
        }
        Ok(None)
    }

    fn why(&self, thing: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if thing.is_empty() {
            return Ok(writeln!(out, "why what? name a piece, a place or an action: why 2412")?);
        }
        if let Some(said) = self.table.why_not(self.seat, thing) {
            return Ok(writeln!(out, "{} [{}]", said.text, said.rule)?);
        }
        match self.table.judge(self.seat, thing) {
            Ok(()) => writeln!(out, "it can be done now")?,
            Err(Wrong::Misread(_)) => {
                writeln!(out, "`{thing}` is legal now, means nothing here, or is not on the table")?;
            }
            Err(wrong) => writeln!(out, "{wrong}")?,
        }
        Ok(())
    }

    fn odds(&self, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(writeln!(out, "odds of what? name an action or its number: odds 3")?);
        }
        let first = |part: &str| self.chosen(part).unwrap_or_else(|| part.to_owned());
        let plan: Vec<String> = text.split('/').map(|part| first(part.trim())).collect();
        match self.table.odds(self.seat, &plan, Wish::default()) {
            Ok(odds) => prose::odds(out, &odds)?,
            Err(wrong) => writeln!(out, "{wrong}")?,
        }
        Ok(())
    }

    /// Back by one input in force, or as far as both agree.
    fn undo(&mut self, agreed: bool, out: &mut dyn Write) -> Result<Option<Reply>, Failure> {
        // Two at one keyboard can agree.
        let by_hand = self.viewer == Viewer::Watcher;
        if agreed && !by_hand {
            writeln!(out, "the computer does not agree")?;
            return Ok(None);
        }
        let furthest = if agreed { 0 } else { self.table.free_undo(self.seat) };
        for to in (furthest..self.table.len()).rev() {
            if self.table.undo(self.seat, to, agreed).is_ok() {
                return Ok(Some(Reply::Undone));
            }
        }
        let more = if by_hand { "; `undo agreed` goes on" } else { "" };
        writeln!(out, "a throw or an answer of the other side lies before this: it stays{more}")?;
        Ok(None)
    }
}
