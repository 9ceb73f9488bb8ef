//! Accounts gather tables; seats are still opened by tokens, which can be replaced.

use serde_json::{Value, json};
use server::Allowance;

use crate::house::{Answer, Client, House, Seats};

const PASSPHRASE: &str = "four hundred arquebuses";

/// A browser that keeps its cookie.
#[derive(Default)]
struct Device {
    cookie: String,
}

impl Device {
    fn post(&mut self, client: Client, path: &str, body: &Value) -> Answer {
        let answer = client.send("POST", &format!("/api/account{path}"), &self.headers(), Some(body));
        if let Some(cookie) = cookie_of(&answer) {
            self.cookie = cookie.split(';').next().unwrap().to_owned();
        }
        answer
    }

    fn account(&self, client: Client) -> Answer {
        client.send("GET", "/api/account", &self.headers(), None)
    }

    fn headers(&self) -> String {
        if self.cookie.is_empty() { String::new() } else { format!("Cookie: a=b; {}", self.cookie) }
    }
}

fn cookie_of(answer: &Answer) -> Option<String> {
    answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).map(str::to_owned)
}

fn credentials(name: &str, passphrase: &str) -> Value {
    json!({ "name": name, "passphrase": passphrase })
}

#[test]
fn a_seat_that_was_gathered_is_opened_on_another_device() {
    let house = House::new();
    let client = house.client();
    let (mut home, mut phone) = (Device::default(), Device::default());
    assert_eq!(home.post(client, "/open", &credentials("Ieyasu ", "short")).code(), "malformed");
    let opened = home.post(client, "/open", &credentials("Ieyasu ", PASSPHRASE));
    assert_eq!(opened.json(), json!({ "name": "ieyasu", "seats": [] }));
    assert_eq!(phone.post(client, "/open", &credentials("ieyasu", PASSPHRASE)).code(), "taken");

    let table = client.for_two("yukimura/yao");
    let foreign = json!({ "table": table.id, "token": "0".repeat(64) });
    assert_eq!(home.post(client, "/seats", &foreign).code(), "unknown-token");
    let mine = json!({ "table": table.id, "token": table.token(Some(1)) });
    assert_eq!(home.post(client, "/seats", &mine).ok()["seats"], json!([[table.id, 1]]));

    assert_eq!(phone.account(client).code(), "signed-out");
    assert_eq!(phone.post(client, "/sit", &json!({ "table": table.id })).code(), "signed-out");
    phone.post(client, "/enter", &credentials("IEYASU", PASSPHRASE)).ok();
    let tokens = phone.post(client, "/sit", &json!({ "table": table.id })).ok();
    assert_eq!(tokens["tokens"][0], Value::Null, "only the seat that was gathered");
    let there = Seats::of(client, &tokens);
    assert_ne!(there.token(Some(1)), table.token(Some(1)));
    assert_eq!(there.sight(Some(1))["seat"], 1);
    assert_eq!(table.sight(Some(1))["seat"], 1, "both devices sit there");
    let other = client.for_two("yukimura/yao");
    assert_eq!(phone.post(client, "/sit", &json!({ "table": other.id })).code(), "wrong-seat");

    // Signing out, another passphrase, and the end of the account.
    let old = Device { cookie: phone.cookie.clone() };
    phone.post(client, "/leave", &json!({})).ok();
    assert_eq!(old.account(client).code(), "signed-out");
    phone.post(client, "/enter", &credentials("ieyasu", PASSPHRASE)).ok();
    let change = json!({ "old": PASSPHRASE, "new": "the autumn of sekigahara" });
    home.post(client, "/passphrase", &change).ok();
    assert_eq!(phone.account(client).code(), "signed-out", "other devices sign in again");
    assert_eq!(phone.post(client, "/enter", &credentials("ieyasu", PASSPHRASE)).code(), "wrong-passphrase");
    let end = json!({ "passphrase": "the autumn of sekigahara" });
    home.post(client, "/end", &end).ok();
    assert_eq!(home.account(client).code(), "signed-out");
    assert_eq!(table.sight(Some(1))["seat"], 1, "nobody needs an account to play");
}

#[test]
fn a_new_link_ends_every_other_way_into_the_seat() {
    let mut house = House::new();
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    let mut device = Device::default();
    device.post(client, "/open", &credentials("hideyori", PASSPHRASE)).ok();
    device.post(client, "/seats", &json!({ "table": table.id, "token": table.token(Some(0)) })).ok();
    let key = Seats::of(client, &device.post(client, "/sit", &json!({ "table": table.id })).ok());
    let mut live = table.live(Some(0), None);
    let mut other = table.live(Some(1), None);
    assert_eq!(table.post(None, "/new-link", &json!({})).code(), "wrong-seat");
    let new = table.post(Some(0), "/new-link", &json!({})).ok();
    let new = Seats { tokens: [new["token"].as_str().map(str::to_owned), None], ..table.clone() };

    assert!(std::iter::from_fn(|| live.next()).count() < 100, "connections with the old token are closed");
    assert_eq!(other.ask(json!({ "say": "overlays" }))["tell"], "overlays", "the other seat is not");
    let refused = |seats: &Seats| seats.client.get(&seats.path(""), seats.token(Some(0))).code();
    assert_eq!(refused(&table), "unknown-token");
    assert_eq!(refused(&key), "unknown-token");
    assert_eq!(device.post(client, "/sit", &json!({ "table": table.id })).code(), "wrong-seat");
    new.act(0, "done");

    house.restart();
    let client = house.client();
    let (table, new) = (Seats { client, ..table }, Seats { client, ..new });
    assert_eq!(refused(&table), "unknown-token");
    assert_eq!(new.sight(Some(0))["seat"], 0);
}

