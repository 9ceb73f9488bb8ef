//! The systems and the data this server plays with, and what is worked out from them once.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use axum::http::StatusCode;
use kernel::{
    Card, DataSet, Name, Setup,
    data::is_inert,
    erased::AnyTable,
    record::{Header, Record, Source},
    scene::{Cell, Ground},
    table::Snapshot,
};
use roster::{AnySystem, did_you_mean};

use crate::{
    failure::No,
    wire::{LevelCard, ScenarioCard, SystemCard},
};

/// Scenarios of one data set, as cards.
type Cards = Arc<Vec<(&'static dyn AnySystem, Vec<Arc<ScenarioCard>>)>>;

/// A table with the digest of its data and its set-up.
type First = (String, Setup, Arc<dyn AnyTable>);

/// Set-ups that are kept ready.
const MOST_FIRST: usize = 64;

pub(crate) struct Shelf {
    systems: &'static [&'static dyn AnySystem],
    /// The first is the built-in one.
    data: Vec<Arc<DataSet>>,
    /// By the place of the data set.
    cards: Vec<OnceLock<Cards>>,
    grounds: Mutex<BTreeMap<String, Arc<Ground>>>,
    /// Data sets of games begun with data that are no longer here, by digest.
    kept: Mutex<HashMap<String, Arc<DataSet>>>,
    /// Digests whose data are in the store.
    stored: Mutex<BTreeSet<String>>,
    /// Digests of the data sets here, by name and system.
    digests: Mutex<HashMap<(String, String), String>>,
    /// One table of each set-up lately played, with the digest of its data. All others are made beside it.
    first: Mutex<Vec<First>>,
}

