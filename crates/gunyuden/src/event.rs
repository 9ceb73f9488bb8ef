//! What happened, one line of the story each.

use hexmap::HexId;
use kernel::{Cited, Line, Rule, Side, Stroke, Telling, Thing};

use crate::{
    Gunyuden,
    movement::Gait,
    refuse::{piece, place},
    rule_ids::*,
    tables::{Answer, Hits, Incident},
    units::{ArmyId, HouseId, UnitId, UnitSet},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Inning {
        inning: u8,
    },
    Phase {
        side: Side,
        stage: u8,
        rule: Rule,
    },
    Deployed {
        side: Side,
    },
    Placed {
        unit: UnitId,
        hex: HexId,
    },
    Intervention {
        army: ArmyId,
        die: i32,
        comes: bool,
        rule: Rule,
    },
    Thaw {
        die: i32,
        thaws: bool,
        house: HouseId,
        rule: Rule,
    },
    Arrives {
        army: ArmyId,
        rule: Rule,
    },
    Pact {
        die: i32,
        made: bool,
        rule: Rule,
    },
    Wavers {
        house: HouseId,
        die: i32,
        rule: Rule,
    },
    Chooses {
        house: HouseId,
        side: Side,
        die: i32,
        rule: Rule,
    },
    Surprise {
        hex: HexId,
        die: i32,
        taken: bool,
        rule: Rule,
    },
    Earthworks {
        hex: HexId,
        rule: Rule,
    },
    Declared {
        house: HouseId,
    },
    LinesTested,
    CutOff {
        force: UnitId,
    },
    Morale {
        unit: UnitId,
        low: u8,
        rule: Rule,
    },
    Recovered {
        force: UnitId,
        rule: Rule,
    },
    Unmoved {
        force: UnitId,
        die: i32,
    },
    Removed {
        unit: UnitId,
        hex: HexId,
        rule: Rule,
    },
    Scattered {
        chief: UnitId,
        rule: Rule,
    },
    StepLost {
        unit: UnitId,
        rule: Rule,
    },
    StepGained {
        unit: UnitId,
        rule: Rule,
    },
    Stood {
        force: UnitId,
    },
    Moved {
        force: UnitId,
        units: UnitSet,
        path: Vec<HexId>,
        cost: i32,
        gait: Gait,
        enters: bool,
    },
    CameOut {
        force: UnitId,
        hex: HexId,
    },
    HoledUp {
        force: UnitId,
        hex: HexId,
        rule: Rule,
    },
    Dropped {
        unit: UnitId,
        head: UnitId,
        hex: HexId,
    },
    Joined {
        unit: UnitId,
        head: UnitId,
    },
    Separated {
        unit: UnitId,
        head: UnitId,
    },
    Organised {
        force: UnitId,
    },
    Replenished {
        force: UnitId,
        die: i32,
        steps: i32,
        castle: bool,
        rule: Rule,
    },
    Rebuilt {
        hex: HexId,
        force: UnitId,
    },
    Surrounded {
        force: UnitId,
        hex: HexId,
        strength: i32,
    },
    Lifted {
        force: UnitId,
    },
    SurroundEnded {
        hex: HexId,
    },
    AssaultBegins {
        force: UnitId,
        hex: HexId,
    },
    Intercepted {
        force: UnitId,
        hex: HexId,
        die: i32,
        total: i32,
        strength: u16,
        hits: Hits,
    },
    Assaulted {
        force: UnitId,
        hex: HexId,
        die: i32,
        total: i32,
        strength: u16,
        lost: u8,
    },
    Worn {
        hex: HexId,
        left: i32,
        rule: Rule,
    },
    DemandMade {
        force: UnitId,
        hex: HexId,
    },
    Answered {
        hex: HexId,
        die: i32,
        total: i32,
        answer: Answer,
    },
    CastleFalls {
        hex: HexId,
    },
    Taken {
        hex: HexId,
        captor: UnitId,
    },
    Ruined {
        hex: HexId,
    },
    MarchedOut {
        unit: UnitId,
        units: UnitSet,
        from: HexId,
        to: HexId,
    },
    /// `lost` is −1 for an incident.
    Checked {
        hex: HexId,
        die: i32,
        lost: i32,
    },
    Incident {
        hex: HexId,
        die: i32,
        total: i32,
        incident: Incident,
    },
    Offered {
        hex: HexId,
        count: i32,
        turn: i32,
    },
    TermsRefused {
        hex: HexId,
    },
    TermsAgreed {
        hex: HexId,
    },
    Attack {
        force: UnitId,
        hex: HexId,
        sortie: bool,
        count: i32,
    },
    Challenge {
        force: UnitId,
        hex: HexId,
    },
    Accepted {
        hex: HexId,
    },
    Declined {
        hex: HexId,
    },
    Struck {
        by: UnitId,
        die: i32,
        total: i32,
        strength: u16,
        hits: Hits,
        rule: Rule,
    },
    FellBack {
        force: UnitId,
        units: UnitSet,
        from: HexId,
        to: HexId,
    },
    Trapped {
        force: UnitId,
    },
    Retreated {
        force: UnitId,
        hexes: i32,
        morale: bool,
    },
    Pursued {
        force: UnitId,
        units: UnitSet,
        path: Vec<HexId>,
    },
    BattleLost {
        loser: Side,
    },
    BattleDrawn {
        rule: Rule,
    },
    BrokeOff {
        side: Side,
    },
    Routed {
        force: UnitId,
        hexes: i32,
        steps: i32,
    },
    Entered {
        force: UnitId,
        units: UnitSet,
        hex: HexId,
    },
    Points {
        side: Side,
        points: i32,
        key: &'static str,
        rule: Rule,
    },
    Over {
        winner: Side,
        lead: i32,
        needed: i32,
    },
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match *self {
            Event::Phase { rule, .. }
            | Event::Intervention { rule, .. }
            | Event::Thaw { rule, .. }
            | Event::Arrives { rule, .. }
            | Event::Pact { rule, .. }
            | Event::Wavers { rule, .. }
            | Event::Chooses { rule, .. }
            | Event::Surprise { rule, .. }
            | Event::Earthworks { rule, .. }
            | Event::Morale { rule, .. }
            | Event::Recovered { rule, .. }
            | Event::Removed { rule, .. }
            | Event::Scattered { rule, .. }
            | Event::StepLost { rule, .. }
            | Event::StepGained { rule, .. }
            | Event::HoledUp { rule, .. }
            | Event::Replenished { rule, .. }
            | Event::Worn { rule, .. }
            | Event::Struck { rule, .. }
            | Event::BattleDrawn { rule, .. }
            | Event::Points { rule, .. } => rule,
            Event::Inning { .. } => R_4_0,
            Event::Deployed { .. } | Event::Placed { .. } => R_36_4,
            Event::Declared { .. } => R_36_7_3,
            Event::LinesTested => R_4_1_1_2,
            Event::CutOff { .. } => R_11_4_1,
            Event::Unmoved { .. } => R_26_1_2,
            Event::Stood { .. } => R_12_2_5,
            Event::Moved { enters: true, .. } => R_32_2,
            Event::Moved { gait: Gait::Strategic, .. } => R_15_3,
            Event::Moved { .. } => R_15_2,
            Event::CameOut { .. } => R_16_3,
            Event::Dropped { .. } => R_15_5,
            Event::Joined { .. } => R_13_2_I,
            Event::Separated { .. } => R_13_2_S,
            Event::Organised { .. } => R_13_2_3,
            Event::Rebuilt { .. } => R_21_1_2,
            Event::Surrounded { .. } => R_18_1,
            Event::Lifted { .. } => R_18_3_1,
            Event::SurroundEnded { .. } => R_18_3_2,
            Event::AssaultBegins { .. } => R_19_1_3,
            Event::Intercepted { .. } => R_19_2_4,
            Event::Assaulted { .. } => R_19_3_1,
            Event::DemandMade { .. } => R_20_1,
            Event::Answered { answer, .. } => answer.rule(),
            Event::CastleFalls { .. } => R_21_0,
            Event::Taken { .. } => R_20_3_1,
            Event::Ruined { .. } => R_21_1_1,
            Event::MarchedOut { .. } => R_20_3_2,
            Event::Checked { .. } => R_18_2_1_2,
            Event::Incident { .. } => R_18_2_1_3,
            Event::Offered { .. } | Event::TermsRefused { .. } | Event::TermsAgreed { .. } => R_20_4,
            Event::Attack { sortie: true, .. } => R_23_7,
            Event::Attack { .. } => R_22_1_1,
            Event::Challenge { .. } => R_24_1_2,
            Event::Accepted { .. } => R_24_0,
            Event::Declined { .. } => R_24_1_8,
            Event::FellBack { .. } => R_23_4_2,
            Event::Trapped { .. } => R_23_4_3,
            Event::Retreated { morale: true, .. } => R_23_4_5,
            Event::Retreated { .. } => R_24_2_7,
            Event::Pursued { .. } => R_23_5,
            Event::BattleLost { .. } => R_24_2_6,
            Event::BrokeOff { .. } => R_24_2_5,
            Event::Routed { .. } => R_24_3_2,
            Event::Entered { .. } => R_24_3_3,
            Event::Over { .. } => R_36_6_END,
        }
    }
}

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
            Event::Replenished { force, die, steps, castle, .. } => {
                let key = match (castle, *steps) {
                    (_, 0) => "replenished-none",
                    (false, 1..) => "replenished",
                    (false, _) => "deserters",
                    (true, 1..) => "repaired",
                    (true, _) => "crumbled",
                };
                thrown(with(with(of(key, *force), "die", *die), "steps", steps.abs()), *die)
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
                thrown(Telling::new(line), *die)
            }
            Event::Assaulted { force, hex, die, total, strength, lost } => {
                let line = Line::new("assaulted")
                    .with("unit", piece(*force))
                    .with("hex", place(*hex))
                    .with("total", *total)
                    .with("strength", i32::from(*strength))
                    .with("lost", i32::from(*lost));
                thrown(Telling::new(line), *die)
            }
            Event::Worn { hex, left, .. } => with(at("worn", *hex), "left", *left),
            Event::DemandMade { force, hex } => both("demand-made", *force, *hex),
            Event::Answered { hex, die, total, answer } => {
                thrown(with(at(answer.key(), *hex), "total", *total), *die)
            }
            Event::CastleFalls { hex } => at("castle-falls", *hex),
            Event::Taken { hex, captor } => both("castle-taken", *captor, *hex),
            Event::Ruined { hex } => at("ruined", *hex),
            Event::MarchedOut { unit, units, from, to } => {
                let line = Line::new("marched-out")
                    .with("unit", piece(*unit))
                    .with("count", units.len() as i32)
                    .with("from", place(*from))
                    .with("hex", place(*to));
                all_along(Telling::new(line), *units, &[*from, *to])
            }
            Event::Checked { hex, die, lost } => {
                let key = match lost {
                    -1 => "checked-incident",
                    0 => "checked-nothing",
                    _ => "checked-worn",
                };
                thrown(with(at(key, *hex), "die", *die), *die)
            }
            Event::Incident { hex, die, total, incident } => {
                let (key, n) = match incident {
                    Incident::Traitor(n) => ("incident-traitor", *n),
                    Incident::Durability(n) => ("incident-durability", *n),
                    Incident::Morale(n) => ("incident-morale", *n),
                    Incident::Heart(n) => ("incident-heart", *n),
                };
                thrown(with(with(at(key, *hex), "total", *total), "count", i32::from(n)), *die)
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
                thrown(Telling::new(line), *die)
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
}
