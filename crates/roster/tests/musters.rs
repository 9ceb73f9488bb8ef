//! A mustered battle is a file of its own: whatever names the armies have, it says what they said and can be opened.

use roster::{built_in, systems};

/// What breaks text that is put together by hand: quotes, line ends, a table, a combining accent, a control character.
const NAMES: [&str; 5] =
    ["The \"Demon\" of Owari", "Oda\n[victory]\npoints = 1", "O\u{301}da", "back\\slash", "bell \u{7}"];

#[test]
fn a_name_stands_in_the_mustered_file_as_it_was_given_whatever_is_in_it() {
    let data = built_in();
    let mut mustered = 0;
    for system in systems() {
        let paths: Vec<&str> = data.below(system.name()).filter(|path| path.contains("/armies/")).collect();
        let [one, other] = paths[..] else { continue };
        for name in NAMES {
            let mut army: toml::Table = data.text(one).unwrap().parse().unwrap();
            army["name"] = name.into();
            army["clan"][0]["unit"][0]["name"] = name.into();
            let armies = [toml::to_string(&army).unwrap(), data.text(other).unwrap().to_owned()];
            let armies = armies.map(|text| ("army".to_owned(), text));
            let battle = system.muster(&data, "trial", &armies, 7).expect("it has a muster");
            let battle = battle.unwrap_or_else(|faults| panic!("{name:?}: {faults}"));
            let file: toml::Table = battle.scenario.parse().unwrap_or_else(|why| panic!("{name:?}: {why}"));
            assert_eq!(file["side"][0]["name"].as_str(), Some(name));
            let mut units = file["side"][0]["clan"].as_array().unwrap().iter();
            let mut units = units.by_ref().flat_map(|clan| clan["unit"].as_array().unwrap());
            assert!(units.any(|unit| unit["name"].as_str() == Some(name)), "{}", battle.scenario);
            let points = file.get("victory").and_then(|victory| victory.get("points"));
            assert_ne!(points.and_then(toml::Value::as_integer), Some(1), "the name became a table");
            mustered += 1;
        }
    }
    assert_eq!(mustered, 2 * NAMES.len(), "two systems have a muster");
}

#[test]
fn a_battle_whose_name_cannot_be_opened_is_not_mustered() {
    let data = built_in();
    let system = systems().iter().find(|system| system.name() == "daimyo").unwrap();
    let armies = ["daimyo/armies/takigawa.toml", "daimyo/armies/sassa.toml"]
        .map(|path| (path.to_owned(), data.text(path).unwrap().to_owned()));
    let faults = system.muster(&data, "my \"battle\"", &armies, 7).unwrap().unwrap_err().to_string();
    assert!(faults.contains("id: "), "{faults}");
}
