//! Events in words and strokes.

use hexmap::HexId;
use kernel::{Line, Stroke, Telling, Thing};

use crate::{
    Gunyuden,
    model::{
        tables::{Answer, Incident},
        units::{HouseId, UnitId, UnitSet},
    },
    notation::{
        refuse::{piece, place},
        rule_ids::*,
    },
    presentation::event::{Cast, Event},
    queries::movement::Gait,
};

fn all_along(telling: Telling, units: UnitSet, path: &[HexId]) -> Telling {
    let path: Vec<Thing> = path.iter().map(|&hex| place(hex)).collect();
    units.iter().fold(telling, |telling, unit| {
        telling.stroke(Stroke::Moved { piece: piece(unit), path: path.clone() })
    })
}

fn thrown(telling: Telling, die: i32) -> Telling {
    telling.stroke(Stroke::Thrown { dice: vec![die as u8] })
}

/// What changes a die, as far as a sentence has room for it.
const NAMED: [(&str, &str, &str); 5] =
    [("m1", "s1", "n1"), ("m2", "s2", "n2"), ("m3", "s3", "n3"), ("m4", "s4", "n4"), ("m5", "s5", "n5")];

/// The die as it fell, each modifier by name, and the sum.
fn cast(mut telling: Telling, cast: &Cast) -> Telling {
    let mut line = telling.line.with("die", cast.die).with("total", cast.total());
    line = line.with("mods", cast.modifiers.len() as i32);
    for ((name, sign, size), modifier) in NAMED.into_iter().zip(&cast.modifiers) {
        let (word, value) = (if modifier.value < 0 { "minus" } else { "plus" }, i32::from(modifier.value));
        line = line.with(name, modifier.line.key).with(sign, word).with(size, value.abs());
    }
    telling.line = line;
    thrown(telling, cast.die)
}

