//! A state as a person writes it down.

pub(crate) mod laws;

use std::collections::BTreeMap;

use hexmap::HexId;
use kernel::{Fault, Faults, Positions, Side, decision};
use serde::{Deserialize, Serialize};

use crate::{
    Gunyuden,
    decisions::Frame,
    model::{
        state::{ABSENT, Castle, Happened, Over, Phase, REMOVED, State, UNPLACED, beside, is_beside},
        units::{ANTI, HASHIBA, HouseId, UnitId, UnitSet},
    },
    queries::board,
};

/// Only what matters need be named: units left out are not in play, castles left out are as the scenario has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "one")]
    inning: u8,
    /// 0 is the start stage. Left out it is the first that the phase can be in.
    #[serde(default)]
    stage: Option<u8>,
    #[serde(default = "hashiba")]
    active: String,
    /// `deploy`, `situation-N`, `operation` or `checks-N`.
    #[serde(default = "operation")]
    phase: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    happened: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    battles: i8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acted: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holed: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    surrounding: Vec<String>,
    /// Units that have marched in this stage, where that matters (37.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marched: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<OverText>,
    /// A hex, or `beside`, `unplaced`, `removed`. Led units stand with their head and may be left out.
    #[serde(default)]
    units: BTreeMap<String, String>,
    /// The units each head leads.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    forces: BTreeMap<String, Vec<String>>,
    /// Units with one step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reduced: Vec<String>,
    /// Lowered morale, −1 to −4.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    morale: BTreeMap<String, i8>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    castles: BTreeMap<String, CastleText>,
    /// What the players are in the middle of, the innermost last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    frames: Vec<Frame<String, String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OverText {
    winner: String,
    lead: i16,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CastleText {
    /// A house; left out it is as before, `nobody` is a ruin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    durability: Option<u8>,
    #[serde(default, skip_serializing_if = "is_zero")]
    morale: i8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

const MARKS: [(&str, u8); 5] = [
    ("to-the-death", Castle::DEATH),
    ("refused", Castle::REFUSED),
    ("assaulted", Castle::ASSAULTED),
    ("demanded", Castle::DEMANDED),
    ("repaired", Castle::REPAIRED),
];

fn one() -> u8 {
    1
}
fn hashiba() -> String {
    "hashiba".to_owned()
}
fn operation() -> String {
    "operation".to_owned()
}
fn is_zero(n: &i8) -> bool {
    *n == 0
}

fn side_word(side: Side) -> String {
    if side == HASHIBA { "hashiba" } else { "anti" }.to_owned()
}

impl Positions for Gunyuden {
    type Position = Position;

    fn position(&self, state: &State) -> Position {
        let units = || (0..self.units.len() as u8).map(UnitId).filter(|&unit| state.hex(unit) != ABSENT);
        let id = |unit: UnitId| self.unit(unit).id.clone();
        let mut forces: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for unit in units().filter(|&unit| !state.is_head(unit)) {
            forces.entry(id(state.head(unit))).or_default().push(id(unit));
        }
        let mut castles = BTreeMap::new();
        for (keep, body) in self.keeps.iter().zip(&state.castles) {
            let start = Castle { owner: keep.owner, durability: keep.durability, low: 0, marks: 0 };
            if *body == start {
                continue;
            }
            let owner = match body.owner {
                HouseId::NONE => "nobody".to_owned(),
                owner => self.house(owner).id.clone(),
            };
            let marks = MARKS.iter().filter(|(_, mark)| body.has(*mark)).map(|(word, _)| (*word).to_owned());
            let text = CastleText {
                owner: (body.owner != keep.owner).then_some(owner),
                durability: (body.durability != keep.durability).then_some(body.durability),
                morale: -(body.low as i8),
                marks: marks.collect(),
            };
            castles.insert(keep.id.clone(), text);
        }
        let name = |frame: &Frame| {
            let mut unit = |unit: UnitId| Ok::<_, ()>(id(unit));
            let mut hex = |hex: HexId| Ok(place_word(self, hex));
            frame.clone().map(&mut unit, &mut hex).expect("everything has a name")
        };
        let low = units().filter(|&unit| state.lives(unit) && state.low(unit) > 0);
        Position {
            inning: state.inning,
            stage: Some(state.stage),
            active: side_word(state.active),
            phase: match state.phase {
                Phase::Deploy => "deploy".to_owned(),
                Phase::Situation(n) => format!("situation-{n}"),
                Phase::Operation => "operation".to_owned(),
                Phase::Checks(n) => format!("checks-{n}"),
            },
            happened: Happened::WORDS
                .iter()
                .filter(|(_, what)| state.happened.has(*what))
                .map(|(word, _)| (*word).to_owned())
                .collect(),
            battles: state.battles,
            acted: unit_words(self, state.acted),
            holed: unit_words(self, state.holed),
            surrounding: unit_words(self, state.surrounding),
            marched: unit_words(self, state.marched),
            over: state.over.map(|over| OverText { winner: side_word(over.winner), lead: over.lead }),
            units: units().map(|unit| (id(unit), place_word(self, state.hex(unit)))).collect(),
            forces,
            reduced: units().filter(|&unit| state.steps(unit) == 1).map(id).collect(),
            morale: low.map(|unit| (id(unit), -(state.low(unit) as i8))).collect(),
            castles,
            frames: state.frames.iter().map(name).collect(),
        }
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        let fault = |field: &str, message: String| Fault::new("position", message).field(field);
        let side = |field: &str, word: &str| match word {
            "hashiba" => Ok(HASHIBA),
            "anti" => Ok(ANTI),
            _ => Err(fault(field, format!("`{word}` is neither hashiba nor anti"))),
        };
        let unit = |field: &str, id: &str| {
            self.unit_named(id).ok_or_else(|| {
                let known = self.units.iter().map(|unit| unit.id.as_str());
                Fault::unknown("position", "unit", id, known).field(field)
            })
        };
        let hex = |field: &str, word: &str| match word {
            "unplaced" => Ok(UNPLACED),
            "removed" => Ok(REMOVED),
            word => match word.strip_prefix("beside-") {
                Some(army) => match self.armies.iter().position(|known| known.id == army) {
                    Some(n) => Ok(beside(crate::model::units::ArmyId(n as u8))),
                    None => {
                        let known = self.armies.iter().map(|known| known.id.as_str());
                        Err(Fault::unknown("position", "army", army, known).field(field))
                    }
                },
                None => self.ground.atlas.parse(word).map_err(|error| fault(field, error.to_string())),
            },
        };
        let set = |field: &str, ids: &[String]| -> Result<UnitSet, Fault> {
            ids.iter().map(|id| unit(field, id)).collect()
        };
        let mut state = board::empty();
        self.found_castles(&mut state);
        if !(1..=self.scenario.innings).contains(&position.inning) {
            return Err(fault("inning", format!("must be from 1 to {}", self.scenario.innings)));
        }
        (state.inning, state.battles) = (position.inning, position.battles);
        state.active = side("active", &position.active)?;
        state.phase = match position.phase.split_once('-') {
            None if position.phase == "deploy" => Phase::Deploy,
            None if position.phase == "operation" => Phase::Operation,
            Some(("situation", n)) if n.parse::<u8>().is_ok() => Phase::Situation(n.parse().unwrap_or(0)),
            Some(("checks", n)) if n.parse::<u8>().is_ok() => Phase::Checks(n.parse().unwrap_or(0)),
            _ => {
                let message =
                    format!("`{}` is no phase: deploy, situation-N, operation, checks-N", position.phase);
                return Err(fault("phase", message));
            }
        };
        state.stage = position.stage.unwrap_or_else(|| laws::stages(state.phase).0);
        for word in &position.happened {
            let known = Happened::WORDS.iter().find(|(known, _)| known == word);
            let (_, what) = known.ok_or_else(|| {
                let known = Happened::WORDS.iter().map(|(known, _)| *known);
                Fault::unknown("position", "event", word, known).field("happened")
            })?;
            state.happened.note(*what);
        }
        for (id, text) in &position.castles {
            let castle = self.castle_named(id).ok_or_else(|| {
                let known = self.keeps.iter().map(|keep| keep.id.as_str());
                Fault::unknown("position", "castle", id, known).field("castles")
            })?;
            let field = format!("castles.{id}");
            let body = &mut state.castles[castle.index()];
            if let Some(owner) = &text.owner {
                body.owner = match owner.as_str() {
                    "nobody" => HouseId::NONE,
                    house => self.house_named(house).ok_or_else(|| {
                        let known = self.houses.iter().map(|known| known.id.as_str());
                        Fault::unknown("position", "house", house, known).field(&field)
                    })?,
                };
            }
            body.durability = text.durability.unwrap_or(body.durability);
            let most = self.tables.figures.castle.durability;
            if body.durability > most {
                return Err(fault(&field, format!("durability is at most {most}")));
            }
            let lowest = -(self.tables.figures.morale.lowest as i8);
            if !(lowest..=0).contains(&text.morale) {
                return Err(fault(&field, format!("morale is 0 to {lowest}")));
            }
            body.low = text.morale.unsigned_abs();
            for word in &text.marks {
                let known = MARKS.iter().find(|(known, _)| known == word);
                let (_, mark) = known.ok_or_else(|| {
                    Fault::unknown("position", "mark", word, MARKS.iter().map(|(known, _)| *known))
                        .field(&field)
                })?;
                body.marks |= mark;
            }
        }
        place_units(self, &mut state, &position, &fault, &unit, &hex)?;
        let alive = |field: &str, ids: &[String]| -> Result<UnitSet, Fault> {
            let units = set(field, ids)?;
            match units.iter().find(|unit| !state.lives(*unit)) {
                Some(unit) => Err(fault(field, format!("{} is not in play", self.unit(unit).id))),
                None => Ok(units),
            }
        };
        let (acted, marched) = (alive("acted", &position.acted)?, alive("marched", &position.marched)?);
        (state.acted, state.marched) = (acted, marched);
        state.surrounding = set("surrounding", &position.surrounding)?;
        if let Some(over) = &position.over {
            state.over = Some(Over { winner: side("over.winner", &over.winner)?, lead: over.lead });
        }
        for frame in &position.frames {
            let mut to_unit = |id: String| unit("frames", &id);
            let mut to_hex = |word: String| hex("frames", &word);
            state.frames.push(frame.clone().map(&mut to_unit, &mut to_hex)?);
        }
        laws::check(self, &state)?;
        let field = if state.frames.is_empty() { "phase" } else { "frames" };
        decision::rested(self, state, field)
    }
}

impl Gunyuden {
    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        Ok(self.place(kernel::data::parse_toml("position", text)?)?)
    }
}

