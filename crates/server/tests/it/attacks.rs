//! What a stranger with the source code would try, over a real socket. Each of these worked once.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::Barrier,
    time::Duration,
};

use kernel::{
    Seat, Setup, Viewer,
    record::{Body, Entry, Record, Source},
};
use serde_json::{Value, json};
use server::Allowance;
use tungstenite::Message;

use crate::house::{Client, DEADLINE, House, Live, Seats, config, eventually, systems};

/// Asks as if through a proxy, from this address.
fn from(
    client: Client,
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<&Value>,
) -> Answer {
    client.send(method, path, &format!("X-Forwarded-For: {address}\n{headers}"), body)
}

type Answer = crate::house::Answer;

/// A figure of `/metrics`.
fn figure(client: Client, name: &str) -> f64 {
    let text = client.get("/metrics", None).body;
    let line = text.lines().find(|line| line.split(' ').next() == Some(name));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("no {name} in {text}"))
}

/// Seconds of the processor that were worked since the server began.
fn worked(client: Client) -> f64 {
    figure(client, "gunbai_work_seconds_sum")
}

/// A record of yao without hashes, as anybody can write one.
fn record(source: Source, entries: Vec<Body>) -> String {
    let data = config("nowhere.db".parse::<std::path::PathBuf>().unwrap()).data.remove(0);
    let setup = Setup {
        system: "yukimura".to_owned(),
        scenario: "yao".to_owned(),
        options: Default::default(),
        revision: 1,
        position: None,
    };
    let system = systems().iter().find(|system| system.name() == "yukimura").unwrap();
    let table = system.open(&data, &setup, source, Some([0; 16])).unwrap();
    let entries = entries.into_iter().map(|body| Entry { body, hash: None }).collect();
    Record { entries, ..table.record(Viewer::Everyone) }.text()
}

fn act(seat: u8, action: &str) -> Body {
    Body::Act { seat: Seat(seat), action: action.to_owned() }
}

// ---- dice and records --------------------------------------------------------------------------------

#[test]
fn a_record_that_brings_its_own_dice_goes_on_with_others() {
    let house = House::with(|config| config.admin = Some("a".repeat(32)));
    let client = house.client();
    let text = record(Source::Seeded(7), vec![act(0, "done")]);
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
    assert_eq!(table.sight(None)["from_file"], 2, "everybody sees that it was begun from a file");
    let whole = client.get(&format!("/api/admin/tables/{}/record", table.id), Some(&"a".repeat(32))).body;
    let read = Record::parse("record", &whole).unwrap();
    let Some(Entry {
        body: Body::Dice { file: true, source: Source::Seeded(seed), secret: Some(_) }, ..
    }) = read.entries.last()
    else {
        panic!("{whole}")
    };
    assert_ne!(*seed, 7, "the seed of the file is known to whoever made it");
    // What the others see of it is a commitment.
    let seen = client.get(&table.path("/record"), table.token(Some(0))).body;
    assert!(seen.contains("\n2 file seeded ") && !seen.contains("\n= "), "{seen}");
    // The table plays on, and so does the file that is made of it.
    let asked = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    table.act(asked, "done");
    let again = client.get(&table.path("/record"), table.token(Some(0))).body;
    let third = client.open(&json!({ "record": again, "seats": ["person", "person"] }));
    let inputs = Record::parse("again", &again).unwrap().entries.len() as u64;
    assert_eq!(third.sight(None)["from_file"].as_u64(), Some(inputs + 1));
}

#[test]
fn whoever_sits_down_at_a_game_from_a_file_brings_a_new_share() {
    let house = House::new();
    let text = record(Source::Seeded(7), vec![act(0, "done")]);
    let table =
        house.client().open(&json!({ "record": text, "seats": ["person", "person"], "shared_dice": true }));
    let shares = table.sight(None)["shared_dice"]["shares"].clone();
    for seat in 0..2 {
        assert_eq!(shares[seat], json!({ "commitment": null, "told": false, "owed": true }));
    }
}

