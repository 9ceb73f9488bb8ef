//! For build scripts: writes the list of a system's data files, so that a new file in the folder is part of
//! the program without a line of code.

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// Writes `data.rs` into the build's output: `pub(crate) const FILES: &[(&str, &str)]`, path and text of
/// every file below `data/<system>`, of its translations, and of the schemas that describe them.
pub fn data_files(system: &str) -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let data = manifest.join("../../data");
    let mut files = Vec::new();
    for name in [system.to_owned(), format!("schema/{system}")] {
        let root = data.join(&name);
        println!("cargo::rerun-if-changed={}", root.display());
        collect(&root, &name, &mut files)?;
    }
    // Each language but English is a folder with the kernel's words and a folder for each system.
    let languages = data.join("lang");
    println!("cargo::rerun-if-changed={}", languages.display());
    if languages.is_dir() {
        for entry in fs::read_dir(&languages)? {
            let Ok(tag) = entry?.file_name().into_string() else { continue };
            files.push((format!("lang/{tag}/kernel.ftl"), languages.join(&tag).join("kernel.ftl")));
            let folder = format!("lang/{tag}/{system}");
            if data.join(&folder).is_dir() {
                collect(&data.join(&folder), &folder, &mut files)?;
            }
        }
    }
    // Schemas of what every system has.
    for file in [
        "files.json",
        "guide.schema.json",
        "crest.schema.json",
        "names.table.json",
        "test-position.schema.json",
    ] {
        let path = data.join("schema").join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        files.push((format!("schema/{file}"), path));
    }
    files.sort();
    let mut code = String::from("pub(crate) const FILES: &[(&str, &str)] = &[\n");
    for (name, path) in files {
        let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("data.rs"), code)
}

fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(file) = entry.file_name().into_string() else { continue };
        let (path, name) = (entry.path(), format!("{name}/{file}"));
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else if [".md", ".ftl", ".csv", ".toml", ".json"].iter().any(|end| file.ends_with(end)) {
            files.push((name, path));
        }
    }
    Ok(())
}
