//! Shared dice: nobody sees a throw before everyone is bound to what he brings to it.

use kernel::{
    Seat,
    data::hex,
    record::{Record, Source},
    shared::{Secret, share_commitment},
};
use serde_json::{Value, json};

use crate::house::{Answer, House, Seats};

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
