//! What may stand in a data file: the schemas of `data/schema`, held against the files when they are read.
//!
//! The same files are for editors and for the loaders, so a bound is written once. The part of JSON Schema that is
//! understood here is what [`Node`] has; a keyword it does not have makes a schema unreadable instead of being passed over.

mod table;
mod tree;

use std::{collections::BTreeMap, sync::OnceLock};

use regex_lite::Regex;
use serde::Deserialize;

use crate::{fault::Fault, likeness::did_you_mean};

pub(crate) use table::Table;
pub(crate) use tree::{Tree, What};

/// A schema, or a part of one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(crate) struct Node {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    #[serde(rename = "title")]
    _title: Option<String>,
    #[serde(rename = "description")]
    _description: Option<String>,
    #[serde(rename = "default")]
    _default: Option<serde_json::Value>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "$defs")]
    defs: BTreeMap<String, Node>,
    #[serde(rename = "type")]
    kind: Option<Kind>,
    #[serde(rename = "enum")]
    words: Option<Vec<serde_json::Value>>,
    #[serde(rename = "const")]
    constant: Option<serde_json::Value>,
    minimum: Option<i64>,
    maximum: Option<i64>,
    multiple_of: Option<i64>,
    pattern: Option<Pattern>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    items: Option<Box<Node>>,
    prefix_items: Vec<Node>,
    min_items: Option<usize>,
    max_items: Option<usize>,
    unique_items: bool,
    properties: BTreeMap<String, Node>,
    required: Vec<String>,
    additional_properties: Option<Others>,
    property_names: Option<Box<Node>>,
    min_properties: Option<usize>,
    max_properties: Option<usize>,
    dependent_required: BTreeMap<String, Vec<String>>,
    any_of: Vec<Node>,
    one_of: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Object,
    Array,
    String,
    Integer,
    Boolean,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Kind::Object => "a table",
            Kind::Array => "a list",
            Kind::String => "text in quotes",
            Kind::Integer => "a whole number",
            Kind::Boolean => "true or false",
        }
    }
}

/// What may stand beside the named properties.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Others {
    May(bool),
    Like(Box<Node>),
}

/// A regular expression, compiled when it is first needed.
#[derive(Debug, Deserialize)]
#[serde(from = "String")]
struct Pattern {
    text: String,
    compiled: OnceLock<Option<Regex>>,
}

impl From<String> for Pattern {
    fn from(text: String) -> Pattern {
        Pattern { text, compiled: OnceLock::new() }
    }
}

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(&self.text).ok());
        compiled.as_ref().is_some_and(|pattern| pattern.is_match(text))
    }
}

/// A schema that may refer to others in its folder.
pub(crate) struct Checker<'a> {
    pub(crate) file: &'a str,
    /// The schema at the top, whose `$defs` are meant by `#/$defs/…`.
    pub(crate) root: &'a Node,
    /// Another schema, by its path as it is referred to.
    pub(crate) other: &'a dyn Fn(&str) -> Option<&'a Node>,
}

impl<'a> Checker<'a> {
    /// Everything in which a tree does not keep to the schema.
    pub(crate) fn faults(&self, tree: &Tree) -> Vec<Fault> {
        let mut found = Vec::new();
        self.node(self.root, tree, "", &mut found);
        found
    }

