//! Chapter 34: a scenario, read from the data and checked, made ready to play.

use hexmap::HexId;
use kernel::{
    Card, DataSet, Fault, Faults, Name, Profile, Rule, Setup, Side, SideCard,
    setup::{self, OriginFile, options_of},
};

use crate::{
    Gunyuden,
    load::scenario_file::ScenarioFile,
    model::{
        map::Ground,
        scenarios::{
            Arrival, Change, Group, Hold, Intervention, Keep, Pact, Scenario, Surprise, Truce, Until, Victory,
        },
        state::{Happened, MOST_CASTLES, MOST_UNITS},
        tables::Tables,
        units::{ANTI, Army, ArmyId, CastleId, HASHIBA, House, HouseId, Rank, Unit, UnitId},
    },
    notation::{position::laws::check as check_position, rule_ids::named},
};

const HOUSES: &str = "gunyuden/houses.csv";
const UNITS: &str = "gunyuden/units.csv";
const CASTLES: &str = "gunyuden/castles.csv";
const OPTIONS: &str = "gunyuden/options.toml";
const SIDES: [(&str, Side); 2] = [("hashiba", HASHIBA), ("anti", ANTI)];

/// The cards of all scenarios, in the order of their chapter.
pub(crate) fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
    setup::cards(data, "gunyuden", |path| {
        let file: ScenarioFile = data.toml(path)?;
        Ok((file.rule.clone(), card(data, path, &file)?))
    })
}

fn card(data: &DataSet, path: &str, file: &ScenarioFile) -> Result<Card, Faults> {
    let side = |(id, _): &(&str, Side)| match file.side.get(*id) {
        Some(side) => Ok(SideCard {
            id: (*id).to_owned(),
            name: Name::new(&side.name, &side.name_ja),
            mon: side.mon.clone(),
            livery: None,
        }),
        None => Err(Fault::new(path, format!("the side `{id}` is missing")).field("side")),
    };
    Ok(Card {
        system: "gunyuden".to_owned(),
        scenario: file.id.clone(),
        title: Name::new(&file.title, &file.title_ja),
        summary: file.summary.clone(),
        sides: SIDES.iter().map(side).collect::<Result<_, _>>()?,
        options: options_of(data, OPTIONS, &file.id)?,
        length: format!("{} innings", file.innings),
        minutes: file.minutes,
        origin: OriginFile::cards(&file.origin),
    })
}

pub(crate) fn open(data: &DataSet, setup: &Setup) -> Result<Gunyuden, Faults> {
    let path = setup.scenario_file(data, crate::REVISION)?;
    let file: ScenarioFile = data.toml(&path)?;
    let card = card(data, &path, &file)?;
    let options = card.chosen(setup)?;
    let tables = Tables::load(data)?;
    let mut ground = Ground::load(data, &tables.terrain)?;
    let mut reader = Reader {
        path: &path,
        file: &file,
        ground: &ground,
        units: Vec::new(),
        houses: Vec::new(),
        armies: Vec::new(),
        keeps: Vec::new(),
        durability: tables.figures.castle.durability,
    };
    reader.read_houses(data, &tables)?;
    reader.read_units(data)?;
    reader.read_castles(data, &tables, options.is("durability", "level"))?;
    let mut scenario = reader.scenario(&tables)?;
    if !options.is("ambush", "on") {
        scenario.ambush = None;
    }
    let Reader { units, houses, armies, keeps, .. } = reader;
    ground.build(keeps.iter().enumerate().map(|(n, keep)| (CastleId(n as u8), keep.hex)));
    let profile = Profile { card, bound: 120_000, secrets: false };
    let parts = crate::Parts {
        ground,
        tables,
        units,
        houses,
        armies,
        keeps,
        scenario,
        profile,
        surrounded_only: options.is("holed_up", "surrounded"),
        whole_army: options.is("chief", "army"),
        own_castle_only: options.is("consent", "own"),
    };
    let rules = Gunyuden::assemble(parts, setup.position.as_deref())?;
    if setup.position.is_none() {
        // The set-up keeps the laws of every position.
        let told = |fault: Fault| {
            let part = fault.field.map(|field| format!("{field}: ")).unwrap_or_default();
            Fault::new(&path, format!("{part}{}", fault.message)).field("group")
        };
        check_position(&rules, &rules.opening()).map_err(told)?;
    }
    Ok(rules)
}

