//! Log lines of `gunbai serve`: one object a line, access and audit lines, and nothing secret in them.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::serving::{ask, forget, store};

#[test]
fn requests_sign_ins_operator_actions_and_limits_are_logged_and_no_secret_is() {
    const TOKEN: &str = "0123456789abcdef0123456789abcdef";
    let store = store("logs");
    let limits = format!("{store}.toml");
    std::fs::write(&limits, "accounts = [1, 1]\nguess = [0, 0]\n").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", &store, "--limits", &limits])
        .args(["--log", "json", "--log-level", "info"])
        .env("GUNBAI_ADMIN", TOKEN)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("The table is at http://").expect(&said).to_owned();
    let post = |path: &str, bearer: &str, body: Value| ask(&address, "POST", path, bearer, &body);
    let account = |name: &str, passphrase: &str| json!({ "name": name, "passphrase": passphrase });
    let opened = post("/api/account/open", "", account("nobunaga", "the right passphrase"));
    assert!(opened.starts_with("HTTP/1.1 200"), "{opened}");
    // Six more in an instant, when one was allowed: one line for the first, and a count later.
    for n in 0..6 {
        post("/api/account/open", "", account(&format!("another{n}"), "the right passphrase"));
    }
    post("/api/account/enter", "", account("nobunaga", "a wrong passphrase"));
    post("/api/account/enter", "", account("typed into the wrong field", "a wrong passphrase"));
    post("/api/account/enter", "", account("nobunaga", "the right passphrase"));
    let table = post("/api/tables", "", json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] }));
    let table: Value = serde_json::from_str(table.split_once("\r\n\r\n").unwrap().1).unwrap();
    let id = table["table"].as_str().unwrap();
    post(&format!("/api/admin/tables/{id}/close"), "not the token of this server", json!({}));
    post(&format!("/api/admin/tables/{id}/close"), TOKEN, json!({}));
    post(&format!("/api/notices/stop/{id}/0/acodeinapath"), "", json!({}));
    child.kill().unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    child.wait().unwrap();
    forget(&store);
    std::fs::remove_file(&limits).unwrap();

    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let of = |target: &str| lines.iter().filter(|line| line["target"] == target).collect::<Vec<_>>();
    let access = of("access");
    assert_eq!(access.len(), 14, "{log}");
    let stopped = access.last().unwrap();
    assert_eq!(
        (&stopped["level"], &stopped["method"], &stopped["route"], &stopped["status"], &stopped["code"]),
        (
            &json!("INFO"),
            &json!("POST"),
            &json!("/api/notices/stop/{id}/{seat}/{code}"),
            &json!(403),
            &json!("unknown-code")
        )
    );
    assert_eq!(stopped["address"], "127.0.0.1");
    let events: Vec<_> = of("audit")
        .into_iter()
        .map(|line| {
            let detail = ["account", "limit", "action"].into_iter().find_map(|key| line[key].as_str());
            (line["level"].as_str().unwrap(), line["event"].as_str().unwrap(), detail)
        })
        .collect();
    assert_eq!(
        events,
        [
            ("INFO", "opened", Some("nobunaga")),
            ("WARN", "limit", Some("too-fast")),
            ("WARN", "sign-in-failed", Some("nobunaga")),
            ("WARN", "sign-in-failed", None),
            ("INFO", "signed-in", Some("nobunaga")),
            ("WARN", "operator-refused", None),
            ("INFO", "operator", Some("close")),
        ],
        "{log}"
    );
    assert!(of("audit").iter().any(|line| line["table"] == id));
    let tokens = table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap());
    for secret in
        tokens.chain([TOKEN, "the right passphrase", "wrong field", "acodeinapath", "a wrong passphrase"])
    {
        assert!(!log.contains(secret), "`{secret}` is in the log: {log}");
    }
}
