//! What is drawn over the table: radii of command, ranges and lines of fire, and charges that can be or were declared.

use kernel::{
    Rule, Side,
    scene::{Overlay, Shape},
};
use plane::{Footprint, Hand, Len, Sector};

use super::scene::{cm, unit_pose};
use crate::{
    Daimyo,
    decisions::Step,
    model::{
        state::{Life, State, Where},
        units::{LeaderId, UnitId},
    },
    notation::rule_ids::*,
    queries::fire::may_shoot,
};

/// A step of a wheel, in tenths of a degree.
const WHEEL_STEP: i32 = 50;

/// Views of single leaders and units, each shown while its piece is looked at, and the charges that were declared.
pub(super) fn all(rules: &Daimyo, state: &State) -> Vec<Overlay> {
    let leaders = (0..rules.leaders.len() as u8).filter_map(|n| command(rules, state, LeaderId(n)));
    let mut all: Vec<Overlay> = leaders.collect();
    for unit in state.here().filter(|unit| state.body(*unit).place == Where::Table) {
        all.extend(ranges(rules, state, unit));
        all.extend(lines_of_fire(rules, state, unit));
        all.extend(cone(rules, state, unit));
        all.extend(chances(rules, state, unit));
    }
    all.extend(declared(rules, state));
    all
}

fn overlay(
    id: &str,
    title: String,
    rule: Rule,
    side: Side,
    piece: Option<&str>,
    shapes: Vec<Shape>,
) -> Overlay {
    Overlay {
        id: id.to_owned(),
        title,
        rule: rule.to_string(),
        side: Some(side.0),
        shapes,
        piece: piece.map(str::to_owned),
        ..Overlay::default()
    }
}

fn command(rules: &Daimyo, state: &State, leader: LeaderId) -> Option<Overlay> {
    let (data, who) = (&rules.leaders[usize::from(leader.0)], &state.leaders[usize::from(leader.0)]);
    let radius = rules.radius(state);
    let circle = Shape::Circle { x: who.at.x, y: who.at.y, radius: radius.0, word: cm(radius) };
    let title = format!("Command radius of {}", data.name.en);
    (who.life == Life::Here)
        .then(|| overlay("command", title, D_CMD_1, data.side, Some(&data.id), vec![circle]))
}

fn ranges(rules: &Daimyo, state: &State, unit: UnitId) -> Option<Overlay> {
    let data = rules.unit(unit);
    if data.missile.is_none() && !data.is_gun() {
        return None;
    }
    let outward = match () {
        () if data.is_mounted() => 1800,
        () if data.is_gun() => 150,
        () => 450,
    };
    let (effective, long) = rules.ranges(state, unit);
    let pose = unit_pose(rules, state, unit);
    let band = |name: &str, reach: Len| Shape::Fan {
        pose,
        outward,
        reach: reach.0,
        word: format!("{name}, to {}", cm(reach)),
    };
    let rule = if data.is_gun() { D_ART_1 } else { D_FIR_6 };
    let bands = vec![band("effective", effective), band("long", long)];
    Some(overlay("range", format!("Ranges of {}", data.name.en), rule, data.side, Some(&data.id), bands))
}

/// Whom a unit would fire at, and enemies in range that it cannot hit.
fn lines_of_fire(rules: &Daimyo, state: &State, unit: UnitId) -> Vec<Overlay> {
    if may_shoot(rules, state, unit).is_err() || rules.in_melee(state, unit) {
        return Vec::new();
    }
    let data = rules.unit(unit);
    let pose = unit_pose(rules, state, unit);
    let line = |foe: UnitId, word: &str| {
        let to = rules.shape(state, foe).centre().point();
        Shape::Line { points: vec![(pose.x, pose.y), (to.x, to.y)], word: word.to_owned() }
    };
    let salvos = rules.salvos(state, unit);
    let aimed =
        salvos.iter().map(|salvo| line(salvo.target, if salvo.effective { "effective" } else { "long" }));
    let blocked = rules.screened(state, unit).into_iter().map(|foe| line(foe, "blocked"));
    [
        ("aimed", format!("Targets of {}", data.name.en), D_FIR_6, aimed.collect::<Vec<_>>()),
        ("blocked", format!("No line of fire for {}", data.name.en), D_FIR_3, blocked.collect()),
    ]
    .into_iter()
    .filter(|(.., lines)| !lines.is_empty())
    .map(|(id, title, rule, lines)| overlay(id, title, rule, data.side, Some(&data.id), lines))
    .collect()
}