impl Event {
    /// The event in words and strokes. Nothing in this system is hidden, so everyone hears the same.
    pub(crate) fn telling(&self, rules: &Gunyuden) -> Telling {
        let of = |key: &'static str, unit: UnitId| Telling::new(Line::new(key).with("unit", piece(unit)));
        let at = |key: &'static str, hex: HexId| Telling::new(Line::new(key).with("hex", place(hex)));
        let both = |key: &'static str, unit: UnitId, hex: HexId| {
            Telling::new(Line::new(key).with("unit", piece(unit)).with("hex", place(hex)))
        };
        let with = |mut telling: Telling, name: &'static str, value: i32| {
            telling.line = telling.line.with(name, value);
            telling
        };
        let card = |house: HouseId| Thing::Card(u16::from(house.0));
        match self {
            Event::Inning { inning, date } => Telling::new(
                Line::new("inning")
                    .with("inning", i32::from(*inning))
                    .with("week", i32::from(date.week))
                    .with("month", i32::from(date.month)),
            ),
            Event::Phase { side, stage, .. } => {
                Telling::new(Line::new("phase").with("side", *side).with("stage", i32::from(*stage)))
            }
            Event::Deployed { side } => Telling::new(Line::new("deployed").with("side", *side)),
            Event::Placed { unit, hex } => both("placed", *unit, *hex)
                .stroke(Stroke::Appeared { piece: piece(*unit), place: place(*hex) }),
            Event::Intervention { army, cast: fell, comes, .. } => {
                let key = if *comes { "intervention-comes" } else { "intervention-waits" };
                cast(Telling::new(Line::new(key).with("army", rules.army_card(*army))), fell)
            }
            Event::Thaw { die, thaws, house, .. } => {
                let key = if *thaws { "thaw" } else { "no-thaw" };
                thrown(Telling::new(Line::new(key).with("die", *die).with("house", card(*house))), *die)
            }
            Event::Arrives { army, .. } => {
                Telling::new(Line::new("arrives").with("army", rules.army_card(*army)))
            }
            Event::Pact { die, made, .. } => {
                let key = if *made { "pact-made" } else { "pact-not-made" };
                thrown(Telling::new(Line::new(key).with("die", *die)), *die)
            }
            Event::Wavers { house, cast: fell, .. } => {
                cast(Telling::new(Line::new("wavers").with("house", card(*house))), fell)
            }
            Event::Chooses { house, side, cast: fell, .. } => {
                let line = Line::new("chooses").with("house", card(*house)).with("side", *side);
                cast(Telling::new(line), fell)
            }
            Event::Provoked { house, side, .. } => {
                Telling::new(Line::new("provoked").with("house", card(*house)).with("side", *side))
            }
            Event::Surprise { hex, die, taken, .. } => {
                let key = if *taken { "surprised" } else { "not-surprised" };
                thrown(with(at(key, *hex), "die", *die), *die)
            }
            Event::Earthworks { hex, .. } => at("earthworks", *hex),
            Event::Declared { house } => Telling::new(Line::new("declared").with("house", card(*house))),
            Event::LinesTested => Telling::new(Line::new("lines-tested")),
            Event::CutOff { force } => of("cut-off", *force),
            Event::Morale { unit, low, .. } => with(of("morale", *unit), "low", -i32::from(*low))
                .stroke(Stroke::Counted { what: piece(*unit), value: -i32::from(*low) }),
            Event::Recovered { force, die: None, .. } => of("recovered", *force),
            Event::Recovered { force, die: Some(die), .. } => {
                thrown(with(of("recovered-die", *force), "die", *die), *die)
            }
            Event::Unmoved { force, die } => thrown(with(of("unmoved", *force), "die", *die), *die),
            Event::Removed { unit, hex, rule, .. } => {
                let key = match *rule {
                    R_25_0 => "killed",
                    R_14_2_4 => "deserted",
                    R_10_1_2 => "disbanded",
                    R_25_2 => "scattered-unit",
                    _ => "surrendered",
                };
                let telling = match crate::model::state::on_map(*hex) {
                    true => both(key, *unit, *hex),
                    false => of("scattered-beside", *unit),
                };
                telling.stroke(Stroke::Gone { piece: piece(*unit) })
            }
            Event::Scattered { chief, .. } => of("scattered", *chief),
            Event::StepLost { unit, .. } => {
                of("step-lost", *unit).stroke(Stroke::Flipped { piece: piece(*unit) })
            }
            Event::StepGained { unit, .. } => {
                of("step-gained", *unit).stroke(Stroke::Flipped { piece: piece(*unit) })
            }
            Event::Stood { force } => of("stood", *force),
            Event::Moved { force, units, path, cost, gait, enters } => {
                let key = match (enters, gait) {
                    (true, _) => "entered-map",
                    (false, Gait::Tactical) => "moved",
                    (false, Gait::Strategic) => "moved-strategic",
                };
                let to = path.last().copied().unwrap_or(HexId(0));
                all_along(with(both(key, *force, to), "cost", *cost), *units, path)
            }
            Event::CameOut { force, hex } => both("came-out", *force, *hex),
            Event::HoledUp { force, hex, .. } => both("holed-up", *force, *hex),
            Event::Dropped { unit, hex, .. } => both("dropped", *unit, *hex),
            Event::Joined { unit, head } => {
                let line = Line::new("joined").with("unit", piece(*unit)).with("head", piece(*head));
                Telling::new(line).stroke(Stroke::Joined { piece: piece(*unit), to: piece(*head) })
            }
            Event::Separated { unit, head } => {
                Telling::new(Line::new("separated").with("unit", piece(*unit)).with("head", piece(*head)))
            }
            Event::Organised { force } => of("organised", *force),
            Event::Replenished { force, cast: fell, steps, castle, .. } => {
                let key = match (castle, *steps) {
                    (_, 0) => "replenished-none",
                    (false, 1..) => "replenished",
                    (false, _) => "deserters",
                    (true, 1..) => "repaired",
                    (true, _) => "crumbled",
                };
                let row = rules.tables.replenish_row(fell.total()) as u16;
                let column = rules.house(rules.unit(*force).house).column as u16;
                cast(with(of(key, *force), "steps", steps.abs()), fell).cell("replenish", row, column)
            }
            Event::Rebuilt { hex, force } => both("rebuilt", *force, *hex),
            Event::Surrounded { force, hex, strength } => {
                with(both("surrounded", *force, *hex), "strength", *strength)
            }
            Event::Lifted { force } => of("lifted", *force),
            Event::SurroundEnded { hex } => at("surround-ended", *hex),
            Event::AssaultBegins { force, hex } => both("assault-begins", *force, *hex),
            Event::Intercepted { force, hex, cast: fell, strength, hits } => {
                let line = Line::new("intercepted")
                    .with("unit", piece(*force))
                    .with("hex", place(*hex))
                    .with("strength", i32::from(*strength))
                    .with("losses", i32::from(hits.losses))
                    .with("mark", i32::from(hits.mark));
                rules.of_combat(cast(Telling::new(line), fell), *strength, fell.total())
            }
            Event::Assaulted { force, hex, cast: fell, strength, lost } => {
                let line = Line::new("assaulted")
                    .with("unit", piece(*force))
                    .with("hex", place(*hex))
                    .with("strength", i32::from(*strength))
                    .with("lost", i32::from(*lost));
                rules.of_combat(cast(Telling::new(line), fell), *strength, fell.total())
            }
            Event::Worn { hex, left, .. } => with(at("worn", *hex), "left", *left),
            Event::DemandMade { force, hex } => both("demand-made", *force, *hex),
            Event::PeaceDemanded { force, hex } => both("peace-demanded", *force, *hex),
            Event::PeaceAnswered { hex, cast: fell, made } => {
                let key = if *made { "peace-made" } else { "peace-refused" };
                cast(at(key, *hex), fell)
            }
            Event::Answered { hex, cast: fell, durability, answer, inside } => {
                // An empty castle has nobody who could take his life or be led away.
                let key = match inside {
                    0 if *answer > Answer::Opened => Answer::Opened.key(),
                    _ => answer.key(),
                };
                let row = u16::from(rules.tables.figures.castle.durability - durability);
                cast(at(key, *hex), fell).cell("surrender", row, *answer as u16)
            }
            Event::CastleFalls { hex, .. } => at("castle-falls", *hex),
            Event::Taken { hex, captor } => both("castle-taken", *captor, *hex),
            Event::Ruined { hex, .. } => at("ruined", *hex),
            Event::MarchedOut { unit, units, from, to } => {
                let line = Line::new("marched-out")
                    .with("unit", piece(*unit))
                    .with("count", units.len() as i32)
                    .with("from", place(*from))
                    .with("hex", place(*to));
                all_along(Telling::new(line), *units, &[*from, *to])
            }
            Event::Checked { hex, die, beyond, lost } => {
                let key = match lost {
                    -1 => "checked-incident",
                    0 => "checked-nothing",
                    _ => "checked-worn",
                };
                thrown(with(at(key, *hex), "die", *die), *die).cell(
                    "surround",
                    u16::from(*beyond),
                    (*die - 1) as u16,
                )
            }
            Event::Incident { hex, cast: fell, incident } => {
                let (key, n) = match incident {
                    Incident::Traitor(n) => ("incident-traitor", *n),
                    Incident::Durability(n) => ("incident-durability", *n),
                    Incident::Morale(n) => ("incident-morale", *n),
                    Incident::Heart(n) => ("incident-heart", *n),
                };
                let row = rules.tables.incident_row(fell.total()) as u16;
                cast(with(at(key, *hex), "count", i32::from(n)), fell).cell("incident", row, 0)
            }
            Event::Offered { hex, count, turn } => {
                let key = if *turn == 0 { "terms-offered" } else { "terms-answered" };
                with(at(key, *hex), "count", *count)
            }
            Event::TermsRefused { hex } => at("terms-refused", *hex),
            Event::TermsAgreed { hex } => at("terms-agreed", *hex),
            Event::Attack { force, hex, sortie, count } => {
                let key = if *sortie { "sortie" } else { "attacks" };
                with(both(key, *force, *hex), "count", *count)
            }
            Event::Challenge { force, hex } => both("challenge", *force, *hex),
            Event::Accepted { hex } => at("accepted", *hex),
            Event::Declined { hex } => at("declined", *hex),
            Event::Struck { by, cast: fell, strength, hits, .. } => {
                let line = Line::new("struck")
                    .with("unit", piece(*by))
                    .with("strength", i32::from(*strength))
                    .with("losses", i32::from(hits.losses))
                    .with("mark", i32::from(hits.mark));
                rules.of_combat(cast(Telling::new(line), fell), *strength, fell.total())
            }
            Event::FellBack { force, units, from, to } => {
                all_along(both("fell-back", *force, *to), *units, &[*from, *to])
            }
            Event::Trapped { force } => of("trapped", *force),
            Event::Retreated { force, hexes, morale } => {
                let key = if *morale { "retreated" } else { "stepped-back" };
                with(of(key, *force), "hexes", *hexes)
            }
            Event::Pursued { force, units, path } => {
                let to = path.last().copied().unwrap_or(HexId(0));
                all_along(both("pursued", *force, to), *units, path)
            }
            Event::BattleLost { loser } => Telling::new(Line::new("battle-lost").with("side", *loser)),
            Event::BattleDrawn { .. } => Telling::new(Line::new("battle-drawn")),
            Event::BrokeOff { side } => Telling::new(Line::new("broke-off").with("side", *side)),
            Event::Routed { force, die, hexes, steps } => {
                let line = Line::new("routed")
                    .with("unit", piece(*force))
                    .with("die", *die)
                    .with("hexes", *hexes)
                    .with("steps", *steps);
                thrown(Telling::new(line), *die)
            }
            Event::Entered { force, units, hex } => all_along(both("entered", *force, *hex), *units, &[*hex]),
            Event::Points { side, points, key, .. } => Telling::new(
                Line::new("points").with("side", *side).with("points", *points).with("what", *key),
            ),
            Event::Over { winner, lead, needed } => Telling::new(
                Line::new("over").with("side", *winner).with("lead", *lead).with("needed", *needed),
            ),
        }
    }
}

impl Gunyuden {
    /// T-1: the cell that was used.
    fn of_combat(&self, telling: Telling, strength: u16, total: i32) -> Telling {
        telling.cell("combat", self.tables.row(total) as u16, self.tables.column(strength) as u16)
    }
}
