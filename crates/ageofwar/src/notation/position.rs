//! A state as a person writes it down: names instead of indices.

mod laws;

use std::collections::BTreeMap;

use kernel::{Dense, Fault, Faults, Positions, Side, decision};
use open::frames::{self, Roster, fault, first_turn, is_default};
use plane::{Formation, Heading, Point};
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::{
    AgeOfWar,
    decisions::Step,
    model::{
        state::{Base, Body, Daimyo, Errandry, Mark, Messenger, Over, State, Where},
        units::{ClanId, Kind, MOST_BASES, Sort, UnitId, UnitSet},
    },
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct UnitText {
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facing: Option<Heading>,
    /// How many bases are left, in the order of its layout from the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    bases: Option<u8>,
    /// Every base, rank by rank from the left; an asterisk marks the commander.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    markers: u8,
    #[serde(skip_serializing_if = "is_default")]
    round: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Where>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    /// Enemies within 4" and within 3" when the turn began; measured where they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    close: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct GeneralText {
    /// The middle of his base.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    front: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guards: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    rallied: bool,
    #[serde(skip_serializing_if = "is_default")]
    stopped: bool,
    #[serde(skip_serializing_if = "is_default")]
    dice: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Where>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    round: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MessengerText {
    errand: Errandry,
    at: [i32; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    dice: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    risked: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CampText {
    /// `maku`, `dead`, or the unit he is with.
    #[serde(skip_serializing_if = "Option::is_none")]
    daimyo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maku: Option<Where>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    maku_marks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messengers: Vec<MessengerText>,
    #[serde(skip_serializing_if = "is_default")]
    commanders_lost: u8,
    #[serde(skip_serializing_if = "is_default")]
    generals_lost: u8,
}

/// Only what matters needs to be written: units that are not named are not in play, generals that are not named stand
/// where the scenario has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "first_turn")]
    turn: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    active: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    countdown: Option<i8>,
    /// What the game rests in: a word, or a table with what belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    errands: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lost_now: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    challenged: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    passed_unit: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    passed_turn: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    reform_none: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
    units: BTreeMap<String, UnitText>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    generals: BTreeMap<String, GeneralText>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    camps: BTreeMap<String, CampText>,
}

/// Which names the keys of a frame hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Units,
    Clans,
}

/// The fault of a mark that there is not.
fn no_mark(field: &str, word: &str) -> Fault {
    frames::unknown(field, "mark", word, Mark::ALL.iter().map(|(_, word)| *word))
}

impl Roster for AgeOfWar {
    type Kind = Holds;

    fn holds(key: &str) -> Option<Holds> {
        match key {
            "unit" | "target" | "units" => Some(Holds::Units),
            "clan" => Some(Holds::Clans),
            _ => None,
        }
    }

    fn id(&self, kind: Holds, n: usize) -> String {
        match kind {
            Holds::Units => self.units[n].id.clone(),
            Holds::Clans => self.clans[n].id.clone(),
        }
    }

    fn number(&self, field: &str, kind: Holds, word: &str) -> Result<usize, Fault> {
        match kind {
            Holds::Units => self.unit_word(field, word).map(Dense::index),
            Holds::Clans => self.clan_word(field, word).map(Dense::index),
        }
    }
}

fn base_text(base: &Base) -> String {
    format!("{}{}", base.kind.word(), if base.commander { "*" } else { "" })
}

fn base_of(field: &str, word: &str) -> Result<Base, Fault> {
    let bare = word.strip_suffix('*').unwrap_or(word);
    let kind = Kind::ALL.iter().find(|(known, _)| *known == bare);
    let (_, kind) = kind.ok_or_else(|| fault(field, format!("`{bare}` is no kind of base")))?;
    Ok(Base { kind: *kind, commander: bare.len() < word.len() })
}

fn read_marks(field: &str, words: &[String], body: &mut Body) -> Result<(), Fault> {
    for word in words {
        body.mark(Mark::of_word(word).ok_or_else(|| no_mark(field, word))?);
    }
    Ok(())
}

fn words(body: &Body) -> Vec<String> {
    body.marks.words().map(str::to_owned).collect()
}

impl Positions for AgeOfWar {
    type Position = Position;

    fn position(&self, state: &State) -> Position {
        let mut units = BTreeMap::new();
        let mut generals = BTreeMap::new();
        for unit in state.all() {
            let (data, body) = (self.unit(unit), state.body(unit));
            match data.sort {
                Sort::Troops if body.place == Where::Removed => {}
                Sort::Troops => {
                    let text = UnitText {
                        at: Some([body.at.x, body.at.y]),
                        facing: Some(body.heading),
                        bases: body.bases.is_empty().then_some(0),
                        layout: (!body.bases.is_empty()).then(|| body.bases.iter().map(base_text).collect()),
                        files: Some(body.formation.files),
                        markers: body.markers,
                        round: body.round,
                        place: (body.place != Where::Table).then_some(body.place),
                        marks: words(body),
                        near: Some(self.set_words(body.near)),
                        close: Some(self.set_words(body.close)),
                    };
                    units.insert(data.id.clone(), text);
                }
                Sort::General => {
                    let chief = state.chief(data.clan);
                    let text = GeneralText {
                        at: Some([body.at.x, body.at.y - self.tables.general_half()]),
                        with: chief.with.map(|unit| self.unit(unit).id.clone()),
                        front: chief.front,
                        value: Some(chief.value),
                        guards: Some(chief.guards),
                        rallied: chief.rallied,
                        stopped: chief.stopped,
                        dice: chief.dice,
                        place: Some(body.place),
                        marks: words(body),
                        round: body.round,
                    };
                    generals.insert(data.id.clone(), text);
                }
                Sort::Maku => {}
            }
        }
        let camp = |side: Side| {
            let camp = state.camp(side);
            let daimyo = match camp.daimyo {
                Daimyo::Maku => "maku".to_owned(),
                Daimyo::Dead => "dead".to_owned(),
                Daimyo::With(unit) => self.unit(unit).id.clone(),
            };
            let messenger = |who: &Messenger| MessengerText {
                errand: who.errand,
                at: [who.at.x, who.at.y],
                goal: who.goal.map(|clan| self.clan(clan).id.clone()),
                dice: who.dice,
                risked: self.set_words(who.risked),
            };
            let maku = state.body(self.makus[side.index()]);
            let text = CampText {
                daimyo: Some(daimyo),
                maku: Some(maku.place),
                maku_marks: words(maku),
                messengers: camp.messengers.iter().map(messenger).collect(),
                commanders_lost: camp.commanders_lost,
                generals_lost: camp.generals_lost,
            };
            (self.side_word(side), text)
        };
        Position {
            turn: state.turn,
            active: Some(self.side_word(state.active)),
            countdown: Some(state.countdown),
            step: Some(frames::write(self, &state.step)),
            errands: state.errands.iter().map(|errand| frames::write(self, errand)).collect(),
            lost_now: self.set_words(state.lost_now),
            challenged: state.challenged,
            passed_unit: state.passed_unit,
            passed_turn: state.passed_turn,
            reform_none: state.reform_none,
            over: state.over,
            units,
            generals,
            camps: Side::ALL.into_iter().map(camp).collect(),
        }
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        let state = self.construct(position)?;
        laws::check(self, &state)?;
        decision::rested(self, state, "step")
    }
}

impl AgeOfWar {
    fn side_word(&self, side: Side) -> String {
        frames::side_word(&self.profile.card, side)
    }

    fn side_of_word(&self, field: &str, word: &str) -> Result<Side, Fault> {
        frames::side(&self.profile.card, field, word)
    }

    fn unit_word(&self, field: &str, word: &str) -> Result<UnitId, Fault> {
        let known = self.units.iter().map(|unit| unit.id.as_str());
        self.unit_named(word).ok_or_else(|| frames::unknown(field, "unit", word, known))
    }

    fn clan_word(&self, field: &str, word: &str) -> Result<ClanId, Fault> {
        let known = self.clans.iter().map(|clan| clan.id.as_str());
        self.clan_named(word).ok_or_else(|| frames::unknown(field, "clan", word, known))
    }

    fn set_words(&self, set: UnitSet) -> Vec<String> {
        set.iter().map(|unit| self.unit(unit).id.clone()).collect()
    }

    fn set_of(&self, field: &str, words: &[String]) -> Result<UnitSet, Fault> {
        words.iter().map(|word| self.unit_word(field, word)).collect()
    }

    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        let position: Position = kernel::data::parse_toml("position", text)?;
        Ok(self.place(position)?)
    }

    fn place_unit(&self, state: &mut State, id: &str, text: &UnitText) -> Result<(), Fault> {
        let field = format!("units.{id}");
        let unit = self.unit_word("units", id)?;
        if !self.unit(unit).is_troops() {
            return Err(fault(&field, "it is no unit: generals and Maku have their own tables"));
        }
        let start = *self.start_body(unit);
        let at = text.at.map_or(start.at, |at| Point::new(at[0], at[1]));
        let place = text.place.unwrap_or(Where::Table);
        let mut body = Body::new(place, at, text.facing.unwrap_or(start.heading), start.formation);
        if body.heading.steps() % 9 != 0 {
            return Err(fault(&field, "it faces one of the eight multiples of 45 degrees"));
        }
        match &text.layout {
            Some(layout) => {
                for word in layout {
                    let base = base_of(&field, word)?;
                    if body.bases.try_push(base).is_some() {
                        return Err(fault(&field, "more bases than a unit has"));
                    }
                }
            }
            None => {
                let all = start.bases.len().min(usize::from(text.bases.unwrap_or(MOST_BASES as u8)));
                body.bases = start.bases.iter().take(all).copied().collect();
            }
        }
        if body.bases.iter().filter(|base| base.commander).count() > 1 {
            return Err(fault(&field, "a unit has one commander"));
        }
        let count = body.bases.len() as u8;
        let files = text.files.unwrap_or_else(|| start.formation.files.min(count.max(1)));
        if count > self.unit(unit).strength() || files == 0 || count > 0 && files > count {
            return Err(fault(&field, format!("{count} bases in {files} files cannot be")));
        }
        body.formation = Formation::new(count.max(1), files);
        (body.markers, body.round) = (text.markers, text.round);
        read_marks(&field, &text.marks, &mut body)?;
        *state.body_mut(unit) = body;
        if text.layout.is_none() && count > 0 {
            let front = *self.fronts(state, unit, files).end();
            self.lay_out(state, unit, files, front);
        }
        Ok(())
    }

    fn place_general(&self, state: &mut State, id: &str, text: &GeneralText) -> Result<(), Fault> {
        let field = format!("generals.{id}");
        let unit = self.unit_word(&field, id)?;
        if !self.unit(unit).is_general() {
            return Err(fault(&field, format!("`{id}` is no general")));
        }
        let clan = self.unit(unit).clan;
        let with = match &text.with {
            Some(word) => Some(self.unit_word(&field, word)?),
            None => None,
        };
        if let Some(with) = with
            && (self.unit(with).side != self.unit(unit).side || !self.unit(with).is_troops())
        {
            return Err(fault(&field, "he can only be with troops of his own side"));
        }
        if text.place.is_some_and(|place| (place == Where::With) != with.is_some()) {
            let why = "`place` is \"with\" if and only if `with` names the unit he is with";
            return Err(fault(format!("{field}.place"), why));
        }
        let alone = if text.at.is_some() { Where::Table } else { self.start_body(unit).place };
        let place = text.place.unwrap_or(if with.is_some() { Where::With } else { alone });
        let mut body = *self.start_body(unit);
        body.place = place;
        if let Some(at) = text.at {
            body.at = Point::new(at[0], at[1] + self.tables.general_half());
        }
        body.marks = crate::model::state::Marks::default();
        read_marks(&field, &text.marks, &mut body)?;
        body.round = text.round;
        *state.body_mut(unit) = body;
        let chief = state.chief_mut(clan);
        chief.value = text.value.unwrap_or(chief.value);
        chief.guards = text.guards.unwrap_or(chief.guards);
        (chief.with, chief.front, chief.rallied) = (with, text.front, text.rallied);
        (chief.stopped, chief.dice) = (text.stopped, text.dice);
        Ok(())
    }

    fn place_camp(&self, state: &mut State, id: &str, text: &CampText) -> Result<(), Fault> {
        let field = format!("camps.{id}");
        let side = self.side_of_word(&field, id)?;
        let maku = self.makus[side.index()];
        let body = state.body_mut(maku);
        body.place = text.maku.unwrap_or(body.place);
        body.marks = crate::model::state::Marks::default();
        read_marks(&field, &text.maku_marks, body)?;
        let daimyo = match text.daimyo.as_deref() {
            None | Some("maku") => Daimyo::Maku,
            Some("dead") => Daimyo::Dead,
            Some(word) => Daimyo::With(self.unit_word(&format!("{field}.daimyo"), word)?),
        };
        let mut messengers = self.start.camp(side).messengers.clone();
        for (n, who) in text.messengers.iter().enumerate() {
            let Some(messenger) = messengers.get_mut(n) else {
                return Err(fault(
                    &field,
                    format!("a side has {} messengers", self.tables.messengers.riders),
                ));
            };
            *messenger = Messenger {
                errand: who.errand,
                at: Point::new(who.at[0], who.at[1]),
                goal: match &who.goal {
                    Some(word) => Some(self.clan_word(&field, word)?),
                    None => None,
                },
                dice: who.dice,
                risked: self.set_of(&field, &who.risked)?,
            };
        }
        let camp = state.camp_mut(side);
        (camp.daimyo, camp.messengers) = (daimyo, messengers);
        (camp.commanders_lost, camp.generals_lost) = (text.commanders_lost, text.generals_lost);
        Ok(())
    }

    fn construct(&self, position: Position) -> Result<State, Fault> {
        let mut state = self.start.clone();
        (state.turn, state.over) = (position.turn, position.over);
        state.active = match &position.active {
            Some(word) => self.side_of_word("active", word)?,
            None => Side(0),
        };
        state.countdown = position.countdown.unwrap_or(self.scenario.countdown);
        for unit in state.all() {
            if self.unit(unit).is_troops() && !position.units.contains_key(&self.unit(unit).id) {
                let start = self.start_body(unit);
                let mut body = Body::new(Where::Removed, start.at, start.heading, start.formation);
                body.bases = start.bases;
                *state.body_mut(unit) = body;
            }
        }
        for (id, text) in &position.units {
            self.place_unit(&mut state, id, text)?;
        }
        for clan in self.all_clans() {
            let general = self.clan(clan).general;
            let nobody = GeneralText::default();
            let text = position.generals.get(&self.unit(general).id).unwrap_or(&nobody);
            self.place_general(&mut state, &self.unit(general).id, text)?;
        }
        for id in position.generals.keys() {
            self.unit_word("generals", id)?;
        }
        for (id, text) in &position.camps {
            self.place_camp(&mut state, id, text)?;
        }
        self.measure(&mut state);
        for (id, text) in &position.units {
            let unit = self.unit_word("units", id)?;
            if let Some(near) = &text.near {
                state.body_mut(unit).near = self.set_of("near", near)?;
            }
            if let Some(close) = &text.close {
                state.body_mut(unit).close = self.set_of("close", close)?;
            }
        }
        for unit in self.fighters(&state, Side(0)).collect::<Vec<_>>() {
            self.engage(&mut state, unit);
        }
        state.lost_now = self.set_of("lost_now", &position.lost_now)?;
        state.challenged = position.challenged;
        (state.passed_unit, state.passed_turn) = (position.passed_unit, position.passed_turn);
        state.reform_none = position.reform_none;
        let errands = position.errands.into_iter().map(|errand| frames::read(self, "errands", errand));
        state.errands = errands.collect::<Result<_, _>>()?;
        state.step = match position.step {
            Some(step) => frames::read(self, "step", step)?,
            None => Step::Motivate,
        };
        Ok(state)
    }
}
