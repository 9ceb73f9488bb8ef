//! The real binary, command by command, with good input and bad. Bad input gets a clear message, the right exit code
//! and never a panic.

mod languages;
mod lies;
mod logs;
mod open;
mod ran;
mod readme;
mod secrets;
mod serving;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use kernel::record::{Input, Record};

use crate::ran::{Ran, YAO, finished, folder, gunbai, listed, overlay, text, told};

#[test]
fn every_command_has_help_with_an_example() {
    let commands = [
        "serve",
        "store",
        "scenarios",
        "play",
        "ask",
        "act",
        "position",
        "simulate",
        "replay",
        "verify",
        "odds",
        "example",
        "check",
        "draw",
        "rules",
        "bot",
        "completions",
    ];
    for command in commands {
        gunbai(&[command, "--help"]).ends(0).says(&["Example", &format!("gunbai {command}")[..6]]);
    }
    gunbai(&["--help"]).ends(0).says(&commands);
}

#[test]
fn wrong_flags_are_wrong_use() {
    gunbai(&["ask"]).ends(2);
    gunbai(&["ask", YAO, "--sideways"]).ends(2).complains(&["--sideways"]);
    gunbai(&["simulate", YAO, "--games", "0"]).ends(2);
    gunbai(&["simulate", YAO, "--games", "many"]).ends(2);
    gunbai(&["simulate", YAO, "--bots", "clever"]).ends(2).complains(&["greedy"]);
    gunbai(&["simulate", YAO, "--bots", "random,random,random"]).ends(2).complains(&["one or two"]);
    gunbai(&["simulate", YAO, "--bots", "exec:/nowhere/bot"]).ends(2).complains(&["/nowhere/bot"]);
    gunbai(&["verify", "x.gunbai", "--head", "zz"]).ends(2).complains(&["hexadecimal"]);
    gunbai(&["odds", YAO]).ends(2).complains(&["ACTION"]);
    gunbai(&["draw", YAO, "-o", "yao.jpeg"]).ends(2).complains(&[".svg or .png"]);
    gunbai(&["position", YAO, "-o", "yao.txt"]).ends(2).complains(&[".toml"]);
    gunbai(&["ask", YAO, "--option", "superiority"]).ends(2).complains(&["KEY=VALUE"]);
    gunbai(&["--data", "/nowhere/at/all", "ask", YAO]).ends(1).complains(&["no such directory"]);
}

#[test]
fn scenarios_are_listed_with_what_a_player_wants_to_know() {
    gunbai(&["scenarios"]).ends(0).says(&[
        YAO,
        "yukimura/domyoji",
        "12 innings",
        "superiority=nearest|adjacent",
    ]);
    let cards = gunbai(&["scenarios", "--json"]).ends(0).json();
    assert!(
        cards
            .as_array()
            .unwrap()
            .iter()
            .any(|card| card["scenario"] == "yao" && card["sides"][0]["id"] == "east")
    );
}

#[test]
fn unknown_names_are_answered_with_the_likest() {
    gunbai(&["ask", "yukimura/yoa"]).ends(2).complains(&["did you mean `yukimura/yao`?", "yukimura/domyoji"]);
    gunbai(&["ask", "yao"]).ends(2).complains(&["did you mean `yukimura/yao`?"]);
    gunbai(&["play", "yukimra/yao"]).ends(2).complains(&["did you mean `yukimura`?"]);
    gunbai(&["ask", "nothing.gunbai"]).ends(2).complains(&["no file nothing.gunbai"]);
    gunbai(&["ask", YAO, "--option", "superority=nearest"])
        .ends(2)
        .complains(&["did you mean `superiority`?"]);
    gunbai(&["ask", YAO, "--option", "superiority=some"]).ends(2).complains(&["nearest, adjacent"]);
    gunbai(&["simulate", YAO, "--vary", "luck"]).ends(2).complains(&["no option `luck`"]);
    gunbai(&["rules", "yukimura", "11-2-99"]).ends(2).complains(&["nearest are", "11-2-"]);
    gunbai(&["ask", YAO, "--seat", "north"]).ends(2).complains(&["0 or east"]);
    gunbai(&["ask", YAO, "--at", "3"]).ends(2).complains(&["has 0 inputs"]);
}

