//! Two servers on one database: one is killed, the database is started again, and nothing is lost.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kernel::{
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

/// What the players know of the cluster.
struct Cluster {
    clients: [Client; 2],
    down: [AtomicBool; 2],
    /// Actions that were acknowledged.
    done: AtomicUsize,
}

impl Cluster {
    /// The servers take turns, as far as they are there.
    fn client(&self, n: usize) -> Client {
        let at = (0..2).map(|try_| (n + try_) % 2).find(|&at| !self.down[at].load(Ordering::SeqCst));
        self.clients[at.unwrap_or(0)]
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
        let here = Seats { client: cluster.client(n), ..table.clone() };
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
        let there = Seats { client: cluster.client(n + 1), ..table.clone() };
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

#[test]
fn a_cluster_outlives_one_of_its_servers_and_a_restart_of_its_database() {
    let mut database = Database::start();
    let url = database.create("games");
    let folder = Folder::new();
    let mut servers = ["one", "two"].map(|name| Victim::start(&url, &folder.0.join(name)));
    let clients = [servers[0].client, servers[1].client];
    let cluster = Arc::new(Cluster { clients, down: Default::default(), done: AtomicUsize::new(0) });

    let seats = json!(["person", { "computer": "random" }]);
    let wanted = json!({ "scenario": "probe-sealed/banners", "seats": seats });
    let tables: Vec<Seats> = (0..TABLES).map(|n| clients[n % 2].open(&wanted)).collect();
    let todo = Arc::new(Mutex::new(tables));
    let players: Vec<_> = (0..PLAYERS)
        .map(|_| {
            let (cluster, todo) = (cluster.clone(), todo.clone());
            thread::spawn(move || {
                let mut played = Vec::new();
                loop {
                    let next = todo.lock().unwrap().pop();
                    let Some(table) = next else { return played };
                    played.push(play(&cluster, table, played.len()));
                }
            })
        })
        .collect();

    let left = |below: usize| {
        let began = Instant::now();
        while todo.lock().unwrap().len() > below {
            assert!(began.elapsed() < PATIENCE, "the tables do not end");
            thread::sleep(Duration::from_millis(5));
        }
    };
    left(TABLES * 2 / 3);
    servers[0].kill();
    cluster.down[0].store(true, Ordering::SeqCst);
    left(TABLES / 3);
    database.restart();

    let played: Vec<Played> = players.into_iter().flat_map(|player| player.join().unwrap()).collect();
    assert_eq!(played.len(), TABLES);
    let client = clients[1];
    let mut checked = 0;
    for Played { table, acknowledged } in &played {
        let text = client.get(&table.path("/record"), None).body;
        let record = Record::parse(&table.id, &text).unwrap();
        let mut heads = vec![record.header.head()];
        for (number, entry) in (1..).zip(&record.entries) {
            heads.push(chain(&heads[heads.len() - 1], &entry.body.chained(number)));
        }
        for (number, head) in acknowledged {
            assert_eq!(&hex(&heads[*number]), head, "input {number} of {}", table.id);
            checked += 1;
        }
        // A record that is taken is replayed: every action legal, every throw due, every hash right.
        let copy = json!({ "record": text, "seats": ["person", "person"] });
        assert_eq!(client.post("/api/tables", None, &copy).status, 201);
    }
    assert_eq!(checked, cluster.done.load(Ordering::SeqCst), "each was acknowledged once");
    assert!(checked > TABLES, "{checked} actions");
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
