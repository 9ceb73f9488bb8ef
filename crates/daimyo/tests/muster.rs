//! The muster: armies by points, and a battle made of two of them.

use contract::BuiltIn;
use daimyo::{
    Daimyo,
    muster::{Army, LIMIT},
};
use kernel::System;

type Built = BuiltIn<Daimyo>;

const ARMIES: [&str; 2] = ["daimyo/armies/takigawa.toml", "daimyo/armies/sassa.toml"];

fn texts() -> Vec<(String, String)> {
    let data = Built::data();
    ARMIES.map(|path| (path.to_owned(), data.text(path).expect("a built-in army").to_owned())).into()
}

#[test]
fn the_built_in_armies_keep_every_limit() {
    let data = Built::data();
    for (path, text) in texts() {
        let army = Army::parse(&path, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let points = army.check(&path, &data, LIMIT).unwrap_or_else(|faults| panic!("{faults}"));
        assert!((200..=LIMIT).contains(&points), "{path} costs {points}");
    }
}

/// `GUNBAI_BLESS=1` writes it anew.
#[test]
fn the_mustered_battle_is_what_the_muster_makes_of_them() {
    let mustered = Daimyo::muster(&Built::data(), "mustered", &texts(), 1568)
        .expect("daimyo has a muster")
        .unwrap_or_else(|faults| panic!("{faults}"));
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/daimyo/scenarios/mustered.toml");
    if std::env::var_os("GUNBAI_BLESS").is_some() {
        std::fs::write(&path, &mustered.scenario).expect("the data folder can be written");
    }
    let stored = std::fs::read_to_string(&path).expect("the battle is stored");
    assert_eq!(stored, mustered.scenario, "write it anew with GUNBAI_BLESS=1");
}

#[test]
fn a_hundred_seeds_lay_out_a_ground_that_can_be_opened() {
    let texts = texts();
    for seed in 0..100 {
        let mut data = Built::data();
        let mustered =
            Daimyo::muster(&data, "trial", &texts, seed).expect("a muster").unwrap_or_else(|f| panic!("{f}"));
        data.insert("daimyo/scenarios/trial.toml", &mustered.scenario);
        let setup = Built::setup("trial", None);
        if let Err(faults) = Daimyo::open(&data, &setup) {
            panic!("seed {seed}: {faults}\n{}", mustered.scenario);
        }
    }
}

/// Each limit is refused by its own reason.
#[test]
fn every_broken_limit_has_its_reason() {
    let data = Built::data();
    let (path, text) = &texts()[0];
    let cases = [
        ("cr = 2 }", "cr = 4 }", "a Command Rating is 0 to 3"),
        (
            "stands = 6 },\n  { name = \"Takigawa arq",
            "stands = 9 },\n  { name = \"Takigawa arq",
            "3 to 8 are allowed",
        ),
        (
            "quality = \"veteran\", armour = \"medium\", weapon = \"pole_arm\", stands = 5",
            "quality = \"raw\", armour = \"medium\", weapon = \"pole_arm\", stands = 5",
            "warrior monks are Seasoned to Elite",
        ),
        (
            "troop = \"peasants\", quality = \"raw\"",
            "troop = \"peasants\", quality = \"seasoned\"",
            "peasants are Raw",
        ),
        (
            "troop = \"artillery_light\"\nquality = \"seasoned\"\narmour = \"light\"\nweapon = \"improvised\"\nstands = 1",
            "troop = \"ashigaru\"\nquality = \"seasoned\"\narmour = \"light\"\nweapon = \"long_spear\"\nstands = 4",
            "only hatamoto and guns answer to the General",
        ),
        (
            "troop = \"ronin\", quality = \"seasoned\", armour = \"light\"",
            "troop = \"hatamoto\", quality = \"elite\", armour = \"heavy\"",
            "hatamoto answer to the General",
        ),
    ];
    for (old, new, why) in cases {
        assert!(text.contains(old), "the army does not contain {old:?}");
        let army = Army::parse(path, &text.replacen(old, new, 1)).unwrap_or_else(|fault| panic!("{fault}"));
        let faults = army.check(path, &data, LIMIT).expect_err(why).to_string();
        assert!(faults.contains(why), "{why:?} is not among:\n{faults}");
    }
    let army = Army::parse(path, text).unwrap_or_else(|fault| panic!("{fault}"));
    let faults = army.check(path, &data, 200).expect_err("too dear").to_string();
    assert!(faults.contains("200 are allowed"), "{faults}");
}
