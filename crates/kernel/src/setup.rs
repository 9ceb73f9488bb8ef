//! What a table is opened with, and what a scenario says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    data::DataSet,
    fault::{Fault, Faults},
    likeness::did_you_mean,
    thing::Name,
    words::Words,
};

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

impl Setup {
    /// A scenario as it is: no option turned, from its own beginning.
    pub fn plain(system: &str, scenario: &str, revision: u32) -> Setup {
        Setup {
            system: system.to_owned(),
            scenario: scenario.to_owned(),
            options: BTreeMap::new(),
            revision,
            position: None,
        }
    }

    /// The file of the scenario, once revision, name and the form of the position are known to be good.
    pub fn scenario_file(&self, data: &DataSet, newest: u32) -> Result<String, Faults> {
        let (system, scenario) = (&self.system, &self.scenario);
        if self.revision == 0 || self.revision > newest {
            let message = format!("revision {} of {system} is not known", self.revision);
            return Err(Fault::new("setup", message).hint(format!("the newest is {newest}")).into());
        }
        let folder = format!("{system}/scenarios");
        let path = format!("{folder}/{scenario}.toml");
        if data.text(&path).is_err() {
            let known = data.below(&folder).filter_map(|p| p.rsplit('/').next()?.strip_suffix(".toml"));
            let known: Vec<&str> = known.collect();
            return Err(Fault::new("setup", format!("{system} has no scenario `{scenario}`"))
                .field("scenario")
                .hint(format!("it has {}{}", known.join(", "), did_you_mean(scenario, &known)))
                .into());
        }
        let schema = format!("{system}/position.schema.json");
        let held = |text: &String| data.held_against(&schema, "position", text);
        Faults(self.position.as_ref().map(held).unwrap_or_default()).or(path)
    }
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

impl Card {
    /// Says what a scenario says of itself in the language of `words`, where it is translated.
    pub fn translate(&mut self, words: &Words) {
        let own = format!("scenario-{}", self.scenario);
        words.translate(&format!("{own}-summary"), &mut self.summary);
        words.translate(&format!("{own}-length"), &mut self.length);
        for option in &mut self.options {
            words.translate(&format!("option-{}-title", option.id), &mut option.title);
            words.translate(&format!("option-{}-explanation", option.id), &mut option.explanation);
        }
    }

    /// The value of each option, defaults filled in; unknown names and values are faults.
    pub fn chosen(&self, setup: &Setup) -> Result<Chosen, Faults> {
        let mut faults = Faults::default();
        for (id, value) in &setup.options {
            let fault = match self.options.iter().find(|option| option.id == *id) {
                None => {
                    let known: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
                    Fault::new("setup", format!("{} has no option `{id}`", self.scenario))
                        .field(id)
                        .hint(format!("it has {}{}", known.join(", "), did_you_mean(id, &known)))
                }
                Some(option) if !option.values.contains(value) => {
                    Fault::new("setup", format!("option {id} cannot be `{value}`"))
                        .field(id)
                        .hint(format!("use {}", option.values.join(" or ")))
                }
                Some(_) => continue,
            };
            faults.0.push(fault);
        }
        let defaults = self.options.iter().map(|option| (option.id.clone(), option.default.clone()));
        let mut values: BTreeMap<String, String> = defaults.collect();
        values.extend(setup.options.clone());
        faults.or(Chosen(values))
    }
}

/// The value of every option of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(BTreeMap<String, String>);

impl Chosen {
    pub fn is(&self, id: &str, value: &str) -> bool {
        self.0.get(id).is_some_and(|chosen| chosen == value)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideCard {
    pub id: String,
    pub name: Name,
    /// The crest.
    pub mon: String,
    /// Its colours, of those sides are printed in, counted from 0; by its place among the sides unless its name says
    /// otherwise.
    pub livery: Option<u8>,
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

/// The cards of all scenarios of a system, in the order of their rules. `card` reads one file: by what it comes in that
/// order, and the card.
pub fn cards(
    data: &DataSet,
    system: &str,
    card: impl Fn(&str) -> Result<(String, Card), Faults>,
) -> Result<Vec<Card>, Faults> {
    let folder = format!("{system}/scenarios");
    let named = |path: &str| {
        let (order, card) = card(path)?;
        // It is opened by the name of its file.
        if path.strip_prefix(&folder) != Some(&format!("/{}.toml", card.scenario)) {
            let message = format!("`{}` is not the name of its file", card.scenario);
            return Err(Fault::new(path, message).field("id").into());
        }
        Ok((order, card))
    };
    let mut cards = data.below(&folder).map(named).collect::<Result<Vec<_>, Faults>>()?;
    cards.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(cards.into_iter().map(|(_, card)| card).collect())
}

/// The options a system's `options.toml` has for a scenario; for one that the file does not know, such as a mustered
/// battle, those it has for `*`.
pub fn options_of(data: &DataSet, path: &str, scenario: &str) -> Result<Vec<OptionCard>, Faults> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        option: Vec<Entry>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        id: String,
        values: Vec<String>,
        default: String,
        title: String,
        explanation: String,
        rule: String,
        scenarios: Vec<String>,
    }
    let file: File = data.toml(path)?;
    for (n, option) in file.option.iter().enumerate() {
        let fault = |field: &str, message: String| {
            Err(Fault::new(path, message).field(format!("option.{n}.{field}")).into())
        };
        if !option.values.contains(&option.default) {
            return fault("default", format!("`{}` is none of the values", option.default));
        }
        if file.option[..n].iter().any(|other| other.id == option.id) {
            return fault("id", format!("`{}` stands in the file twice", option.id));
        }
    }
    let names = |option: &Entry, name: &str| option.scenarios.iter().any(|id| id == name);
    let name = if file.option.iter().any(|option| names(option, scenario)) { scenario } else { "*" };
    let here = file.option.into_iter().filter(|option| names(option, name));
    let card = |Entry { id, values, default, title, explanation, rule, .. }: Entry| OptionCard {
        id,
        title,
        explanation,
        rule,
        values,
        default,
    };
    Ok(here.map(card).collect())
}

/// Where a part of the data comes from, as a scenario file has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OriginFile {
    origin: String,
    confidence: String,
    reason: String,
}

impl OriginFile {
    /// Data the program made itself.
    pub fn made(reason: &str) -> OriginFile {
        let (origin, confidence) = ("reconstructed".to_owned(), "high".to_owned());
        OriginFile { origin, confidence, reason: reason.to_owned() }
    }

    /// The parts of a scenario's data in the order of their names.
    pub fn cards(parts: &BTreeMap<String, OriginFile>) -> Vec<Origin> {
        let card = |(part, file): (&String, &OriginFile)| Origin {
            part: part.clone(),
            source: file.origin.clone(),
            reason: format!("{} Confidence: {}.", file.reason, file.confidence),
        };
        parts.iter().map(card).collect()
    }
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
