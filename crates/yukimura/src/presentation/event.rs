//! What happened, one line of the story each.

use arrayvec::ArrayVec;
use hexmap::HexId;
use kernel::{Cited, Line, Rule, Side, Stroke, Telling, Thing};

use crate::{
    model::{
        chart::Outcome,
        scenarios::Scenario,
        units::{ForceId, UnitId},
    },
    notation::rule_ids::*,
    queries::movement::place,
};

/// How a unit came on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Walk,
    Road,
    /// 8-1(2): it stopped where it came on, or farther on, in an enemy zone.
    Stopped,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Phase { key: &'static str, side: Side, rule: Rule },
    Inning { inning: u8 },
    Road { hex: HexId },
    Arrives { force: ForceId, rule: Rule },
    Released { force: ForceId, pip: i32, free: bool, rule: Rule },
    Moved { unit: UnitId, path: Vec<HexId>, cost: u16, stopped: bool },
    Marched { unit: UnitId, path: Vec<HexId> },
    Entered { unit: UnitId, path: Vec<HexId>, cost: u16, entry: Entry },
    Left { unit: UnitId, path: Vec<HexId> },
    Crossed { unit: UnitId, hex: HexId },
    Taken { unit: UnitId, hex: HexId },
    Attack { target: UnitId, attackers: ArrayVec<UnitId, 6>, melee: bool, rule: Rule },
    Result { target: UnitId, sum: i32, column: u8, outcome: Outcome, value: i16, melee: bool },
    Unshaken { unit: UnitId },
    Held { unit: UnitId, chain: bool },
    Trapped { unit: UnitId, need: i32 },
    Retreats { unit: UnitId, need: i32, rule: Rule },
    FellBack { unit: UnitId, from: HexId, to: HexId, displaced: bool },
    Marked { unit: UnitId },
    RunThrough { unit: UnitId },
    Spared { unit: UnitId, rule: Rule },
    Displaced { unit: UnitId },
    Removed { unit: UnitId, hex: HexId, rule: Rule },
    NoAdvance { target: UnitId },
    Advanced { unit: UnitId, path: Vec<HexId>, rule: Rule },
    Halted,
    Over { winner: Option<Side>, by: u8, rule: Rule },
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match *self {
            Event::Phase { rule, .. }
            | Event::Arrives { rule, .. }
            | Event::Released { rule, .. }
            | Event::Attack { rule, .. }
            | Event::Retreats { rule, .. }
            | Event::Spared { rule, .. }
            | Event::Removed { rule, .. }
            | Event::Advanced { rule, .. }
            | Event::Over { rule, .. } => rule,
            Event::Inning { .. } => R_4_1_END,
            Event::Road { .. } => R_14_3_6,
            Event::Moved { stopped: true, .. } => R_7_3_1,
            Event::Moved { .. } => R_7,
            Event::Marched { .. } => R_7_5_2,
            Event::Entered { entry: Entry::Stopped, ref path, .. } if path.len() == 1 => R_8_1_2,
            Event::Entered { .. } => R_8_1,
            Event::Left { .. } => R_7_6,
            Event::Crossed { .. } => R_14_1_5,
            Event::Taken { .. } => R_14_4_6,
            Event::Result { outcome, melee, .. } => outcome.rule(melee),
            Event::Unshaken { .. } | Event::RunThrough { .. } => R_11,
            Event::Held { chain: false, .. } => R_11_2A,
            Event::Held { chain: true, .. } => R_11_2_3,
            Event::Trapped { .. } => R_11_1_3,
            Event::FellBack { displaced: false, .. } => R_11_1,
            Event::FellBack { displaced: true, .. } | Event::Displaced { .. } => R_11_2_5,
            Event::Marked { .. } => R_11_2_1,
            Event::NoAdvance { .. } => R_11_3_2,
            Event::Halted => R_11_3_5,
        }
    }
}

pub(crate) fn piece(unit: UnitId) -> Thing {
    Thing::Piece(u16::from(unit.0))
}

/// The result as the table prints it.
pub(crate) fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Nothing => "result-none",
        Outcome::TargetChecks(_) => "result-check",
        Outcome::TargetRemoved => "result-removed",
        Outcome::AttackersRemoved => "result-attackers-removed",
        Outcome::AttackersCheck(_) => "result-attackers-check",
        Outcome::BothCheck(_) => "result-both-check",
    }
}

fn along(unit: UnitId, path: &[HexId]) -> Stroke {
    Stroke::Moved { piece: piece(unit), path: path.iter().map(|&hex| place(hex)).collect() }
}

