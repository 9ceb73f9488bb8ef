//! Sentences: every line a player sees is a key with arguments, turned into words by Fluent.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use serde::Serialize;

use crate::{
    data::DataSet,
    fault::{Fault, Faults},
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

/// The kernel's own messages.
pub const ENGLISH: &str = include_str!("en.ftl");

/// The messages of one language: the kernel's own and a system's.
pub struct Words {
    bundle: FluentBundle<FluentResource>,
    names: Naming,
}

/// How a language writes names.
enum Naming {
    Latin,
    /// In Japanese, where the data or this list of English names have it.
    Japanese(BTreeMap<String, String>),
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Words")
    }
}

impl Words {
    /// The words of a system in the language that a data set is shown in. What a translation lacks is said in English;
    /// `gunbai check` reports it.
    pub fn of(data: &DataSet, system: &str) -> Result<Words, Faults> {
        let english = format!("{system}/en.ftl");
        let mut sources = vec![(english.as_str(), data.text(&english)?)];
        let files =
            ["kernel.ftl".to_owned(), format!("{system}/messages.ftl"), format!("{system}/texts.ftl")];
        let translated = files.map(|file| data.localized(&file));
        // A file without a translation keeps its path, and no such file stands outside of a language's folder.
        sources.extend(translated.iter().filter_map(|path| Some((path.as_str(), data.text(path).ok()?))));
        let mut words = Words::new(data.language(), &sources)?;
        let names = data.localized(&format!("{system}/names.csv"));
        if data.language() == "ja" {
            let mut list = BTreeMap::new();
            if data.text(&names).is_ok() {
                for row in data.csv(&names)?.rows() {
                    list.insert(row.text("en")?.to_owned(), row.text("ja")?.to_owned());
                }
            }
            words.names = Naming::Japanese(list);
        }
        Ok(words)
    }

    /// Messages of the kernel and of `sources`; a later source overrides an earlier one. The first fault of a file is
    /// reported with its place.
    fn new(language: &str, sources: &[(&str, &str)]) -> Result<Words, Fault> {
        let tag = language
            .parse()
            .map_err(|_| Fault::new("lang", format!("`{language}` is not a language tag")))?;
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Isolation marks are invisible characters that would stand in every log line and golden file.
        bundle.set_use_isolating(false);
        for (file, text) in std::iter::once(&("kernel/en.ftl", ENGLISH)).chain(sources) {
            let resource = FluentResource::try_new((*text).to_owned()).map_err(|(_, errors)| {
                let error = &errors[0];
                let line = text[..error.pos.start.min(text.len())].lines().count().max(1);
                Fault::new(*file, format!("not a Fluent message: {error}")).line(line)
            })?;
            bundle.add_resource_overriding(resource);
        }
        Ok(Words { bundle, names: Naming::Latin })
    }

    /// A name as this language writes it.
    fn name(&self, name: Name) -> String {
        match &self.names {
            Naming::Latin => name.en,
            Naming::Japanese(_) if !name.ja.is_empty() => name.ja,
            Naming::Japanese(list) => list.get(&name.en).cloned().unwrap_or(name.en),
        }
    }

    /// A text of the data files in this language, if it is translated: the summary of a scenario, a step of a guide.
    pub fn text(&self, key: &str) -> Option<String> {
        self.has(key).then(|| self.word(key))
    }

    /// Replaces a text of the data files by its translation.
    pub fn translate(&self, key: &str, text: &mut String) {
        if let Some(translated) = self.text(key) {
            *text = translated;
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.bundle.get_message(key).is_some_and(|m| m.value().is_some())
    }

    /// A missing message shows its key and arguments: ugly, but never wrong and never a panic.
    pub fn say(&self, line: &Line, names: &dyn Names) -> String {
        let pattern = self.bundle.get_message(line.key).and_then(|m| m.value());
        if let Some(text) = pattern.and_then(|pattern| self.plain(pattern, line, names)) {
            return text;
        }
        let mut args = FluentArgs::new();
        for (name, value) in &line.args {
            let value: FluentValue<'_> = match *value {
                Value::Int(n) => FluentValue::from(n),
                Value::Length(n) => decimal(n).into(),
                Value::Thing(thing) => self.name(names.name_of(thing)).into(),
                Value::Side(side) => self.name(names.side_name(side)).into(),
                Value::Word(key) => self.word(key).into(),
            };
            args.set(*name, value);
        }
        match pattern {
            Some(pattern) => self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned(),
            None => {
                let mut text = format!("[{}]", line.key);
                for (name, value) in &line.args {
                    text.push_str(&format!(" {name}={value:?}"));
                }
                text
            }
        }
    }

