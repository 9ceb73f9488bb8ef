//! Fifty tables are played while servers are killed and their database is started again; nothing is lost.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kernel::{
    Lot,
    data::hex,
    record::{Record, chain},
};
use serde_json::{Value, json};

use crate::{
    house::{Client, Folder, Seats},
    kill::Victim,
    postgres::Database,
};

const TABLES: usize = 50;
/// Clients that play at the same time.
const PLAYERS: usize = 4;
/// Two servers and a database on a machine that does other things, too.
const PATIENCE: Duration = Duration::from_secs(240);

/// What the players know of the servers.
struct Cluster {
    /// `None`: it is down.
    clients: Mutex<Vec<Option<Client>>>,
    /// Actions that were acknowledged.
    done: AtomicUsize,
}

impl Cluster {
    fn new(clients: &[Client]) -> Arc<Cluster> {
        let clients = Mutex::new(clients.iter().copied().map(Some).collect());
        Arc::new(Cluster { clients, done: AtomicUsize::new(0) })
    }

    /// The servers take turns, as far as they are there.
    fn client(&self, n: usize) -> Option<Client> {
        let clients = self.clients.lock().unwrap();
        (0..clients.len()).find_map(|try_| clients[(n + try_) % clients.len()])
    }

    fn set(&self, server: usize, client: Option<Client>) {
        self.clients.lock().unwrap()[server] = client;
    }
}

/// A table, and what was acknowledged at it: number and head.
struct Played {
    table: Seats,
    acknowledged: Vec<(usize, String)>,
}

/// Plays a table to its end, each request at the other server. Whatever goes wrong is asked for again.
fn play(cluster: &Cluster, table: Seats, seed: usize) -> Played {
    let began = Instant::now();
    let mut acknowledged = Vec::new();
    for n in seed.. {
        assert!(began.elapsed() < PATIENCE, "table {} does not end", table.id);
        let Some(client) = cluster.client(n) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let here = Seats { client, ..table.clone() };
        let answer = here.client.get(&here.path(""), here.token(Some(0)));
        if answer.status != 200 {
            thread::sleep(Duration::from_millis(50));
            continue;
        }
        let sight = answer.json();
        if sight["over"] == true {
            break;
        }
        let choices = sight["choices"].as_array().unwrap();
        if choices.is_empty() {
            // The computer is to move.
            thread::sleep(Duration::from_millis(20));
            continue;
        }
        let choice: &Value = &choices[(n * 7 + 3) % choices.len()];
        let there = Seats { client: cluster.client(n + 1).unwrap_or(client), ..table.clone() };
        let body = json!({ "action": choice["action"], "after": sight["number"] });
        let answer = there.post(Some(0), "/act", &body);
        if answer.status == 200 {
            let answer = answer.json();
            let head = answer["head"].as_str().unwrap().to_owned();
            acknowledged.push((answer["number"].as_u64().unwrap() as usize, head));
            cluster.done.fetch_add(1, Ordering::SeqCst);
        } else {
            let known = [0, 408, 409, 429, 500, 503].contains(&answer.status);
            assert!(known, "{} {}", answer.status, answer.body);
        }
    }
    Played { table, acknowledged }
}

/// Tables that are played until all have ended.
struct Evening {
    cluster: Arc<Cluster>,
    todo: Arc<Mutex<Vec<Seats>>>,
    players: Vec<thread::JoinHandle<Vec<Played>>>,
}

impl Evening {
    /// Opens tables for a person and a computer each, and has the people play.
    fn begin(clients: &[Client]) -> Evening {
        let cluster = Cluster::new(clients);
        let seats = json!(["person", { "computer": "random" }]);
        let wanted = json!({ "scenario": "probe-sealed/banners", "seats": seats });
        let tables: Vec<Seats> = (0..TABLES).map(|n| clients[n % clients.len()].open(&wanted)).collect();
        let todo = Arc::new(Mutex::new(tables));
        let player = |_| {
            let (cluster, todo) = (cluster.clone(), todo.clone());
            thread::spawn(move || {
                let mut played = Vec::new();
                loop {
                    let next = todo.lock().unwrap().pop();
                    let Some(table) = next else { return played };
                    played.push(play(&cluster, table, played.len()));
                }
            })
        };
        let players = (0..PLAYERS).map(player).collect();
        Evening { cluster, todo, players }
    }