impl Event {
    /// The event in words and strokes. Nothing in this system is hidden, so everyone hears the same.
    pub(crate) fn telling(&self, scenario: &Scenario) -> Telling {
        let about = |key: &'static str, unit: UnitId| Line::new(key).with("unit", piece(unit));
        let end = |path: &[HexId]| place(*path.last().expect("a way has an end"));
        match self {
            Event::Phase { key, side, .. } => Telling::new(Line::new(key).with("side", *side)),
            Event::Inning { inning } => Telling::new(Line::new("inning").with("inning", i32::from(*inning))),
            Event::Road { hex } => Telling::new(Line::new("road-chosen").with("hex", place(*hex))),
            Event::Arrives { force, .. } => {
                Telling::new(Line::new("arrives").with("force", Thing::Card(u16::from(force.0))))
            }
            Event::Released { force, pip, free, .. } => {
                let key = if *free { "released" } else { "not-released" };
                Telling::new(Line::new(key).with("force", Thing::Card(u16::from(force.0))).with("die", *pip))
            }
            Event::Moved { unit, path, cost, stopped } => {
                let key = if *stopped { "moved-into-zone" } else { "moved" };
                let line = about(key, *unit).with("hex", end(path)).with("cost", i32::from(*cost));
                Telling::new(line).stroke(along(*unit, path))
            }
            Event::Marched { unit, path } => {
                let line =
                    about("marched", *unit).with("hex", end(path)).with("hexes", path.len() as i32 - 1);
                Telling::new(line).stroke(along(*unit, path))
            }
            Event::Entered { unit, path, cost, entry } => {
                let line = match entry {
                    Entry::Walk => about("entered", *unit).with("cost", i32::from(*cost)),
                    Entry::Road => about("entered-by-road", *unit).with("hexes", path.len() as i32),
                    Entry::Stopped => about("entered-zone", *unit).with("cost", i32::from(*cost)),
                };
                let line = line.with("hex", end(path));
                Telling::new(line)
                    .stroke(Stroke::Appeared { piece: piece(*unit), place: place(path[0]) })
                    .stroke(along(*unit, path))
            }
            Event::Left { unit, path } => Telling::new(about("left", *unit).with("hex", end(path)))
                .stroke(along(*unit, path))
                .stroke(Stroke::Gone { piece: piece(*unit) }),
            Event::Crossed { unit, hex } => Telling::new(about("crossed", *unit).with("hex", place(*hex))),
            Event::Taken { unit, hex } => Telling::new(about("taken", *unit).with("hex", place(*hex))),
            Event::Attack { target, attackers, melee, .. } => {
                let key = if *melee { "attacks" } else { "fires" };
                let line = about(key, *target)
                    .with("count", attackers.len() as i32)
                    .with("first", piece(attackers[0]));
                Telling::new(line)
            }
            Event::Result { target, sum, column, outcome, value, melee } => {
                let line = about(outcome_key(*outcome), *target)
                    .with("sum", *sum)
                    .with("value", i32::from(*value))
                    .with("melee", i32::from(*melee));
                Telling::new(match outcome {
                    Outcome::TargetChecks(n) | Outcome::AttackersCheck(n) | Outcome::BothCheck(n) => {
                        line.with("modifier", i32::from(*n))
                    }
                    _ => line,
                })
                // The first row of both tables is that of a 2.
                .cell(
                    if *melee { "melee" } else { "fire" },
                    *sum as u16 - 2,
                    u16::from(*column),
                )
            }
            Event::Unshaken { unit } => Telling::new(about("unshaken", *unit)),
            Event::Held { unit, .. } => Telling::new(about("held", *unit)),
            Event::Trapped { unit, need } => Telling::new(about("trapped", *unit).with("hexes", *need)),
            Event::Retreats { unit, need, .. } => Telling::new(about("retreats", *unit).with("hexes", *need)),
            Event::FellBack { unit, from, to, .. } => {
                Telling::new(about("fell-back", *unit).with("hex", place(*to)))
                    .stroke(along(*unit, &[*from, *to]))
            }
            Event::Marked { unit } => Telling::new(about("marked", *unit)),
            Event::RunThrough { unit } => Telling::new(about("run-through", *unit)),
            Event::Spared { unit, .. } => Telling::new(about("spared", *unit)),
            Event::Displaced { unit } => Telling::new(about("displaced", *unit)),
            Event::Removed { unit, hex, .. } => {
                Telling::new(about("removed", *unit).with("hex", place(*hex)))
                    .stroke(Stroke::Gone { piece: piece(*unit) })
            }
            Event::NoAdvance { target } => Telling::new(about("no-advance", *target)),
            Event::Advanced { unit, path, .. } => {
                Telling::new(about("advanced", *unit).with("hex", end(path))).stroke(along(*unit, path))
            }
            Event::Halted => Telling::new(Line::new("halted")),
            Event::Over { winner, by, .. } => Telling::new(scenario.victories[*by as usize].line(*winner)),
        }
    }
}
