//! A battle as its file says it; `data/schema/daimyo/scenario.schema.json` describes the same.

use std::collections::BTreeMap;

use kernel::setup::OriginFile;
use open::ground::Terrain;
use plane::{Heading, Len, TableEdge};
use serde::{Deserialize, Serialize};

use crate::model::{
    ground::Kind,
    tables::{Season, Weather},
    units::{Armour, Missile, Quality, Troop, Weapon},
};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title_ja: String,
    pub(crate) summary: String,
    pub(crate) rule: String,
    pub(crate) turns: u8,
    pub(crate) minutes: u32,
    pub(crate) table: [i32; 2],
    pub(crate) season: Season,
    /// Who has the initiative on the first turn without a throw.
    pub(crate) initiative: Option<String>,
    pub(crate) weather: WeatherFile,
    pub(crate) victory: VictoryFile,
    pub(crate) arrival: Option<ArrivalFile>,
    pub(crate) terrain: Vec<Terrain<Kind>>,
    pub(crate) side: Vec<SideFile>,
    pub(crate) origin: BTreeMap<String, OriginFile>,
}

impl ScenarioFile {
    /// Where the file speaks of a unit or a leader, for faults.
    pub(crate) fn field_of(&self, id: &str) -> String {
        for side in &self.side {
            for clan in &side.clan {
                if clan.leader.as_ref().is_some_and(|leader| leader.id == id) {
                    return format!("side.{}.clan.{}.leader", side.id, clan.id);
                }
                if clan.unit.iter().any(|unit| unit.id == id) {
                    return format!("side.{}.clan.{}.unit.{id}", side.id, clan.id);
                }
            }
            if side.general.id == id {
                return format!("side.{}.general", side.id);
            }
            if side.headquarters.as_ref().is_some_and(|maku| maku.id == id) {
                return format!("side.{}.headquarters", side.id);
            }
        }
        "side".to_owned()
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeatherFile {
    #[serde(rename = "use")]
    pub(crate) used: bool,
    pub(crate) start: Weather,
    #[serde(default)]
    pub(crate) tests_from: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryFile {
    pub(crate) headquarters: Option<HeadquartersFile>,
    pub(crate) beyond: Option<BeyondFile>,
    pub(crate) points: Option<i32>,
    pub(crate) otherwise: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadquartersFile {
    pub(crate) winner: String,
    pub(crate) through: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeyondFile {
    pub(crate) winner: String,
    pub(crate) edge: TableEdge,
    pub(crate) line: Len,
    pub(crate) clans: Vec<String>,
    pub(crate) count: usize,
    #[serde(default)]
    pub(crate) at_end: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalFile {
    pub(crate) clans: Vec<String>,
    pub(crate) edge: TableEdge,
    pub(crate) gap: [i32; 2],
    pub(crate) rolls: Vec<ArrivalRoll>,
    pub(crate) closed_to: Option<String>,
    pub(crate) ground: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalRoll {
    pub(crate) turn: u8,
    pub(crate) at_least: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideFile {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name_ja: String,
    pub(crate) mon: String,
    pub(crate) livery: Option<u8>,
    pub(crate) edge: TableEdge,
    /// The deployment zone: its south-west and north-east corners.
    pub(crate) zone: [[i32; 2]; 2],
    pub(crate) general: LeaderFile,
    pub(crate) headquarters: Option<MakuFile>,
    pub(crate) clan: Vec<ClanFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderFile {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name_ja: String,
    pub(crate) cr: i16,
    pub(crate) mounted: bool,
    pub(crate) at: Option<[i32; 2]>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakuFile {
    pub(crate) id: String,
    pub(crate) at: [i32; 2],
    pub(crate) facing: Heading,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClanFile {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name_ja: String,
    pub(crate) mon: Option<String>,
    pub(crate) leader: Option<LeaderFile>,
    pub(crate) unit: Vec<UnitFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitFile {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) troop: Troop,
    pub(crate) quality: Quality,
    pub(crate) armour: Armour,
    pub(crate) weapon: Weapon,
    pub(crate) missile: Option<Missile>,
    pub(crate) stands: u8,
    pub(crate) files: u8,
    pub(crate) at: Option<[i32; 2]>,
    #[serde(default)]
    pub(crate) facing: Heading,
}
