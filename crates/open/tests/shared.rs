//! Geometry is written once: the systems on open tables have none of their own.

use std::{fs, path::Path};

/// What only `plane` may have: trigonometry, polygons, collisions, and numbers that are not whole.
const FORBIDDEN: [&str; 14] = [
    "f32",
    "f64",
    ".sin(",
    ".cos(",
    ".tan(",
    "SINE",
    "isqrt",
    "fn cross",
    "fn dot",
    "fn overlaps",
    "fn hull",
    "fn is_split",
    "struct Outline",
    "struct Area",
];

#[test]
fn no_system_has_geometry_of_its_own() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut read = 0;
    for system in ["daimyo", "ageofwar"] {
        let mut open = vec![crates.join(system).join("src")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of sources") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).expect("a source file");
                read += 1;
                for word in FORBIDDEN {
                    assert!(!text.contains(word), "{} has `{word}`, which belongs to plane", path.display());
                }
            }
        }
    }
    assert!(read > 50, "only {read} files were found");
}
