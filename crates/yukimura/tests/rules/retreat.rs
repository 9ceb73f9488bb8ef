//! Chapter 11.

use std::collections::BTreeSet;

use kernel::{Lot, Notation, Play, Positions, Rules, Seat, data::parse_toml};
use yukimura::Position;

use crate::{
    Built,
    oracle::{Map, PARTS, Place, distance, label, neighbour},
};

/// Every way of `need` hexes that a retreat may take, written out.
fn ways(map: &Map, from: Place, need: usize, attackers: &[Place], enemies: &[Place]) -> Vec<Vec<Place>> {
    let mut ways = vec![vec![from]];
    for step in 1..=need {
        let mut longer = Vec::new();
        for way in ways {
            let at = way[step - 1];
            for side in (0..6).filter(|&side| map.is_open(at, side)) {
                let to = neighbour(at, side);
                let nearer = attackers.iter().any(|&enemy| distance(to, enemy) < distance(at, enemy));
                let away = distance(from, to) == step as i32 && !nearer;
                if away && !enemies.contains(&to) && !map.in_zone(to, enemies) {
                    longer.push([&way[..], &[to]].concat());
                }
            }
        }
        ways = longer;
    }
    ways
}

/// 11-1-1, 11-1-2(1), 11-1-2(2), 11-1-2(3), 11-1-2(4), 11-1-3
#[test]
fn a_retreat_offers_the_ends_and_the_first_steps_of_the_ways_that_lead_all_the_way() {
    let map = Map::read(&Built::data(), "domyoji");
    let rules = Built::rules("matabei", None).expect("a built-in scenario");
    let mut lot = Lot::new(11);
    let (mut compared, mut trapped) = (0, 0);
    for round in 0..600 {
        let (columns, rows) = PARTS[round % PARTS.len()];
        let need = 1 + lot.below(4);
        let places = map.draw(&mut lot, columns, rows, 10);
        let (target, friends) = (places[0], &places[1..5]);
        let enemies = &places[5..];
        let attackers: Vec<usize> =
            (0..enemies.len()).filter(|&n| distance(enemies[n], target) == 1).take(3).collect();
        if attackers.is_empty() {
            continue;
        }
        let osaka = ["goto_F1", "goto_F2", "goto_F3", "goto_M1", "goto_R1"];
        let east = ["mizuno_F2", "mizuno_F3", "mizuno_F4", "mizuno_M1"];
        let mut units = vec![format!("mizuno_F1 = \"{}\"", label(target))];
        units.extend(east.iter().zip(friends).map(|(name, &place)| format!("{name} = \"{}\"", label(place))));
        units
            .extend(osaka.iter().zip(enemies).map(|(name, &place)| format!("{name} = \"{}\"", label(place))));
        let named: Vec<String> = attackers.iter().map(|&n| format!("{:?}", osaka[n])).collect();
        let at = label(target);
        let text = format!(
            "active = \"osaka\"\nphase = \"fire\"\n[fight]\ntarget = \"mizuno_F1\"\nheld = \"{at}\"\n\
             attackers = [{}]\nfate = \"retreated\"\npath = [\"{at}\"]\n\
             stage.retreat = {{ unit = \"mizuno_F1\", from = \"{at}\", walked = 0, need = {need}, why = \"own\" }}\n\
             [units]\n{}\n",
            named.join(", "),
            units.join("\n"),
        );
        let position: Position = parse_toml("position", &text).expect("a position");
        let threats: Vec<Place> = attackers.iter().map(|&n| enemies[n]).collect();
        let ways = ways(&map, target, need, &threats, enemies);
        compared += 1;
        if ways.is_empty() {
            // In play it is removed instead of asked, so this is no position.
            let refused = rules.place(position).expect_err("nobody can answer here").to_string();
            assert!(refused.contains("east is asked here and has no answer (11-1)"), "{refused}: {text}");
            trapped += 1;
            continue;
        }
        let state = rules.place(position).expect("places that differ");
        // Where it ends; and hex by hex, where there is more than one way.
        let hex_by_hex = if ways.len() > 1 { &ways[..] } else { &[] };
        let ends = ways.iter().map(|way| way[need]);
        let offered = ends.chain(hex_by_hex.iter().map(|way| way[1]));
        let expected: BTreeSet<String> = offered.map(|place| format!("back {}", label(place))).collect();
        let listed = rules.listed(&state, Seat(0));
        let found: BTreeSet<String> = listed.iter().map(|action| rules.write_action(action)).collect();
        assert_eq!(found, expected, "{text}");
        // What is listed is legal, and nothing else near or far is.
        for place in map.0.keys().copied().filter(|&place| distance(place, target) <= 5) {
            let action = rules.read_action(&format!("back {}", label(place))).expect("a hex");
            let legal = rules.judge(&state, Seat(0), &action);
            let offered = expected.contains(&format!("back {}", label(place)));
            assert_eq!(legal.is_ok(), offered, "back {} in {text}", label(place));
            let far = distance(place, target) == need as i32 && need > 1;
            if let Some(no) = legal.err().filter(|_| far) {
                let rule = if enemies.contains(&place) {
                    "11-1-2(1)"
                } else if map.in_zone(place, enemies) {
                    "11-1-2(2)"
                } else {
                    "11-1-3"
                };
                assert_eq!(no.rule.0, rule, "back {} in {text}", label(place));
            }
        }
    }
    assert!(compared > 200 && trapped > 20, "{compared} retreats, {trapped} of them without a way");
}
