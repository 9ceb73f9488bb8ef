//! Wrong requests: each gets a clear answer, the server stays up, and nothing changes.

use contract::mutations;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::house::{House, Live, Seats, eventually};

/// Codes that somebody may be answered with who says anything at all.
const CODES: &[&str] = &[
    "malformed",
    "misread",
    "refused",
    "stale",
    "not-your-turn",
    "wrong-seat",
    "unknown-table",
    "unknown-token",
    "unknown-level",
    "unknown-option",
    "not-found",
    "no-such-input",
    "no-offer",
    "no-dice-wanted",
    "wrong-method",
    "too-large",
    "too-fast",
    "not-over",
    "faulty",
    "version",
    "wrong-dice",
    "not-absent",
    "not-shared",
    "cannot-notify",
    "signed-out",
    "wrong-passphrase",
    "unknown-code",
    "taken",
    "over",
    "wrong-host",
];

#[test]
fn every_wrong_request_is_told_what_is_wrong() {
    let house = House::new();
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    let other = client.for_two("yukimura/yao");
    let act = |seat: Option<usize>, action: &str, after: u32| {
        table.post(seat, "/act", &json!({ "action": action, "after": after }))
    };
    assert_eq!(act(None, "done", 0).code(), "wrong-seat");
    assert_eq!(act(Some(1), "done", 0).code(), "not-your-turn");
    assert_eq!(act(Some(0), "done", 7).code(), "stale");
    assert_eq!(act(Some(0), "dance", 0).code(), "misread");
    let refused = act(Some(0), "to 2412", 0);
    assert_eq!(refused.code(), "refused");
    assert!(refused.json()["rule"].is_string());
    assert_eq!(client.get("/api/tables/nowhere", None).code(), "unknown-table");
    assert_eq!(client.get("/api/tables/aaaaaaaaaa", None).code(), "unknown-table");
    assert_eq!(client.get(&table.path(""), other.token(Some(0))).code(), "unknown-token");
    assert_eq!(client.get(&table.path(""), Some("")).code(), "malformed");
    assert_eq!(client.get(&table.path(""), Some("0")).code(), "unknown-token");
    assert_eq!(client.get(&table.path("?at=x"), None).code(), "malformed");
    assert_eq!(client.request("DELETE", &table.path(""), None, None).code(), "wrong-method");
    assert_eq!(client.request("POST", &table.path("/act"), None, Some(b"{")).code(), "malformed");
    assert_eq!(client.request("POST", &table.path("/act"), None, None).code(), "malformed");
    let extra = json!({ "action": "done", "after": 0, "token": "x" });
    assert_eq!(table.post(Some(0), "/act", &extra).code(), "malformed");
    let long = "x".repeat(70_000);
    assert_eq!(table.post(Some(0), "/notes", &json!({ "text": long })).code(), "too-large");
    assert_eq!(table.post(Some(0), "/notes", &json!({ "text": &long[..30_000] })).code(), "too-large");
    assert_eq!(table.post(Some(0), "/chat", &json!({ "text": &long[..501] })).code(), "too-large");
    assert_eq!(table.post(Some(0), "/chat", &json!({ "text": " \u{7} " })).code(), "malformed");
    let huge = json!({ "record": "x".repeat(5_000_000), "seats": ["person", "person"] });
    assert_eq!(client.post("/api/tables", None, &huge).code(), "too-large");
    for (wanted, code) in [
        (json!({ "seats": ["person", "person"] }), "malformed"),
        (json!({ "scenario": "yukimura/yoa", "seats": ["person", "person"] }), "not-found"),
        (json!({ "scenario": "yukimura/yao", "seats": ["person"] }), "malformed"),
        (json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "data": "none" }), "not-found"),
        (
            json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "options": { "fog": "on" } }),
            "unknown-option",
        ),
    ] {
        let answer = client.post("/api/tables", None, &wanted);
        assert_eq!(answer.code(), code, "{}", answer.body);
    }
    let form = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}",
        table.path("/act")
    );
    assert_eq!(client.raw(form.as_bytes()).code(), "malformed");
    let elsewhere = format!(
        "GET {} HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        table.path("/live"),
        client.address
    );
    // The connection would stay open for another request, so its end is asked for.
    let refused =
        client.raw(elsewhere.replace("Connection: Upgrade", "Connection: Upgrade, close").as_bytes());
    assert_eq!(refused.code(), "wrong-origin");
    assert_eq!(client.get(&table.path("/live"), None).code(), "malformed");
    assert_eq!(table.sight(Some(0))["number"], 0, "nothing has changed");
    assert_eq!(table.sight(Some(0))["notes"], "");
}

