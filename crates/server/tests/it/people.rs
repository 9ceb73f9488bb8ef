//! Names, open seats, the next game with the same people, and what an account has played.

use serde_json::{Value, json};
use server::Allowance;

use crate::house::{House, Live, Seats};

fn person(sight: &Value, seat: usize) -> Value {
    sight["seats"][seat]["person"].clone()
}

/// The seats as they are told next.
fn told_seats(live: &mut Live) -> Value {
    live.until("seats")["seats"].clone()
}

fn looking(house: &House) -> Seats {
    house.client().open(&json!({
        "scenario": "yukimura/yao", "seats": ["person", "person"], "names": ["Ieyasu", ""], "open_seat": 1
    }))
}

#[test]
fn a_name_is_shown_to_everyone_and_kept() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    assert_eq!(person(&table.sight(None), 0), Value::Null);
    let mut watcher = table.live(None, None);
    assert_eq!(table.post(None, "/name", &json!({ "name": "Nobody" })).code(), "wrong-seat");
    assert_eq!(table.post(Some(0), "/name", &json!({ "name": "x".repeat(25) })).code(), "malformed");
    table.post(Some(0), "/name", &json!({ "name": " Ieyasu\u{7} " })).ok();
    loop {
        let seats = told_seats(&mut watcher);
        if seats[0]["person"] == "Ieyasu" {
            break;
        }
        assert_eq!(seats[0]["person"], Value::Null);
    }
    house.restart();
    let card = house.client().get(&format!("/api/tables?ids={}", table.id), None).ok();
    assert_eq!(card[0]["seats"][0]["person"], "Ieyasu");
    // A new link is for somebody else, perhaps.
    let table = Seats { client: house.client(), ..table };
    table.post(Some(0), "/new-link", &json!({})).ok();
    assert_eq!(person(&table.sight(None), 0), Value::Null);
}

#[test]
fn an_open_seat_is_listed_and_taken_by_the_first_who_asks() {
    let house = House::new();
    let client = house.client();
    let table = looking(&house);
    let open = client.get("/api/lobby", None).ok()["open"].clone();
    assert_eq!(open[0]["table"], table.id.as_str());
    assert_eq!(open[0]["seats"][0]["person"], "Ieyasu");
    assert_eq!([&open[0]["seats"][0]["open"], &open[0]["seats"][1]["open"]], [false, true]);
    let joined = table.post(None, "/join", &json!({ "name": "Kimura" })).ok();
    assert_eq!(joined["seat"], 1);
    assert_eq!(table.post(None, "/join", &json!({ "name": "Late" })).code(), "taken");
    assert_eq!(client.get("/api/lobby", None).ok()["open"], json!([]));
    // The new token opens the seat; that of the link does not any more.
    let sight = client.get(&table.path(""), joined["token"].as_str()).ok();
    assert_eq!((&sight["seat"], person(&sight, 1)), (&json!(1), json!("Kimura")));
    assert_eq!(client.get(&table.path(""), table.token(Some(1))).code(), "unknown-token");
}

#[test]
fn a_seat_that_somebody_has_by_its_link_is_not_open() {
    let house = House::new();
    let table = looking(&house);
    let live = table.live(Some(1), None);
    assert_eq!(live.welcome["sight"]["seats"][1]["open"], false);
    assert_eq!(table.post(None, "/join", &json!({})).code(), "taken");
    // Nobody is looked for any longer, and the link stays.
    let table = looking(&house);
    table.post(Some(0), "/stop-looking", &json!({})).ok();
    assert_eq!(table.post(None, "/join", &json!({})).code(), "taken");
    assert_eq!(table.sight(Some(1))["seat"], 1);
    let of_computer = json!({
        "scenario": "yukimura/yao", "seats": ["person", { "computer": "greedy" }], "open_seat": 1
    });
    assert_eq!(house.client().post("/api/tables", None, &of_computer).code(), "malformed");
}

#[test]
fn whoever_takes_many_seats_is_slowed_down() {
    let house = House::with(|config| config.limits = Allowance::default());
    let table = looking(&house);
    let codes: Vec<u16> = (0..100).map(|_| table.post(None, "/join", &json!({})).status).collect();
    assert_eq!(codes[0], 200);
    assert!(codes.contains(&429), "{codes:?}");
}

#[test]
fn both_players_find_the_same_next_game_with_their_own_tokens() {
    let house = House::new();
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    table.post(Some(0), "/name", &json!({ "name": "Ieyasu" })).ok();
    let mut other = table.live(Some(1), None);
    assert_eq!(table.post(Some(0), "/rematch", &json!({})).code(), "not-over");
    let number = table.number(0);
    table.post(Some(0), "/resign", &json!({ "after": number })).ok();
    assert_eq!(table.post(None, "/rematch", &json!({})).code(), "wrong-seat");
    let next = table.post(Some(0), "/rematch", &json!({ "swap": true })).ok()["table"].clone();
    assert_eq!(other.until("rematch")["table"], next);
    // Whatever the second asks for, there is one next game.
    assert_eq!(table.post(Some(1), "/rematch", &json!({})).ok()["table"], next);
    assert_eq!(table.sight(None)["rematch"], next);
    let path = format!("/api/tables/{}", next.as_str().unwrap());
    let first = client.get(&path, table.token(Some(0))).ok();
    assert_eq!((&first["seat"], person(&first, 1)), (&json!(1), json!("Ieyasu")));
    assert_eq!(client.get(&path, table.token(Some(1))).ok()["seat"], 0);
    assert_eq!(first["number"], 0);
}

#[test]
fn an_account_has_its_games_by_result() {
    let house = House::new();
    let client = house.client();
    let opened =
        client.post("/api/account/open", None, &json!({ "name": "ieyasu", "passphrase": "four hundred" }));
    let cookie = opened.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    let (won, lost, running) =
        (client.for_two("yukimura/yao"), client.for_two("yukimura/yao"), client.for_two("daimyo/sunagawa"));
    for (table, seat) in [(&won, 0), (&lost, 1), (&running, 0)] {
        let body = json!({ "table": table.id, "token": table.token(Some(seat)) });
        client.send("POST", "/api/account/seats", &cookie, Some(&body)).ok();
    }
    for table in [&won, &lost] {
        let number = table.number(1);
        table.post(Some(1), "/resign", &json!({ "after": number })).ok();
    }
    let history = client.send("GET", "/api/account/history", &cookie, None).ok();
    let result = |table: &Seats| {
        let games = history.as_array().unwrap();
        games.iter().find(|game| game["table"]["table"] == table.id.as_str()).unwrap()["result"].clone()
    };
    assert_eq!(
        [result(&won), result(&lost), result(&running)],
        [json!("won"), json!("lost"), json!("running")]
    );
    assert_eq!(client.get("/api/account/history", None).code(), "signed-out");
}
