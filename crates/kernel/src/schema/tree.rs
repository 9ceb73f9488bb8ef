//! A file as a schema sees it: values with the lines they stand in.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree {
    pub(crate) line: usize,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Text(String),
    Whole(i64),
    Truth(bool),
    /// A fraction, a date or a number that fits nowhere, as it is written.
    Other(String),
    List(Vec<Tree>),
    /// In the order of the file.
    Table(Vec<(String, Tree)>),
}

impl What {
    /// As a fault names it.
    pub(crate) fn words(&self) -> String {
        match self {
            What::Text(text) | What::Other(text) => format!("`{text}`"),
            What::Whole(n) => format!("`{n}`"),
            What::Truth(is) => format!("`{is}`"),
            What::List(_) => "a list".to_owned(),
            What::Table(_) => "a table".to_owned(),
        }
    }

    pub(crate) fn is(&self, value: &serde_json::Value) -> bool {
        match self {
            What::Text(text) => value.as_str() == Some(text),
            What::Whole(n) => value.as_i64() == Some(*n),
            What::Truth(is) => value.as_bool() == Some(*is),
            What::Other(_) | What::List(_) | What::Table(_) => false,
        }
    }
}

impl Tree {
    /// Of a TOML file.
    pub(crate) fn of_toml(text: &str, table: &Spanned<DeTable<'_>>) -> Tree {
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line = |at: usize| starts.partition_point(|start| *start <= at).max(1);
        Tree { line: 1, what: What::Table(entries(table.get_ref(), &line)) }
    }
}

impl Tree {
    /// The line that a fault speaks of: the field as far as it is there, and in it the name that the fault has.
    pub(crate) fn find(&self, field: &str, named: Option<&str>) -> usize {
        let mut at = self;
        for word in field.split(['.', ' ']).filter(|word| !word.is_empty()) {
            at = match at.below(word) {
                Some(below) => below,
                None => break,
            };
        }
        named.and_then(|name| at.named(name)).unwrap_or(at.line)
    }

    /// What stands under a key, at a number, or in the table of an id.
    fn below(&self, word: &str) -> Option<&Tree> {
        match &self.what {
            What::Table(table) => table.iter().find(|(key, _)| key == word).map(|(_, tree)| tree),
            What::List(list) => match word.parse::<usize>() {
                Ok(n) => list.get(n),
                Err(_) => list
                    .iter()
                    .find(|tree| tree.below("id").is_some_and(|id| id.what == What::Text(word.to_owned()))),
            },
            _ => None,
        }
    }

    /// The line of a key or text of this name.
    fn named(&self, name: &str) -> Option<usize> {
        match &self.what {
            What::Text(text) => (text == name).then_some(self.line),
            What::List(list) => list.iter().find_map(|tree| tree.named(name)),
            What::Table(table) => table
                .iter()
                .find_map(|(key, tree)| if key == name { Some(tree.line) } else { tree.named(name) }),
            _ => None,
        }
    }
}

fn entries(table: &DeTable<'_>, line: &dyn Fn(usize) -> usize) -> Vec<(String, Tree)> {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &std::borrow::Cow<'_, str> = key.get_ref();
        (key.to_string(), tree(value, line))
    };
    table.iter().map(entry).collect()
}

fn tree(value: &Spanned<DeValue<'_>>, line: &dyn Fn(usize) -> usize) -> Tree {
    let what = match value.get_ref() {
        DeValue::String(text) => What::Text(text.to_string()),
        DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
            Ok(n) => What::Whole(n),
            Err(_) => What::Other(n.as_str().to_owned()),
        },
        DeValue::Float(n) => What::Other(n.as_str().to_owned()),
        DeValue::Boolean(is) => What::Truth(*is),
        DeValue::Datetime(date) => What::Other(date.to_string()),
        DeValue::Array(list) => What::List(list.iter().map(|value| tree(value, line)).collect()),
        DeValue::Table(table) => What::Table(entries(table, line)),
    };
    Tree { line: line(value.span().start), what }
}
