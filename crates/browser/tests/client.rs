//! Runs `web/tests` in Chromium against a server of this process.

use std::{fs, path::Path, process::Command};

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

    let status = Command::new("node_modules/.bin/vitest")
        .args(["run", "--config", "tests/vitest.config.ts"])
        .current_dir(&web)
        .env("GUNBAI_URL", format!("http://{address}"))
        .status();
    end.send(()).unwrap();
    runtime.block_on(running).unwrap();
    let _ = fs::remove_dir_all(&folder);
    assert!(status.expect("vitest starts").success(), "a test in web/tests failed; see above");
}
