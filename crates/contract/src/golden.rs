//! Golden playthroughs: whole games as readable text, reviewed like code.

use std::{env, fmt::Write as _, fs, path::Path, sync::Arc};

use kernel::{Ask, Cited, Game, Play, Viewer, Words, erased::say};

use crate::{
    chooser::Chooser,
    trail::{Finish, Taken, Trail},
};

/// A game to be written down.
pub struct Golden<R: Game> {
    title: String,
    rules: Arc<R>,
    words: Arc<Words>,
    seed: u64,
    chooser: Chooser,
    most: usize,
}

impl<R: Game> std::fmt::Debug for Golden<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Golden({}, seed {})", self.title, self.seed)
    }
}

/// The list is written out in full once per this many questions.
const WHOLE_LIST_EVERY: usize = 12;

impl<R: Game> Golden<R> {
    pub fn new(title: &str, rules: Arc<R>, words: Arc<Words>) -> Golden<R> {
        let chooser = Chooser::Habitual(5);
        Golden { title: title.to_owned(), rules, words, seed: 1, chooser, most: usize::MAX }
    }

    pub fn seed(mut self, seed: u64) -> Golden<R> {
        self.seed = seed;
        self
    }

    pub fn chooser(mut self, chooser: Chooser) -> Golden<R> {
        self.chooser = chooser;
        self
    }

    /// Limits the number of inputs that are written.
    pub fn inputs(mut self, most: usize) -> Golden<R> {
        self.most = most;
        self
    }

    /// The playthrough: prompt, rule, choices, action, dice, what was told and the hash of every input.
    pub fn text(&self) -> String {
        let trail = Trail::play(&self.rules, &self.title, self.seed, self.chooser, self.most);
        let mut text = format!("{}, seed {}, {:?}\n\nbegin\n", self.title, self.seed, self.chooser);
        self.tell(&trail, 0, &mut text);
        let mut questions = 0;
        for n in 0..trail.inputs.len() {
            let _ = write!(text, "\n{} ", n + 1);
            self.input(&trail, n, &mut questions, &mut text);
            self.tell(&trail, n + 1, &mut text);
        }
        match (&trail.finish, trail.states.last().map(|state| self.rules.ask(state))) {
            (Finish::Over, Some(Ask::Over(outcome))) => {
                let winner = outcome.winner.map_or("nobody".to_owned(), |side| self.rules.side_name(side).en);
                let line = self.say(&outcome.line);
                let _ = writeln!(text, "\nover [{}] {line}\n  won by {winner}", outcome.rule);
            }
            (finish, _) => _ = writeln!(text, "\n{finish:?}"),
        }
        text
    }

    fn input(&self, trail: &Trail<R>, n: usize, questions: &mut usize, text: &mut String) {
        let state = &trail.states[n];
        match (&trail.inputs[n], self.rules.ask(state)) {
            (Taken::Act(seat, action), ask) => {
                let Some(question) = ask.question_for(*seat) else { return };
                let listed = self.rules.listed(state, *seat);
                let prompt = self.say(&question.prompt);
                let _ =
                    writeln!(text, "seat {} [{}] {prompt} ({} choices)", seat.0, question.rule, listed.len());
                if questions.is_multiple_of(WHOLE_LIST_EVERY) {
                    for choice in &listed {
                        let _ = writeln!(text, "  ? {}", self.rules.write_action(choice));
                    }
                }
                *questions += 1;
                let shown = self.rules.show(state, *seat, action, Viewer::Seat(*seat));
                let action = self.rules.write_action(action);
                let _ = writeln!(text, "  > {action}    {}", self.say(&shown.line));
            }
            (Taken::Throw(pips), Ask::Throw(roll)) => {
                let line = self.say(&roll.line);
                let _ =
                    writeln!(text, "dice for seat {} [{}] {line} {:?}", roll.seat.0, roll.rule, roll.pool);
                for modifier in &roll.modifiers {
                    let line = self.say(&modifier.line);
                    let _ = writeln!(text, "  {:+} [{}] {line}", modifier.value, modifier.rule);
                }
                let _ = writeln!(text, "  > {pips:?}");
            }
            (Taken::Throw(_), _) => {}
        }
    }

    fn tell(&self, trail: &Trail<R>, n: usize, text: &mut String) {
        for event in &trail.events[n] {
            if let Some(telling) = self.rules.tell(event, Viewer::Everyone) {
                let _ = writeln!(text, "  [{}] {}", event.rule(), self.say(&telling.line));
            }
        }
        let _ = writeln!(text, "  = {:016x}", trail.hashes[n]);
    }

    fn say(&self, line: &kernel::Line) -> String {
        say(&self.words, &*self.rules, line)
    }

    /// Compares the playthrough with a file and panics where they part. `GUNBAI_BLESS=1` writes the file.
    pub fn check(&self, file: impl AsRef<Path>) {
        if let Err(why) = compare(file.as_ref(), &self.text()) {
            panic!("{why}");
        }
    }
}

/// Compares a text with a file; with `GUNBAI_BLESS` set the file is written instead.
pub fn compare(file: &Path, text: &str) -> Result<(), String> {
    if env::var_os("GUNBAI_BLESS").is_some_and(|value| value != "0") {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        }
        return fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()));
    }
    let package = env::var("CARGO_PKG_NAME").unwrap_or_else(|_| "PACKAGE".to_owned());
    let bless = format!("if this is meant, rewrite it: GUNBAI_BLESS=1 cargo test -p {package} golden");
    let kept = fs::read_to_string(file).map_err(|why| format!("{}: {why}\n{bless}", file.display()))?;
    match first_difference(&kept, text) {
        None => Ok(()),
        Some(difference) => Err(format!("{}{difference}{bless}", file.display())),
    }
}

/// The first line in which two texts differ, with what stands before and after it.
pub fn first_difference(kept: &str, new: &str) -> Option<String> {
    const CONTEXT: usize = 4;
    let (kept, new): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), new.lines().collect());
    let at = (0..kept.len().max(new.len())).find(|&n| kept.get(n) != new.get(n))?;
    let mut text = format!(":{}: the playthrough parts from the file\n", at + 1);
    for line in &kept[at.saturating_sub(CONTEXT)..at] {
        let _ = writeln!(text, "  {line}");
    }
    for (mark, lines) in [('-', &kept), ('+', &new)] {
        for line in lines.iter().skip(at).take(CONTEXT) {
            let _ = writeln!(text, "{mark} {line}");
        }
    }
    Some(text)
}
