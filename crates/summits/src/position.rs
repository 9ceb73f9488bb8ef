//! A state as a person writes it down: names instead of numbers, and only what matters.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Fault, Faults, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::{
    Summits,
    cards::{Card, Hand, Set},
    map,
    state::{
        Attack, Blow, GONE, Group, Kind, LOST, Over, Phase, Places, Play, State, Step, TRACK, WAITING, on_map,
    },
    units::{ANTI, HIDEYOSHI, UnitId, UnitSet},
};

/// Units by area, then the clock, cards, and whatever of the rest is not as at the start. Units that are not named
/// are not in play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "one")]
    pub turn: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u8>,
    #[serde(default = "play_phase")]
    pub phase: Phase,
    /// The seat that plays Hideyoshi.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hideyoshi: u8,
    #[serde(default, skip_serializing_if = "no_bids")]
    pub bids: [u8; 2],
    /// `hideyoshi` or `anti`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    #[serde(default = "hideyoshi")]
    pub active: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub passed: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub marker: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub second: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Who shows the back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub back: Vec<String>,
    /// Hands as `CA AS AS`; a side that has not chosen yet is left out while hands are chosen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<String, String>,
    /// Units by area, or by `track`, `waiting`, `lost`; `hashiba_1..6` are six.
    pub units: BTreeMap<String, Vec<String>>,
    /// Areas each side controls; left out, as printed and by who stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<BTreeMap<String, Vec<String>>>,
    /// GP-3: who has acted by an open card of a type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayText>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayText {
    pub cards: String,
    pub plain: u8,
    pub pending: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub free_rally: bool,
    pub groups: u8,
    #[serde(default, skip_serializing_if = "is_false")]
    pub assault: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub begun: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acted: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupText>,
    pub step: StepText,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupText {
    pub area: String,
    pub units: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub fixed: bool,
    pub actions: u8,
    #[serde(default, skip_serializing_if = "is_false")]
    pub assault: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub took: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub arrives: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StepText {
    Pick,
    Group,
    Window,
    Marshal { attack: AttackText },
    Muster { attack: AttackText },
    Strike { attack: AttackText },
    Damage { points: u8, attack: AttackText },
    Retreat { points: u8, unit: String, attack: AttackText },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackText {
    pub kind: Kind,
    pub side: String,
    pub from: String,
    pub target: String,
    pub units: Vec<String>,
    /// `kanbei 4`, or `volley hashiba 3`.
    pub blows: Vec<String>,
    pub made: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pooled: u8,
    #[serde(default, skip_serializing_if = "is_level")]
    pub slope: i8,
}

fn one() -> u8 {
    1
}
fn play_phase() -> Phase {
    Phase::Play
}
fn hideyoshi() -> String {
    "hideyoshi".to_owned()
}
fn is_false(value: &bool) -> bool {
    !value
}
fn is_zero(value: &u8) -> bool {
    *value == 0
}
fn is_level(value: &i8) -> bool {
    *value == 0
}
fn no_bids(bids: &[u8; 2]) -> bool {
    *bids == [0; 2]
}

const SIDES: [(&str, Side); 2] = [("hideyoshi", HIDEYOSHI), ("anti", ANTI)];
const BESIDE: [(&str, AreaId); 3] = [("track", TRACK), ("waiting", WAITING), ("lost", LOST)];
const CUTS: [&str; 2] = ["road", "area"];

fn side_word(side: Side) -> String {
    SIDES[side.index()].0.to_owned()
}

fn hand_text(hand: Hand) -> String {
    hand.cards().map(Card::code).collect::<Vec<_>>().join(" ")
}

fn set_text(set: Set) -> String {
    set.cards().map(Card::code).collect::<Vec<_>>().join(" ")
}

impl Summits {
    fn area_word(&self, area: AreaId) -> String {
        match BESIDE.iter().find(|(_, place)| *place == area) {
            Some((word, _)) => (*word).to_owned(),
            None => self.map.area(area).id.clone(),
        }
    }

    /// Names, with runs of combat units drawn together.
    fn unit_words(&self, set: UnitSet) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut run: Option<(String, u32, u32)> = None;
        let close = |run: &mut Option<(String, u32, u32)>, words: &mut Vec<String>| {
            if let Some((stem, from, to)) = run.take() {
                words.push(if from == to {
                    format!("{stem}_{from}")
                } else {
                    format!("{stem}_{from}..{to}")
                });
            }
        };
        for unit in set.iter() {
            let id = &self.unit(unit).id;
            let numbered = id.rsplit_once('_').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)));
            match (numbered, &mut run) {
                (Some((stem, n)), Some((known, _, to))) if stem == known && n == *to + 1 => *to = n,
                (Some((stem, n)), _) => {
                    close(&mut run, &mut words);
                    run = Some((stem.to_owned(), n, n));
                }
                (None, _) => {
                    close(&mut run, &mut words);
                    words.push(id.clone());
                }
            }
        }
        close(&mut run, &mut words);
        words
    }

    fn attack_text(&self, attack: &Attack) -> AttackText {
        let blow = |blow: &Blow| match blow {
            Blow::General { unit, support } => format!("{} {support}", self.unit(*unit).id),
            Blow::Volley { clan, count } => format!("volley {} {count}", self.clans[clan.index()].id),
        };
        AttackText {
            kind: attack.kind,
            side: side_word(attack.side),
            from: self.area_word(attack.from),
            target: self.area_word(attack.target),
            units: self.unit_words(attack.units),
            blows: attack.blows.iter().map(blow).collect(),
            made: attack.made,
            pooled: attack.pooled,
            slope: attack.slope,
        }
    }

    fn play_text(&self, play: &Play) -> PlayText {
        PlayText {
            cards: set_text(play.cards),
            plain: play.plain,
            pending: set_text(play.pending),
            free_rally: play.free_rally,
            groups: play.groups,
            assault: play.assault,
            begun: play.begun,
            acted: self.unit_words(play.acted),
            group: play.group.map(|group| GroupText {
                area: self.area_word(group.area),
                units: self.unit_words(group.units),
                fixed: group.fixed,
                actions: group.actions,
                assault: group.assault,
                took: self.unit_words(group.took),
                came: group.came.map(|area| self.area_word(area)),
                arrives: group.arrives,
            }),
            step: match &play.step {
                Step::Pick => StepText::Pick,
                Step::Group => StepText::Group,
                Step::Window => StepText::Window,
                Step::Marshal(attack) => StepText::Marshal { attack: self.attack_text(attack) },
                Step::Muster(attack) => StepText::Muster { attack: self.attack_text(attack) },
                Step::Strike(attack) => StepText::Strike { attack: self.attack_text(attack) },
                Step::Damage { attack, points } => {
                    StepText::Damage { points: *points, attack: self.attack_text(attack) }
                }
                Step::Retreat { attack, points, unit } => StepText::Retreat {
                    points: *points,
                    unit: self.unit(*unit).id.clone(),
                    attack: self.attack_text(attack),
                },
            },
        }
    }

    pub(crate) fn write_position(&self, state: &State) -> Position {
        let mut units = BTreeMap::new();
        let places = self.map.graph.areas().chain([TRACK, WAITING, LOST]);
        for area in places.filter(|area| state.here(*area).any()) {
            units.insert(self.area_word(area), self.unit_words(state.here(area)));
        }
        let chosen = |side: &Side| state.phase > Phase::Hands || state.ready[side.index()];
        let hands = Side::ALL.into_iter().filter(chosen);
        let open = Side::ALL.into_iter().filter(|side| !state.open[side.index()].is_empty());
        let control = Side::ALL.map(|side| {
            let areas = map::areas(state.control[side.index()]).map(|area| self.area_word(area)).collect();
            (side_word(side), areas)
        });
        let used = Card::ALL.into_iter().filter(|card| state.used[card.index()].any());
        Position {
            turn: state.turn,
            length: Some(state.length).filter(|length| *length != self.scenario.turns),
            phase: state.phase,
            hideyoshi: state.hideyoshi.0,
            bids: state.bids,
            first: Some(side_word(state.first)),
            active: side_word(state.active),
            passed: state.passed,
            marker: state.marker,
            layout: Some(state.layout.iter().map(|&group| self.groups[group as usize].id.clone()).collect()),
            second: state.second,
            cuts: (0..2).filter(|n| state.cuts[*n]).map(|n| CUTS[n].to_owned()).collect(),
            over: state.over,
            back: self.unit_words(state.back),
            hands: hands.map(|side| (side_word(side), hand_text(state.hands[side.index()]))).collect(),
            open: open.map(|side| (side_word(side), hand_text(state.open[side.index()]))).collect(),
            units,
            control: Some(BTreeMap::from(control)),
            used: used
                .map(|card| (card.code().to_owned(), self.unit_words(state.used[card.index()])))
                .collect(),
            play: state.play().map(|play| self.play_text(play)),
        }
    }

    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        let position: Position = kernel::data::parse_toml("position", text)?;
        Ok(self.place_position(position)?)
    }

    pub(crate) fn place_position(&self, position: Position) -> Result<State, Fault> {
        let read = Reader { rules: self };
        let mut state = self.start.clone();
        state.here = Places::NONE;
        let mut named = UnitSet::NONE;
        for (word, names) in &position.units {
            let area = read.area("units", word)?;
            let units = read.units(&format!("units.{word}"), names)?;
            if (units & named).any() {
                return Err(read.fault("units", format!("a unit of `{word}` stands elsewhere too")));
            }
            named |= units;
            state.here[area.index()] = units;
        }
        let all: UnitSet = (0..self.units.len() as u8).map(UnitId).collect();
        state.here[GONE.index()] = all - named;
        for area in self.map.graph.areas() {
            for side in Side::ALL {
                let count = (state.here(area) & self.of_side[side.index()]).len();
                let most = self.numbers.stacking.most;
                if count > most {
                    let word = self.area_word(area);
                    return Err(read.fault(
                        "units",
                        format!("{count} units of a side in `{word}`: {most} may stand there"),
                    ));
                }
            }
        }
        state.turn = position.turn.max(1);
        state.length = position.length.unwrap_or(self.scenario.turns);
        state.phase = position.phase;
        state.hideyoshi = Seat(position.hideyoshi.min(1));
        state.bids = position.bids;
        state.active = read.side("active", &position.active)?;
        state.first = match &position.first {
            Some(side) => read.side("first", side)?,
            None => state.active,
        };
        state.passed = position.passed;
        if usize::from(position.marker) > self.scenario.track.len() {
            return Err(read.fault("marker", "the track has not so many spaces".to_owned()));
        }
        state.marker = position.marker;
        if let Some(layout) = &position.layout {
            let groups =
                layout.iter().take(8).map(|id| read.group(id)).collect::<Result<ArrayVec<u8, 8>, _>>()?;
            if groups.len() != state.layout.len() {
                return Err(read.fault("layout", format!("{} groups lie on the track", state.layout.len())));
            }
            state.layout = groups;
        }
        state.second = position.second;
        state.cuts = [0, 1].map(|n| position.cuts.iter().any(|cut| cut == CUTS[n]));
        state.over = position.over;
        state.back = read.units("back", &position.back)?;
        state.ready = [false; 2];
        for (field, hands, into) in
            [("hands", &position.hands, &mut state.hands), ("open", &position.open, &mut state.open)]
        {
            *into = Default::default();
            for (word, text) in hands {
                into[read.side(field, word)?.index()] = read.hand(field, text)?;
            }
        }
        if state.phase == Phase::Hands {
            state.ready = SIDES.map(|(word, _)| position.hands.contains_key(word));
        }
        state.used = Default::default();
        for (code, names) in &position.used {
            let card = Card::of_code(code)
                .ok_or_else(|| read.fault("used", format!("there is no card `{code}`")))?;
            state.used[card.index()] = read.units("used", names)?;
        }
        match &position.control {
            Some(control) => {
                state.control = [0; 2];
                for (word, names) in control {
                    let side = read.side("control", word)?;
                    for name in names {
                        let area = read.area("control", name)?;
                        if !on_map(area) {
                            return Err(read.fault("control", format!("`{name}` is no area of the map")));
                        }
                        state.control[side.index()] |= map::bit(area);
                    }
                }
                if let Some(area) = map::areas(state.control[0] & state.control[1]).next() {
                    let word = self.area_word(area);
                    return Err(read.fault("control", format!("`{word}` is controlled by both sides")));
                }
                if let Some(area) = self.wrongly_owned(&state) {
                    let word = self.area_word(area);
                    let owner = self.alone_in(&state, area).map(side_word).unwrap_or_default();
                    let message = format!("only units of {owner} stand in `{word}`, so {owner} controls it");
                    return Err(read.fault("control", message));
                }
            }
            None => self.control_as_placed(&mut state),
        }
        state.play = match &position.play {
            Some(play) => Some(read.play(play)?),
            None => None,
        };
        Ok(state)
    }
}

