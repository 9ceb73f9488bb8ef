//! Other people's bots, as child processes.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use kernel::{Lot, Play, Rules, Seat, Viewer};

use crate::{
    Bot,
    protocol::{Query, Reply},
};

/// A program that is asked. Where it answers wrongly or not at all habit answers for it; the first time is reported.
pub(crate) struct Exec {
    program: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// For imagining what the seat cannot see.
    lot: Lot,
    reported: bool,
}

impl Exec {
    /// Starts `program`; words after the first are its arguments.
    pub(crate) fn start(program: &str) -> Result<Exec, String> {
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
        Ok(Exec { program: program.to_owned(), child, to, from, lot: Lot::new(0), reported: false })
    }

    fn ask(&mut self, query: &Query) -> Result<String, String> {
        let mut line = serde_json::to_string(query).map_err(|error| error.to_string())?;
        line.push('\n');
        self.to.write_all(line.as_bytes()).map_err(|error| format!("it takes no more questions: {error}"))?;
        self.to.flush().map_err(|error| format!("it takes no more questions: {error}"))?;
        line.clear();
        match self.from.read_line(&mut line) {
            Ok(0) => return Err("it ended without an answer".to_owned()),
            Ok(_) => {}
            Err(error) => return Err(format!("its answer cannot be read: {error}")),
        }
        match serde_json::from_str(&line) {
            Ok(Reply::Action(action)) => Ok(action),
            Ok(Reply::Error(why)) => Err(format!("it says: {why}")),
            Err(_) => Err(format!("`{}` is no answer; {{\"action\":\"…\"}} is wanted", line.trim_end())),
        }
    }
}

impl<R: Rules> Bot<R> for Exec {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        let listed = rules.listed(&state, seat);
        let query = Query::new(rules, &state, seat, &listed);
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
