//! Records out and in, real dice, tables from positions.

use std::sync::OnceLock;

use contract::probes::{Nested, Twin};
use kernel::{Setup, Viewer, record::Source};
use roster::{AnySystem, Of};
use serde_json::{Value, json};

use crate::{
    house::{House, Seats, config},
    play::a_move,
};

#[test]
fn a_finished_game_can_be_taken_elsewhere_with_everything_in_it() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    let (_, place) = a_move(&mut east);
    east.act(&place);
    assert_eq!(table.client.get(&table.path("/luck"), None).code(), "not-over");
    let running = table.client.get(&table.path("/record"), table.token(Some(0))).body;
    assert!(!running.contains("\nseed "), "the seed tells every throw to come");
    let number = table.number(0);
    table.post(Some(1), "/resign", &json!({ "after": number })).ok();
    let record = table.client.get(&table.path("/record"), None).body;
    assert!(record.contains("\nseed "));
    assert!(table.client.get(&table.path("/luck"), None).ok()["throws"].is_array());
    let sight = table.sight(None);
    assert_eq!((&sight["over"], &sight["asked"]["winner"]), (&json!(true), &json!("east")));

    let wanted = json!({ "record": record, "seats": ["person", "person"] });
    let copy = house.client().open(&wanted);
    // It is the same game; only the dice that nobody will throw are new.
    let taken = copy.client.get(&copy.path("/record"), None).body;
    let read = kernel::record::Record::parse("record", &record).unwrap();
    let copied = kernel::record::Record::parse("copy", &taken).unwrap();
    assert_eq!(copied.entries[..read.entries.len()], read.entries);
    assert_eq!((copied.header, copied.entries.len()), (read.header.clone(), read.entries.len() + 1));
    assert_eq!(sight["head"], json!(kernel::data::hex(&read.head())));
}

#[test]
fn a_running_game_goes_on_where_its_record_ended() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    a_move(&mut east);
    let record = table.client.get(&table.path("/record"), table.token(Some(0))).body;
    let copy = house.client().open(&json!({ "record": record, "seats": ["person", "person"] }));
    let sight = copy.sight(Some(0));
    assert_eq!((&sight["number"], &sight["in_chain"]), (&json!(1), &json!(true)));
    // Its seed is not known here, and its author may know it: the dice are new.
    assert_eq!((&sight["real_dice"], &sight["from_file"]), (&json!(false), &json!(1)));
    assert_eq!(copy.sight(Some(1))["number"], 0, "the chain is still open");
    let place = sight["choices"][0]["action"].as_str().unwrap().to_owned();
    copy.act(0, &place);
}

#[test]
fn a_record_that_was_touched_is_refused_with_the_reason() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    table.act(0, "done");
    let record = table.client.get(&table.path("/record"), None).body;
    let tries = [
        ("not a record", "faulty"),
        (&record.replace("1 0 done", "1 1 done"), "faulty"),
        (&record.replace("scenario yao", "scenario yoa"), "faulty"),
        (&record.replace("system yukimura", "system nobody"), "faulty"),
        (&record[..record.len() / 2], "faulty"),
    ];
    for (text, code) in tries {
        let wanted = json!({ "record": text, "seats": ["person", "person"] });
        let answer = house.client().post("/api/tables", None, &wanted);
        assert_eq!(answer.code(), code, "{}", answer.body);
    }
}

#[test]
fn real_dice_are_waited_for_and_marked() {
    let house = House::new();
    let client = house.client();
    let table = client.open(&json!({
        "scenario": "probe-sealed/banners", "seats": ["person", "person"], "real_dice": true
    }));
    let asked = table.sight(None)["asked"].clone();
    assert_eq!((&asked["rests-in"], &asked["dice"]), (&json!("roll"), &json!(3)));
    let thrower = asked["seat"].as_u64().unwrap() as usize;
    let dice =
        |seat: usize, pips: Value| table.post(Some(seat), "/dice", &json!({ "pips": pips, "after": 0 }));
    assert_eq!(dice(1 - thrower, json!([1, 2, 3])).code(), "not-your-turn");
    assert_eq!(dice(thrower, json!([1, 2])).code(), "wrong-dice");
    assert_eq!(dice(thrower, json!([1, 2, 7])).code(), "wrong-dice");
    assert_eq!(dice(thrower, json!([1, 2, 300])).code(), "malformed");
    assert_eq!(dice(thrower, json!([1, 2, 3])).ok()["number"], 1);
    let again = table.post(Some(thrower), "/dice", &json!({ "pips": [1, 2, 3], "after": 1 }));
    assert_eq!(again.code(), "no-dice-wanted");
    let story = client.get(&table.path("/story"), None).ok();
    assert_eq!(story["steps"][1]["cause"], json!({ "kind": "throw", "entered": true }));
    let record = client.get(&table.path("/record"), None).body;
    assert!(record.contains("dice entered") && record.contains("1 entered 1 1 2 3"), "{record}");

    // For a computer any person throws, and nobody who only looks on.
    let seats = if thrower == 0 {
        json!([{ "computer": "greedy" }, "person"])
    } else {
        json!(["person", { "computer": "greedy" }])
    };
    let table =
        client.open(&json!({ "scenario": "probe-sealed/banners", "seats": seats, "real_dice": true }));
    let watching = table.post(None, "/dice", &json!({ "pips": [1, 2, 3], "after": 0 }));
    assert_eq!(watching.code(), "wrong-seat");
    let person = 1 - thrower;
    table.post(Some(person), "/dice", &json!({ "pips": [1, 2, 3], "after": 0 })).ok();
}

