//! The rulebook as data: its ids, and which of them can act.

use crate::fault::{Fault, Faults};

/// One numbered rule of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    /// Marked `·note·`: it describes, or a program cannot break it.
    pub note: bool,
    pub chapter: String,
    pub text: String,
    pub line: usize,
}

/// A rulebook: Markdown in which every rule begins with its id as `**[7-3-1]**`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    pub entries: Vec<Entry>,
}

impl Rulebook {
    pub fn parse(file: &str, text: &str) -> Result<Rulebook, Faults> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut faults = Faults::default();
        let mut chapter = String::new();
        let mut open = false;
        for (n, line) in text.lines().enumerate() {
            let line_number = n + 1;
            let bare = line.trim_start().trim_start_matches("- ").trim_start();
            if let Some(title) = bare.strip_prefix('#') {
                let level = 1 + title.chars().take_while(|&c| c == '#').count();
                if level <= 2 {
                    title.trim_start_matches('#').trim().clone_into(&mut chapter);
                }
                open = false;
            } else if let Some(rest) = bare.strip_prefix("**[") {
                let Some((id, rest)) = rest.split_once("]**") else {
                    faults.0.push(
                        Fault::new(file, "a rule id is opened with `**[` but not closed with `]**`")
                            .line(line_number),
                    );
                    continue;
                };
                if let Some(first) = entries.iter().find(|e| e.id == id) {
                    let message = format!("rule {id} stands here again; it is at line {}", first.line);
                    faults.0.push(Fault::new(file, message).line(line_number));
                }
                let rest = rest.trim_start();
                let note = rest.starts_with("·note·");
                let text = rest.trim_start_matches("·note·").trim().to_owned();
                entries.push(Entry {
                    id: id.to_owned(),
                    note,
                    chapter: chapter.clone(),
                    text,
                    line: line_number,
                });
                open = true;
            } else if open && let Some(entry) = entries.last_mut() {
                entry.text.push('\n');
                entry.text.push_str(line);
            }
        }
        for entry in &mut entries {
            let trimmed = entry.text.trim_end().len();
            entry.text.truncate(trimmed);
        }
        faults.or(Rulebook { entries })
    }

    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.id == id)
    }
}
