//! The muster: an army by points within limits, checked with reasons, and a battle made of two of them.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults, Lot, Muster};
use open::muster::{Camp, Lie, Strip};
use serde::Deserialize;

use crate::{
    load::setup::files::{ClanFile, GeneralFile, ObjectiveFile, ScenarioFile, SideFile, UnitFile},
    model::{
        ground::Kind as Land,
        tables::{Limits, Tables},
        units::Kind,
    },
};

/// The table of a mustered battle, in hundredths of an inch.
const SIZE: (i32, i32) = (6000, 3600);
/// What an army file keeps to.
const SCHEMA: &str = "ageofwar/army.schema.json";
/// The rule a mustered battle is described by.
pub(crate) const RULE: &str = "2.6";

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    pub id: String,
    pub name: String,
    #[serde(default = "any_mon")]
    pub mon: String,
    pub daimyo: String,
    /// 2.6: the points it is mustered for; the usual ones if it does not say.
    pub size: Option<i32>,
    pub clan: Vec<ArmyClan>,
}

fn any_mon() -> String {
    "oda".to_owned()
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyClan {
    pub name: String,
    pub general: Chief,
    pub unit: Vec<Troops>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chief {
    pub name: String,
    pub value: u8,
    #[serde(default)]
    pub guards: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troops {
    pub name: String,
    pub bases: BTreeMap<Kind, u8>,
}

impl Troops {
    fn list(&self) -> Vec<(Kind, u8)> {
        self.bases.iter().map(|(kind, n)| (*kind, *n)).collect()
    }

    fn count(&self) -> u8 {
        self.bases.values().sum()
    }

    /// How wide a line it forms: two ranks.
    fn files(&self) -> u8 {
        self.count().div_ceil(2).max(1)
    }

    /// In hundredths of an inch.
    fn width(&self, tables: &Tables) -> i32 {
        let has = |kind: Kind| self.bases.contains_key(&kind);
        let size = match () {
            () if has(Kind::Gun) => tables.bases.gun,
            () if has(Kind::SamuraiCav) => tables.bases.mounted,
            () => tables.bases.foot,
        };
        size.0.width.0 * i32::from(self.files())
    }
}

/// 2.2: what is wrong with a unit in itself.
pub fn faults_of(limits: &Limits, bases: &[(Kind, u8)]) -> Vec<String> {
    let mut faults = Vec::new();
    let count: u8 = bases.iter().map(|(_, n)| *n).sum();
    let has = |is: fn(Kind) -> bool| bases.iter().any(|(kind, n)| is(*kind) && *n > 0);
    let [least, most] = match () {
        () if has(|kind| kind == Kind::Gun) => [1, 1],
        () if has(|kind| kind == Kind::SamuraiCav) => limits.mounted,
        () => limits.foot,
    };
    if !(least..=most).contains(&count) {
        faults.push(format!("{count} bases: {least} to {most} are allowed (2.2)"));
    }
    let mixed = match bases {
        [_] => true,
        [(one, _), (other, _)] => one.is_spear() && other.missile().is_some() && one.class() == other.class(),
        _ => false,
    };
    if !mixed {
        faults.push(
            "only spears with bows, or spears with arquebuses, of one armour are mixed (2.2)".to_owned(),
        );
    }
    if bases.iter().any(|(_, n)| *n == 0) {
        faults.push("a kind of base that is named has bases (2.2)".to_owned());
    }
    faults
}

impl Army {
    pub fn parse(file: &str, text: &str) -> Result<Army, Fault> {
        kernel::data::parse_toml(file, text)
    }

    fn units(&self) -> impl Iterator<Item = (String, &Troops)> {
        self.clan.iter().flat_map(|clan| {
            clan.unit.iter().map(move |unit| (format!("clan {}: {}", clan.name, unit.name), unit))
        })
    }

    /// What it costs, with its Maku.
    pub fn points(&self, tables: &Tables) -> i32 {
        let units: i32 = self.units().map(|(_, unit)| tables.unit_cost(&unit.list())).sum();
        let chiefs: i32 =
            self.clan.iter().map(|clan| tables.general_cost(clan.general.value, clan.general.guards)).sum();
        units + chiefs + tables.costs.maku
    }

    /// 2.6: the points it may cost.
    pub fn limit(&self, tables: &Tables) -> i32 {
        self.size.unwrap_or(tables.muster.usual)
    }

    /// Everything that breaks a limit, with the reason.
    pub fn check(&self, file: &str, tables: &Tables, limit: i32) -> Result<i32, Faults> {
        let limits = &tables.muster;
        let mut faults = Faults::default();
        let mut fault = |field: &str, why: String| faults.0.push(Fault::new(file, why).field(field));
        if let Some(size) = self.size
            && !limits.sizes.contains(&size)
        {
            let known: Vec<String> = limits.sizes.iter().map(i32::to_string).collect();
            fault("size", format!("an army has {} points, not {size} (2.6)", known.join(" or ")));
        }
        let points = self.points(tables);
        if points > limit {
            fault("points", format!("{points} points: {limit} are allowed, so {} must go", points - limit));
        }
        let [least, most] = limits.clans;
        if !(least..=most).contains(&self.clan.len()) {
            fault("clan", format!("{} clans: a side has {least} to {most} (2.1)", self.clan.len()));
        }
        for clan in &self.clan {
            let [least, most] = limits.units;
            if !(least..=most).contains(&clan.unit.len()) {
                let units = clan.unit.len();
                fault("clan", format!("{} has {units} units: a clan has {least} to {most} (2.1)", clan.name));
            }
            if clan.general.value > limits.worst || clan.general.guards > limits.guards {
                let (worst, guards) = (limits.worst, limits.guards);
                fault(
                    "general",
                    format!(
                        "{}: a value is 0 to {worst}, with at most {guards} bodyguards (2.4)",
                        clan.general.name
                    ),
                );
            }
        }
        for (name, unit) in self.units() {
            for why in faults_of(limits, &unit.list()) {
                fault(&name, why);
            }
        }
        let guns = self.units().filter(|(_, unit)| unit.bases.contains_key(&Kind::Gun)).count();
        if guns > limits.guns {
            fault("clan", format!("{guns} guns: a side has at most {} (2.2)", limits.guns));
        }
        faults.or(points)
    }
}

/// Checks both armies and lays out their battle.
pub(crate) fn muster(
    data: &DataSet,
    name: &str,
    files: &[(String, String)],
    seed: u64,
) -> Result<Muster, Faults> {
    let tables = Tables::load(data)?;
    let check = |army: &Army, file: &str| army.check(file, &tables, army.limit(&tables));
    let (armies, points) = open::muster::armies(data, SCHEMA, files, Army::parse, check)?;
    let [one, other] = armies.each_ref().map(|army| army.limit(&tables));
    if one != other {
        let why = format!("both armies have the same points, not {one} and {other} (2.6)");
        return Err(Fault::new("muster", why).field("size").into());
    }
    Ok(Muster { points, scenario: battle(name, &armies, &tables, seed)? })
}

/// A battle of two armies as a scenario file, on ground laid out by a seed.
fn battle(id: &str, armies: &[Army; 2], tables: &Tables, seed: u64) -> Result<String, Faults> {
    let mut lot = Lot::new(seed);
    let kinds = [
        (Land::Wood, Lie::Field(400, 300, 50)),
        (Land::Wood, Lie::Field(400, 300, 50)),
        (Land::Hill, Lie::Field(500, 350, 50)),
        (Land::RoughHill, Lie::Field(400, 300, 50)),
        (Land::Marsh, Lie::Field(400, 300, 50)),
        (Land::Buildings, Lie::Block(300, 300)),
        (Land::Stream, Lie::Line(800, 60)),
        (Land::Wall, Lie::Line(500, 20)),
    ];
    let columns = [600, 1600, 2600, 3600, 4600];
    let is_hill = |land: Land| matches!(land, Land::Hill | Land::RoughHill);
    let middle = ObjectiveFile {
        name: "The middle".to_owned(),
        at: [3000, 1800],
        points: 30,
        sides: vec!["a".to_owned(), "b".to_owned()],
    };
    let scenario = ScenarioFile {
        id: id.to_owned(),
        title: open::muster::title([&armies[0].name, &armies[1].name]),
        title_ja: String::new(),
        summary: open::muster::summary(seed),
        rule: RULE.to_owned(),
        minutes: 90,
        table: [SIZE.0, SIZE.1],
        countdown: 20,
        skip_casualties: None,
        fog: None,
        lots: Vec::new(),
        objective: vec![middle],
        terrain: open::muster::ground(&mut lot, SIZE, &kinds, is_hill, &columns, (1120, 40)),
        side: open::muster::sides(armies, |n, army| side(n, army, tables))?,
        origin: open::muster::origins("armies"),
    };
    Ok(open::muster::file(&scenario, seed))
}

/// One side: clans beside each other, two lines deep, the Maku behind the middle.
fn side(n: usize, army: &Army, tables: &Tables) -> Result<SideFile, Fault> {
    let camp = Camp::new(n, SIZE);
    let Camp { letter, edge, facing, .. } = camp;
    let wide = 5_400 / army.clan.len().max(1) as i32;
    let mut number = 0;
    let mut clans = Vec::new();
    for (m, clan) in army.clan.iter().enumerate() {
        let left = 300 + wide * m as i32;
        let strip = Strip { left, wide, gap: 60, shift: 30 };
        let Some(lines) = open::muster::lines(&clan.unit, strip, |unit| unit.width(tables)) else {
            let why = format!("{} is too wide for the table: give it fewer bases", clan.name);
            return Err(Fault::new("army", why).field("clan"));
        };
        let mut units = Vec::new();
        for (deep, line) in [980, 620].into_iter().zip(lines) {
            for (unit, along) in line {
                number += 1;
                units.push(UnitFile {
                    id: format!("{letter}{number}"),
                    name: unit.name.clone(),
                    bases: unit.bases.clone(),
                    files: unit.files(),
                    at: Some(camp.put(along, deep)),
                    facing,
                });
            }
        }
        clans.push(ClanFile {
            id: format!("{letter}_clan_{}", m + 1),
            name: clan.name.clone(),
            name_ja: String::new(),
            mon: None,
            general: GeneralFile {
                id: format!("{letter}g{}", m + 1),
                name: clan.general.name.clone(),
                name_ja: String::new(),
                value: clan.general.value,
                guards: clan.general.guards,
                at: Some(camp.put(left + wide / 2, 200)),
            },
            entry: None,
            unit: units,
        });
    }
    Ok(SideFile {
        id: letter.to_owned(),
        name: army.name.clone(),
        name_ja: String::new(),
        mon: army.mon.clone(),
        livery: None,
        edge,
        zone: [[[200, 0], [5800, 1000]], [[200, 2600], [5800, 3600]]][n],
        daimyo: army.daimyo.clone(),
        daimyo_ja: String::new(),
        maku: camp.put(3000, 150),
        clan: clans,
    })
}
