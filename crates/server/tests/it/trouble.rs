//! A store that does not work: what `/health` says, that nothing is acknowledged meanwhile, and that play goes on after.

use std::{
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    net::TcpStream,
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use store::{Change, Place};

use crate::{
    away::{listen, web},
    house::{Answer, Client, DEADLINE, Folder, House, Seats, eventually},
    postgres::{Database, proxy::Proxy},
};

/// What `/health` says is wrong.
#[track_caller]
fn trouble(client: Client) -> Value {
    let answer = client.get("/health", None);
    assert_eq!(answer.status, 503, "{}", answer.body);
    let told = answer.json();
    assert!(told["ok"] == false && !told["why"].as_str().unwrap().is_empty(), "{told}");
    told["trouble"].clone()
}

fn is_well(client: Client) -> bool {
    client.get("/health", None).status == 200
}

/// Seat 0 tries to act after input `after`; what it is answered.
fn try_to_act(table: &Seats, after: u64) -> Answer {
    table.post(Some(0), "/act", &json!({ "action": "done", "after": after }))
}

/// Overwrites the page of a store that holds the list of games.
fn damage(store: &Path) {
    let (page, size): (u32, u32) = {
        let connection = rusqlite::Connection::open(store).unwrap();
        let sql = "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'games'";
        connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let mut file = std::fs::OpenOptions::new().write(true).open(store).unwrap();
    file.seek(SeekFrom::Start(u64::from(page - 1) * u64::from(size))).unwrap();
    file.write_all(&vec![0xa5; size as usize]).unwrap();
}

#[test]
fn a_damaged_store_is_reported() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    assert!(is_well(house.client()));
    house.restart_after(damage);
    assert_eq!(trouble(house.client()), "store-damaged");
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.client.get(&table.path(""), None).code(), "store");
    let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] });
    assert_eq!(table.client.post("/api/tables", None, &wanted).code(), "store");
}

/// A file system of its own that is small, seen by one server only.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_play_goes_on_when_there_is_room() {
    use crate::kill::Victim;
    let folder = Folder::new();
    let disk = folder.0.join("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let Some(server) = Victim::on_small_disk(&disk, &folder.0.join("address")) else {
        eprintln!("not tried: this machine lets nobody mount a file system of his own");
        return;
    };
    let table = server.client.for_two("yukimura/yao");
    assert!(is_well(server.client));
    // The same folder as the server sees it.
    let filler = server.sees(&disk.join("filler"));
    let mut file = std::fs::File::create(&filler).unwrap();
    while file.write_all(&[1; 512]).is_ok() {}
    drop(file);
    assert_eq!(trouble(server.client), "disk-full");
    let refused = try_to_act(&table, 0);
    assert_eq!((refused.status, refused.code().as_str()), (503, "store"));
    assert_eq!(table.sight(None)["number"], 0, "a change that failed is not broadcast");
    std::fs::remove_file(&filler).unwrap();
    assert!(is_well(server.client));
    assert_eq!(try_to_act(&table, 0).status, 200);
}

/// A server on a database behind a proxy.
struct Proxied {
    house: House,
    proxy: Proxy,
    _folder: Folder,
    _database: Database,
    _runtime: tokio::runtime::Runtime,
}

impl Proxied {
    fn start() -> Proxied {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (database, folder) = (Database::start(), Folder::new());
        database.create("games");
        let proxy = runtime.block_on(async { Proxy::start(&folder.0, &database.file("")) });
        let url: Place = proxy.url("games").parse().unwrap();
        let house = House::with(move |config| config.store = url.clone());
        Proxied { house, proxy, _folder: folder, _database: database, _runtime: runtime }
    }
}

/// Many requests at once, each over a connection of its own; their answers.
fn at_once(client: Client, path: &str, many: usize) -> Vec<Answer> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", client.address);
    let ask = || {
        let mut stream = TcpStream::connect(client.address).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let asked: Vec<TcpStream> = (0..many).map(|_| ask()).collect();
    let answer = |mut stream: TcpStream| {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::of(&bytes)
    };
    asked.into_iter().map(answer).collect()
}

#[test]
fn a_silent_database_is_reported_and_play_goes_on_within_fifteen_seconds() {
    let proxied = Proxied::start();
    let client = proxied.house.client();
    let table = client.for_two("yukimura/yao");
    // Every connection for reading is open.
    let list = format!("/api/tables?ids={}", table.id);
    assert!(at_once(client, &list, 40).iter().all(|answer| answer.status == 200));
    assert!(is_well(client));

    proxied.proxy.go_silent();
    let began = Instant::now();
    assert_eq!(trouble(client), "database-stalled");
    assert_eq!(try_to_act(&table, 0).status, 200);
    assert!(is_well(client));
    assert_eq!(client.get(&list, None).status, 200);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn five_hundred_readers_at_once_are_answered_over_a_few_connections() {
    let proxied = Proxied::start();
    let table = proxied.house.client().for_two("yukimura/yao");
    let answers = at_once(proxied.house.client(), &format!("/api/tables?ids={}", table.id), 500);
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body.contains(&table.id)));
    // Eight for reading, one to write, one to listen, and one that migrated.
    let most = proxied.proxy.most.load(Ordering::SeqCst);
    assert!((3..=11).contains(&most), "{most} connections at once");
}

/// Two servers look at the same tables at the same moment, again and again: each table is warned of once.
#[test]
fn of_two_servers_one_warns_that_a_table_will_be_deleted() {
    const TABLES: usize = 12;
    let (port, calls) = listen(web);
    let database = Database::start();
    let place: Place = database.create("games").parse().unwrap();
    let server = || {
        let place = place.clone();
        House::with(move |config| {
            config.store = place.clone();
            config.public = Some("https://table.example.org".into());
            config.private_webhooks = true;
            config.patience.due = Duration::from_millis(20);
            config.limits.expire_days = 365;
        })
    };
    let first = server();
    let tables: Vec<Seats> = (0..TABLES).map(|_| first.client().for_two("yukimura/yao")).collect();
    for table in &tables {
        let hook = json!({ "webhook": format!("http://localhost:{port}/") });
        table.post(Some(0), "/notify", &hook).ok();
    }
    drop(first);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = place.open("test").await.unwrap();
        for table in &tables {
            let game = store.game(&table.id).await.unwrap().unwrap();
            let mut times: Value = serde_json::from_str(&game.standing.times).unwrap();
            times["touched"] = json!(1_000);
            let (game, times) = (table.id.clone(), times.to_string());
            store.write(Change::Times { game, times, due: Some(0) }).await.unwrap();
        }
    });
    let servers = [server(), server()];
    for house in &servers {
        for table in &tables {
            let here = Seats { client: house.client(), ..table.clone() };
            eventually("it was warned", || here.sight(None)["expires"].is_u64());
        }
    }
    let warned = || -> Vec<String> {
        let calls = calls.lock().unwrap();
        let mut warned: Vec<String> = calls
            .iter()
            .map(|call| {
                let body: Value = serde_json::from_str(call.split_once("\r\n\r\n").unwrap().1).unwrap();
                body["table"].as_str().unwrap().to_owned()
            })
            .collect();
        warned.sort();
        warned
    };
    eventually("every owner was told", || warned().len() >= TABLES);
    // Calls under way end with the servers.
    drop(servers);
    let mut expected: Vec<String> = tables.iter().map(|table| table.id.clone()).collect();
    expected.sort();
    assert_eq!(warned(), expected);
}
