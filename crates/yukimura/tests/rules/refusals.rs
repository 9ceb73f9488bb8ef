//! A refused destination names what is in the way, and without it the move is legal.

use kernel::{Line, Lot, Play, Positions, Seat, data::parse_toml};
use yukimura::{Action, Position, units::UnitId};

use crate::{
    Built,
    oracle::{Map, PARTS, label},
    trial::Trial,
};

/// 7-2-1, 7-3-1, 7-5-1(2), 7-5-2, 8-1, 8-1(2), 8-2
#[test]
fn without_what_a_refusal_names_the_move_is_legal() {
    let map = Map::read(&Built::data(), "domyoji");
    let mut lot = Lot::new(7);
    let mut seen = std::collections::BTreeMap::new();
    let all: Vec<_> = map.0.keys().copied().collect();
    let east: Vec<_> = all.iter().copied().filter(|place| place.0 >= 33).collect();
    let rules = Built::rules("matabei", None).expect("a built-in scenario");
    let empty: Position = parse_toml("position", "[units]\n").expect("a position");
    let mut trial = Trial { rules, position: empty, seat: Seat(0), unit: UnitId(0), to: Action::Off };
    for round in 0..150 {
        let (columns, rows) = PARTS[round % PARTS.len()];
        let mut places = map.draw(&mut lot, columns, rows, 7).into_iter();
        let entering = round % 3 == 0;
        let mover = if entering { "date_F1" } else { "mizuno_F1" };
        let mut units: Vec<String> = Vec::new();
        // A unit that enters, or one that stands on the east road or anywhere.
        let start = places.next().expect("a place");
        let on_road = round % 3 == 1;
        let from = match (entering, on_road) {
            (true, _) => "beside".to_owned(),
            (_, true) => "4006".to_owned(),
            _ => label(start),
        };
        units.push(format!("{mover} = \"{from}\""));
        let near_the_road = ["4005", "4007", "3807", "3608", "3409", "4015", "4014", "3906", "3814", "3513"];
        for (n, name) in ["mizuno_F2", "goto_F1", "goto_F2", "goto_F3"].iter().enumerate() {
            let place = places.next().expect("a place");
            let at = match n {
                0 if entering && round % 2 == 0 => "4014".to_owned(),
                _ if entering || on_road => near_the_road[lot.below(10)].to_owned(),
                _ => label(place),
            };
            let taken = units.iter().any(|unit| unit.contains(&at));
            if !taken && lot.below(4) >= n.min(2) {
                units.push(format!("{name} = \"{at}\""));
            }
        }
        let text = format!("picked = \"{mover}\"\npinned = []\n[units]\n{}\n", units.join("\n"));
        trial.position = parse_toml("position", &text).expect("a position");
        trial.unit = trial.rules.unit_named(mover).expect("a unit");
        let Ok(state) = trial.rules.place(trial.position.clone()) else { continue };
        if trial.rules.listed(&state, Seat(0)).is_empty() {
            continue;
        }
        for _ in 0..20 {
            let near = (entering || on_road) && lot.below(2) == 0;
            let hex =
                trial.rules.atlas.parse(&label(*lot.pick(if near { &east } else { &all }))).expect("a hex");
            trial.to = Action::To(hex);
            if let Some(key) = trial.check() {
                *seen.entry(key).or_insert(0) += 1;
            }
        }
    }
    for key in [
        "no-points",
        "no-points-entering",
        "no-march-too-long",
        "no-march-too-long-entering",
        "no-zone-in-the-way",
        "no-march-barred",
        "no-entry-in-zone",
        "no-entry-occupied",
        "no-cut-off",
    ] {
        assert!(seen.get(key).is_some_and(|&n| n >= 3), "{key} was seen too seldom: {seen:?}");
    }
}

/// Riflemen on the east road, with Goto beside it: 3310 is eight hexes by road, and his zone bars them.
const BARRED: &str = r#"
picked = "mizuno_R1"
pinned = []
[units]
mizuno_R1 = "4006"
goto_F1 = "3609"
"#;

/// The law rejects refusals that name another obstacle, or a number that is not the least.
#[test]
fn a_refusal_that_names_the_wrong_obstacle_is_not_true() {
    let rules = Built::rules("matabei", None).expect("a built-in scenario");
    let unit = rules.unit_named("mizuno_R1").expect("a unit");
    let position: Position = parse_toml("position", BARRED).expect("a position");
    let hex = |rules: &yukimura::Yukimura, label: &str| rules.atlas.parse(label).expect("a hex");
    let to = Action::To(hex(&rules, "3310"));
    let mut trial = Trial { rules, position, seat: Seat(0), unit, to };
    let points = |needs: i32| Line::new("no-points").with("needs", needs).with("has", 4);
    let told = trial.refusal().expect("it is refused");
    assert_eq!(told.key, "no-march-barred");
    assert!(trial.is_true(&told));
    assert!(!trial.is_true(&points(7)) && !trial.is_true(&points(9)));
    assert!(!trial.is_true(&Line::new("no-large-river")));
    // Without Goto the ninth hex of the road is too far by one.
    trial.position.units.remove("goto_F1");
    trial.to = Action::To(hex(&trial.rules, "3411"));
    let told = trial.refusal().expect("it is refused");
    assert!(trial.is_true(&told));
    for (needs, is_true) in [(8, false), (9, true), (10, false)] {
        let line = Line::new("no-march-too-long").with("needs", needs).with("has", 8);
        assert_eq!(trial.is_true(&line), is_true, "{needs}");
    }
    assert!(!trial.is_true(&Line::new("no-zone-in-the-way")));
}