pub(crate) struct Reader<'a> {
    path: &'a str,
    pub(crate) file: &'a ScenarioFile,
    pub(crate) ground: &'a Ground,
    units: Vec<Unit>,
    houses: Vec<House>,
    armies: Vec<Army>,
    pub(crate) keeps: Vec<Keep>,
    /// 8-2: of a sound castle.
    pub(crate) durability: u8,
}

impl Reader<'_> {
    pub(crate) fn fault(&self, field: &str, message: String) -> Fault {
        Fault::new(self.path, message).field(field)
    }

    fn unknown<'a>(
        &self,
        field: &str,
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Fault {
        Fault::unknown(self.path, what, word, known).field(field)
    }

    pub(crate) fn side(&self, field: &str, word: &str) -> Result<Side, Fault> {
        SIDES
            .iter()
            .find(|(id, _)| *id == word)
            .map(|(_, side)| *side)
            .ok_or_else(|| self.fault(field, format!("`{word}` is neither hashiba nor anti")))
    }

    pub(crate) fn rule(&self, field: &str, id: &str) -> Result<Rule, Fault> {
        named(id).ok_or_else(|| self.fault(field, format!("the rule {id} is not one the program can cite")))
    }

    pub(crate) fn hex(&self, field: &str, label: &str) -> Result<HexId, Fault> {
        self.ground.atlas.parse(label).map_err(|error| self.fault(field, error.to_string()))
    }

    pub(crate) fn province(&self, field: &str, name: &str) -> Result<u8, Fault> {
        self.ground.province_named(name).ok_or_else(|| {
            let known = self.ground.province_names.iter().map(String::as_str);
            self.unknown(field, "province", name, known)
        })
    }

    pub(crate) fn house(&self, field: &str, id: &str) -> Result<HouseId, Fault> {
        let found = self.houses.iter().position(|house| house.id == id);
        found.map(|n| HouseId(n as u8)).ok_or_else(|| {
            self.unknown(field, "house", id, self.houses.iter().map(|known| known.id.as_str()))
        })
    }

    pub(crate) fn army(&self, field: &str, id: &str) -> Result<ArmyId, Fault> {
        let found = self.armies.iter().position(|army| army.id == id);
        found
            .map(|n| ArmyId(n as u8))
            .ok_or_else(|| self.unknown(field, "army", id, self.armies.iter().map(|known| known.id.as_str())))
    }

    pub(crate) fn unit(&self, field: &str, id: &str) -> Result<UnitId, Fault> {
        let found = self.units.iter().position(|unit| unit.id == id);
        found
            .map(|n| UnitId(n as u8))
            .ok_or_else(|| self.unknown(field, "unit", id, self.units.iter().map(|known| known.id.as_str())))
    }

    pub(crate) fn castle(&self, field: &str, id: &str) -> Result<CastleId, Fault> {
        let found = self.keeps.iter().position(|keep| keep.id == id);
        found.map(|n| CastleId(n as u8)).ok_or_else(|| {
            self.unknown(field, "castle", id, self.keeps.iter().map(|known| known.id.as_str()))
        })
    }

    /// 30-1-1: the houses of the scenario's armies, in the order the scenario names them.
    fn read_houses(&mut self, data: &DataSet, tables: &Tables) -> Result<(), Faults> {
        let csv = data.csv(HOUSES)?;
        for (n, army) in self.file.army.iter().enumerate() {
            let side = self.side("army.side", &army.side)?;
            let mut houses = Vec::new();
            for id in &army.houses {
                let row = csv.rows().find(|row| row.text("house").is_ok_and(|text| text == id));
                let row = row.ok_or_else(|| {
                    let known = csv.rows().filter_map(|row| row.text("house").ok());
                    self.unknown("army.houses", "house", id, known.collect::<Vec<_>>())
                })?;
                if self.houses.iter().any(|house| house.id == *id) {
                    return Err(self.fault("army.houses", format!("`{id}` is in two armies")).into());
                }
                let column = row.text("column")?;
                houses.push(HouseId(self.houses.len() as u8));
                self.houses.push(House {
                    id: id.clone(),
                    name: Name::new(row.text("name")?, row.text("name_ja")?),
                    mon: row.text("mon")?.to_owned(),
                    great: row.one_of("size", &[("great", true), ("small", false)])?,
                    column: tables
                        .replenish_column(column)
                        .ok_or_else(|| row.fault("column", format!("there is no column `{column}`")))?,
                    side,
                    army: ArmyId(n as u8),
                    main: Vec::new(),
                    edge: Vec::new(),
                    units: Vec::new(),
                });
            }
            self.armies.push(Army { id: army.id.clone(), side, houses });
        }
        Ok(())
    }

    /// The counters this scenario uses, in the order of the file.
    fn read_units(&mut self, data: &DataSet) -> Result<(), Faults> {
        let file = self.file;
        let groups = file.group.iter().map(|group| &group.units);
        let frees = file.free.iter().map(|free| &free.units);
        let late = file.intervention.iter().map(|late| &late.units);
        let arrivals = file.arrival.iter().map(|arrival| &arrival.units);
        let lords = file.waver.iter().flat_map(|lord| [&lord.hashiba, &lord.anti]);
        let all = groups.chain(frees).chain(late).chain(arrivals).chain(lords);
        let mut wanted: Vec<&String> = all.flatten().collect();
        wanted.sort_unstable();
        if let Some(twice) = wanted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.fault("group.units", format!("`{}` stands in two places", twice[0])).into());
        }
        let mut faults = Faults::default();
        for row in data.csv(UNITS)?.rows() {
            let mut read = || -> Result<(), Fault> {
                let id = row.text("unit")?;
                if wanted.binary_search_by(|known| known.as_str().cmp(id)).is_err() {
                    return Ok(());
                }
                if self.units.iter().any(|unit| unit.id == id) {
                    return Err(row.fault("unit", "this unit stands in the file twice"));
                }
                let word = row.text("house")?;
                let house = self.houses.iter().position(|house| house.id == word).ok_or_else(|| {
                    row.fault("house", format!("the house `{word}` is not in {}", self.file.id))
                })?;
                let unit = Unit {
                    id: id.to_owned(),
                    name: Name::new(row.text("name")?, row.text("name_ja")?),
                    house: HouseId(house as u8),
                    rank: row.one_of("rank", &Rank::WORDS)?,
                    strength: [0, row.number("back")?, row.number("front")?],
                    field: row.number("field")?,
                    action: row.number("action")?,
                    boxes: row.number("boxes")?,
                };
                if !(1..=4).contains(&unit.action) {
                    return Err(row.fault("action", "action power is 1 to 4"));
                }
                if unit.strength[1] > unit.strength[2] {
                    let [_, back, front] = unit.strength;
                    return Err(row.fault("back", format!("{back} is more than front, which is {front}")));
                }
                if unit.boxes > 0 && !unit.is_commander() {
                    return Err(row.fault("boxes", "only a commander has command boxes"));
                }
                self.houses[house].units.push(UnitId(self.units.len() as u8));
                self.units.push(unit);
                Ok(())
            };
            if let Err(fault) = read() {
                faults.0.push(fault);
            }
        }
        if let Some(id) = wanted.iter().find(|id| !self.units.iter().any(|unit| unit.id == ***id)) {
            faults.0.push(self.fault("group.units", format!("there is no unit `{id}` in units.csv")));
        }
        if self.units.len() > MOST_UNITS {
            faults.0.push(self.fault("group.units", format!("{} units are too many", self.units.len())));
        }
        faults.or(())
    }

    fn read_castles(&mut self, data: &DataSet, tables: &Tables, by_level: bool) -> Result<(), Faults> {
        let figures = &tables.figures.castle;
        let names = data.csv(HOUSES)?;
        let names = names.rows().map(|row| row.text("house")).collect::<Result<Vec<_>, _>>()?;
        let scenarios: Vec<&str> = data
            .below("gunyuden/scenarios")
            .filter_map(|path| path.rsplit('/').next()?.strip_suffix(".toml"))
            .collect();
        let mut faults = Faults::default();
        let mut mains: Vec<(String, CastleId)> = Vec::new();
        for row in data.csv(CASTLES)?.rows() {
            for (field, known) in [("in", &scenarios), ("main_of", &names)] {
                let words = row.text(field)?.split(';').filter(|word| !word.is_empty());
                let unknown = words.filter(|word| !known.contains(word));
                faults.0.extend(unknown.map(|word| row.unknown(field, word, known.iter().copied())));
            }
            if !row.text("in")?.split(';').any(|id| id == self.file.id) {
                continue;
            }
            let id = row.text("castle")?;
            if self.keeps.iter().any(|keep| keep.id == id) {
                return Err(row.fault("castle", "this castle stands in the file twice").into());
            }
            let change = self.file.castle.iter().find(|change| change.castle == id);
            let holder = match change.and_then(|change| change.holder.as_deref()) {
                Some(holder) => holder,
                None => row.text("holder")?,
            };
            let level: u8 = row.number("level")?;
            if level > 5 {
                return Err(row.fault("level", "levels are 0 to 5").into());
            }
            let durability = match change.and_then(|change| change.durability) {
                Some(durability) => durability,
                None if by_level => (figures.by_level + level).min(figures.durability),
                None => row.number("durability")?,
            };
            if durability > figures.durability {
                let why = format!("durability is at most {}", figures.durability);
                return Err(row.fault("durability", why).into());
            }
            let label = row.text("hex")?;
            let hex = self.ground.atlas.parse(label).map_err(|error| row.fault("hex", error.to_string()))?;
            if !self.ground.terrain[hex.index()].is_open() || self.keeps.iter().any(|keep| keep.hex == hex) {
                return Err(row.fault("hex", "no castle can stand there").into());
            }
            let owner = match holder {
                "" | "neutral" => HouseId::NONE,
                holder => {
                    self.house("castle.holder", holder).map_err(|fault| row.fault("holder", fault.message))?
                }
            };
            let castle = CastleId(self.keeps.len() as u8);
            mains.extend(row.text("main_of")?.split(';').map(|house| (house.to_owned(), castle)));
            self.keeps.push(Keep {
                id: id.to_owned(),
                name: Name::new(row.text("name")?, row.text("name_ja")?),
                hex,
                level,
                durability: if holder.is_empty() { 0 } else { durability },
                owner,
            });
        }
        faults.or(())?;
        if self.keeps.len() > MOST_CASTLES {
            return Err(self.fault("castle", format!("{} castles are too many", self.keeps.len())).into());
        }
        for house in &mut self.houses {
            if !self.file.main.contains_key(&house.id) {
                house.main =
                    mains.iter().filter(|(id, _)| *id == house.id).map(|(_, castle)| *castle).collect();
            }
        }
        for (house, castles) in &self.file.main {
            let house = self.house("main", house)?;
            self.houses[house.index()].main =
                castles.iter().map(|id| self.castle("main", id)).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    /// Whatever happens in an inning happens in one that comes.
    fn check_innings(&self) -> Result<(), Faults> {
        let (file, last) = (self.file, self.file.innings);
        let mut faults = Faults::default();
        let mut check = |field: String, inning: u8| {
            if inning > last {
                faults.0.push(self.fault(&field, format!("inning {inning} never comes: there are {last}")));
            }
        };
        for (n, arrival) in file.arrival.iter().enumerate() {
            check(format!("arrival.{n}.inning"), arrival.inning);
        }
        for (n, hold) in file.hold.iter().enumerate() {
            check(format!("hold.{n}.from"), hold.from);
            check(format!("hold.{n}.last"), hold.last.unwrap_or(0));
        }
        if let Some(surprise) = &file.surprise {
            check("surprise.last".to_owned(), surprise.last);
        }
        if let Some(peace) = &file.peace {
            check("peace.from".to_owned(), peace.from);
        }
        for (n, hold) in file.hold.iter().enumerate() {
            if hold.last.is_some_and(|last| hold.from > last) {
                faults.0.push(self.fault(&format!("hold.{n}.from"), "it is after `last`".to_owned()));
            }
        }
        if file.intervention.len() > 2 {
            faults.0.push(self.fault("intervention", "more than two armies intervene (36.7(9))".to_owned()));
        }
        faults.or(())
    }

    fn scenario(&mut self, tables: &Tables) -> Result<Scenario, Faults> {
        self.check_innings()?;
        let file = self.file;
        let mut closed = vec![false; self.ground.atlas.len()];
        for name in &file.closed {
            let province = self.province("closed", name)?;
            for hex in self.ground.atlas.hexes() {
                closed[hex.index()] |= self.ground.province[hex.index()] == province;
            }
        }
        let begins = file.begins;
        if !(1..=12).contains(&begins.month) || !(1..=4).contains(&begins.week) {
            return Err(self.fault("begins", "a month is 1 to 12, a week 1 to 4".to_owned()).into());
        }
        let mut groups = Vec::new();
        for group in &file.group {
            let hex = self.hex("group.hex", &group.hex)?;
            if !self.ground.terrain[hex.index()].is_open() {
                return Err(self.fault("group.hex", format!("nobody can stand in {}", group.hex)).into());
            }
            let units = group.units.iter().map(|id| self.unit("group.units", id));
            let units = units.collect::<Result<_, _>>()?;
            groups.push(Group { hex, units, surround: group.surround, inside: group.inside });
        }
        let frees = file.free.iter().map(|free| self.free(free, &closed)).collect::<Result<_, _>>()?;
        let mut interventions = Vec::new();
        for (n, late) in file.intervention.iter().enumerate() {
            let edge = self.edge(&late.edge)?;
            if !tables.has_intervention(&late.table) {
                let known = tables.intervention_names();
                return Err(self.unknown("intervention.table", "table", &late.table, known).into());
            }
            let army = self.army("intervention.army", &late.army)?;
            for house in self.armies[usize::from(army.0)].houses.clone() {
                self.houses[house.index()].edge.clone_from(&edge);
            }
            let units = late.units.iter().map(|id| self.unit("intervention.units", id));
            let provinces = late.provinces.iter().map(|name| self.province("intervention.provinces", name));
            interventions.push(Intervention {
                army,
                table: late.table.clone(),
                provinces: provinces.collect::<Result<_, _>>()?,
                edge,
                units: units.collect::<Result<_, _>>()?,
                rule: self.rule("intervention.rule", &late.rule)?,
                flag: if n == 0 { Happened::FIRST } else { Happened::SECOND },
            });
        }
        let mut holds = Vec::new();
        for hold in &file.hold {
            let houses = hold.houses.iter().map(|id| self.house("hold.houses", id));
            holds.push(Hold {
                houses: houses.collect::<Result<_, _>>()?,
                until: match (hold.until.as_str(), hold.die, hold.last) {
                    ("thaw", Some(die), Some(last)) => Until::Thaw { die, from: hold.from, last },
                    ("declared", None, None) => Until::Declared,
                    _ => {
                        let message = "until is `thaw` with die and last, or `declared`".to_owned();
                        return Err(self.fault("hold.until", message).into());
                    }
                },
                rule: self.rule("hold.rule", &hold.rule)?,
            });
        }
        let mut arrivals = Vec::new();
        for arrival in &file.arrival {
            let edge = self.edge(&arrival.edge)?;
            let army = self.army("arrival.army", &arrival.army)?;
            for house in self.armies[usize::from(army.0)].houses.clone() {
                self.houses[house.index()].edge.clone_from(&edge);
            }
            let units = arrival.units.iter().map(|id| self.unit("arrival.units", id));
            let rule = self.rule("arrival.rule", &arrival.rule)?;
            arrivals.push(Arrival {
                army,
                inning: arrival.inning,
                units: units.collect::<Result<_, _>>()?,
                rule,
            });
        }
        let pact = match &file.pact {
            Some(pact) => Some(Pact {
                side: self.side("pact.side", &pact.side)?,
                die: pact.die,
                lowers: pact.lowers,
                castle: self.castle("pact.castle", &pact.castle)?,
                holder: self.side("pact.holder", &pact.holder)?,
                rule: self.rule("pact.rule", &pact.rule)?,
            }),
            None => None,
        };
        let surprise = match &file.surprise {
            Some(surprise) => Some(Surprise {
                side: self.side("surprise.side", &surprise.side)?,
                castle: self.castle("surprise.castle", &surprise.castle)?,
                house: self.house("surprise.house", &surprise.house)?,
                die: surprise.die,
                last: surprise.last,
                rule: self.rule("surprise.rule", &surprise.rule)?,
            }),
            None => None,
        };
        let earthworks = match &file.earthworks {
            Some(works) => Some((
                self.castle("earthworks.castle", &works.castle)?,
                works.bonus,
                self.rule("earthworks.rule", &works.rule)?,
            )),
            None => None,
        };
        let tethers = file.tether.iter().map(|tether| self.tether(tether)).collect::<Result<_, _>>()?;
        let wavering = file.wavering.as_ref().map(|wavering| self.wavering(wavering)).transpose()?;
        let mut changes: Vec<Change> = (0..interventions.len() as u8).map(Change::Intervention).collect();
        changes.extend((0..arrivals.len() as u8).map(Change::Arrival));
        changes.extend(pact.is_some().then_some(Change::Pact));
        changes.extend((0..file.waver.len() as u8).map(Change::Waver));
        changes.extend(surprise.is_some().then_some(Change::Surprise));
        let of = |thaw: bool| {
            let found = holds.iter().position(|hold| matches!(hold.until, Until::Thaw { .. }) == thaw);
            found.map(|n| n as u8)
        };
        changes.extend(of(true).map(Change::Thaw));
        changes.extend(of(false).map(Change::Declaration));
        let mut leaver = None;
        let bars = file.bar.iter().map(|bar| self.bar(bar, &mut leaver)).collect::<Result<_, _>>()?;
        let truce = match &file.truce {
            Some(truce) => Some(Truce {
                side: self.side("truce.side", &truce.side)?,
                army: self.army("truce.army", &truce.army)?,
                province: self.province("truce.province", &truce.province)?,
                rule: self.rule("truce.rule", &truce.rule)?,
            }),
            None => None,
        };
        let awards = file.award.iter().map(|award| self.award(award)).collect::<Result<_, _>>()?;
        Ok(Scenario {
            innings: file.innings,
            begins: file.begins,
            first: self.side("first", &file.first)?,
            closed,
            groups,
            frees,
            interventions,
            holds,
            bars,
            truce,
            changes,
            pact,
            tethers,
            wavering,
            arrivals,
            surprise,
            earthworks,
            peace: file.peace.as_ref().map(|peace| self.peace(peace)).transpose()?,
            ambush: file.ambush.as_ref().map(|ambush| self.ambush(ambush)).transpose()?,
            leaver,
            victory: Victory {
                castles: file.victory.castles,
                ranks: file.victory.ranks,
                holed_up: file.victory.holed_up,
                lead: file.victory.lead,
            },
            awards,
        })
    }
}