#[test]
fn a_hostile_record_takes_two_seconds_of_the_processor_at_most() {
    let house = House::with(|config| config.limits = Allowance { inputs: 1_000_000, ..Allowance::PLENTY });
    let client = house.client();
    // Goes on and back for ever: once each of these played the game again from its beginning.
    let mut entries = Vec::new();
    let moves = ["move ii_G2", "move ii_G3"];
    for n in 0..60_000u32 {
        entries.push(act(0, moves[n as usize % 2]));
        entries.push(Body::Undo { seat: Seat(0), to: 0, agreed: false });
    }
    let text = record(Source::Seeded(7), entries);
    assert!(text.len() > 2_000_000, "{}", text.len());
    let before = worked(client);
    let answer = client.post("/api/tables", None, &json!({ "record": text, "seats": ["person", "person"] }));
    let took = worked(client) - before;
    assert!(took < 2.0, "{took} s, {}", answer.status);
    if answer.status >= 400 {
        assert!(["faulty", "too-costly"].contains(&answer.code().as_str()), "{}", answer.body);
    }
}

#[test]
fn nothing_that_can_be_read_costs_more_the_longer_a_game_is() {
    let house = House::new();
    let client = house.client();
    let mut entries = Vec::new();
    for n in 0..3_000u32 {
        entries.push(act(0, ["move ii_G2", "move ii_G3"][n as usize % 2]));
        entries.push(Body::Undo { seat: Seat(0), to: 0, agreed: false });
    }
    entries.push(act(0, "done"));
    let text = record(Source::Seeded(7), entries);
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
    let number = table.number(0);
    assert!(number > 6_000, "{number}");
    table.post(Some(1), "/resign", &json!({ "after": number })).ok();
    for path in ["", "?at=3001", "/story?from=3000", "/story", "/record", "/overlays", "/luck"] {
        let before = worked(client);
        assert_eq!(client.get(&table.path(path), table.token(Some(0))).status, 200, "{path}");
        let took = worked(client) - before;
        assert!(took < 0.05, "{path} took {took} s of the processor");
    }
    // The whole story comes page by page, each input once.
    let (mut from, mut numbers) = (json!(0), Vec::new());
    while let Some(n) = from.as_u64() {
        let page = client.get(&table.path(&format!("/story?from={n}")), table.token(Some(0))).ok();
        assert!(page["steps"].as_array().unwrap().len() <= 201);
        numbers.extend(page["steps"].as_array().unwrap().iter().map(|step| step["number"].as_u64().unwrap()));
        from = page["next"].clone();
    }
    assert!(numbers.iter().copied().eq(0..=number + 1), "{} of {number}", numbers.len());
}

#[test]
fn silence_about_a_share_loses_the_game() {
    let house = House::with(|config| config.patience.due = Duration::from_millis(20));
    let table = house.client().open(&json!({
        "scenario": "probe-sealed/banners", "seats": ["person", "person"], "shared_dice": true,
        "terms": { "clock": { "bank": 1, "at_zero": "computer" } }
    }));
    let share = |seat: u8| kernel::data::hex(&kernel::shared::share_commitment(Seat(seat), &[seat; 32]));
    table.post(Some(0), "/share", &json!({ "commitment": share(0) })).ok();
    table.post(Some(1), "/share", &json!({ "commitment": share(1) })).ok();
    table.post(Some(0), "/open-share", &json!({ "share": "00".repeat(32) })).ok();
    // Seat 1 has bound itself, and keeps what it is bound to for itself.
    assert_eq!(table.sight(None)["times"]["running"], json!([false, true]));
    eventually("it is lost", || table.sight(None)["over"] == true);
    let story = house.client().get(&table.path("/story"), None).ok();
    let last = story["steps"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["cause"], json!({ "kind": "resign", "seat": 1, "why": "share" }));
}

// ---- cost, not count ---------------------------------------------------------------------------------

