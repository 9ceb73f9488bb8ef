//! Scenarios and options as people write them.

use std::{collections::BTreeMap, fmt};

use kernel::{Card, DataSet, Setup};

use crate::{AnySystem, did_you_mean, find, systems};

/// `SYSTEM/SCENARIO`, found.
pub struct Scenario {
    pub system: &'static dyn AnySystem,
    pub card: Card,
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.system.name(), self.card.scenario)
    }
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scenario({self})")
    }
}

impl Scenario {
    /// Reads `yukimura/yao`; the error lists what exists.
    pub fn parse(data: &DataSet, text: &str) -> Result<Scenario, String> {
        let Some((name, scenario)) = text.split_once('/') else {
            let all = every(data);
            let known: Vec<&str> = all.iter().map(String::as_str).collect();
            // The bare name of a scenario is the likeliest slip.
            let meant = known.iter().find(|full| full.split('/').nth(1) == Some(text));
            let meant = match meant {
                Some(full) => format!("; did you mean `{full}`?"),
                None => did_you_mean(text, &known),
            };
            return Err(format!(
                "`{text}` names no scenario: write SYSTEM/SCENARIO{meant}\n  there are {}",
                known.join(", ")
            ));
        };
        let system = find(name)?;
        let mut cards = system.cards(data).map_err(|faults| faults.to_string())?;
        match cards.iter().position(|card| card.scenario == scenario) {
            Some(at) => Ok(Scenario { system, card: cards.swap_remove(at) }),
            None => {
                let known: Vec<String> =
                    cards.iter().map(|card| format!("{name}/{}", card.scenario)).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                Err(format!(
                    "{name} has no scenario `{scenario}`{}\n  it has {}",
                    did_you_mean(text, &known),
                    known.join(", ")
                ))
            }
        }
    }

    /// The scenario a worked example names: in full, or by its bare name where the file stands below its system or only
    /// one system has it.
    pub fn of_example(data: &DataSet, file: &str, text: &str) -> Result<Scenario, String> {
        if text.contains('/') {
            return Scenario::parse(data, text);
        }
        let normal = file.replace('\\', "/");
        let at_home = systems().iter().find(|s| {
            let home = format!("{}/examples/", s.name());
            normal.starts_with(&home) || normal.contains(&format!("/{home}"))
        });
        match at_home {
            Some(system) => Scenario::parse(data, &format!("{}/{text}", system.name())),
            None => {
                let all = every(data);
                let mut having = all.iter().filter(|full| full.split('/').nth(1) == Some(text));
                match (having.next(), having.next()) {
                    (Some(full), None) => Scenario::parse(data, full),
                    _ => Scenario::parse(data, text),
                }
            }
        }
    }

    /// The set-up of a new game under these options.
    pub fn setup(&self, chosen: &[(String, String)]) -> Result<Setup, String> {
        let plain = Setup::plain(self.system.name(), &self.card.scenario, self.system.revision());
        Ok(Setup { options: options(&self.card, chosen)?, ..plain })
    }
}

/// Options as chosen, checked against the scenario; a set-up holds only what differs from the default.
pub fn options(card: &Card, chosen: &[(String, String)]) -> Result<BTreeMap<String, String>, String> {
    let mut options = BTreeMap::new();
    for (id, value) in chosen {
        let known: Vec<&str> = card.options.iter().map(|option| option.id.as_str()).collect();
        let Some(option) = card.options.iter().find(|option| option.id == *id) else {
            let there = if known.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(format!(
                "{} has no option `{id}`{}; {there}",
                card.scenario,
                did_you_mean(id, &known)
            ));
        };
        if !option.values.contains(value) {
            return Err(format!("option {id} cannot be `{value}`: it takes {}", option.values.join(", ")));
        }
        if *value == option.default {
            options.remove(id);
        } else {
            options.insert(id.clone(), value.clone());
        }
    }
    Ok(options)
}

/// Every SYSTEM/SCENARIO of a data set; a system whose data are broken has none.
fn every(data: &DataSet) -> Vec<String> {
    systems()
        .iter()
        .flat_map(|system| {
            let cards = system.cards(data).unwrap_or_default();
            cards.into_iter().map(move |card| format!("{}/{}", system.name(), card.scenario))
        })
        .collect()
}
