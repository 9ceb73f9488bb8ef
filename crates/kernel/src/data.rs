//! Data sets: the files a game is opened from, by name, with their digest.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::fault::Fault;

/// Files by path ("yukimura/units.csv"). The built-in set is called `gunbai`; an overlay from a directory
/// replaces single files and has a name of its own.
#[derive(Clone, Debug)]
pub struct DataSet {
    pub name: String,
    files: BTreeMap<String, String>,
}

impl DataSet {
    pub fn new(name: &str) -> DataSet {
        DataSet { name: name.to_owned(), files: BTreeMap::new() }
    }

    pub fn insert(&mut self, path: &str, text: &str) {
        self.files.insert(path.to_owned(), text.to_owned());
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The paths below a folder, in order.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.paths().filter(move |p| p.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }

    pub fn text(&self, path: &str) -> Result<&str, Fault> {
        self.files
            .get(path)
            .map(String::as_str)
            .ok_or_else(|| Fault::new(path, "no such file in the data set").hint("see `gunbai check`"))
    }

    pub fn toml<T: DeserializeOwned>(&self, path: &str) -> Result<T, Fault> {
        parse_toml(path, self.text(path)?)
    }

    /// The rows of a CSV file below its header, comment lines (`#`) left out. No quoting: our data needs none.
    pub fn csv(&self, path: &str) -> Result<Csv<'_>, Fault> {
        let text = self.text(path)?;
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line.trim_end_matches('\r')))
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let (_, header) = lines.next().ok_or_else(|| Fault::new(path, "the file has no header line"))?;
        let header: Vec<&str> = header.split(',').map(str::trim).collect();
        let mut rows = Vec::new();
        for (line, row) in lines {
            let cells: Vec<&str> = row.split(',').map(str::trim).collect();
            if cells.len() != header.len() {
                let message = format!("{} fields, but the header has {}", cells.len(), header.len());
                return Err(Fault::new(path, message).line(line));
            }
            rows.push((line, cells));
        }
        Ok(Csv { path: path.to_owned(), header, rows })
    }

    /// A value of a provenance or settings comment such as `# sheet: columns=40 rows=28`.
    pub fn comment(&self, path: &str, key: &str) -> Result<&str, Fault> {
        let prefix = format!("# {key}:");
        self.text(path)?
            .lines()
            .find_map(|line| line.strip_prefix(&prefix))
            .map(str::trim)
            .ok_or_else(|| Fault::new(path, format!("no line `{prefix} …` at the head of the file")))
    }

    /// SHA-256 over everything of a system that can change play.
    pub fn digest(&self, system: &str) -> String {
        let mut hasher = Sha256::new();
        for path in self.below(system) {
            if !is_inert(path) {
                let text = &self.files[path];
                hasher.update((path.len() as u64).to_le_bytes());
                hasher.update(path);
                hasher.update((text.len() as u64).to_le_bytes());
                hasher.update(text);
            }
        }
        hex(&hasher.finalize())
    }
}

/// Prose, words, worked examples and guides: a file that cannot change play.
pub fn is_inert(path: &str) -> bool {
    path.ends_with(".md")
        || path.ends_with(".ftl")
        || path.contains("/examples/")
        || path.contains("/guides/")
}

/// Reads TOML that is not a file of the set, such as a position; `name` stands for it in faults.
pub fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Fault> {
    toml::from_str(text).map_err(|error| Fault::toml(name, text, &error))
}

/// A table of text with its place in the file, for errors that say where.
#[derive(Clone, Debug)]
pub struct Csv<'a> {
    path: String,
    header: Vec<&'a str>,
    rows: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Csv<'a> {
    pub fn rows(&self) -> impl Iterator<Item = Row<'a, '_>> {
        self.rows.iter().map(move |(line, cells)| Row { csv: self, line: *line, cells })
    }
}

/// One line of a CSV file.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, 'c> {
    csv: &'c Csv<'a>,
    pub line: usize,
    cells: &'c [&'a str],
}

impl<'a> Row<'a, '_> {
    pub fn text(&self, field: &str) -> Result<&'a str, Fault> {
        match self.csv.header.iter().position(|h| *h == field) {
            Some(n) => Ok(self.cells[n]),
            None => Err(Fault::new(&self.csv.path, format!("the header has no field `{field}`"))
                .hint(format!("it has {}", self.csv.header.join(", ")))),
        }
    }

    pub fn number<T: std::str::FromStr>(&self, field: &str) -> Result<T, Fault> {
        let text = self.text(field)?;
        text.parse().map_err(|_| self.fault(field, format!("`{text}` is not a number that fits here")))
    }

    /// One of a few words.
    pub fn one_of<T: Copy>(&self, field: &str, words: &[(&str, T)]) -> Result<T, Fault> {
        let text = self.text(field)?;
        words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fault(field, format!("`{text}` is not known here")).hint(format!("use {}", known.join(", ")))
        })
    }

    pub fn fault(&self, field: &str, message: impl Into<String>) -> Fault {
        Fault::new(&self.csv.path, message).line(self.line).field(field)
    }
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// So many bytes from hexadecimal digits; `None` for anything else.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (n, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(bytes)
}
