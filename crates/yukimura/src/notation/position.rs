//! A state as a person writes it down: names instead of numbers, and only what matters.

mod laws;

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use hexmap::HexId;
use kernel::{Fault, Faults, Positions, Side, decision};
use serde::{Deserialize, Serialize};

use crate::{
    Yukimura,
    decisions::{
        Frame,
        aim::Aim,
        fight::{
            Fate, Fight, Stage,
            advance::AdvanceTo,
            check::Check,
            retreat::{Retreat, Why},
            stack::Stack,
        },
        picked::Picked,
    },
    model::{
        state::{ABSENT, BESIDE, LEFT, Over, Phase, REMOVED, State, on_map},
        units::{EAST, OSAKA, UnitId, UnitSet},
    },
    queries::board,
};

/// Units by place, then the clock, then whatever of the rest is not at rest. Units that are not named are
/// not in play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "one")]
    pub inning: u8,
    /// The active side: `east` or `osaka`.
    #[serde(default = "east")]
    pub active: String,
    #[serde(default = "movement")]
    pub phase: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub crossed: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub road: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub summoned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Vec<String>>,
    /// Left out, who may not move is worked out from the places as at the start of the phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncommanded: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired_at: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fought: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fought_against: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<OverText>,
    /// A hex, or `beside`, `left`, `removed`.
    pub units: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<AimText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<FightText>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverText {
    pub winner: Option<String>,
    pub by: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AimText {
    pub target: String,
    pub chosen: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FightText {
    pub target: String,
    pub held: String,
    pub attackers: Vec<String>,
    pub fate: Fate,
    #[serde(default)]
    pub waiting: Vec<String>,
    #[serde(default)]
    pub modifier: i16,
    #[serde(default)]
    pub marked: Vec<String>,
    #[serde(default)]
    pub retreated: Vec<String>,
    #[serde(default)]
    pub chained: Vec<String>,
    #[serde(default)]
    pub trail: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pushed: Vec<String>,
    #[serde(default)]
    pub path: Vec<String>,
    #[serde(default)]
    pub advanced: Vec<String>,
    #[serde(default)]
    pub file: u8,
    pub stage: StageText,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StageText {
    Throw,
    Order,
    Check { unit: String, modifier: i16, chain: bool },
    Retreat { unit: String, from: String, walked: u8, need: u8, why: Why },
    Stack { arrived: String, stood: String },
    Advance,
    AdvanceTo { unit: String },
}

fn one() -> u8 {
    1
}
fn east() -> String {
    "east".to_owned()
}
fn movement() -> String {
    "movement".to_owned()
}
fn is_false(value: &bool) -> bool {
    !value
}

const PHASES: [(&str, Phase); 5] = [
    ("entry", Phase::Entry),
    ("movement", Phase::Movement),
    ("defence", Phase::Defence),
    ("fire", Phase::Fire),
    ("melee", Phase::Melee),
];

fn side_word(side: Side) -> String {
    if side == EAST { "east" } else { "osaka" }.to_owned()
}

impl Positions for Yukimura {
    type Position = Position;

    fn position(&self, state: &State) -> Position {
        let units = (0..self.units.len() as u8).map(UnitId).filter(|&unit| state.hex(unit) != ABSENT);
        let places = units.map(|unit| {
            let place = match state.hex(unit) {
                BESIDE => "beside".to_owned(),
                LEFT => "left".to_owned(),
                REMOVED => "removed".to_owned(),
                hex => self.hex_word(hex),
            };
            (self.unit_word(unit), place)
        });
        let moving = state.phase == Phase::Movement || matches!(state.phase, Phase::Dice(_));
        Position {
            inning: state.inning,
            active: side_word(state.active),
            phase: match state.phase {
                Phase::Dice(n) => format!("dice-{n}"),
                phase => {
                    PHASES.iter().find(|(_, p)| *p == phase).map(|(word, _)| *word).unwrap_or("").to_owned()
                }
            },
            crossed: state.crossed,
            freed: (0..32u8)
                .filter(|n| state.freed >> n & 1 != 0)
                .map(|n| self.forces[n as usize].id.clone())
                .collect(),
            road: state.road.and_then(|n| {
                self.scenario.hideyori.as_ref().map(|entry| self.hex_word(entry.hexes[n as usize]))
            }),
            summoned: state.summoned,
            holder: state.holder.map(side_word),
            moved: moving.then(|| self.unit_words(state.moved)),
            pinned: moving.then(|| self.unit_words(state.pinned)),
            uncommanded: moving.then(|| self.unit_words(state.uncommanded)),
            fired: self.unit_words(state.fired),
            fired_at: self.unit_words(state.fired_at),
            fought: self.unit_words(state.fought),
            fought_against: self.unit_words(state.fought_against),
            over: state.over.map(|over| OverText { winner: over.winner.map(side_word), by: over.by }),
            units: places.collect(),
            picked: match state.frame {
                Some(Frame::Picked(Picked(unit))) => Some(self.unit_word(unit)),
                _ => None,
            },
            aim: match state.frame {
                Some(Frame::Aim(aim)) => Some(AimText {
                    target: self.unit_word(aim.target),
                    chosen: aim.attackers(self, state).iter().map(|&unit| self.unit_word(unit)).collect(),
                }),
                _ => None,
            },
            fight: state.fight().map(|fight| self.write_fight(fight)),
        }
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        let mut state = board::empty();
        let fault = |field: &str, message: String| Fault::new("position", message).field(field);
        let side = |field: &str, word: &str| match word {
            "east" => Ok(EAST),
            "osaka" => Ok(OSAKA),
            _ => Err(fault(field, format!("`{word}` is neither east nor osaka"))),
        };
        let unit = |field: &str, id: &str| {
            let known = self.units.iter().map(|unit| unit.id.as_str());
            self.unit_named(id).ok_or_else(|| Fault::unknown("position", "unit", id, known).field(field))
        };
        let hex = |field: &str, label: &str| {
            self.atlas.parse(label).map_err(|error| fault(field, error.to_string()))
        };
        let set = |field: &str, ids: &[String]| -> Result<UnitSet, Fault> {
            ids.iter().map(|id| unit(field, id)).collect()
        };
        if position.inning == 0 || position.inning > self.scenario.innings {
            return Err(fault("inning", format!("must be from 1 to {}", self.scenario.innings)));
        }
        state.inning = position.inning;
        state.active = side("active", &position.active)?;
        state.phase = match position.phase.strip_prefix("dice-").map(str::parse) {
            Some(Ok(n)) if self.due_dice_exist(n) => Phase::Dice(n),
            Some(_) => return Err(fault("phase", format!("`{}`: no such die here", position.phase))),
            None => PHASES
                .iter()
                .find(|(word, _)| *word == position.phase)
                .map(|(_, phase)| *phase)
                .ok_or_else(|| {
                    fault(
                        "phase",
                        format!("`{}` is no phase: entry, movement, defence, fire, melee", position.phase),
                    )
                })?,
        };
        if state.phase == Phase::Entry && (self.scenario.hideyori.is_none() || state.active != OSAKA) {
            return Err(fault(
                "phase",
                "only Osaka chooses a road, and only in the connected game".to_owned(),
            ));
        }
        state.crossed = position.crossed;
        for id in &position.freed {
            let force = self.force_named(id).ok_or_else(|| {
                let known = self.forces.iter().map(|force| force.id.as_str());
                Fault::unknown("position", "force", id, known).field("freed")
            })?;
            state.freed |= 1 << force.0;
        }
        if let Some(label) = &position.road {
            let at = hex("road", label)?;
            let entries = self.scenario.hideyori.iter().flat_map(|entry| &entry.hexes);
            let road = entries.clone().position(|&h| h == at);
            state.road =
                Some(road.ok_or_else(|| fault("road", format!("{label} is no western road")))? as u8);
        }
        state.summoned = position.summoned;
        // Fights lift the unit that walks: it is where it is, but holds no hex.
        let lifted = match &position.fight {
            Some(FightText { stage: StageText::Retreat { unit: id, .. }, .. }) => {
                Some(unit("fight.stage", id)?)
            }
            Some(FightText { stage: StageText::Stack { arrived, .. }, .. }) => {
                Some(unit("fight.stage", arrived)?)
            }
            _ => None,
        };
        for (id, place) in &position.units {
            let unit = unit("units", id)?;
            match place.as_str() {
                "beside" => state.at[unit.index()] = BESIDE,
                "left" => state.at[unit.index()] = LEFT,
                "removed" => state.at[unit.index()] = REMOVED,
                label => {
                    let at = hex(&format!("units.{id}"), label)?;
                    if lifted == Some(unit) {
                        state.at[unit.index()] = at;
                    } else if let Some(other) = state.occupant(at) {
                        let message = format!(
                            "{} stands in {label} already: one unit to a hex (5)",
                            self.unit(other).id
                        );
                        return Err(fault(&format!("units.{id}"), message));
                    } else if self.ground.terrain[at.index()] == crate::model::terrain::Terrain::LargeRiver
                        && self.ground.roads.mask(at) == 0
                    {
                        return Err(fault(
                            &format!("units.{id}"),
                            format!("{label} is a large river (12-1(6))"),
                        ));
                    } else {
                        self.put(&mut state, unit, at);
                    }
                }
            }
        }
        state.holder = match &position.holder {
            Some(word) => Some(side("holder", word)?),
            None => self.star.and_then(|star| state.occupant(star)).map(|unit| self.side_of(unit)),
        };
        let moving = state.phase == Phase::Movement || matches!(state.phase, Phase::Dice(_));
        if moving {
            self.note_phase_start(&mut state);
            if let Some(ids) = &position.pinned {
                state.pinned = set("pinned", ids)?;
            }
            if let Some(ids) = &position.uncommanded {
                state.uncommanded = set("uncommanded", ids)?;
            }
            state.moved = set("moved", position.moved.as_deref().unwrap_or_default())?;
        }
        state.fired = set("fired", &position.fired)?;
        state.fired_at = set("fired_at", &position.fired_at)?;
        state.fought = set("fought", &position.fought)?;
        state.fought_against = set("fought_against", &position.fought_against)?;
        if let Some(over) = &position.over {
            if usize::from(over.by) >= self.scenario.victories.len() {
                return Err(fault("over.by", "no such victory condition".to_owned()));
            }
            let winner = over.winner.as_ref().map(|word| side("over.winner", word)).transpose()?;
            state.over = Some(Over { winner, by: over.by });
        }
        if let Some(id) = &position.picked {
            let picked = unit("picked", id)?;
            if !moving || self.judge_move(&state, picked).is_err() {
                return Err(fault("picked", format!("{id} cannot move now")));
            }
            state.frame = Some(Frame::Picked(Picked(picked)));
        }
        if let Some(aim) = &position.aim {
            let target = unit("aim.target", &aim.target)?;
            if moving || !state.on_map(target) {
                return Err(fault("aim.target", format!("{} cannot be attacked now", aim.target)));
            }
            if self.side_of(target) == self.acting(&state) {
                let message =
                    format!("{} is of the side that attacks: name an enemy (9-1, 10-1)", aim.target);
                return Err(fault("aim.target", message));
            }
            let mut chosen = 0;
            for id in &aim.chosen {
                let attacker = unit("aim.chosen", id)?;
                if let Err(no) = self.may_attack(&state, attacker) {
                    let message = format!("{id} cannot attack now ({})", no.rule.0);
                    return Err(fault("aim.chosen", message));
                }
                let dir = on_map(state.hex(attacker))
                    .then(|| self.atlas.direction(state.hex(target), state.hex(attacker)))
                    .flatten()
                    .ok_or_else(|| fault("aim.chosen", format!("{id} is not adjacent to {}", aim.target)))?;
                chosen |= dir.bit();
            }
            state.frame = Some(Frame::Aim(Aim { target, chosen }));
        }
        if let Some(text) = &position.fight {
            if moving {
                return Err(fault("fight", "nobody fights in a movement phase".to_owned()));
            }
            let fight = self.read_fight(text)?;
            laws::check(self, &state, &fight)?;
            state.frame = Some(Frame::Fight(fight));
        }
        decision::rested(self, state, "phase")
    }
}

impl Yukimura {
    fn unit_word(&self, unit: UnitId) -> String {
        self.unit(unit).id.clone()
    }

    fn unit_words(&self, set: UnitSet) -> Vec<String> {
        set.iter().map(|unit| self.unit_word(unit)).collect()
    }

    fn hex_word(&self, hex: HexId) -> String {
        self.atlas.label(hex).to_string()
    }

    fn some_units(&self, fight: &Fight, mask: u8) -> Vec<String> {
        let chosen = fight.attackers.iter().enumerate().filter(|(n, _)| mask >> n & 1 != 0);
        chosen.map(|(_, &unit)| self.unit_word(unit)).collect()
    }

    fn write_fight(&self, fight: &Fight) -> FightText {
        FightText {
            target: self.unit_word(fight.target),
            held: self.hex_word(fight.held),
            attackers: fight.attackers.iter().map(|&unit| self.unit_word(unit)).collect(),
            fate: fight.fate,
            waiting: self.some_units(fight, fight.waiting),
            modifier: fight.modifier,
            marked: fight.marked.iter().map(|&unit| self.unit_word(unit)).collect(),
            retreated: self.unit_words(fight.retreated),
            chained: self.unit_words(fight.chained),
            trail: fight.trail.iter().map(|&hex| self.hex_word(hex)).collect(),
            pushed: fight.pushed.iter().map(|&hex| self.hex_word(hex)).collect(),
            path: fight.path.iter().map(|&hex| self.hex_word(hex)).collect(),
            advanced: self.some_units(fight, fight.advanced),
            file: fight.file,
            stage: match fight.stage {
                Stage::Throw => StageText::Throw,
                Stage::Order => StageText::Order,
                Stage::Check(Check { unit, modifier, chain }) => {
                    StageText::Check { unit: self.unit_word(unit), modifier, chain }
                }
                Stage::Retreat(Retreat { unit, from, walked, need, why }) => StageText::Retreat {
                    unit: self.unit_word(unit),
                    from: self.hex_word(from),
                    walked,
                    need,
                    why,
                },
                Stage::Stack(Stack { arrived, stood }) => {
                    StageText::Stack { arrived: self.unit_word(arrived), stood: self.unit_word(stood) }
                }
                Stage::Advance => StageText::Advance,
                Stage::AdvanceTo(AdvanceTo { unit }) => StageText::AdvanceTo { unit: self.unit_word(unit) },
            },
        }
    }

    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        Ok(self.place(kernel::data::parse_toml("position", text)?)?)
    }

    fn due_dice_exist(&self, n: u8) -> bool {
        match self.scenario.limits.get(n as usize) {
            Some(limit) => limit.die.is_some(),
            None => usize::from(n) == self.scenario.limits.len() && self.scenario.hideyori.is_some(),
        }
    }

    fn read_fight(&self, text: &FightText) -> Result<Fight, Fault> {
        let fault = |message: String| Fault::new("position", message).field("fight");
        let unit = |id: &str| {
            let known = self.units.iter().map(|unit| unit.id.as_str());
            self.unit_named(id).ok_or_else(|| Fault::unknown("position", "unit", id, known).field("fight"))
        };
        let hex = |label: &str| self.atlas.parse(label).map_err(|error| fault(error.to_string()));
        let set = |ids: &[String]| ids.iter().map(|id| unit(id)).collect::<Result<UnitSet, _>>();
        let attackers = text.attackers.iter().map(|id| unit(id)).collect::<Result<Vec<_>, _>>()?;
        if attackers.is_empty() || attackers.len() > 6 {
            return Err(fault("a fight has one to six attackers".to_owned()));
        }
        let mask = |ids: &[String]| {
            ids.iter().try_fold(0u8, |mask, id| {
                let n = text.attackers.iter().position(|a| a == id);
                n.map(|n| mask | 1 << n).ok_or_else(|| fault(format!("{id} is not one of the attackers")))
            })
        };
        let target = unit(&text.target)?;
        if attackers.iter().any(|&attacker| !self.is_enemy(attacker, target)) {
            return Err(fault("attackers and target must be enemies".to_owned()));
        }
        Ok(Fight {
            target,
            held: hex(&text.held)?,
            waiting: mask(&text.waiting)?,
            advanced: mask(&text.advanced)?,
            attackers: attackers.into_iter().collect::<ArrayVec<_, 6>>(),
            modifier: text.modifier,
            marked: text.marked.iter().map(|id| unit(id)).collect::<Result<_, _>>()?,
            retreated: set(&text.retreated)?,
            chained: set(&text.chained)?,
            trail: text.trail.iter().map(|label| hex(label)).collect::<Result<_, _>>()?,
            pushed: text.pushed.iter().map(|label| hex(label)).collect::<Result<_, _>>()?,
            fate: text.fate,
            path: text.path.iter().map(|label| hex(label)).collect::<Result<_, _>>()?,
            file: text.file,
            stage: match &text.stage {
                StageText::Throw => Stage::Throw,
                StageText::Order => Stage::Order,
                StageText::Check { unit: id, modifier, chain } => {
                    Stage::Check(Check { unit: unit(id)?, modifier: *modifier, chain: *chain })
                }
                StageText::Retreat { unit: id, from, walked, need, why } => Stage::Retreat(Retreat {
                    unit: unit(id)?,
                    from: hex(from)?,
                    walked: *walked,
                    need: *need,
                    why: *why,
                }),
                StageText::Stack { arrived, stood } => {
                    Stage::Stack(Stack { arrived: unit(arrived)?, stood: unit(stood)? })
                }
                StageText::Advance => Stage::Advance,
                StageText::AdvanceTo { unit: id } => Stage::AdvanceTo(AdvanceTo { unit: unit(id)? }),
            },
        })
    }
}