/// Starts something from a position of another table.
fn from(house: &House, table: &Seats, at: u64, branch: bool, token: Option<&str>) -> crate::house::Answer {
    let wanted = json!({
        "seats": ["person", "person"], "from": { "table": table.id, "at": at, "branch": branch }
    });
    house.client().post("/api/tables", token, &wanted)
}

#[test]
fn a_private_branch_is_for_who_sits_at_the_table() {
    let mut house = House::new();
    let table = house.client().for_two("yukimura/yao");
    let mut east = table.live(Some(0), None);
    let (_, place) = a_move(&mut east);
    east.act(&place);
    assert_eq!(from(&house, &table, 2, true, None).code(), "wrong-seat");
    assert_eq!(from(&house, &table, 9, true, table.token(Some(0))).code(), "not-found");
    let opened = from(&house, &table, 2, true, table.token(Some(1))).ok();
    let branch = Seats::of(house.client(), &opened);
    assert!(branch.tokens.iter().all(Option::is_some), "both seats are his");
    let sight = branch.sight(Some(0));
    assert_eq!(sight["branch_of"], json!([table.id, 2]));
    assert_eq!(sight["scene"]["pieces"], table.sight(Some(0))["scene"]["pieces"]);
    branch.act(0, "done");
    assert_eq!(table.number(0), 2, "the game itself is untouched");
    // It is kept nowhere.
    drop(east);
    house.restart();
    assert_eq!(house.client().get(&branch.path(""), None).code(), "unknown-table");
    let table = Seats { client: house.client(), ..table };

    // Of a finished game anyone may take a position, to keep.
    table.post(Some(0), "/resign", &json!({ "after": 2 })).ok();
    let kept = Seats::of(house.client(), &from(&house, &table, 0, false, None).ok());
    assert_eq!(kept.sight(Some(0))["branch_of"], Value::Null);
    kept.act(0, "done");
}

#[test]
fn a_branch_of_a_game_with_secrets_holds_only_what_its_owner_may_know() {
    let house = House::new();
    let table = house.client().open(&json!({
        "scenario": "probe-sealed/banners", "seats": ["person", "person"], "real_dice": true
    }));
    let thrower = table.sight(None)["asked"]["seat"].as_u64().unwrap() as usize;
    table.post(Some(thrower), "/dice", &json!({ "pips": [1, 2, 3], "after": 0 })).ok();
    table.act(0, "keep ambush");
    table.act(1, "keep stores");
    // Seat 1 looks for seat 0's card in its own branches: it finds either, drawn by lot.
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let opened = from(&house, &table, 3, true, table.token(Some(1))).ok();
        let branch = Seats::of(house.client(), &opened);
        seen.insert(branch.sight(Some(0))["scene"]["hands"].to_string());
    }
    assert!(seen.len() > 1, "the card was not drawn: {seen:?}");
}

/// A system some of whose states can be played but not shown.
type Unshown = Twin<Nested>;

#[test]
fn a_position_that_cannot_be_shown_is_refused_and_nothing_is_kept() {
    let house = House::with(|config| {
        static ALL: OnceLock<Vec<&'static dyn AnySystem>> = OnceLock::new();
        config.systems = ALL.get_or_init(|| vec![&Of::<Unshown>::NEW]);
        for (path, text) in Of::<Unshown>::NEW.files() {
            config.data[0].insert(path, text);
        }
    });
    let client = house.client();
    let tables = || client.get("/health", None).ok()["tables"].as_u64().unwrap();
    let mut data = config(std::path::PathBuf::from("nowhere.db")).data.remove(0);
    for (path, text) in Of::<Unshown>::NEW.files() {
        data.insert(path, text);
    }
    let setup = Setup {
        system: "probe-unshown".to_owned(),
        scenario: "long".to_owned(),
        options: Default::default(),
        revision: 1,
        position: None,
    };
    let mut game = Of::<Unshown>::NEW.open(&data, &setup, Source::Seeded(7), Some([0; 16])).unwrap();
    let (mut kept, mut refused) = (0, 0);
    while kept + refused < 40 && !game.is_over() {
        let Some(&seat) = game.waiting().first() else {
            let mut dice = game.seeded_dice().unwrap();
            game.throw(&mut dice, Viewer::Everyone).unwrap();
            continue;
        };
        let action = game.choices(seat)[0].action.clone();
        game.act(seat, &action, Viewer::Everyone).unwrap();
        // Otherwise the server would throw at once, and another position would be shown.
        if game.waiting().is_empty() {
            continue;
        }
        let before = tables();
        let wanted = json!({ "record": game.record(Viewer::Everyone).text(), "seats": ["person", "person"] });
        let answer = client.post("/api/tables", None, &wanted);
        if answer.status >= 400 {
            assert_eq!(answer.code(), "faulty");
            assert!(answer.body.contains("cannot be shown"), "{}", answer.body);
            assert_eq!(tables(), before, "nothing was kept");
            refused += 1;
        } else {
            let table = Seats::of(client, &answer.ok());
            for viewer in [None, Some(0), Some(1)] {
                assert_eq!(client.get(&table.path(""), table.token(viewer)).status, 200);
            }
            kept += 1;
        }
    }
    assert!(kept > 3 && refused > 3, "{kept} kept, {refused} refused");
}
