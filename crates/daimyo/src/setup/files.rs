//! A battle as its file says it; `data/schema/daimyo/scenario.schema.json` describes the same.

use std::collections::BTreeMap;

use kernel::setup::OriginFile;
use open::ground::Terrain;
use plane::{Heading, Len, TableEdge};
use serde::Deserialize;

use crate::{
    ground::Kind,
    tables::{Season, Weather},
    units::{Armour, Missile, Quality, Troop, Weapon},
};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    pub(super) id: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) title_ja: String,
    pub(super) summary: String,
    pub(super) rule: String,
    pub(super) turns: u8,
    pub(super) minutes: u32,
    pub(super) table: [i32; 2],
    pub(super) season: Season,
    /// Who has the initiative on the first turn without a throw.
    pub(super) initiative: Option<String>,
    pub(super) weather: WeatherFile,
    pub(super) victory: VictoryFile,
    pub(super) arrival: Option<ArrivalFile>,
    pub(super) terrain: Vec<Terrain<Kind>>,
    pub(super) side: Vec<SideFile>,
    pub(super) origin: BTreeMap<String, OriginFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherFile {
    #[serde(rename = "use")]
    pub(super) used: bool,
    pub(super) start: Weather,
    #[serde(default)]
    pub(super) tests_from: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryFile {
    pub(super) headquarters: Option<HeadquartersFile>,
    pub(super) beyond: Option<BeyondFile>,
    pub(super) points: Option<i32>,
    pub(super) otherwise: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadquartersFile {
    pub(super) winner: String,
    pub(super) through: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeyondFile {
    pub(super) winner: String,
    pub(super) edge: TableEdge,
    pub(super) line: Len,
    pub(super) clans: Vec<String>,
    pub(super) count: usize,
    #[serde(default)]
    pub(super) at_end: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalFile {
    pub(super) clans: Vec<String>,
    pub(super) edge: TableEdge,
    pub(super) gap: [i32; 2],
    pub(super) rolls: Vec<ArrivalRoll>,
    pub(super) closed_to: Option<String>,
    pub(super) ground: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalRoll {
    pub(super) turn: u8,
    pub(super) at_least: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) name_ja: String,
    pub(super) mon: String,
    pub(super) livery: Option<u8>,
    pub(super) edge: TableEdge,
    /// The deployment zone: its south-west and north-east corners.
    pub(super) zone: [[i32; 2]; 2],
    pub(super) general: LeaderFile,
    pub(super) headquarters: Option<MakuFile>,
    pub(super) clan: Vec<ClanFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderFile {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) name_ja: String,
    pub(super) cr: i16,
    pub(super) mounted: bool,
    pub(super) at: Option<[i32; 2]>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MakuFile {
    pub(super) id: String,
    pub(super) at: [i32; 2],
    pub(super) facing: Heading,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClanFile {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) name_ja: String,
    pub(super) mon: Option<String>,
    pub(super) leader: Option<LeaderFile>,
    pub(super) unit: Vec<UnitFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) troop: Troop,
    pub(super) quality: Quality,
    pub(super) armour: Armour,
    pub(super) weapon: Weapon,
    pub(super) missile: Option<Missile>,
    pub(super) stands: u8,
    pub(super) files: u8,
    pub(super) at: Option<[i32; 2]>,
    #[serde(default)]
    pub(super) facing: Heading,
}
