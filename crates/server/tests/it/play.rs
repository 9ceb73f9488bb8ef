//! Creating, joining, playing, coming back.

use serde_json::{Value, json};

use crate::house::{House, Live, eventually};

fn numbers(news: &Value) -> Vec<u64> {
    news["steps"].as_array().unwrap().iter().map(|step| step["number"].as_u64().unwrap()).collect()
}

fn scene_of(sight: &Value) -> kernel::scene::Scene {
    serde_json::from_value(sight["scene"].clone()).unwrap()
}

/// A unit of the side that moves first, and somewhere it can go.
pub(crate) fn a_move(live: &mut Live) -> (String, String) {
    let choices = live.rest["choices"].as_array().cloned();
    let choices = choices.unwrap_or_else(|| live.welcome["sight"]["choices"].as_array().unwrap().clone());
    let plain = |choice: &&Value| {
        choice["action"].as_str().unwrap().starts_with("move ") && choice["warning"].is_null()
    };
    let unit = choices.iter().find(plain).expect("a unit to move")["action"].as_str().unwrap().to_owned();
    let after = live.number;
    let done = live.ask(json!({ "say": "act", "action": unit, "after": after }));
    assert_eq!(done["tell"], "done", "{done}");
    let place = live.rest["choices"].as_array().unwrap().iter();
    let place =
        place.map(|choice| choice["action"].as_str().unwrap()).find(|action| action.starts_with("to "));
    (unit, place.expect("a place to go to").to_owned())
}

#[test]
fn the_lobby_shows_what_can_be_played() {
    let house = House::new();
    let lobby = house.client().get("/api/lobby", None).ok();
    assert_eq!(lobby["version"], 1);
    let systems: Vec<&str> =
        lobby["systems"].as_array().unwrap().iter().map(|system| system["id"].as_str().unwrap()).collect();
    assert!(systems.contains(&"yukimura") && systems.contains(&"probe-sealed"), "{systems:?}");
    let scenario = &lobby["systems"][0]["scenarios"][0];
    let digest = scenario["grounds"][0].as_str().unwrap();
    for path in [format!("/api/map/{digest}.svg"), format!("/api/thumbnail/{digest}.svg")] {
        let picture = house.client().get(&path, None);
        assert!(picture.status == 200 && picture.body.starts_with("<svg"), "{}", picture.status);
        assert!(picture.head.contains("immutable"), "{}", picture.head);
    }
    let ground = house.client().get(&format!("/api/ground/{digest}"), None).ok();
    assert_eq!(ground["kind"], "hexes");
    assert!(!lobby["levels"].as_array().unwrap().is_empty());
}

