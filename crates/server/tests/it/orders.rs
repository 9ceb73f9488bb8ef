//! Standing orders: a seat that leaves routine questions to the default is not interrupted by them.

use kernel::{Setup, Viewer, record::Source};
use serde_json::{Value, json};

use crate::house::{House, Seats, config, systems};

/// Goto attacks riflemen who have room behind them.
const ATTACK: &str = r#"active = "osaka"
phase = "melee"

[units]
goto_F1 = "3011"
mizuno_R1 = "3012"
mizuno_F1 = "3013"
"#;

/// A table for two people at this moment; they throw their own dice.
fn table(house: &House) -> Seats {
    let data = &config(std::path::PathBuf::from("games.db")).data[0];
    let system = systems().iter().find(|system| system.name() == "yukimura").unwrap();
    let setup = Setup {
        system: "yukimura".to_owned(),
        scenario: "domyoji".to_owned(),
        options: Default::default(),
        revision: 1,
        position: Some(ATTACK.to_owned()),
    };
    let game = system.open(data, &setup, Source::Entered, Some([5; 16])).unwrap();
    let record = game.record(Viewer::Everyone).text();
    house.client().open(&json!({ "record": record, "seats": ["person", "person"] }))
}

/// Osaka attacks, and the riflemen fail by two (11(3)).
fn drive_back(table: &Seats) {
    table.act(1, "target mizuno_R1");
    for (seat, pips) in [(1, json!([4, 4])), (0, json!([4]))] {
        let after = table.number(seat);
        table.post(Some(seat), "/dice", &json!({ "pips": pips, "after": after })).ok();
    }
}

fn question(table: &Seats) -> Value {
    table.sight(None)["asked"]["questions"][0].clone()
}

fn record(table: &Seats) -> String {
    table.client.get(&table.path("/record"), table.token(Some(0))).body
}

#[test]
fn a_retreat_left_to_habit_interrupts_nobody() {
    let house = House::new();
    let table = table(&house);
    let mut east = table.live(Some(0), None);
    let orders = json!([{ "kind": "ask-retreat", "order": "habit" }]);
    assert_eq!(east.ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    drive_back(&table);
    // The next question is that of the victor: who advances?
    let asked = question(&table);
    assert_eq!((&asked["kind"], &asked["seat"]), (&json!("ask-advance"), &json!(1)), "{asked}");
    assert!(record(&table).lines().any(|line| line.contains(" 0 back ")), "{}", record(&table));
}

#[test]
fn an_order_given_at_the_question_answers_it() {
    let house = House::new();
    let table = table(&house);
    let mut east = table.live(Some(0), None);
    drive_back(&table);
    let asked = question(&table);
    assert_eq!((&asked["kind"], &asked["seat"]), (&json!("ask-retreat"), &json!(0)), "{asked}");
    assert_eq!(asked["orders"], json!(["habit"]));
    let kinds: Vec<Value> = table.sight(Some(0))["routine"].as_array().unwrap().clone();
    assert!(kinds.iter().any(|one| one["kind"] == "ask-retreat" && one["name"] == "Retreats"), "{kinds:?}");
    let before = table.number(0);
    let orders = json!([{ "kind": "ask-retreat", "order": "habit" }]);
    assert_eq!(east.ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    assert_eq!(question(&table)["kind"], "ask-advance");
    assert_eq!(table.number(0), before + 1);
}

#[test]
fn taking_back_what_an_order_answered_brings_the_question_back() {
    let house = House::new();
    let table = table(&house);
    let mut east = table.live(Some(0), None);
    drive_back(&table);
    let before = table.number(0);
    let orders = json!([{ "kind": "ask-retreat", "order": "habit" }]);
    assert_eq!(east.ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    assert_eq!(question(&table)["kind"], "ask-advance");
    let undone = east.ask(json!({ "say": "undo", "to": before, "after": before + 1 }));
    assert_eq!(undone["tell"], "done", "{undone}");
    assert_eq!(question(&table)["kind"], "ask-retreat");
    // The order stands, but a seat that takes an answer back wants to choose.
    let standing = json!([{ "at": null, "kind": "ask-retreat", "order": "habit" }]);
    assert_eq!(table.sight(Some(0))["orders"], standing);
    assert_eq!(question(&table)["seat"], 0);
}

#[test]
fn an_order_that_was_revoked_answers_nothing() {
    let house = House::new();
    let table = table(&house);
    let mut east = table.live(Some(0), None);
    for orders in [json!([{ "kind": "ask-retreat", "order": "habit" }]), json!([])] {
        assert_eq!(east.ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    }
    drive_back(&table);
    let asked = question(&table);
    assert_eq!((&asked["kind"], &asked["seat"]), (&json!("ask-retreat"), &json!(0)), "{asked}");
}

#[test]
fn what_is_no_routine_is_asked_whatever_was_ordered() {
    let house = House::new();
    let table = table(&house);
    let asked = question(&table);
    assert_eq!((&asked["kind"], &asked["orders"]), (&json!("ask-melee"), &Value::Null), "{asked}");
    let orders = json!({ "orders": [{ "kind": "ask-melee", "order": "habit" }] });
    let before = table.number(1);
    table.post(Some(1), "/orders", &orders).ok();
    assert_eq!(table.number(1), before);
    assert_eq!(question(&table)["kind"], "ask-melee");
}
