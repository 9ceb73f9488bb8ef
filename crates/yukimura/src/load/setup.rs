//! Chapters 3 and 14: a scenario, read from the data and checked, made ready to play.

use std::collections::BTreeMap;

use hexmap::HexId;
use kernel::{
    Card, DataSet, Fault, Faults, Name, Profile, Rule, Setup, Side, SideCard,
    data::Row,
    setup::{self, OriginFile, options_of},
};
use serde::Deserialize;

use crate::{
    Yukimura,
    model::{
        chart::{Chart, ChartsFile},
        numbers::Numbers,
        scenarios::{Condition, Entry, Limit, Reinforcement, Scenario, Victory, When},
        state::{MOST_FORCES, MOST_UNITS},
        terrain::{Ground, Terrain, path_of},
        units::{Arrival, Branch, EAST, Force, ForceId, OSAKA, Unit, UnitId},
    },
    notation::rule_ids::named,
};

pub(crate) const FORCES: &str = "yukimura/forces.csv";
pub(crate) const UNITS: &str = "yukimura/units.csv";
const OPTIONS: &str = "yukimura/options.toml";
const SIDES: [(&str, Side); 2] = [("east", EAST), ("osaka", OSAKA)];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    id: String,
    title: String,
    title_ja: String,
    summary: String,
    #[serde(rename = "rule")]
    _rule: String,
    innings: u8,
    sheets: Vec<String>,
    minutes: u32,
    origin: BTreeMap<String, OriginFile>,
    #[serde(default)]
    reinforcement: Vec<ReinforcementFile>,
    hideyori: Option<HideyoriFile>,
    #[serde(default)]
    limit: Vec<LimitFile>,
    victory: Vec<VictoryFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementFile {
    force: String,
    inning: u8,
    sheet: String,
    entry: Vec<String>,
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HideyoriFile {
    force: String,
    entries: Vec<PlaceFile>,
    from: u8,
    die: (u8, u8),
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    sheet: String,
    hex: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitFile {
    force: String,
    from: u8,
    release: Option<String>,
    die: Option<(u8, u8)>,
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryFile {
    condition: String,
    when: String,
    winner: String,
    #[serde(default)]
    leaders: Vec<String>,
    #[serde(default)]
    east: Vec<String>,
    #[serde(default)]
    osaka: Vec<String>,
    sheet: Option<String>,
    flag: Option<String>,
    count: Option<u8>,
    rule: String,
}

/// The cards of all scenarios, in the order of their chapter.
pub(crate) fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
    setup::cards(data, "yukimura", |path| {
        let file: ScenarioFile = data.toml(path)?;
        Ok((file._rule.clone(), card(data, &file)?))
    })
}

fn card(data: &DataSet, file: &ScenarioFile) -> Result<Card, Faults> {
    Ok(Card {
        system: "yukimura".to_owned(),
        scenario: file.id.clone(),
        title: Name::new(&file.title, &file.title_ja),
        summary: file.summary.clone(),
        sides: vec![
            SideCard {
                id: "east".into(),
                name: Name::new("East", "東軍"),
                mon: "tokugawa".into(),
                livery: None,
            },
            SideCard {
                id: "osaka".into(),
                name: Name::new("Osaka", "大坂方"),
                mon: "toyotomi".into(),
                livery: None,
            },
        ],
        options: options_of(data, OPTIONS, &file.id)?,
        length: format!("{} innings", file.innings),
        minutes: file.minutes,
        origin: OriginFile::cards(&file.origin),
    })
}

pub(crate) fn open(data: &DataSet, setup: &Setup) -> Result<Yukimura, Faults> {
    let path = setup.scenario_file(data, crate::REVISION)?;
    let file: ScenarioFile = data.toml(&path)?;
    let card = card(data, &file)?;
    let options = card.chosen(setup)?;
    let (command_range, nearest) = (options.is("command_range", "on"), options.is("superiority", "nearest"));
    let numbers = Numbers::load(data)?;
    check_sheets(data, &path, &file)?;
    let ground = Ground::load(data, &file.sheets, &numbers)?;
    let (units, forces) = load_units(data, &file, &ground)?;
    let charts: ChartsFile = data.toml("yukimura/tables.toml")?;
    let fire = Chart::new("yukimura/tables.toml", "fire", charts.fire, false)?;
    let melee = Chart::new("yukimura/tables.toml", "melee", charts.melee, true)?;
    let profile = Profile { card, bound: 40_000, secrets: false };
    let reader =
        Reader { path: &path, file: &file, ground: &ground, units: &units, forces: &forces, nearest };
    let scenario = reader.scenario()?;
    Yukimura::assemble(
        numbers,
        ground,
        units,
        forces,
        [fire, melee],
        scenario,
        profile,
        command_range,
        setup.position.as_deref(),
    )
}

/// The map sheets of the data set.
fn known_sheets(data: &DataSet) -> impl Iterator<Item = &str> {
    data.below("yukimura/maps").filter_map(|path| path.rsplit('/').next()?.strip_suffix(".csv"))
}

fn check_sheets(data: &DataSet, path: &str, file: &ScenarioFile) -> Result<(), Faults> {
    let mut faults = Faults::default();
    for (n, sheet) in file.sheets.iter().enumerate() {
        if data.text(&path_of(sheet)).is_err() {
            faults.0.push(Fault::unknown(path, "sheet", sheet, known_sheets(data)).field("sheets"));
        }
        if file.sheets[..n].contains(sheet) {
            faults.0.push(Fault::new(path, format!("`{sheet}` stands there twice")).field("sheets"));
        }
    }
    faults.or(())
}

/// A large river is entered by road only (12-1(6)).
fn can_stand(ground: &Ground, hex: HexId) -> bool {
    ground.terrain[hex.index()] != Terrain::LargeRiver || ground.roads.mask(hex) != 0
}

/// 8: a unit that comes later comes in an inning of the scenario and with a force that the scenario brings on.
fn check_arrival(row: &Row<'_, '_>, file: &ScenarioFile, force: &str, word: &str) -> Result<(), Fault> {
    let Some(inning) = word.strip_prefix("inning ") else {
        let summoned = file.hideyori.as_ref().is_some_and(|hideyori| hideyori.force == force);
        return match summoned {
            true => Ok(()),
            false => Err(row.fault("arrival", format!("{} does not dice for `{force}`", file.id))),
        };
    };
    let last = file.innings;
    match inning.parse::<u8>() {
        Ok(inning) if inning <= last => {}
        _ => {
            let message = format!("inning {inning} never comes: {} has {last} innings", file.id);
            return Err(row.fault("arrival", message));
        }
    }
    match file.reinforcement.iter().any(|reinforcement| reinforcement.force == force) {
        true => Ok(()),
        false => Err(row.fault("arrival", format!("no [[reinforcement]] of {} brings `{force}`", file.id))),
    }
}

fn load_units(
    data: &DataSet,
    file: &ScenarioFile,
    ground: &Ground,
) -> Result<(Vec<Unit>, Vec<Force>), Faults> {
    let mut faults = Faults::default();
    let mut forces: Vec<Force> = Vec::new();
    for row in data.csv(FORCES)?.rows() {
        if forces.len() == MOST_FORCES {
            return Err(row.fault("force", format!("more than {MOST_FORCES} forces")).into());
        }
        forces.push(Force {
            id: row.text("force")?.to_owned(),
            name: Name::new(row.text("name")?, row.text("name_ja")?),
            side: row.one_of("side", &SIDES)?,
            mon: row.text("mon")?.to_owned(),
            units: Vec::new(),
            leaders: Vec::new(),
        });
    }
    let mut units: Vec<Unit> = Vec::new();
    for row in data.csv(UNITS)?.rows() {
        let sheet = row.text("map")?;
        if sheet != "either" && data.text(&path_of(sheet)).is_err() {
            faults.0.push(row.unknown("map", sheet, known_sheets(data).chain(["either"])));
            continue;
        }
        let force_name = row.text("force")?;
        let summoned = file.hideyori.as_ref().is_some_and(|h| h.force == force_name);
        let here = file.sheets.iter().any(|s| s == sheet) || (sheet == "either" && summoned);
        if !here {
            continue;
        }
        let read = || -> Result<Unit, Fault> {
            let force = forces.iter().position(|f| f.id == force_name).ok_or_else(|| {
                let known = forces.iter().map(|force| force.id.as_str());
                row.unknown("force", force_name, known)
            })?;
            let branch = row.one_of("type", &Branch::WORDS)?;
            let side: Side = row.one_of("side", &SIDES)?;
            if side != forces[force].side {
                return Err(row.fault("side", "its force is on the other side"));
            }
            let arrival = match row.text("arrival")? {
                "start" => {
                    let index = file.sheets.iter().position(|s| s == sheet).unwrap_or(0);
                    let label = format!("{}:{}", ground.atlas.sheets()[index].name, row.text("start")?);
                    let hex = ground.atlas.parse(&label).map_err(|e| row.fault("start", e.to_string()))?;
                    if !can_stand(ground, hex) {
                        return Err(row.fault("start", "this is a large river without a road (12-1(6))"));
                    }
                    if let Some(other) = units.iter().find(|u| u.arrival == Arrival::Start(hex)) {
                        return Err(row.fault("start", format!("{} starts in this hex too", other.id)));
                    }
                    Arrival::Start(hex)
                }
                word => {
                    check_arrival(&row, file, force_name, word)?;
                    Arrival::Reinforcement
                }
            };
            let id = row.text("unit")?.to_owned();
            if units.iter().any(|unit| unit.id == id) {
                return Err(row.fault("unit", "this unit stands in the file twice"));
            }
            let at_least = |field: &str, least: i16| {
                let value: i16 = row.number(field)?;
                if value < least {
                    Err(row.fault(field, format!("must be at least {least}")))
                } else {
                    Ok(value)
                }
            };
            Ok(Unit {
                id,
                name: Name::new(row.text("name")?, row.text("name_ja")?),
                force: ForceId(force as u8),
                side,
                branch,
                strength: at_least("strength", 1)?,
                morale: match row.text("morale")? {
                    "*" => None,
                    _ => Some(at_least("morale", 1)?),
                },
                movement: at_least("move", 1)? as u16,
                command: match branch {
                    Branch::General => at_least("command_range", 0)? as u16,
                    _ => 0,
                },
                arrival,
            })
        };
        match read() {
            Ok(unit) => {
                let id = UnitId(units.len() as u8);
                let force = &mut forces[unit.force.index()];
                force.units.push(id);
                if unit.branch == Branch::General {
                    force.leaders.push(id);
                }
                units.push(unit);
                if units.len() > MOST_UNITS {
                    return Err(row.fault("unit", format!("more than {MOST_UNITS} units")).into());
                }
            }
            Err(fault) => faults.0.push(fault),
        }
    }
    faults.or((units, forces))
}

/// Turns the names of a scenario file into ids, with the file in every fault.
struct Reader<'a> {
    path: &'a str,
    file: &'a ScenarioFile,
    ground: &'a Ground,
    units: &'a [Unit],
    forces: &'a [Force],
    /// 14-2(6)(4): the option.
    nearest: bool,
}

impl Reader<'_> {
    fn fault(&self, field: &str, message: String) -> Fault {
        Fault::new(self.path, message).field(field)
    }

    fn rule(&self, field: &str, id: &str) -> Result<Rule, Fault> {
        named(id).ok_or_else(|| self.fault(field, format!("rule {id} is not one a scenario can cite")))
    }

    fn force(&self, field: &str, id: &str) -> Result<ForceId, Fault> {
        self.forces.iter().position(|force| force.id == id).map(|n| ForceId(n as u8)).ok_or_else(|| {
            let known = self.forces.iter().map(|force| force.id.as_str());
            Fault::unknown(self.path, "force", id, known).field(field)
        })
    }

    fn hex(&self, field: &str, sheet: &str, label: &str) -> Result<HexId, Fault> {
        let index = self
            .file
            .sheets
            .iter()
            .position(|s| s == sheet)
            .ok_or_else(|| self.fault(field, format!("sheet `{sheet}` is not in this scenario")))?;
        let label = format!("{}:{label}", self.ground.atlas.sheets()[index].name);
        self.ground.atlas.parse(&label).map_err(|error| self.fault(field, error.to_string()))
    }

    fn leaders(&self, field: &str, ids: &[String]) -> Result<Vec<UnitId>, Fault> {
        ids.iter()
            .map(|id| {
                self.units.iter().position(|unit| unit.id == *id).map(|n| UnitId(n as u8)).ok_or_else(|| {
                    let known = self.units.iter().map(|unit| unit.id.as_str());
                    Fault::unknown(self.path, "unit", id, known).field(field)
                })
            })
            .collect()
    }

    /// The lowest and the highest number of one die that succeed.
    fn die(&self, field: &str, (low, high): (u8, u8)) -> Result<(u8, u8), Fault> {
        match 1 <= low && low <= high && high <= 6 {
            true => Ok((low, high)),
            false => {
                Err(self
                    .fault(field, format!("{low} to {high} are no numbers of a die: the lower comes first")))
            }
        }
    }

    /// A number of an inning that comes; 0 where that is never.
    fn inning(&self, field: &str, inning: u8) -> Result<u8, Fault> {
        let last = self.file.innings;
        match inning <= last {
            true => Ok(inning),
            false => Err(self.fault(field, format!("inning {inning} never comes: there are {last}"))),
        }
    }

    /// A hex by which a force comes on.
    fn entry(&self, field: &str, sheet: &str, label: &str) -> Result<HexId, Fault> {
        let hex = self.hex(field, sheet, label)?;
        match can_stand(self.ground, hex) {
            true => Ok(hex),
            false => Err(self.fault(field, format!("`{label}` is a large river without a road (12-1(6))"))),
        }
    }

    /// A force that no entry before it names.
    fn once(&self, field: &str, id: &str, known: &[ForceId]) -> Result<ForceId, Fault> {
        let force = self.force(field, id)?;
        match known.contains(&force) {
            true => Err(self.fault(field, format!("`{id}` stands there twice"))),
            false => Ok(force),
        }
    }

    /// 4-1.end: after the last inning somebody has won, or it is a draw.
    fn check_end(&self, victories: &[Victory]) -> Result<(), Fault> {
        let ends = |victory: &Victory| {
            let always = matches!(
                victory.condition,
                Condition::Otherwise | Condition::Superiority { .. } | Condition::Holds(_)
            );
            always && victory.when != When::Step
        };
        match victories.iter().any(ends) {
            true => Ok(()),
            false => {
                let message = "nothing decides the game after the last inning: add osaka-otherwise, \
                               superiority or holds-komatsuyama";
                Err(self.fault("victory", message.to_owned()))
            }
        }
    }

    fn scenario(&self) -> Result<Scenario, Faults> {
        let mut reinforcements: Vec<Reinforcement> = Vec::new();
        for (n, r) in self.file.reinforcement.iter().enumerate() {
            let field = |name: &str| format!("reinforcement.{n}.{name}");
            let known: Vec<ForceId> = reinforcements.iter().map(|known| known.force).collect();
            reinforcements.push(Reinforcement {
                force: self.once(&field("force"), &r.force, &known)?,
                inning: self.inning(&field("inning"), r.inning)?,
                entries: r
                    .entry
                    .iter()
                    .map(|label| self.entry(&field("entry"), &r.sheet, label))
                    .collect::<Result<_, _>>()?,
                rule: self.rule(&field("rule"), &r.rule)?,
            });
        }
        let mut limits: Vec<Limit> = Vec::new();
        for (n, limit) in self.file.limit.iter().enumerate() {
            let field = |name: &str| format!("limit.{n}.{name}");
            let known: Vec<ForceId> = limits.iter().map(|known| known.force).collect();
            let crossed = match limit.release.as_deref() {
                None => false,
                Some("crossed") => true,
                Some(other) => {
                    return Err(self.fault(&field("release"), format!("`{other}` is not known")).into());
                }
            };
            limits.push(Limit {
                force: self.once(&field("force"), &limit.force, &known)?,
                from: self.inning(&field("from"), limit.from)?,
                crossed,
                die: limit.die.map(|die| self.die(&field("die"), die)).transpose()?,
                rule: self.rule(&field("rule"), &limit.rule)?,
            });
        }
        let hideyori = match &self.file.hideyori {
            None => None,
            Some(h) => Some(Entry {
                force: self.force("hideyori.force", &h.force)?,
                hexes: h
                    .entries
                    .iter()
                    .map(|place| self.entry("hideyori.entries", &place.sheet, &place.hex))
                    .collect::<Result<_, _>>()?,
                from: self.inning("hideyori.from", h.from)?,
                die: self.die("hideyori.die", h.die)?,
                rule: self.rule("hideyori.rule", &h.rule)?,
            }),
        };
        let mut victories = Vec::new();
        for (n, victory) in self.file.victory.iter().enumerate() {
            victories.push(self.victory(&format!("victory.{n}"), victory)?);
        }
        self.check_end(&victories)?;
        Ok(Scenario { innings: self.file.innings, reinforcements, limits, hideyori, victories })
    }

    fn victory(&self, field: &str, victory: &VictoryFile) -> Result<Victory, Fault> {
        let flagged = || -> Result<Vec<HexId>, Fault> {
            let flag = victory.flag.as_deref().unwrap_or_default();
            let hexes: Vec<HexId> = self.ground.flagged(flag).collect();
            if hexes.is_empty() {
                return Err(self.fault(field, format!("no hex is flagged `{flag}`")));
            }
            Ok(hexes)
        };
        let condition = match victory.condition.as_str() {
            "east-collapse" | "osaka-collapse" => Condition::Collapse(self.leaders(field, &victory.leaders)?),
            "breakthrough" => Condition::Breakthrough(flagged()?),
            "east-ten-west-of-ishikawa" => {
                flagged()?;
                let missing = || self.fault(field, "how many units are needed? give `count`".to_owned());
                Condition::West(victory.count.ok_or_else(missing)?)
            }
            "osaka-otherwise" => Condition::Otherwise,
            "superiority" => Condition::Superiority {
                leaders: [self.leaders(field, &victory.east)?, self.leaders(field, &victory.osaka)?],
                nearest: self.nearest,
            },
            "holds-komatsuyama" => Condition::Holds(flagged()?[0]),
            other => return Err(self.fault(field, format!("condition `{other}` is not known"))),
        };
        let when = match victory.when.as_str() {
            "step" => When::Step,
            "inning" => When::Inning,
            "end" => When::End,
            other => {
                return Err(self.fault(field, format!("when = `{other}` is neither step, inning nor end")));
            }
        };
        let winner = match victory.winner.as_str() {
            "east" => Some(EAST),
            "osaka" => Some(OSAKA),
            "more" | "holder" => None,
            other => return Err(self.fault(field, format!("winner `{other}` is not known"))),
        };
        if let Some(sheet) = victory.sheet.as_ref().filter(|sheet| !self.file.sheets.contains(sheet)) {
            return Err(self.fault(field, format!("sheet `{sheet}` is not in this scenario")));
        }
        Ok(Victory { condition, when, winner, rule: self.rule(field, &victory.rule)? })
    }
}