#[test]
fn a_listed_table_is_in_the_lobby_and_others_are_found_by_their_id() {
    let house = House::new();
    let client = house.client();
    let listed =
        client.open(&json!({ "scenario": "yukimura/yao", "seats": ["person", "person"], "listed": true }));
    let quiet = client.for_two("yukimura/yao");
    let lobby = client.get("/api/lobby", None).ok();
    let tables = lobby["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0]["table"], json!(listed.id));
    assert!(tables[0]["status"].as_str().unwrap().contains("East moves"));
    let both = client.get(&format!("/api/tables?ids={},{},zzzzzzzzzz", listed.id, quiet.id), None).ok();
    assert_eq!(both.as_array().unwrap().len(), 2);
    assert_eq!(both[1]["waiting"], json!([0]));
    quiet.act(0, "done");
    let card = client.get(&format!("/api/tables?ids={}", quiet.id), None).ok();
    assert_eq!(card[0]["number"], 1);
    assert_eq!(card[0]["waiting"], json!([1]));
}

#[test]
fn who_acts_sees_every_click_and_the_others_the_whole_chain() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let (mut east, mut osaka, mut watcher) =
        (table.live(Some(0), None), table.live(Some(1), None), table.live(None, None));
    assert!(!east.welcome["sight"]["choices"].as_array().unwrap().is_empty());
    assert!(osaka.welcome["sight"]["choices"].as_array().unwrap().is_empty());
    let before = osaka.scene.clone();

    let (_, place) = a_move(&mut east);
    assert_eq!((east.seq, east.number), (1, 1));
    assert_eq!(east.rest["in_chain"], true);
    // In the middle of it nothing has happened for the others.
    for seat in [Some(1), None] {
        let sight = table.sight(seat);
        assert_eq!((&sight["number"], &sight["seq"]), (&json!(0), &json!(0)));
        assert_eq!(scene_of(&sight), before);
    }
    east.act(&place);
    assert_eq!((east.seq, east.number), (2, 2));
    for other in [&mut osaka, &mut watcher] {
        let news = other.until("news");
        assert_eq!(numbers(&news), [1, 2]);
        assert_eq!((other.seq, other.number), (1, 2));
        assert!(news["rest"]["choices"].as_array().unwrap().is_empty());
    }
    for (seat, live) in [(Some(0), &east), (Some(1), &osaka), (None, &watcher)] {
        assert_eq!(scene_of(&table.sight(seat)), live.scene, "differences lead to the same scene");
    }
    assert_ne!(osaka.scene, before);
    assert_eq!(east.rest["head"], osaka.rest["head"]);
}

#[test]
fn clicks_taken_back_in_a_chain_are_never_told() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let (mut east, mut osaka) = (table.live(Some(0), None), table.live(Some(1), None));
    a_move(&mut east);
    assert_eq!(east.rest["free_undo"], 0);
    let back = east.ask(json!({ "say": "undo", "to": 0, "after": 1 }));
    assert_eq!(back["tell"], "done", "{back}");
    assert_eq!((east.number, &east.rest["free_undo"]), (2, &json!(2)));
    east.act("done");
    let news = osaka.until("news");
    assert_eq!(numbers(&news), [3]);
    assert_eq!((osaka.seq, osaka.number), (1, 3));
    assert_eq!(osaka.rest["choices"][0]["action"], "done");
    // Each has the story he was told.
    let heard = |seat: usize| {
        let story = table.client.get(&table.path("/story"), table.token(Some(seat))).ok();
        numbers(&story)
    };
    assert_eq!(heard(0), [0, 1, 2, 3]);
    assert_eq!(heard(1), [0, 3]);
}

#[test]
fn whoever_was_away_is_told_what_he_missed_also_after_a_restart() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    let osaka = table.live(Some(1), None);
    let (_, place) = a_move(&mut east);
    east.act(&place);
    drop(osaka);
    let (_, place) = a_move(&mut east);
    east.act(&place);

    let since = |table: &crate::house::Seats, since: u64| {
        let live = table.live(Some(1), Some(since));
        let missed = live.welcome["missed"].as_array().unwrap().iter();
        let missed: Vec<u64> = missed.map(|step| step["number"].as_u64().unwrap()).collect();
        (missed, live.seq, live.number)
    };
    let expected = [(vec![1, 2, 3, 4], 2, 4), (vec![3, 4], 2, 4), (vec![], 2, 4)];
    assert_eq!([0, 1, 2].map(|n| since(&table, n)), expected);

    let (head, scene) = (east.rest["head"].clone(), east.scene.clone());
    drop(east);
    house.restart();
    let table = crate::house::Seats { client: house.client(), ..table };
    assert_eq!([0, 1, 2].map(|n| since(&table, n)), expected);
    let mut east = table.live(Some(0), Some(2));
    assert_eq!(east.welcome["missed"].as_array().unwrap().len(), 2);
    assert_eq!((&east.welcome["sight"]["head"], east.seq), (&head, 4));
    assert_eq!(east.scene, scene);
    east.act("done");
    assert_eq!(east.seq, 5);
}

