//! Tables that nobody touches: their owners are warned, can export the record or keep the table, and then it goes.
//!
//! Days pass by changing the stored times while no server runs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use server::Allowance;

use crate::{
    away::{listen, web},
    house::{House, Seats, eventually},
};

const DAY: u64 = 24 * 3_600 * 1_000;

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// A server at which tables expire after a year.
fn house() -> House {
    House::with(|config| {
        config.public = Some("https://table.example.org".into());
        config.private_webhooks = true;
        config.patience.due = Duration::from_millis(20);
        config.limits = Allowance { expire_days: 365, ..Allowance::PLENTY };
    })
}

fn untouched_for(days: u64) -> impl Fn(&mut Value) {
    move |times| times["touched"] = json!(now() - days * DAY)
}

#[test]
fn the_owners_of_an_untouched_table_are_warned_and_can_export_it_before_it_goes() {
    let (port, calls) = listen(web);
    let mut house = house();
    let table = house.client().for_two("yukimura/yao");
    table.act(0, "done");
    table.post(Some(0), "/notify", &json!({ "webhook": format!("http://localhost:{port}/") })).ok();
    house.restart_with_times(&table.id, untouched_for(334));
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.sight(None)["expires"], Value::Null, "a month and a day are left");

    // Longer than a year: without a warning nothing goes.
    house.restart_with_times(&table.id, untouched_for(400));
    let table = Seats { client: house.client(), ..table };
    eventually("a warning", || !calls.lock().unwrap().is_empty());
    let call = calls.lock().unwrap()[0].clone();
    let body: Value = serde_json::from_str(call.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!((body["table"].as_str(), body["seat"].as_u64()), (Some(table.id.as_str()), Some(0)));
    assert!(body["asked"].as_str().unwrap().contains("30 days"), "{body}");
    let expires = table.sight(None)["expires"].as_u64().unwrap() * 1_000;
    assert!((now() + 29 * DAY..=now() + 31 * DAY).contains(&expires), "{expires}");
    let record = table.client.get(&table.path("/record"), table.token(Some(0)));
    assert!(record.status == 200 && record.body.contains(" 0 done"), "{}", record.body);

    house.restart_with_times(&table.id, |times| times["expires"] = json!(now() - 1));
    let table = Seats { client: house.client(), ..table };
    eventually("it is gone", || table.client.get(&table.path(""), None).status == 404);
    house.restart();
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.client.get(&table.path("/record"), None).code(), "unknown-table");
    assert_eq!(calls.lock().unwrap().len(), 1, "one warning");
    // What was exported is a table again.
    let again = house.client().open(&json!({ "record": record.body, "seats": ["person", "person"] }));
    assert!(again.number(0) > 0);
}

#[test]
fn a_player_who_opens_a_warned_table_keeps_it_and_a_watcher_does_not() {
    let mut house = house();
    let table = house.client().for_two("yukimura/yao");
    let other = house.client().for_two("yukimura/yao");
    house.restart_with_times(&table.id, untouched_for(340));
    house.restart_with_times(&other.id, untouched_for(340));
    let [table, other] = [table, other].map(|table| Seats { client: house.client(), ..table });
    for table in [&table, &other] {
        eventually("it was warned", || table.sight(None)["expires"].is_u64());
        drop(table.live(None, None));
        assert!(table.sight(None)["expires"].is_u64(), "who only looks on does not keep it");
    }
    // A seat comes, another one plays.
    drop(table.live(Some(1), None));
    other.act(0, "done");
    for table in [&table, &other] {
        assert_eq!(table.sight(None)["expires"], Value::Null);
    }
}

#[test]
fn without_a_limit_no_table_expires() {
    let mut house = House::with(|config| config.patience.due = Duration::from_millis(20));
    let table = house.client().for_two("yukimura/yao");
    house.restart_with_times(&table.id, untouched_for(4_000));
    let table = Seats { client: house.client(), ..table };
    // Clocks were looked at when a later table has run out of time.
    let timed = house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", "person"],
        "terms": { "clock": { "bank": 1, "at_zero": "resign" } }
    }));
    while !timed.sight(None)["times"]["running"].as_array().unwrap().contains(&json!(true)) {
        timed.go_on();
    }
    eventually("the time is up", || timed.sight(None)["over"] == true);
    assert_eq!(table.sight(None)["expires"], Value::Null);
}
