//! A state as a person writes it down: names instead of numbers, and only what matters.

mod check;
mod read;
mod write;

use std::collections::BTreeMap;

use hexmap::AreaId;
use kernel::{Fault, Positions, Side, decision};
use serde::{Deserialize, Serialize};

use self::{read::Reader, write::hand_text};
use crate::{
    Summits,
    model::{
        cards::Card,
        map,
        state::{Kind, LOST, Over, Phase, State, TRACK, WAITING},
        units::{ANTI, HIDEYOSHI},
    },
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

fn fault(field: &str, message: impl Into<String>) -> Fault {
    Fault::new("position", message).field(field)
}

impl Positions for Summits {
    type Position = Position;

    fn position(&self, state: &State) -> Position {
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

    fn place(&self, position: Position) -> Result<State, Fault> {
        let read = Reader { rules: self };
        let mut state = self.start.clone();
        read.place_units(&position, &mut state)?;
        read.place_clock(&position, &mut state)?;
        read.place_track(&position, &mut state)?;
        read.place_cards(&position, &mut state)?;
        read.place_control(&position, &mut state)?;
        state.over = position.over;
        state.play = match &position.play {
            Some(play) => Some(read.play(play)?),
            None => None,
        };
        self.check_position(&state)?;
        decision::rested(self, state, "phase")
    }
}
