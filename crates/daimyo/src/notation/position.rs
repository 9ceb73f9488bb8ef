//! A state as a person writes it down: names instead of indices.

mod laws;

use std::collections::BTreeMap;

use kernel::{Dense, Fault, Faults, Positions, Side, decision};
use open::frames::{self, Roster, fault, first_turn, is_default};
use plane::{Formation, Heading, Point};
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::{
    Daimyo,
    decisions::Step,
    model::{
        state::{Body, Fortunes, Life, MOST_CHARGES, Mark, Over, Person, State, Where},
        tables::Weather,
        units::{GroupId, GroupSet, LeaderId, MOST_LEADERS, MOST_UNITS, UnitId},
    },
};

fn yes() -> bool {
    true
}

fn is_true(value: &bool) -> bool {
    *value
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitText {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<[i32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    facing: Option<Heading>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    hits: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    round: u8,
    /// `table` unless it says otherwise, or the id of a block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The leader attached to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leader: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderText {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<[i32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mounted: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    life: Option<Life>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FortunesText {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hesitates: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messenger: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wet: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wet_next: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    heads: [bool; 2],
    #[serde(skip_serializing_if = "is_default")]
    omens: [bool; 2],
}

/// Only what matters needs to be written: units that are not named are not in play, leaders that are not named stand
/// where the scenario has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "first_turn")]
    turn: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    weather: Weather,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    active: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    activated: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tried: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acted: Vec<String>,
    /// Sides whose General is seated; as in the scenario if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seated: Option<Vec<String>>,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    from_left: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    swept: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    volley_all: bool,
    /// What the game rests in: a word, or a table with what belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fallen: Vec<(String, [i32; 2])>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    challenged: Vec<[String; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    charges: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    errands: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fortunes: Option<FortunesText>,
    units: BTreeMap<String, UnitText>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    leaders: BTreeMap<String, LeaderText>,
}

/// Which names the keys of a frame hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Units,
    Leaders,
    Groups,
}

/// The fault of a mark that there is not.
fn no_mark(field: &str, word: &str) -> Fault {
    frames::unknown(field, "mark", word, Mark::ALL.iter().map(|(_, word)| *word))
}

impl Roster for Daimyo {
    type Kind = Holds;

    fn holds(key: &str) -> Option<Holds> {
        match key {
            "unit" | "target" | "foe" | "router" | "winner" | "loser" | "mine" | "theirs" | "units"
            | "muted" | "keen" => Some(Holds::Units),
            "leader" | "asked" => Some(Holds::Leaders),
            "group" => Some(Holds::Groups),
            _ => None,
        }
    }

    fn id(&self, kind: Holds, n: usize) -> String {
        match kind {
            Holds::Units => self.units[n].id.clone(),
            Holds::Leaders => self.leaders[n].id.clone(),
            Holds::Groups => self.groups[n].id.clone(),
        }
    }

    fn number(&self, field: &str, kind: Holds, word: &str) -> Result<usize, Fault> {
        match kind {
            Holds::Units => unit_word(self, field, word).map(Dense::index),
            Holds::Leaders => leader_word(self, field, word).map(Dense::index),
            Holds::Groups => group_word(self, field, word).map(Dense::index),
        }
    }
}

const PLACES: [(&str, Where); 7] = [
    ("table", Where::Table),
    ("reserve", Where::Reserve),
    ("destroyed", Where::Destroyed),
    ("dispersed", Where::Dispersed),
    ("captured", Where::Captured),
    ("abandoned", Where::Abandoned),
    ("removed", Where::Removed),
];

impl Positions for Daimyo {
    type Position = Position;