#[test]
fn a_chain_that_was_open_at_a_restart_is_told_whole() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    let (_, place) = a_move(&mut east);
    drop(east);
    house.restart();
    let table = crate::house::Seats { client: house.client(), ..table };
    let mut osaka = table.live(Some(1), None);
    assert_eq!((osaka.seq, osaka.number), (0, 0));
    table.act(0, &place);
    let news = osaka.until("news");
    assert_eq!(numbers(&news), [1, 2]);
    assert_eq!(scene_of(&table.sight(Some(1))), osaka.scene);
}

#[test]
fn seats_tell_who_is_here() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    let osaka = table.live(Some(1), None);
    let here = |live: &mut Live, wanted: Value| loop {
        let seats = live.until("seats");
        if json!([seats["seats"][0]["here"], seats["seats"][1]["here"]]) == wanted {
            break;
        }
    };
    here(&mut east, json!([true, true]));
    drop(osaka);
    here(&mut east, json!([true, false]));
}

#[test]
fn chat_is_for_all_and_notes_are_ones_own() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let (mut east, mut watcher) = (table.live(Some(0), None), table.live(None, None));
    assert_eq!(east.ask(json!({ "say": "chat", "text": " Well\u{7} met! " }))["tell"], "done");
    let chat = watcher.until("chat");
    assert_eq!(chat["chat"]["text"], "Well met!");
    assert_eq!(watcher.ask(json!({ "say": "chat", "text": "Good luck" }))["tell"], "done");
    assert_eq!(east.until("chat")["chat"]["seat"], Value::Null);
    assert_eq!(east.ask(json!({ "say": "notes", "text": "hold\nthe bridge" }))["tell"], "done");
    let orders = json!([{ "kind": "ask-move", "at": null, "order": "ask" }]);
    assert_eq!(east.ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    drop((east, watcher));
    house.restart();
    let table = crate::house::Seats { client: house.client(), ..table };
    let [own, other, watching] = [Some(0), Some(1), None].map(|seat| table.sight(seat));
    assert_eq!(own["chat"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&own["notes"], &other["notes"], &watching["notes"]),
        (&json!("hold\nthe bridge"), &json!(""), &json!(""))
    );
    assert_eq!((&own["orders"], &other["orders"]), (&orders, &json!([])));
}

#[test]
fn any_moment_can_be_looked_at() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let begin = scene_of(&table.sight(None));
    let mut east = table.live(Some(0), None);
    let (_, place) = a_move(&mut east);
    east.act(&place);
    let after = east.scene.clone();
    east.act("done");
    let at = |n: u32, seat| table.client.get(&table.path(&format!("?at={n}")), table.token(seat));
    let first = at(0, Some(1)).ok();
    assert_eq!((scene_of(&first), &first["number"]), (begin, &json!(0)));
    let then = at(2, None).ok();
    assert_eq!((scene_of(&then), &then["number"]), (after, &json!(2)));
    assert!(then["choices"].as_array().unwrap().is_empty());
    assert_eq!(at(9, None).code(), "not-found");
}

#[test]
fn panels_answer_whoever_is_asked() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let (mut east, mut osaka, mut watcher) =
        (table.live(Some(0), None), table.live(Some(1), None), table.live(None, None));
    let choices = east.welcome["sight"]["choices"].as_array().unwrap().clone();
    let unit = choices.iter().find(|choice| choice["warning"].is_string()).unwrap();
    let odds = east.ask(json!({ "say": "odds", "actions": [unit["action"]] }));
    assert_eq!(odds["tell"], "odds", "{odds}");
    assert_eq!(odds["odds"], Value::Null);
    let dark = osaka.scene.pieces.iter().find(|piece| piece.side == 1 && piece.place.is_some()).unwrap();
    let why = east.ask(json!({ "say": "why", "thing": format!("piece:{}", dark.id) }));
    assert_eq!(why["tell"], "why");
    assert!(why["said"]["rule"].is_string(), "{why}");
    assert_eq!(watcher.ask(json!({ "say": "overlays" }))["tell"], "overlays");
    assert_eq!(watcher.ask(json!({ "say": "odds", "actions": [] }))["error"]["code"], "wrong-seat");
    let refused = osaka.ask(json!({ "say": "odds", "actions": ["done"] }));
    assert_eq!(refused["error"]["code"], "not-your-turn");
}