impl Shelf {
    pub(crate) fn new(systems: &'static [&'static dyn AnySystem], data: Vec<DataSet>) -> Shelf {
        Shelf {
            cards: data.iter().map(|_| OnceLock::new()).collect(),
            systems,
            data: data.into_iter().map(Arc::new).collect(),
            grounds: Mutex::default(),
            kept: Mutex::default(),
            stored: Mutex::default(),
            digests: Mutex::default(),
            first: Mutex::default(),
        }
    }

    pub(crate) fn data_names(&self) -> Vec<String> {
        self.data.iter().map(|data| data.name.clone()).collect()
    }

    pub(crate) fn built_in(&self) -> &Arc<DataSet> {
        &self.data[0]
    }

    /// The data set of this name, the built-in one if none is named.
    pub(crate) fn data(&self, name: Option<&str>) -> Result<&Arc<DataSet>, No> {
        let Some(name) = name else { return Ok(&self.data[0]) };
        self.data.iter().find(|data| data.name == name).ok_or_else(|| {
            let known = self.data_names().join(", ");
            No::not_found(format!("there is no data set `{name}`; there is {known}"))
        })
    }

    pub(crate) fn system(&self, name: &str) -> Result<&'static dyn AnySystem, No> {
        self.systems.iter().copied().find(|system| system.name() == name).ok_or_else(|| {
            let known: Vec<&str> = self.systems.iter().map(|system| system.name()).collect();
            No::not_found(format!("there is no system `{name}`{}", did_you_mean(name, &known)))
        })
    }

    /// The cards of all scenarios of a data set.
    fn cards_of(&self, data: &DataSet) -> Cards {
        let at = self.data.iter().position(|known| known.name == data.name).unwrap_or(0);
        self.cards[at].get_or_init(|| Arc::new(self.make_cards(&self.data[at]))).clone()
    }

    fn make_cards(&self, data: &DataSet) -> Vec<(&'static dyn AnySystem, Vec<Arc<ScenarioCard>>)> {
        let of_system = |system: &&'static dyn AnySystem| {
            let cards = system.cards(data).unwrap_or_else(|faults| {
                tracing::error!(system = system.name(), %faults, "its scenarios cannot be read");
                Vec::new()
            });
            (
                *system,
                cards.into_iter().map(|card| Arc::new(self.scenario_card(*system, data, card))).collect(),
            )
        };
        self.systems.iter().map(of_system).collect()
    }

    fn scenario_card(&self, system: &dyn AnySystem, data: &DataSet, card: Card) -> ScenarioCard {
        let setup = plain_setup(system, &card.scenario);
        let mut focus = None;
        let grounds = match system.open(data, &setup, Source::Scripted, Some([0; 16])) {
            Ok(table) => {
                let grounds = table.grounds();
                focus = grounds.first().and_then(|ground| focus_of(ground, &card.title.en));
                self.keep_grounds(grounds)
            }
            Err(faults) => {
                tracing::error!(system = system.name(), scenario = card.scenario, %faults, "it cannot be opened");
                Vec::new()
            }
        };
        let guide = data.text(&guide_path(system.name(), &card.scenario)).is_ok();
        ScenarioCard { card, grounds, focus, guide }
    }

    /// Remembers the grounds of a table, so that they can be asked for by digest.
    pub(crate) fn keep_grounds(&self, grounds: Vec<Ground>) -> Vec<String> {
        let mut kept = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        grounds
            .into_iter()
            .map(|ground| {
                let digest = ground.digest();
                kept.entry(digest.clone()).or_insert_with(|| Arc::new(ground));
                digest
            })
            .collect()
    }

    pub(crate) fn ground(&self, digest: &str) -> Result<Arc<Ground>, No> {
        let grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        let found = grounds.get(digest).cloned();
        found.ok_or_else(|| No::not_found("no board of this server has this digest"))
    }

    pub(crate) fn ground_digests(&self) -> Vec<String> {
        self.grounds.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Opens every scenario of every data set once, so that no visitor has to wait for that.
    pub(crate) fn prepare(&self) {
        self.data.iter().for_each(|data| _ = self.cards_of(data));
    }

    pub(crate) fn system_cards(&self) -> Vec<SystemCard> {
        let data = &self.data[0];
        let card = |(system, scenarios): &(&'static dyn AnySystem, Vec<Arc<ScenarioCard>>)| SystemCard {
            id: system.name().to_owned(),
            name: system_name(*system, data),
            scenarios: scenarios.clone(),
        };
        self.cards_of(data).iter().map(card).collect()
    }

    /// The card of a scenario; the error lists what there is.
    pub(crate) fn card(&self, data: &DataSet, system: &str, scenario: &str) -> Result<Arc<ScenarioCard>, No> {
        let cards = self.cards_of(data);
        let find = |(of, list): &(&'static dyn AnySystem, Vec<Arc<ScenarioCard>>)| {
            let found = list.iter().find(|card| card.card.scenario == scenario);
            found.filter(|_| of.name() == system).cloned()
        };
        cards.iter().find_map(find).ok_or_else(|| {
            let all: Vec<String> = cards
                .iter()
                .flat_map(|(of, list)| {
                    list.iter().map(|card| format!("{}/{}", of.name(), card.card.scenario))
                })
                .collect();
            let known: Vec<&str> = all.iter().map(String::as_str).collect();
            let asked = format!("{system}/{scenario}");
            No::not_found(format!(
                "there is no scenario `{asked}`{}; there are {}",
                did_you_mean(&asked, &known),
                known.join(", ")
            ))
        })
    }

    /// The digest of a system's part of a data set, worked out once for those that are here.
    pub(crate) fn digest(&self, system: &str, data: &DataSet) -> String {
        if !self.data.iter().any(|known| std::ptr::eq(&**known, data)) {
            return data.digest(system);
        }
        let mut digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        let digest = digests.entry((data.name.clone(), system.to_owned()));
        digest.or_insert_with(|| data.digest(system)).clone()
    }

    /// The data a record was made with, if they are here: in a data set, or kept with a game.
    pub(crate) fn data_of(&self, system: &dyn AnySystem, named: &(String, String)) -> Option<Arc<DataSet>> {
        let (name, digest) = named;
        // The one of the same name first: digests take a moment.
        let by_name = self.data.iter().filter(|data| data.name == *name);
        let others = self.data.iter().filter(|data| data.name != *name);
        by_name
            .chain(others)
            .find(|data| self.digest(system.name(), data) == *digest)
            .cloned()
            .or_else(|| self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(digest).cloned())
    }

    /// Puts the data kept with a game beside the words and prose of the built-in set, and remembers them.
    pub(crate) fn keep_data(
        &self,
        system: &str,
        named: &(String, String),
        files: &[(String, String)],
    ) -> Arc<DataSet> {
        let mut data = DataSet::new(&named.0);
        for path in self.data[0].below(system) {
            if let Some(text) = self.data[0].text(path).ok().filter(|_| is_inert(path)) {
                data.insert(path, text);
            }
        }
        files.iter().for_each(|(path, text)| data.insert(path, text));
        let data = Arc::new(data);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(named.1.clone(), data.clone());
        data
    }

    /// Everything of a system that can change play, for keeping with a game; nothing if it is kept already.
    pub(crate) fn files_of(&self, system: &str, data: &DataSet, digest: &str) -> Vec<(String, String)> {
        if self.stored.lock().unwrap_or_else(PoisonError::into_inner).contains(digest) {
            return Vec::new();
        }
        data.below(system)
            .filter(|path| !is_inert(path))
            .filter_map(|path| Some((path.to_owned(), data.text(path).ok()?.to_owned())))
            .collect()
    }

    pub(crate) fn stored(&self, digest: &str) {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner).insert(digest.to_owned());
    }

    /// The set-up of a new game under these options.
    pub(crate) fn setup(
        &self,
        data: &DataSet,
        name: &str,
        chosen: &BTreeMap<String, String>,
    ) -> Result<(&'static dyn AnySystem, Setup), No> {
        let (system, scenario) = name.split_once('/').unwrap_or((name, ""));
        let card = self.card(data, system, scenario)?;
        let system = self.system(system)?;
        let chosen: Vec<(String, String)> =
            chosen.iter().map(|(id, value)| (id.clone(), value.clone())).collect();
        let options = roster::options(&card.card, &chosen)
            .map_err(|why| No::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-option", why))?;
        Ok((system, Setup { options, ..plain_setup(system, scenario) }))
    }

    /// Replays a record with the data it was made with; one without inputs is a new game.
    pub(crate) fn replay(
        &self,
        data: &DataSet,
        system: &dyn AnySystem,
        name: &str,
        record: &Record,
        rests: Option<&mut Vec<bool>>,
    ) -> Result<Box<dyn AnyTable>, No> {
        let first = self.first(data, system, &record.header)?;
        Ok(first.again(name, record, rests).map_err(kernel::Faults::from)?)
    }

    /// The game of a stored record. What there are snapshots of is not played again.
    pub(crate) fn restore(
        &self,
        data: &DataSet,
        system: &dyn AnySystem,
        name: &str,
        record: &Record,
        snapshots: &[Snapshot],
    ) -> Result<Box<dyn AnyTable>, No> {
        let first = self.first(data, system, &record.header)?;
        first.restored(name, record, snapshots).or_else(|fault| {
            tracing::warn!(table = name, %fault, "the game is played again from its beginning");
            Ok(first.again(name, record, None).map_err(kernel::Faults::from)?)
        })
    }

    /// A table of this set-up and data. What never changes in a game (rules, words, boards) is most of what it
    /// occupies, so it is there once for all games of a scenario.
    fn first(
        &self,
        data: &DataSet,
        system: &dyn AnySystem,
        header: &Header,
    ) -> Result<Arc<dyn AnyTable>, No> {
        let first = || self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(digest, setup, _): &First| *digest == header.data.1 && *setup == header.setup;
        if let Some((.., table)) = first().iter().find(|first| is_it(first)) {
            return Ok(table.clone());
        }
        let table: Arc<dyn AnyTable> =
            system.open(data, &header.setup, Source::Scripted, Some([0; 16]))?.into();
        self.keep_grounds(table.grounds());
        // Positions are played once; they need not be found again.
        if header.setup.position.is_none() {
            let mut first = first();
            if first.len() >= MOST_FIRST {
                first.remove(0);
            }
            first.push((header.data.1.clone(), header.setup.clone(), table.clone()));
        }
        Ok(table)
    }
}