#[test]
fn every_listed_action_has_text_and_rule() {
    let asked = gunbai(&["ask", YAO, "--json"]).ends(0).json();
    let question = &asked["questions"][0];
    assert_eq!(question["side"], "east");
    let actions = question["actions"].as_array().unwrap();
    assert!(actions.len() > 5);
    for action in actions {
        assert!(!action["text"].as_str().unwrap().is_empty() && action["rule"] == question["rule"]);
    }
    gunbai(&["ask", YAO]).ends(0).says(&["east (seat 0)", actions[0]["action"].as_str().unwrap()]);
}

#[test]
fn actions_are_played_told_and_kept() {
    let record = folder("act").join("game.gunbai");
    let first = listed(YAO).remove(0);
    gunbai(&["act", YAO, &first, "-o", text(&record)]).ends(0).says(&[&format!("0: {first}")]);
    let second = listed(text(&record)).remove(0);
    let done = gunbai(&["act", text(&record), &second, "--json", "-o", text(&record)]).ends(0).json();
    assert_eq!(done["at"], 2);
    gunbai(&["replay", text(&record)]).ends(0).says(&[&first, &second, "every hash agrees"]);
    gunbai(&["act", text(&record), "--seed", "4"]).ends(2).complains(&["its own dice"]);
}

#[test]
fn a_refusal_names_its_rule_and_writes_nothing() {
    let record = folder("refusal").join("game.gunbai");
    let first = listed(YAO).remove(0);
    gunbai(&["act", YAO, &format!("1:{first}"), "-o", text(&record)])
        .ends(1)
        .complains(&["refused by rule 0-1"]);
    assert!(!record.exists());
    gunbai(&["act", YAO, "dance wildly"]).ends(2).complains(&["not understood", "dance"]);
    gunbai(&["act", YAO, ""]).ends(2).complains(&["not understood"]);
    gunbai(&["act", YAO, &first, "--dice", "1,2,3"]).ends(2).complains(&["never wanted"]);
    gunbai(&["act", YAO, &first, "--dice", "one"]).ends(2);
}

#[test]
fn a_finished_game_verifies_and_says_what_it_could_not_check() {
    let record = finished(&folder("verify"));
    let head = Record::parse("", &fs::read_to_string(&record).unwrap()).unwrap().head();
    let head = kernel::data::hex(&head);
    gunbai(&["verify", text(&record)]).ends(0).says(&[
        "every one legal",
        "follow from seed",
        "not checked: whether the whole record was rewritten",
    ]);
    gunbai(&["verify", text(&record), "--head", &head]).ends(0).says(&["that of the whole record"]);
    gunbai(&["verify", text(&record), "--head", &"0".repeat(64)]).ends(1).says(&["does not hold"]);
    let tree = gunbai(&["verify", text(&record), "--json"]).ends(0).json();
    assert_eq!(tree["verified"], true);
    let told = gunbai(&["replay", text(&record), "--json"]).ends(0).json();
    assert_eq!(told["rests-in"], "over");
    gunbai(&["replay", text(&record), "--at", "9999999"]).ends(2).complains(&["--at 9999999"]);
}

#[test]
fn an_older_head_vouches_for_what_came_before_it() {
    let dir = folder("older");
    let record = dir.join("game.gunbai");
    let first = listed(YAO).remove(0);
    gunbai(&["act", YAO, &first, "-o", text(&record)]).ends(0);
    let kept = Record::parse("", &fs::read_to_string(&record).unwrap()).unwrap().head();
    let second = listed(text(&record)).remove(0);
    gunbai(&["act", text(&record), &second, "-o", text(&record)]).ends(0);
    gunbai(&["verify", text(&record), "--head", &kernel::data::hex(&kept)[..16]])
        .ends(0)
        .says(&["that after input 1", "your head is older"]);
}

