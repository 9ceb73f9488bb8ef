//! What a stranger with the source code would try in order to make the server slow or large, over a real socket.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use kernel::{Viewer, record::Source};
use serde_json::{Value, json};
use server::Allowance;
use tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::house::{
    Answer, Client, DEADLINE, House, Live, Seats, act, config, eventually, figure, filled, from, on_and_back,
    record, worked,
};

#[test]
fn a_hostile_record_takes_two_seconds_of_the_processor_at_most() {
    let house = House::with(|config| config.limits = Allowance { inputs: 1_000_000, ..Allowance::PLENTY });
    let client = house.client();
    // Once each step back played the game again from its beginning.
    let text = record(Source::Seeded(7), on_and_back(60_000));
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
    let mut entries = on_and_back(3_000);
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

/// Their answers are much more than fits into the buffers of both ends.
const REQUESTS: usize = 100;

#[test]
fn readers_that_do_not_read_are_disconnected_and_free_their_memory() {
    let house = House::with(|config| config.patience.write = Duration::from_millis(1_000));
    let client = house.client();
    let text = record(Source::Seeded(7), on_and_back(3_000));
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
fn continuation_frames_are_counted_though_they_are_empty() {
    let part = |kind: Data, last: bool| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), last));
    let flood = |endless: bool| {
        let house = House::with(|config| {
            config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        });
        let table = house.client().for_two("yukimura/yao");
        let mut live = table.live(None, None);
        let mut sent = 0;
        // One message that never ends, or many of a hundred parts each.
        live.send(part(Data::Text, false)).unwrap();
        let mut next = |sent: u32| match sent % 100 {
            99 if !endless => live.send(part(Data::Continue, true)),
            0 if !endless && sent > 0 => live.send(part(Data::Text, false)),
            _ => live.send(part(Data::Continue, false)),
        };
        while next(sent).is_ok() && sent < 200_000 {
            sent += 1;
        }
        sent
    };
    for endless in [true, false] {
        let sent = flood(endless);
        assert!(sent < 200_000, "a flood of empty parts was never stopped, endless: {endless}");
    }
}

#[test]
fn frames_before_the_hello_are_counted() {
    let house = House::with(|config| {
        config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        config.patience.hello = DEADLINE * 4;
    });
    let table = house.client().for_two("yukimura/yao");
    let mut live = Live::connect(house.address, &table.id);
    let mut sent = 0;
    while sent < 200_000 && live.send(Message::Ping(Vec::new().into())).is_ok() {
        sent += 1;
    }
    assert!(sent < 200_000, "a flood of pings before the hello was never stopped");
}