pub(crate) fn guide_path(system: &str, scenario: &str) -> String {
    format!("{system}/guides/{scenario}.toml")
}

fn plain_setup(system: &dyn AnySystem, scenario: &str) -> Setup {
    Setup {
        system: system.name().to_owned(),
        scenario: scenario.to_owned(),
        options: BTreeMap::new(),
        revision: system.revision(),
        position: None,
    }
}

/// The title of its rulebook: `# Name · 名`.
fn system_name(system: &dyn AnySystem, data: &DataSet) -> Name {
    let book = data.text(&format!("{}/rulebook.md", system.name())).unwrap_or_default();
    let title = book.lines().find_map(|line| {
        // The comment at the head has such lines too.
        line.strip_prefix("# ").filter(|line| !line.starts_with(|c: char| c.is_lowercase()))
    });
    let title = title.unwrap_or(system.name()).trim();
    match title.split_once('·') {
        Some((en, ja)) => Name::new(en.trim(), ja.trim()),
        None => Name::new(title, ""),
    }
}

/// Where the place stands that a title names, on a sheet of hexes: percent across and down.
fn focus_of(ground: &Ground, title: &str) -> Option<(u8, u8)> {
    let Ground::Hexes { cells, .. } = ground else { return None };
    // The last four digits of a label are column and row.
    let at = |cell: &Cell| {
        let digits = cell.id.get(cell.id.len().checked_sub(4)?..)?;
        Some((digits.get(..2)?.parse::<u32>().ok()?, digits.get(2..)?.parse::<u32>().ok()?))
    };
    let named = |cell: &&Cell| cell.name.as_ref().is_some_and(|name| title.contains(&name.en));
    let (column, row) = at(cells.iter().find(named)?)?;
    let percent = |here: u32, of: &dyn Fn((u32, u32)) -> u32| {
        let all = || cells.iter().filter_map(at).map(of);
        let (low, high) = (all().min()?, all().max()?);
        u8::try_from(100 * (here - low) / (high - low).max(1)).ok()
    };
    Some((percent(column, &|(column, _)| column)?, percent(row, &|(_, row)| row)?))
}

