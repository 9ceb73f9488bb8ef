//! `kill -9` at any moment loses nothing that was acknowledged.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::Server;
use store::Place;

use crate::house::{Client, DEADLINE, Folder, Seats, config};

const STORE: &str = "GUNBAI_TEST_STORE";
/// Where the server says its address.
const SAID: &str = "GUNBAI_TEST_SAID";
const ACTIONS: u32 = 500;

/// Not a test by itself: the server that the other test starts and kills, in a process of its own.
#[test]
fn server_to_be_killed() {
    let (Ok(store), Some(said)) = (std::env::var(STORE), std::env::var_os(SAID)) else { return };
    let (store, said): (Place, PathBuf) = (store.parse().unwrap(), said.into());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::open(config(store)).await.unwrap();
        let new = said.with_extension("new");
        fs::write(&new, server.address().unwrap().to_string()).unwrap();
        fs::rename(&new, &said).unwrap();
        server.run(std::future::pending()).await;
    });
}

/// A server in a process of its own.
pub(crate) struct Victim {
    child: Child,
    pub(crate) client: Client,
}

impl Victim {
    /// Starts it on a store; it says its address in a file.
    pub(crate) fn start(store: &str, said: &Path) -> Victim {
        let program = Command::new(std::env::current_exe().unwrap());
        Victim::run(program, store, said)
    }

    /// The same with its store on a file system of 32 MB that only the server sees, mounted on this folder. `None`: the
    /// machine forbids it.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_small_disk(folder: &Path, said: &Path) -> Option<Victim> {
        const MOUNT: &str = "mount -t tmpfs -o size=32m tmpfs \"$0\" && exec \"$@\"";
        let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").ok()?) == 0;
        let unshare = |program: &Path| {
            let mut command = Command::new("unshare");
            command.args(if is_root { &["--mount"][..] } else { &["--mount", "--map-root-user"] });
            command.args(["sh", "-c", MOUNT]).arg(folder).arg(program);
            command
        };
        let tried = unshare(Path::new("true")).stderr(Stdio::null()).status();
        tried.is_ok_and(|tried| tried.success()).then(|| {
            let store = folder.join("games.db");
            Victim::run(unshare(&std::env::current_exe().unwrap()), store.to_str().unwrap(), said)
        })
    }

    /// A path as the server sees it.
    #[cfg(target_os = "linux")]
    pub(crate) fn sees(&self, path: &Path) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root{}", self.child.id(), path.display()))
    }

    fn run(mut program: Command, store: &str, said: &Path) -> Victim {
        let _ = fs::remove_file(said);
        let child = program
            .args(["kill::server_to_be_killed", "--exact", "--nocapture"])
            .env(STORE, store)
            .env(SAID, said)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        let address: SocketAddr = loop {
            if let Ok(text) = fs::read_to_string(said) {
                break text.parse().unwrap();
            }
            assert!(began.elapsed() < DEADLINE, "the server did not start");
            std::thread::sleep(Duration::from_millis(2));
        };
        Victim { child, client: Client { address } }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a scripted player does: the seat that is asked takes one of the choices, by number.
fn next(table: &Seats, n: u32) -> Option<(usize, Value)> {
    let watching = table.sight(None);
    let seats = watching["asked"]["questions"].as_array().cloned().unwrap_or_default();
    let seat = seats.first()?["seat"].as_u64().unwrap() as usize;
    let sight = table.sight(Some(seat));
    let choices = sight["choices"].as_array().unwrap();
    let choice = &choices[(n as usize * 7 + 3) % choices.len()];
    // Losing by one's own move would end the script early.
    let choice = if choice["warning"].is_string() { &choices[0] } else { choice };
    Some((seat, json!({ "action": choice["action"], "after": sight["number"] })))
}

#[test]
fn whatever_was_acknowledged_is_there_after_kill_9() {
    let folder = Folder::new();
    let (store, said) = (folder.0.join("games.db"), folder.0.join("address"));
    let store = store.to_str().unwrap();
    let mut victim = Victim::start(store, &said);
    let mut table = victim.client.for_two("yukimura/yao");
    // Acknowledged: number and head. Each must be found again, at its place.
    let mut acknowledged: Vec<(u64, String)> = Vec::new();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut lot = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let (mut done, mut kills, mut lost) = (0, 0, 0);
    while done < ACTIONS {
        let Some((seat, body)) = next(&table, done) else {
            table = victim.client.for_two("yukimura/yao");
            acknowledged.clear();
            continue;
        };
        if lot(25) != 0 {
            let answer = table.post(Some(seat), "/act", &body).ok();
            acknowledged
                .push((answer["number"].as_u64().unwrap(), answer["head"].as_str().unwrap().to_owned()));
            done += 1;
            continue;
        }
        // While this is under way, the server is killed.
        kills += 1;
        let wait = Duration::from_micros(lot(4_000));
        let (asking, asked) = (table.clone(), body.clone());
        let answer = std::thread::spawn(move || asking.post(Some(seat), "/act", &asked));
        let began = Instant::now();
        while began.elapsed() < wait {
            std::hint::spin_loop();
        }
        victim.kill();
        let answer = answer.join().unwrap();
        if answer.status == 200 {
            let answer = answer.json();
            acknowledged
                .push((answer["number"].as_u64().unwrap(), answer["head"].as_str().unwrap().to_owned()));
            done += 1;
        } else {
            lost += 1;
        }
        victim = Victim::start(store, &said);
        table = Seats { client: victim.client, ..table };
        check(&table, &acknowledged);
    }
    check(&table, &acknowledged);
    assert!(kills >= 15, "{kills} kills, {lost} without an answer");
}

/// Every acknowledged action is there, none twice, and at most one that nobody was told of.
fn check(table: &Seats, acknowledged: &[(u64, String)]) {
    let record = |seat: usize| {
        let record = table.client.get(&table.path("/record"), table.token(Some(seat)));
        assert_eq!(record.status, 200, "{}", record.body);
        // Parsing holds every line against the chain; replaying was done when the table was opened.
        kernel::record::Record::parse("record", &record.body).unwrap()
    };
    // While one seat is in the middle of a chain, the other has not been told of it.
    let record = [0, 1].map(record).into_iter().max_by_key(|record| record.entries.len()).unwrap();
    let mut heads = vec![record.header.head()];
    for (number, entry) in (1..).zip(&record.entries) {
        heads.push(kernel::record::chain(&heads[heads.len() - 1], &entry.input.chained(number)));
    }
    for (number, head) in acknowledged {
        assert_eq!(&kernel::data::hex(&heads[*number as usize]), head, "input {number}");
    }
}