#[test]
fn many_odds_of_one_address_do_not_delay_another() {
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
fn an_address_over_its_budget_waits_and_others_do_not() {
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

#[test]
fn odds_are_given_up_when_nobody_waits_for_them() {
    const ASKED: u32 = 30;
    let house = House::with(|config| config.thinkers = 1);
    let client = house.client();
    let table = client.for_two("gunyuden/shizugatake");
    let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    let plan = json!({ "actions": [table.sight(Some(seat))["choices"][0]["action"]] });
    let before = worked(client);
    table.post(Some(seat), "/odds", &plan).ok();
    let once = worked(client) - before;

    let before = worked(client);
    let mut live: Live = table.live(Some(seat), None);
    for id in 1..=ASKED {
        live.say(&json!({ "say": "odds", "id": id, "actions": plan["actions"] }));
    }
    drop(live);
    // The same by HTTP: the requests are sent, and nobody stays for the answers.
    let (path, token, body) = (table.path("/odds"), table.token(Some(seat)).unwrap(), plan.to_string());
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        client.address,
        body.len()
    );
    for _ in 0..ASKED {
        TcpStream::connect(client.address).unwrap().write_all(request.as_bytes()).unwrap();
    }
    eventually("nothing is worked out", || {
        figure(client, "gunbai_queue") == 0.0 && figure(client, "gunbai_working") == 0.0
    });
    let all = worked(client) - before;
    assert!(all < once * f64::from(ASKED), "{all} s were worked of {} s", once * f64::from(2 * ASKED));
}

#[test]
fn no_get_costs_more_than_50_ms_of_the_processor() {
    const SCENARIO: &str = "yukimura/yao";
    let house = House::with(|config| config.admin = Some("c".repeat(32)));
    let client = house.client();
    let text = record(Source::Seeded(7), on_and_back(3_000));
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"], "listed": true }));
    let number = table.number(0);
    table.post(Some(1), "/resign", &json!({ "after": number })).ok();
    let mut asked = 0;
    for route in server::routes().iter().filter(|route| route.method == "GET") {
        let path = filled(&table, SCENARIO, &route.path);
        for query in ["", "?at=3001", "?from=3000", "?from=0", "?thing=piece:ii_G2", "?ids=x,y"] {
            for token in [None, table.token(Some(0)), Some("c".repeat(32).as_str())] {
                client.get(&format!("{path}{query}"), token);
                asked += 1;
            }
        }
    }
    assert!(asked > 300);
    // A record is handed in by POST, which has a bound of its own.
    assert_within_50_ms(client, &["/api/tables"]);
}

/// No request since the server began has cost more, but for one on each of these routes.
fn assert_within_50_ms(client: Client, but: &[&str]) {
    // `{le="0.05",route="/api/lobby"}` of each route, beside all of them.
    let metrics = client.get("/metrics", None).body;
    let counts = |le: &str| {
        let start = format!("gunbai_cost_seconds_bucket{{le=\"{le}\",");
        let lines = metrics.lines().filter_map(|line| line.strip_prefix(&start)?.split_once("} "));
        lines.map(|(route, count)| (route.to_owned(), count.parse().unwrap())).collect::<Vec<(String, u32)>>()
    };
    let (quick, all) = (counts("0.05"), counts("+Inf"));
    assert!(!quick.is_empty() && quick.len() == all.len(), "{metrics}");
    for (quick, all) in quick.iter().zip(&all) {
        let slow = all.1 - quick.1;
        let may_be = u32::from(but.iter().any(|path| all.0 == format!("route=\"{path}\"")));
        assert!(slow <= may_be, "{quick:?} of {all:?} within 50 ms");
    }
}

/// A game of this scenario of a number of inputs, or to its end: legal choices, one after the other.
fn long_game(scenario: &str, inputs: u32) -> String {
    let config = config("nowhere.db".parse::<PathBuf>().unwrap());
    let named = roster::Scenario::parse(&config.data[0], scenario).unwrap();
    let setup = named.setup(&[]).unwrap();
    let mut table = named.system.open(&config.data[0], &setup, Source::Seeded(7), Some([0; 16])).unwrap();
    while table.len() < inputs && !table.is_over() {
        match table.waiting().first() {
            Some(seat) => {
                let choices = table.choices(*seat);
                let choice = &choices[table.len() as usize * 7 % choices.len()];
                table.act(*seat, &choice.action, Viewer::Watcher).unwrap();
            }
            None => {
                let mut dice = table.seeded_dice().unwrap();
                table.throw(&mut dice, Viewer::Watcher).unwrap();
            }
        }
    }
    assert!(table.len() * 2 > inputs, "{} inputs", table.len());
    table.record(Viewer::Everyone).text()
}

#[test]
fn no_first_get_of_a_long_game_after_a_restart_costs_more_than_50_ms() {
    let mut house = House::new();
    let routes: Vec<_> = server::routes().into_iter().collect();
    let of_table = |path: &str| path.starts_with("/api/tables/{id}") && !path.ends_with("/live");
    let paths: Vec<String> = routes
        .into_iter()
        .filter(|route| route.method == "GET" && of_table(&route.path))
        .map(|route| route.path)
        .collect();
    assert!(paths.len() >= 5, "{paths:?}");
    let games = [
        ("yukimura/yao", record(Source::Seeded(7), on_and_back(3_000))),
        ("gunyuden/shizugatake", long_game("gunyuden/shizugatake", 1_000)),
    ];
    // A table for each route: what one has read from the store costs the next nothing.
    let mut tables = Vec::new();
    for (scenario, text) in &games {
        for path in &paths {
            let body = json!({ "record": text, "seats": ["person", "person"] });
            let table = house.client().open(&body);
            // Everything may be asked for when a game is over.
            if table.sight(None)["over"] != true {
                let number = table.number(1);
                table.post(Some(1), "/resign", &json!({ "after": number })).ok();
            }
            let query = if path.ends_with("/why") { "?thing=piece:none" } else { "" };
            let path = filled(&table, scenario, path) + query;
            tables.push((path, table.token(Some(0)).map(str::to_owned)));
        }
    }
    house.restart();
    let client = house.client();
    for (path, token) in &tables {
        let answer = client.get(path, token.as_deref());
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    }
    assert_eq!(figure(client, "gunbai_tables_loaded_total"), tables.len() as f64);
    assert_within_50_ms(client, &[]);
}

/// Seconds of the processor that computations take from the click of a person to the first answer of a quick computer,
/// its own thought included. With one thinker that is how long it waits, whatever else the machine does.
fn quick_answer(client: Client) -> f64 {
    let seats = json!(["person", { "computer": "greedy" }]);
    let table = client.open(&json!({ "scenario": "yukimura/yao", "seats": seats }));
    let mut live = table.live(Some(0), None);
    let before = figure(client, "gunbai_compute_seconds_total");
    live.say(&json!({ "say": "act", "id": 1, "action": "done", "after": live.number }));
    let by_computer = |step: &Value| step["cause"]["kind"] == "act" && step["cause"]["seat"] == 1;
    while !live.hear()["steps"].as_array().is_some_and(|steps| steps.iter().any(by_computer)) {}
    figure(client, "gunbai_compute_seconds_total") - before
}

#[test]
fn a_quick_answer_waits_less_than_300_ms_whatever_one_address_asks_for() {
    const ATTACKER: &str = "10.0.0.66";
    let house = House::with(|config| {
        config.proxied = true;
        config.thinkers = 1;
    });
    let client = house.client();
    let open = |body: &Value| from(client, ATTACKER, "POST", "/api/tables", "", Some(body)).ok();
    for _ in 0..4 {
        let computer = json!({ "computer": "search:2000" });
        open(&json!({ "scenario": "yukimura/domyoji", "seats": [computer, computer] }));
    }
    let table = Seats::of(
        client,
        &open(&json!({ "scenario": "gunyuden/shizugatake", "seats": ["person", "person"] })),
    );
    let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    let action = table.sight(Some(seat))["choices"][0]["action"].clone();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                let token = format!("Authorization: Bearer {}", table.token(Some(seat)).unwrap());
                let body = json!({ "actions": [action] });
                while !ended.load(Ordering::Relaxed) {
                    from(client, ATTACKER, "POST", &table.path("/odds"), &token, Some(&body));
                }
            });
        }
        eventually("the queue is long", || figure(client, "gunbai_queue") > 3.0);
        let waits: Vec<f64> = (0..9).map(|_| quick_answer(client)).collect();
        let waiting = figure(client, "gunbai_queue");
        ended.store(true, Ordering::Relaxed);
        assert!(waiting > 0.0, "the attack went on all the time");
        assert!(waits.iter().all(|wait| *wait < 0.3), "{waits:?} s under attack");
    });
}