/// Answers to so many are much more than fits into the buffers of both ends.
const REQUESTS: usize = 100;

#[test]
fn who_does_not_read_is_disconnected_and_gives_back_what_was_held_for_him() {
    let house = House::with(|config| config.patience.write = Duration::from_millis(1_000));
    let client = house.client();
    let entries = (0..6_000u32).map(|n| match n % 2 {
        0 => act(0, "move ii_G2"),
        _ => Body::Undo { seat: Seat(0), to: 0, agreed: false },
    });
    let text = record(Source::Seeded(7), entries.collect());
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
    // Longer than what a connection takes at once.
    assert!(client.get(&table.path("/record"), table.token(Some(0))).body.len() > 150_000);
    let mut readers = Vec::new();
    for _ in 0..10 {
        let mut stream = TcpStream::connect(client.address).unwrap();
        let (path, token) = (table.path("/record"), table.token(Some(0)).unwrap());
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n",
            client.address
        );
        stream.write_all(request.repeat(REQUESTS).as_bytes()).unwrap();
        readers.push(stream);
    }
    eventually("something is held", || figure(client, "gunbai_bytes_in_flight") > 0.0);
    eventually("all are cut off", || figure(client, "gunbai_slow_readers_total") == 10.0);
    eventually("nothing is held", || figure(client, "gunbai_bytes_in_flight") == 0.0);
    for mut reader in readers {
        reader.set_read_timeout(Some(DEADLINE)).unwrap();
        // What came before it was cut off can be read; then it ends.
        let mut heard = Vec::new();
        let _ = reader.read_to_end(&mut heard);
        assert!(heard.len() < REQUESTS * 150_000, "{}", heard.len());
    }
}

#[test]
fn bytes_under_way_are_bounded_for_each_address() {
    let house = House::with(|config| {
        config.proxied = true;
        config.limits = Allowance { bytes: (100_000, 1 << 30), ..Allowance::PLENTY };
    });
    let client = house.client();
    let begin = |address: &str, length: usize| {
        let mut stream = TcpStream::connect(client.address).unwrap();
        let host = client.address;
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Forwarded-For: {address}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let _slow = begin("10.0.0.1", 90_000);
    eventually("it is held", || figure(client, "gunbai_bytes_in_flight") >= 90_000.0);
    let mut refused = begin("10.0.0.1", 90_000);
    let mut heard = Vec::new();
    refused.set_read_timeout(Some(DEADLINE)).unwrap();
    let _ = refused.read_to_end(&mut heard);
    assert_eq!(Answer::of(&heard).code(), "too-many");
    assert_eq!(from(client, "10.0.0.2", "GET", "/health", "", None).status, 200);
}

#[test]
fn pings_and_binary_frames_are_counted() {
    for frame in [Message::Ping(Vec::new().into()), Message::Binary(Vec::new().into())] {
        let house = House::with(|config| {
            config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        });
        let table = house.client().for_two("yukimura/yao");
        let mut live = table.live(None, None);
        let mut sent = 0;
        while live.send(frame.clone()).is_ok() && sent < 200_000 {
            sent += 1;
        }
        while live.next().is_some() {}
        assert!(sent < 200_000, "a flood of {frame:?} was never stopped");
    }
}

#[test]
fn whoever_asks_for_much_waits_for_himself() {
    let house = House::with(|config| {
        config.proxied = true;
        config.thinkers = 1;
    });
    let client = house.client();
    let open = |address: &str| {
        let body = json!({ "scenario": "daimyo/kawanakajima", "seats": ["person", "person"] });
        Seats::of(client, &from(client, address, "POST", "/api/tables", "", Some(&body)).ok())
    };
    let (attacker, victim) = (open("10.0.0.1"), open("10.0.0.2"));
    let choice = |table: &Seats| {
        let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
        (seat, table.sight(Some(seat))["choices"][0]["action"].as_str().unwrap().to_owned())
    };
    let ask = |table: &Seats, address: &str| {
        let (seat, action) = choice(table);
        let token = format!("Authorization: Bearer {}", table.token(Some(seat)).unwrap());
        from(client, address, "POST", &table.path("/odds"), &token, Some(&json!({ "actions": [action] })))
    };
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..40).map(|_| scope.spawn(|| ask(&attacker, "10.0.0.1").status)).collect();
        eventually("the queue fills, or is done", || {
            figure(client, "gunbai_queue") > 0.0 || asked.iter().all(|one| one.is_finished())
        });
        assert_eq!(ask(&victim, "10.0.0.2").status, 200);
        for one in asked {
            assert!([200, 429].contains(&one.join().unwrap()));
        }
    });
}