#[test]
fn a_table_nobody_needs_leaves_memory_and_comes_back() {
    let house = House::with(|config| config.patience.park = std::time::Duration::from_millis(100));
    let table = house.client().for_two("yukimura/yao");
    table.act(0, "done");
    let in_memory = || {
        let metrics = house.client().get("/metrics", None).body;
        metrics.lines().find_map(|line| line.strip_prefix("gunbai_tables_in_memory ")).unwrap().to_owned()
    };
    eventually("the table leaves memory", || in_memory() == "0");
    assert_eq!(table.number(1), 1);
    // One whose people are here, but do nothing, keeps only its sockets; the next click brings it back.
    let mut osaka = table.live(Some(1), None);
    let loads = || {
        let metrics = house.client().get("/metrics", None).body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("gunbai_tables_loaded_total "));
        line.unwrap().parse::<u32>().unwrap()
    };
    let before = loads();
    eventually("the game leaves memory", || {
        // A look reads it again if it has left.
        std::thread::sleep(std::time::Duration::from_millis(150));
        table.sight(None);
        loads() > before
    });
    osaka.act("done");
    assert_eq!(osaka.seq, 2);
}

#[test]
fn rulebook_examples_and_the_page_are_served() {
    let house = House::new();
    let client = house.client();
    let book = client.get("/api/rules/yukimura", None).ok();
    let mut rules = book["chapters"].as_array().unwrap().iter().flat_map(|c| c["rules"].as_array().unwrap());
    let shown = rules.find(|rule| !rule["examples"].as_array().unwrap().is_empty()).unwrap();
    let name = shown["examples"][0][0].as_str().unwrap();
    let example = client.get(&format!("/api/examples/yukimura/{name}"), None).ok();
    assert!(example["frames"].as_array().unwrap().len() >= 2, "{name}");
    assert_eq!(client.get("/api/examples/yukimura/nonsense", None).code(), "not-found");
    assert_eq!(client.get("/api/guide/probe-sealed/banners", None).code(), "not-found");
    for (path, status) in [
        ("/", 200),
        ("/verify", 200),
        ("/rules/yukimura", 200),
        ("/rules/nowhere", 404),
        ("/examples/yukimura/nothing", 404),
        ("/t/abcdefghij", 404),
        ("/nowhere", 404),
    ] {
        let page = client.get(path, None);
        assert!(page.status == status && page.head.contains("text/html"), "{path} {}", page.head);
        assert!(page.head.contains("script-src 'self'") && page.head.contains("nosniff"));
    }
    let table = client.for_two("yukimura/yao");
    assert_eq!(client.get(&format!("/t/{}", table.id), None).status, 200);
    assert_eq!(client.get("/assets/nonsense.js", None).status, 404);
    assert_eq!(client.get("/api/nonsense", None).code(), "not-found");
    assert_eq!(client.get("/health", None).ok()["ok"], true);
}

#[test]
fn every_example_can_be_shown() {
    let house = House::new();
    let book = house.client().get("/api/rules/yukimura", None).ok();
    let rules = book["chapters"].as_array().unwrap().iter().flat_map(|c| c["rules"].as_array().unwrap());
    let mut names: Vec<&str> = rules
        .flat_map(|rule| rule["examples"].as_array().unwrap())
        .map(|example| example[0].as_str().unwrap())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() > 200);
    // A tenth of them: they are run as tests elsewhere.
    for name in names.iter().step_by(10) {
        let shown = house.client().get(&format!("/api/examples/yukimura/{name}"), None).ok();
        assert!(!shown["frames"].as_array().unwrap().is_empty(), "{name}");
    }
}
