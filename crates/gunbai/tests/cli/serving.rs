//! `gunbai serve` from outside.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
};

use crate::ran::gunbai;

pub(crate) fn store(name: &str) -> String {
    let file = format!("gunbai-cli-{}-{name}.db", std::process::id());
    std::env::temp_dir().join(file).display().to_string()
}

pub(crate) fn forget(store: &str) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{store}{end}"));
    }
}

#[test]
fn the_table_is_served_at_the_printed_address() {
    let store = store("served");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", &store])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("The table is at http://").expect(&said).to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"ok\":true"), "{answer}");
    child.kill().unwrap();
    child.wait().unwrap();
    forget(&store);
}

#[test]
fn an_address_that_is_taken_is_told_with_the_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let store = store("taken");
    gunbai(&["serve", "--listen", &address, "--store", &store]).ends(1).complains(&[
        "is taken",
        &address,
        "--listen 127.0.0.1:",
    ]);
    forget(&store);
}

#[test]
fn a_store_of_another_kind_is_wrong_use() {
    gunbai(&["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:"]).ends(2).complains(&["postgres://"]);
    gunbai(&["serve", "--listen", "127.0.0.1:0", "--store", "postgres://nobody@localhost:1x/gunbai"])
        .ends(1)
        .complains(&["database"]);
    gunbai(&["store", "copy", "nowhere.db", "there.db"]).ends(2).complains(&["nowhere.db"]);
    gunbai(&["store", "copy", "a.db", "a.db"]).ends(2).complains(&["itself"]);
    gunbai(&["serve", "--listen", "here"]).ends(2);
}
