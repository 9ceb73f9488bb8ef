//! Events in words and strokes.

use hexmap::HexId;
use kernel::{Line, Stroke, Telling, Thing};

use crate::{
    Gunyuden,
    event::Event,
    movement::Gait,
    refuse::{piece, place},
    rule_ids::*,
    tables::Incident,
    units::{HouseId, UnitId, UnitSet},
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

impl Gunyuden {
    /// The event in words and strokes. Nothing in this system is hidden, so everyone hears the same.
    pub(crate) fn telling(&self, event: &Event) -> Telling {
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
        match event {
            Event::Inning { inning } => Telling::new(Line::new("inning").with("inning", i32::from(*inning))),
            Event::Phase { side, stage, .. } => {
                Telling::new(Line::new("phase").with("side", *side).with("stage", i32::from(*stage)))
            }
            Event::Deployed { side } => Telling::new(Line::new("deployed").with("side", *side)),
            Event::Placed { unit, hex } => both("placed", *unit, *hex)
                .stroke(Stroke::Appeared { piece: piece(*unit), place: place(*hex) }),
            Event::Intervention { army, die, comes, .. } => {
                let key = if *comes { "intervention-comes" } else { "intervention-waits" };
                thrown(
                    Telling::new(Line::new(key).with("army", self.army_card(*army)).with("die", *die)),
                    *die,
                )
            }
            Event::Thaw { die, thaws, house, .. } => {
                let key = if *thaws { "thaw" } else { "no-thaw" };
                thrown(Telling::new(Line::new(key).with("die", *die).with("house", card(*house))), *die)
            }
            Event::Arrives { army, .. } => {
                Telling::new(Line::new("arrives").with("army", self.army_card(*army)))
            }
            Event::Pact { die, made, .. } => {
                let key = if *made { "pact-made" } else { "pact-not-made" };
                thrown(Telling::new(Line::new(key).with("die", *die)), *die)
            }
            Event::Wavers { house, die, .. } => {
                let line = Line::new("wavers").with("die", *die).with("house", card(*house));
                thrown(Telling::new(line), *die)
            }
            Event::Chooses { house, side, die, .. } => {
                let line =
                    Line::new("chooses").with("die", *die).with("house", card(*house)).with("side", *side);
                thrown(Telling::new(line), *die)
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
            Event::Recovered { force, .. } => of("recovered", *force),
            Event::Unmoved { force, die } => thrown(with(of("unmoved", *force), "die", *die), *die),
            Event::Removed { unit, hex, rule } => {
                let key = match *rule {
                    R_25_0 => "killed",
                    R_14_2_4 => "deserted",
                    R_10_1_2 => "disbanded",
                    R_25_2 => "scattered-unit",
                    _ => "surrendered",
                };
                let telling = match crate::state::on_map(*hex) {
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
            Event::Replenished { force, die, total, steps, castle, .. } => {
                let key = match (castle, *steps) {
                    (_, 0) => "replenished-none",
                    (false, 1..) => "replenished",
                    (false, _) => "deserters",
                    (true, 1..) => "repaired",
                    (true, _) => "crumbled",
                };
                let row = self.tables.replenish_row(*total) as u16;
                let column = self.house(self.unit(*force).house).column as u16;
                thrown(with(with(of(key, *force), "die", *die), "steps", steps.abs()), *die).cell(
                    "replenish",
                    row,
                    column,
                )
            }
            Event::Rebuilt { hex, force } => both("rebuilt", *force, *hex),
            Event::Surrounded { force, hex, strength } => {
                with(both("surrounded", *force, *hex), "strength", *strength)
            }
            Event::Lifted { force } => of("lifted", *force),
            Event::SurroundEnded { hex } => at("surround-ended", *hex),
            Event::AssaultBegins { force, hex } => both("assault-begins", *force, *hex),
            Event::Intercepted { force, hex, die, total, strength, hits } => {
                let line = Line::new("intercepted")
                    .with("unit", piece(*force))
                    .with("hex", place(*hex))
                    .with("total", *total)
                    .with("strength", i32::from(*strength))
                    .with("losses", i32::from(hits.losses))
                    .with("mark", i32::from(hits.mark));
                self.of_combat(thrown(Telling::new(line), *die), *strength, *total)
            }
            Event::Assaulted { force, hex, die, total, strength, lost } => {
                let line = Line::new("assaulted")
                    .with("unit", piece(*force))
                    .with("hex", place(*hex))
                    .with("total", *total)
                    .with("strength", i32::from(*strength))
                    .with("lost", i32::from(*lost));
                self.of_combat(thrown(Telling::new(line), *die), *strength, *total)
            }
            Event::Worn { hex, left, .. } => with(at("worn", *hex), "left", *left),
            Event::DemandMade { force, hex } => both("demand-made", *force, *hex),
            Event::PeaceDemanded { force, hex } => both("peace-demanded", *force, *hex),
            Event::PeaceAnswered { hex, die, total, made } => {
                let key = if *made { "peace-made" } else { "peace-refused" };
                thrown(with(at(key, *hex), "total", *total), *die)
            }
            Event::Answered { hex, die, total, durability, answer } => thrown(
                with(at(answer.key(), *hex), "total", *total),
                *die,
            )
            .cell("surrender", u16::from(10 - durability), *answer as u16),
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
            Event::Incident { hex, die, total, incident } => {
                let (key, n) = match incident {
                    Incident::Traitor(n) => ("incident-traitor", *n),
                    Incident::Durability(n) => ("incident-durability", *n),
                    Incident::Morale(n) => ("incident-morale", *n),
                    Incident::Heart(n) => ("incident-heart", *n),
                };
                thrown(with(with(at(key, *hex), "total", *total), "count", i32::from(n)), *die).cell(
                    "incident",
                    self.tables.incident_row(*total) as u16,
                    0,
                )
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
            Event::Struck { by, die, total, strength, hits, .. } => {
                let line = Line::new("struck")
                    .with("unit", piece(*by))
                    .with("total", *total)
                    .with("strength", i32::from(*strength))
                    .with("losses", i32::from(hits.losses))
                    .with("mark", i32::from(hits.mark));
                self.of_combat(thrown(Telling::new(line), *die), *strength, *total)
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
            Event::Routed { force, hexes, steps } => {
                with(with(of("routed", *force), "hexes", *hexes), "steps", *steps)
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

    /// T-1: the cell that was used.
    fn of_combat(&self, telling: Telling, strength: u16, total: i32) -> Telling {
        telling.cell("combat", self.tables.row(total) as u16, self.tables.column(strength) as u16)
    }
}