    fn position(&self, state: &State) -> Position {
        let mut units = BTreeMap::new();
        for unit in state.all() {
            let (data, body) = (self.unit(unit), state.body(unit));
            if body.place == Where::Removed {
                continue;
            }
            let place = match body.place {
                Where::Table => None,
                Where::Block(block) => Some(self.ground.features[usize::from(block)].id.clone()),
                other => PLACES.iter().find(|(_, place)| *place == other).map(|(word, _)| (*word).to_owned()),
            };
            let text = UnitText {
                at: Some([body.at.x, body.at.y]),
                facing: Some(body.heading),
                stands: Some(body.stands()),
                files: Some(body.formation.files),
                hits: body.hits,
                round: body.round,
                place,
                leader: body.leader.map(|leader| self.leader(leader).id.clone()),
                marks: body.marks().words().map(str::to_owned).collect(),
            };
            units.insert(data.id.clone(), text);
        }
        let leaders = self.leaders.iter().zip(state.leaders.iter()).map(|(data, who)| {
            let text = LeaderText {
                at: Some([who.at.x, who.at.y]),
                mounted: Some(who.mounted),
                life: Some(who.life),
            };
            (data.id.clone(), text)
        });
        let fortunes = &state.fortunes;
        let fortunes_text = FortunesText {
            hesitates: group_words(self, &fortunes.hesitates),
            messenger: group_words(self, &fortunes.messenger),
            wet: group_words(self, &fortunes.wet),
            wet_next: group_words(self, &fortunes.wet_next),
            heads: fortunes.heads,
            omens: fortunes.omens,
        };
        let seated = Side::ALL.into_iter().filter(|side| state.seated[side.index()]);
        let leader = |leader: &LeaderId| self.leader(*leader).id.clone();
        Position {
            turn: state.turn,
            weather: state.weather,
            holder: Some(side_word(self, state.holder)),
            active: Some(side_word(self, state.active)),
            group: state.group.map(|group| self.group(group).id.clone()),
            activated: state.activated || state.group.is_none(),
            tried: group_words(self, &state.tried),
            acted: group_words(self, &state.acted),
            seated: Some(seated.map(|side| side_word(self, side)).collect()),
            from_left: state.from_left,
            swept: state.swept.iter().map(|unit| self.unit(unit).id.clone()).collect(),
            volley_all: state.volley_all,
            step: Some(frames::write(self, &state.step)),
            over: state.over,
            fallen: state.fallen.iter().map(|(side, at)| (side_word(self, *side), [at.x, at.y])).collect(),
            challenged: state.challenged.iter().map(|(a, b)| [leader(a), leader(b)]).collect(),
            charges: state.charges.iter().map(|charge| frames::write(self, charge)).collect(),
            errands: state.errands.iter().map(|errand| frames::write(self, errand)).collect(),
            fortunes: (*fortunes != Fortunes::default()).then_some(fortunes_text),
            units,
            leaders: leaders.collect(),
        }
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        let mut state = self.start.clone();
        for (n, body) in state.units.iter_mut().enumerate() {
            let id = &self.units[n].id;
            match position.units.get(id) {
                Some(text) => *body = place_unit(self, id, text, body)?,
                None => {
                    *body = Body::new(Where::Removed, body.at, body.heading, body.formation);
                }
            }
        }
        for id in position.units.keys() {
            unit_word(self, "units", id)?;
        }
        for (n, who) in state.leaders.iter_mut().enumerate() {
            let text = position.leaders.get(&self.leaders[n].id);
            *who = Person {
                life: text.and_then(|text| text.life).unwrap_or(who.life),
                at: text.and_then(|text| text.at).map_or(who.at, |at| Point::new(at[0], at[1])),
                with: None,
                mounted: text.and_then(|text| text.mounted).unwrap_or(who.mounted),
            };
        }
        for (id, text) in &position.units {
            let Some(leader) = &text.leader else { continue };
            let leader = leader_word(self, &format!("units.{id}.leader"), leader)?;
            let unit = unit_word(self, "units", id)?;
            let no = |why: &str| Err(fault(format!("units.{id}.leader"), why));
            if state.person(leader).with.is_some() {
                return no("he is with another unit too");
            }
            if self.leader(leader).side != self.unit(unit).side {
                return no("he is a leader of the enemy");
            }
            let data = self.leader(leader);
            if self.unit(unit).is_headquarters() {
                return no(
                    "nobody joins a headquarters: leave him out, a seated General needs no entry (2.4)",
                );
            }
            if !data.is_general && self.unit(unit).group != data.group {
                return no("he leads another clan: only the General joins any unit of his side (2.4)");
            }
            if state.person(leader).life != Life::Here || !state.body(unit).place.is_here() {
                return no("he and his unit are both on the table");
            }
            let at = state.body(unit).at;
            let who = state.person_mut(leader);
            (who.with, who.at) = (Some(unit), at);
            state.body_mut(unit).leader = Some(leader);
        }
        for id in position.leaders.keys() {
            leader_word(self, "leaders", id)?;
        }
        state.turn = position.turn.max(1);
        state.weather = position.weather;
        state.holder = match &position.holder {
            Some(word) => side_of_word(self, "holder", word)?,
            None => Side(0),
        };
        state.active = match &position.active {
            Some(word) => side_of_word(self, "active", word)?,
            None => state.holder,
        };
        state.group = match &position.group {
            Some(word) => Some(group_word(self, "group", word)?),
            None => None,
        };
        state.activated = position.activated && state.group.is_some();
        state.tried = groups_of(self, "tried", &position.tried)?;
        state.acted = groups_of(self, "acted", &position.acted)?;
        if let Some(seated) = &position.seated {
            state.seated = [false; 2];
            for word in seated {
                state.seated[side_of_word(self, "seated", word)?.index()] = true;
            }
        } else {
            // A General sits only where his headquarters stands.
            for side in Side::ALL {
                let maku = self.headquarters(side);
                state.seated[side.index()] &= maku.is_some_and(|maku| state.body(maku).place == Where::Table);
            }
        }
        state.from_left = position.from_left;
        state.swept =
            position.swept.iter().map(|id| unit_word(self, "swept", id)).collect::<Result<_, Fault>>()?;
        state.volley_all = position.volley_all;
        state.over = position.over;
        // A file may not make a state heavy: more of anything than play can bring is a mistake.
        for (field, count, most) in [
            ("fallen", position.fallen.len(), MOST_LEADERS),
            ("challenged", position.challenged.len(), MOST_LEADERS * MOST_LEADERS),
            ("charges", position.charges.len(), MOST_CHARGES),
            ("errands", position.errands.len(), MOST_UNITS),
        ] {
            if count > most {
                return Err(fault(field, format!("{count} are more than there is room for: at most {most}")));
            }
        }
        state.fallen.clear();
        for (word, at) in &position.fallen {
            let fallen = (side_of_word(self, "fallen", word)?, Point::new(at[0], at[1]));
            state.fallen.push(fallen);
        }
        state.challenged.clear();
        for [a, b] in &position.challenged {
            let pair = (leader_word(self, "challenged", a)?, leader_word(self, "challenged", b)?);
            state.challenged.push(pair);
        }
        state.charges.clear();
        for charge in position.charges {
            state.charges.push(frames::read(self, "charges", charge)?);
        }
        state.errands.clear();
        for errand in position.errands {
            state.errands.push(frames::read(self, "errands", errand)?);
        }
        state.fortunes = match &position.fortunes {
            None => Fortunes::default(),
            Some(text) => Fortunes {
                hesitates: groups_of(self, "fortunes.hesitates", &text.hesitates)?,
                messenger: groups_of(self, "fortunes.messenger", &text.messenger)?,
                wet: groups_of(self, "fortunes.wet", &text.wet)?,
                wet_next: groups_of(self, "fortunes.wet_next", &text.wet_next)?,
                heads: text.heads,
                omens: text.omens,
            },
        };
        state.step = match position.step {
            Some(step) => frames::read(self, "step", step)?,
            None if state.group.is_some() => Step::Rally,
            None => Step::Slot,
        };
        laws::check(self, &state)?;
        decision::rested(self, state, "step")
    }
}

