//! Licences, duplicates and sources of everything that is built, by the rules of `deny.toml`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Deny {
    advisories: Advisories,
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Advisories {
    ignore: Vec<Skip>,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    /// A name, and how its version begins.
    #[serde(rename = "crate", alias = "id")]
    what: String,
    reason: String,
}

struct Package {
    name: String,
    version: String,
    licence: String,
    source: Option<String>,
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn deny() -> Deny {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

/// Everything that is built for this machine, tests included. It was downloaded for this test, so no network is needed.
fn packages() -> Vec<Package> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let about = String::from_utf8(Command::new(rustc).arg("-vV").output().unwrap().stdout).unwrap();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let built: BTreeSet<&str> = nodes.iter().map(|node| node["id"].as_str().unwrap()).collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .filter(|package| built.contains(package["id"].as_str().unwrap()))
        .map(|package| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            source: package["source"].as_str().map(str::to_owned),
        })
        .collect()
}

/// Whether an SPDX expression can be met with these licences.
fn is_met(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = either(&words, &mut at, allowed);
    met && at == words.len()
}

fn either(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(words, at, allowed);
    }
    met
}

fn both(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let word = words.get(*at);
    *at += 1;
    // Then the end was passed, and the whole is no expression.
    let Some(word) = word else { return false };
    if *word == "(" {
        let met = either(words, at, allowed);
        *at += 1;
        return met && words.get(*at - 1) == Some(&")");
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
        return words.get(*at - 1).is_some_and(|exception| allowed(&format!("{word} WITH {exception}")));
    }
    allowed(word)
}

#[test]
fn an_expression_of_licences_is_read_as_spdx_has_it() {
    let ours = |licence: &str| ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].contains(&licence);
    for met in
        ["MIT", "GPL-3.0 OR MIT", "MIT/GPL-3.0", "(MIT OR GPL-3.0) AND ISC", "Apache-2.0 WITH LLVM-exception"]
    {
        assert!(is_met(met, &ours), "{met}");
    }
    for not in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT)", "MIT OR", "Apache-2.0 WITH other"]
    {
        assert!(!is_met(not, &ours), "{not}");
    }
}

#[test]
fn every_dependency_has_a_licence_we_may_use() {
    let licenses = deny().licenses;
    let packages = packages();
    assert!(packages.len() > 200, "{}", packages.len());
    let mut unused: BTreeSet<&str> =
        licenses.exceptions.iter().map(|exception| exception.name.as_str()).collect();
    for package in &packages {
        let exception = licenses.exceptions.iter().find(|exception| exception.name == package.name);
        let ours = |licence: &str| licenses.allow.contains(licence);
        let allowed =
            |licence: &str| ours(licence) || exception.is_some_and(|its| its.allow.contains(licence));
        if !is_met(&package.licence, &ours) {
            unused.remove(package.name.as_str());
        }
        assert!(is_met(&package.licence, &allowed), "{} has the licence `{}`", package.name, package.licence);
    }
    assert!(unused.is_empty(), "exceptions that nothing needs: {unused:?}");
}

#[test]
fn no_dependency_is_built_twice_without_a_reason() {
    let skips = deny().bans.skip;
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        versions.entry(package.name).or_default().insert(package.version);
    }
    let is_skipped = |skip: &Skip, name: &str, version: &str| {
        let (of, start) = skip.what.split_once('@').unwrap_or((&skip.what, ""));
        let rest = version.strip_prefix(start);
        of == name && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    for (name, all) in &versions {
        let left: Vec<_> =
            all.iter().filter(|version| !skips.iter().any(|skip| is_skipped(skip, name, version))).collect();
        assert!(left.len() <= 1, "{name} is built as {left:?}; update one, or give a reason in deny.toml");
    }
    for skip in &skips {
        assert!(skip.reason.len() > 3, "{} needs a reason", skip.what);
        let is_needed = versions
            .iter()
            .any(|(name, all)| all.len() > 1 && all.iter().any(|version| is_skipped(skip, name, version)));
        assert!(is_needed, "deny.toml skips {}, which is not built twice", skip.what);
    }
}

#[test]
fn every_dependency_comes_from_the_registry_or_this_repository() {
    for Package { name, source, .. } in packages() {
        let ours = source.as_deref().is_none_or(|source| source.starts_with("registry+"));
        assert!(ours, "{name} comes from {source:?}");
    }
    for advisory in deny().advisories.ignore {
        assert!(advisory.reason.len() > 3, "{} needs a reason", advisory.what);
    }
}

#[test]
fn every_package_of_the_client_has_a_licence_we_may_use_and_a_checksum() {
    let allowed = deny().licenses.allow;
    let lock = std::fs::read_to_string(root().join("web/package-lock.json")).unwrap();
    let lock: Value = serde_json::from_str(&lock).unwrap();
    let mut count = 0;
    for (path, package) in lock["packages"].as_object().unwrap() {
        // The first is the client itself.
        if path.is_empty() {
            continue;
        }
        count += 1;
        let licence = package["license"].as_str().unwrap_or_default();
        // They compile styles and test the page; nothing of them is in the client.
        let is_tool =
            ["lightningcss", "axe-core"].iter().any(|tool| path.starts_with(&format!("node_modules/{tool}")));
        let ours = |licence: &str| allowed.contains(licence) || is_tool && licence == "MPL-2.0";
        assert!(is_met(licence, &ours), "{path} has the licence `{licence}`");
        assert!(
            package["integrity"].as_str().is_some_and(|sum| sum.starts_with("sha512-")),
            "{path} has no checksum"
        );
    }
    assert!(count > 30, "{count}");
}