#[test]
fn cookies_are_for_this_host_and_nothing_secret_is_stored() {
    let plain = House::new();
    let mut device = Device::default();
    let answer = device.post(plain.client(), "/open", &credentials("nobunaga", PASSPHRASE));
    let cookie = cookie_of(&answer).unwrap();
    let has = |part: &str| cookie.split("; ").any(|has| has == part);
    assert!(cookie.starts_with("gunbai=") && has("HttpOnly") && has("SameSite=Strict") && !has("Secure"));
    let token = device.cookie.split_once('=').unwrap().1.to_owned();
    let table = plain.client().for_two("yukimura/yao");
    let stored = String::from_utf8_lossy(&plain.stored()).into_owned();
    assert!(stored.contains("nobunaga") && stored.contains("$argon2id$"));
    for secret in [PASSPHRASE, &token, table.token(Some(0)).unwrap()] {
        assert!(!stored.contains(secret), "a secret is on disk in the clear");
    }
    // Another page may send what it likes.
    let body = credentials("nobunaga", PASSPHRASE);
    let foreign = format!("{}\nOrigin: https://elsewhere.example", device.headers());
    let client = plain.client();
    assert_eq!(client.send("POST", "/api/account/enter", &foreign, Some(&body)).code(), "wrong-origin");
    assert_eq!(client.send("POST", "/api/account/leave", &foreign, Some(&json!({}))).code(), "wrong-origin");
    let form = format!("{}\nContent-Type: text/plain\nContent-Length: 2\n\n{{}}", device.headers());
    assert_eq!(client.send("POST", "/api/account/leave", &form, None).code(), "malformed");

    let secure = House::with(|config| config.public = Some("https://table.example.org".into()));
    let mut device = Device::default();
    let answer = device.post(secure.client(), "/open", &credentials("nobunaga", PASSPHRASE));
    let cookie = cookie_of(&answer).unwrap();
    let has = |part: &str| cookie.split("; ").any(|has| has == part);
    assert!(
        cookie.starts_with("__Host-gunbai=") && has("Secure") && has("Path=/") && !cookie.contains("Domain")
    );
    device.account(secure.client()).ok();
    // A cookie without the prefix could have been set by a neighbour.
    let weak = Device { cookie: device.cookie.replace("__Host-", "") };
    assert_eq!(weak.account(secure.client()).code(), "signed-out");
}

#[test]
fn each_wrong_passphrase_makes_the_next_one_wait() {
    let house = House::with(|config| {
        config.limits = Allowance { guess: (40, 100), ..Allowance::PLENTY };
    });
    let client = house.client();
    let mut device = Device::default();
    let began = std::time::Instant::now();
    for _ in 0..4 {
        let answer = device.post(client, "/enter", &credentials("shingen", PASSPHRASE));
        assert_eq!(answer.code(), "wrong-passphrase");
    }
    // 40, 80 and 100 milliseconds, whatever else takes its time.
    assert!(began.elapsed() >= std::time::Duration::from_millis(220), "{:?}", began.elapsed());
}

#[test]
fn one_seat_may_do_so_much_by_all_its_channels_together() {
    let house = House::with(|config| {
        config.limits = Allowance { deeds: (1, 4), ..Allowance::PLENTY };
    });
    let table = house.client().for_two("yukimura/yao");
    let mut live = table.live(Some(0), None);
    let mut codes = Vec::new();
    for n in 0..8 {
        let text = format!("{n}");
        if n % 2 == 0 {
            codes.push(live.ask(json!({ "say": "notes", "text": text }))["error"]["code"].clone());
        } else {
            codes.push(table.post(Some(0), "/notes", &json!({ "text": text })).json()["code"].clone());
        }
    }
    assert_eq!(codes[..4], [(); 4].map(|()| Value::Null));
    assert!(codes[5..].iter().all(|code| code == "too-fast"), "{codes:?}");
    // The other seat is not kept from anything by it.
    table.post(Some(1), "/notes", &json!({ "text": "mine" })).ok();
}

#[test]
fn visitors_behind_a_proxy_are_told_apart_where_the_proxy_is_believed() {
    for proxied in [false, true] {
        let house = House::with(move |config| {
            config.proxied = proxied;
            config.limits = Allowance { requests: (1, 3), ..Allowance::PLENTY };
        });
        let from = |address: &str| {
            let header = format!("X-Forwarded-For: 8.8.8.8, {address}");
            house.client().send("GET", "/health", &header, None).status
        };
        let one: Vec<u16> = (0..5).map(|_| from("10.0.0.1")).collect();
        assert!(one.contains(&429), "{one:?}");
        assert_eq!(from("10.0.0.2") == 200, proxied);
    }
}
