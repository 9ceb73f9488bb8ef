//! `gunbai play`: a game in the terminal.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    io::{BufRead, Write, stdin},
    path::PathBuf,
    sync::Arc,
};

use bots::{Level, Watch};
use clap::Args;
use kernel::{DataSet, Seat, Viewer, erased::ToldStep, record::Source};
use roster::AnyBot;

use crate::{
    commands::prompt::{Prompt, Reply},
    failure::{Failure, write},
    game::{Game, Opening, record_text, seat},
    progress::while_thinking,
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
    /// Who plays the other: random, steady, greedy, search:N, script:NAME, exec:PROGRAM, or none
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
        let mut evening = Evening::new(game, yours, bot);
        let ended = evening.play(&mut stdin().lock(), out);
        if let Some(path) = &self.output {
            write(path, record_text(&*evening.game.table))?;
            writeln!(out, "saved in {}", path.display())?;
        } else if !evening.game.table.is_empty() {
            writeln!(out, "not saved; with -o FILE the record is kept")?;
        }
        ended
    }
}

/// A game going on at the keyboard. Everything it prints is what its viewer may know: the seat of someone who plays
/// the computer, or, where two sit at one keyboard, what both know.
pub(super) struct Evening {
    game: Game,
    yours: Seat,
    bot: Option<Box<dyn AnyBot>>,
    viewer: Viewer,
    log: Vec<String>,
    /// How much of the log has been shown.
    told: usize,
    /// Who has answered a question that was put to both.
    answered: Option<Seat>,
}

impl Evening {
    pub(super) fn new(game: Game, yours: Seat, bot: Option<Box<dyn AnyBot>>) -> Evening {
        let viewer = if bot.is_some() { Viewer::Seat(yours) } else { Viewer::Watcher };
        Evening { game, yours, bot, viewer, log: Vec::new(), told: 0, answered: None }
    }

    pub(super) fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let source = self.game.table.record(Viewer::Watcher).header.source;
        writeln!(out, "{}, {}", self.game.name(), prose::source(source))?;
        match &self.bot {
            Some(_) => {
                let side = self.game.table.side_of(self.yours);
                writeln!(out, "You play {side}. `help` tells what you can say.")?;
            }
            None => writeln!(out, "Both sides are yours. `help` tells what you can say.")?,
        }
        let mut dice = self.game.table.seeded_dice();
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
                    Some(fair) => self.game.table.throw(fair, self.viewer),
                    None => self.enter(input, out)?,
                };
                let Some(step) = step else { return Ok(()) };
                self.note(&step)?;
                continue;
            };
            if let Some(bot) = self.bot.as_mut().filter(|_| seat != self.yours) {
                let watch = Arc::new(Watch::default());
                bot.watch(watch.clone());
                out.flush()?;
                let table = &*self.game.table;
                let action = while_thinking(&watch, || bot.choose(table, seat));
                let step = self.game.table.act(seat, &action, self.viewer)?;
                self.note(&step)?;
                self.answered = (waiting.len() > 1).then_some(seat);
                continue;
            }
            self.tell(out)?;
            let mut prompt = Prompt::new(&mut *self.game.table, seat, self.viewer, &self.log);
            match prompt.ask(input, out)? {
                Reply::Acted(step) => {
                    self.note(&step)?;
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

    /// Dice thrown at the table, for a record that has no seed.
    fn enter(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Option<ToldStep>, Failure> {
        self.tell(out)?;
        loop {
            write!(out, "throw them and enter the pips: ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 || line.trim() == "quit" {
                return Ok(None);
            }
            let pips: Result<Vec<u8>, _> =
                line.split([' ', ',']).filter(|w| !w.trim().is_empty()).map(|w| w.trim().parse()).collect();
            match pips
                .map_err(|error| error.to_string())
                .and_then(|pips| self.game.table.enter(&pips, self.viewer).map_err(|wrong| wrong.to_string()))
            {
                Ok(step) => return Ok(Some(step)),
                Err(why) => writeln!(out, "{why}")?,
            }
        }
    }

    /// A step in the log, in the words the viewer may read.
    fn note(&mut self, step: &ToldStep) -> Result<(), Failure> {
        let table = &*self.game.table;
        let mut text = Vec::new();
        prose::events(&mut text, step)?;
        let input = table.input(step.number, self.viewer);
        let input = input.map_or(String::new(), |done| prose::input_by_side(table, &done));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A computer that plays what it was told to.
    struct Scripted(std::vec::IntoIter<&'static str>);

    impl AnyBot for Scripted {
        fn choose(&mut self, _table: &dyn kernel::erased::AnyTable, _seat: Seat) -> String {
            self.0.next().expect("it has something to play").to_owned()
        }

        fn watch(&mut self, _watch: Arc<Watch>) {}
    }

    /// What is printed for `yours` who says this, while the other seat plays that.
    fn printed(yours: Seat, said: &str, other: Vec<&'static str>) -> String {
        let opening = Opening { game: "summits/tennozan".to_owned(), options: Vec::new() };
        let game = opening.open(&roster::built_in(), None, Source::Seeded(1)).expect("a built-in scenario");
        let bot: Box<dyn AnyBot> = Box::new(Scripted(other.into_iter()));
        let mut out = Vec::new();
        Evening::new(game, yours, Some(bot)).play(&mut said.as_bytes(), &mut out).expect("it is played");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_hand_of_the_computer_and_its_cards_played_face_down_are_not_printed() {
        // Hideyoshi sits on seat 0 and is asked first; then the computer chooses alone.
        let akechi = |hand, down| vec![hand, down, "area shimoueno", "to yodogawara"];
        let said = "hand AS FI RA\npass\nlook\nlog\nodds pass\nquit\n";
        let one = printed(Seat(0), said, akechi("hand AS AS FI FI", "down AS"));
        let two = printed(Seat(0), said, akechi("hand CA CA RA RA", "down CA"));
        assert!(one.contains("anti: chooses in secret") && one.contains("to yodogawara"), "{one}");
        assert_eq!(one, two);
        // And on seat 1 the computer is asked first.
        let hideyoshi = |hand, down| vec![hand, down, "area minase", "to takaradera_minami"];
        let said = "hand AS FI RA RA\nlook\nlog\nodds pass\nquit\n";
        let one = printed(Seat(1), said, hideyoshi("hand AS AS FI", "down AS"));
        let two = printed(Seat(1), said, hideyoshi("hand CA CA RA", "down RA"));
        assert!(one.contains("hideyoshi: chooses in secret"), "{one}");
        assert_eq!(one, two);
    }

    #[test]
    fn two_at_one_keyboard_read_no_hand_in_the_log() {
        let opening = Opening { game: "summits/tennozan".to_owned(), options: Vec::new() };
        let game = opening.open(&roster::built_in(), None, Source::Seeded(1)).expect("a built-in scenario");
        let mut out = Vec::new();
        let said = "hand AS FI RA\nhand AS AS FI FI\nlog\nquit\n";
        Evening::new(game, Seat(0), None).play(&mut said.as_bytes(), &mut out).expect("it is played");
        let out = String::from_utf8(out).expect("text");
        let log: Vec<&str> = out.lines().filter(|line| line.contains("in secret")).collect();
        // Each input once as it happened, and once when the log was asked for.
        assert_eq!(log.len(), 4, "{out}");
        assert!(!out.lines().any(|line| line.contains(": hand ")), "{out}");
    }
}