#[test]
fn an_address_that_has_cost_much_is_told_to_wait_and_nobody_else_is() {
    let house = House::with(|config| {
        config.proxied = true;
        config.limits = Allowance { cpu: (1, 5), ..Allowance::PLENTY };
    });
    let client = house.client();
    let seen: Vec<u16> =
        (0..60).map(|_| from(client, "10.0.0.1", "GET", "/api/rules/yukimura", "", None).status).collect();
    assert!(seen[0] == 200 && seen.last() == Some(&429), "{seen:?}");
    assert_eq!(from(client, "10.0.0.2", "GET", "/api/rules/yukimura", "", None).status, 200);
}

#[test]
fn a_game_has_as_many_inputs_as_the_operator_allows() {
    let house = House::with(|config| config.limits = Allowance { inputs: 2, ..Allowance::PLENTY });
    let table = house.client().for_two("yukimura/yao");
    let mut codes = Vec::new();
    for _ in 0..4 {
        let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
        let after = table.number(seat);
        let answer = table.post(Some(seat), "/act", &json!({ "action": "done", "after": after }));
        codes.push(answer.json()["code"].clone());
    }
    assert_eq!(codes.last().unwrap(), "too-large", "{codes:?}");
    // Its end is no input too many.
    let number = table.number(0);
    table.post(Some(0), "/resign", &json!({ "after": number })).ok();
}

// ---- time, seats, secrets ----------------------------------------------------------------------------

#[test]
fn taking_back_and_playing_again_earns_no_time() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", "person"],
        "terms": { "clock": { "bank": 1_000, "each": 100, "at_zero": "resign" } }
    }));
    let left = || table.sight(None)["times"]["left"][0].as_u64().unwrap();
    table.act(0, "done");
    assert_eq!(table.sight(None)["asked"]["questions"][0]["seat"], 1);
    let once = left();
    assert!((1_095..=1_100).contains(&once), "{once}");
    for _ in 0..5 {
        let number = table.number(0);
        table.post(Some(0), "/undo", &json!({ "to": 0, "after": number })).ok();
        table.act(0, "done");
    }
    assert!(left() <= once, "{} after {once}", left());
}

#[test]
fn no_vacation_stops_a_clock_of_hours() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", "person"],
        "terms": { "clock": { "bank": 7_200, "at_zero": "resign" }, "vacation_days": 30 }
    }));
    assert_eq!(table.post(Some(0), "/vacation", &json!({ "on": true })).code(), "no-vacation");
    assert_eq!(table.sight(None)["times"]["vacation_left"], json!([0, 0]));
}

#[test]
fn who_agrees_agrees_to_the_offer_he_has_seen() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    for _ in 0..4 {
        table.go_on();
    }
    let offerer = 0;
    let (number, other) = (table.number(offerer), table.number(1));
    let offer = |to: u64| table.post(Some(offerer), "/undo", &json!({ "to": to, "after": number }));
    offer(1).ok();
    assert_eq!(table.sight(Some(1))["offer"], json!({ "seat": 0, "to": 1 }));
    // The wish is replaced by a larger one while the answer is under way.
    offer(0).ok();
    let answer =
        |to: u64| table.post(Some(1), "/answer", &json!({ "agree": true, "to": to, "after": other }));
    assert_eq!(answer(1).code(), "other-offer");
    assert_eq!(table.number(offerer), number, "nothing was taken back");
    let stale = table.post(Some(1), "/answer", &json!({ "agree": true, "to": 0, "after": other - 1 }));
    assert_eq!(stale.code(), "stale");
    answer(0).ok();
}

