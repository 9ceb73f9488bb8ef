//! Every built-in data file keeps to its schema below `data/schema`, and none is without one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use boon::{Compiler, SchemaIndex, Schemas};
use kernel::{DataSet, Fair, Viewer, record::Source};
use roster::{Scenario, built_in, systems};
use serde::Deserialize;
use serde_json::{Map, Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/schema")
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// A line of `files.json`: files by path, where one `*` stands for a name, and what describes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Files {
    files: String,
    schema: Option<String>,
    /// Text for people: no schema, but it says what is checked elsewhere.
    prose: Option<String>,
}

impl Files {
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

fn listed() -> Vec<Files> {
    read(&folder().join("files.json"))
}

/// The built-in files that this kind of schema describes, with its path.
fn described<'a>(data: &'a DataSet, ending: &str) -> Vec<(&'a str, String)> {
    let listed = listed();
    let schema = |path: &str| listed.iter().find(|files| files.fits(path))?.schema.clone();
    data.paths().filter_map(|path| Some((path, schema(path)?))).filter(|(_, s)| s.ends_with(ending)).collect()
}

/// Compiled schemas by path.
#[derive(Default)]
struct Shelf {
    schemas: Schemas,
    known: BTreeMap<String, SchemaIndex>,
}

impl Shelf {
    /// A schema of the folder.
    fn file(&mut self, name: &str) -> SchemaIndex {
        if let Some(&index) = self.known.get(name) {
            return index;
        }
        let path = fs::canonicalize(folder().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let index = Compiler::new()
            .compile(path.to_str().expect("a path in UTF-8"), &mut self.schemas)
            .unwrap_or_else(|why| panic!("{name} is no schema: {why:#}"));
        self.known.insert(name.to_owned(), index);
        index
    }

    /// A schema made from a table's fields.
    fn made(&mut self, name: &str, schema: Value) -> SchemaIndex {
        let place = format!("urn:made:{name}");
        let mut compiler = Compiler::new();
        compiler.add_resource(&place, schema).unwrap_or_else(|why| panic!("{name}: {why:#}"));
        compiler
            .compile(&place, &mut self.schemas)
            .unwrap_or_else(|why| panic!("{name}: its fields make no schema: {why:#}"))
    }

    fn fault(&self, value: &Value, index: SchemaIndex) -> Option<String> {
        self.schemas.validate(value, index).err().map(|error| error.to_string())
    }
}

fn toml_tree(path: &str, text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|why| panic!("{path}: {why}"))
}

#[test]
fn every_built_in_file_has_a_schema_and_every_schema_a_file() {
    let (data, listed) = (built_in(), listed());
    for path in data.paths() {
        let fitting: Vec<&Files> = listed.iter().filter(|files| files.fits(path)).collect();
        assert_eq!(fitting.len(), 1, "{path} needs exactly one line in data/schema/files.json");
        assert_ne!(fitting[0].schema.is_some(), fitting[0].prose.is_some(), "{}", fitting[0].files);
    }
    for files in &listed {
        assert!(data.paths().any(|path| files.fits(path)), "no built-in file is called {}", files.files);
    }
    // Positions stand inside examples, or are written by the program.
    let mut used: BTreeSet<String> = listed.into_iter().filter_map(|files| files.schema).collect();
    for system in systems() {
        used.extend(["position", "start"].map(|name| format!("{}/{name}.schema.json", system.name())));
        for entry in fs::read_dir(folder().join(system.name())).expect("each system has its schemas") {
            let name = entry.expect("a readable folder").file_name().into_string().expect("a name in UTF-8");
            let name = format!("{}/{name}", system.name());
            assert!(used.contains(&name), "{name} describes nothing");
        }
    }
}

