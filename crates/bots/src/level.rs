//! How a bot is named on the command line.

use std::{fmt, str::FromStr};

use crate::script::Script;

/// Which bot, and how hard it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    Random,
    Steady,
    Greedy,
    /// The number of evaluations per plan.
    Search(u32),
    /// The same with all cards open to it: no opponent, but a measure of what hidden things are worth.
    Peeking(u32),
    /// A simple fixed policy, to measure others by.
    Script(Script),
    /// A program that speaks [`crate::protocol`], with its arguments.
    Exec(String),
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        match text.split_once(':') {
            None => match text {
                "random" => Ok(Level::Random),
                "steady" => Ok(Level::Steady),
                "greedy" => Ok(Level::Greedy),
                "search" => Err("how many judgements a plan? say `search:400`".to_owned()),
                "exec" => Err("which program? say `exec:PROGRAM`, for instance `exec:gunbai bot`".to_owned()),
                "script" => Err(format!("which script? say one of {}", Script::names())),
                _ => Err(format!(
                    "`{text}` is no bot; there are random, steady, greedy, search:N, script:NAME and exec:PROGRAM"
                )),
            },
            Some((word @ ("search" | "peeking"), number)) => match number.parse() {
                Ok(leaves) if leaves > 0 && word == "search" => Ok(Level::Search(leaves)),
                Ok(leaves) if leaves > 0 => Ok(Level::Peeking(leaves)),
                _ => Err(format!(
                    "`{number}` is not a number of judgements: {word} takes a whole number from 1, as in `{word}:400`"
                )),
            },
            Some(("script", name)) => match Script::ALL.into_iter().find(|script| script.name() == name) {
                Some(script) => Ok(Level::Script(script)),
                None => Err(format!("`{name}` is no script; there are {}", Script::names())),
            },
            Some(("exec", program)) if program.trim().is_empty() => Level::from_str("exec"),
            Some(("exec", program)) => Ok(Level::Exec(program.trim().to_owned())),
            Some((word @ ("random" | "steady" | "greedy"), _)) => {
                Err(format!("`{word}` takes no number; only search does, as in `search:400`"))
            }
            Some((word, _)) => Level::from_str(word),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Steady => f.write_str("steady"),
            Level::Greedy => f.write_str("greedy"),
            Level::Search(leaves) => write!(f, "search:{leaves}"),
            Level::Peeking(leaves) => write!(f, "peeking:{leaves}"),
            Level::Script(script) => write!(f, "script:{}", script.name()),
            Level::Exec(program) => write!(f, "exec:{program}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_reads_back_what_it_prints() {
        for text in [
            "random",
            "steady",
            "greedy",
            "search:400",
            "peeking:400",
            "script:raider",
            "exec:./bot --quick",
            "exec:C:\\bot.exe",
        ] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_wrong_level_is_answered_with_the_right_form() {
        for (text, hint) in [
            ("clever", "search:N"),
            ("clever:3", "search:N"),
            ("search", "search:400"),
            ("search:", "search:400"),
            ("search:0", "from 1"),
            ("search:many", "`many`"),
            ("greedy:3", "takes no number"),
            ("exec:", "exec:PROGRAM"),
            ("script", "script:turtle"),
            ("script:clever", "script:turtle"),
        ] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.contains(hint), "{text}: {error}");
        }
    }
}
