//! How a command ends otherwise than well.

use std::{
    fmt::Display,
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use kernel::{Fault, Faults, erased::Wrong};

#[derive(Debug)]
pub(crate) enum Failure {
    /// Something did not hold: a file is faulty, an action refused, a record does not verify. Exit code 1.
    NotHeld(String),
    /// The same, and the output has said it already.
    Told,
    /// The command was used wrongly. Exit code 2.
    WrongUse(String),
    /// The reader of our output closed the pipe (`| head`): exit quietly.
    Unread,
}

impl Failure {
    pub(crate) fn wrong_use(why: impl Display) -> Failure {
        Failure::WrongUse(why.to_string())
    }

    pub(crate) fn not_held(why: impl Display) -> Failure {
        Failure::NotHeld(why.to_string())
    }

    /// Says it on stderr; the exit code tells programs.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::NotHeld(message) => (message, 1),
            Failure::WrongUse(message) => (message, 2),
            Failure::Told => return ExitCode::from(1),
            Failure::Unread => return ExitCode::SUCCESS,
        };
        // A closed stderr is no reason to fail differently.
        let _ = writeln!(io::stderr(), "gunbai: {message}");
        ExitCode::from(code)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::NotHeld(message) | Failure::WrongUse(message) => f.write_str(message),
            Failure::Told | Failure::Unread => Ok(()),
        }
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Failure {
        Failure::not_held(faults)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::not_held(fault)
    }
}

impl From<Wrong> for Failure {
    fn from(wrong: Wrong) -> Failure {
        match wrong {
            Wrong::Misread(_) => Failure::wrong_use(wrong),
            _ => Failure::not_held(wrong),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::not_held(error),
        }
    }
}

pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::wrong_use(format!("{} cannot be read: {error}", path.display())))?;
    Ok(kernel::data::without_mark(&text).to_owned())
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    std::fs::write(path, content)
        .map_err(|error| Failure::wrong_use(format!("{} cannot be written: {error}", path.display())))
}