#[test]
fn a_truncated_or_edited_record_does_not_hold() {
    let dir = folder("edited");
    let whole = fs::read_to_string(finished(&dir)).unwrap();
    let broken = dir.join("broken.gunbai");
    let try_it = |content: &str, words: &[&str]| {
        fs::write(&broken, content).unwrap();
        gunbai(&["verify", text(&broken)]).ends(1).says(&["does not hold"]).says(words);
        gunbai(&["replay", text(&broken)]).ends(1).complains(words);
        gunbai(&["ask", text(&broken)]).ends(1).complains(words);
    };
    let half = &whole[..whole.len() / 2];
    try_it(&half[..half.rfind('\n').unwrap() + 1], &["breaks off"]);
    try_it(&whole.replacen("\n1 0 ", "\n1 1 ", 1), &["a line was changed"]);
    try_it("", &["not a record"]);
    try_it("gunbai record 99\n", &["format 99"]);
    try_it(&whole.replacen("scenario domyoji", "scenario dojo", 1), &["head"]);

    // An edit that repairs the chain passes for form, but not for dice and legality.
    let mut record = Record::parse("", &whole).unwrap();
    let throw = record.entries.iter_mut().find_map(|entry| match &mut entry.input {
        Input::Roll { pips, .. } => Some(pips),
        _ => None,
    });
    let pip = &mut throw.unwrap()[0];
    *pip = *pip % 6 + 1;
    try_it(&record.text(), &["the seed gives"]);
    let mut record = Record::parse("", &whole).unwrap();
    record.header.setup.system = "chess".to_owned();
    try_it(&record.text(), &["no system `chess`"]);
    let mut record = Record::parse("", &whole).unwrap();
    record.header.data.1 = "00".repeat(32);
    try_it(&record.text(), &["--data DIR"]);
    fs::write(&broken, [0xff, 0xfe, 0x00]).unwrap();
    gunbai(&["verify", text(&broken)]).ends(2).complains(&["cannot be read"]);
}

#[test]
fn a_position_can_be_written_edited_and_started() {
    let dir = folder("position");
    let (record, position) = (finished(&dir), dir.join("crisis.toml"));
    gunbai(&["position", text(&record), "--at", "9", "-o", text(&position)]).ends(0);
    let there = gunbai(&["ask", text(&record), "--at", "9", "--json"]).ends(0).json();
    let here = gunbai(&["ask", text(&position), "--json"]).ends(0).json();
    assert_eq!(there["hash"], here["hash"]);
    assert_eq!(there["questions"], here["questions"]);
    let first = listed(text(&position)).remove(0);
    let onward = dir.join("onward.gunbai");
    gunbai(&["act", text(&position), &first, "-o", text(&onward)]).ends(0);
    gunbai(&["verify", text(&onward)]).ends(0);
}

#[test]
fn an_impossible_position_is_explained() {
    let dir = folder("impossible");
    let position = dir.join("position.toml");
    gunbai(&["position", YAO, "-o", text(&position)]).ends(0);
    let good = fs::read_to_string(&position).unwrap();
    let place = |unit: &str| {
        let line = good.lines().find(|line| line.starts_with(&format!("{unit} = "))).unwrap();
        line.to_owned()
    };
    let crowded = format!("ii_G1 = {}", place("todo_G1").split_once(" = ").unwrap().1);
    let try_it = |content: String, words: &[&str]| {
        fs::write(&position, content).unwrap();
        gunbai(&["ask", text(&position)]).ends(1).complains(&["position.toml"]).complains(words);
    };
    try_it(good.replace(&place("ii_G1"), &crowded), &["stands in"]);
    try_it(good.replace(&place("ii_G1"), "ii_G1 = \"9999\""), &["units.ii_G1"]);
    try_it(good.replace(&place("ii_G1"), "nobody_G1 = \"0505\""), &["nobody_G1"]);
    try_it(good.replace("inning = 1", "inning = 1000"), &["position.toml:8", "1000"]);
    try_it(good.replace("scenario = \"yao\"", "scenario = \"yoa\""), &["did you mean"]);
    try_it(good.replace("scenario = ", "scenery = "), &["scenery"]);
    try_it("system = \"yukimura\"\n".to_owned(), &["scenario"]);
    try_it("][".to_owned(), &[]);
}

#[test]
fn a_series_is_the_same_for_any_number_of_threads() {
    let dir = folder("series");
    let page = dir.join("report.html");
    let series = |threads: &str| {
        let args = ["simulate", YAO, "--games", "4", "--bots", "random", "--threads", threads, "--json"];
        gunbai(&args).ends(0).json()
    };
    let (one, two) = (series("1"), series("2"));
    assert_eq!(one["digest"], two["digest"]);
    for key in
        ["scenario", "games", "finished", "wins", "draws", "actions", "events", "questions", "handovers"]
    {
        assert!(!one[key].is_null(), "{key}");
    }
    gunbai(&[
        "simulate",
        YAO,
        "--games",
        "2",
        "--bots",
        "random",
        "--vary",
        "superiority",
        "--report",
        text(&page),
    ])
    .ends(0)
    .says(&["superiority=adjacent", "superiority=nearest", "digest"]);
    assert!(fs::read_to_string(&page).unwrap().contains("--vary superiority"));
}

