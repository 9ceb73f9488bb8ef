//! Clocks, vacation, and claims after long absence.

use std::time::Duration;

use serde_json::{Value, json};
use server::Config;

use crate::house::{House, Seats, eventually};

/// Clocks are looked at often, so that tests need not wait.
fn quick(config: &mut Config) {
    config.patience.due = Duration::from_millis(20);
}

fn timed(house: &House, terms: &Value) -> Seats {
    let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "terms": terms });
    house.client().open(&wanted)
}

/// Plays until this seat has acted and is asked again.
fn until_asked_again(table: &Seats, seat: usize) {
    let mut acted = false;
    for _ in 0..200 {
        let asked = table.sight(None)["asked"]["questions"][0]["seat"] == json!(seat);
        if asked && acted {
            return;
        }
        acted |= table.go_on() == seat;
    }
    panic!("seat {seat} is not asked again");
}

#[test]
fn at_zero_the_seat_resigns_if_that_was_agreed() {
    let mut house = House::with(quick);
    let table = timed(&house, &json!({ "clock": { "bank": 2, "at_zero": "resign" } }));
    assert_eq!(table.sight(None)["times"]["left"], json!([2, 2]));
    assert_eq!(table.sight(None)["times"]["running"], json!([false, false]), "first actions are not timed");
    until_asked_again(&table, 0);
    assert_eq!(table.sight(None)["times"]["running"], json!([true, false]));
    // Clocks run while no server does.
    house.restart();
    let table = Seats { client: house.client(), ..table };
    eventually("the time is up", || table.sight(None)["over"] == true);
    let record = house.client().get(&table.path("/record"), None).body;
    assert!(record.contains(" 0 resign time"), "{record}");
    let asked = table.sight(None)["asked"]["text"].clone();
    assert!(asked.as_str().unwrap().contains("no time left"), "{asked}");
}

#[test]
fn at_zero_the_computer_answers_if_that_was_agreed() {
    let house = House::with(quick);
    let table = timed(&house, &json!({ "clock": { "bank": 1, "at_zero": "computer" } }));
    until_asked_again(&table, 0);
    let mut live = table.live(Some(1), None);
    let before = table.number(0);
    eventually("the computer answers", || table.number(0) > before);
    live.until("news");
    live.until("times");
    // The seat is still its owner's.
    let seats = table.sight(Some(0))["seats"].clone();
    assert_eq!(seats[0]["who"], "person");
}

#[test]
fn at_zero_the_other_seat_may_claim_if_that_was_agreed() {
    let house = House::with(quick);
    let terms = json!({ "clock": { "bank": 1, "each": 0, "at_zero": "claim" } });
    for computer in [None, Some("random")] {
        let table = timed(&house, &terms);
        until_asked_again(&table, 0);
        let body = json!({ "computer": computer });
        assert_eq!(table.post(Some(1), "/claim", &body).code(), "not-absent");
        eventually("the time is up", || table.sight(Some(1))["times"]["claimable"] == json!([true, false]));
        assert_eq!(table.post(Some(0), "/claim", &body).code(), "not-absent", "not from the other");
        assert_eq!(table.post(None, "/claim", &body).code(), "wrong-seat");
        let before = table.number(1);
        table.post(Some(1), "/claim", &body).ok();
        if computer.is_none() {
            assert_eq!(table.sight(Some(1))["over"], true);
            let record = house.client().get(&table.path("/record"), None).body;
            assert!(record.contains(" 0 resign time"), "{record}");
            continue;
        }
        eventually("the computer moves", || table.number(1) > before);
        assert_eq!(table.sight(Some(1))["seats"][0]["who"], "random");
        let gone = house.client().get(&table.path(""), table.token(Some(0)));
        assert_eq!(gone.code(), "unknown-token");
    }
}

#[test]
fn vacation_stops_the_clock_and_is_told_to_everyone() {
    let house = House::with(quick);
    let terms = json!({ "clock": { "bank": 86_400, "at_zero": "resign" }, "vacation_days": 1 });
    let table = timed(&house, &terms);
    until_asked_again(&table, 0);
    let mut other = table.live(Some(1), None);
    table.post(Some(0), "/vacation", &json!({ "on": true })).ok();
    let times = other.until("times")["times"].clone();
    assert_eq!(
        (times["vacation"].clone(), times["running"].clone()),
        (json!([true, false]), json!([false, false]))
    );
    let left = table.sight(None)["times"]["left"][0].as_u64().unwrap();
    std::thread::sleep(Duration::from_millis(2_500));
    let sight = table.sight(None);
    assert_eq!((sight["over"].clone(), sight["times"]["left"][0].as_u64()), (json!(false), Some(left)));
    // The next move ends it.
    let action = table.sight(Some(0))["choices"][0]["action"].as_str().unwrap().to_owned();
    table.act(0, &action);
    assert_eq!(table.sight(None)["times"]["vacation"], json!([false, false]));

    let none = timed(&house, &json!({ "vacation_days": 0 }));
    assert_eq!(none.post(Some(0), "/vacation", &json!({ "on": true })).code(), "no-vacation");
}

#[test]
fn terms_that_make_no_sense_are_refused() {
    let house = House::new();
    for terms in [
        json!({ "clock": { "bank": 0, "at_zero": "resign" } }),
        json!({ "clock": { "bank": 60, "at_zero": "explode" } }),
        json!({ "clock": { "bank": 4_000_000_000u32, "at_zero": "claim" } }),
        json!({ "claim_days": 1_000 }),
        json!({ "speed": "fast" }),
    ] {
        let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "terms": terms });
        assert_eq!(house.client().post("/api/tables", None, &wanted).code(), "malformed", "{terms}");
    }
}
