//! What a stranger with the source code would try, over a real socket. Each of these worked once.

use std::{sync::Barrier, time::Duration};

use kernel::{
    Seat,
    record::{Entry, Input, Record, Source},
};
use serde_json::{Value, json};
use server::Allowance;

use crate::house::{Client, House, Seats, act, eventually, figure, from, record};

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
        input: Input::Dice { file: true, source: Source::Seeded(seed), secret: Some(_) }, ..
    }) = read.entries.last()
    else {
        panic!("{whole}")
    };
    assert_ne!(*seed, 7, "the seed of the file is known to its author");
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
fn a_game_from_a_file_needs_new_shares_of_the_dice() {
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
fn a_consent_names_the_offer_it_answers() {
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
fn endless_guesses_do_not_keep_the_owner_out() {
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

// ---- operator ------------------------------------------------------------------------------------------

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
