//! What may stand in a CSV file: its fields as Frictionless Data's Table Schema has them, and the comments at its head.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Checker, Kind, Node, Tree, What};
use crate::{data::Csv, fault::Fault, likeness::did_you_mean};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Table {
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "description")]
    _description: String,
    head: Vec<Field>,
    fields: Vec<Field>,
    primary_key: String,
    /// The loaders look names up, with a better message.
    #[serde(default, rename = "foreignKeys")]
    _foreign_keys: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    name: String,
    #[serde(default, rename = "type")]
    kind: Option<Kind>,
    #[serde(default, rename = "description")]
    _description: String,
    /// Of a comment: it must stand there.
    #[serde(default)]
    required: bool,
    #[serde(default)]
    constraints: Constraints,
}

#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
struct Constraints {
    required: bool,
    unique: bool,
    node: Node,
}

impl TryFrom<Map<String, Value>> for Constraints {
    type Error = serde_json::Error;

    fn try_from(mut map: Map<String, Value>) -> Result<Constraints, serde_json::Error> {
        let mut flag = |key: &str| map.remove(key) == Some(Value::Bool(true));
        let (required, unique) = (flag("required"), flag("unique"));
        Ok(Constraints { required, unique, node: serde_json::from_value(Value::Object(map))? })
    }
}

impl Field {
    /// What is wrong with a cell; an empty one is no value.
    fn faults(&self, file: &str, line: usize, cell: &str) -> Vec<Fault> {
        let told = |message: String| vec![Fault::new(file, message).line(line).field(&self.name)];
        let what = match self.kind {
            _ if cell.is_empty() => {
                return if self.constraints.required { told("it is missing".to_owned()) } else { Vec::new() };
            }
            Some(Kind::Integer) => match cell.parse() {
                Ok(n) => What::Whole(n),
                Err(_) => return told(format!("`{cell}` is not a number")),
            },
            _ => What::Text(cell.to_owned()),
        };
        let checker = Checker { file, root: &self.constraints.node, other: &|_| None };
        let faults = checker.faults(&Tree { line, what });
        faults.into_iter().map(|fault| fault.field(&self.name)).collect()
    }
}

impl Table {
    /// Everything in which a file does not keep to the schema.
    pub(crate) fn faults(&self, file: &str, text: &str, csv: &Csv<'_>) -> Vec<Fault> {
        let mut found = self.head_faults(file, text);
        let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
        for field in csv.header.iter().filter(|field| !names.contains(field)) {
            let hint = format!("use {}{}", names.join(", "), did_you_mean(field, &names));
            let fault = Fault::new(file, format!("there is no field `{field}`")).line(csv.header_line);
            found.push(fault.field(*field).hint(hint));
        }
        for (n, field) in csv.header.iter().enumerate().filter(|(n, field)| csv.header[..*n].contains(field))
        {
            let message = format!("the field `{field}` stands there twice, as number {} again", n + 1);
            found.push(Fault::new(file, message).line(csv.header_line).field(*field));
        }
        for field in &self.fields {
            let Some(at) = csv.header.iter().position(|name| *name == field.name) else {
                let message = format!("the header has no field `{}`", field.name);
                found.push(Fault::new(file, message).line(csv.header_line).field(&field.name));
                continue;
            };
            let unique = field.constraints.unique || field.name == self.primary_key;
            let mut seen = BTreeSet::new();
            for (line, cells) in &csv.rows {
                let cell = cells[at];
                found.extend(field.faults(file, *line, cell));
                if unique && !seen.insert(cell) {
                    let message = format!("`{cell}` stands in the file twice");
                    found.push(Fault::new(file, message).line(*line).field(&field.name));
                }
            }
        }
        found
    }

    /// The fields whose numbers have no bounds.
    #[cfg(test)]
    pub(crate) fn unbounded(&self, at: &str, found: &mut Vec<String>) {
        for field in self.fields.iter().filter(|field| field.kind == Some(Kind::Integer)) {
            let node = &field.constraints.node;
            if node.minimum.is_none() || node.maximum.is_none() {
                found.push(format!("{at}/{}", field.name));
            }
        }
    }

    /// The comments `# key: value`.
    fn head_faults(&self, file: &str, text: &str) -> Vec<Fault> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for (n, line) in text.lines().enumerate() {
            let Some((key, value)) = line.strip_prefix("# ").and_then(|line| line.split_once(':')) else {
                continue;
            };
            match self.head.iter().find(|field| field.name == key) {
                Some(field) => {
                    found.extend(field.faults(file, n + 1, value.trim()));
                    seen.insert(key);
                }
                None => {
                    let names: Vec<&str> = self.head.iter().map(|field| field.name.as_str()).collect();
                    let hint = format!("use {}{}", names.join(", "), did_you_mean(key, &names));
                    let fault = Fault::new(file, format!("a comment `{key}` is not known here"));
                    found.push(fault.line(n + 1).field(key).hint(hint));
                }
            }
        }
        for field in self.head.iter().filter(|field| field.required && !seen.contains(field.name.as_str())) {
            let message = format!("no line `# {}: …` at the head of the file", field.name);
            found.push(Fault::new(file, message).line(1).field(&field.name));
        }
        found
    }
}
