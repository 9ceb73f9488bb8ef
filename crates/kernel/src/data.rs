//! Data sets: the files a game is opened from, by name, with their digest.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use toml::de::DeTable;

use crate::{
    fault::{Fault, Faults},
    likeness::did_you_mean,
    schema::{self, Node, Table, Tree},
};

/// Files by path ("yukimura/units.csv"). The built-in set is called `gunbai`; an overlay from a directory
/// replaces single files and has a name of its own.
///
/// A set may hold schemas (`schema/…`) beside its data. Then a file is held against its schema when it is first read, and
/// one that does not keep to it is not read at all.
#[derive(Clone, Debug)]
pub struct DataSet {
    pub name: String,
    files: BTreeMap<String, Arc<File>>,
    /// The tag of the language that is shown, unless it is English.
    language: Option<String>,
}

/// A file, with what was worked out of its text. Copies of a set share it.
#[derive(Debug)]
struct File {
    text: String,
    /// What its schema says of it.
    faults: OnceLock<Vec<Fault>>,
    /// Of a schema: its content.
    schema: OnceLock<Result<Schema, String>>,
}

#[derive(Debug)]
enum Schema {
    Tree(Box<Node>),
    Table(Table),
}

/// The language of the files beside the data, and the folder of all others.
const ENGLISH: &str = "en";
const LANGUAGES: &str = "lang";

/// The folder of the schemas, and which of them belongs to which files.
const SCHEMAS: &str = "schema/";
const LISTED: &str = "schema/files.json";

/// A line of `files.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// A path, where one `*` stands for a name.
    files: String,
    schema: Option<String>,
    /// Text for people: no schema, but it says what is checked elsewhere.
    #[serde(rename = "prose")]
    _prose: Option<String>,
}

impl Listed {
    fn fits(&self, path: &str) -> bool {
        match self.files.split_once('*') {
            None => path == self.files,
            Some((before, after)) => path
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
                .is_some_and(|name| !name.contains('/')),
        }
    }
}

impl DataSet {
    pub fn new(name: &str) -> DataSet {
        DataSet { name: name.to_owned(), files: BTreeMap::new(), language: None }
    }

    /// The tags of the languages it can be shown in: English, and each folder below `lang/`.
    pub fn languages(&self) -> Vec<&str> {
        let folders = self.below(LANGUAGES).filter_map(|path| path[LANGUAGES.len() + 1..].split('/').next());
        let mut tags = vec![ENGLISH];
        tags.extend(folders);
        tags.dedup();
        tags
    }

    /// The set as it is shown in another of its languages.
    pub fn in_language(mut self, tag: &str) -> Result<DataSet, Fault> {
        if let Some(unknown) = Some(tag).filter(|tag| !self.languages().contains(tag)) {
            return Err(Fault::unknown("lang", "language", unknown, self.languages()));
        }
        self.language = Some(tag.to_owned()).filter(|tag| tag != ENGLISH);
        Ok(self)
    }

    /// The tag of the language it is shown in: `en`, `ja`.
    pub fn language(&self) -> &str {
        self.language.as_deref().unwrap_or(ENGLISH)
    }

    /// The path of a file's translation; its own path if the language has none.
    pub fn localized(&self, path: &str) -> String {
        let translated = self.language.as_ref().map(|tag| format!("{LANGUAGES}/{tag}/{path}"));
        translated.filter(|path| self.files.contains_key(path)).unwrap_or_else(|| path.to_owned())
    }

    /// Adds or replaces a file. A byte order mark before its text is no part of it.
    pub fn insert(&mut self, path: &str, text: &str) {
        let text = without_mark(text).to_owned();
        let file = File { text, faults: OnceLock::new(), schema: OnceLock::new() };
        self.files.insert(path.to_owned(), Arc::new(file));
    }

