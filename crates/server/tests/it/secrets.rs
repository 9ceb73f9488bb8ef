//! What is hidden stays hidden: two games that differ only in a hidden choice look the same to everybody else.

use std::time::{Duration, Instant};

use kernel::{Seat, Setup, Viewer, record::Source};
use serde_json::{Value, json};

use crate::house::{House, Live, Seats, config, filled, systems};

const TABLE: &str = "probe-sealed/banners";
const AREAS: &str = "summits/tennozan";

/// Something that happens at a table.
#[derive(Clone, Copy)]
enum Step<'a> {
    Act(usize, &'a str),
    /// Dice are entered by the seat that throws.
    Dice(&'a [u8]),
}

/// A game as it was played, and what its seats and a watcher have heard of it.
type Heard = (Seats, [Live; 3]);

/// Both seats are people, dice are entered, so that two games can be made to differ in one thing only.
fn table(house: &House, scenario: &str) -> Seats {
    house.client().open(&json!({ "scenario": scenario, "seats": ["person", "person"], "real_dice": true }))
}

/// Plays the steps over the live channel; the first seat has standing orders.
fn played(house: &House, scenario: &str, orders: Option<Value>, steps: &[Step<'_>]) -> Heard {
    let table = table(house, scenario);
    let mut lives = [table.live(Some(0), None), table.live(Some(1), None), table.live(None, None)];
    if let Some(orders) = orders {
        assert_eq!(lives[0].ask(json!({ "say": "orders", "orders": orders }))["tell"], "done");
    }
    for step in steps {
        let seat = match step {
            Step::Act(seat, _) => *seat,
            Step::Dice(_) => table.sight(None)["asked"]["seat"].as_u64().unwrap() as usize,
        };
        // This seat has been told what the other has done.
        let number = table.number(seat);
        while lives[seat].number < number {
            lives[seat].until("news");
        }
        match step {
            Step::Act(_, action) => _ = lives[seat].act(action),
            Step::Dice(pips) => {
                let after = lives[seat].number;
                let thrown = lives[seat].ask(json!({ "say": "dice", "pips": pips, "after": after }));
                assert_eq!(thrown["tell"], "done", "{thrown}");
            }
        }
    }
    (table, lives)
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
fn play(house: &House, card: &str, bid: &str, orders: Option<Value>) -> Heard {
    use Step::{Act, Dice};
    let keep = format!("keep {card}");
    let steps = [Dice(&[5, 2, 6]), Act(0, &keep), Act(1, "keep stores"), Act(0, bid), Act(1, "bid river 3")];
    played(house, TABLE, orders, &steps)
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

/// To everyone but `owner` two games look the same: every frame and its size, what HTTP gives, and what he is told who
/// tries `forbidden`. The owner sees the difference, so the comparison means something.
#[track_caller]
fn look_alike(one: &mut Heard, two: &mut Heard, owner: usize, forbidden: &str) {
    let other = 1 - owner;
    for viewer in [other, 2] {
        let [heard_one, heard_two] =
            [&mut *one, &mut *two].map(|(table, lives)| heard(&mut lives[viewer], table));
        assert!(heard_one.len() > 5, "{heard_one:?}");
        assert_eq!(heard_one, heard_two);
        let lengths = |live: &Live| of_the_game(live).map(String::len).collect::<Vec<_>>();
        assert_eq!(lengths(&one.1[viewer]), lengths(&two.1[viewer]));
    }
    assert_ne!(heard(&mut one.1[owner], &one.0), heard(&mut two.1[owner], &two.0));

    // The same by HTTP: whatever the server answers, and the errors of forbidden actions.
    for viewer in [Some(other), None] {
        for path in ["", "/story", "/record", "?at=2", "/overlays"] {
            let status = one.0.client.get(&one.0.path(path), one.0.token(viewer)).status;
            assert_eq!(status, 200, "{path}");
        }
        for route in server::routes() {
            let [a, b] = [&one.0, &two.0].map(|table| asked(table, viewer, &route));
            assert_eq!(a, b, "{route:?} for {viewer:?}");
        }
    }
    let try_it = |table: &Seats| {
        let after = table.number(other);
        let answer = table.post(Some(other), "/act", &json!({ "action": forbidden, "after": after }));
        (answer.code(), answer.body.len())
    };
    assert_eq!(try_it(&one.0), try_it(&two.0));
}

/// About the whole server, not about a table.
const OF_THE_SERVER: [&str; 2] = ["/health", "/metrics"];

/// Everything that a route of the server answers about a table to one viewer: status, bodies and their sizes.
fn asked(table: &Seats, viewer: Option<usize>, route: &server::Route) -> Vec<(u16, String, usize)> {
    let path = route.path.as_str();
    if OF_THE_SERVER.contains(&path) {
        return Vec::new();
    }
    let filled = filled(table, TABLE, path);
    let variants: &[&str] = match path {
        "/api/tables" => &[&format!("?ids={}", table.id)],
        "/api/tables/{id}" => &["", "?at=0", "?at=1", "?at=2", "?at=3"],
        "/api/tables/{id}/story" => &["", "?from=1", "?from=2"],
        "/api/tables/{id}/luck" => &["", "?from=1"],
        "/api/tables/{id}/why" => &["?thing=button:done", "?thing=card:ambush", "?thing=card:stores"],
        _ => &[""],
    };
    // A new link would make the seat another's; a watcher has none.
    let viewer = viewer.filter(|_| path != "/api/tables/{id}/new-link");
    let answers = variants.iter().map(|variant| {
        let body = match path {
            "/api/tables/{id}/odds" => json!({ "actions": ["keep ambush"] }),
            _ => json!({}),
        };
        let body = (route.method == "POST").then(|| body.to_string().into_bytes());
        let path = format!("{filled}{variant}");
        let answer = table.client.request(route.method, &path, table.token(viewer), body.as_deref());
        let told = without_moments(&answer.body);
        (answer.status, masked(&told, table), told.len())
    });
    answers.collect()
}

/// Two tables were not opened in the same second.
fn without_moments(body: &str) -> String {
    let Ok(mut tree) = serde_json::from_str::<Value>(body) else { return body.to_owned() };
    for card in tree.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for key in ["created", "changed"] {
            card.remove(key);
        }
    }
    tree.to_string()
}

#[test]
fn a_hidden_card_shows_in_no_frame_and_no_size() {
    let house = House::new();
    let mut one = play(&house, "ambush", "bid river 1", None);
    let mut two = play(&house, "stores", "bid river 1", None);
    look_alike(&mut one, &mut two, 0, "spring");
    let (one, _) = one;
    let record = one.client.get(&one.path("/record"), one.token(Some(1))).body;
    assert!(record.contains("sealed") && !record.contains("keep ambush") && !record.contains("secret "));
    let own = one.client.get(&one.path("/record"), one.token(Some(0))).body;
    assert!(own.contains("= keep ambush") && !own.contains("= keep stores"));
}

/// Akechi, with these cards, blocks Yamazaki; Hideyoshi's men go in, and Akechi is asked whether he springs an ambush.
fn into_contact<'a>(hand: &'a str) -> Vec<Step<'a>> {
    use Step::Act;
    let mut steps = vec![Act(0, "hand CA AS RE"), Act(1, hand), Act(0, "pass")];
    steps.extend(["play AS", "area shimoueno", "to yamazaki", "done"].map(|action| Act(1, action)));
    steps.extend(
        ["play AS", "area minase", "to takaradera_minami", "to yamazaki"].map(|action| Act(0, action)),
    );
    steps
}

#[test]
fn a_hidden_hand_shows_in_no_frame_and_no_size() {
    let house = House::new();
    let hands = ["hand AS FI RA AM", "hand AS FI FI RA"];
    let [mut one, mut two] = hands.map(|hand| played(&house, AREAS, None, &into_contact(hand)));
    for (table, _) in [&one, &two] {
        assert_eq!(table.sight(None)["asked"]["questions"][0]["kind"], "ask-ambush");
    }
    look_alike(&mut one, &mut two, 1, "ambush");
    // Nor when it has been answered and another of the cards lies face down.
    let [mut one, mut two] = hands.map(|hand| {
        let mut steps = into_contact(hand);
        steps.extend(["hold", "down FI", "area enmyoji", "to kannonji"].map(|action| Step::Act(1, action)));
        played(&house, AREAS, None, &steps)
    });
    look_alike(&mut one, &mut two, 1, "play FI");
}

#[test]
fn a_card_played_face_down_shows_in_no_frame_and_no_size() {
    let house = House::new();
    let [mut one, mut two] = ["down CA", "down RE"].map(|down| {
        let steps = [
            Step::Act(1, "hand AS FI RA AM"),
            Step::Act(0, "hand CA AS RE"),
            Step::Act(0, down),
            Step::Act(0, "area minase"),
            Step::Act(0, "to takaradera_minami"),
            Step::Act(1, "pass"),
            Step::Act(0, "pass"),
        ];
        played(&house, AREAS, None, &steps)
    });
    look_alike(&mut one, &mut two, 0, "down CA");
}

/// How long a beat is where one is measured: longer than any thought of the computer here.
const BEAT: Duration = Duration::from_millis(1_500);

/// A table at which this was done already; a computer goes on for seat 1.
fn against_computer(house: &House, steps: &[Step<'_>]) -> Seats {
    let data = &config(std::path::PathBuf::from("games.db")).data[0];
    let system = systems().iter().find(|system| system.name() == "summits").unwrap();
    let (name, scenario) = AREAS.split_once('/').unwrap();
    let setup = Setup {
        system: name.to_owned(),
        scenario: scenario.to_owned(),
        options: Default::default(),
        revision: 1,
        position: None,
    };
    let mut game = system.open(data, &setup, Source::Seeded(1582), Some([5; 16])).unwrap();
    for step in steps {
        let Step::Act(seat, action) = step else { unreachable!("no dice before the contact") };
        game.act(Seat(*seat as u8), action, Viewer::Everyone).unwrap();
    }
    let record = game.record(Viewer::Everyone).text();
    house.client().open(&json!({ "record": record, "seats": ["person", { "computer": "greedy" }] }))
}

/// A computer that was dealt these cards is asked whether it springs an ambush: what seat 0 and a watcher hear until it
/// has answered, and on which beat that is.
fn asked_computer(house: &House, hand: &str) -> ([Vec<String>; 2], u128) {
    let steps = into_contact(hand);
    let Some((Step::Act(_, last), before)) = steps.split_last() else { unreachable!("there are steps") };
    let table = against_computer(house, before);
    let mut lives = [table.live(Some(0), None), table.live(None, None)];
    lives.iter_mut().for_each(|live| live.frames.clear());
    let began = Instant::now();
    let contact = lives[0].act(last)["number"].as_u64();
    let answered = |live: &mut Live| loop {
        let told = live.hear();
        let kind = &told["rest"]["asked"]["questions"][0]["kind"];
        // What the computer answers is no secret once it is given.
        if told["tell"] == "news" && told["rest"]["number"].as_u64() > contact && kind != "ask-ambush" {
            let before = of_the_game(live).count() - 1;
            return of_the_game(live).take(before).map(|frame| masked(frame, &table)).collect::<Vec<_>>();
        }
    };
    let heard = answered(&mut lives[0]);
    let beats = began.elapsed().as_millis() / BEAT.as_millis();
    ([heard, answered(&mut lives[1])], beats)
}

#[test]
fn a_computer_answers_an_ambush_on_the_beat_whatever_it_holds() {
    let house = House::with(|config| config.patience.window = BEAT);
    let [one, two] = ["hand AS FI RA AM", "hand AS FI FI RA"].map(|hand| asked_computer(&house, hand));
    assert_eq!(one, two, "frames before the answer, and the beat it came on");
    assert_eq!(one.1, 1, "the first beat");
    assert!(one.0.iter().all(|heard| !heard.is_empty()));
}

#[test]
fn the_turn_of_a_computer_takes_a_beat_a_click_whatever_it_holds() {
    // Which card it plays it is asked as long as it has any, so that is a window of its own.
    let house = House::with(|config| (config.patience.turn, config.patience.window) = (BEAT, BEAT));
    for hand in ["hand AS FI RA AM", "hand AS FI FI RA"] {
        let table = against_computer(&house, &into_contact(hand)[..2]);
        let mut live = table.live(Some(0), None);
        let began = Instant::now();
        let passed = live.act("pass")["number"].as_u64();
        let told = loop {
            let told = live.hear();
            if told["tell"] == "news" && told["rest"]["number"].as_u64() > passed {
                break told;
            }
        };
        let beats = began.elapsed().as_millis() / BEAT.as_millis();
        // Its clicks are told together when the last is done, so their number is known by then.
        let of_computer = |step: &&Value| step["cause"]["kind"] == "act" && step["cause"]["seat"] == 1;
        let clicks = told["steps"].as_array().unwrap().iter().filter(of_computer).count();
        assert_eq!((beats, clicks > 0), (clicks as u128, true), "{hand}");
    }
}

#[test]
fn a_sealed_bid_is_told_as_a_bid_and_no_more() {
    let house = House::new();
    let bids = ["bid river 1", "bid hill 2"].map(|bid| {
        let table = table(&house, TABLE);
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
    let table = table(&house, TABLE);
    table.post(Some(0), "/orders", &json!({ "orders": orders })).ok();
    let throws = table.sight(None)["asked"]["seat"].as_u64().unwrap() as usize;
    table.post(Some(throws), "/dice", &json!({ "pips": [1, 1, 1], "after": 0 })).ok();
    // Keeping a card was left to habit.
    let asked = table.sight(None)["asked"]["questions"].clone();
    assert_eq!(asked.as_array().unwrap().len(), 1, "{asked}");
    assert_eq!(asked[0]["seat"], 1);
    // After an undo the seat chooses again.
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
