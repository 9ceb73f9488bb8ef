//! Shared dice: nobody sees a throw before everyone is bound to a share.

use std::time::Duration;

use kernel::{
    Seat,
    data::hex,
    record::{Record, Source},
    shared::{Secret, share_commitment},
};
use serde_json::{Value, json};

use crate::{
    away::{listen, web},
    house::{Answer, House, Seats, eventually},
};

/// A game that begins with a throw.
const SCENARIO: &str = "probe-sealed/banners";
const SHARES: [Secret; 2] = [[1; 32], [2; 32]];

fn open(house: &House, seats: Value) -> Seats {
    house.client().open(&json!({ "scenario": SCENARIO, "seats": seats, "shared_dice": true }))
}

fn bind(table: &Seats, seat: usize) -> Answer {
    let commitment = hex(&share_commitment(Seat(seat as u8), &SHARES[seat]));
    table.post(Some(seat), "/share", &json!({ "commitment": commitment }))
}

fn tell(table: &Seats, seat: usize, share: &Secret) -> Answer {
    table.post(Some(seat), "/open-share", &json!({ "share": hex(share) }))
}

fn rests_in(table: &Seats) -> String {
    table.sight(None)["asked"]["rests-in"].as_str().unwrap().to_owned()
}

#[test]
fn the_first_throw_waits_until_everyone_is_bound_and_has_told() {
    let mut house = House::new();
    let table = open(&house, json!(["person", "person"]));
    let dice = table.sight(None)["shared_dice"].clone();
    assert_eq!(dice["commitment"].as_str().unwrap().len(), 64, "the server is bound before anyone sits down");
    assert_eq!(dice["shares"][1], json!({ "commitment": null, "told": false, "owed": true }));
    assert_eq!(rests_in(&table), "roll");
    assert_eq!(tell(&table, 0, &SHARES[0]).code(), "too-early");
    let entered = table.post(Some(0), "/dice", &json!({ "pips": [6, 6, 6], "after": 0 }));
    assert_eq!(entered.code(), "no-dice-wanted", "nobody enters dice meanwhile");

    let mut watcher = table.live(None, None);
    assert_eq!(bind(&table, 0).ok()["number"], 1);
    assert_eq!(watcher.until("shares")["dice"]["shares"][0]["told"], false);
    assert_eq!(bind(&table, 0).code(), "too-late", "nobody is bound twice");
    assert_eq!(tell(&table, 0, &SHARES[0]).code(), "too-early");
    assert_eq!(table.post(None, "/share", &json!({ "commitment": "00" })).code(), "wrong-seat");
    assert_eq!(table.post(Some(1), "/share", &json!({ "commitment": "00" })).code(), "malformed");
    bind(&table, 1).ok();
    assert_eq!(tell(&table, 1, &SHARES[0]).code(), "other-share");
    tell(&table, 1, &SHARES[1]).ok();
    assert_eq!(rests_in(&table), "roll");

    // What was told is there after a restart; what was not is still waited for.
    drop(watcher);
    house.restart();
    let table = Seats { client: house.client(), ..table };
    let shares = table.sight(None)["shared_dice"]["shares"].clone();
    assert_eq!((&shares[0]["owed"], &shares[1]["owed"]), (&json!(true), &json!(false)));
    assert_eq!(rests_in(&table), "roll");
    tell(&table, 0, &SHARES[0]).ok();
    assert_eq!(rests_in(&table), "questions");
    assert_eq!(bind(&table, 0).code(), "too-late");

    let record = table.client.get(&table.path("/record"), table.token(Some(0))).body;
    let secret = |line: &str| record.lines().any(|one| one.starts_with(line));
    assert!(
        !secret("seed ") && !secret("share "),
        "secrets stay with the server while the game runs: {record}"
    );
    assert!(
        record.contains("dice shared ") && record.contains("\n1 0 share ") && record.contains("\n3 throw 1 ")
    );
    let number = table.number(0);
    table.post(Some(0), "/resign", &json!({ "after": number })).ok();
    let text = table.client.get(&table.path("/record"), None).body;
    let record = Record::parse("record", &text).unwrap();
    let Source::Shared(dice) = record.header.source else { panic!("{text}") };
    assert!(dice.seed.is_some());
    assert_eq!(dice.shares, SHARES.map(Some));
    // A record that is taken is replayed, dice and all.
    let copy = house.client().open(&json!({ "record": text, "seats": ["person", "person"] }));
    let copied = Record::parse("copy", &copy.client.get(&copy.path("/record"), None).body).unwrap();
    assert_eq!(copied.entries[..record.entries.len()], record.entries);
}

