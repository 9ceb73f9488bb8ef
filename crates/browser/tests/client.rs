//! Runs `web/tests` in Chromium against a server of this process.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tokio::{runtime::Runtime, sync::oneshot};

#[test]
fn the_client_in_a_real_browser() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    assert!(
        web.join("node_modules/.bin/vitest").exists(),
        "the client was not built with npm: install Node 20.19 or newer, then build again"
    );
    let folder = std::env::temp_dir().join(format!("gunbai-browser-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();

    let runtime = Runtime::new().unwrap();
    let server = runtime
        .block_on(browser::table("127.0.0.1:0".parse().unwrap(), folder.join("games.db")))
        .expect("a free port and a new file");
    let address = server.address().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let running = runtime.spawn(server.run(async { ended.await.unwrap_or_default() }));

    let report = folder.join("report.json");
    let status = Command::new("node_modules/.bin/vitest")
        .args(["run", "--config", "tests/vitest.config.ts", "--reporter=verbose", "--reporter=json"])
        .arg(format!("--outputFile.json={}", report.display()))
        .current_dir(&web)
        .env("GUNBAI_URL", format!("http://{address}"))
        .status();
    end.send(()).unwrap();
    runtime.block_on(running).unwrap();
    let failures = failures(&report);
    let _ = fs::remove_dir_all(&folder);
    assert!(status.expect("vitest starts").success(), "web/tests failed: {failures}");
}

/// The failed tests of a report with their messages: the last lines of a log name them, however much was printed before.
fn failures(report: &Path) -> String {
    let Ok(text) = fs::read_to_string(report) else { return "no report was written; see above".into() };
    let all: Value = serde_json::from_str(&text).expect("vitest writes JSON");
    let list = |of: &Value, key: &str| of[key].as_array().cloned().unwrap_or_default();
    let tests = list(&all, "testResults").into_iter().flat_map(|file| list(&file, "assertionResults"));
    let failed = tests.filter(|test| test["status"] == "failed").map(|test| {
        let said: Vec<_> =
            list(&test, "failureMessages").iter().filter_map(Value::as_str).map(str::to_owned).collect();
        format!("\n  {}\n{}", test["fullName"].as_str().unwrap_or_default(), said.join("\n"))
    });
    failed.collect()
}