#[test]
fn odds_are_told_with_their_policy() {
    let first = listed(YAO).remove(0);
    gunbai(&["odds", YAO, &first, "--policy", "east=best"])
        .ends(0)
        .says(&["exact", "seat 0 answering by best"]);
    let odds = gunbai(&["odds", YAO, &first, "--until", "question", "--json"]).ends(0).json();
    let total: u64 =
        odds["outcomes"].as_array().unwrap().iter().map(|o| o["millionths"].as_u64().unwrap()).sum();
    assert!((999_990..=1_000_010).contains(&total), "{odds}");
    gunbai(&["odds", YAO, &first, "--policy", "0=lucky"]).ends(2).complains(&["habit, best or worst"]);
    gunbai(&["odds", YAO, &first, "--until", "dawn"]).ends(2).complains(&["question or end"]);
    gunbai(&["odds", YAO, "dance"]).ends(2).complains(&["not understood"]);
    gunbai(&["odds", YAO, &format!("1:{first}")]).ends(1).complains(&["refused by rule"]);
}

#[test]
fn the_built_in_data_and_examples_hold() {
    gunbai(&["check"]).ends(0).says(&["no fault"]);
    gunbai(&["example"]).ends(0).says(&[" passed, 0 failed"]);
}

#[test]
fn a_wrong_example_fails_and_says_where() {
    let dir = folder("examples");
    let example = dir.join("wrong.toml");
    let head = "rule = [\"0-1\"]\ntitle = \"Nobody else's turn\"\nscenario = \"yukimura/yao\"\n";
    let try_it = |content: &str, code: i32, words: &[&str]| {
        fs::write(&example, format!("{head}{content}")).unwrap();
        gunbai(&["example", text(&example)]).ends(code).says(words);
    };
    let done = "[[do]]\nseat = 1\naction = \"done\"\n";
    try_it(&format!("{done}[expect]\nrefusal = \"0-1\"\n"), 0, &["1 passed, 0 failed"]);
    try_it(&format!("{done}[expect]\nrefusal = \"7-1\"\n"), 1, &["expect.refusal", "0 passed, 1 failed"]);
    try_it("[expect]\n", 1, &["expects nothing"]);
    try_it("[expect]\nwonder = 1\n", 1, &["wonder"]);
    gunbai(&["example", "no-such.toml"]).ends(2).complains(&["no-such.toml"]);
}

#[test]
fn worked_examples_are_drawn() {
    let pages = folder("pictures");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/daimyo/examples/05-1-once.toml");
    gunbai(&["example", example, "--pictures", text(&pages)]).ends(0).says(&["1 passed"]);
    let page = fs::read_to_string(pages.join("daimyo.html")).unwrap();
    // The position, the unit that is picked, its advance, and its end with what is refused then.
    assert_eq!(page.matches("<figure>").count(), 4);
    assert_eq!(page.matches("data-id=\"r4\"").count(), 4);
    assert!(
        page.contains("Red right spears advances 2 cm.")
            && page.contains("✕ Red right spears has already moved")
    );
}

#[test]
fn faulty_data_are_explained_by_file_line_and_field() {
    let wrong = overlay("wrong-field", "units.csv", ",general,Ii Naotaka,", ",admiral,Ii Naotaka,");
    gunbai(&["check", text(&wrong)]).ends(1).says(&["yukimura/units.csv:", "type", "admiral", "fault"]);
    gunbai(&["ask", YAO, "--data", text(&wrong)]).ends(1).complains(&["yukimura/units.csv:"]);
    let dangling = overlay("dangling", "scenarios/yao.toml", "force = \"suwa\"", "force = \"suva\"");
    gunbai(&["check", text(&dangling)]).ends(1).says(&["suva"]);
    let unruly = overlay("unruly", "scenarios/yao.toml", "rule = \"14-2(6)(1)\"", "rule = \"99-9\"");
    gunbai(&["check", text(&unruly)]).ends(1).says(&["yukimura/scenarios/yao.toml:", "rule `99-9`"]);
    let rootless = overlay("rootless", "scenarios/yao.toml", "# origin: printed", "# source: printed");
    let found = gunbai(&["check", text(&rootless), "--json"]).ends(1).json();
    assert_eq!(found["faults"][0]["field"], "origin");
}