#[test]
fn a_socket_that_says_something_wrong_is_told_so() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let first = |text: &str| {
        let mut live = Live::connect(house.address, &table.id);
        live.say_text(text);
        let no = live.next().expect("an answer");
        assert_eq!(no["tell"], "no", "{no}");
        assert!(live.next().is_none(), "then it is closed");
        no["error"]["code"].as_str().unwrap().to_owned()
    };
    assert_eq!(first("{"), "malformed");
    assert_eq!(first(r#"{"say":"act","id":1,"action":"done","after":0}"#), "malformed");
    assert_eq!(first(r#"{"say":"hello","version":2,"colour":"red"}"#), "version");
    assert_eq!(first(r#"{"say":"hello","version":1,"token":"x"}"#), "unknown-token");

    let mut live = table.live(Some(0), None);
    live.say_text(r#"{"say":"act","id":77,"action":5}"#);
    let no = live.until("no");
    assert_eq!((&no["id"], &no["error"]["code"]), (&json!(77), &json!("malformed")));
    live.send(Message::Binary(vec![1, 2, 3].into())).unwrap();
    assert_eq!(live.until("no")["error"]["code"], "malformed");
    // A frame beyond the limit ends the socket, and only that.
    let _ = live.send(Message::Text("x".repeat(100_000).into()));
    while live.next().is_some() {}
    let mut live = table.live(Some(0), None);
    live.act("done");
}

#[test]
fn whoever_is_too_fast_is_told_to_wait() {
    let house = House::with(|config| {
        config.limits.requests = (5, 20);
        config.limits.frames = (5, 10);
        config.limits.tables = (1, 2);
        config.limits.sockets = (2, 10);
    });
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    client.for_two("yukimura/yao");
    let third = client.post(
        "/api/tables",
        None,
        &json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] }),
    );
    assert_eq!(third.code(), "too-fast");
    let mut live = table.live(None, None);
    let second = table.live(None, None);
    let upgrade = client.get(&table.path("/live"), None);
    assert_ne!(upgrade.status, 200);
    let answers: Vec<Value> = (0..30).map(|_| live.ask(json!({ "say": "overlays" }))).collect();
    assert_eq!(answers[0]["tell"], "overlays");
    assert!(answers.iter().any(|answer| answer["error"]["code"] == "too-fast"));
    drop((live, second));
    let codes: Vec<u16> = (0..60).map(|_| client.get("/health", None).status).collect();
    assert!(codes.contains(&429), "{codes:?}");
}

#[test]
fn one_address_does_not_take_every_connection() {
    use std::{io::Read as _, net::TcpStream};
    let house = House::with(|config| config.limits.connections = (3, 100));
    let connect = || TcpStream::connect(house.address).unwrap();
    let held = [connect(), connect(), connect()];
    // Connections over the limit are closed without an answer.
    let mut fourth = connect();
    fourth.set_read_timeout(Some(crate::house::DEADLINE)).unwrap();
    assert!(matches!(fourth.read(&mut [0; 64]), Ok(0) | Err(_)));
    drop(held);
    eventually("there is room again", || house.client().get("/health", None).status == 200);
}

#[test]
fn those_who_look_on_cannot_keep_the_players_from_talking() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut watcher = table.live(None, None);
    let mut said = 0;
    let refused = loop {
        let answer = watcher.ask(json!({ "say": "chat", "text": "look at me" }));
        if answer["tell"] != "done" {
            break answer;
        }
        said += 1;
    };
    assert_eq!((said, &refused["error"]["code"]), (500, &json!("too-large")));
    table.post(Some(1), "/chat", &json!({ "text": "let us go on" })).ok();
}

/// A small generator: the same mutations in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn mutate(text: &str, lot: &mut Lot) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=lot.below(3) {
        let at = lot.below(bytes.len().max(1));
        match lot.below(6) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => bytes[at] = lot.below(256) as u8,
            2 => bytes.insert(at.min(bytes.len()), b"\"{}[],:0\\-eE\0 "[lot.below(14)]),
            3 if !bytes.is_empty() => _ = bytes.remove(at),
            4 => {
                let piece: Vec<u8> = bytes[at.min(bytes.len())..].iter().copied().take(8).collect();
                bytes.extend(piece);
            }
            _ if !bytes.is_empty() => bytes[at] = b"0123456789"[lot.below(10)],
            _ => {}
        }
    }
    bytes
}

