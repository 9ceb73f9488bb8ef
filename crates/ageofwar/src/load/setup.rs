//! A battle, read from the data and checked, made ready to play.

pub(crate) mod files;

use kernel::{
    Card, DataSet, Fault, Faults, Name, Profile, Setup, Side, SideCard,
    setup::{self, Chosen, OriginFile},
};
use open::{
    deployment::{self, Deployed},
    ground::Terrain,
    options,
};
use plane::{Formation, Heading, Len, Point, Table, TableEdge};

use crate::{
    AgeOfWar, Options,
    decisions::{Errands, Step},
    load::muster,
    model::{
        ground::{Ground, Land},
        scenarios::{Entry, Fog, Objective, Scenario},
        state::{Base, Body, Camp, Chief, Daimyo, Errandry, Messenger, State, Where},
        tables::Tables,
        units::{Clan, ClanId, Kind, MOST_CLANS, MOST_UNITS, Sort, Unit, UnitId, UnitSet},
    },
    queries::pontoon::BestPlay,
};

use files::*;

const OPTIONS: &str = "ageofwar/options.toml";
/// The values of each option that [`switches`] tells apart.
const VALUES: [(&str, &[&str]); 7] = [
    ("order", &["point", "free"]),
    ("centre", &["ahead", "always"]),
    ("general_withdraws", &["on", "off"]),
    ("support_saves", &["on", "off"]),
    ("challenge_per", &["player_turn", "game_turn"]),
    ("over", &["dead", "difference"]),
    ("bodies", &["each", "shared"]),
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
    setup::cards(data, "ageofwar", |path| {
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
    Ok(Card {
        system: "ageofwar".to_owned(),
        scenario: file.id.clone(),
        title: Name::new(&file.title, &file.title_ja),
        summary: file.summary.clone(),
        sides: file.side.iter().map(side).collect(),
        options: options::options_of(data, OPTIONS, &file.id, &VALUES)?,
        length: format!("countdown from {}", file.countdown),
        minutes: file.minutes,
        origin: OriginFile::cards(&file.origin),
    })
}

pub(crate) fn open(data: &DataSet, setup: &Setup) -> Result<AgeOfWar, Faults> {
    let path = setup.scenario_file(data, crate::REVISION)?;
    let file = read(data, &path)?;
    let card = card(data, &file)?;
    let options = switches(&card.chosen(setup)?);
    let mut tables = Tables::load(data)?;
    tables.challenge.play = BestPlay::of(&tables.challenge, options.over_by_difference);
    let mut faults = Faults::default();
    let table = Table { width: Len(file.table[0]), height: Len(file.table[1]) };
    if file.table.iter().any(|size| !(2_400..=12_000).contains(size)) {
        faults.0.push(Fault::new(&path, "a table is 24 to 120 inches each way").field("table"));
    }
    let ground = Ground::read(&path, table, &lands(&tables, &file.terrain), &mut faults);
    faults.or(())?;
    let mut loader = Loader::new(&path, &file, &tables, &ground);
    for (n, side) in file.side.iter().enumerate() {
        let fault = deployment::zone_fault(&path, format!("side.{n}.zone"), side.zone);
        loader.faults.0.extend(fault);
    }
    if !loader.faults.0.is_empty() {
        return Err(loader.faults);
    }
    for n in 0..2 {
        loader.side(Side(n as u8), &file.side[n]);
    }
    // Where they do not fit, nobody has a number of his own.
    if !loader.faults.0.is_empty() {
        return Err(loader.faults);
    }
    loader.leaders();
    loader.check_places();
    let scenario = loader.scenario();
    let Loader { units, bodies, clans, chiefs, makus, faults, .. } = loader;
    faults.or(())?;
    let maku_half = tables.bases.maku.0.depth.0 / 2;
    let camp = |maku: UnitId| {
        let at = bodies[maku.index()].at;
        let home = Messenger {
            errand: Errandry::Home,
            at: Point::new(at.x, at.y - maku_half),
            goal: None,
            dice: 0,
            risked: UnitSet::default(),
        };
        let messengers = std::iter::repeat_n(home, tables.messengers.riders).collect();
        Camp { daimyo: Daimyo::Maku, messengers, commanders_lost: 0, generals_lost: 0 }
    };
    let camps = makus.map(camp);
    let start = State {
        turn: 1,
        active: Side(0),
        countdown: scenario.countdown,
        camps,
        units: bodies.into_iter().collect(),
        chiefs: chiefs.into_iter().collect(),
        lost_now: UnitSet::default(),
        challenged: false,
        passed_unit: false,
        passed_turn: false,
        reform_none: false,
        errands: Errands::default(),
        step: Step::Lot,
        over: None,
    };
    let rules = AgeOfWar {
        ground,
        tables,
        units,
        clans,
        scenario,
        options,
        of_side: Default::default(),
        makus,
        daimyo: [0, 1].map(|n| Name::new(&file.side[n].daimyo, &file.side[n].daimyo_ja)),
        profile: Profile { card, bound: 60_000, secrets: false },
        ground_digest: String::new(),
        grid: plane::Grid::default(),
        start,
    };
    rules.ready(setup.position.as_deref())
}

/// The pieces of a file, each with what the tables say of its kind.
fn lands(tables: &Tables, terrain: &[Terrain<crate::model::ground::Kind>]) -> Vec<Terrain<Land>> {
    let land = |piece: &Terrain<crate::model::ground::Kind>| Terrain {
        id: piece.id.clone(),
        kind: tables.land(piece.kind),
        level: piece.level,
        name: piece.name.clone(),
        outline: piece.outline.clone(),
    };
    terrain.iter().map(land).collect()
}

fn switches(chosen: &Chosen) -> Options {
    Options {
        free_order: chosen.is("order", "free"),
        always_centre: chosen.is("centre", "always"),
        general_withdraws: chosen.is("general_withdraws", "on"),
        support_saves: chosen.is("support_saves", "on"),
        challenge_per_game_turn: chosen.is("challenge_per", "game_turn"),
        over_by_difference: chosen.is("over", "difference"),
        bodies_shared: chosen.is("bodies", "shared"),
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
    clans: Vec<Clan>,
    chiefs: Vec<Chief>,
    makus: [UnitId; 2],
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
            clans: Vec::new(),
            chiefs: Vec::new(),
            makus: [UnitId(0); 2],
            faults: Faults::default(),
        }
    }

    fn fault(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.faults.0.push(Fault::new(self.path, message).field(field));
    }

    fn is_known(&self, id: &str) -> bool {
        self.units.iter().any(|unit| unit.id == id)
            || self.clans.iter().any(|clan| clan.id == id)
            || self.ground.named(id).is_some()
    }

    fn side(&mut self, side: Side, file: &SideFile) {
        for clan in &file.clan {
            if self.is_known(&clan.id) || clan.unit.iter().any(|unit| unit.id == clan.id) {
                self.fault(
                    format!("side.{}.clan.{}", file.id, clan.id),
                    format!("`{}` stands in the file twice", clan.id),
                );
            }
            let id = ClanId(self.clans.len() as u8);
            let edge = clan.entry.map_or(file.edge, |entry| entry.edge);
            let mon = clan.mon.as_deref().unwrap_or(&file.mon);
            let mut units = UnitSet::default();
            for unit in &clan.unit {
                let most = MOST_UNITS - MOST_CLANS - 2;
                if self.units.len() >= most {
                    let field = format!("side.{}.clan.{}.unit.{}", file.id, clan.id, unit.id);
                    return self.fault(field, format!("more than {most} units of both sides"));
                }
                units.insert(UnitId(self.units.len() as u8));
                self.unit(side, unit, id, edge, mon);
            }
            if self.clans.len() >= MOST_CLANS {
                let field = format!("side.{}.clan.{}", file.id, clan.id);
                return self.fault(field, format!("more than {MOST_CLANS} clans of both sides"));
            }
            let name = Name::new(&clan.name, &clan.name_ja);
            self.clans.push(Clan { id: clan.id.clone(), name, side, general: UnitId(0), units });
        }
    }

    fn unit(&mut self, side: Side, file: &UnitFile, clan: ClanId, edge: TableEdge, mon: &str) {
        let field = self.file.field_of(&file.id);
        if self.is_known(&file.id) {
            self.fault(&field, format!("`{}` stands in the file twice", file.id));
        }
        let bases: Vec<(Kind, u8)> = file.bases.iter().map(|(kind, n)| (*kind, *n)).collect();
        for why in muster::faults_of(&self.tables.muster, &bases) {
            self.fault(&field, why);
        }
        let count: u8 = bases.iter().map(|(_, n)| *n).sum();
        if count == 0 || usize::from(count) > crate::model::units::MOST_BASES {
            // Said above; nothing can be laid out.
            return;
        }
        if file.files == 0 || file.files > count || file.files > 2 && count.div_ceil(file.files) > 4 {
            self.fault(&field, format!("{count} bases cannot stand in {} files", file.files));
            return;
        }
        let place = if file.at.is_some() { Where::Table } else { Where::Late };
        let formation = Formation::new(count, file.files);
        let mut body = Body::new(place, point(file.at.unwrap_or_default()), file.facing, formation);
        for (kind, n) in &bases {
            for _ in 0..*n {
                // 2.2: one of the first kind is the commander; a gun has none.
                let commander = body.bases.is_empty() && *kind != Kind::Gun;
                body.bases.push(Base { kind: *kind, commander });
            }
        }
        if file.facing.steps() % 9 != 0 {
            self.fault(&field, "it faces one of the eight multiples of 45 degrees");
        }
        self.units.push(Unit {
            id: file.id.clone(),
            name: Name::new(&file.name, ""),
            side,
            sort: Sort::Troops,
            clan,
            points: self.tables.unit_cost(&bases),
            bases,
            edge,
            mon: mon.to_owned(),
        });
        self.bodies.push(body);
    }

    /// Generals and the Maku come after all units: the lower id is a unit's.
    fn leaders(&mut self) {
        let file = self.file;
        let mut n = 0;
        for (side, data) in file.side.iter().enumerate() {
            for clan in &data.clan {
                let general = &clan.general;
                if self.is_known(&general.id) {
                    let why = format!("`{}` stands in the file twice", general.id);
                    self.fault(format!("side.{}.clan.{}.general.id", data.id, clan.id), why);
                }
                let (worst, guards) = (self.tables.muster.worst, self.tables.muster.guards);
                if general.value > worst || general.guards > guards {
                    let why = format!(
                        "a general begins with a value of 0 to {worst} and at most {guards} bodyguards"
                    );
                    self.fault(format!("side.{}.clan.{}.general", data.id, clan.id), why);
                }
                let id = UnitId(self.units.len() as u8);
                if let Some(known) = self.clans.get_mut(n) {
                    known.general = id;
                }
                let place = if general.at.is_some() { Where::Table } else { Where::Late };
                let at = general
                    .at
                    .map_or_else(Point::default, |at| Point::new(at[0], at[1] + self.tables.general_half()));
                self.bodies.push(Body::new(place, at, Heading::NORTH, Formation::new(1, 1)));
                self.units.push(Unit {
                    id: general.id.clone(),
                    name: Name::new(&general.name, &general.name_ja),
                    side: Side(side as u8),
                    sort: Sort::General,
                    clan: ClanId(n as u8),
                    bases: Vec::new(),
                    edge: clan.entry.map_or(data.edge, |entry| entry.edge),
                    mon: clan.mon.clone().unwrap_or_else(|| data.mon.clone()),
                    points: self.tables.general_cost(general.value, general.guards),
                });
                self.chiefs.push(Chief {
                    value: general.value,
                    guards: general.guards,
                    with: None,
                    front: false,
                    rallied: false,
                    stopped: false,
                    dice: 0,
                });
                n += 1;
            }
        }
        for (side, data) in file.side.iter().enumerate() {
            self.makus[side] = UnitId(self.units.len() as u8);
            let at = Point::new(data.maku[0], data.maku[1] + self.tables.bases.maku.0.depth.0 / 2);
            self.bodies.push(Body::new(Where::Table, at, Heading::NORTH, Formation::new(1, 1)));
            self.units.push(Unit {
                id: format!("{}_maku", data.id),
                name: Name::new(format!("Maku of {}", data.daimyo), ""),
                side: Side(side as u8),
                sort: Sort::Maku,
                clan: ClanId(0),
                bases: Vec::new(),
                edge: data.edge,
                mon: data.mon.clone(),
                points: self.tables.costs.maku,
            });
        }
    }

    /// Everybody stands in his zone, on no other, and on ground he can enter.
    fn check_places(&mut self) {
        let bodies = self.units.iter().zip(&self.bodies);
        let stands = bodies.filter(|(unit, body)| body.place == Where::Table && !unit.is_general());
        let deployed = stands.map(|(unit, body)| {
            let print =
                body.formation.footprint(self.tables.base_size(unit, unit.is_horse()), body.at, body.heading);
            let zone = self.file.side[unit.side.index()].zone;
            Deployed {
                id: &unit.id,
                field: self.file.field_of(&unit.id),
                shape: print.outline(),
                mounted: unit.is_horse(),
                zone: (unit.sort != Sort::Maku).then_some(zone),
            }
        });
        let deployed: Vec<_> = deployed.collect();
        self.faults.0.extend(deployment::faults(self.path, self.ground, &deployed));
        let generals = self.units.iter().zip(&self.bodies).filter(|(unit, _)| unit.is_general());
        for (unit, body) in generals.filter(|(_, body)| body.place == Where::Table) {
            let size = self.tables.base_size(unit, false);
            if self.ground.is_off(&body.formation.footprint(size, body.at, body.heading).outline()) {
                let field = format!("{}.at", self.file.field_of(&unit.id));
                self.faults
                    .0
                    .push(Fault::new(self.path, "his base does not stand on the table").field(field));
            }
        }
        for side in &self.file.side {
            for clan in &side.clan {
                let Some(entry) = clan.entry else { continue };
                if entry.along[0] >= entry.along[1] {
                    let field = format!("side.{}.clan.{}.entry.along", side.id, clan.id);
                    let why = "a part of an edge is named by its lower, then its higher end";
                    self.faults.0.push(Fault::new(self.path, why).field(field));
                }
            }
        }
    }

    fn scenario(&mut self) -> Scenario {
        let file = self.file;
        let mut objectives = Vec::new();
        for objective in &file.objective {
            let mut sides = Vec::new();
            for id in &objective.sides {
                match file.side.iter().position(|side| side.id == *id) {
                    Some(n) => sides.push(Side(n as u8)),
                    None => {
                        let known = self.file.side.iter().map(|side| side.id.as_str());
                        let fault = Fault::unknown(self.path, "side", id, known);
                        self.faults.0.push(fault.field("objective.sides"));
                    }
                }
            }
            let (name, at, points) = (objective.name.clone(), point(objective.at), objective.points);
            objectives.push(Objective { name, at, points, sides });
        }
        let mut lots = Vec::new();
        for (at, id) in file.lots.iter().enumerate() {
            let field = format!("lots.{at}");
            match self.units.iter().position(|unit| unit.id == *id) {
                Some(n) if lots.contains(&UnitId(n as u8)) => {
                    self.fault(field, format!("`{id}` stands in the list twice: each unit has one pip"));
                }
                // A-SC3: the defender is the side that throws.
                Some(n) if self.units[n].side != Side(1) || !self.units[n].is_troops() => {
                    self.fault(field, format!("`{id}` is no unit of the defender, the second side"));
                }
                Some(n) if self.bodies[n].place != Where::Table => {
                    self.fault(field, format!("`{id}` is late anyway: it has no place on the table"));
                }
                Some(n) => lots.push(UnitId(n as u8)),
                None => {
                    let known = self.units.iter().map(|unit| unit.id.as_str());
                    let fault = Fault::unknown(self.path, "unit", id, known).field(field);
                    self.faults.0.push(fault);
                }
            }
        }
        if lots.len() > 6 {
            self.fault("lots", "a die names at most six");
        }
        if !(1..=60).contains(&file.countdown) {
            self.fault("countdown", "a countdown begins at 1 to 60");
        }
        let entry = |clan: &ClanFile| {
            clan.entry.map(|entry| Entry {
                from_turn: entry.from_turn,
                from: entry.along[0],
                to: entry.along[1],
            })
        };
        Scenario {
            countdown: file.countdown,
            skip_casualties: file.skip_casualties,
            fog: file.fog.map(|fog| Fog { through: fog.through, shooting: fog.shooting, every: fog.every }),
            lots,
            objectives,
            entries: file.side.iter().flat_map(|side| side.clan.iter().map(entry)).collect(),
        }
    }
}
