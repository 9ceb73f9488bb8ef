//! Chapters 3 and 15: a battle, read from the data and checked, made ready to play.

use std::collections::BTreeMap;

use hexmap::AreaId;
use kernel::{
    Card, DataSet, Fault, Faults, Name, Profile, Setup, Side, SideCard,
    setup::{self, Chosen, OriginFile, options_of},
};
use serde::Deserialize;

use crate::{
    Options, Parts, Summits, TrackGroup,
    model::{
        cards::{self, Print},
        map::Map,
        numbers::Numbers,
        scenarios::{AntiHand, Bonus, HideyoshiHand, Scenario},
        state::TRACK,
        units::{ANTI, Clan, ClanId, HIDEYOSHI, MOST_UNITS, Unit, UnitId, UnitSet, Values},
    },
    notation::rule_ids::named,
};

const UNITS: &str = "summits/units.csv";
const CLANS: &str = "summits/clans.csv";
const CARDS: &str = "summits/cards.csv";
const OPTIONS: &str = "summits/options.toml";
/// The clans of a data set.
const MOST_CLANS: usize = 16;
/// The largest hand a scenario can allow; printed are 8.
const MOST_HAND: u16 = 12;
const SIDES: [(&str, Side); 2] = [("hideyoshi", HIDEYOSHI), ("anti", ANTI)];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    id: String,
    title: String,
    title_ja: String,
    summary: String,
    rule: String,
    turns: u8,
    minutes: u32,
    map: String,
    mountain: String,
    first: String,
    entry: Vec<String>,
    track: Vec<String>,
    #[serde(default)]
    free_order: bool,
    side: SidesFile,
    hand: HandsFile,
    shorten: ShortenFile,
    undecided: UndecidedFile,
    bonus: Option<BonusFile>,
    treason: Option<TreasonFile>,
    origin: BTreeMap<String, OriginFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    hideyoshi: SideFile,
    anti: SideFile,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideFile {
    name: String,
    name_ja: String,
    mon: String,
    honjin: Vec<String>,
    taisho: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HandsFile {
    hideyoshi: HideyoshiHandFile,
    anti: AntiHandFile,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HideyoshiHandFile {
    base: u8,
    most: u8,
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AntiHandFile {
    first: Option<u8>,
    base: u8,
    #[serde(default)]
    mountain: u8,
    #[serde(default)]
    beyond: u8,
    #[serde(default)]
    absent: u8,
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShortenFile {
    #[serde(default)]
    generals: bool,
    road: Option<u8>,
    area: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UndecidedFile {
    to: String,
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusFile {
    side: String,
    turn: u8,
    value: i16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreasonFile {
    clans: Vec<String>,
}

/// The cards of all battles, in the order of their chapter.
pub(crate) fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
    setup::cards(data, "summits", |path| {
        let file: ScenarioFile = data.toml(path)?;
        Ok((file.rule.clone(), card(data, &file)?))
    })
}

fn card(data: &DataSet, file: &ScenarioFile) -> Result<Card, Faults> {
    let side = |id: &str, side: &SideFile| SideCard {
        id: id.to_owned(),
        name: Name::new(&side.name, &side.name_ja),
        mon: side.mon.clone(),
        livery: None,
    };
    Ok(Card {
        system: "summits".to_owned(),
        scenario: file.id.clone(),
        title: Name::new(&file.title, &file.title_ja),
        summary: file.summary.clone(),
        sides: vec![side("hideyoshi", &file.side.hideyoshi), side("anti", &file.side.anti)],
        options: options_of(data, OPTIONS, &file.id)?,
        length: format!("{} turns", file.turns),
        minutes: file.minutes,
        origin: OriginFile::cards(&file.origin),
    })
}

pub(crate) fn open(data: &DataSet, setup: &Setup) -> Result<Summits, Faults> {
    let path = setup.scenario_file(data, crate::REVISION)?;
    let file: ScenarioFile = data.toml(&path)?;
    let card = card(data, &file)?;
    let options = switches(&card.chosen(setup)?);
    let maps = || data.below("summits/maps").filter_map(|path| path.rsplit('/').next()?.strip_suffix(".csv"));
    if !maps().any(|map| map == file.map) {
        return Err(Fault::unknown(&path, "map", &file.map, maps()).field("map").into());
    }
    let map = Map::load(data, &file.map)?;
    let clans = load_clans(data)?;
    let mut groups: Vec<TrackGroup> = Vec::new();
    for id in file.track.iter().filter(|id| *id != "-") {
        groups.push(TrackGroup { id: id.clone(), name: Name::default(), units: UnitSet::NONE });
    }
    let mut loader =
        Loader { path: &path, file: &file, map: &map, clans, units: Vec::new(), groups, places: Vec::new() };
    loader.load_units(data, options.back_equals_front)?;
    loader.name_groups();
    let scenario = loader.scenario()?;
    let Loader { clans, units, groups, places, .. } = loader;
    let prints = load_prints(data)?;
    check_packs(data, &prints, &scenario)?;
    let numbers = Numbers::load(data)?;
    let profile = Profile { card, bound: 40_000, secrets: true };
    let parts = Parts { map, units, clans, groups, prints, numbers, scenario, options, places, profile };
    Summits::assemble(parts, setup.position.as_deref())
}

fn switches(chosen: &Chosen) -> Options {
    let on = |id: &str| chosen.is(id, "on");
    Options {
        auction: on("auction"),
        no_type_limits: on("no_type_limits"),
        pooled_damage: on("pooled_damage"),
        slope_on_assault: on("slope_on_assault"),
        taisho_retreat_loses: on("taisho_retreat_loses"),
        strict_same_type: on("strict_same_type_per_unit"),
        rally_free_in_combo: on("rally_free_in_combo"),
        back_equals_front: on("back_equals_front"),
        ambush_after_flip: on("ambush_after_flip"),
    }
}

fn load_clans(data: &DataSet) -> Result<Vec<Clan>, Faults> {
    let mut clans = Vec::new();
    for row in data.csv(CLANS)?.rows() {
        if clans.len() == MOST_CLANS {
            return Err(row.fault("clan", format!("more than {MOST_CLANS} clans")).into());
        }
        clans.push(Clan {
            id: row.text("clan")?.to_owned(),
            name: Name::new(row.text("name")?, row.text("name_ja")?),
            mon: row.text("mon")?.to_owned(),
            units: UnitSet::NONE,
            troops: UnitSet::NONE,
        });
    }
    Ok(clans)
}

fn load_prints(data: &DataSet) -> Result<[Print; 6], Faults> {
    let table = data.csv(CARDS)?;
    let mut prints: [Option<Print>; 6] = Default::default();
    let mut last = 1;
    for row in table.rows() {
        last = row.line;
        let code = row.text("card")?;
        let card = cards::Card::of_code(code)
            .ok_or_else(|| row.fault("card", format!("there is no card `{code}`")))?;
        prints[card.index()] = Some(Print {
            name: Name::new(row.text("name")?, row.text("name_ja")?),
            text: row.text("text")?.to_owned(),
            copies: [row.number("hideyoshi")?, row.number("anti")?],
        });
    }
    let mut faults = Faults::default();
    for card in cards::Card::ALL {
        if prints[card.index()].is_none() {
            let message = format!("the card {} is missing: add a row after this line", card.code());
            faults.0.push(Fault::new(CARDS, message).line(last).field("card"));
        }
    }
    faults.or(())?;
    Ok(prints.map(|print| print.expect("looked at above")))
}

/// 2.3-1, 6.1-6: each side's cards suffice for its largest hand. Reinforcements are Hideyoshi's alone, and he holds one,
/// or two where there is Treason.
fn check_packs(data: &DataSet, prints: &[Print; 6], scenario: &Scenario) -> Result<(), Faults> {
    let fault = |code: &str, field: &str, message: String| -> Result<Fault, Faults> {
        let table = data.csv(CARDS)?;
        let row = table.rows().find(|row| row.text("card").is_ok_and(|card| card == code));
        Ok(row.map_or_else(|| Fault::new(CARDS, message.clone()), |row| row.fault(field, message.clone())))
    };
    let mut faults = Faults::default();
    let brought = cards::Card::Reinforcements;
    let needed = 1 + u8::from(!scenario.treason.is_empty());
    let [hideyoshi, anti] = prints[brought.index()].copies;
    if hideyoshi < needed {
        faults.0.push(fault(
            brought.code(),
            "hideyoshi",
            format!("{hideyoshi} cards; a battle needs {needed} (6.1-6)"),
        )?);
    }
    if anti > 0 {
        faults.0.push(fault(
            brought.code(),
            "anti",
            "only Hideyoshi has Reinforcements: write 0 (6.1-6)".to_owned(),
        )?);
    }
    for (word, side) in SIDES {
        let most = scenario.largest_hand(side);
        let others = cards::Card::ALL.into_iter().filter(|card| *card != brought);
        let pack: u16 = others.map(|card| u16::from(prints[card.index()].copies[side.index()])).sum();
        if pack < u16::from(most) {
            let message = format!("{pack} cards besides Reinforcements; a hand has up to {most} (2.3-1)");
            faults.0.push(fault(cards::Card::ALL[0].code(), word, message)?);
        }
    }
    faults.or(())
}

/// Turns the names of the files into ids, with the file in every fault.
struct Loader<'a> {
    path: &'a str,
    file: &'a ScenarioFile,
    map: &'a Map,
    clans: Vec<Clan>,
    units: Vec<Unit>,
    groups: Vec<TrackGroup>,
    places: Vec<AreaId>,
}

impl Loader<'_> {
    fn load_units(&mut self, data: &DataSet, same_back: bool) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let mut counts: BTreeMap<String, u16> = BTreeMap::new();
        for row in data.csv(UNITS)?.rows() {
            let battle = row.text("battle")?;
            if data.text(&format!("summits/maps/{battle}.csv")).is_err() {
                let maps = data.below("summits/maps");
                let known = maps.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".csv"));
                faults.0.push(row.unknown("battle", battle, known));
                continue;
            }
            if battle != self.file.map {
                continue;
            }
            let clan_id = row.text("clan")?;
            let Some(clan) = self.clans.iter().position(|clan| clan.id == clan_id) else {
                let known = self.clans.iter().map(|clan| clan.id.as_str());
                faults.0.push(row.unknown("clan", clan_id, known));
                continue;
            };
            let side: Side = row.one_of("side", &SIDES)?;
            let is_general = row.one_of("kind", &[("general", true), ("combat", false)])?;
            let front = Values { attack: row.number("attack")?, defence: row.number("defence")? };
            let back = Values { attack: row.number("back_attack")?, defence: row.number("back_defence")? };
            for (field, back, front) in
                [("back_attack", back.attack, front.attack), ("back_defence", back.defence, front.defence)]
            {
                if back > front {
                    let message = format!("{back} is more than on the front, which has {front}");
                    faults.0.push(row.fault(field, message));
                }
            }
            let whereto = row.text("where")?;
            let group = self.groups.iter().position(|group| group.id == whereto);
            let place = match (group, self.map.named(whereto)) {
                (Some(_), _) => TRACK,
                (None, Some(area)) => area,
                (None, None) => {
                    faults.0.push(
                        row.fault("where", format!("`{whereto}` is no area and no group of the track")),
                    );
                    continue;
                }
            };
            let name = Name::new(row.text("name")?, row.text("name_ja")?);
            let id = row.text("unit")?;
            for _ in 0..row.number::<u8>("count")? {
                let unit = UnitId(self.units.len() as u8);
                if self.units.len() == MOST_UNITS {
                    return Err(row.fault("unit", format!("more than {MOST_UNITS} units")).into());
                }
                let id = if is_general {
                    id.to_owned()
                } else {
                    let number = counts.entry(id.to_owned()).or_default();
                    *number += 1;
                    format!("{id}_{number}")
                };
                if self.units.iter().any(|other| other.id == id) {
                    faults.0.push(row.fault("unit", format!("`{id}` stands in the file twice")));
                }
                let command = if is_general { Some(row.number("command")?) } else { None };
                let name = name.clone();
                let back = if same_back { front } else { back };
                self.units.push(Unit { id, name, clan: ClanId(clan as u8), side, command, front, back });
                self.places.push(place);
                let set = UnitSet::of(unit);
                self.clans[clan].units |= set;
                if !is_general {
                    self.clans[clan].troops |= set;
                }
                if let Some(group) = group {
                    self.groups[group].units |= set;
                }
            }
        }
        faults.or(())
    }

    /// A group is called after its first general.
    fn name_groups(&mut self) {
        for group in &mut self.groups {
            let head =
                group.units.iter().map(|unit| &self.units[unit.index()]).find(|unit| unit.command.is_some());
            if let Some(head) = head {
                let more = group.units.len() - 1;
                group.name = Name::new(format!("{} and {more} more", head.name.en), head.name.ja.clone());
            }
        }
    }

    fn fault(&self, field: &str, message: String) -> Fault {
        Fault::new(self.path, message).field(field)
    }

    fn area(&self, field: &str, id: &str) -> Result<AreaId, Fault> {
        self.map.named(id).ok_or_else(|| {
            let known = self.map.areas.iter().map(|area| area.id.as_str());
            Fault::unknown(self.path, "area", id, known).field(field)
        })
    }

    fn areas(&self, field: &str, ids: &[String]) -> Result<u64, Fault> {
        ids.iter().try_fold(0, |mask, id| Ok(mask | crate::model::map::bit(self.area(field, id)?)))
    }

    fn unit(&self, field: &str, id: &str) -> Result<UnitId, Fault> {
        let at = self.units.iter().position(|unit| unit.id == id);
        at.map(|n| UnitId(n as u8)).ok_or_else(|| {
            let known = self.units.iter().map(|unit| unit.id.as_str());
            Fault::unknown(self.path, "unit", id, known).field(field)
        })
    }

    fn side(&self, field: &str, id: &str) -> Result<Side, Fault> {
        let side = SIDES.iter().find(|(word, _)| *word == id);
        side.map(|(_, side)| *side)
            .ok_or_else(|| self.fault(field, format!("`{id}` is neither hideyoshi nor anti")))
    }

    fn rule(&self, field: &str, id: &str) -> Result<kernel::Rule, Fault> {
        named(id).ok_or_else(|| self.fault(field, format!("rule {id} is not one a scenario can cite")))
    }

    /// The hands that a scenario allows are bounded.
    fn check_hands(&self) -> Result<(), Faults> {
        let file = self.file;
        let (base, most) = (file.hand.hideyoshi.base, file.hand.hideyoshi.most);
        let mut faults = Faults::default();
        faults.ascending(self.path, &[("hand.hideyoshi.base", base), ("hand.hideyoshi.most", most)]);
        let anti = &file.hand.anti;
        for (field, parts) in [
            ("hand.hideyoshi", [base, most, 0, 0]),
            ("hand.anti", [anti.base, anti.mountain, anti.beyond, anti.absent]),
            ("hand.anti.first", [anti.first.unwrap_or(0), 0, 0, 0]),
        ] {
            let cards: u16 = parts.into_iter().map(u16::from).sum();
            if cards > MOST_HAND {
                let message = format!("a hand of up to {cards} cards; at most {MOST_HAND}");
                faults.0.push(Fault::new(self.path, message).field(field));
            }
        }
        faults.or(())
    }

    fn scenario(&self) -> Result<Scenario, Faults> {
        let file = self.file;
        let sides = [&file.side.hideyoshi, &file.side.anti];
        let taisho = |field: &str, side: Side| -> Result<UnitSet, Fault> {
            let commander = |id: &String| {
                let unit = self.unit(field, id)?;
                let body = &self.units[unit.index()];
                match body.side == side && body.command.is_some() {
                    true => Ok(unit),
                    false => Err(self.fault(field, format!("`{id}` is no general of this side"))),
                }
            };
            sides[side.index()].taisho.iter().map(commander).collect()
        };
        let honjin = |field: &str, side: Side| -> Result<u64, Fault> {
            let named = self.areas(field, &sides[side.index()].honjin)?;
            let marked = self.map.graph.areas().filter(|area| self.map.area(*area).honjin == Some(side));
            let marked: Vec<AreaId> = marked.collect();
            let mask = marked.iter().fold(0, |mask, area| mask | crate::model::map::bit(*area));
            match named == mask {
                true => Ok(named),
                false => {
                    let ids: Vec<&str> = marked.iter().map(|area| self.map.area(*area).id.as_str()).collect();
                    let ids = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
                    Err(self.fault(field, format!("the map marks as honjin of this side: {ids}")))
                }
            }
        };
        if self.areas("entry", &file.entry)? != self.map.entries {
            return Err(self.fault("entry", "the map marks other areas as entries".to_owned()).into());
        }
        let mut track = Vec::new();
        for id in &file.track {
            track.push(self.groups.iter().position(|group| group.id == *id).map(|n| n as u8));
        }
        if self.groups.len() > 8 {
            return Err(self.fault("track", "more than 8 groups".to_owned()).into());
        }
        if let Some(group) = self.groups.iter().find(|group| group.units.is_empty()) {
            return Err(self.fault("track", format!("nobody in {UNITS} begins in `{}`", group.id)).into());
        }
        let undecided = match file.undecided.to.as_str() {
            "road" => None,
            id => Some(self.side("undecided.to", id)?),
        };
        self.rule("undecided.rule", &file.undecided.rule)?;
        self.check_hands()?;
        let treason = file.treason.iter().flat_map(|treason| &treason.clans).map(|id| {
            let at = self.clans.iter().position(|clan| clan.id == *id);
            at.map(|n| ClanId(n as u8)).ok_or_else(|| {
                let known = self.clans.iter().map(|clan| clan.id.as_str());
                Fault::unknown(self.path, "clan", id, known).field("treason")
            })
        });
        Ok(Scenario {
            turns: file.turns,
            mountain: self.area("mountain", &file.mountain)?,
            first: self.side("first", &file.first)?,
            track,
            free_order: file.free_order,
            honjin: [honjin("side.hideyoshi.honjin", HIDEYOSHI)?, honjin("side.anti.honjin", ANTI)?],
            taisho: [taisho("side.hideyoshi.taisho", HIDEYOSHI)?, taisho("side.anti.taisho", ANTI)?],
            hideyoshi_hand: HideyoshiHand {
                base: file.hand.hideyoshi.base,
                most: file.hand.hideyoshi.most,
                rule: self.rule("hand.hideyoshi.rule", &file.hand.hideyoshi.rule)?,
            },
            anti_hand: AntiHand {
                first: file.hand.anti.first,
                base: file.hand.anti.base,
                mountain: file.hand.anti.mountain,
                beyond: file.hand.anti.beyond,
                absent: file.hand.anti.absent,
                rule: self.rule("hand.anti.rule", &file.hand.anti.rule)?,
            },
            generals_shorten: file.shorten.generals,
            road_shortens: file.shorten.road,
            area_shortens: match &file.shorten.area {
                Some(id) => Some(self.area("shorten.area", id)?),
                None => None,
            },
            undecided,
            bonus: match &file.bonus {
                Some(bonus) => {
                    if bonus.turn > file.turns {
                        let message = format!("turn {} never comes: there are {}", bonus.turn, file.turns);
                        return Err(self.fault("bonus.turn", message).into());
                    }
                    let side = self.side("bonus.side", &bonus.side)?;
                    Some(Bonus { side, turn: bonus.turn, value: bonus.value })
                }
                None => None,
            },
            treason: treason.collect::<Result<_, _>>()?,
            hideyoshi: self.unit("side.hideyoshi.taisho", "hideyoshi")?,
        })
    }
}