fn place_word(rules: &Gunyuden, hex: HexId) -> String {
    match hex {
        UNPLACED => "unplaced".to_owned(),
        REMOVED => "removed".to_owned(),
        hex if is_beside(hex) => format!("beside-{}", rules.armies[usize::from(hex.0 & 0xff)].id),
        hex => rules.ground.atlas.label(hex).to_string(),
    }
}

fn unit_words(rules: &Gunyuden, units: UnitSet) -> Vec<String> {
    units.iter().map(|unit| rules.unit(unit).id.clone()).collect()
}

fn place_units(
    rules: &Gunyuden,
    state: &mut State,
    position: &Position,
    fault: &dyn Fn(&str, String) -> Fault,
    unit: &dyn Fn(&str, &str) -> Result<UnitId, Fault>,
    hex: &dyn Fn(&str, &str) -> Result<HexId, Fault>,
) -> Result<(), Fault> {
    let mut places: BTreeMap<UnitId, HexId> = BTreeMap::new();
    for (id, word) in &position.units {
        places.insert(unit("units", id)?, hex(&format!("units.{id}"), word)?);
    }
    for (head, led) in &position.forces {
        let over = unit("forces", head)?;
        let Some(&at) = places.get(&over) else {
            return Err(fault(&format!("forces.{head}"), "this head is nowhere".to_owned()));
        };
        let field = format!("forces.{head}");
        for id in led {
            let under = unit("forces", id)?;
            if rules.side_of(under) != rules.side_of(over) {
                return Err(fault(&field, format!("{id} is an enemy")));
            }
            if under == over || position.forces.contains_key(id) || !state.is_head(under) {
                return Err(fault(&field, format!("{id} leads others, or is led by another")));
            }
            state.head[under.index()] = over;
            if *places.entry(under).or_insert(at) != at {
                return Err(fault(&format!("forces.{head}"), format!("{id} stands elsewhere")));
            }
        }
    }
    for id in &position.holed {
        let inside = unit("holed", id)?;
        state.holed.insert(inside);
        // A head takes those he leads inside with him.
        for n in 0..rules.units.len() as u8 {
            if state.head[usize::from(n)] == inside {
                state.holed.insert(UnitId(n));
            }
        }
    }
    let lives = |field: &str, id: &str| {
        let unit = unit(field, id)?;
        match places.get(&unit) {
            Some(at) if *at != REMOVED => Ok(unit),
            _ => Err(fault(field, format!("{id} is not in play"))),
        }
    };
    for id in &position.reduced {
        state.set_steps(lives("reduced", id)?, 1);
    }
    for (id, low) in &position.morale {
        let lowest = -(rules.tables.figures.morale.lowest as i8);
        if !(lowest..=-1).contains(low) {
            return Err(fault(&format!("morale.{id}"), format!("lowered morale is -1 to {lowest}")));
        }
        state.set_low(lives(&format!("morale.{id}"), id)?, low.unsigned_abs());
    }
    for (unit, at) in places {
        if at == REMOVED {
            state.body[unit.index()] = 0;
        }
        rules.put(state, unit, at);
    }
    Ok(())
}
