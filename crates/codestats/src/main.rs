//! Structure figures of the source code, as a Markdown table.
//!
//! ```sh
//! cargo run -p codestats              # this tree
//! cargo run -p codestats -- DIR       # another checkout, to compare before and after
//! ```
//!
//! A system is a crate whose name has a folder with a rulebook below `data/`.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use syn::{Block, Expr, FnArg, ImplItem, Item, Pat, Stmt, TraitItem, Type};

/// The traits that a system implements. Required methods are counted in them.
const CONTRACTS: [&str; 7] =
    ["Rules", "Notation", "Presentation", "Counsel", "Evaluation", "DecisionRules", "System"];
/// The names that types for one input of a game have had, from the client's command to the record line.
const INPUTS: [&str; 8] = ["Input", "Deed", "Done", "Body", "Cause", "Kind", "Command", "Entry"];
/// Where such types are counted.
const INPUT_CRATES: [&str; 3] = ["kernel", "table", "server"];

fn main() -> ExitCode {
    let root = env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    match report(&root) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("codestats: {error}");
            ExitCode::FAILURE
        }
    }
}

fn report(root: &Path) -> Result<String, String> {
    let crates = find_crates(root)?;
    let mut rows = vec![("figure".to_owned(), "value".to_owned()), ("---".to_owned(), "---:".to_owned())];
    let mut forwarding = 0;
    let mut longest = (0, PathBuf::new());
    for (name, dir) in &crates {
        let sources = Sources::read(&dir.join("src"))?;
        for (path, lines) in &sources.lines {
            if *lines > longest.0 {
                longest = (*lines, path.clone());
            }
        }
        if root.join("data").join(name).join("rulebook.md").is_file() {
            let methods = sources.methods();
            if let Some((ty, count)) = methods.iter().max_by_key(|(_, count)| **count) {
                rows.push((format!("methods on `{ty}`, the largest type of {name}"), count.to_string()));
            }
            rows.push((format!("lines of {name}/src"), sources.total_lines().to_string()));
            forwarding += sources.forwarding();
        }
        if name == "kernel" {
            for (contract, count) in sources.required() {
                rows.push((format!("required methods of `{contract}`"), count.to_string()));
            }
        }
    }
    rows.push(("forwarding bodies in the systems".to_owned(), forwarding.to_string()));
    rows.push(("types that mean an input".to_owned(), input_types(&crates)?.to_string()));
    rows.push(("files that a click passes, by ARCHITECTURE.md".to_owned(), click_files(root)?.to_string()));
    let path = longest.1.strip_prefix(root).unwrap_or(&longest.1).display();
    rows.push((format!("lines of the longest source file, `{path}`"), longest.0.to_string()));
    rows.push(("pairs of duplicates".to_owned(), duplicates(root)));
    Ok(rows.iter().map(|(figure, value)| format!("| {figure} | {value} |\n")).collect())
}

/// Every crate of the tree by name, wherever the workspace keeps it.
fn find_crates(root: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let mut crates = BTreeMap::new();
    for group in ["crates", "engine", "systems", "apps", "tools"] {
        let Ok(entries) = fs::read_dir(root.join(group)) else { continue };
        for entry in entries {
            let dir = entry.map_err(|error| format!("{group}: {error}"))?.path();
            if dir.join("Cargo.toml").is_file()
                && let Some(name) = dir.file_name().and_then(|name| name.to_str())
            {
                crates.insert(name.to_owned(), dir.clone());
            }
        }
    }
    match crates.is_empty() {
        true => Err(format!("no crates below {}; name the root of a checkout", root.display())),
        false => Ok(crates),
    }
}

/// The parsed source files of a crate.
struct Sources {
    items: Vec<Item>,
    lines: Vec<(PathBuf, usize)>,
}