#[test]
fn every_toml_file_keeps_to_its_schema() {
    let (data, mut shelf) = (built_in(), Shelf::default());
    let mut faults = Vec::new();
    for (path, schema) in described(&data, ".schema.json") {
        let index = shelf.file(&schema);
        let tree = toml_tree(path, data.text(path).expect("a built-in file"));
        faults.extend(shelf.fault(&tree, index).map(|fault| format!("{path}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn positions_the_program_writes_keep_to_their_schema() {
    let (data, mut shelf) = (built_in(), Shelf::default());
    for system in systems() {
        let (position, start) = (
            shelf.file(&format!("{}/position.schema.json", system.name())),
            shelf.file(&format!("{}/start.schema.json", system.name())),
        );
        for card in system.cards(&data).expect("the built-in scenarios") {
            let named = Scenario::parse(&data, &format!("{}/{}", card.system, card.scenario)).unwrap();
            let mut table =
                system.open(&data, &named.setup(&[]).unwrap(), Source::Seeded(3), Some([3; 16])).unwrap();
            let mut bot = system.bot(&"steady".parse().unwrap(), 3).unwrap();
            let mut dice = Fair::new(3);
            for input in 0..400 {
                let tree = toml_tree("position", &table.position());
                assert_eq!(shelf.fault(&tree, position), None, "{} after input {input}", card.scenario);
                let file = json!({ "system": card.system, "scenario": card.scenario, "position": tree });
                assert_eq!(shelf.fault(&file, start), None, "{} after input {input}", card.scenario);
                match table.waiting().first() {
                    Some(&seat) => {
                        let action = bot.choose(&*table, seat);
                        table.act(seat, &action, Viewer::Everyone).unwrap();
                    }
                    None if table.is_over() => break,
                    None => _ = table.throw(&mut dice, Viewer::Everyone).unwrap(),
                }
            }
        }
    }
}

/// A CSV file described: fields and keys as in Frictionless Data's Table Schema, and the comments at its head.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Table {
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "description")]
    _description: String,
    head: Vec<Field>,
    fields: Vec<Field>,
    primary_key: String,
    #[serde(default)]
    foreign_keys: Vec<ForeignKey>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    name: String,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default, rename = "description")]
    _description: String,
    /// Of a comment: it must stand there. Fields say so among their constraints.
    #[serde(default)]
    required: bool,
    #[serde(default)]
    constraints: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForeignKey {
    fields: String,
    reference: Reference,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    resource: String,
    fields: String,
}

impl Field {
    fn demands(&self, what: &str) -> bool {
        self.constraints.get(what) == Some(&Value::Bool(true))
    }

    /// What a value of this field must be, as JSON Schema.
    fn schema(&self) -> Value {
        let mut schema = self.constraints.clone();
        schema.retain(|key, _| key != "required" && key != "unique");
        schema.insert("type".to_owned(), json!(self.kind.as_deref().unwrap_or("string")));
        Value::Object(schema)
    }
}

fn object(fields: &[Field]) -> Value {
    let schemas: Map<String, Value> = fields.iter().map(|f| (f.name.clone(), f.schema())).collect();
    let required: Vec<&str> =
        fields.iter().filter(|f| f.required || f.demands("required")).map(|f| f.name.as_str()).collect();
    json!({ "type": "object", "additionalProperties": false, "required": required, "properties": schemas })
}

/// The lines of a CSV file below its comments, with their numbers, cut into cells.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines.map(|(n, line)| (n + 1, line.split(',').collect()))
}

/// An empty cell is no value; a cell that should be a number and is none stays text, which its schema refuses.
fn row(table: &Table, cells: &[&str]) -> Value {
    let values = table.fields.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
    let tree = values.map(|(field, cell)| {
        let number = (field.kind.as_deref() == Some("integer")).then(|| cell.parse::<i64>().ok()).flatten();
        (field.name.clone(), number.map_or_else(|| json!(cell), |n| json!(n)))
    });
    Value::Object(tree.collect())
}

fn column<'a>(text: &'a str, field: &str) -> Vec<(usize, &'a str)> {
    let mut rows = rows(text);
    let at = rows.next().and_then(|(_, header)| header.iter().position(|name| *name == field));
    let at = at.unwrap_or_else(|| panic!("no field {field}"));
    rows.map(|(line, cells)| (line, cells[at])).collect()
}

