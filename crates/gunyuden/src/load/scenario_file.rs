//! A scenario as its file has it.

use std::collections::BTreeMap;

use kernel::setup::OriginFile;
use serde::Deserialize;

use crate::model::scenarios::Date;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) title_ja: String,
    pub(crate) summary: String,
    pub(crate) rule: String,
    pub(crate) innings: u8,
    pub(crate) begins: Date,
    pub(crate) first: String,
    pub(crate) minutes: u32,
    #[serde(default)]
    pub(crate) closed: Vec<String>,
    pub(crate) side: BTreeMap<String, SideFile>,
    pub(crate) origin: BTreeMap<String, OriginFile>,
    pub(crate) army: Vec<ArmyFile>,
    pub(crate) group: Vec<GroupFile>,
    #[serde(default)]
    pub(crate) free: Vec<FreeFile>,
    #[serde(default)]
    pub(crate) castle: Vec<CastleFile>,
    #[serde(default)]
    pub(crate) main: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(crate) intervention: Vec<InterventionFile>,
    #[serde(default)]
    pub(crate) hold: Vec<HoldFile>,
    #[serde(default)]
    pub(crate) bar: Vec<BarFile>,
    pub(crate) truce: Option<TruceFile>,
    pub(crate) pact: Option<PactFile>,
    #[serde(default)]
    pub(crate) tether: Vec<TetherFile>,
    pub(crate) wavering: Option<WaveringFile>,
    #[serde(default)]
    pub(crate) waver: Vec<WaverFile>,
    #[serde(default)]
    pub(crate) arrival: Vec<ArrivalFile>,
    pub(crate) surprise: Option<SurpriseFile>,
    pub(crate) earthworks: Option<EarthworksFile>,
    pub(crate) peace: Option<PeaceFile>,
    pub(crate) ambush: Option<AmbushFile>,
    pub(crate) victory: VictoryFile,
    #[serde(default)]
    pub(crate) award: Vec<AwardFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideFile {
    pub(crate) name: String,
    pub(crate) name_ja: String,
    pub(crate) mon: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyFile {
    pub(crate) id: String,
    pub(crate) side: String,
    pub(crate) houses: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupFile {
    pub(crate) hex: String,
    #[serde(default)]
    pub(crate) surround: bool,
    #[serde(default)]
    pub(crate) inside: bool,
    pub(crate) units: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FreeFile {
    pub(crate) side: String,
    pub(crate) province: Option<String>,
    #[serde(default)]
    pub(crate) castles: Vec<String>,
    #[serde(default)]
    pub(crate) except: Vec<String>,
    pub(crate) default: String,
    pub(crate) rule: String,
    pub(crate) units: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CastleFile {
    pub(crate) castle: String,
    pub(crate) holder: Option<String>,
    pub(crate) durability: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InterventionFile {
    pub(crate) army: String,
    pub(crate) table: String,
    pub(crate) provinces: Vec<String>,
    pub(crate) edge: [String; 2],
    pub(crate) rule: String,
    pub(crate) units: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HoldFile {
    pub(crate) houses: Vec<String>,
    pub(crate) until: String,
    pub(crate) die: Option<u8>,
    #[serde(default)]
    pub(crate) from: u8,
    pub(crate) last: Option<u8>,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BarFile {
    pub(crate) side: String,
    pub(crate) province: Option<String>,
    pub(crate) around: Option<String>,
    pub(crate) within: Option<u16>,
    pub(crate) until: String,
    pub(crate) army: Option<String>,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TruceFile {
    pub(crate) side: String,
    pub(crate) army: String,
    pub(crate) province: String,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryFile {
    pub(crate) castles: [i16; 6],
    pub(crate) ranks: [i16; 3],
    pub(crate) holed_up: i16,
    pub(crate) lead: i16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AwardFile {
    pub(crate) unit: Option<String>,
    pub(crate) stayed: Option<String>,
    #[serde(default)]
    pub(crate) undeclared: bool,
    pub(crate) fallen: Option<String>,
    pub(crate) held: Option<String>,
    pub(crate) taken: Option<String>,
    pub(crate) side: Option<String>,
    pub(crate) points: i16,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PactFile {
    pub(crate) side: String,
    pub(crate) die: u8,
    pub(crate) lowers: i16,
    pub(crate) castle: String,
    pub(crate) holder: String,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TetherFile {
    pub(crate) houses: Vec<String>,
    pub(crate) province: Option<String>,
    pub(crate) columns: Option<u8>,
    pub(crate) until: String,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaveringFile {
    pub(crate) rule: String,
    pub(crate) anti: i8,
    pub(crate) hashiba: i8,
    pub(crate) castle: String,
    pub(crate) castle_bonus: i16,
    pub(crate) level: u8,
    pub(crate) beyond: i16,
    pub(crate) chief: String,
    pub(crate) near: Vec<(String, i16)>,
    pub(crate) beaten: i16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaverFile {
    pub(crate) castles: Vec<String>,
    pub(crate) hashiba: Vec<String>,
    pub(crate) anti: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalFile {
    pub(crate) army: String,
    pub(crate) inning: u8,
    pub(crate) edge: [String; 2],
    pub(crate) rule: String,
    pub(crate) units: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurpriseFile {
    pub(crate) side: String,
    pub(crate) castle: String,
    pub(crate) house: String,
    pub(crate) die: u8,
    pub(crate) last: u8,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EarthworksFile {
    pub(crate) castle: String,
    pub(crate) bonus: i8,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeaceFile {
    pub(crate) side: String,
    pub(crate) unit: String,
    pub(crate) from: u8,
    pub(crate) row: u8,
    pub(crate) points: i16,
    pub(crate) rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AmbushFile {
    pub(crate) house: String,
    pub(crate) bonus: i16,
    pub(crate) rule: String,
}
