//! What a stranger with the source code would try in order to make the server slow or large, over a real socket.

use std::{
    io::Write as _,
    net::TcpStream,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use kernel::{
    Seat, Viewer,
    erased::AnyTable,
    record::{Entry, Input, Record, Recorded, Source},
    roll::Fair,
};
use serde_json::{Value, json};
use server::Allowance;

use crate::house::{
    Client, House, Live, Seats, act, config, eventually, figure, filled, from, on_and_back, record, worked,
};

/// A new game of a scenario.
pub(crate) fn opened(scenario: &str, source: Source) -> Box<dyn AnyTable> {
    let config = config("nowhere.db".parse::<PathBuf>().unwrap());
    let named = roster::Scenario::parse(&config.data[0], scenario).unwrap();
    let setup = named.setup(&[]).unwrap();
    named.system.open(&config.data[0], &setup, source, Some([0; 16])).unwrap()
}

/// A record of two megabytes that plays the first forty inputs of a scenario and takes them all back, again and again.
fn over_and_over(scenario: &str) -> String {
    let mut table = opened(scenario, Source::Entered);
    let mut dice = Fair::new(7);
    let mut round = Vec::new();
    while round.len() < 40 && !table.is_over() {
        let input = match table.waiting().first() {
            Some(seat) => {
                let choices = table.choices(*seat);
                let choice = &choices[round.len() * 7 % choices.len()];
                act(seat.0, &choice.action)
            }
            None => {
                let roll = table.next_roll(&mut dice).unwrap();
                let Input::Roll { number, pips, .. } = roll else { panic!("{roll:?}") };
                Input::Roll { number, pips, entered: true }
            }
        };
        let text = |action: Recorded| Ok::<_, ()>(action.text().unwrap().to_owned());
        table.apply(input.clone().try_map(text).unwrap(), &[Viewer::Watcher]).unwrap();
        round.push(input);
    }
    round.push(Input::Undo { seat: Seat(0), to: 0, agreed: true });
    let length: usize =
        round.iter().map(|input| Entry { input: input.clone(), hash: None }.text(10_000).len() + 1).sum();
    let mut throws = 0;
    let numbered = |mut input: Input<Recorded>| {
        if let Input::Roll { number, .. } = &mut input {
            throws += 1;
            *number = throws;
        }
        Entry { input, hash: None }
    };
    let entries = (0..=2_100_000 / length).flat_map(|_| round.clone()).map(numbered).collect();
    Record { entries, ..opened(scenario, Source::Entered).record(Viewer::Everyone) }.text()
}

#[test]
fn a_hostile_record_takes_two_seconds_of_the_processor_at_most() {
    let house = House::with(|config| config.limits = Allowance { inputs: 1_000_000, ..Allowance::PLENTY });
    let client = house.client();
    // Everything that is done for the request: reading its body, its JSON and the record, replaying it, showing it.
    let cost = || figure(client, "gunbai_cost_seconds_sum{route=\"/api/tables\"}");
    client.for_two("yukimura/yao");
    // Once each step back played the game again from its beginning.
    let mut texts = vec![("on and back", record(Source::Seeded(7), on_and_back(60_000)))];
    let scenarios = [
        "yukimura/domyoji",
        "gunyuden/shizugatake",
        "summits/tennozan",
        "daimyo/kawanakajima",
        "ageofwar/sunagawa",
    ];
    texts.extend(scenarios.map(|scenario| (scenario, over_and_over(scenario))));
    for (what, text) in texts {
        assert!(text.len() > 2_000_000, "{what}: {}", text.len());
        let before = cost();
        let answer =
            client.post("/api/tables", None, &json!({ "record": text, "seats": ["person", "person"] }));
        let took = cost() - before;
        assert!(took < 2.0, "{what}: {took} s, {}", answer.status);
        if answer.status >= 400 {
            assert!(["faulty", "too-costly"].contains(&answer.code().as_str()), "{what}: {}", answer.body);
        }
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
    // Nor does going back far.
    let longer = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
    let number = longer.number(0);
    longer.post(Some(0), "/undo", &json!({ "to": 0, "after": number })).ok();
    let took = figure(client, "gunbai_cost_seconds_sum{route=\"/api/tables/{id}/undo\"}");
    assert!(took < 0.05, "going back took {took} s of the processor");
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
    // As it is run: boards are drawn after the start, not when they are asked for.
    let house = House::with(|config| (config.admin, config.boards) = (Some("c".repeat(32)), true));
    let client = house.client();
    eventually("every board is drawn", || client.get("/health", None).ok()["boards"] == true);
    let text = record(Source::Seeded(7), on_and_back(3_000));
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"], "listed": true }));
    let number = table.number(0);
    table.post(Some(1), "/resign", &json!({ "after": number })).ok();
    // A record is handed in by POST, which has a bound of its own.
    let mut asked = 0;
    let before = slow(client);
    let gets = || server::routes().into_iter().filter(|route| route.method == "GET");
    for route in gets() {
        let path = filled(&table, SCENARIO, &route.path);
        for query in ["", "?at=3001", "?from=3000", "?from=0", "?thing=piece:ii_G2", "?ids=x,y"] {
            for token in [None, table.token(Some(0)), Some("c".repeat(32).as_str())] {
                client.get(&format!("{path}{query}"), token);
                asked += 1;
            }
        }
    }
    assert!(asked > 300);
    assert_eq!(slow(client), before);
    // Every scenario, as it begins and in its course: what is about a table, a board or a scenario.
    let lobby = client.get("/api/lobby", None).ok();
    let is_ours = |system: &&Value| roster::find(system["id"].as_str().unwrap()).is_ok();
    // The probe games of these tests are no systems of the program.
    for system in lobby["systems"].as_array().unwrap().iter().filter(is_ours) {
        for card in system["scenarios"].as_array().unwrap() {
            let scenario =
                format!("{}/{}", system["id"].as_str().unwrap(), card["scenario"].as_str().unwrap());
            let text = long_record(&scenario, 80);
            let begun = client.for_two(&scenario);
            let played = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
            let before = slow(client);
            for table in [begun, played] {
                let seat =
                    table.sight(None)["asked"]["questions"][0]["seat"].as_u64().map(|seat| seat as usize);
                for route in gets().filter(|route| route.path.contains('{')) {
                    let path = filled(&table, &scenario, &route.path);
                    client.get(&path, None);
                    client.get(&format!("{path}?at=20&from=20&thing=button:done"), table.token(seat));
                }
            }
            assert_eq!(slow(client), before, "{scenario}");
        }
    }
}

/// The routes of which requests have cost more than 50 ms since the server began, and how many.
fn slow(client: Client) -> Vec<(String, u32)> {
    // `{le="0.05",route="/api/lobby"}` of each route, beside all of them.
    let metrics = client.get("/metrics", None).body;
    let counts = |le: &str| {
        let start = format!("gunbai_cost_seconds_bucket{{le=\"{le}\",");
        let lines = metrics.lines().filter_map(|line| line.strip_prefix(&start)?.split_once("} "));
        lines.map(|(route, count)| (route.to_owned(), count.parse().unwrap())).collect::<Vec<(String, u32)>>()
    };
    let (quick, all) = (counts("0.05"), counts("+Inf"));
    assert!(!quick.is_empty() && quick.len() == all.len(), "{metrics}");
    let over = quick.into_iter().zip(all).map(|((route, quick), (_, all))| (route, all - quick));
    let mut over: Vec<(String, u32)> = over.filter(|(_, slow)| *slow > 0).collect();
    over.sort();
    over
}

/// A game of this scenario of a number of inputs, or to its end: legal choices, one after the other.
pub(crate) fn long_game(scenario: &str, inputs: u32) -> Box<dyn AnyTable> {
    let mut table = opened(scenario, Source::Seeded(7));
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
    table
}

/// The same as a record.
fn long_record(scenario: &str, inputs: u32) -> String {
    long_game(scenario, inputs).record(Viewer::Everyone).text()
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
        ("gunyuden/shizugatake", long_record("gunyuden/shizugatake", 1_000)),
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
    assert_eq!(slow(client), []);
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
        // Tables leave memory at once, so that looking at them reads them from the store again.
        config.patience.park = Duration::from_millis(50);
    });
    let client = house.client();
    let open = |body: &Value| from(client, ATTACKER, "POST", "/api/tables", "", Some(body)).ok();
    let long = json!({ "record": long_record("gunyuden/shizugatake", 400), "seats": ["person", "person"] });
    let stored: Vec<Seats> = (0..20).map(|_| Seats::of(client, &open(&long))).collect();
    let computer = json!({ "computer": "search:2000" });
    let slow = json!({ "scenario": "yukimura/domyoji", "seats": [computer, computer] });
    let searching: Vec<Seats> = (0..4).map(|_| Seats::of(client, &open(&slow))).collect();
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
        // They think as long as somebody looks on.
        scope.spawn(|| {
            for table in searching.iter().cycle() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                from(client, ATTACKER, "GET", &table.path(""), "", None);
            }
        });
        for from_here in 0..3 {
            let (stored, ended) = (&stored, &ended);
            scope.spawn(move || {
                for table in stored.iter().cycle().skip(7 * from_here) {
                    if ended.load(Ordering::Relaxed) {
                        break;
                    }
                    from(client, ATTACKER, "GET", &table.path(""), "", None);
                }
            });
        }
        eventually("the queue is long and computers think", || {
            figure(client, "gunbai_queue") > 3.0 && figure(client, "gunbai_thoughts_total") > 0.0
        });
        let loaded = || figure(client, "gunbai_tables_loaded_total");
        let before = loaded();
        let waits: Vec<f64> = (0..9).map(|_| quick_answer(client)).collect();
        let waiting = figure(client, "gunbai_queue");
        ended.store(true, Ordering::Relaxed);
        assert!(waiting > 0.0 && loaded() > before, "the attack went on all the time");
        assert!(waits.iter().all(|wait| *wait < 0.3), "{waits:?} s under attack");
    });
}
