//! Going back: freely, by consent, and never without it.

use serde_json::{Value, json};

use crate::house::{House, Seats};

/// A table after dice and an answer of each seat: beyond them nobody goes back freely.
fn after_a_throw(house: &House) -> Seats {
    let table = house.client().for_two("probe-sealed/banners");
    table.act(0, "keep ambush");
    table.act(1, "keep stores");
    assert!(story(&table, 0).iter().any(|step| step["cause"]["kind"] == "throw"));
    table
}

fn story(table: &Seats, seat: usize) -> Vec<Value> {
    let story = table.client.get(&table.path("/story"), table.token(Some(seat))).ok();
    story["steps"].as_array().unwrap().clone()
}

#[test]
fn beyond_a_throw_the_other_seat_must_agree() {
    let mut house = House::new();
    let table = after_a_throw(&house);
    let (mut zero, mut one) = (table.live(Some(0), None), table.live(Some(1), None));
    let before = zero.number;
    let asked = zero.ask(json!({ "say": "undo", "to": 0, "after": before }));
    assert_eq!(asked["tell"], "done", "{asked}");
    assert_eq!(one.until("offer")["offer"], json!({ "seat": 0, "to": 0 }));
    assert_eq!(table.number(0), before, "nothing happens before the other has answered");
    // Who asked cannot agree to it himself.
    let own = zero.ask(json!({ "say": "answer", "agree": true, "to": 0, "after": before }));
    assert_eq!(own["error"]["code"], "not-your-turn");
    assert_eq!(one.ask(json!({ "say": "answer", "agree": false, "to": 0, "after": before }))["tell"], "done");
    assert_eq!(zero.until("offer")["offer"], Value::Null);
    assert_eq!(
        one.ask(json!({ "say": "answer", "agree": true, "to": 0, "after": before }))["error"]["code"],
        "no-offer"
    );

    // A wish outlives a restart.
    zero.ask(json!({ "say": "undo", "to": 0, "after": before }));
    drop((zero, one));
    house.restart();
    let table = Seats { client: house.client(), ..table };
    let mut one = table.live(Some(1), None);
    assert_eq!(one.welcome["sight"]["offer"], json!({ "seat": 0, "to": 0 }));
    let agreed = one.ask(json!({ "say": "answer", "agree": true, "to": 0, "after": before }));
    assert_eq!(agreed["tell"], "done", "{agreed}");
    let last = story(&table, 1).pop().unwrap();
    // Dice before the first question are thrown again, with the next number.
    let undo = story(&table, 1).into_iter().find(|step| step["cause"]["kind"] == "undo").unwrap();
    assert_eq!(undo["cause"], json!({ "kind": "undo", "seat": 0, "to": 0, "agreed": true }));
    assert!(last["number"].as_u64().unwrap() > before);
    assert_eq!(table.sight(None)["offer"], Value::Null);
}

#[test]
fn a_wish_to_go_back_is_dropped_when_the_game_goes_on() {
    let house = House::new();
    let table = after_a_throw(&house);
    let number = table.number(0);
    table.post(Some(0), "/undo", &json!({ "to": 0, "after": number })).ok();
    assert_eq!(table.sight(None)["offer"], json!({ "seat": 0, "to": 0 }));
    let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    let action = table.sight(Some(seat))["choices"][0]["action"].as_str().unwrap().to_owned();
    table.act(seat, &action);
    assert_eq!(table.sight(None)["offer"], Value::Null);
    assert_eq!(
        table.post(Some(1), "/answer", &json!({ "agree": true, "to": 0, "after": number })).code(),
        "no-offer"
    );
}

#[test]
fn a_computer_agrees_at_once() {
    let house = House::new();
    let table = house
        .client()
        .open(&json!({ "scenario": "yukimura/yao", "seats": ["person", { "computer": "greedy" }] }));
    let mut east = table.live(Some(0), None);
    east.act("done");
    while east.rest["choices"].as_array().unwrap().is_empty() {
        east.until("news");
    }
    let after = east.number;
    let back = east.ask(json!({ "say": "undo", "to": 0, "after": after }));
    assert_eq!(back["tell"], "done", "{back}");
    assert_eq!(east.number, after + 1);
    assert_eq!(east.rest["clock"], 1);
    assert!(!east.rest["choices"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_not_in_force_cannot_be_gone_back_to() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let to = |to: u32, after: u32| table.post(Some(0), "/undo", &json!({ "to": to, "after": after }));
    assert_eq!(to(0, 0).code(), "no-such-input");
    table.act(0, "done");
    assert_eq!(to(7, 1).code(), "no-such-input");
    assert_eq!(to(1, 1).code(), "no-such-input");
    assert_eq!(to(0, 1).status, 200);
    assert_eq!(to(1, 2).code(), "no-such-input");
}

#[test]
fn what_is_over_between_two_people_is_not_taken_back() {
    let house = House::new();
    let table = after_a_throw(&house);
    let number = table.number(0);
    table.post(Some(0), "/resign", &json!({ "after": number })).ok();
    // From here on anyone can read the seed, and with it every throw that would come.
    assert!(table.client.get(&table.path("/record"), None).body.contains("\nseed "));
    for seat in [0, 1] {
        let number = table.number(seat);
        let wish = table.post(Some(seat), "/undo", &json!({ "to": number - 1, "after": number }));
        assert_eq!(wish.code(), "over");
    }
    assert_eq!(table.sight(None)["over"], true);
    // At a new table it goes on from there, with other dice.
    let from = json!({ "from": { "table": table.id, "at": number }, "seats": ["person", "person"] });
    let on = table.client.post("/api/tables", table.token(Some(0)), &from).json();
    assert_eq!(Seats::of(table.client, &on).sight(None)["over"], false);

    // Alone with a computer nobody is deceived.
    let alone = house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", { "computer": "steady" }]
    }));
    let number = alone.number(0);
    alone.post(Some(0), "/resign", &json!({ "after": number })).ok();
    let number = alone.number(0);
    alone.post(Some(0), "/undo", &json!({ "to": number - 1, "after": number })).ok();
    assert_eq!(alone.sight(None)["over"], false);
}

#[test]
fn a_draw_is_offered_to_a_person_and_ends_the_game_when_they_agree() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let number = table.number(0);
    table.post(Some(0), "/draw", &json!({ "after": number })).ok();
    assert_eq!(table.sight(Some(1))["offer"], json!({ "seat": 0, "to": null }));
    // It is no wish to go back, and who offers it cannot take it.
    let answer = |seat: usize, to: Value| {
        table.post(Some(seat), "/answer", &json!({ "agree": true, "to": to, "after": number }))
    };
    assert_eq!(answer(1, json!(0)).code(), "other-offer");
    assert_eq!(answer(0, Value::Null).code(), "not-your-turn");
    house.restart();
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.sight(Some(1))["offer"], json!({ "seat": 0, "to": null }), "it outlives a restart");
    table.post(Some(1), "/answer", &json!({ "agree": true, "to": null, "after": number })).ok();
    let sight = table.sight(None);
    assert_eq!(sight["asked"]["rests-in"], "over");
    assert_eq!(sight["asked"]["winner"], Value::Null);
    assert_eq!(sight["offer"], Value::Null);
    assert_eq!(table.post(Some(0), "/draw", &json!({ "after": table.number(0) })).code(), "over");
}