/// Turns words into ids, with what is wrong in a fault.
struct Reader<'r> {
    rules: &'r Summits,
}

impl Reader<'_> {
    fn fault(&self, field: &str, message: String) -> Fault {
        Fault::new("position", message).field(field)
    }

    fn side(&self, field: &str, word: &str) -> Result<Side, Fault> {
        let found = SIDES.iter().find(|(known, _)| *known == word).map(|(_, side)| *side);
        found.ok_or_else(|| self.fault(field, format!("`{word}` is neither hideyoshi nor anti")))
    }

    fn area(&self, field: &str, word: &str) -> Result<AreaId, Fault> {
        if let Some((_, place)) = BESIDE.iter().find(|(known, _)| *known == word) {
            return Ok(*place);
        }
        let found = self.rules.map.named(word);
        let known = self.rules.map.areas.iter().map(|area| area.id.as_str());
        found.ok_or_else(|| Fault::unknown("position", "area", word, known).field(field))
    }

    fn group(&self, id: &str) -> Result<u8, Fault> {
        let at = self.rules.groups.iter().position(|group| group.id == id);
        at.map(|n| n as u8).ok_or_else(|| self.fault("layout", format!("there is no group `{id}`")))
    }

    fn unit(&self, field: &str, id: &str) -> Result<UnitId, Fault> {
        let found = self.rules.unit_named(id);
        let known = self.rules.units.iter().map(|unit| unit.id.as_str());
        found.ok_or_else(|| Fault::unknown("position", "unit", id, known).field(field))
    }

    /// Single units, and runs such as `hashiba_1..6`.
    fn units(&self, field: &str, words: &[String]) -> Result<UnitSet, Fault> {
        let mut set = UnitSet::NONE;
        for word in words {
            let Some((first, last)) = word.split_once("..") else {
                set |= UnitSet::of(self.unit(field, word)?);
                continue;
            };
            let run = first
                .rsplit_once('_')
                .and_then(|(stem, from)| Some((stem, from.parse::<u32>().ok()?, last.parse::<u32>().ok()?)));
            let Some((stem, from, to)) = run.filter(|(_, from, to)| from < to && *to <= 128) else {
                return Err(self.fault(field, format!("`{word}` is no run of units: write hashiba_1..6")));
            };
            for n in from..=to {
                set |= UnitSet::of(self.unit(field, &format!("{stem}_{n}"))?);
            }
        }
        Ok(set)
    }

    fn hand(&self, field: &str, text: &str) -> Result<Hand, Fault> {
        let mut hand = Hand::default();
        for code in text.split(' ').filter(|code| !code.is_empty()) {
            let card = Card::of_code(code);
            hand.add(card.ok_or_else(|| self.fault(field, format!("there is no card `{code}`")))?);
        }
        Ok(hand)
    }

    fn set(&self, field: &str, text: &str) -> Result<Set, Fault> {
        Ok(self.hand(field, text)?.cards().fold(Set::NONE, Set::with))
    }

    fn attack(&self, text: &AttackText) -> Result<Attack, Fault> {
        let mut blows = ArrayVec::new();
        for blow in &text.blows {
            let words: Vec<&str> = blow.split(' ').collect();
            let wrong =
                || self.fault("attack.blows", format!("`{blow}` is neither `GENERAL N` nor `volley CLAN N`"));
            let read = match words.as_slice() {
                ["volley", clan, count] => Blow::Volley {
                    clan: self.rules.clan_named(clan).ok_or_else(wrong)?,
                    count: count.parse().map_err(|_| wrong())?,
                },
                [unit, support] => Blow::General {
                    unit: self.unit("attack.blows", unit)?,
                    support: support.parse().map_err(|_| wrong())?,
                },
                _ => return Err(wrong()),
            };
            blows.try_push(read).map_err(|_| self.fault("attack.blows", "more than ten".to_owned()))?;
        }
        Ok(Attack {
            kind: text.kind,
            side: self.side("attack.side", &text.side)?,
            from: self.area("attack.from", &text.from)?,
            target: self.area("attack.target", &text.target)?,
            units: self.units("attack.units", &text.units)?,
            blows,
            made: text.made,
            pooled: text.pooled,
            slope: text.slope,
        })
    }

    fn play(&self, text: &PlayText) -> Result<Play, Fault> {
        let group = match &text.group {
            None => None,
            Some(group) => Some(Group {
                area: self.area("play.group.area", &group.area)?,
                units: self.units("play.group.units", &group.units)?,
                fixed: group.fixed,
                actions: group.actions,
                assault: group.assault,
                took: self.units("play.group.took", &group.took)?,
                came: match &group.came {
                    Some(area) => Some(self.area("play.group.came", area)?),
                    None => None,
                },
                arrives: group.arrives,
            }),
        };
        let step = match &text.step {
            StepText::Pick => Step::Pick,
            StepText::Group => Step::Group,
            StepText::Window => Step::Window,
            StepText::Marshal { attack } => Step::Marshal(self.attack(attack)?),
            StepText::Muster { attack } => Step::Muster(self.attack(attack)?),
            StepText::Strike { attack } => Step::Strike(self.attack(attack)?),
            StepText::Damage { points, attack } => {
                Step::Damage { attack: self.attack(attack)?, points: *points }
            }
            StepText::Retreat { points, unit, attack } => Step::Retreat {
                attack: self.attack(attack)?,
                points: *points,
                unit: self.unit("play.step.unit", unit)?,
            },
        };
        if group.is_none() && !matches!(step, Step::Pick) {
            return Err(self.fault("play.group", "only while a group is picked there is none".to_owned()));
        }
        let is_done = |attack: &Attack| usize::from(attack.made) >= attack.blows.len();
        if matches!(&step, Step::Strike(attack) if is_done(attack)) {
            return Err(self.fault("play.step", "every blow of this attack is struck".to_owned()));
        }
        if matches!(step, Step::Group) && group.is_some_and(|group| group.actions == 0) {
            let message = "a group that is asked has an action left".to_owned();
            return Err(self.fault("play.group.actions", message));
        }
        Ok(Play {
            cards: self.set("play.cards", &text.cards)?,
            plain: text.plain,
            pending: self.set("play.pending", &text.pending)?,
            free_rally: text.free_rally,
            groups: text.groups,
            assault: text.assault,
            begun: text.begun,
            acted: self.units("play.acted", &text.acted)?,
            group,
            step,
        })
    }
}