#[test]
fn thousands_of_mutations_change_nothing() {
    let house = House::new();
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    table.act(0, "done");
    // Everything said here is said by seat 0, which is not asked, or about an input that is long past.
    let before = [Some(0), Some(1), None].map(|seat| table.sight(seat));
    let mut lot = Lot(0x9e37_79b9_7f4a_7c15);

    let frames = [
        r#"{"say":"act","id":1,"action":"done","after":0}"#,
        r#"{"say":"dice","id":2,"pips":[3,4],"after":1}"#,
        r#"{"say":"undo","id":3,"to":9,"after":0}"#,
        r#"{"say":"answer","id":4,"agree":true,"to":0,"after":0}"#,
        r#"{"say":"resign","id":5,"after":7777777}"#,
        r#"{"say":"odds","id":6,"actions":["move ii_G1","to 2412"],"until_question":true}"#,
        r#"{"say":"why","id":7,"thing":"piece:ii_G1"}"#,
        r#"{"say":"drag","id":8,"piece":"piece:ii_G1","to":{"x":1,"y":2,"heading":900,"width":400,"depth":150}}"#,
        r#"{"say":"hello","version":1}"#,
        r#"{"say":"claim","id":9,"computer":"greedy"}"#,
        r#"{"say":"share","id":10,"commitment":"aa7718ac309d97d883a7d397a6c77c0f96a9a99d0313b17c77a5e558b0220465"}"#,
    ];
    let mut live = table.live(Some(0), None);
    for n in 0..mutations(6_000, 400_000) {
        let bytes = mutate(frames[n % frames.len()], &mut lot);
        // Text frames must be text; bytes that are none go as they are, in a binary frame.
        let message = match String::from_utf8(bytes) {
            Ok(text) => Message::Text(text.into()),
            Err(error) => Message::Binary(error.into_bytes().into()),
        };
        live.send(message).unwrap();
        let heard = live.next().expect("the socket stays open");
        match heard["tell"].as_str().unwrap() {
            "no" => {
                let code = heard["error"]["code"].as_str().unwrap();
                assert!(CODES.contains(&code), "{heard}");
            }
            "why" | "odds" | "overlays" | "drag" => {}
            "seats" => {}
            other => panic!("{other}: {heard}"),
        }
    }

    let requests = [
        ("POST", table.path("/act"), r#"{"action":"done","after":0}"#),
        ("POST", table.path("/undo"), r#"{"to":9,"after":0}"#),
        ("POST", table.path("/answer"), r#"{"agree":false,"to":0,"after":0}"#),
        ("POST", table.path("/odds"), r#"{"actions":["move ii_G1"]}"#),
        ("POST", table.path("/dice"), r#"{"pips":[1,2],"after":1}"#),
        ("POST", table.path("/claim"), r#"{"computer":null}"#),
        ("POST", table.path("/notify"), r#"{"webhook":"https://example.org/"}"#),
        ("POST", "/api/account/enter".to_owned(), r#"{"name":"","passphrase":"x"}"#),
        ("POST", "/api/account/sit".to_owned(), r#"{"table":"aaaaaaaaaa"}"#),
        ("POST", "/api/notices/stop".to_owned(), r#"{"table":"aaaaaaaaaa","seat":0,"code":"00"}"#),
        ("GET", "/api/admin/tables?from=3".to_owned(), ""),
        ("GET", table.path("?at=0"), ""),
        ("GET", table.path("/why?thing=piece:ii_G1"), ""),
        ("GET", "/api/tables?ids=aaaaaaaaaa,bbbbbbbbbb".to_owned(), ""),
        ("GET", "/api/ground/0123456789abcdef".to_owned(), ""),
        ("GET", "/api/examples/yukimura/05-2-nobody-can-go-on".to_owned(), ""),
    ];
    let token = table.token(Some(0)).unwrap();
    for n in 0..mutations(4_000, 100_000) {
        let (method, path, body) = &requests[n % requests.len()];
        // The whole request is text on a wire: any part of it may be hit.
        let whole = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            client.address,
            body.len()
        );
        let answer = match lot.below(2) {
            0 if !body.is_empty() => {
                let body = mutate(body, &mut lot);
                client.request(method, path, Some(token), Some(&body))
            }
            _ => {
                let mut bytes = mutate(&whole, &mut lot);
                // Whatever is left of it, it is over.
                bytes.extend_from_slice(b"\r\n\r\n");
                half_closed(&client, &bytes)
            }
        };
        if answer.status >= 400 && answer.body.starts_with('{') {
            assert!(CODES.contains(&answer.code().as_str()), "{}", answer.body);
        }
        assert!(answer.status < 500, "{} {}", answer.status, answer.body);
    }
    let after = [Some(0), Some(1), None].map(|seat| table.sight(seat));
    for (before, after) in before.iter().zip(&after) {
        let mut before = before.clone();
        // Who is here has nothing to do with it.
        before["seats"] = after["seats"].clone();
        assert_eq!(&before, after);
    }
    let panics = client.get("/metrics", None).body;
    assert!(panics.contains("gunbai_panics_total 0"), "a request ended in a panic");
    table.act(1, "done");
}

/// Sends bytes, says that no more will come, and reads the answer.
fn half_closed(client: &crate::house::Client, bytes: &[u8]) -> crate::house::Answer {
    use std::io::{Read as _, Write as _};
    let mut stream = std::net::TcpStream::connect(client.address).unwrap();
    stream.set_read_timeout(Some(crate::house::DEADLINE)).unwrap();
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    crate::house::Answer::of(&answer)
}

#[test]
fn nobody_else_learns_a_token() {
    let house = House::new();
    let table: Seats = house.client().for_two("yukimura/yao");
    let everything = ["", "/story", "/record"].map(|path| house.client().get(&table.path(path), None).body);
    let lobby = house.client().get("/api/lobby", None).body;
    for token in table.tokens.iter().flatten() {
        assert_eq!(token.len(), 64);
        assert!(!everything.iter().any(|text| text.contains(token)) && !lobby.contains(token));
        // A token in a URL opens nothing.
        let sight = house.client().get(&table.path(&format!("?token={token}")), None).ok();
        assert_eq!(sight["seat"], Value::Null);
    }
}