impl Daimyo {
    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        let position: Position = kernel::data::parse_toml("position", text)?;
        Ok(self.place(position)?)
    }
}

fn side_word(rules: &Daimyo, side: Side) -> String {
    frames::side_word(&rules.profile.card, side)
}

fn side_of_word(rules: &Daimyo, field: &str, word: &str) -> Result<Side, Fault> {
    frames::side(&rules.profile.card, field, word)
}

fn unit_word(rules: &Daimyo, field: &str, word: &str) -> Result<UnitId, Fault> {
    let known = rules.units.iter().map(|unit| unit.id.as_str());
    rules.unit_named(word).ok_or_else(|| frames::unknown(field, "unit", word, known))
}

fn leader_word(rules: &Daimyo, field: &str, word: &str) -> Result<LeaderId, Fault> {
    let known = rules.leaders.iter().map(|leader| leader.id.as_str());
    rules.leader_named(word).ok_or_else(|| frames::unknown(field, "leader", word, known))
}

fn group_word(rules: &Daimyo, field: &str, word: &str) -> Result<GroupId, Fault> {
    let known = rules.groups.iter().map(|group| group.id.as_str());
    rules.group_named(word).ok_or_else(|| frames::unknown(field, "clan", word, known))
}

fn group_words(rules: &Daimyo, set: &GroupSet) -> Vec<String> {
    set.iter().map(|group| rules.group(group).id.clone()).collect()
}

fn groups_of(rules: &Daimyo, field: &str, words: &[String]) -> Result<GroupSet, Fault> {
    words.iter().map(|word| group_word(rules, field, word)).collect()
}

fn place_unit(rules: &Daimyo, id: &str, text: &UnitText, start: &Body) -> Result<Body, Fault> {
    let field = format!("units.{id}");
    let unit = unit_word(rules, "units", id)?;
    let data = rules.unit(unit);
    let stands = text.stands.unwrap_or(data.stands);
    let files = text.files.unwrap_or_else(|| start.formation.files.min(stands.max(1)));
    if stands == 0 || stands > data.stands || files == 0 || files > stands {
        return Err(fault(&field, format!("{stands} stands in {files} files cannot be")));
    }
    let place = match text.place.as_deref() {
        None => Where::Table,
        Some(word) => match PLACES.iter().find(|(known, _)| *known == word) {
            Some((_, place)) => *place,
            None => Where::Block(
                rules
                    .feature_named(word)
                    .filter(|n| {
                        rules.ground.features[usize::from(*n)].kind == crate::model::ground::Kind::Village
                    })
                    .ok_or_else(|| fault(&field, format!("`{word}` is no place for a unit")))?,
            ),
        },
    };
    let at = text.at.map_or(start.at, |at| Point::new(at[0], at[1]));
    let mut body = Body::new(place, at, text.facing.unwrap_or(start.heading), Formation::new(stands, files));
    body.hits = text.hits;
    body.round = text.round;
    for word in &text.marks {
        body.mark(Mark::of_word(word).ok_or_else(|| no_mark(&field, word))?);
    }
    Ok(body)
}
