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

/// A field that exists, in a file that keeps to its schema, with a value that does not fit the rest of the data.
#[test]
fn values_that_contradict_others_are_faults_with_file_line_and_field() {
    for (path, old, new, expected) in [
        // yukimura
        (
            "yukimura/units.csv",
            "mizuno,east,domyoji,",
            "mizuno,east,domyogi,",
            "map: there is no map `domyogi`",
        ),
        (
            "yukimura/units.csv",
            "inning 8,",
            "inning 99,",
            "arrival: inning 99 never comes: domyoji has 12 innings",
        ),
        (
            "yukimura/scenarios/domyoji.toml",
            "inning = 8",
            "inning = 13",
            "reinforcement.1.inning: inning 13 never comes: there are 12",
        ),
        (
            "yukimura/scenarios/domyoji.toml",
            "die = [1, 3]",
            "die = [4, 3]",
            "limit.2.die: 4 to 3 are no numbers of a die: the lower comes first",
        ),
        (
            "yukimura/scenarios/domyoji.toml",
            "force = \"mori\"",
            "force = \"akashi\"",
            "limit.1.force: `akashi` stands there twice",
        ),
        (
            "yukimura/scenarios/domyoji.toml",
            "sheets = [\"domyoji\"]",
            "sheets = [\"domyogi\"]",
            "sheets: there is no sheet `domyogi`",
        ),
        // gunyuden
        (
            "gunyuden/castles.csv",
            ",tennozan;shizugatake",
            ",tenozan;shizugatake",
            "in: there is no in `tenozan`",
        ),
        ("gunyuden/castles.csv", ",nanjo,nanjo,", ",nanjo,nanjou,", "main_of: there is no main_of `nanjou`"),
        ("gunyuden/units.csv", ",cinc,2,1,", ",cinc,2,3,", "back: 3 is more than front, which is 2"),
        (
            "gunyuden/provinces.csv",
            "\nyamashiro,",
            "\n# yamashiro,",
            "gunyuden/provinces.csv has no row for the province `yamashiro`",
        ),
        (
            "gunyuden/tables.toml",
            "[\"3\", \"6\", \"8\", \"99\"",
            "[\"3\", \"8\", \"6\", \"99\"",
            "surrender.rows.1: the row of durability 9 has no dice that rise from A to H",
        ),
        (
            "gunyuden/tables.toml",
            "[\"-\", \"-\", \"-\", \"1\", \"2\", \"-\", \"4\", \"99\"]",
            "[\"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\"]",
            "surrender.rows.10: the row of durability 0 has no dice that rise from A to H",
        ),
        (
            "gunyuden/scenarios/tennozan.toml",
            "table = \"mori_1\"",
            "table = \"mori_9\"",
            "intervention.table: there is no table `mori_9`",
        ),
        (
            "gunyuden/scenarios/tennozan.toml",
            "inside = true",
            "inside = false",
            "an enemy stands there: name another hex (15-6-2)",
        ),
        // summits
        (
            "summits/units.csv",
            "黒田孝高,2,4,8,1,7,1,",
            "黒田孝高,2,4,8,3,7,1,",
            "back_attack: 3 is more than",
        ),
        (
            "summits/maps/tennozan.csv",
            ",jippozan kannonji ogurayama",
            ",tennozan jippozan kannonji ogurayama",
            "adjacent: `tennozan` is not a neighbour of itself",
        ),
        (
            "summits/maps/tennozan.csv",
            "432:506 413:384",
            "432:1001 413:384",
            "outline: the corner 432:1001 is off the sheet, which is 0:0 to 1000:1000",
        ),
        (
            "summits/scenarios/tennozan.toml",
            "honjin = [\"onbozuka\"]",
            "honjin = []",
            "side.anti.honjin: the map marks as honjin of this side: onbozuka",
        ),
        (
            "summits/scenarios/tennozan.toml",
            "taisho = [\"mitsuhide\"]",
            "taisho = [\"kanbei\"]",
            "side.anti.taisho: `kanbei` is no general of this side",
        ),
        ("summits/cards.csv", "増援,2,0,", "増援,0,0,", "hideyoshi: 0 cards; a battle needs"),
        ("summits/cards.csv", "\nRE,", "\n# RE,", "card: the card RE is missing: add a row after this line"),
    ] {
        let faults = faults(path, &spoilt(path, old, new));
        let fault = faults.iter().find(|fault| fault.to_string().contains(expected));
        let fault = fault.unwrap_or_else(|| panic!("{path}: {new}\nexpected: {expected}\nfound: {faults:?}"));
        assert!(fault.line.is_some_and(|line| line > 0), "{fault}");
    }
}

