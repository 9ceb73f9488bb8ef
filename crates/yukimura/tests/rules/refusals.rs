//! A refused destination names what is in the way, and without it the move is legal.

use kernel::{Lot, Play, Rules, Seat, Value, data::parse_toml};
use yukimura::{Action, Position, State, Yukimura, units::UnitId};

use crate::{
    Built,
    oracle::{Map, PARTS, label},
};

/// The number a refusal gives under this name.
fn number(args: &[(&'static str, Value)], name: &str) -> Option<i32> {
    args.iter().find_map(|(key, value)| match value {
        Value::Int(n) if *key == name => Some(*n),
        _ => None,
    })
}

struct Trial {
    rules: Yukimura,
    position: Position,
    unit: UnitId,
    to: Action,
}

impl Trial {
    fn state(&self, position: &Position) -> State {
        self.rules.place(position.clone()).expect("a position")
    }

    fn is_legal(&self, position: &Position) -> bool {
        self.rules.judge(&self.state(position), Seat(0), &self.to).is_ok()
    }

    /// Legal if the unit had so many points?
    fn with_points(&mut self, points: i32) -> bool {
        let movement = &mut self.rules.units[self.unit.index()].movement;
        let was = std::mem::replace(movement, u16::try_from(points).expect("points"));
        let legal = self.is_legal(&self.position);
        self.rules.units[self.unit.index()].movement = was;
        legal
    }

    /// Legal if a road march went so far?
    fn with_march(&mut self, hexes: i32) -> bool {
        let was = std::mem::replace(&mut self.rules.numbers.road.march, u16::try_from(hexes).expect("hexes"));
        let legal = self.is_legal(&self.position);
        self.rules.numbers.road.march = was;
        legal
    }

    fn without(&self, gone: impl Fn(&str) -> bool) -> Position {
        let mut position = self.position.clone();
        position.units.retain(|unit, _| !gone(unit));
        position
    }

    /// What is named, and whether the move is legal without it and illegal with it.
    fn check(&mut self) -> Option<&'static str> {
        let state = self.state(&self.position);
        let refusal = self.rules.judge(&state, Seat(0), &self.to).err()?;
        let line = &refusal.line;
        let text = format!("{}: {:?} in {:?}", self.rules.write_action(&self.to), line, self.position);
        let needs = number(&line.args, "needs").zip(number(&line.args, "has"));
        let enemies = self.without(|unit| unit.starts_with("goto"));
        match line.key {
            "no-points" | "no-points-entering" => {
                let (needs, has) = needs.expect("two numbers");
                assert_eq!(has, i32::from(self.rules.unit(self.unit).movement), "{text}");
                assert!(needs > has && self.with_points(needs) && !self.with_points(needs - 1), "{text}");
            }
            "no-march-too-long" | "no-march-too-long-entering" => {
                let (needs, has) = needs.expect("two numbers");
                assert_eq!(has, 8, "{text}");
                assert!(needs > has && self.with_march(needs) && !self.with_march(needs - 1), "{text}");
            }
            "no-zone-in-the-way" | "no-march-barred" | "no-entry-in-zone" => {
                assert!(self.is_legal(&enemies), "{text}");
            }
            "no-cut-off" => {
                let (needs, has) = needs.expect("two numbers");
                assert!(needs > has && !self.is_legal(&enemies) && !self.with_points(needs), "{text}");
                self.position = enemies;
                assert!(self.with_points(needs), "{text}");
            }
            "no-entry-occupied" | "no-friend-there" | "no-enemy-there" => {
                let Some((_, Value::Thing(thing))) = line.args.first() else { panic!("{text}") };
                let other = self.rules.label(*thing);
                if line.key == "no-entry-occupied" {
                    assert!(self.is_legal(&self.without(|unit| unit == other)), "{text}");
                }
            }
            "no-large-river" | "no-impassable" | "no-way-there" | "no-already-there" | "no-other-map" => {}
            other => panic!("{other} is not known here: {text}"),
        }
        Some(line.key)
    }
}

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
    let mut trial = Trial { rules, position: empty, unit: UnitId(0), to: Action::Off };
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
            let kept = trial.position.clone();
            if let Some(key) = trial.check() {
                *seen.entry(key).or_insert(0) += 1;
            }
            trial.position = kept;
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
