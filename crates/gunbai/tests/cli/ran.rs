//! The binary run, and what there is to say about it.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

pub(crate) const YAO: &str = "yukimura/yao";
/// Nobody loses it by one careless step, so even simple bots come to blows.
const DOMYOJI: &str = "yukimura/domyoji";

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Ran {
        for word in words {
            assert!(self.out.contains(word), "no `{word}` in stdout: {}", self.out);
        }
        self
    }

    #[track_caller]
    pub(crate) fn complains(self, words: &[&str]) -> Ran {
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in stderr: {}", self.err);
        }
        self
    }

    #[track_caller]
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }
}

#[track_caller]
pub(crate) fn gunbai(args: &[&str]) -> Ran {
    told(args, "")
}

/// With something said on stdin.
#[track_caller]
pub(crate) fn told(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not listen has closed its end; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    Ran { code: done.status.code().unwrap_or(-1), out: String::from_utf8(done.stdout).unwrap(), err }
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What is listed now, in a game or scenario.
pub(crate) fn listed(game: &str) -> Vec<String> {
    let asked = gunbai(&["ask", game, "--json"]).ends(0).json();
    let actions = asked["questions"][0]["actions"].as_array().unwrap().clone();
    actions.iter().map(|action| action["action"].as_str().unwrap().to_owned()).collect()
}

/// A finished game between two bots.
pub(crate) fn finished(dir: &Path) -> PathBuf {
    gunbai(&["simulate", DOMYOJI, "--games", "1", "--bots", "steady", "--seed", "3", "--records", text(dir)])
        .ends(0);
    dir.join("game-1.gunbai")
}

/// A built-in data file with one replacement, in a data directory of its own.
pub(crate) fn overlay(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let dir = folder(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/yukimura").join(file);
    let content = fs::read_to_string(source).unwrap();
    assert!(content.contains(from), "{file} has no `{from}`");
    let path = dir.join("yukimura").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content.replacen(from, to, 1)).unwrap();
    dir
}
