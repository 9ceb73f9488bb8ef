//! What a command prints for a seat is the same in every truth that seat must hold possible.

use std::{fs, path::Path};

use kernel::{Seat, Setup, Viewer, erased::AnyTable, record::Record};

use crate::ran::{folder, gunbai, text, told};

/// A game in which seat 1 chooses this hand and plays this card face down; nothing else differs.
fn played(dir: &Path, hand: &str, down: &str) -> std::path::PathBuf {
    let record = dir.join("game.gunbai");
    let actions = [
        "0:hand AS FI RA",
        &format!("1:hand {hand}"),
        "0:pass",
        &format!("1:down {down}"),
        "1:area shimoueno",
        "1:to yodogawara",
    ];
    let args: Vec<&str> = ["act", "summits/tennozan"].into_iter().chain(actions).collect();
    gunbai(&[&args[..], &["-o", text(&record)]].concat()).ends(0);
    record
}

/// What commands print for seat 0 of a game, one after the other.
fn printed(file: &Path, record: bool) -> Vec<(String, String)> {
    let file = text(file);
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["ask", file, "--seat", "0"],
        vec!["ask", file, "--seat", "0", "--json"],
        vec!["act", file, "0:pass", "--seat", "0"],
        vec!["act", file, "0:pass", "--seat", "0", "--json"],
        vec!["odds", file, "0:pass"],
        vec!["odds", file, "0:down FI", "--json"],
    ];
    if record {
        commands.push(vec!["replay", file, "--seat", "0"]);
        commands.push(vec!["replay", file, "--seat", "0", "--json"]);
    }
    let out = |args: &Vec<&str>| (args.join(" ").replace(file, "FILE"), gunbai(args).ends(0).out);
    commands.iter().map(out).collect()
}

#[test]
fn a_hand_and_a_card_played_face_down_show_in_no_command_for_the_other_seat() {
    let one = printed(&played(&folder("secrets-one"), "AS AS FI FI", "AS"), true);
    let two = printed(&played(&folder("secrets-two"), "CA CA RA RA", "CA"), true);
    for ((command, a), (_, b)) in one.iter().zip(&two) {
        assert_eq!(a, b, "{command} tells two truths apart");
    }
    // The owner sees both, and so does someone who names no seat.
    let record = played(&folder("secrets-own"), "AS AS FI FI", "AS");
    for seat in [&["--seat", "1"][..], &[]] {
        gunbai(&[&["replay", text(&record)], seat].concat()).ends(0).says(&["hand AS AS FI FI", "down AS"]);
    }
    let other = gunbai(&["replay", text(&record), "--seat", "0"]).ends(0).says(&["chooses in secret"]);
    assert!(!other.out.contains("hand AS AS") && !other.out.contains("down AS"), "{}", other.out);
}

/// A position of a game as a file to start from.
fn position_file(dir: &Path, setup: &Setup, position: &str) -> std::path::PathBuf {
    let position: toml::Table = position.parse().unwrap();
    let mut written = toml::Table::new();
    written.insert("system".to_owned(), setup.system.clone().into());
    written.insert("scenario".to_owned(), setup.scenario.clone().into());
    written.insert("position".to_owned(), position.into());
    let file = dir.join("position.toml");
    fs::write(&file, written.to_string()).unwrap();
    file
}

/// Some moments of a random game at which this seat is asked, each as it is and as it may be for all the seat knows.
fn two_truths(scenario: &str, seat: Seat, moments: usize) -> Vec<[String; 2]> {
    let dir = folder(&format!("secrets-{scenario}-{}", seat.0));
    let name = format!("summits/{scenario}");
    let args =
        ["simulate", &name, "--games", "1", "--bots", "steady", "--seed", "8", "--records", text(&dir)];
    gunbai(&args).ends(0);
    let record = Record::parse("", &fs::read_to_string(dir.join("game-1.gunbai")).unwrap()).unwrap();
    let system = roster::find("summits").unwrap();
    let table = system.replay(&roster::built_in(), "", &record, None, None).unwrap();
    let truths = (0..table.len()).filter_map(|n| {
        let then: Box<dyn AnyTable> = table.rewound(n).unwrap();
        let (is, may_be) = (then.position(), then.imagined(Viewer::Seat(seat), u64::from(n)));
        (then.waiting().contains(&seat) && is != may_be).then_some([is, may_be])
    });
    let truths: Vec<[String; 2]> = truths.collect();
    assert!(truths.len() >= moments, "only {} moments of {scenario}", truths.len());
    let step = truths.len() / moments;
    truths.into_iter().step_by(step).take(moments).collect()
}

#[test]
fn what_the_enemy_holds_shows_in_no_command_at_any_moment() {
    const MOMENTS: usize = 5;
    for scenario in ["tennozan", "shizugatake"] {
        for seat in Seat::ALL {
            let who = seat.0.to_string();
            let setup = Setup::plain("summits", scenario, 1);
            for (n, truths) in two_truths(scenario, seat, MOMENTS).iter().enumerate() {
                let outputs = truths.iter().map(|position| {
                    let file =
                        position_file(&folder(&format!("secrets-{scenario}-{who}-{n}")), &setup, position);
                    let file = text(&file);
                    let asked = gunbai(&["ask", file, "--seat", &who, "--json"]).ends(0);
                    let first =
                        asked.json()["questions"][0]["actions"][0]["action"].as_str().unwrap().to_owned();
                    let own = format!("{who}:{first}");
                    let said = format!("look\nodds 1\nwhy {first}\nlog\nhelp\nquit\n");
                    [
                        gunbai(&["ask", file, "--seat", &who]),
                        gunbai(&["ask", file, "--seat", &who, "--json"]),
                        gunbai(&["odds", file, &own]),
                        // When both hands are chosen, everyone learns how many cards each has.
                        match position.contains("phase = \"hands\"") {
                            true => gunbai(&["ask", file, "--seat", &who]),
                            false => gunbai(&["act", file, &own, "--seat", &who]),
                        },
                        told(&["play", file, "--side", &who, "--seed", "1"], &said),
                    ]
                    .map(|ran| ran.out)
                });
                let outputs: Vec<[String; 5]> = outputs.collect();
                for (command, (a, b)) in ["ask", "ask --json", "odds", "act", "play"]
                    .iter()
                    .zip(outputs[0].iter().zip(&outputs[1]))
                {
                    assert_eq!(a, b, "{command} tells seat {who} two truths apart: {scenario}, moment {n}");
                }
            }
        }
    }
}