#[test]
fn a_hex_that_is_missing_and_a_hexside_of_one_hex_name_their_line() {
    for (path, field) in [("gunyuden/maps/kinai.csv", "river"), ("yukimura/maps/yao.csv", "river")] {
        let data = built_in();
        let text = data.text(path).expect("a built-in map");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("0102,")).collect();
        let line = 1 + text.lines().position(|line| line.starts_with("0102,")).expect("a second hex");
        let without = spoilt(path, &format!("{}\n", rows[0]), "");
        let all = faults(path, &without);
        let missing = all.iter().find(|fault| fault.message.starts_with("hex 0102 is missing"));
        let missing = missing.unwrap_or_else(|| panic!("{path}: {all:?}"));
        assert_eq!((missing.line, missing.field.as_deref()), (Some(line - 1), Some("hex")), "{missing}");
        // A river to the north of the first hex that has none and a neighbour there.
        let (at, old) = text
            .lines()
            .enumerate()
            .find(|(_, line)| line.starts_with("0503,"))
            .expect("a hex in the middle");
        let mut cells: Vec<&str> = old.split(',').collect();
        let header = text.lines().find(|line| line.starts_with("hex,")).expect("a header");
        let column = header.split(',').position(|name| name == field).expect("the field");
        let sides = match cells[column].strip_prefix('0') {
            Some(others) => others.to_owned(),
            None => format!("0{}", cells[column]),
        };
        let added = sides.len() > cells[column].len();
        cells[column] = &sides;
        let all = faults(path, &spoilt(path, old, &cells.join(",")));
        let uneven = all.iter().find(|fault| fault.field.as_deref() == Some(field));
        let uneven = uneven.unwrap_or_else(|| panic!("{path}: {all:?}"));
        assert_eq!(uneven.file, path);
        let expected = if added { at + 1 } else { at };
        assert_eq!(uneven.line, Some(expected), "{uneven}");
    }
}

#[test]
fn a_file_that_is_no_utf_8_names_the_line() {
    let dir = std::env::temp_dir().join(format!("gunbai-no-utf-8-{}", std::process::id()));
    std::fs::create_dir_all(dir.join("yukimura")).expect("a folder for the test");
    std::fs::write(dir.join("yukimura/forces.csv"), b"# origin: printed\nforce,side\nm\xfcller,east\n")
        .expect("a file for the test");
    let read = roster::with_directory(built_in(), &dir);
    std::fs::remove_dir_all(&dir).expect("the folder was made above");
    let faults = read.expect_err("it is no UTF-8");
    let fault = &faults.0[0];
    assert!(fault.file.ends_with("yukimura/forces.csv"), "{fault}");
    assert_eq!(fault.line, Some(3), "{fault}");
    assert_eq!(fault.message, "byte 0xfc is no part of UTF-8 text");
}

/// Sets of areas and forces have room for a fixed number.
#[test]
fn more_rows_than_there_is_room_for_are_faults() {
    let forces: String = (0..32).map(|n| format!("more_{n},east,More,More,honda\n")).collect();
    let area = |n: u32| format!("more_{n},More,-,plain,none,-,0,0,0,0,more_{},-,1:1 2:2 1:2\n", n ^ 1);
    let areas: String = (0..70).map(area).collect();
    for (path, before, more, field, words) in [
        ("yukimura/forces.csv", "mizuno,east", forces, "force", "more than 32 forces"),
        ("summits/maps/tennozan.csv", "tennozan,Tennozan", areas, "area", "more than 36 areas"),
    ] {
        let faults = faults(path, &spoilt(path, before, &format!("{more}{before}")));
        let found = faults.iter().any(|f| f.message == words && f.field.as_deref() == Some(field));
        assert!(found, "{path}: {faults:?}");
    }
    // All packs empty: there is nothing to fill a hand with.
    let mut data = built_in();
    let text = data.text("summits/cards.csv").expect("the cards").replace(",4,2,", ",0,0,");
    data.insert("summits/cards.csv", &text);
    let all = faults("summits/cards.csv", &data);
    let expected = "0 cards besides Reinforcements; a hand has up to 8 (2.3-1)";
    assert!(all.iter().any(|fault| fault.message == expected), "{all:?}");
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
