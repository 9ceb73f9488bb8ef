//! A battle, read from the data and checked, made ready to play.

pub(crate) mod files;

use kernel::{
    Card, DataSet, Fault, Faults, Name, Profile, Setup, Side, SideCard,
    setup::{self, Chosen, OriginFile},
};
use open::{
    deployment::{self, Deployed},
    options,
};
use plane::{Formation, Len, Outline, Point, Table};

use crate::{
    Daimyo, Options,
    decisions::{Errands, Step},
    load::muster,
    model::{
        ground::{Ground, Kind},
        scenarios::{Arrival, Beyond, Headquarters, Scenario},
        state::{Body, Fortunes, Life, Person, State, Where},
        tables::{Tables, Weather},
        units::{
            Armour, Group, GroupId, GroupSet, Leader, LeaderId, MOST_LEADERS, MOST_UNITS, Quality, Troop,
            Unit, UnitId, UnitSet, Weapon,
        },
    },
};

use files::*;

const OPTIONS: &str = "daimyo/options.toml";
/// The values of each option that [`switches`] tells apart.
const VALUES: [(&str, &[&str]); 8] = [
    ("initiative_attrition", &["on", "off"]),
    ("natural_12_2", &["on", "off"]),
    ("weather", &["on", "off"]),
    ("random_events", &["on", "off"]),
    ("challenges", &["on", "off"]),
    ("card_activation", &["on", "off"]),
    ("whole_front", &["on", "off"]),
    ("fire_into_melee", &["on", "off"]),
];

fn read(data: &DataSet, path: &str) -> Result<ScenarioFile, Faults> {
    let file: ScenarioFile = data.toml(path)?;
    if file.side.len() != 2 {
        return Err(Fault::new(path, "a battle has two sides").field("side").into());
    }
    Ok(file)
}

/// The cards of all battles, in the order of their rule ids.
pub(crate) fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
    setup::cards(data, "daimyo", |path| {
        let file = read(data, path)?;
        // Mustered battles come last.
        let order = format!("{} {} {}", u8::from(file.rule == muster::RULE), file.rule, file.id);
        Ok((order, card(data, &file)?))
    })
}

fn card(data: &DataSet, file: &ScenarioFile) -> Result<Card, Faults> {
    let side = |side: &SideFile| SideCard {
        id: side.id.clone(),
        name: Name::new(&side.name, &side.name_ja),
        mon: side.mon.clone(),
        livery: side.livery,
    };
    let mut options = options::options_of(data, OPTIONS, &file.id, &VALUES)?;
    let weather = if file.weather.used { "on" } else { "off" };
    for option in options.iter_mut().filter(|option| option.id == "weather") {
        weather.clone_into(&mut option.default);
    }
    Ok(Card {
        system: "daimyo".to_owned(),
        scenario: file.id.clone(),
        title: Name::new(&file.title, &file.title_ja),
        summary: file.summary.clone(),
        sides: file.side.iter().map(side).collect(),
        options,
        length: format!("{} turns", file.turns),
        minutes: file.minutes,
        origin: OriginFile::cards(&file.origin),
    })
}

pub(crate) fn open(data: &DataSet, setup: &Setup) -> Result<Daimyo, Faults> {
    let path = setup.scenario_file(data, crate::REVISION)?;
    let file = read(data, &path)?;
    let card = card(data, &file)?;
    let options = switches(&card.chosen(setup)?);
    let tables = Tables::load(data)?;
    let ground = ground(&path, &file)?;
    let mut loader = Loader::new(&path, &file, &tables, &ground);
    for (n, side) in file.side.iter().enumerate() {
        let fault = deployment::zone_fault(&path, format!("side.{n}.zone"), side.zone);
        loader.faults.0.extend(fault);
    }
    for n in 0..2 {
        loader.side(Side(n as u8), &file.side[n])?;
    }
    loader.check_places();
    let scenario = loader.scenario();
    let Loader { units, bodies, leaders, persons, groups, seated, mut faults, .. } = loader;
    faults.0.dedup();
    faults.or(())?;
    let scenario = scenario?;
    let start = State {
        turn: 1,
        weather: if options.weather { scenario.start_weather } else { Weather::Fine },
        holder: Side(0),
        active: Side(0),
        group: None,
        activated: false,
        tried: GroupSet::default(),
        acted: GroupSet::default(),
        seated,
        units: bodies.into_iter().collect(),
        leaders: persons.into_iter().collect(),
        fallen: Vec::new(),
        charges: Vec::new(),
        from_left: true,
        swept: UnitSet::default(),
        fortunes: Fortunes::default(),
        challenged: Vec::new(),
        volley_all: false,
        errands: Errands::default(),
        step: Step::Initiative,
        over: None,
    };
    let rules = Daimyo {
        ground,
        tables,
        units,
        leaders,
        groups,
        scenario,
        options,
        of_side: Default::default(),
        weight: [0; 2],
        profile: Profile { card, bound: 120_000, secrets: false },
        ground_digest: String::new(),
        start,
    };
    rules.ready(setup.position.as_deref())
}