#[test]
fn a_data_directory_that_fits_nowhere_is_explained() {
    let flat = folder("flat");
    fs::write(flat.join("units.csv"), "unit\n").unwrap();
    gunbai(&["check", text(&flat)]).ends(1).says(&["or yukimura/units.csv"]);
    let slip = folder("slip");
    fs::create_dir(slip.join("yukimura")).unwrap();
    fs::write(slip.join("yukimura/unit.csv"), "unit\n").unwrap();
    gunbai(&["check", text(&slip)]).ends(1).says(&["did you mean `yukimura/units.csv`?"]);
    gunbai(&["check", text(&folder("empty"))]).ends(1).says(&["no data files"]);
    gunbai(&["check", "/nowhere"]).ends(2).complains(&["no directory"]);
}

#[test]
fn a_record_made_with_other_data_needs_them() {
    let dir = overlay("printed", "scenarios/yao.toml", "innings = 12", "innings = 3");
    let record = folder("other-data").join("game.gunbai");
    let first = listed(YAO).remove(0);
    gunbai(&["act", YAO, &first, "--data", text(&dir), "-o", text(&record)]).ends(0);
    gunbai(&["verify", text(&record)]).ends(1).says(&["data set printed"]);
    gunbai(&["verify", text(&record), "--data", text(&dir)]).ends(0);
}

#[test]
fn pictures_are_drawn() {
    let dir = folder("pictures");
    let (svg, png) = (dir.join("yao.svg"), dir.join("yao.png"));
    gunbai(&["draw", YAO, "-o", text(&svg)]).ends(0);
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    if cfg!(feature = "png") {
        gunbai(&["draw", YAO, "-o", text(&png)]).ends(0);
        assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    }
    gunbai(&["draw", YAO, "-o", "/nowhere/yao.svg"]).ends(2).complains(&["cannot be written"]);
}

#[test]
fn the_rulebook_can_be_read() {
    gunbai(&["rules", "yukimura"]).ends(0).says(&["**[0-1]**"]);
    gunbai(&["rules", "yukimura", "0-1"]).ends(0).says(&["[0-1] It is not your turn"]);
    gunbai(&["rules", "yukimura", "14-2"]).ends(0).says(&["[14-2(6)(1)]"]);
    assert_eq!(gunbai(&["rules", "yukimura", "0-1", "--json"]).ends(0).json()["id"], "0-1");
    gunbai(&["completions", "bash"]).ends(0).says(&["gunbai"]);
    gunbai(&["bot"]).ends(0);
}

#[test]
fn a_game_can_be_played_by_typing() {
    let record = folder("play").join("game.gunbai");
    let first = listed(YAO).remove(0);
    let said = format!("help\n\nzzz\nwhy 0101\nwhy\nodds 1\nlook\n1\nundo\n{first}\nlog\nquit\n");
    gunbai_play(&said, &record).says(&["choose it", "no choice contains `zzz`", &first, "saved in"]);
    gunbai(&["verify", text(&record)]).ends(0);
    gunbai_play("resign\n", &record).says(&["it is over, osaka has won"]);
    gunbai_play("", &record).says(&["saved in"]);
    told(&["play", YAO, "--side", "osaka", "--bot", "random", "--seed", "2"], "quit\n")
        .ends(0)
        .says(&["osaka"]);
    gunbai(&["play", YAO, "--side", "north"]).ends(2).complains(&["no seat"]);
    gunbai(&["play", YAO, "--bot", "clever"]).ends(2);
}

fn gunbai_play(said: &str, record: &Path) -> Ran {
    told(&["play", YAO, "--bot", "none", "--seed", "1", "-o", text(record)], said).ends(0)
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gunbai"))
        .args(["rules", "yukimura"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), String::from_utf8(done.stderr).unwrap().as_str()), (Some(0), ""));
}
