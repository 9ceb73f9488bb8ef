//! The muster: an army by points within limits, checked with reasons, and a battle made of two of them on ground that a
//! seed lays out.
//!
//! An army is a TOML file that a person writes; a mustered battle is an ordinary scenario file, so everything that can
//! be done with a scenario can be done with it.

use kernel::{DataSet, Fault, Faults, Lot, Muster, Name, Side};
use open::muster::{Camp, Lie, Strip};
use serde::Deserialize;

use crate::{
    load::setup::files::{
        ClanFile, LeaderFile, MakuFile, ScenarioFile, SideFile, UnitFile, VictoryFile, WeatherFile,
    },
    model::{
        ground::Kind,
        tables::{Season, Tables, Weather},
        units::{Armour, GroupId, Missile, Quality, Troop, Unit, Weapon},
    },
};

/// The table of a mustered battle, in hundredths of a centimetre.
const SIZE: (i32, i32) = (18_000, 12_000);
/// What an army file keeps to.
const SCHEMA: &str = "daimyo/army.schema.json";
/// The rule a mustered battle is described by.
pub(crate) const RULE: &str = "12.1";

/// 12.1: points a side.
pub fn limit(data: &DataSet) -> Result<i32, Faults> {
    Ok(Tables::load(data)?.muster.points)
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    pub id: String,
    pub name: String,
    #[serde(default = "any_mon")]
    pub mon: String,
    pub general: Chief,
    /// The General sits in a headquarters.
    #[serde(default)]
    pub headquarters: bool,
    pub clan: Vec<Clan>,
    /// Hatamoto and guns that answer to the General.
    #[serde(default)]
    pub own: Vec<Troops>,
}