fn ground(path: &str, file: &ScenarioFile) -> Result<Ground, Faults> {
    let mut faults = Faults::default();
    let table = Table { width: Len(file.table[0]), height: Len(file.table[1]) };
    if file.table.iter().any(|size| !(6_000..=30_000).contains(size)) {
        faults.0.push(Fault::new(path, "a table is 60 to 300 cm each way").field("table"));
    }
    let ground = Ground::read(path, table, &file.terrain, &mut faults);
    for (_, block) in ground.of_kind(|kind| kind == Kind::Village) {
        if !block.area.is_convex() || block.outline.len() > 8 {
            let why = "a block of buildings is convex and has at most 8 corners";
            faults.0.push(Fault::new(path, why).field(format!("terrain.{}", block.id)));
        }
    }
    faults.or(ground)
}

fn switches(chosen: &Chosen) -> Options {
    let on = |id: &str| chosen.is(id, "on");
    Options {
        initiative_attrition: on("initiative_attrition"),
        natural_12_2: on("natural_12_2"),
        weather: on("weather"),
        random_events: on("random_events"),
        challenges: on("challenges"),
        card_activation: on("card_activation"),
        whole_front: on("whole_front"),
        fire_into_melee: on("fire_into_melee"),
    }
}

/// Turns the file into what the rules work with, with every fault.
struct Loader<'a> {
    path: &'a str,
    file: &'a ScenarioFile,
    tables: &'a Tables,
    ground: &'a Ground,
    units: Vec<Unit>,
    bodies: Vec<Body>,
    leaders: Vec<Leader>,
    persons: Vec<Person>,
    groups: Vec<Group>,
    seated: [bool; 2],
    faults: Faults,
}

fn point(at: [i32; 2]) -> Point {
    Point::new(at[0], at[1])
}

