//! Computer players: they go on, they tell how far they are, and they can be stopped.

use serde_json::{Value, json};

use crate::house::{House, Seats, eventually};

fn against(house: &House, level: &str) -> Seats {
    house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", { "computer": level }]
    }))
}

#[test]
fn a_computer_moves_until_a_person_is_asked() {
    let house = House::new();
    let table = against(&house, "greedy");
    // Nobody listens: it plays all the same.
    table.act(0, "done");
    eventually("the computer moves", || !table.sight(Some(0))["choices"].as_array().unwrap().is_empty());
    let story = house.client().get(&table.path("/story"), None).ok();
    let computers = story["steps"].as_array().unwrap().iter().filter(|step| step["cause"]["seat"] == 1);
    assert!(computers.count() > 1);
}

/// Passes wherever the person is asked, until the computer has to think hard; quick answers are not told as thinking.
/// The number at which the person was first asked.
fn until_it_thinks(live: &mut crate::house::Live) -> u64 {
    let mut asked = None;
    let mut choices = match &live.rest {
        Value::Null => live.welcome["sight"]["choices"].clone(),
        rest => rest["choices"].clone(),
    };
    loop {
        let listed: Vec<&str> =
            choices.as_array().unwrap().iter().map(|choice| choice["action"].as_str().unwrap()).collect();
        if let Some(first) = listed.first() {
            asked = asked.or(Some(live.number));
            let action = if listed.contains(&"done") { "done" } else { first };
            live.say(&json!({ "say": "act", "id": 1000, "action": action, "after": live.number }));
        }
        let heard = live.hear();
        if heard["tell"] == "thinking" && heard["share"].is_u64() {
            assert_eq!(heard["seat"], 0);
            assert!(heard["share"].as_u64().unwrap() <= 1000);
            if let Some(number) = asked {
                return number;
            }
        }
        assert!(heard["error"].is_null() || heard["error"]["code"] == "stale", "{heard}");
        assert_ne!(live.rest["over"], true, "the game ended before the computer had to think hard");
        choices = if heard["tell"] == "news" { live.rest["choices"].clone() } else { json!([]) };
    }
}

#[test]
fn thinking_is_seen_and_going_back_ends_it() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "yukimura/domyoji", "seats": [{ "computer": "search:2000" }, "person"]
    }));
    // Osaka looks ahead here, so it thinks for a while on any machine.
    let mut live = table.live(Some(1), None);
    let asked = until_it_thinks(&mut live);
    // Back to before the computer's turn, as the person may at any time.
    let back = loop {
        let after = live.number;
        let back = live.ask(json!({ "say": "undo", "to": asked, "after": after }));
        // It may have moved in the meantime.
        if back["error"]["code"] != "stale" {
            break back;
        }
    };
    assert_eq!(back["tell"], "done", "{back}");
    let number = live.number;
    assert!(!live.rest["choices"].as_array().unwrap().is_empty());
    // Its answer would be for another moment; it never comes, and nothing new is thought about.
    let thoughts = || {
        let metrics = house.client().get("/metrics", None).body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("gunbai_thoughts_total "));
        line.unwrap().parse::<u32>().unwrap()
    };
    let before = thoughts();
    for _ in 0..20 {
        assert_eq!(live.ask(json!({ "say": "overlays" }))["tell"], "overlays");
    }
    assert_eq!((live.number, thoughts()), (number, before));
    // Asked again, it thinks again; resigning ends that too.
    until_it_thinks(&mut live);
    let resigned = loop {
        let after = live.number;
        let resigned = live.ask(json!({ "say": "resign", "after": after }));
        if resigned["error"]["code"] != "stale" {
            break resigned;
        }
    };
    assert_eq!(resigned["tell"], "done", "{resigned}");
    assert_eq!(live.rest["over"], true);
}

#[test]
fn a_computer_goes_on_after_a_restart() {
    let mut house = House::new();
    let table = against(&house, "search:400");
    table.act(0, "done");
    house.restart();
    let table = Seats { client: house.client(), ..table };
    // Nobody looks at the table itself: the server remembers whose move it is.
    eventually("the computer goes on", || {
        let card = house.client().get(&format!("/api/tables?ids={}", table.id), None).ok();
        card[0]["number"].as_u64().unwrap() > 3
    });
}

#[test]
fn two_computers_play_for_whoever_looks_on() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "probe-nested/short", "seats": [{ "computer": "greedy" }, { "computer": "steady" }]
    }));
    assert_eq!(table.tokens, [None, None]);
    let mut live = table.live(None, None);
    while live.rest["over"] != true {
        live.until("news");
    }
}

/// A program that only asks over HTTP looks on, too.
#[test]
fn two_computers_play_for_a_viewer_without_a_live_channel() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "probe-nested/short", "seats": [{ "computer": "greedy" }, { "computer": "steady" }]
    }));
    // The list of tables shows whether anything happens and does not count as a look.
    let card = || house.client().get(&format!("/api/tables?ids={}", table.id), None).ok();
    assert_eq!(card()[0]["number"], 0);
    assert_eq!(table.sight(None)["number"], 0);
    eventually("the computers move after one look", || card()[0]["number"].as_u64().unwrap() > 0);
    eventually("they play to the end while somebody looks", || table.sight(None)["over"] == true);
}

#[test]
fn two_computers_have_no_real_dice() {
    let house = House::new();
    let two = json!([{ "computer": "greedy" }, { "computer": "steady" }]);
    let wanted = json!({ "scenario": "yukimura/yao", "seats": two, "real_dice": true });
    let refused = house.client().post("/api/tables", None, &wanted);
    assert_eq!((refused.status, refused.code().as_str()), (400, "malformed"));
}

#[test]
fn programs_are_not_started_from_outside() {
    let house = House::new();
    for level in ["exec:touch /tmp/x", "search:1000000", "clever"] {
        let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", { "computer": level }] });
        assert_eq!(house.client().post("/api/tables", None, &wanted).code(), "unknown-level");
    }
}