fn any_mon() -> String {
    "oda".to_owned()
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chief {
    pub name: String,
    pub cr: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clan {
    pub name: String,
    pub daimyo: Chief,
    pub unit: Vec<Troops>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troops {
    pub name: String,
    pub troop: Troop,
    pub quality: Quality,
    pub armour: Armour,
    pub weapon: Weapon,
    pub missile: Option<Missile>,
    pub stands: u8,
}

impl Troops {
    fn unit(&self) -> Unit {
        Unit {
            id: String::new(),
            name: Name::new(&self.name, ""),
            side: Side(0),
            group: GroupId(0),
            troop: self.troop,
            quality: self.quality,
            armour: self.armour,
            weapon: self.weapon,
            missile: self.missile,
            stands: self.stands,
            mon: String::new(),
            points: 0,
        }
    }
}

/// T-14, 2.2: what is wrong with a unit in itself.
pub fn faults_of(unit: &Unit, tables: &Tables) -> Vec<String> {
    use Quality::{Elite, Raw, Seasoned, Veteran};
    let mut faults = Vec::new();
    let mut must = |holds: bool, why: &str| {
        if !holds {
            faults.push(format!("{why} (T-14)"));
        }
    };
    let troop = unit.troop;
    let quality = |allowed: &[Quality]| allowed.contains(&unit.quality);
    let armour = |allowed: &[Armour]| allowed.contains(&unit.armour);
    let weapon = |allowed: &[Weapon]| allowed.contains(&unit.weapon);
    use Armour::{Heavy, Light, Medium};
    use Weapon::{Improvised, Lance, LongSpear, PoleArm};
    match troop {
        Troop::Samurai => {
            must(quality(&[Seasoned, Veteran, Elite]), "samurai are Seasoned to Elite");
            must(armour(&[Medium, Heavy]), "samurai have medium or heavy armour");
            must(weapon(&[PoleArm, LongSpear]), "samurai on foot have pole arms or long spears");
        }
        Troop::SamuraiCav => {
            must(quality(&[Seasoned, Veteran, Elite]), "samurai cavalry are Seasoned to Elite");
            must(armour(&[Medium, Heavy]), "samurai cavalry have medium or heavy armour");
            must(weapon(&[Lance]), "cavalry has the lance");
            must(unit.missile != Some(Missile::Arquebus), "cavalry shoots with bows or not at all");
        }
        Troop::Hatamoto | Troop::HatamotoCav => {
            must(quality(&[Veteran, Elite]), "hatamoto are Veteran or Elite");
            must(armour(&[Heavy]), "hatamoto have heavy armour");
            let lance = troop == Troop::HatamotoCav;
            must(
                weapon(&[if lance { Lance } else { PoleArm }]),
                "hatamoto have pole arms on foot, the lance mounted",
            );
            must(unit.missile.is_none(), "hatamoto do not shoot");
        }
        Troop::Ronin => {
            must(quality(&[Seasoned, Veteran]), "ronin are Seasoned or Veteran");
            must(armour(&[Light, Medium]), "ronin have light or medium armour");
            must(weapon(&[PoleArm]) && unit.missile.is_none(), "ronin have pole arms and do not shoot");
        }
        Troop::WarriorMonks => {
            must(quality(&[Seasoned, Veteran, Elite]), "warrior monks are Seasoned to Elite");
            must(armour(&[Light, Medium]), "warrior monks have light or medium armour");
            must(weapon(&[PoleArm]), "warrior monks have pole arms");
        }
        Troop::Ashigaru => {
            must(quality(&[Raw, Seasoned, Veteran]), "ashigaru are Raw to Veteran");
            must(armour(&[Light, Medium]), "ashigaru have light or medium armour");
            must(
                weapon(&[LongSpear]) && unit.missile.is_none(),
                "ashigaru have long spears; those who shoot are another class",
            );
        }
        Troop::AshigaruMissile => {
            must(quality(&[Raw, Seasoned, Veteran]), "missile ashigaru are Raw to Veteran");
            must(armour(&[Light, Medium]), "missile ashigaru have light or medium armour");
            must(
                weapon(&[Improvised]) && unit.missile.is_some(),
                "missile ashigaru have bow or arquebus and improvised weapons",
            );
        }
        Troop::Peasants => {
            must(quality(&[Raw]) && armour(&[Light]), "peasants are Raw and in light armour");
            must(weapon(&[Improvised]) && unit.missile.is_none(), "peasants have improvised weapons");
        }
        Troop::ArtilleryLight | Troop::ArtilleryHeavy => {
            must(quality(&[Seasoned]) && armour(&[Light]), "gun crews are Seasoned and in light armour");
            must(weapon(&[Improvised]) && unit.missile.is_none(), "gun crews have improvised weapons");
        }
        Troop::Headquarters => must(unit.stands == 2, "a headquarters has 2 stands"),
    }
    let [least, most] = tables.sizes(troop);
    if !(least..=most).contains(&unit.stands) {
        faults.push(format!("{} stands: {least} to {most} are allowed (2.2)", unit.stands));
    }
    faults
}

impl Army {
    pub fn parse(file: &str, text: &str) -> Result<Army, Fault> {
        kernel::data::parse_toml(file, text)
    }

    fn units(&self) -> impl Iterator<Item = (String, &Troops)> {
        let clans = self.clan.iter().flat_map(|clan| {
            clan.unit.iter().map(move |unit| (format!("clan {}: {}", clan.name, unit.name), unit))
        });
        clans.chain(self.own.iter().map(|unit| (format!("own: {}", unit.name), unit)))
    }

    /// What it costs.
    pub fn points(&self, tables: &Tables) -> i32 {
        let units: i32 = self.units().map(|(_, unit)| tables.points(&unit.unit())).sum();
        let chiefs: i32 = self.clan.iter().map(|clan| tables.leader_points(false, clan.daimyo.cr)).sum();
        let maku = Unit { troop: Troop::Headquarters, ..self.own_headquarters() };
        let headquarters = if self.headquarters { tables.points(&maku) } else { 0 };
        units + chiefs + tables.leader_points(true, self.general.cr) + headquarters
    }

    fn own_headquarters(&self) -> Unit {
        Troops {
            name: String::new(),
            troop: Troop::Headquarters,
            quality: Quality::Veteran,
            armour: Armour::Medium,
            weapon: Weapon::Improvised,
            missile: None,
            stands: 2,
        }
        .unit()
    }

    /// Everything that breaks a limit, with the reason.
    pub fn check(&self, file: &str, data: &DataSet, limit: i32) -> Result<i32, Faults> {
        let tables = Tables::load(data)?;
        let mut faults = Faults::default();
        let mut fault = |field: &str, why: String| faults.0.push(Fault::new(file, why).field(field));
        let points = self.points(&tables);
        if points > limit {
            fault("points", format!("{points} points: {limit} are allowed, so {} must go", points - limit));
        }
        let limits = &tables.muster;
        let [least, most] = limits.daimyo;
        if !(least..=most).contains(&self.clan.len()) {
            fault("clan", format!("{} daimyo: an army has {least} to {most}", self.clan.len()));
        }
        let [low, high] = limits.rating;
        for chief in self.clan.iter().map(|clan| &clan.daimyo).chain([&self.general]) {
            if !(low..=high).contains(&chief.cr) {
                fault("cr", format!("{}: a Command Rating is {low} to {high}", chief.name));
            }
        }
        let [least, most] = limits.units;
        for clan in &self.clan {
            let count = clan.unit.len();
            if !(least..=most).contains(&count) {
                fault("clan", format!("{} has {count} units: a clan has {least} to {most}", clan.name));
            }
            for unit in clan.unit.iter().filter(|unit| unit.troop.is_hatamoto()) {
                fault("clan", format!("{}: hatamoto answer to the General, not to {}", unit.name, clan.name));
            }
        }
        for unit in &self.own {
            if !unit.troop.is_hatamoto() && !unit.troop.is_gun() {
                fault("own", format!("{}: only hatamoto and guns answer to the General", unit.name));
            }
        }
        let hatamoto = self.units().filter(|(_, unit)| unit.troop.is_hatamoto()).count() as i32;
        let each = limits.hatamoto_for;
        if hatamoto > limit / each {
            let most = limit / each;
            fault("own", format!("{hatamoto} units of hatamoto: one for every {each} points, so {most}"));
        }
        let mut peasants = 0;
        for (name, troops) in self.units() {
            let unit = troops.unit();
            if unit.is_headquarters() {
                fault(&name, "a headquarters comes with `headquarters = true`".to_owned());
            }
            for why in faults_of(&unit, &tables) {
                fault(&name, why);
            }
            let elite = unit.troop.is_samurai() || unit.troop == Troop::WarriorMonks;
            if unit.quality == Quality::Elite && !elite {
                fault(&name, "Elite are only hatamoto, samurai and warrior monks".to_owned());
            }
            if unit.troop == Troop::Peasants {
                peasants += tables.points(&unit);
            }
        }
        let share = limits.peasants_one_in;
        if peasants * share > points {
            let why = format!("{peasants} of {points} points are peasants: at most 1 in {share} may be");
            fault("points", why);
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
    let limit = limit(data)?;
    let (armies, points) =
        open::muster::armies(data, SCHEMA, files, Army::parse, |army, file| army.check(file, data, limit))?;
    Ok(Muster { points, scenario: battle(name, &armies, seed)? })
}

/// The width of the line that a unit of this many stands forms.
fn files(unit: &Unit) -> u8 {
    match unit.stands {
        1 | 2 => unit.stands,
        stands if unit.missile.is_some() && stands <= 4 => stands,
        stands => stands.div_ceil(2),
    }
}

/// The width of that line, in hundredths of a centimetre.
fn width(unit: &Unit) -> i32 {
    i32::from(files(unit)) * 400
}

/// A battle of two armies as a scenario file, on ground laid out by a seed; the middle strip of both lines of
/// deployment stays open.
fn battle(id: &str, armies: &[Army; 2], seed: u64) -> Result<String, Faults> {
    let mut lot = Lot::new(seed);
    let season =
        [Season::Spring, Season::Spring, Season::Spring, Season::Summer, Season::Summer, Season::Winter]
            [lot.below(6)];
    let kinds = [
        (Kind::Woods, Lie::Field(1200, 900, 100)),
        (Kind::Woods, Lie::Field(1200, 900, 100)),
        (Kind::Hill, Lie::Field(1200, 900, 100)),
        (Kind::Hill, Lie::Field(1200, 900, 100)),
        (Kind::Paddy, Lie::Field(1200, 900, 100)),
        (Kind::Village, Lie::Block(1200, 900)),
        (Kind::Stream, Lie::Line(1600, 60)),
        (Kind::Fence, Lie::Line(1600, 60)),
    ];
    let columns = [1800, 4800, 7800, 10_800, 13_800];
    let scenario = ScenarioFile {
        id: id.to_owned(),
        title: open::muster::title([&armies[0].name, &armies[1].name]),
        title_ja: String::new(),
        summary: open::muster::summary(seed),
        rule: RULE.to_owned(),
        turns: 12,
        minutes: 90,
        table: [SIZE.0, SIZE.1],
        season,
        initiative: None,
        weather: WeatherFile { used: true, start: Weather::Fine, tests_from: 1 },
        victory: VictoryFile {
            headquarters: None,
            beyond: None,
            points: Some(10),
            otherwise: "draw".to_owned(),
        },
        arrival: None,
        terrain: open::muster::ground(
            &mut lot,
            SIZE,
            &kinds,
            |kind| kind == Kind::Hill,
            &columns,
            (3600, 200),
        ),
        side: open::muster::sides(armies, side)?,
        origin: open::muster::origins("army"),
    };
    Ok(open::muster::file(&scenario, seed))
}

/// One side: clans beside each other, two lines deep, in the zone of its edge.
fn side(n: usize, army: &Army) -> Result<SideFile, Fault> {
    let camp = Camp::new(n, SIZE);
    let Camp { letter, edge, facing, .. } = camp;
    let chief = |id: String, chief: &Chief, mounted: bool, at: [i32; 2]| LeaderFile {
        id,
        name: chief.name.clone(),
        name_ja: String::new(),
        cr: chief.cr,
        mounted,
        at: Some(at),
    };
    let general = camp.put(9000, if army.headquarters { 900 } else { 700 });
    let mut number = 0;
    let mut row = |troops: &Troops, at: [i32; 2]| {
        number += 1;
        UnitFile {
            id: format!("{letter}{number}"),
            name: troops.name.clone(),
            troop: troops.troop,
            quality: troops.quality,
            armour: troops.armour,
            weapon: troops.weapon,
            missile: troops.missile,
            stands: troops.stands,
            files: files(&troops.unit()),
            at: Some(at),
            facing,
        }
    };
    let mut clans = Vec::new();
    let wide = 17_200 / army.clan.len().max(1) as i32;
    for (m, clan) in army.clan.iter().enumerate() {
        let left = 400 + wide * m as i32;
        let strip = Strip { left, wide, gap: 200, shift: 0 };
        let Some(lines) = open::muster::lines(&clan.unit, strip, |troops| width(&troops.unit())) else {
            let why = format!("{} is too wide for the table: give it fewer stands", clan.name);
            return Err(Fault::new("army", why).field("clan"));
        };
        let mut units = Vec::new();
        for (deep, line) in [3300, 2500].into_iter().zip(lines) {
            units.extend(line.into_iter().map(|(troops, along)| row(troops, camp.put(along, deep))));
        }
        let at = camp.put(left + wide / 2, 1900);
        clans.push(ClanFile {
            id: format!("{letter}_clan_{}", m + 1),
            name: clan.name.clone(),
            name_ja: String::new(),
            mon: None,
            leader: Some(chief(format!("{letter}{}l", m + 1), &clan.daimyo, true, at)),
            unit: units,
        });
    }
    if !army.own.is_empty() {
        let mut x = 9000 + 700;
        let mut units = Vec::new();
        for unit in &army.own {
            let wide = width(&unit.unit());
            units.push(row(unit, camp.put(x + wide / 2, 1200)));
            x += wide + 200;
        }
        clans.push(ClanFile {
            id: format!("{letter}_own"),
            name: format!("{}'s own", army.general.name),
            name_ja: String::new(),
            mon: None,
            leader: None,
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
        zone: [[[200, 0], [17_800, 3400]], [[200, 8600], [17_800, 12_000]]][n],
        general: chief(format!("{letter}g"), &army.general, !army.headquarters, general),
        headquarters: army.headquarters.then(|| MakuFile { id: format!("{letter}hq"), at: general, facing }),
        clan: clans,
    })
}
