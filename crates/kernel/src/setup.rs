//! What a table is opened with, and what a scenario says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::thing::Name;

/// Scenario, options and revision, as a record names them. Checked when a system opens it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Setup {
    pub system: String,
    pub scenario: String,
    /// Only what differs from the default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The revision of the system's behaviour this game began under and keeps.
    pub revision: u32,
    /// Where play starts instead of the scenario's own set-up: a position as TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A scenario as the lobby and `gunbai scenarios` show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Card {
    pub system: String,
    pub scenario: String,
    pub title: Name,
    pub summary: String,
    pub sides: Vec<SideCard>,
    pub options: Vec<OptionCard>,
    /// "12 innings"
    pub length: String,
    pub minutes: u32,
    pub origin: Vec<Origin>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideCard {
    pub id: String,
    pub name: Name,
    /// The crest.
    pub mon: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionCard {
    pub id: String,
    pub title: String,
    pub explanation: String,
    pub rule: String,
    pub values: Vec<String>,
    pub default: String,
}

/// Where a part of the data comes from, and why we think so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Origin {
    pub part: String,
    /// `printed`, `reported` or `reconstructed`.
    pub source: String,
    pub reason: String,
}

/// What tools need to know of a game before they play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub card: Card,
    /// No game has more inputs (actions and throws) than this.
    pub bound: u32,
    /// Some of the state is hidden from some viewers.
    pub secrets: bool,
}