impl<'a> Loader<'a> {
    fn new(path: &'a str, file: &'a ScenarioFile, tables: &'a Tables, ground: &'a Ground) -> Loader<'a> {
        Loader {
            path,
            file,
            tables,
            ground,
            units: Vec::new(),
            bodies: Vec::new(),
            leaders: Vec::new(),
            persons: Vec::new(),
            groups: Vec::new(),
            seated: [false; 2],
            faults: Faults::default(),
        }
    }

    fn fault(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.faults.0.push(Fault::new(self.path, message).field(field));
    }

    fn is_known(&self, id: &str) -> bool {
        self.units.iter().any(|unit| unit.id == id)
            || self.leaders.iter().any(|leader| leader.id == id)
            || self.groups.iter().any(|group| group.id == id)
            || self.ground.named(id).is_some()
    }

    fn leader(
        &mut self,
        side: Side,
        file: &LeaderFile,
        group: GroupId,
        general: bool,
        mon: &str,
    ) -> LeaderId {
        let field = self.file.field_of(&file.id);
        if self.is_known(&file.id) {
            self.fault(&field, format!("`{}` stands in the file twice", file.id));
        }
        if !(0..=3).contains(&file.cr) {
            self.fault(&field, format!("a Command Rating is 0 to 3, not {}", file.cr));
        }
        let id = LeaderId(self.leaders.len() as u8);
        self.leaders.push(Leader {
            id: file.id.clone(),
            name: Name::new(&file.name, &file.name_ja),
            side,
            group,
            is_general: general,
            rating: file.cr,
            mounted: file.mounted,
            mon: mon.to_owned(),
        });
        let life = if file.at.is_some() { Life::Here } else { Life::Reserve };
        let at = point(file.at.unwrap_or_default());
        self.persons.push(Person { life, at, with: None, mounted: file.mounted });
        id
    }

    fn side(&mut self, side: Side, file: &SideFile) -> Result<(), Faults> {
        let arrives = |id: &str| self.file.arrival.as_ref().is_some_and(|a| a.clans.iter().any(|c| c == id));
        let clans = file.clan.iter().filter(|clan| clan.leader.is_some()).count();
        let general = GroupId((self.groups.len() + clans) as u8);
        // Units keep the order of the file, so groups are numbered as their clans come; the General's is the last.
        for clan in &file.clan {
            let mon = clan.mon.as_deref().unwrap_or(&file.mon);
            let group = match &clan.leader {
                Some(_) => GroupId(self.groups.len() as u8),
                None => general,
            };
            if let Some(leader) = &clan.leader {
                let leader = self.leader(side, leader, group, false, mon);
                if self.is_known(&clan.id) {
                    self.fault(
                        format!("side.{}.clan.{}", file.id, clan.id),
                        format!("`{}` stands in the file twice", clan.id),
                    );
                }
                self.groups.push(Group {
                    id: clan.id.clone(),
                    name: Name::new(&clan.name, &clan.name_ja),
                    side,
                    leader,
                    units: UnitSet::default(),
                    is_general: false,
                    arrives: arrives(&clan.id),
                });
            }
            for unit in &clan.unit {
                self.unit(side, unit, group, mon, arrives(&clan.id));
            }
        }
        let leader = self.leader(side, &file.general, general, true, &file.mon);
        if let Some(maku) = &file.headquarters {
            self.seated[side.index()] = true;
            let unit = UnitFile {
                id: maku.id.clone(),
                name: format!("{} headquarters", file.name),
                troop: Troop::Headquarters,
                quality: Quality::Veteran,
                armour: Armour::Medium,
                weapon: Weapon::Improvised,
                missile: None,
                stands: 2,
                files: 2,
                at: Some(maku.at),
                facing: maku.facing,
            };
            self.unit(side, &unit, general, &file.mon, false);
            self.persons[leader.0 as usize].at = point(maku.at);
        }
        self.groups.push(Group {
            id: format!("{}_general", file.id),
            name: Name::new(format!("{} and his own", file.general.name), &file.general.name_ja),
            side,
            leader,
            units: UnitSet::default(),
            is_general: true,
            arrives: false,
        });
        if self.leaders.len() > MOST_LEADERS {
            let why = format!("more than {MOST_LEADERS} leaders of both sides");
            self.fault(format!("side.{}.clan", file.id), why);
        }
        if let Some(first) = self.units.get(MOST_UNITS) {
            let field = self.file.field_of(&first.id);
            self.fault(field, format!("more than {MOST_UNITS} units of both sides, headquarters included"));
        }
        if !self.faults.0.is_empty() {
            return Err(std::mem::take(&mut self.faults));
        }
        // Sets of units have room for those only that were counted.
        for (n, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.side == side) {
            self.groups[unit.group.0 as usize].units.insert(UnitId(n as u8));
        }
        Ok(())
    }

    fn unit(&mut self, side: Side, file: &UnitFile, group: GroupId, mon: &str, arrives: bool) {
        let field = self.file.field_of(&file.id);
        if self.is_known(&file.id) {
            self.fault(&field, format!("`{}` stands in the file twice", file.id));
        }
        if file.files == 0 || file.files > file.stands {
            self.fault(&field, format!("{} stands cannot stand in {} files", file.stands, file.files));
            return;
        }
        let mut unit = Unit {
            id: file.id.clone(),
            name: Name::new(&file.name, ""),
            side,
            group,
            troop: file.troop,
            quality: file.quality,
            armour: file.armour,
            weapon: file.weapon,
            missile: file.missile,
            stands: file.stands,
            mon: mon.to_owned(),
            points: 0,
        };
        unit.points = self.tables.points(&unit);
        for why in muster::faults_of(&unit, self.tables) {
            self.fault(&field, why);
        }
        if file.at.is_none() != arrives {
            self.fault(&field, "a unit has a place unless its clan arrives later");
        }
        let place = if arrives { Where::Reserve } else { Where::Table };
        let at = point(file.at.unwrap_or_default());
        self.bodies.push(Body::new(place, at, file.facing, Formation::new(file.stands, file.files)));
        self.units.push(unit);
    }

    /// Units stand in their zone, on open ground, and not in each other.
    fn check_places(&mut self) {
        let bodies = self.units.iter().zip(&self.bodies).filter(|(_, body)| body.place == Where::Table);
        let deployed = bodies.map(|(unit, body)| {
            let print = body.formation.footprint(self.tables.base(unit), body.at, body.heading);
            Deployed {
                id: &unit.id,
                field: self.file.field_of(&unit.id),
                shape: print.outline(),
                mounted: unit.is_mounted(),
                zone: Some(self.file.side[unit.side.index()].zone),
            }
        });
        let deployed: Vec<_> = deployed.collect();
        self.faults.0.extend(deployment::faults(self.path, self.ground, &deployed));
        for (leader, who) in self.leaders.iter().zip(&self.persons) {
            let spot = Outline::spot(who.at.fine());
            if who.life == Life::Here && !self.ground.table.holds(&spot) {
                let field = format!("{}.at", self.file.field_of(&leader.id));
                self.faults.0.push(Fault::new(self.path, "he does not stand on the table").field(field));
            }
        }
        if self.file.arrival.as_ref().is_some_and(|arrival| arrival.gap[0] >= arrival.gap[1]) {
            let why = "a part of an edge is named by its lower, then its higher end";
            self.faults.0.push(Fault::new(self.path, why).field("arrival.gap"));
        }
    }

    fn side_named(&mut self, field: &str, id: &str) -> Result<Side, Fault> {
        let at = self.file.side.iter().position(|side| side.id == id);
        at.map(|n| Side(n as u8)).ok_or_else(|| {
            let known = self.file.side.iter().map(|side| side.id.as_str());
            Fault::unknown(self.path, "side", id, known).field(field)
        })
    }

    /// Units of clans, whether they have a leader or belong to the General.
    fn clan_units(&mut self, field: &str, ids: &[String]) -> Result<UnitSet, Fault> {
        let mut set = UnitSet::default();
        for id in ids {
            let clan = self.file.side.iter().flat_map(|side| &side.clan).find(|clan| clan.id == *id);
            let Some(clan) = clan else {
                let known = self.file.side.iter().flat_map(|side| &side.clan).map(|clan| clan.id.as_str());
                return Err(Fault::unknown(self.path, "clan", id, known).field(field));
            };
            for file in &clan.unit {
                let at = self.units.iter().position(|unit| unit.id == file.id);
                set.insert(UnitId(at.expect("read above") as u8));
            }
        }
        Ok(set)
    }

    fn scenario(&mut self) -> Result<Scenario, Faults> {
        let file = self.file;
        let victory = &file.victory;
        let headquarters = match &victory.headquarters {
            None => None,
            Some(hq) => Some(Headquarters {
                winner: self.side_named("victory.headquarters.winner", &hq.winner)?,
                through: hq.through,
            }),
        };
        let beyond = match &victory.beyond {
            None => None,
            Some(beyond) => Some(Beyond {
                winner: self.side_named("victory.beyond.winner", &beyond.winner)?,
                edge: beyond.edge,
                line: beyond.line,
                units: self.clan_units("victory.beyond.clans", &beyond.clans)?,
                count: beyond.count,
                at_end: beyond.at_end,
            }),
        };
        let otherwise = match victory.otherwise.as_str() {
            "draw" => None,
            id => Some(self.side_named("victory.otherwise", id)?),
        };
        let arrival = match &file.arrival {
            None => None,
            Some(arrival) => {
                let closed = match &arrival.closed_to {
                    None => None,
                    Some(id) => Some(self.side_named("arrival.closed_to", id)?),
                };
                let ground = match &arrival.ground {
                    None => None,
                    Some(id) => Some(self.ground.named(id).ok_or_else(|| {
                        Fault::new(self.path, format!("there is no ground `{id}`")).field("arrival.ground")
                    })?),
                };
                Some(Arrival {
                    edge: arrival.edge,
                    gap: arrival.gap,
                    rolls: arrival.rolls.iter().map(|roll| (roll.turn, roll.at_least)).collect(),
                    closed: closed.zip(ground),
                })
            }
        };
        let initiative = match &file.initiative {
            None => None,
            Some(id) => Some(self.side_named("initiative", id)?),
        };
        Ok(Scenario {
            turns: file.turns,
            season: file.season,
            start_weather: file.weather.start,
            tests_from: file.weather.tests_from.max(1),
            initiative,
            edges: [file.side[0].edge, file.side[1].edge],
            headquarters,
            beyond,
            points: victory.points,
            otherwise,
            arrival,
        })
    }
}