/// Signs in and gives back the cookie.
fn signed_in(client: Client, address: &str, path: &str, name: &str) -> Option<String> {
    let body = json!({ "name": name, "passphrase": "four hundred arquebuses" });
    let answer = from(client, address, "POST", path, "", Some(&body));
    let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
    cookie.split(';').next().map(str::to_owned)
}

#[test]
fn after_a_new_link_no_other_key_opens_the_seat_whatever_races() {
    let house = House::new();
    let client = house.client();
    let cookie = signed_in(client, "10.0.0.1", "/api/account/open", "ieyasu").unwrap();
    let cookie = format!("Cookie: {cookie}");
    for round in 0..30 {
        let table = client.for_two("yukimura/yao");
        let token = table.token(Some(0)).unwrap();
        let gathered = json!({ "table": table.id, "token": token });
        client.send("POST", "/api/account/seats", &cookie, Some(&gathered)).ok();
        let ready = Barrier::new(2);
        let (new, sat) = std::thread::scope(|scope| {
            let new = scope.spawn(|| {
                ready.wait();
                table.post(Some(0), "/new-link", &json!({})).ok()["token"].as_str().unwrap().to_owned()
            });
            let sat = scope.spawn(|| {
                ready.wait();
                client.send("POST", "/api/account/sit", &cookie, Some(&json!({ "table": table.id }))).json()
            });
            (new.join().unwrap(), sat.join().unwrap())
        });
        assert_eq!(client.get(&table.path(""), Some(&new)).ok()["seat"], 0);
        assert_eq!(client.get(&table.path(""), Some(token)).code(), "unknown-token");
        if let Some(key) = sat["tokens"][0].as_str() {
            assert_eq!(client.get(&table.path(""), Some(key)).code(), "unknown-token", "round {round}");
        }
        // Nor is it written anywhere.
        assert_eq!(
            client.send("POST", "/api/account/sit", &cookie, Some(&json!({ "table": table.id }))).code(),
            "wrong-seat"
        );
    }
}

#[test]
fn whoever_guesses_at_a_name_keeps_its_owner_out_of_nothing() {
    let house = House::with(|config| {
        config.proxied = true;
        config.limits = Allowance { guess: (50, 400), ..Allowance::PLENTY };
    });
    let client = house.client();
    signed_in(client, "10.0.0.9", "/api/account/open", "shingen").unwrap();
    let ended = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let guessing = scope.spawn(|| {
            let mut tried = 0;
            while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                let body = json!({ "name": "shingen", "passphrase": format!("guess number {tried}") });
                let answer = from(client, "10.0.0.1", "POST", "/api/account/enter", "", Some(&body));
                assert!([403, 429].contains(&answer.status), "{}", answer.body);
                tried += 1;
            }
            tried
        });
        eventually("some guesses were made", || figure(client, "gunbai_work_seconds_count") > 8.0);
        // At the first attempt, from elsewhere.
        let owner = signed_in(client, "10.0.0.2", "/api/account/enter", "shingen");
        ended.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(owner.is_some(), "the owner could not sign in");
        assert!(guessing.join().unwrap() > 0);
    });
}

#[test]
fn lists_do_not_tell_of_clicks_that_nobody_else_sees() {
    let house = House::new();
    let client = house.client();
    let table =
        client.open(&json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "listed": true }));
    let card = || client.get(&format!("/api/tables?ids={}", table.id), None).ok()[0].clone();
    let lobby = || client.get("/api/lobby", None).ok()["tables"][0].clone();
    let before = (card(), lobby());
    let choice = table.sight(Some(0))["choices"].as_array().unwrap().iter().find_map(|choice| {
        choice["action"].as_str().filter(|action| action.starts_with("move ")).map(str::to_owned)
    });
    table.act(0, &choice.unwrap());
    assert_eq!(table.sight(Some(0))["in_chain"], true);
    assert_eq!((card(), lobby()), before);
}

