//! Sentences: every line a player sees is a key with arguments, turned into words by Fluent.

use std::fmt;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use serde::Serialize;

use crate::{
    fault::Fault,
    thing::{Name, Side, Thing},
};

/// The id of a rule, as the rulebook numbers it: `11-2-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Declares a system's rule ids as constants, and the list of all of them.
#[macro_export]
macro_rules! rule_ids {
    ($($name:ident = $id:literal),* $(,)?) => {
        $(pub const $name: $crate::Rule = $crate::Rule($id);)*
        /// Every rule id the code cites.
        pub const ALL: &[$crate::Rule] = &[$($name),*];
    };
}

/// An argument of a sentence: never text, so that it can be said in any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    Int(i32),
    /// A length in hundredths of the table's measure, said as players write it: `4`, `0.35`.
    Length(i32),
    Thing(Thing),
    Side(Side),
    /// The key of another message: a kind of terrain, a result of a table.
    Word(&'static str),
}

impl From<i32> for Value {
    fn from(n: i32) -> Value {
        Value::Int(n)
    }
}
impl From<Thing> for Value {
    fn from(thing: Thing) -> Value {
        Value::Thing(thing)
    }
}
impl From<Side> for Value {
    fn from(side: Side) -> Value {
        Value::Side(side)
    }
}
impl From<&'static str> for Value {
    fn from(word: &'static str) -> Value {
        Value::Word(word)
    }
}

/// Empty arguments cost nothing; most prompts and refusals have none.
pub type Args = Vec<(&'static str, Value)>;

/// One sentence: its key and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    pub key: &'static str,
    pub args: Args,
}

impl Line {
    pub fn new(key: &'static str) -> Line {
        Line { key, args: Args::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Line {
        self.args.push((name, value.into()));
        self
    }
}

/// Hundredths as a decimal number without idle zeros.
fn decimal(hundredths: i32) -> String {
    let (sign, n) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    match (n / 100, n % 100) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, part) if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        (whole, part) => format!("{sign}{whole}.{part:02}"),
    }
}

/// What a sentence needs to know of the game it speaks of.
pub trait Names {
    fn name_of(&self, thing: Thing) -> Name;
    fn side_name(&self, side: Side) -> Name;
}

/// The messages of one language: the kernel's own and a system's.
pub struct Words(FluentBundle<FluentResource>);

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Words")
    }
}

impl Words {
    /// English from the kernel's messages and a system's. The first fault of a file is reported with its place.
    pub fn english(file: &str, source: &str) -> Result<Words, Fault> {
        let mut bundle = FluentBundle::new_concurrent(vec!["en".parse().expect("a language tag")]);
        // Isolation marks are invisible characters that would stand in every log line and golden file.
        bundle.set_use_isolating(false);
        for (file, text) in [("kernel/en.ftl", include_str!("en.ftl")), (file, source)] {
            let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
                let error = &errors[0];
                let line = text[..error.pos.start.min(text.len())].lines().count().max(1);
                Fault::new(file, format!("not a Fluent message: {error}")).line(line)
            })?;
            bundle.add_resource_overriding(resource);
        }
        Ok(Words(bundle))
    }

    pub fn has(&self, key: &str) -> bool {
        self.0.get_message(key).is_some_and(|m| m.value().is_some())
    }

    /// A missing message shows its key and arguments: ugly, but never wrong and never a panic.
    pub fn say(&self, line: &Line, names: &dyn Names) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in &line.args {
            let value: FluentValue<'_> = match *value {
                Value::Int(n) => FluentValue::from(n),
                Value::Length(n) => decimal(n).into(),
                Value::Thing(thing) => names.name_of(thing).en.into(),
                Value::Side(side) => names.side_name(side).en.into(),
                Value::Word(key) => self.word(key).into(),
            };
            args.set(*name, value);
        }
        match self.0.get_message(line.key).and_then(|m| m.value()) {
            Some(pattern) => self.0.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned(),
            None => {
                let mut text = format!("[{}]", line.key);
                for (name, value) in &line.args {
                    text.push_str(&format!(" {name}={value:?}"));
                }
                text
            }
        }
    }

    /// A message without arguments; the key itself where there is none.
    pub fn word(&self, key: &str) -> String {
        match self.0.get_message(key).and_then(|m| m.value()) {
            Some(pattern) => self.0.format_pattern(pattern, None, &mut Vec::new()).into_owned(),
            None => key.to_owned(),
        }
    }
}
