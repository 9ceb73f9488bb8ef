//! Other people's bots, as child processes.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

use kernel::{Game, Lot, Play, Seat, Viewer};

use crate::{
    Bot,
    protocol::{Query, Reply},
};

/// A program that has not answered by then hangs: it is killed, and the default action answers from there on. No program that works
/// comes near, so what it plays does not depend on how fast the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that is asked. Where it answers wrongly or not at all habit answers for it; the first time is reported.
pub(crate) struct Exec {
    program: String,
    child: Child,
    /// Lines to the program and what it says to each, over a thread of its own: a pipe cannot be waited for with a limit.
    questions: Sender<String>,
    answers: Receiver<Result<String, String>>,
    patience: Duration,
    seed: u64,
    /// For imagining what the seat cannot see.
    lot: Lot,
    reported: bool,
}

/// Passes questions on until nobody asks any more or the program has ended.
fn talk(
    mut to: ChildStdin,
    mut from: BufReader<ChildStdout>,
    questions: &Receiver<String>,
    answers: &Sender<Result<String, String>>,
) {
    for question in questions {
        let asked = to.write_all(question.as_bytes()).and_then(|()| to.flush());
        let mut line = String::new();
        let answer = match asked.map(|()| from.read_line(&mut line)) {
            Err(error) => Err(format!("it takes no more questions: {error}")),
            Ok(Err(error)) => Err(format!("its answer cannot be read: {error}")),
            Ok(Ok(0)) => Err("it ended without an answer".to_owned()),
            Ok(Ok(_)) => Ok(line),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

impl Exec {
    /// Starts `program`; words after the first are its arguments. Every request carries the seed.
    pub(crate) fn start(program: &str, seed: u64) -> Result<Exec, String> {
        let mut words = program.split_whitespace();
        let name = words.next().ok_or_else(|| "exec: which program? say `exec:PROGRAM`".to_owned())?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("exec:{program}: cannot start `{name}`: {error}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("exec:{program}: no pipe to `{name}`"));
        };
        let from = BufReader::new(from);
        let (questions, asked) = channel();
        let (said, answers) = channel();
        thread::spawn(move || talk(to, from, &asked, &said));
        Ok(Exec {
            program: program.to_owned(),
            child,
            questions,
            answers,
            patience: PATIENCE,
            seed,
            lot: Lot::new(seed),
            reported: false,
        })
    }

    fn ask(&mut self, query: &Query) -> Result<String, String> {
        let mut line = serde_json::to_string(query).map_err(|error| error.to_string())?;
        line.push('\n');
        let ended = || "it has ended".to_owned();
        self.questions.send(line).map_err(|_| ended())?;
        let line = match self.answers.recv_timeout(self.patience) {
            Ok(answer) => answer?,
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            Err(RecvTimeoutError::Timeout) => {
                // An answer that came later would be taken for that to the next question.
                let _ = self.child.kill();
                (self.questions, self.answers) = (channel().0, channel().1);
                return Err(format!("it has not answered for {} s and was ended", self.patience.as_secs()));
            }
        };
        match serde_json::from_str(&line) {
            Ok(Reply::Action(action)) => Ok(action),
            Ok(Reply::Error(why)) => Err(format!("it says: {why}")),
            Err(_) => Err(format!("`{}` is no answer; {{\"action\":\"…\"}} is wanted", line.trim_end())),
        }
    }
}

impl<R: Game> Bot<R> for Exec {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        let listed = rules.listed(&state, seat);
        let query = Query::new(rules, &state, seat, &listed, self.seed);
        let answer = self.ask(&query).and_then(|answer| {
            let chosen = query.actions.iter().position(|action| *action == answer);
            chosen.ok_or_else(|| format!("`{answer}` is not among the {} actions listed", listed.len()))
        });
        match answer {
            Ok(chosen) => listed[chosen].clone(),
            Err(why) => {
                if !self.reported {
                    self.reported = true;
                    eprintln!(
                        "exec:{}: {why}; habit answers for it, here and wherever it fails again",
                        self.program
                    );
                }
                rules.habit(&state, seat)
            }
        }
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing is left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use kernel::scene::Scene;

    use super::*;

    #[test]
    fn a_program_that_hangs_is_ended_and_not_waited_for_again() {
        let query = Query {
            seat: 0,
            kind: String::new(),
            rule: String::new(),
            prompt: None,
            // Longer than a pipe holds: nobody reads it either.
            actions: vec!["x".repeat(1_000_000)],
            scene: Scene::default(),
            game: None,
        };
        let mut hangs = Exec::start("sleep 1000", 1).unwrap();
        hangs.patience = Duration::from_millis(50);
        assert!(hangs.ask(&query).unwrap_err().contains("was ended"));
        let began = Instant::now();
        hangs.patience = PATIENCE;
        assert!(hangs.ask(&query).unwrap_err().contains("has ended"));
        assert!(began.elapsed() < PATIENCE / 2);
    }
}