    /// The data files; not the schemas.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).filter(|path| !path.starts_with(SCHEMAS))
    }

    /// The paths below a folder, in order.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.paths().filter(move |p| p.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }

    fn file(&self, path: &str) -> Result<&File, Fault> {
        self.files
            .get(path)
            .map(|file| &**file)
            .ok_or_else(|| Fault::new(path, "no such file in the data set").hint("see `gunbai check`"))
    }

    pub fn text(&self, path: &str) -> Result<&str, Fault> {
        Ok(&self.file(path)?.text)
    }

    pub fn toml<T: DeserializeOwned>(&self, path: &str) -> Result<T, Faults> {
        self.keeps(path)?;
        Ok(parse_toml(path, self.text(path)?)?)
    }

    /// The rows of a CSV file below its header, comment lines (`#`) left out.
    pub fn csv(&self, path: &str) -> Result<Csv<'_>, Faults> {
        self.keeps(path)?;
        Ok(Csv::read(path, self.text(path)?)?)
    }

    /// Everything in which a file does not keep to its schema; nothing for one that has none.
    pub fn faults(&self, path: &str) -> &[Fault] {
        let Ok(file) = self.file(path) else { return &[] };
        file.faults.get_or_init(|| match self.schema_of(path) {
            Ok(Some(schema)) => self.held_against(&schema, path, &file.text),
            Ok(None) => Vec::new(),
            Err(fault) => vec![fault],
        })
    }

    fn keeps(&self, path: &str) -> Result<(), Faults> {
        Faults(self.faults(path).to_vec()).or(())
    }

    /// Everything in which a text does not keep to a schema of the set; nothing if the set has no such schema. `file`
    /// stands for the text in faults.
    pub fn held_against(&self, schema: &str, file: &str, text: &str) -> Vec<Fault> {
        let path = format!("{SCHEMAS}{schema}");
        let node = match self.schema(&path) {
            None => return Vec::new(),
            Some(Err(why)) => return vec![Fault::new(path, why)],
            Some(Ok(Schema::Table(table))) => {
                return match Csv::read(file, text) {
                    Ok(csv) => table.faults(file, text, &csv),
                    Err(fault) => vec![fault],
                };
            }
            Some(Ok(Schema::Tree(node))) => &**node,
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let other = |name: &str| {
            let path = match name.strip_prefix("../") {
                Some(name) => format!("{SCHEMAS}{name}"),
                None => format!("{folder}/{name}"),
            };
            match self.schema(&path) {
                Some(Ok(Schema::Tree(node))) => Some(&**node),
                _ => None,
            }
        };
        match DeTable::parse(text) {
            Ok(table) => {
                schema::Checker { file, root: node, other: &other }.faults(&Tree::of_toml(text, &table))
            }
            Err(error) => vec![Fault::toml(file, text, &error)],
        }
    }

    /// The schema that `files.json` names for a path.
    fn schema_of(&self, path: &str) -> Result<Option<String>, Fault> {
        let Some(listed) = self.files.get(LISTED) else { return Ok(None) };
        let listed: Vec<Listed> = serde_json::from_str(&listed.text)
            .map_err(|error| Fault::new(LISTED, error.to_string()).line(error.line()))?;
        Ok(listed.into_iter().find(|files| files.fits(path)).and_then(|files| files.schema))
    }

    fn schema(&self, path: &str) -> Option<Result<&Schema, String>> {
        let file = self.files.get(path)?;
        let read = || {
            let text = &file.text;
            if path.ends_with(".table.json") {
                serde_json::from_str(text).map(Schema::Table)
            } else {
                serde_json::from_str(text).map(Schema::Tree)
            }
        };
        let schema = file.schema.get_or_init(|| read().map_err(|error| error.to_string()));
        Some(schema.as_ref().map_err(Clone::clone))
    }

    /// Finds the line of each fault of a TOML file that says only in which field it is.
    pub fn located(&self, mut faults: Faults) -> Faults {
        for fault in &mut faults.0 {
            if fault.line.is_none() && fault.file.ends_with(".toml") {
                fault.line = self.line_of(fault);
            }
        }
        faults
    }

    fn line_of(&self, fault: &Fault) -> Option<usize> {
        toml_line(self.text(&fault.file).ok()?, fault.field.as_deref().unwrap_or_default(), fault)
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
                let text = &self.files[path].text;
                hasher.update((path.len() as u64).to_le_bytes());
                hasher.update(path);
                hasher.update((text.len() as u64).to_le_bytes());
                hasher.update(text);
            }
        }
        hex(&hasher.finalize())
    }
}

/// Prose, words, worked examples, test positions and guides: a file that cannot change play.
pub fn is_inert(path: &str) -> bool {
    path.ends_with(".md")
        || path.ends_with(".ftl")
        || path.contains("/examples/")
        || path.contains("/guides/")
        || path.contains("/positions/")
}

/// The line of a TOML text at which the field of a fault is set; that of what holds it where it is missing.
pub fn toml_line(text: &str, field: &str, fault: &Fault) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    let named = fault.message.split('`').nth(1);
    Some(Tree::of_toml(text, &table).find(field, named))
}

/// Reads TOML that is not a file of the set, such as a position; `name` stands for it in faults.
pub fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Fault> {
    let text = without_mark(text);
    toml::from_str(text).map_err(|error| Fault::toml(name, text, &error))
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A table of text with its place in the file, for errors that say where.
#[derive(Clone, Debug)]
pub struct Csv<'a> {
    path: String,
    pub(crate) header_line: usize,
    pub(crate) header: Vec<&'a str>,
    pub(crate) rows: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Csv<'a> {
    /// No quoting: our data needs none, and a quote would otherwise become part of a name.
    fn read(path: &str, text: &'a str) -> Result<Csv<'a>, Fault> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line.trim_end_matches('\r')))
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let Some((header_line, header)) = lines.next() else {
            return Err(Fault::new(path, "the file has no header line").line(1));
        };
        let header: Vec<&str> = header.split(',').map(str::trim).collect();
        let mut rows = Vec::new();
        for (line, row) in lines {
            let cells: Vec<&str> = row.split(',').map(str::trim).collect();
            if let Some(n) = cells.iter().position(|cell| cell.contains('"')) {
                let fault = Fault::new(path, "cells are written without quotes and commas").line(line);
                return Err(fault.field(*header.get(n).unwrap_or(&"")));
            }
            if cells.len() != header.len() {
                let message = format!("{} fields, but the header has {}", cells.len(), header.len());
                return Err(Fault::new(path, message).line(line));
            }
            rows.push((line, cells));
        }
        Ok(Csv { path: path.to_owned(), header_line, header, rows })
    }

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
                .line(self.csv.header_line)
                .field(field)
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
            self.fault(field, format!("`{text}` is not known here")).hint(format!(
                "use {}{}",
                known.join(", "),
                did_you_mean(text, &known)
            ))
        })
    }

    /// The fault of a name in this row that nothing has; the field says what it should be.
    pub fn unknown<'k>(&self, field: &str, word: &str, known: impl IntoIterator<Item = &'k str>) -> Fault {
        Fault::unknown(&self.csv.path, field, word, known).line(self.line).field(field)
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

/// Decodes N bytes from hexadecimal digits; `None` for anything else.
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
