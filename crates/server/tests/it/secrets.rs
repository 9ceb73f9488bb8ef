//! What is hidden stays hidden: two games that differ only in a hidden choice look the same to everybody else.

use serde_json::{Value, json};

use crate::house::{House, Live, Seats};

const TABLE: &str = "probe-sealed/banners";

/// Both seats are people, dice are entered, so that two games can be made to differ in one thing only.
fn table(house: &House) -> Seats {
    house.client().open(&json!({ "scenario": TABLE, "seats": ["person", "person"], "real_dice": true }))
}

/// Hashes and names differ from game to game; their lengths do not.
fn masked(text: &str, table: &Seats) -> String {
    let mut masked = text.replace(&table.id, "(table)");
    for token in table.tokens.iter().flatten() {
        assert!(!masked.contains(token), "a token is never told: {masked}");
    }
    let mut out = String::new();
    while let Some(at) = masked.find(|c: char| c.is_ascii_hexdigit()) {
        let run = masked[at..].find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(masked.len() - at);
        out += &masked[..at];
        out += if run == 64 { "(hash)" } else { &masked[at..at + run] };
        masked = masked[at + run..].to_owned();
    }
    out + &masked
}

/// Seat 0 keeps `card` in secret and bids `bid`; then it loses the bidding and is asked whether it springs an ambush.
fn play(house: &House, card: &str, bid: &str, orders: Option<Value>) -> (Seats, [Live; 3]) {
    let table = table(house);
    let mut lives = [table.live(Some(0), None), table.live(Some(1), None), table.live(None, None)];
    if let Some(orders) = orders {
        assert_eq!(lives[0].ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    }
    let throws = lives[0].welcome["sight"]["asked"]["seat"].as_u64().unwrap() as usize;
    let after = lives[throws].number;
    let thrown = lives[throws].ask(json!({ "say": "dice", "pips": [5, 2, 6], "after": after }));
    assert_eq!(thrown["tell"], "done", "{thrown}");
    let act = |lives: &mut [Live; 3], seat: usize, action: &str| {
        // The other has been told what this seat has been told.
        let number = table.number(seat);
        while lives[seat].number < number {
            lives[seat].until("news");
        }
        lives[seat].act(action);
    };
    act(&mut lives, 0, &format!("keep {card}"));
    act(&mut lives, 1, "keep stores");
    act(&mut lives, 0, bid);
    act(&mut lives, 1, "bid river 3");
    (table, lives)
}

/// Everything heard so far, by asking for something whose answer comes last.
fn heard(live: &mut Live, table: &Seats) -> Vec<String> {
    live.ask(json!({ "say": "overlays" }));
    of_the_game(live).map(|frame| masked(frame, table)).collect()
}

/// The frames that tell of the game. Who comes and goes is told when it happens, before or after a throw.
fn of_the_game(live: &Live) -> impl Iterator<Item = &String> {
    live.frames.iter().filter(|frame| !frame.contains("\"seats\""))
}

#[test]
fn a_hidden_card_shows_in_no_frame_and_no_size() {
    let house = House::new();
    let (one, mut ones) = play(&house, "ambush", "bid river 1", None);
    let (two, mut twos) = play(&house, "stores", "bid river 1", None);
    for viewer in [1, 2] {
        let [heard_one, heard_two] = [heard(&mut ones[viewer], &one), heard(&mut twos[viewer], &two)];
        assert!(heard_one.len() > 5, "{heard_one:?}");
        assert_eq!(heard_one, heard_two);
        let lengths = |live: &Live| of_the_game(live).map(String::len).collect::<Vec<_>>();
        assert_eq!(lengths(&ones[viewer]), lengths(&twos[viewer]));
    }
    // The owner does see it, so the comparison means something.
    assert_ne!(heard(&mut ones[0], &one), heard(&mut twos[0], &two));

    // The same by HTTP: sight, story, record, and the errors of forbidden actions.
    for viewer in [Some(1), None] {
        for path in ["", "/story", "/record", "?at=2", "/overlays"] {
            let [a, b] = [&one, &two].map(|table| {
                let answer = table.client.get(&table.path(path), table.token(viewer));
                assert_eq!(answer.status, 200, "{path}");
                (masked(&answer.body, table), answer.body.len())
            });
            assert_eq!(a, b, "{path} for {viewer:?}");
        }
    }
    let record = one.client.get(&one.path("/record"), one.token(Some(1))).body;
    assert!(record.contains("sealed") && !record.contains("keep ambush") && !record.contains("secret "));
    let own = one.client.get(&one.path("/record"), one.token(Some(0))).body;
    assert!(own.contains("= keep ambush") && !own.contains("= keep stores"));
    let try_it = |table: &Seats| {
        let after = table.number(1);
        let answer = table.post(Some(1), "/act", &json!({ "action": "spring", "after": after }));
        (answer.code(), answer.body.len())
    };
    assert_eq!(try_it(&one), try_it(&two));
}

#[test]
fn a_sealed_bid_is_told_as_a_bid_and_no_more() {
    let house = House::new();
    let bids = ["bid river 1", "bid hill 2"].map(|bid| {
        let table = table(&house);
        let mut watcher = table.live(None, None);
        let mut other = table.live(Some(1), None);
        let throws = table.sight(None)["asked"]["seat"].as_u64().unwrap() as usize;
        table.post(Some(throws), "/dice", &json!({ "pips": [1, 1, 1], "after": 0 })).ok();
        table.act(0, "keep stores");
        table.act(1, "keep stores");
        table.act(0, bid);
        (heard(&mut watcher, &table), heard(&mut other, &table))
    });
    assert_eq!(bids[0], bids[1]);
}

#[test]
fn a_standing_order_answers_whatever_the_seat_holds() {
    let house = House::new();
    let order = json!([{ "kind": "sealed-window", "order": "never" }]);
    let (one, mut ones) = play(&house, "ambush", "bid river 1", Some(order.clone()));
    let (two, mut twos) = play(&house, "stores", "bid river 1", Some(order));
    for table in [&one, &two] {
        let sight = table.sight(None);
        assert_eq!(sight["asked"]["rests-in"], "roll", "the window was passed by order: {}", sight["asked"]);
    }
    for viewer in [1, 2] {
        assert_eq!(heard(&mut ones[viewer], &one), heard(&mut twos[viewer], &two));
    }
    // What was answered by order is an input like any other.
    let record = one.client.get(&one.path("/record"), one.token(Some(0))).body;
    assert!(record.lines().any(|line| line.contains(" 0 pass") || line == "= pass"), "{record}");
}

#[test]
fn the_most_specific_order_wins() {
    let house = House::new();
    let orders = json!([
        { "kind": "sealed-window", "order": "never" },
        { "kind": "sealed-window", "at": "nowhere", "order": "always" },
        { "kind": "sealed-keep", "order": "habit" }
    ]);
    let table = table(&house);
    table.post(Some(0), "/orders", &json!({ "orders": orders })).ok();
    let throws = table.sight(None)["asked"]["seat"].as_u64().unwrap() as usize;
    table.post(Some(throws), "/dice", &json!({ "pips": [1, 1, 1], "after": 0 })).ok();
    // Keeping a card was left to habit.
    let asked = table.sight(None)["asked"]["questions"].clone();
    assert_eq!(asked.as_array().unwrap().len(), 1, "{asked}");
    assert_eq!(asked[0]["seat"], 1);
    // Who takes it back wants to choose anew.
    let number = table.number(0);
    table.post(Some(0), "/undo", &json!({ "to": 1, "after": number })).ok();
    assert_eq!(table.sight(None)["asked"]["questions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_computer_with_secrets_plays_to_the_end_and_everything_is_opened() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": TABLE, "seats": ["person", { "computer": "greedy" }]
    }));
    let mut live = table.live(Some(0), None);
    let mut asked = live.welcome["sight"]["choices"].clone();
    while live.rest["over"] != true {
        match asked
            .as_array()
            .and_then(|choices| choices.first())
            .and_then(|choice| choice["action"].as_str())
        {
            Some(action) => {
                let after = live.number;
                // The computer may have moved in the meantime.
                live.ask(json!({ "say": "act", "action": action, "after": after }));
            }
            None => _ = live.until("news"),
        }
        asked = live.rest["choices"].clone();
    }
    let record = house.client().get(&table.path("/record"), None).body;
    assert!(record.contains("\nseed ") && record.contains("\nsecret ") && record.contains("\n= keep "));
}