impl Sources {
    fn read(dir: &Path) -> Result<Sources, String> {
        let mut sources = Sources { items: Vec::new(), lines: Vec::new() };
        let mut folders = vec![dir.to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for entry in entries {
                let path = entry.map_err(|error| error.to_string())?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text =
                        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                    let file =
                        syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
                    sources.items.extend(file.items);
                    sources.lines.push((path, text.lines().count()));
                }
            }
        }
        Ok(sources)
    }

    fn total_lines(&self) -> usize {
        self.lines.iter().map(|(_, lines)| lines).sum()
    }

    /// Methods in inherent impls, by type: functions with a `self`.
    fn methods(&self) -> BTreeMap<String, usize> {
        let mut methods = BTreeMap::new();
        for item in &self.items {
            let Item::Impl(block) = item else { continue };
            if block.trait_.is_some() {
                continue;
            }
            let Some(name) = type_name(&block.self_ty) else { continue };
            *methods.entry(name).or_default() += block
                .items
                .iter()
                .filter(|item| matches!(item, ImplItem::Fn(method) if method.sig.receiver().is_some()))
                .count();
        }
        methods
    }

    /// Methods of trait impls whose body is one call of a method of `self` with parameters as they came.
    fn forwarding(&self) -> usize {
        self.items
            .iter()
            .filter_map(|item| match item {
                Item::Impl(block) if block.trait_.is_some() => Some(block),
                _ => None,
            })
            .flat_map(|block| &block.items)
            .filter(
                |item| matches!(item, ImplItem::Fn(method) if forwards(&method.sig.inputs, &method.block)),
            )
            .count()
    }

    /// Required methods of each contract.
    fn required(&self) -> BTreeMap<String, usize> {
        let mut required = BTreeMap::new();
        for item in &self.items {
            let Item::Trait(contract) = item else { continue };
            let name = contract.ident.to_string();
            if CONTRACTS.contains(&name.as_str()) {
                let count = contract
                    .items
                    .iter()
                    .filter(|item| matches!(item, TraitItem::Fn(method) if method.default.is_none()))
                    .count();
                required.insert(name, count);
            }
        }
        required
    }

    /// Enums and structs with one of these names.
    fn named(&self, names: &[&str]) -> usize {
        self.items
            .iter()
            .filter(|item| match item {
                Item::Enum(item) => names.contains(&item.ident.to_string().as_str()),
                Item::Struct(item) => names.contains(&item.ident.to_string().as_str()),
                _ => false,
            })
            .count()
    }
}

fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

fn forwards<'a>(inputs: impl IntoIterator<Item = &'a FnArg>, body: &Block) -> bool {
    let parameters: Vec<String> = inputs
        .into_iter()
        .filter_map(|input| match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(pattern) => Some(pattern.ident.to_string()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        })
        .collect();
    let [Stmt::Expr(Expr::MethodCall(call), _)] = &body.stmts[..] else { return false };
    is_name(&call.receiver, |name| name == "self")
        && call.args.iter().all(|arg| is_name(arg, |name| parameters.iter().any(|p| p == name)))
}

/// Whether the expression is a single name, possibly behind `&` or `*`, that fits.
fn is_name(expression: &Expr, fits: impl Fn(&str) -> bool) -> bool {
    match expression {
        Expr::Path(path) => path.path.get_ident().is_some_and(|ident| fits(&ident.to_string())),
        Expr::Reference(reference) => is_name(&reference.expr, fits),
        Expr::Unary(unary) => is_name(&unary.expr, fits),
        _ => false,
    }
}

fn input_types(crates: &BTreeMap<String, PathBuf>) -> Result<usize, String> {
    let mut count = 0;
    for name in INPUT_CRATES {
        if let Some(dir) = crates.get(name) {
            count += Sources::read(&dir.join("src"))?.named(&INPUTS);
        }
    }
    Ok(count)
}

/// Source files that the section on one click in ARCHITECTURE.md names.
fn click_files(root: &Path) -> Result<usize, String> {
    let path = root.join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let section = text
        .split("\n## ")
        .find(|section| {
            section.lines().next().is_some_and(|title| title.contains("journey") || title.contains("click"))
        })
        .unwrap_or_default();
    let mut files: Vec<&str> = section
        .split('`')
        .filter(|word| [".rs", ".ts", ".svelte"].iter().any(|end| word.ends_with(end)))
        .collect();
    files.sort_unstable();
    files.dedup();
    Ok(files.len())
}

/// The first number that `duplicates` prints, where that command is installed.
fn duplicates(root: &Path) -> String {
    let output =
        Command::new("duplicates").args(["--most", "1", "--seconds", "120", "--repo"]).arg(root).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let number: String = text.chars().take_while(char::is_ascii_digit).collect();
    if number.is_empty() { "not counted: `duplicates` is not installed".to_owned() } else { number }
}
