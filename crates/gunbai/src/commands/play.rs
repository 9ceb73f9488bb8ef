//! `gunbai play`: a game in the terminal.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    io::{Write, stdin},
    path::PathBuf,
};

use bots::Level;
use clap::Args;
use kernel::{DataSet, Seat, Viewer, erased::ToldStep, record::Source};
use roster::AnyBot;

use crate::{
    commands::prompt::{Prompt, Reply},
    failure::{Failure, write},
    game::{Game, Opening, record_text, seat},
    prose,
};

/// Play in the terminal, against the computer or two at one keyboard
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai play yukimura/yao --side osaka --bot greedy -o game.gunbai
  gunbai play game.gunbai --bot none       go on with a game, both sides by hand
At the prompt: a number or an action chooses; any other text filters the list; `help` tells the rest.")]
pub(crate) struct Play {
    #[command(flatten)]
    opening: Opening,
    /// The side you play; without it, that of seat 0
    #[arg(long, value_name = "S")]
    side: Option<String>,
    /// Who plays the other: random, steady, greedy, search:N, exec:PROGRAM, or none
    #[arg(long, value_name = "LEVEL", value_parser = opponent, default_value = "greedy")]
    bot: Opponent,
    /// The seed of the dice and of the bot; without it, a new one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the record here when you quit or the game ends
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Debug)]
enum Opponent {
    Nobody,
    Bot(Level),
}

fn opponent(text: &str) -> Result<Opponent, String> {
    match text {
        "none" => Ok(Opponent::Nobody),
        _ => text.parse().map(Opponent::Bot),
    }
}

impl Play {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        // Not for anything that must be fair or repeatable: only so that two evenings differ.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
        let game = self.opening.open(data, None, Source::Seeded(seed))?;
        let yours = match &self.side {
            Some(side) => seat(&*game.table, side)?,
            None => Seat(0),
        };
        let bot = match &self.bot {
            Opponent::Nobody => None,
            Opponent::Bot(level) => Some(game.system.bot(level, seed).map_err(Failure::WrongUse)?),
        };
        writeln!(
            out,
            "{}, {}",
            game.name(),
            prose::source(game.table.record(Viewer::Watcher).header.source)
        )?;
        match &bot {
            Some(_) => {
                writeln!(out, "You play {}. `help` tells what you can say.", game.table.side_of(yours))?;
            }
            None => writeln!(out, "Both sides are yours. `help` tells what you can say.")?,
        }
        let mut evening = Evening { game, yours, bot, log: Vec::new(), told: 0, answered: None };
        let ended = evening.play(out);
        if let Some(path) = &self.output {
            write(path, record_text(&*evening.game.table))?;
            writeln!(out, "saved in {}", path.display())?;
        } else if !evening.game.table.is_empty() {
            writeln!(out, "not saved; with -o FILE the record is kept")?;
        }
        ended
    }
}

/// A game going on at the keyboard.
struct Evening {
    game: Game,
    yours: Seat,
    bot: Option<Box<dyn AnyBot>>,
    log: Vec<String>,
    /// How much of the log has been shown.
    told: usize,
    /// Who has answered a question that was put to both.
    answered: Option<Seat>,
}

impl Evening {
    fn play(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut dice = self.game.table.seeded_dice();
        let viewer = if self.bot.is_some() { Viewer::Seat(self.yours) } else { Viewer::Watcher };
        loop {
            if self.game.table.is_over() {
                self.tell(out)?;
                prose::rest(out, &*self.game.table)?;
                return Ok(());
            }
            let waiting = self.game.table.waiting();
            let Some(seat) = self.next(&waiting) else {
                let mut roll = Vec::new();
                prose::rest(&mut roll, &*self.game.table)?;
                self.log.extend(String::from_utf8_lossy(&roll).lines().map(str::to_owned));
                let step = match &mut dice {
                    Some(fair) => self.game.table.throw(fair, viewer),
                    None => self.enter(out, viewer)?,
                };
                let Some(step) = step else { return Ok(()) };
                self.note(&format!("dice {}", prose::pips_text(&step.pips)), &step)?;
                continue;
            };
            if let Some(bot) = self.bot.as_mut().filter(|_| seat != self.yours) {
                let action = bot.choose(&*self.game.table, seat);
                let step = self.game.table.act(seat, &action, viewer)?;
                let hidden = waiting.len() > 1;
                self.note(&self.said(seat, if hidden { "has chosen" } else { &action }), &step)?;
                self.answered = hidden.then_some(seat);
                continue;
            }
            self.tell(out)?;
            let mut prompt = Prompt::new(&mut *self.game.table, seat, self.bot.is_none(), &self.log);
            match prompt.ask(&mut stdin().lock(), out)? {
                Reply::Acted(action, step) => {
                    self.note(&self.said(seat, &action), &step)?;
                    self.answered = (waiting.len() > 1).then_some(seat);
                }
                Reply::Undone => self.log.push("(taken back)".to_owned()),
                Reply::Quit => return Ok(()),
            }
        }
    }

    /// Who is to answer. Where both choose at once each is asked once, though the first could still change his mind.
    fn next(&self, waiting: &[Seat]) -> Option<Seat> {
        waiting.iter().copied().find(|seat| Some(*seat) != self.answered).or(waiting.first().copied())
    }

    fn said(&self, seat: Seat, what: &str) -> String {
        format!("{}: {what}", self.game.table.side_of(seat))
    }

    /// Dice thrown at the table, for a record that has no seed.
    fn enter(&mut self, out: &mut dyn Write, viewer: Viewer) -> Result<Option<ToldStep>, Failure> {
        self.tell(out)?;
        loop {
            write!(out, "throw them and enter the pips: ")?;
            out.flush()?;
            let mut line = String::new();
            if stdin().read_line(&mut line)? == 0 || line.trim() == "quit" {
                return Ok(None);
            }
            let pips: Result<Vec<u8>, _> =
                line.split([' ', ',']).filter(|w| !w.trim().is_empty()).map(|w| w.trim().parse()).collect();
            match pips
                .map_err(|error| error.to_string())
                .and_then(|pips| self.game.table.enter(&pips, viewer))
            {
                Ok(step) => return Ok(Some(step)),
                Err(why) => writeln!(out, "{why}")?,
            }
        }
    }

    fn note(&mut self, input: &str, step: &ToldStep) -> Result<(), Failure> {
        let mut text = Vec::new();
        prose::events(&mut text, step)?;
        self.log.push(format!("{:>6}  {input}", step.number));
        self.log.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
        Ok(())
    }

    /// Shows what is new in the log.
    fn tell(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        for line in &self.log[self.told..] {
            writeln!(out, "{line}")?;
        }
        self.told = self.log.len();
        Ok(())
    }
}
