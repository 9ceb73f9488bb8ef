//! `gunbai rules`

use std::io::Write;

use clap::Args;
use kernel::{
    DataSet, Words,
    example::Example,
    rulebook::{Entry, Rulebook},
};
use roster::AnySystem;
use serde_json::json;

use crate::failure::Failure;

/// The rulebook of a system, or one rule of it with its worked examples
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  gunbai rules yukimura | less\n  gunbai rules yukimura 11-2-5")]
pub(crate) struct Rules {
    /// The system
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The rule, as prompts and refusals cite it
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Print JSON: one rule, or a list of all
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let system = roster::find(&self.system).map_err(Failure::WrongUse)?;
        let book = system.rulebook(data)?;
        let Some(id) = &self.id else {
            if self.json {
                let all: Vec<_> = book.entries.iter().map(|entry| tree(entry, &[])).collect();
                writeln!(out, "{:#}", json!(all))?;
            } else {
                let text = data.text(&data.localized(&format!("{}/rulebook.md", system.name())))?;
                // The remark at its head is for those who edit it.
                let text = text
                    .strip_prefix("<!--")
                    .and_then(|rest| rest.split_once("-->"))
                    .map_or(text, |(_, text)| text);
                writeln!(out, "{}", text.trim())?;
            }
            return Ok(());
        };
        let id = id.trim_matches(['[', ']']);
        let section = section(&book, id);
        if section.is_empty() {
            return Err(Failure::WrongUse(unknown(&book, system.name(), id)));
        }
        let words = Words::of(data, system.name())?;
        let shown = |entry: &Entry| examples(system, data, &words, &entry.id);
        let whole: Vec<_> = section.iter().map(|entry| (entry, shown(entry))).collect();
        if self.json {
            let all: Vec<_> = whole.iter().map(|(entry, shown)| tree(entry, shown)).collect();
            // One rule is one object, a section without a rule of its own a list.
            writeln!(out, "{:#}", if let [one] = all.as_slice() { one.clone() } else { json!(all) })?;
            return Ok(());
        }
        for (entry, shown) in whole {
            writeln!(out, "[{}] {} ({})", entry.id, entry.text, entry.chapter)?;
            for (path, title) in &shown {
                writeln!(out, "  example: {title} ({path})")?;
            }
        }
        Ok(())
    }
}

/// The rule of this id; where there is none, the rules below it: 14-2 has 14-2(1), 14-2(2) and so on.
fn section<'a>(book: &'a Rulebook, id: &str) -> Vec<&'a Entry> {
    match book.entry(id) {
        Some(entry) => vec![entry],
        None => book.entries.iter().filter(|entry| roster::is_below(&entry.id, id)).collect(),
    }
}

fn tree(entry: &Entry, examples: &[(String, String)]) -> serde_json::Value {
    let examples: Vec<_> =
        examples.iter().map(|(path, title)| json!({ "file": path, "title": title })).collect();
    json!({
        "id": entry.id, "chapter": entry.chapter, "text": entry.text, "note": entry.note, "line": entry.line,
        "examples": examples,
    })
}

/// Rules of the same chapter come before rules that merely look alike.
fn unknown(book: &Rulebook, system: &str, id: &str) -> String {
    let known: Vec<&str> = book.entries.iter().map(|entry| entry.id.as_str()).collect();
    let mut stem = id;
    let mut near: Vec<&str> = Vec::new();
    while near.is_empty() && !stem.is_empty() {
        near = known.iter().copied().filter(|known| known.starts_with(stem)).take(5).collect();
        stem = stem.rfind(['-', '(']).map_or("", |at| &stem[..at]);
    }
    if near.is_empty() {
        near = roster::likest(id, &known, 5);
    }
    match near.as_slice() {
        [] => format!("{system} has no rule {id}; `gunbai rules {system}` shows them all"),
        _ => format!("{system} has no rule {id}; nearest are {}", near.join(", ")),
    }
}

/// Path and title of every example that shows this rule.
fn examples(system: &dyn AnySystem, data: &DataSet, words: &Words, id: &str) -> Vec<(String, String)> {
    let parsed = system.examples(data).into_iter().filter_map(|path| {
        let example = Example::read(data, &path, words).ok()?;
        Some((path, example))
    });
    parsed
        .filter(|(_, example)| example.rule.iter().any(|rule| rule == id))
        .map(|(path, example)| (path, example.title))
        .collect()
}
