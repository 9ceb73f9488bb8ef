//! The muster: armies by points, and a battle made of two of them.

use contract::BuiltIn;
use daimyo::{
    Daimyo,
    muster::{Army, limit},
};

type Built = BuiltIn<Daimyo>;

const ARMIES: [&str; 2] = ["daimyo/armies/takigawa.toml", "daimyo/armies/sassa.toml"];

#[test]
fn the_built_in_armies_keep_every_limit_but_a_lower_one() {
    let data = Built::data();
    let limit = limit(&data).unwrap_or_else(|faults| panic!("{faults}"));
    for (path, text) in Built::armies(ARMIES) {
        let army = Army::parse(&path, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let points = army.check(&path, &data, limit).unwrap_or_else(|faults| panic!("{faults}"));
        assert!((200..=limit).contains(&points), "{path} costs {points}");
        let faults = army.check(&path, &data, points - 1).expect_err("too dear").to_string();
        assert!(faults.contains(&format!("{} are allowed", points - 1)), "{faults}");
    }
}

#[test]
fn the_golden_mustered_battle_is_what_the_muster_makes_of_them() {
    Built::check_mustered(&Built::armies(ARMIES), 1568);
}

#[test]
fn a_hundred_seeds_lay_out_a_ground_that_can_be_opened() {
    Built::check_grounds(&Built::armies(ARMIES), 100);
}

#[test]
fn every_broken_limit_has_its_reason() {
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
    Built::check_limits(&Built::armies(ARMIES), 0, &cases);
}