#[test]
fn a_computer_brings_nothing_and_nobody_waits_for_it() {
    let house = House::new();
    let table = open(&house, json!(["person", { "computer": "random" }]));
    assert_eq!(table.sight(None)["shared_dice"]["shares"][1]["owed"], false);
    bind(&table, 0).ok();
    assert_eq!(rests_in(&table), "roll");
    tell(&table, 0, &SHARES[0]).ok();
    assert_ne!(rests_in(&table), "roll");
    let alone = open(&house, json!([{ "computer": "random" }, { "computer": "random" }]));
    assert_ne!(rests_in(&alone), "roll");
}

#[test]
fn dice_that_are_not_shared_take_no_shares() {
    let house = House::new();
    let table = house.client().for_two(SCENARIO);
    assert_eq!(table.sight(None)["shared_dice"], Value::Null);
    assert_eq!(bind(&table, 0).code(), "not-shared");
    let both = json!({ "scenario": SCENARIO, "seats": ["person", "person"], "shared_dice": true, "real_dice": true });
    assert_eq!(house.client().post("/api/tables", None, &both).code(), "malformed");
}

/// A running game at which seat 0 is bound, and seat 1 owes its share.
fn owed(house: &House, terms: Value) -> Seats {
    let wanted =
        json!({ "scenario": SCENARIO, "seats": ["person", "person"], "shared_dice": true, "terms": terms });
    let table = house.client().open(&wanted);
    bind(&table, 0).ok();
    table
}

fn last_cause(table: &Seats) -> Value {
    let story = table.client.get(&table.path("/story"), None).ok();
    story["steps"].as_array().unwrap().last().unwrap()["cause"].clone()
}

#[test]
fn a_seat_that_owes_its_share_gets_a_notice_once() {
    let (port, calls) = listen(web);
    let house = House::with(|config| {
        config.public = Some("https://table.example.org".into());
        config.private_webhooks = true;
        config.patience.due = Duration::from_millis(20);
        config.patience.away = Duration::from_millis(50);
    });
    let table = owed(&house, json!({}));
    let wish = |seat| json!({ "webhook": format!("http://localhost:{port}/{seat}") });
    for seat in 0..2 {
        table.post(Some(seat), "/notify", &wish(seat)).ok();
    }
    eventually("a notice", || !calls.lock().unwrap().is_empty());
    let call = calls.lock().unwrap()[0].clone();
    assert!(call.starts_with("POST /1 "), "seat 0 owes nothing yet: {call}");
    let body: Value = serde_json::from_str(call.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(body["asked"], "The dice wait for your share. Open the table, and it is sent.");
    // Now both are bound, and each owes the secret it is bound to.
    bind(&table, 1).ok();
    let called = |seat: usize| {
        let start = format!("POST /{seat} ");
        calls.lock().unwrap().iter().filter(|call| call.starts_with(&start)).count()
    };
    eventually("a notice for each", || (called(0), called(1)) == (1, 2));
    tell(&table, 0, &SHARES[0]).ok();
    tell(&table, 1, &SHARES[1]).ok();
    assert_ne!(rests_in(&table), "roll");
}

#[test]
fn the_game_is_claimed_from_a_seat_that_owes_its_share_for_long() {
    let mut house = House::with(|config| config.patience.due = Duration::from_millis(20));
    let long_ago = |times: &mut Value| {
        for key in ["asked", "counted"] {
            let moved = |moment: &mut Value| {
                if let Some(at) = moment.as_u64() {
                    *moment = json!(at - 15 * 24 * 3_600 * 1_000);
                }
            };
            match &mut times[key] {
                Value::Array(both) => both.iter_mut().for_each(moved),
                one => moved(one),
            }
        }
    };
    // Bound or not: silence about a share is silence.
    for is_bound in [false, true] {
        let table = owed(&house, json!({ "claim_days": 14 }));
        if is_bound {
            bind(&table, 1).ok();
            tell(&table, 0, &SHARES[0]).ok();
        }
        assert_eq!(table.post(Some(0), "/claim", &json!({})).code(), "not-absent");
        house.restart_with_times(&table.id, long_ago);
        let table = Seats { client: house.client(), ..table };
        assert_eq!(table.sight(None)["times"]["claimable"], json!([false, true]), "bound: {is_bound}");
        assert_eq!(table.post(Some(1), "/claim", &json!({})).code(), "not-absent");
        table.post(Some(0), "/claim", &json!({})).ok();
        assert_eq!(table.sight(None)["over"], true);
        assert_eq!(last_cause(&table), json!({ "kind": "resign", "seat": 1, "why": "share" }));
        let record = table.client.get(&table.path("/record"), None).body;
        assert!(record.contains(" 1 resign share"), "{record}");
    }
}
