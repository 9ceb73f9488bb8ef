//! The muster: armies by points, and a battle made of two of them.

use ageofwar::{AgeOfWar, muster::Army, tables::Tables};
use contract::BuiltIn;

type Built = BuiltIn<AgeOfWar>;

const ARMIES: [&str; 2] = ["ageofwar/armies/sanada.toml", "ageofwar/armies/saika.toml"];

#[test]
fn the_built_in_armies_keep_every_limit_but_a_lower_one() {
    let tables = Tables::load(&Built::data()).expect("the tables");
    for (path, text) in Built::armies(ARMIES) {
        let army = Army::parse(&path, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let limit = army.limit(&tables);
        assert_eq!(limit, 800);
        let points = army.check(&path, &tables, limit).unwrap_or_else(|faults| panic!("{faults}"));
        assert!((600..=limit).contains(&points), "{path} costs {points}");
        let faults = army.check(&path, &tables, points - 1).expect_err("too dear").to_string();
        assert!(faults.contains(&format!("{} are allowed", points - 1)), "{faults}");
    }
}

#[test]
fn the_golden_mustered_battle_is_what_the_muster_makes_of_them() {
    Built::check_mustered(&Built::armies(ARMIES), 1585);
}

#[test]
fn a_hundred_seeds_lay_out_a_ground_that_can_be_opened() {
    Built::check_grounds(&Built::armies(ARMIES), 100);
}

#[test]
fn every_broken_limit_has_its_reason() {
    let cases = [
        ("samurai_foot = 7", "samurai_foot = 11", "6 to 10 are allowed"),
        ("arm_arquebus = 6 }", "samurai_cav = 8 }", "4 to 7 are allowed"),
        ("daimyo =", "size = 700\ndaimyo =", "500 or 800 or 1000 points, not 700"),
        ("daimyo =", "size = 500\ndaimyo =", "500 are allowed"),
        ("daimyo =", "size = 1000\ndaimyo =", "the same points, not 800 and 1000"),
        ("gun = 1", "gun = 2", "1 to 1 are allowed"),
        ("arm_spear = 6, arm_bow = 2", "arm_spear = 6, levy_bow = 2", "of one armour are mixed"),
        ("value = 3 }", "value = 4 }", "a value is 0 to 3"),
        ("guards = 2", "guards = 3", "at most 2 bodyguards"),
        ("  { name = \"Bowmen\", bases = { levy_bow = 6 } },\n", "", "a clan has 2 to 4"),
    ];
    Built::check_limits(&Built::armies(ARMIES), 1, &cases);
}
