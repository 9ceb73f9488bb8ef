//! The muster: armies by points, and a battle made of two of them.

use ageofwar::{
    AgeOfWar,
    muster::{Army, LIMIT},
};
use contract::BuiltIn;
use kernel::System;

type Built = BuiltIn<AgeOfWar>;

const ARMIES: [&str; 2] = ["ageofwar/armies/sanada.toml", "ageofwar/armies/saika.toml"];

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
        assert!((600..=LIMIT).contains(&points), "{path} costs {points}");
    }
}

/// `GUNBAI_BLESS=1` writes it anew.
#[test]
fn the_mustered_battle_is_what_the_muster_makes_of_them() {
    let mustered = AgeOfWar::muster(&Built::data(), "mustered", &texts(), 1585)
        .expect("ageofwar has a muster")
        .unwrap_or_else(|faults| panic!("{faults}"));
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/ageofwar/scenarios/mustered.toml");
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
        let mustered = AgeOfWar::muster(&data, "trial", &texts, seed)
            .expect("a muster")
            .unwrap_or_else(|f| panic!("{f}"));
        data.insert("ageofwar/scenarios/trial.toml", &mustered.scenario);
        if let Err(faults) = AgeOfWar::open(&data, &Built::setup("trial", None)) {
            panic!("seed {seed}: {faults}\n{}", mustered.scenario);
        }
    }
}

/// Each limit is refused by its own reason.
#[test]
fn every_broken_limit_has_its_reason() {
    let data = Built::data();
    let (path, text) = &texts()[1];
    let cases = [
        ("samurai_foot = 7", "samurai_foot = 11", "6 to 10 are allowed"),
        ("arm_arquebus = 6 }", "samurai_cav = 8 }", "4 to 7 are allowed"),
        ("gun = 1", "gun = 2", "1 to 1 are allowed"),
        ("arm_spear = 6, arm_bow = 2", "arm_spear = 6, levy_bow = 2", "of one armour are mixed"),
        ("value = 3 }", "value = 4 }", "a value is 0 to 3"),
        ("guards = 2", "guards = 3", "at most 2 bodyguards"),
        ("  { name = \"Bowmen\", bases = { levy_bow = 6 } },\n", "", "a clan has 2 to 4"),
    ];
    for (old, new, why) in cases {
        assert!(text.contains(old), "the army does not contain {old:?}");
        let army = Army::parse(path, &text.replacen(old, new, 1)).unwrap_or_else(|fault| panic!("{fault}"));
        let faults = army.check(path, &data, 2000).expect_err(why).to_string();
        assert!(faults.contains(why), "{why:?} is not among:\n{faults}");
    }
    let army = Army::parse(path, text).unwrap_or_else(|fault| panic!("{fault}"));
    let faults = army.check(path, &data, 500).expect_err("too dear").to_string();
    assert!(faults.contains("500 are allowed"), "{faults}");
}
