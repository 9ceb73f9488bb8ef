//! Chapters 7 and 12.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Lot, Notation, Play, Positions, Rules, Seat, data::parse_toml};
use yukimura::Position;

use crate::{
    Built,
    oracle::{Map, PARTS, Place, label, neighbour},
};

/// 12-1(1), 12-1(2), 12-1(3), 12-1(4), 12-1(5), 12-1(6), 12-2(1), 12-2(2)
#[test]
fn every_step_on_both_sheets_costs_what_the_terrain_table_says() {
    for (scenario, sheet) in [("domyoji", "domyoji"), ("yao", "yao")] {
        let map = Map::read(&Built::data(), sheet);
        let rules = Built::rules(scenario, None).expect("a built-in scenario");
        for &from in map.0.keys() {
            let hex = rules.atlas.parse(&label(from)).expect("a hex of the sheet");
            for side in 0..6 {
                let cost = map.cost(from, side).unwrap_or(0);
                let found = u32::from(rules.ground.costs[hex.index()][side]);
                assert_eq!(found, cost, "{scenario}: from {} across side {side}", label(from));
            }
        }
    }
}

/// Where a unit can end: by points, or along the road.
fn reach(map: &Map, from: Place, points: u32, friends: &[Place], enemies: &[Place]) -> BTreeSet<Place> {
    let mut ends = BTreeSet::new();
    let zone = |place: Place| map.in_zone(place, enemies);
    // By points: the best that is left on arriving in each place.
    let mut best: BTreeMap<Place, u32> = BTreeMap::from([(from, points)]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at != from && zone(at) {
            continue;
        }
        for side in 0..6 {
            let to = neighbour(at, side);
            let Some(left) = map.cost(at, side).and_then(|cost| best[&at].checked_sub(cost)) else {
                continue;
            };
            let barred = enemies.contains(&to) || (friends.contains(&to) && zone(to));
            if !barred && best.get(&to).is_none_or(|&had| left > had) {
                best.insert(to, left);
                open.push(to);
            }
        }
    }
    ends.extend(best.keys().copied());
    // Along the road: eight hexes, none of them in a zone.
    let mut front = if zone(from) { Vec::new() } else { vec![from] };
    let mut seen = BTreeSet::from([from]);
    for _ in 0..8 {
        let mut next = Vec::new();
        for at in front {
            for side in (0..6).filter(|&side| map.has_road(at, side) && map.is_open(at, side)) {
                let to = neighbour(at, side);
                if !enemies.contains(&to) && !zone(to) && seen.insert(to) {
                    next.push(to);
                }
            }
        }
        front = next;
    }
    ends.extend(seen);
    ends.retain(|place| *place != from && !friends.contains(place));
    ends
}

/// 7-2-1, 7-3-1, 7-4-1, 7-4-2, 7-5-1(1), 7-5-1(2), 7-5-1(3), 7-5-2
#[test]
fn units_reach_exactly_the_hexes_a_plain_search_finds() {
    let map = Map::read(&Built::data(), "domyoji");
    let rules = Built::rules("matabei", None).expect("a built-in scenario");
    let mut lot = Lot::new(7);
    let mut compared = 0;
    for round in 0..240 {
        let (columns, rows) = PARTS[round % PARTS.len()];
        let places = map.draw(&mut lot, columns, rows, 9);
        let names = [
            "mizuno_F1",
            "mizuno_M1",
            "honda_F1",
            "honda_M1",
            "honda_R1",
            "tadaakira_F1",
            "goto_F1",
            "goto_F2",
            "goto_G1",
        ];
        let units: Vec<String> = names
            .iter()
            .zip(&places)
            .map(|(name, &place)| format!("{name} = \"{}\"", label(place)))
            .collect();
        let text = format!("phase = \"movement\"\n[units]\n{}\n", units.join("\n"));
        let position: Position = parse_toml("position", &text).expect("a position");
        let state = rules.place(position).expect("places that differ");
        let (friends, enemies) = places.split_at(6);
        for (n, points) in [(0, 4), (1, 6)] {
            let action = rules.read_action(&format!("move {}", names[n])).expect("a unit of the scenario");
            let mut moving = state.clone();
            if map.in_zone(places[n], enemies) {
                let refusal = rules.judge(&state, Seat(0), &action).expect_err("it is pinned");
                assert_eq!(refusal.rule.0, "7-3-2");
                continue;
            }
            let others: Vec<Place> = friends.iter().copied().filter(|&place| place != places[n]).collect();
            let expected: BTreeSet<String> =
                reach(&map, places[n], points, &others, enemies).into_iter().map(label).collect();
            if rules.judge(&state, Seat(0), &action).is_err() {
                assert!(expected.is_empty(), "{text}{} can move", names[n]);
                continue;
            }
            rules.resolve(&mut moving, kernel::Move::Act(Seat(0), action), &mut kernel::Story::silent());
            let listed = rules.listed(&moving, Seat(0));
            let found: BTreeSet<String> = listed
                .iter()
                .filter_map(|action| rules.write_action(action).strip_prefix("to ").map(str::to_owned))
                .collect();
            assert_eq!(found, expected, "{text}{}", names[n]);
            compared += 1;
        }
    }
    assert!(compared > 150, "only {compared} units were free to move");
}