    /// Waits until no more tables than this have not begun.
    fn wait(&self, left: usize) {
        let began = Instant::now();
        while self.todo.lock().unwrap().len() > left {
            assert!(began.elapsed() < PATIENCE, "the tables do not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Every table has ended, every acknowledged action is in its record, once, and every record holds.
    fn end(self, client: impl Fn() -> Client) {
        let played: Vec<Played> =
            self.players.into_iter().flat_map(|player| player.join().unwrap()).collect();
        assert_eq!(played.len(), TABLES);
        let client = client();
        let mut checked = 0;
        for Played { table, acknowledged } in &played {
            let text = client.get(&table.path("/record"), None).body;
            let record = Record::parse(&table.id, &text).unwrap();
            let mut heads = vec![record.header.head()];
            for (number, entry) in (1..).zip(&record.entries) {
                heads.push(chain(&heads[heads.len() - 1], &entry.input.chained(number)));
            }
            let mut numbers: Vec<usize> = acknowledged.iter().map(|(number, _)| *number).collect();
            numbers.dedup();
            assert_eq!(numbers.len(), acknowledged.len(), "each number was acknowledged once");
            for (number, head) in acknowledged {
                assert_eq!(&hex(&heads[*number]), head, "input {number} of {}", table.id);
                checked += 1;
            }
            // A record that is taken is replayed: every action legal, every throw due, every hash right.
            let copy = json!({ "record": text, "seats": ["person", "person"] });
            assert_eq!(client.post("/api/tables", None, &copy).status, 201);
        }
        assert_eq!(checked, self.cluster.done.load(Ordering::SeqCst), "each was acknowledged once");
        assert!(checked > TABLES, "{checked} actions");
    }
}

#[test]
fn a_cluster_outlives_one_of_its_servers_and_a_restart_of_its_database() {
    let mut database = Database::start();
    let url = database.create("games");
    let folder = Folder::new();
    let mut servers = ["one", "two"].map(|name| Victim::start(&url, &folder.0.join(name)));
    let clients = [servers[0].client, servers[1].client];
    let evening = Evening::begin(&clients);
    evening.wait(TABLES * 2 / 3);
    servers[0].kill();
    evening.cluster.set(0, None);
    evening.wait(TABLES / 3);
    database.restart();
    evening.end(|| clients[1]);
}

#[test]
fn one_server_with_a_file_outlives_twenty_kills() {
    const KILLS: usize = 20;
    let folder = Folder::new();
    let store = folder.0.join("games.db");
    let store = store.to_str().unwrap();
    let said = folder.0.join("address");
    let mut server = Victim::start(store, &said);
    let evening = Evening::begin(&[server.client]);
    let mut lot = Lot::new(1_615);
    for kill in 1..=KILLS {
        // Spread over the evening, each at a moment of its own.
        evening.wait(TABLES - TABLES * kill / (KILLS + 2));
        thread::sleep(Duration::from_micros(lot.below(30_000) as u64));
        server.kill();
        evening.cluster.set(0, None);
        server = Victim::start(store, &said);
        evening.cluster.set(0, Some(server.client));
    }
    evening.end(|| server.client);
}

#[test]
fn who_looks_on_at_one_server_sees_what_is_done_at_the_other() {
    let database = Database::start();
    let url = database.create("games");
    let folder = Folder::new();
    let servers = ["one", "two"].map(|name| Victim::start(&url, &folder.0.join(name)));
    let table = servers[0].client.for_two("yukimura/yao");
    let there = Seats { client: servers[1].client, ..table.clone() };
    let mut watching = there.live(Some(1), None);
    table.act(0, "done");
    let news = watching.until("news");
    assert_eq!(news["rest"]["number"], 1);
    table.post(Some(0), "/chat", &json!({ "text": "hello over there" })).ok();
    assert_eq!(watching.until("chat")["chat"]["text"], "hello over there");

    // Both at once: one of them has the number, the other is told that the table has gone on.
    let body = json!({ "action": "done", "after": 1 });
    let both = [&table, &there].map(|at| {
        let (at, body) = (at.clone(), body.clone());
        thread::spawn(move || at.post(Some(1), "/act", &body))
    });
    let statuses = both.map(|answer| answer.join().unwrap().status);
    assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    watching.until("news");
}
