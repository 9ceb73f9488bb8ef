//! Where data sets come from: the program itself, and directories laid over it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use kernel::{DataSet, Fault, Faults};

use crate::{AnySystem, did_you_mean, systems};

/// Files with other endings (notes, pictures, backups) are nobody's data.
const ENDINGS: [&str; 5] = ["csv", "ftl", "json", "md", "toml"];
/// Folders of `data/` that belong to no system: descriptions of the files, crests and glyphs.
const NO_SYSTEM: [&str; 2] = ["schema", "art"];

/// The files built into the program, all systems together.
pub fn built_in() -> DataSet {
    let mut data = DataSet::new("gunbai");
    for system in systems() {
        for (path, text) in system.files() {
            data.insert(path, text);
        }
    }
    data
}

/// Lays the files of a directory over a data set, which takes the directory's name.
///
/// The directory is laid out as `data/` is: `DIR/yukimura/units.csv` replaces that one file, and
/// `DIR/yukimura/scenarios/mine.toml` adds one.
pub fn with_directory(mut base: DataSet, dir: &Path) -> Result<DataSet, Faults> {
    let shown = dir.display().to_string();
    if !dir.is_dir() {
        return Err(Fault::new(shown, "no such directory")
            .hint("--data and `gunbai check` take a directory laid out as data/ is")
            .into());
    }
    let mut files = Vec::new();
    collect(dir, PathBuf::new(), &mut files)
        .map_err(|error| Fault::new(&shown, format!("cannot be read: {error}")))?;
    files.sort();
    let mut faults = Faults::default();
    for path in &files {
        let file = dir.join(path).display().to_string();
        if let Err(fault) = expected(path, &file) {
            faults.0.push(fault);
            continue;
        }
        match fs::read(dir.join(path)) {
            Ok(bytes) => match text_of(&file, &bytes) {
                Ok(text) => base.insert(path, text),
                Err(fault) => faults.0.push(fault),
            },
            Err(error) => faults.0.push(Fault::new(file, format!("cannot be read: {error}"))),
        }
    }
    if files.is_empty() {
        let message = format!("no data files ({})", ENDINGS.join(", "));
        faults.0.push(Fault::new(&shown, message).hint(layout()));
    }
    let whole = fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    // A record names its data set in one word.
    base.name =
        whole.file_name().map_or_else(|| shown.clone(), |name| name.to_string_lossy().replace(' ', "_"));
    faults.or(base)
}

/// The text of a file; the fault names the line of the first byte that is none.
fn text_of<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let message = format!("byte {:#04x} is no part of UTF-8 text", bytes[error.valid_up_to()]);
        Fault::new(file, message).line(line).hint("save the file as UTF-8")
    })
}

fn collect(root: &Path, below: PathBuf, files: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(&below))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = below.join(&name);
        if name.starts_with('.') || (below.as_os_str().is_empty() && NO_SYSTEM.contains(&name.as_str())) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(root, path, files)?;
        } else if path.extension().is_some_and(|e| ENDINGS.iter().any(|known| e == *known)) {
            // Paths of a data set use `/` on every machine.
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            files.push(parts.join("/"));
        }
    }
    Ok(())
}

fn layout() -> String {
    let name = systems().first().map_or("SYSTEM", |system| system.name());
    format!("files stand in a folder named after their system, as in DIR/{name}/units.csv")
}

/// Is this a path some system may read? A misspelt file would otherwise be passed over in silence.
fn expected(path: &str, file: &str) -> Result<(), Fault> {
    // The notes of the set's author.
    if !path.contains('/') && path.ends_with(".md") {
        return Ok(());
    }
    let (folder, rest) = path.split_once('/').unwrap_or(("", path));
    // A language is a folder below `lang/`; each of its files belongs to a system or to the kernel.
    if let Some((tag, file)) = path.strip_prefix("lang/").and_then(|rest| rest.split_once('/')) {
        return translation(tag, file);
    }
    let Some(system) = systems().iter().find(|system| system.name() == folder) else {
        let places: Vec<String> = systems()
            .iter()
            .map(|system| (system, format!("{}/{path}", system.name())))
            .filter(|(system, place)| has(**system, place))
            .map(|(_, place)| place)
            .collect();
        let hint = match places.join(" or ") {
            places if !places.is_empty() => format!("put it at {places} below the directory you give"),
            _ => {
                let names: Vec<&str> = systems().iter().map(|system| system.name()).collect();
                format!("{}{}", layout(), did_you_mean(folder, &names))
            }
        };
        let message = match folder {
            "" => "this file belongs to no system here".to_owned(),
            _ => format!("there is no system `{folder}`"),
        };
        return Err(Fault::new(file, message).hint(hint));
    };
    if has(*system, path) {
        return Ok(());
    }
    match rest.rsplit_once('/') {
        // A further scenario, map or example beside the ones there are.
        Some((kind, _))
            if system.files().iter().any(|(known, _)| folder_of(known) == format!("{folder}/{kind}")) =>
        {
            Ok(())
        }
        _ => {
            let known: Vec<&str> = system.files().iter().map(|(path, _)| *path).collect();
            let kinds: BTreeSet<&str> = known.iter().map(|path| kind_of(path)).collect();
            Err(Fault::new(file, format!("{folder} reads no file of this name")).hint(format!(
                "it reads {}{}",
                kinds.into_iter().collect::<Vec<_>>().join(", "),
                did_you_mean(path, &known)
            )))
        }
    }
}

/// Is this a file of a language that some system may read? Any tag will do: a new language is a new folder.
fn translation(tag: &str, file: &str) -> Result<(), Fault> {
    let files = ["messages.ftl", "texts.ftl", "names.csv", "rulebook.md"];
    let of_system = systems().iter().flat_map(|system| files.map(|file| format!("{}/{file}", system.name())));
    let known: Vec<String> = std::iter::once("kernel.ftl".to_owned()).chain(of_system).collect();
    if known.iter().any(|known| known == file) {
        return Ok(());
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    Err(Fault::unknown(format!("lang/{tag}/{file}"), "file of a language", file, known))
}

/// A file of which there is one, or the folder of those of which there are many.
fn kind_of(path: &str) -> &str {
    match folder_of(path) {
        folder if folder.contains('/') => folder,
        _ => path,
    }
}

fn has(system: &dyn AnySystem, path: &str) -> bool {
    system.files().iter().any(|(known, _)| *known == path)
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