#[test]
fn only_our_own_name_is_answered_and_tls_is_remembered() {
    let house = House::with(|config| config.public = Some("https://table.example.org".to_owned()));
    let client = house.client();
    let ask = |host: &str| {
        client.raw(format!("GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    };
    for host in ["table.example.org", "TABLE.example.org", "localhost:9", "127.0.0.1", "[::1]:80"] {
        assert_eq!(ask(host).status, 200, "{host}");
    }
    for host in ["evil.example", "table.example.org.evil.example", "10.0.0.1", ""] {
        let answer = ask(host);
        assert!([400, 421].contains(&answer.status), "{host}: {}", answer.status);
    }
    assert!(ask("localhost").head.contains("strict-transport-security: max-age="));

    let plain = House::new();
    let ask = |host: &str| {
        let request = format!("GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        plain.client().raw(request.as_bytes())
    };
    assert_eq!((ask("10.0.0.1:8015").status, ask("rebound.example").status), (200, 421));
    assert!(!ask("localhost").head.contains("strict-transport-security"));
}

// ---- whoever looks after it --------------------------------------------------------------------------

#[test]
fn the_operator_deletes_tables_and_what_was_said() {
    let admin = "b".repeat(32);
    let token = admin.clone();
    let mut house = House::with(move |config| config.admin = Some(token.clone()));
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    table.act(0, "done");
    for text in ["fine", "insult"] {
        table.post(None, "/chat", &json!({ "text": text })).ok();
    }
    let order = |what: &str, body: Value| {
        client.post(&format!("/api/admin/tables/{}/{what}", table.id), Some(&admin), &body)
    };
    assert_eq!(client.post(&format!("/api/admin/tables/{}/hush", table.id), None, &json!({})).status, 401);
    order("hush", json!({ "n": 2 })).ok();
    let said = |table: &Seats| {
        let chat = table.sight(None)["chat"].clone();
        chat.as_array()
            .unwrap()
            .iter()
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&table), ["fine", ""]);
    assert!(!String::from_utf8_lossy(&house.stored()).is_empty());
    order("delete", json!({})).ok();
    assert_eq!(client.get(&table.path(""), None).code(), "unknown-table");
    house.restart();
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.client.get(&table.path(""), None).code(), "unknown-table");
}

#[test]
fn a_seat_can_play_in_silence() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    table.post(None, "/chat", &json!({ "text": "hello" })).ok();
    assert_eq!(table.post(None, "/mute", &json!({ "on": true })).code(), "wrong-seat");
    table.post(Some(1), "/mute", &json!({ "on": true })).ok();
    house.restart();
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.sight(None)["muted"], true);
    assert_eq!(table.post(None, "/chat", &json!({ "text": "hello" })).code(), "muted");
    table.post(Some(0), "/chat", &json!({ "text": "well met" })).ok();
    table.post(Some(1), "/mute", &json!({ "on": false })).ok();
    table.post(None, "/chat", &json!({ "text": "hello" })).ok();
}

#[test]
fn odds_are_given_up_when_nobody_waits_for_them() {
    let house = House::with(|config| config.thinkers = 1);
    let table = house.client().for_two("daimyo/kawanakajima");
    let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    let action = table.sight(Some(seat))["choices"][0]["action"].clone();
    let mut live: Live = table.live(Some(seat), None);
    for id in 1..30 {
        live.say(&json!({ "say": "odds", "id": id, "actions": [action] }));
    }
    drop(live);
    eventually("nothing waits", || figure(house.client(), "gunbai_queue") == 0.0);
}