    fn node(&self, node: &'a Node, tree: &Tree, field: &str, found: &mut Vec<Fault>) {
        let fault = |message: String| {
            let fault = Fault::new(self.file, message).line(tree.line);
            if field.is_empty() { fault } else { fault.field(field) }
        };
        if let Some(reference) = &node.reference {
            match self.resolve(reference) {
                Some((checker, node)) => checker.node(node, tree, field, found),
                None => found.push(fault(format!("its schema refers to `{reference}`, which is not there"))),
            }
        }
        if let (Some(kind), false) = (node.kind, node.is_about(tree)) {
            found.push(fault(format!("{} is not {}", tree.what.words(), kind.words())));
            return;
        }
        if let Some(words) = &node.words
            && !words.iter().any(|word| tree.what.is(word))
        {
            let known: Vec<String> = words.iter().map(plain).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let word = tree.what.words();
            let near = did_you_mean(word.trim_matches('`'), &known);
            found.push(
                fault(format!("{word} is not known here")).hint(format!("use {}{near}", known.join(", "))),
            );
        }
        if let Some(constant) = &node.constant
            && !tree.what.is(constant)
        {
            found.push(fault(format!("{} must be `{}`", tree.what.words(), plain(constant))));
        }
        match &tree.what {
            What::Whole(n) => node.number(*n, &fault, found),
            What::Text(text) => node.text(text, &fault, found),
            What::List(list) => self.list(node, list, field, &fault, found),
            What::Table(table) => self.table(node, table, field, &fault, found),
            What::Truth(_) | What::Other(_) => {}
        }
        for branches in [&node.any_of, &node.one_of].into_iter().filter(|branches| !branches.is_empty()) {
            let tried = branches.iter().map(|branch| {
                let mut found = Vec::new();
                self.node(branch, tree, field, &mut found);
                (!branch.is_about(tree), found)
            });
            // The branch that fits best is the one that was meant.
            let best = tried.min_by_key(|(other, found)| (*other, found.len()));
            found.extend(best.map(|(_, found)| found).unwrap_or_default());
        }
    }

    fn resolve(&self, reference: &str) -> Option<(Checker<'a>, &'a Node)> {
        if let Some(name) = reference.strip_prefix("#/$defs/") {
            return Some((Checker { ..*self }, self.root.defs.get(name)?));
        }
        let root = (self.other)(reference)?;
        Some((Checker { root, ..*self }, root))
    }

    fn list(
        &self,
        node: &'a Node,
        list: &[Tree],
        field: &str,
        fault: &dyn Fn(String) -> Fault,
        found: &mut Vec<Fault>,
    ) {
        outside(list.len(), node.min_items, node.max_items, "entries", fault, found);
        for (n, tree) in list.iter().enumerate() {
            let like = node.prefix_items.get(n).or(node.items.as_deref());
            if let Some(like) = like {
                self.node(like, tree, &below(field, &n.to_string()), found);
            }
            if node.unique_items && list[..n].iter().any(|other| other.what == tree.what) {
                let fault = Fault::new(self.file, format!("{} stands there twice", tree.what.words()));
                found.push(fault.line(tree.line).field(below(field, &n.to_string())));
            }
        }
    }

    fn table(
        &self,
        node: &'a Node,
        table: &[(String, Tree)],
        field: &str,
        fault: &dyn Fn(String) -> Fault,
        found: &mut Vec<Fault>,
    ) {
        outside(table.len(), node.min_properties, node.max_properties, "keys", fault, found);
        let has = |key: &String| table.iter().any(|(known, _)| known == key);
        for key in node.required.iter().filter(|key| !has(key)) {
            found.push(fault(format!("`{key}` is missing")));
        }
        for (key, needed) in &node.dependent_required {
            for other in needed.iter().filter(|other| has(key) && !has(other)) {
                found.push(fault(format!("`{key}` needs `{other}` beside it")));
            }
        }
        for (key, tree) in table {
            let field = below(field, key);
            if let Some(names) = &node.property_names {
                let name = Tree { line: tree.line, what: What::Text(key.clone()) };
                self.node(names, &name, &field, found);
            }
            match (node.properties.get(key), &node.additional_properties) {
                (Some(like), _) => self.node(like, tree, &field, found),
                (None, Some(Others::Like(like))) => self.node(like, tree, &field, found),
                (None, Some(Others::May(false))) => {
                    let known: Vec<&str> = node.properties.keys().map(String::as_str).collect();
                    let hint = format!("use {}{}", known.join(", "), did_you_mean(key, &known));
                    let fault = Fault::new(self.file, format!("`{key}` is not known here")).line(tree.line);
                    found.push(fault.field(field).hint(hint));
                }
                (None, Some(Others::May(true)) | None) => {}
            }
        }
    }
}

impl Node {
    /// Whether the value is of the kind that is described.
    fn is_about(&self, tree: &Tree) -> bool {
        match (self.kind, &tree.what) {
            (None, _)
            | (Some(Kind::Object), What::Table(_))
            | (Some(Kind::Array), What::List(_))
            | (Some(Kind::String), What::Text(_))
            | (Some(Kind::Integer), What::Whole(_))
            | (Some(Kind::Boolean), What::Truth(_)) => true,
            (Some(_), _) => false,
        }
    }