/// Everything in which a CSV file does not keep to its table schema.
fn faults(data: &DataSet, path: &str, text: &str, name: &str, shelf: &mut Shelf) -> Vec<String> {
    let table: Table = read(&folder().join(name));
    let (index, head) = (
        shelf.made(&format!("{name}:row"), object(&table.fields)),
        shelf.made(&format!("{name}:head"), object(&table.head)),
    );
    let mut found = Vec::new();
    let mut told = |line: usize, fault: String| found.push(format!("{path}:{line}: {fault}"));

    // A comment may stand several times; each time it must be right, and the required ones must be there.
    let mut comments = Map::new();
    for (n, line) in text.lines().enumerate() {
        let Some((key, value)) = line.strip_prefix("# ").and_then(|line| line.split_once(':')) else {
            continue;
        };
        comments.insert(key.to_owned(), json!(value.trim()));
        let seen = Value::Object(comments.clone());
        // What is still missing may come below.
        let wrong = shelf.fault(&seen, head).filter(|fault| !fault.contains("missing propert"));
        wrong.into_iter().for_each(|fault| told(n + 1, fault));
    }
    shelf.fault(&Value::Object(comments), head).into_iter().for_each(|fault| told(1, fault));

    let mut lines = rows(text);
    let (line, header) = lines.next().unwrap_or_default();
    let names: Vec<&str> = table.fields.iter().map(|field| field.name.as_str()).collect();
    if header != names {
        told(line, format!("the fields are {}, not {}", header.join(","), names.join(",")));
        return found;
    }
    for (line, cells) in lines {
        if cells.len() != names.len() {
            told(line, format!("{} cells for {} fields", cells.len(), names.len()));
        }
        shelf.fault(&row(&table, &cells), index).into_iter().for_each(|fault| told(line, fault));
    }
    let unique = table.fields.iter().filter(|field| field.demands("unique")).map(|field| &field.name);
    for field in unique.chain([&table.primary_key]).collect::<BTreeSet<_>>() {
        let mut seen = BTreeSet::new();
        for (line, cell) in column(text, field) {
            if !seen.insert(cell) {
                told(line, format!("{field} {cell} stands there twice"));
            }
        }
    }
    for key in &table.foreign_keys {
        let other = data.text(&key.reference.resource).expect("a table that another refers to");
        let known: BTreeSet<&str> =
            column(other, &key.reference.fields).into_iter().map(|(_, cell)| cell).collect();
        for (line, cell) in column(text, &key.fields) {
            if !known.contains(cell) {
                told(line, format!("{} {cell} is not in {}", key.fields, key.reference.resource));
            }
        }
    }
    found
}

#[test]
fn every_table_keeps_to_its_schema() {
    let (data, mut shelf) = (built_in(), Shelf::default());
    let mut found = Vec::new();
    for (path, schema) in described(&data, ".table.json") {
        found.extend(faults(&data, path, data.text(path).expect("a built-in file"), &schema, &mut shelf));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_table_that_does_not_keep_to_its_schema_is_found_out() {
    let data = built_in();
    let (path, schema) = ("yukimura/units.csv", "yukimura/units.table.json");
    let text = data.text(path).expect("a built-in file");
    for (old, new, said) in [
        ("# origin: printed", "# origin: dreamt", "origin"),
        ("# confidence: high", "# certainty: high", "certainty"),
        (",strength,", ",might,", "the fields are"),
        ("mizuno_G1,mizuno,east", "mizuno_G1,mizuno,west", "side"),
        ("水野勝成,6,5,6,5,", "水野勝成,six,5,6,5,", "strength"),
        ("水野勝成,6,5,6,5,", "水野勝成,6,,6,5,", "morale"),
        ("mizuno_M1,", "mizuno_G1,", "twice"),
        ("mizuno_M1,mizuno,", "mizuno_M1,mizumo,", "is not in yukimura/forces.csv"),
        ("mizuno_M1,mizuno,east,", "mizuno_M1,mizuno,", "13 cells for 14 fields"),
    ] {
        assert!(text.contains(old), "{old}");
        let found = faults(&data, path, &text.replacen(old, new, 1), schema, &mut Shelf::default());
        assert!(found.iter().any(|fault| fault.contains(said)), "{old} -> {new}: {found:?}");
    }
}

#[test]
fn a_toml_file_that_does_not_keep_to_its_schema_is_found_out() {
    let (data, mut shelf) = (built_in(), Shelf::default());
    for (path, schema, old, new) in [
        ("yukimura/scenarios/yao.toml", "scenario", "when = \"step\"", "when = \"never\""),
        ("yukimura/scenarios/domyoji.toml", "scenario", "release = \"crossed\"\ndie", "die"),
        ("yukimura/scenarios/domyoji.toml", "scenario", "innings = 12", "turns = 12"),
        ("yukimura/tables.toml", "tables", "\"DE\"", "\"D5\""),
        ("yukimura/tables.toml", "tables", "\n12 = ", "\n13 = "),
        ("yukimura/options.toml", "options", "default = ", "preset = "),
        ("yukimura/examples/07-3-1-zone-stops.toml", "example", "rule = [", "rules = ["),
    ] {
        let text = data.text(path).expect("a built-in file");
        assert!(text.contains(old), "{path}: {old}");
        let index = shelf.file(&format!("yukimura/{schema}.schema.json"));
        let tree = toml_tree(path, &text.replacen(old, new, 1));
        assert!(shelf.fault(&tree, index).is_some(), "{path}: {old} -> {new}");
    }
}