/// Where a unit can charge: within its widest wheel and its allowance. Every step of a wheel shortens the way ahead.
fn cone(rules: &Daimyo, state: &State, unit: UnitId) -> Option<Overlay> {
    let (data, body) = (rules.unit(unit), state.body(unit));
    if !body.is_steady() || data.is_gun() || data.is_headquarters() {
        return None;
    }
    let reach = rules.charge_allowance(state, unit);
    let fan = Shape::Fan {
        pose: unit_pose(rules, state, unit),
        outward: rules.tables.manoeuvre.charge_wheel * WHEEL_STEP,
        reach: reach.0,
        word: cm(reach),
    };
    Some(overlay(
        "charge",
        format!("Charge of {}", data.name.en),
        R_6_1,
        data.side,
        Some(&data.id),
        vec![fan],
    ))
}

/// The charges a unit may declare now, shown with the charger and with each of its targets.
fn chances(rules: &Daimyo, state: &State, unit: UnitId) -> Vec<Overlay> {
    if state.step != Step::Declare || rules.may_start(state, unit).is_err() {
        return Vec::new();
    }
    let data = rules.unit(unit);
    let title = || format!("Charges of {}", data.name.en);
    let mut all = Vec::new();
    let mut lanes = Vec::new();
    for chance in rules.chances(state, unit) {
        let arrow = lane(rules, state, chance.target, rules.print(state, unit), chance.wheel, chance.path);
        let target = &rules.unit(chance.target).id;
        all.push(overlay("aim", title(), R_6_1, data.side, Some(target), vec![arrow.clone()]));
        lanes.push(arrow);
    }
    if !lanes.is_empty() {
        all.push(overlay("aim", title(), R_6_1, data.side, Some(&data.id), lanes));
    }
    all
}

/// Charges that were declared, until they are carried out.
fn declared(rules: &Daimyo, state: &State) -> Option<Overlay> {
    let lanes =
        state.charges.iter().filter(|charge| !charge.off && state.body(charge.unit).place.is_here()).map(
            |charge| {
                let base = rules.base(charge.unit);
                let print = state.body(charge.unit).formation.footprint(base, charge.from, charge.heading);
                lane(rules, state, charge.target, print, charge.wheel, charge.path)
            },
        );
    let lanes: Vec<Shape> = lanes.collect();
    let title = "Declared charges".to_owned();
    (!lanes.is_empty()).then(|| overlay("declared", title, R_6_2, state.active, None, lanes))
}

/// The way of a charge: its length, and which side of the target it strikes.
fn lane(rules: &Daimyo, state: &State, target: UnitId, from: Footprint, wheel: i8, path: Len) -> Shape {
    let hand = if wheel < 0 { Hand::Left } else { Hand::Right };
    let print = (0..wheel.unsigned_abs()).fold(from, |print, _| print.wheeled(hand, 1));
    let (start, end) = (from.spot(Len::ZERO, Len::ZERO).point(), print.spot(path, Len::ZERO).point());
    let sector = match rules.struck_sector(state, target, from.spot(Len::ZERO, Len::ZERO).point()) {
        Sector::Front => "front",
        Sector::Flank(_) => "flank",
        Sector::Rear => "rear",
    };
    Shape::Line {
        points: vec![(start.x, start.y), (end.x, end.y)], word: format!("{} · {sector}", cm(path))
    }
}