    fn number(&self, n: i64, fault: &dyn Fn(String) -> Fault, found: &mut Vec<Fault>) {
        let (least, most) = (self.minimum, self.maximum);
        if least.is_some_and(|least| n < least) || most.is_some_and(|most| n > most) {
            found.push(fault(match (least, most) {
                (Some(least), Some(most)) => format!("{n} is not from {least} to {most}"),
                (Some(least), None) => format!("{n} is less than {least}"),
                (None, most) => format!("{n} is more than {}", most.unwrap_or_default()),
            }));
        }
        if let Some(step) = self.multiple_of.filter(|step| *step != 0 && n % step != 0) {
            found.push(fault(format!("{n} is no multiple of {step}")));
        }
    }

    fn text(&self, text: &str, fault: &dyn Fn(String) -> Fault, found: &mut Vec<Fault>) {
        outside(text.chars().count(), self.min_length, self.max_length, "characters", fault, found);
        if let Some(pattern) = self.pattern.as_ref().filter(|pattern| !pattern.fits(text)) {
            found.push(
                fault(format!("`{text}` is not written as it should be"))
                    .hint(format!("it must match {}", pattern.text)),
            );
        }
    }

    /// Where a number, a list or a text has no bound, as paths. A schema without any is one that data cannot overflow.
    #[cfg(test)]
    pub(crate) fn unbounded(&self, at: &str, found: &mut Vec<String>) {
        let closed = self.words.is_some() || self.constant.is_some() || self.reference.is_some();
        let open = match self.kind {
            Some(Kind::Integer) => self.minimum.is_none() || self.maximum.is_none(),
            Some(Kind::Array) => self.max_items.is_none() && self.prefix_items.is_empty(),
            _ => false,
        };
        if open && !closed {
            found.push(at.to_owned());
        }
        let lists = self.items.iter().map(|node| ("items", &**node));
        let below = lists.chain(self.prefix_items.iter().map(|node| ("prefixItems", node)));
        let below = below.chain(self.any_of.iter().chain(&self.one_of).map(|node| ("oneOf", node)));
        let named = self.properties.iter().chain(&self.defs).map(|(key, node)| (key.as_str(), node));
        for (key, node) in below.chain(named) {
            node.unbounded(&format!("{at}/{key}"), found);
        }
        if let Some(Others::Like(node)) = &self.additional_properties {
            node.unbounded(&format!("{at}/*"), found);
        }
    }
}

/// A count outside its bounds.
fn outside(
    count: usize,
    least: Option<usize>,
    most: Option<usize>,
    what: &str,
    fault: &dyn Fn(String) -> Fault,
    found: &mut Vec<Fault>,
) {
    if let Some(least) = least.filter(|least| count < *least) {
        found.push(fault(format!("{count} {what}: at least {least} are needed")));
    }
    if let Some(most) = most.filter(|most| count > *most) {
        found.push(fault(format!("{count} {what}: at most {most} are allowed")));
    }
}

fn below(field: &str, key: &str) -> String {
    if field.is_empty() { key.to_owned() } else { format!("{field}.{key}") }
}

/// A word of a schema as a data file writes it, without quotes.
fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn schemas(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("the schemas") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                schemas(&path, found);
            } else if path.extension().is_some_and(|end| end == "json") && !path.ends_with("files.json") {
                found.push((path.display().to_string(), fs::read_to_string(&path).expect("a text")));
            }
        }
    }

    #[test]
    fn every_number_and_every_list_of_a_schema_has_bounds() {
        let mut files = Vec::new();
        schemas(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/schema"), &mut files);
        let mut open = Vec::new();
        for (path, text) in files {
            if path.ends_with(".table.json") {
                let table: Table = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{path}: {why}"));
                table.unbounded(&path, &mut open);
            } else {
                let node: Node = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{path}: {why}"));
                node.unbounded(&path, &mut open);
            }
        }
        assert!(open.is_empty(), "without bounds:\n{}", open.join("\n"));
    }
}
