//! A battle as its file says it; `data/schema/ageofwar/scenario.schema.json` describes the same.

use std::collections::BTreeMap;

use kernel::setup::OriginFile;
use open::ground::Terrain;
use plane::{Heading, Len, TableEdge};
use serde::{Deserialize, Serialize};

use crate::model::{ground::Kind as Land, units::Kind};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title_ja: String,
    pub(crate) summary: String,
    pub(crate) rule: String,
    pub(crate) minutes: u32,
    pub(crate) table: [i32; 2],
    pub(crate) countdown: i8,
    pub(crate) skip_casualties: Option<u8>,
    pub(crate) fog: Option<FogFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lots: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) objective: Vec<ObjectiveFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) terrain: Vec<Terrain<Land>>,
    pub(crate) side: Vec<SideFile>,
    pub(crate) origin: BTreeMap<String, OriginFile>,
}

impl ScenarioFile {
    /// Where the file speaks of a unit, a general or a Maku, for faults.
    pub(crate) fn field_of(&self, id: &str) -> String {
        for side in &self.side {
            for clan in &side.clan {
                if clan.general.id == id {
                    return format!("side.{}.clan.{}.general", side.id, clan.id);
                }
                if clan.unit.iter().any(|unit| unit.id == id) {
                    return format!("side.{}.clan.{}.unit.{id}", side.id, clan.id);
                }
            }
            if id.strip_suffix("_maku") == Some(&side.id) {
                return format!("side.{}.maku", side.id);
            }
        }
        "side".to_owned()
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FogFile {
    pub(crate) through: u8,
    pub(crate) shooting: Len,
    pub(crate) every: Len,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveFile {
    pub(crate) name: String,
    pub(crate) at: [i32; 2],
    pub(crate) points: i32,
    pub(crate) sides: Vec<String>,
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
    pub(crate) daimyo: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) daimyo_ja: String,
    pub(crate) maku: [i32; 2],
    pub(crate) clan: Vec<ClanFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClanFile {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name_ja: String,
    pub(crate) mon: Option<String>,
    pub(crate) general: GeneralFile,
    pub(crate) entry: Option<EntryFile>,
    pub(crate) unit: Vec<UnitFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneralFile {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name_ja: String,
    pub(crate) value: u8,
    #[serde(default)]
    pub(crate) guards: u8,
    /// Nowhere if he is late.
    pub(crate) at: Option<[i32; 2]>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryFile {
    pub(crate) edge: TableEdge,
    pub(crate) from_turn: u8,
    pub(crate) along: [Len; 2],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitFile {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) bases: BTreeMap<Kind, u8>,
    pub(crate) files: u8,
    /// Nowhere if it is late.
    pub(crate) at: Option<[i32; 2]>,
    #[serde(default)]
    pub(crate) facing: Heading,
}
