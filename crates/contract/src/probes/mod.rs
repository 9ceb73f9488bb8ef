//! Three small games that try out every corner of the contract, and their broken twins.
//!
//! | probe | what it tries |
//! |---|---|
//! | [`Sealed`] | simultaneous secret choices, a hidden card with a window, two boards, dice before the first question |
//! | [`Nested`] | retreats through friends: dice and questions to either seat, frames on a stack |
//! | [`Plane`] | an open table in whole hundredths |
//!
//! They are whole systems: they open from data files, have words and a rulebook, and can be played by any
//! client.

mod bend;
pub mod nested;
pub mod plane;
pub mod sealed;
mod twin;

use kernel::{
    Card, DataSet, Fault, Faults, Name, Setup, SideCard, System, Thing,
    setup::{Origin, Profile},
};
use serde::Deserialize;

pub use bend::Bend;
pub use nested::Nested;
pub use plane::Plane;
pub use sealed::Sealed;
pub use twin::{Bent, Marked, Twin, Twinned};

/// The files of all three.
pub fn data() -> DataSet {
    let mut data = DataSet::new("probes");
    for (path, text) in [Sealed::files(), Nested::files(), Plane::files()].concat() {
        data.insert(path, text);
    }
    data
}

/// The first scenario of a probe, by its own default.
pub fn open<S: System>() -> S {
    let data = data();
    let card = &S::cards(&data).expect("the probes' own files")[0];
    S::open(&data, &Setup::plain(S::NAME, &card.scenario, S::REVISION)).expect("the probes' own files")
}

/// A scenario file of a probe.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    title: String,
    summary: String,
    /// Rounds or turns.
    length: u8,
}

/// Everything the probes have in common when they are opened.
#[derive(Debug)]
struct Opened {
    scenario: Scenario,
    profile: Profile,
}

impl Opened {
    fn sides(names: [&str; 2]) -> Vec<SideCard> {
        let card = |name: &str| SideCard {
            id: name.to_lowercase(),
            name: Name::new(name, ""),
            mon: name.to_lowercase(),
            livery: None,
        };
        names.map(card).into()
    }

    fn card(system: &str, data: &DataSet, path: &str, sides: [&str; 2]) -> Result<(Card, Scenario), Faults> {
        let scenario: Scenario = data.toml(path)?;
        let id = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
        let card = Card {
            system: system.to_owned(),
            scenario: id.to_owned(),
            title: Name::new(&scenario.title, ""),
            summary: scenario.summary.clone(),
            sides: Opened::sides(sides),
            options: Vec::new(),
            length: format!("{} turns", scenario.length),
            minutes: 5,
            origin: vec![Origin {
                part: "all".to_owned(),
                source: "reconstructed".to_owned(),
                reason: "made up to try out the table".to_owned(),
            }],
        };
        Ok((card, scenario))
    }

    fn cards(system: &str, data: &DataSet, sides: [&str; 2]) -> Result<Vec<Card>, Faults> {
        let folder = format!("{system}/scenarios");
        let cards = data.below(&folder).map(|path| Ok(Opened::card(system, data, path, sides)?.0));
        cards.collect()
    }

    fn open(
        data: &DataSet,
        setup: &Setup,
        sides: [&str; 2],
        a_turn: u32,
        secrets: bool,
    ) -> Result<Opened, Faults> {
        let path = format!("{}/scenarios/{}.toml", setup.system, setup.scenario);
        if let Some((option, _)) = setup.options.first_key_value() {
            return Err(Fault::new(path, format!("there is no option `{option}`")).into());
        }
        let (card, scenario) = Opened::card(&setup.system, data, &path, sides)?;
        let bound = a_turn * (u32::from(scenario.length) + 1);
        Ok(Opened { profile: Profile { card, bound, secrets }, scenario })
    }
}

/// The position a set-up starts from, if it has one.
fn start<T: serde::de::DeserializeOwned>(setup: &Setup) -> Result<Option<T>, Fault> {
    let read = |text: &String| toml::from_str(text).map_err(|error| Fault::toml("position", text, &error));
    setup.position.as_ref().map(read).transpose()
}

/// Things with their labels and names; few enough to be looked through.
#[derive(Debug)]
struct Labels(Vec<(Thing, String, String)>);

impl Labels {
    fn label(&self, thing: Thing) -> String {
        match (self.0.iter().find(|entry| entry.0 == thing), thing) {
            (Some(entry), _) => entry.1.clone(),
            (None, Thing::Spot(x, y)) => format!("{x},{y}"),
            (None, other) => format!("{other:?}"),
        }
    }

    fn name(&self, thing: Thing) -> Name {
        match self.0.iter().find(|entry| entry.0 == thing) {
            Some(entry) => Name::new(&entry.2, ""),
            None => Name::new(self.label(thing), ""),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.0.iter().find(|entry| entry.1 == label).map(|entry| entry.0)
    }
}
