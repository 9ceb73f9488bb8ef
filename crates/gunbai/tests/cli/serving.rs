//! `gunbai serve` from outside.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::ran::gunbai;

pub(crate) fn store(name: &str) -> String {
    let file = format!("gunbai-cli-{}-{name}.db", std::process::id());
    std::env::temp_dir().join(file).display().to_string()
}

pub(crate) fn forget(store: &str) {
    for end in ["", "-wal", "-shm", ".lock"] {
        let _ = std::fs::remove_file(format!("{store}{end}"));
    }
}

/// Asks a server once; its whole answer.
pub(crate) fn ask(address: &str, method: &str, path: &str, bearer: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = body.to_string();
    let length = body.len();
    let bearer =
        if bearer.is_empty() { String::new() } else { format!("Authorization: Bearer {bearer}\r\n") };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{bearer}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
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
fn a_server_speaks_the_language_it_was_started_with() {
    let store = store("spoken");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", &store, "--lang", "ja"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("The table is at http://").expect(&said).to_owned();
    let guide = ask(&address, "GET", "/api/guide/yukimura/yao", "", &Value::Null);
    assert!(guide.starts_with("HTTP/1.1 200") && guide.contains("八尾"), "{guide}");
    let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] });
    let opened = ask(&address, "POST", "/api/tables", "", &wanted);
    let opened: Value = serde_json::from_str(opened.split_once("\r\n\r\n").unwrap().1).unwrap();
    let path = format!("/api/tables/{}", opened["table"].as_str().unwrap());
    let table = ask(&address, "GET", &path, opened["tokens"][0].as_str().unwrap(), &Value::Null);
    assert!(table.contains("第1イニング"), "{table}");
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

#[test]
fn the_file_of_a_copy_is_verified_elsewhere_and_an_edited_game_is_named() {
    let (live, copied, moved) = (store("copied-from"), store("copied"), store("moved"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", &live])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("The table is at http://").expect(&said).to_owned();
    let post = |path: &str, bearer: &str, body: Value| -> Value {
        let answer = ask(&address, "POST", path, bearer, &body);
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    let mut ids = Vec::new();
    for _ in 0..2 {
        let opened =
            post("/api/tables", "", json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] }));
        let (id, token) = (opened["table"].as_str().unwrap(), opened["tokens"][0].as_str().unwrap());
        let done = post(&format!("/api/tables/{id}/act"), token, json!({ "action": "done", "after": 0 }));
        assert_eq!(done["number"], 1);
        ids.push(id.to_owned());
    }
    // While the server goes on; then the file of the copy alone is taken away.
    gunbai(&["store", "copy", &live, &copied]).ends(0).says(&["2 games new"]);
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::copy(&copied, &moved).unwrap();
    forget(&live);
    forget(&copied);
    gunbai(&["store", "verify", &moved]).ends(0).says(&["2 games hold, 2 inputs replayed, 0 games do not"]);

    // One letter of one input of the first game, in the middle of the file.
    let mut bytes = std::fs::read(&moved).unwrap();
    let line = b"1 0 done";
    let at = bytes.windows(line.len()).position(|window| window == line).unwrap();
    bytes[at + 4..at + 8].copy_from_slice(b"dome");
    std::fs::write(&moved, bytes).unwrap();
    let found = gunbai(&["store", "verify", &moved, "--json"]).ends(1).json();
    assert_eq!((&found["games"], found["faults"].as_array().unwrap().len()), (&json!(1), 1));
    assert!(ids.iter().any(|id| found["faults"][0]["game"] == **id), "{found}");
    gunbai(&["store", "verify", "/nowhere/games.db"]).ends(2).complains(&["no store"]);
    forget(&moved);
}
