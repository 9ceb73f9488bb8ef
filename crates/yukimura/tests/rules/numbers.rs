//! The numbers of the rules are data.

use kernel::System;
use yukimura::{Yukimura, terrain::Terrain};

use crate::Built;

const NUMBERS: &str = "yukimura/numbers.toml";

/// 7-5-2, 7-6-1, 8-1, 11(3), 11-2-2, 11-3-4, 12-1, 12-2(1)
#[test]
fn a_number_out_of_bounds_is_named_by_its_field() {
    let cases = [
        ("marsh = 2", "marsh = 0", "terrain.marsh"),
        ("march = 8", "march = 41", "road.march"),
        ("leaving = 1", "leaving = 0", "edge.leaving"),
        ("entering = 1", "entering = 21", "edge.entering"),
        ("longest_retreat = 4", "longest_retreat = 7", "morale.longest_retreat"),
        ("chain_modifier = 0", "chain_modifier = 6", "morale.chain_modifier"),
        ("after_removal = 4", "after_removal = 0", "advance.after_removal"),
    ];
    for (old, new, field) in cases {
        let data = Built::spoilt(NUMBERS, old, new);
        let faults = Yukimura::open(&data, &Built::setup("domyoji", None)).expect_err(new);
        assert_eq!((faults.0[0].file.as_str(), faults.0[0].field.as_deref()), (NUMBERS, Some(field)));
    }
}

/// 12-1(1), 12-1(2), 12-1(3), 12-1(4), 12-1(6)
#[test]
fn terrain_costs_what_the_file_says() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    let points = [Terrain::Flat, Terrain::Marsh, Terrain::Mountain, Terrain::Kofun, Terrain::LargeRiver]
        .map(|terrain| rules.numbers.terrain.of(terrain));
    assert_eq!(points, [Some(1), Some(2), Some(2), Some(1), None]);
    let data = Built::spoilt(NUMBERS, "marsh = 2", "marsh = 5");
    let dear = Yukimura::open(&data, &Built::setup("domyoji", None)).expect("a dear marsh");
    let most = |rules: &Yukimura| rules.ground.costs.iter().flatten().max().copied();
    assert_eq!((most(&rules), most(&dear)), (Some(3), Some(6)), "and a point for the river");
}

/// 9-2, 10-3
#[test]
fn the_tables_are_shown_as_they_are_printed() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    assert_eq!(rules.fire.column_names(), ["1…2", "3…4", "5…6", "7…8", "9…10", "11…12", "13+"]);
    let melee = ["≤-7", "-6…-4", "-3…-1", "0", "1…3", "4…6", "7…9", "10…12", "13+"];
    assert_eq!(rules.melee.column_names(), melee);
    let rows = rules.fire.row_texts();
    let ends = [&rows[0], &rows[10]].map(|(sum, cells)| (sum.as_str(), cells[0].as_str(), cells.len()));
    assert_eq!((rows.len(), ends), (11, [("2", "-", 7), ("12", "E", 7)]));
}
