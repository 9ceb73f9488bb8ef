//! Data that cannot break the table: whatever is out of bounds or points nowhere is a fault with file, line and field.

use kernel::{DataSet, Fault};
use roster::{AnySystem, built_in, systems};

fn system(path: &str) -> &'static dyn AnySystem {
    let name = path.split('/').next().unwrap_or_default();
    *systems().iter().find(|system| system.name() == name).expect("a system of this name")
}

/// The built-in data with one text of one file replaced.
fn spoilt(path: &str, old: &str, new: &str) -> DataSet {
    let mut data = built_in();
    let text = data.text(path).expect("a built-in file").to_owned();
    assert!(text.contains(old), "{path} does not contain {old:?}");
    data.insert(path, &text.replacen(old, new, 1));
    data
}

/// What `check` says of it; each fault names its place.
#[track_caller]
fn faults(path: &str, data: &DataSet) -> Vec<Fault> {
    let faults = system(path).check(data);
    assert!(!faults.is_empty(), "{path}: nothing was found");
    for fault in faults.iter().filter(|fault| fault.file == path) {
        assert!(fault.line.is_some(), "no line: {fault}");
        assert!(fault.field.is_some(), "no field: {fault}");
    }
    faults
}

/// Each of these made `check` panic, or passed it and panicked in play.
#[test]
fn numbers_out_of_bounds_are_faults() {
    for (path, old, new, field) in [
        (
            "daimyo/tables.toml",
            "raw = 2, seasoned = 3",
            "raw = 2147483647, seasoned = 3",
            "points.quality.raw",
        ),
        ("daimyo/tables.toml", "headquarters = 15", "headquarters = -15", "points.headquarters"),
        ("daimyo/tables.toml", "hits_a_stand = 3", "hits_a_stand = 0", "melee.hits_a_stand"),
        ("daimyo/tables.toml", "push_back = 300", "push_back = -300", "melee.push_back"),
        ("daimyo/tables.toml", "radius = 2000", "radius = 2147483647", "leaders.radius"),
        ("ageofwar/tables.toml", "levy_spear = 6", "levy_spear = 2147483647", "costs.base.levy_spear"),
        ("ageofwar/tables.toml", "threshold = 12", "threshold = 0", "challenge.threshold"),
        ("ageofwar/tables.toml", "every = 300", "every = 0", "motivation.every"),
        ("ageofwar/tables.toml", "hit = 5\noff_centre", "hit = 7\noff_centre", "shooting.hit"),
        ("gunyuden/tables.toml", "999]", "65535], [0, 3]", "combat.columns"),
        ("gunyuden/units.csv", ",cinc,2,1,3,4,14,", ",cinc,255,1,3,4,14,", "front"),
        ("yukimura/units.csv", "水野勝成,6,5,6,5,", "水野勝成,32767,5,6,5,", "strength"),
        ("summits/units.csv", "黒田孝高,2,4,8,1,7,1,", "黒田孝高,2,4,8,1,7,255,", "count"),
        ("summits/cards.csv", "別動隊,4,2,", "別動隊,255,2,", "hideyoshi"),
    ] {
        let faults = faults(path, &spoilt(path, old, new));
        let found = faults.iter().any(|fault| fault.field.as_deref().is_some_and(|f| f.starts_with(field)));
        assert!(found, "{path}: {new}: {faults:?}");
    }
}

#[test]
fn what_is_least_is_not_more_than_what_is_most() {
    for (path, old, new) in [
        ("ageofwar/tables.toml", "least = 2\nmost = 4", "least = 5\nmost = 4"),
        ("ageofwar/tables.toml", "short = 400\nlong = 1000", "short = 400\nlong = 300"),
        ("daimyo/tables.toml", "effective = 800\nlong = 1500", "effective = 800\nlong = 700"),
        ("summits/scenarios/tennozan.toml", "base = 3", "base = 9"),
    ] {
        faults(path, &spoilt(path, old, new));
    }
}

#[test]
fn a_name_that_nothing_has_is_answered_with_the_nearest_that_there_is() {
    for (path, old, new, near) in [
        ("yukimura/forces.csv", "水野,mizuno", "水野,mizumo", "did you mean `mizuno`"),
        (
            "daimyo/scenarios/kawanakajima.toml",
            "mon = \"takeda\"",
            "mon = \"takede\"",
            "did you mean `takeda`",
        ),
        ("yukimura/units.csv", "mizuno_M1,mizuno,", "mizuno_M1,mizumo,", "did you mean `mizuno`"),
        ("yukimura/options.toml", "default = ", "defualt = ", "did you mean `default`"),
        ("summits/clans.csv", ",mon", ",mom", "did you mean `mon`"),
    ] {
        let faults = faults(path, &spoilt(path, old, new));
        assert!(faults.iter().any(|fault| fault.to_string().contains(near)), "{path}: {new}: {faults:?}");
    }
    let data = built_in();
    let named = roster::Scenario::parse(&data, "yukimura/yao").unwrap();
    let mut setup = named.setup(&[]).unwrap();
    setup.options.insert("superiorty".to_owned(), "on".to_owned());
    let opened = named.system.open(&data, &setup, kernel::record::Source::Scripted, None);
    let faults = opened.err().expect("there is no such option").to_string();
    assert!(faults.contains("did you mean `superiority`"), "{faults}");
}

#[test]
fn a_byte_order_mark_before_any_file_changes_nothing() {
    let data = built_in();
    for system in systems() {
        let mut marked = data.clone();
        for path in data.below(system.name()) {
            marked.insert(path, &format!("\u{feff}{}", data.text(path).unwrap()));
        }
        assert_eq!(marked.digest(system.name()), data.digest(system.name()));
        assert_eq!(
            system.cards(&marked).map_err(|faults| faults.to_string()),
            system.cards(&data).map_err(|f| f.to_string())
        );
    }
}

#[test]
fn every_crest_that_is_drawn_can_be_named_and_no_other() {
    let art = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/art/mon");
    let mut drawn: Vec<String> = std::fs::read_dir(art)
        .expect("the crests")
        .map(|entry| entry.expect("a readable folder").file_name().into_string().expect("a name in UTF-8"))
        .filter_map(|name| name.strip_suffix(".svg").map(str::to_owned))
        .collect();
    drawn.sort();
    let data = built_in();
    let words = |tree: &serde_json::Value| -> Vec<String> {
        serde_json::from_value(tree["enum"].clone()).expect("a list of names")
    };
    let read = |path: &str| -> serde_json::Value {
        serde_json::from_str(data.text(path).expect("a schema")).expect("JSON")
    };
    assert_eq!(words(&read("schema/crest.schema.json")), drawn);
    for table in ["yukimura/forces", "gunyuden/houses", "summits/clans"] {
        let tree = read(&format!("schema/{table}.table.json"));
        let fields = tree["fields"].as_array().expect("fields");
        let mon = fields.iter().find(|field| field["name"] == "mon").expect("a field for the crest");
        assert_eq!(words(&mon["constraints"]), drawn, "{table}");
    }
}