/// The computer players on offer, weakest first.
pub(crate) fn levels() -> Vec<LevelCard> {
    let card = |id: &str, name: &str, explanation: &str| LevelCard {
        id: id.to_owned(),
        name: name.to_owned(),
        explanation: explanation.to_owned(),
    };
    vec![
        card("steady", "Recruit", "Any legal move, short of losing at once. For trying out the table."),
        card("greedy", "Captain", "Takes what looks best now, by the exact odds, and answers at once."),
        card("search:100", "General", "Tries its best plans against what follows. Thinks for a moment."),
        card("search:400", "Daimyo", "The same four times as long: the strongest here."),
    ]
}

/// More judgements a plan than this nobody has the patience for, and the machine is shared.
const MOST_LEVEL: u32 = 2_000;

/// A level that may sit at a table of this server: programs of others may not be started from outside.
pub(crate) fn level(text: &str) -> Result<bots::Level, No> {
    let unknown = |why: String| No::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-level", why);
    match text.parse::<bots::Level>().map_err(unknown)? {
        bots::Level::Exec(_) => {
            Err(unknown("a table does not start programs; choose a level of the lobby".into()))
        }
        bots::Level::Peeking(_) => Err(unknown("nobody at a table sees what is hidden from him".into())),
        bots::Level::Search(leaves) if leaves > MOST_LEVEL => {
            Err(unknown(format!("at most search:{MOST_LEVEL} sits at a table")))
        }
        level => Ok(level),
    }
}