    /// A sentence made of text and arguments only, without Fluent's resolver, which takes several times as long. Such are
    /// the labels of choices, and a click can list dozens. `None` if the pattern has anything else in it.
    fn plain(&self, pattern: &Pattern<&str>, line: &Line, names: &dyn Names) -> Option<String> {
        let mut text = String::new();
        for element in &pattern.elements {
            let id = match element {
                PatternElement::TextElement { value } => {
                    text.push_str(value);
                    continue;
                }
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => id,
                PatternElement::Placeable { .. } => return None,
            };
            let (_, value) = line.args.iter().find(|(name, _)| *name == id.name)?;
            match *value {
                Value::Int(n) => _ = write!(text, "{n}"),
                Value::Length(n) => text += &decimal(n),
                Value::Thing(thing) => text += &self.name(names.name_of(thing)),
                Value::Side(side) => text += &self.name(names.side_name(side)),
                Value::Word(key) => text += &self.word(key),
            }
        }
        Some(text)
    }

    /// A message without arguments; the key itself where there is none.
    pub fn word(&self, key: &str) -> String {
        match self.bundle.get_message(key).and_then(|m| m.value()) {
            Some(pattern) => self.bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned(),
            None => key.to_owned(),
        }
    }
}

/// The messages of a Fluent file by key, each with the arguments it mentions.
pub fn messages(file: &str, text: &str) -> Result<BTreeMap<String, BTreeSet<String>>, Fault> {
    let resource = fluent_syntax::parser::parse(text).map_err(|(_, errors)| {
        let line = text[..errors[0].pos.start.min(text.len())].lines().count().max(1);
        Fault::new(file, format!("not a Fluent message: {}", errors[0])).line(line)
    })?;
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        if let Entry::Message(Message { id, value: Some(pattern), .. }) = entry {
            let mut arguments = BTreeSet::new();
            arguments_of(&pattern, &mut arguments);
            messages.insert(id.name.to_owned(), arguments);
        }
    }
    Ok(messages)
}

fn arguments_of(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                variants.iter().for_each(|variant| arguments_of(&variant.value, found));
                selector
            }
        };
        if let InlineExpression::VariableReference { id } = inline {
            found.insert(id.name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoNames;

    impl Names for NoNames {
        fn name_of(&self, _: Thing) -> Name {
            unreachable!("no thing is named here")
        }
        fn side_name(&self, _: Side) -> Name {
            unreachable!("no side is named here")
        }
    }

    /// Both ways to a sentence must agree wherever the short one is taken.
    #[test]
    fn a_plain_sentence_is_what_fluent_makes_of_it() {
        let source = "move = move { $n } hexes\nfar = { $far } cm off\nlost = { $what }, then { $what }\n\
                      steps = { $n ->\n    [one] one step\n   *[other] { $n } steps\n }\nstep = a step\n\
                      long = first line\n    second line with { $n }\n";
        let words = Words::new("en", &[("test.ftl", source)]).unwrap();
        let lines = [
            Line::new("move").with("n", -3),
            Line::new("move").with("n", 12_345),
            Line::new("far").with("far", Value::Length(1_405)),
            Line::new("lost").with("what", "step"),
            Line::new("long").with("n", 7),
            Line::new("move"),
            Line::new("steps").with("n", 1),
            Line::new("steps").with("n", 2),
        ];
        let mut plain = 0;
        for line in &lines {
            let pattern = words.bundle.get_message(line.key).and_then(|m| m.value()).unwrap();
            let mut args = FluentArgs::new();
            for (name, value) in &line.args {
                match *value {
                    Value::Int(n) => args.set(*name, n),
                    Value::Length(n) => args.set(*name, decimal(n)),
                    Value::Word(key) => args.set(*name, words.word(key)),
                    _ => unreachable!("no names here"),
                }
            }
            let whole = words.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
            plain += usize::from(words.plain(pattern, line, &NoNames).is_some());
            assert_eq!(words.say(line, &NoNames), whole, "{}", line.key);
        }
        // The others have a selector or lack their argument.
        assert_eq!(plain, 5);
    }
}
