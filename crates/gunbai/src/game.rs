//! The game a command works on: a record, a position or a scenario.

use std::{collections::BTreeMap, path::Path};

use kernel::{
    DataSet, Fault, Faults, Seat, Setup, Viewer,
    data::toml_line,
    erased::{AnyTable, Heard},
    record::{Record, Source},
};
use roster::{AnySystem, Scenario};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, read};

/// What most commands begin with.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Opening {
    /// A record (.gunbai), a position (.toml) or SYSTEM/SCENARIO
    #[arg(value_name = "FILE|SCENARIO")]
    pub(crate) game: String,
    /// An option of the scenario, as `gunbai scenarios` lists them; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) options: Vec<(String, String)>,
}

pub(crate) struct Game {
    pub(crate) system: &'static dyn AnySystem,
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) setup: Setup,
}

/// A position as a file: a scenario that starts elsewhere.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    pub(crate) system: String,
    pub(crate) scenario: String,
    /// The newest where it is left out.
    pub(crate) revision: Option<u32>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) position: toml::Table,
}

pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

impl Opening {
    /// Opens it at input `at`. New games take their dice from `source`.
    pub(crate) fn open(&self, data: &DataSet, at: Option<u32>, source: Source) -> Result<Game, Failure> {
        let path = Path::new(&self.game);
        if !path.is_file() {
            if path.extension().is_some_and(|e| e == "gunbai" || e == "toml") || path.is_dir() {
                return Err(Failure::wrong_use(format!(
                    "there is no file {}: give a record, a position or SYSTEM/SCENARIO",
                    self.game
                )));
            }
            let scenario = Scenario::parse(data, &self.game).map_err(Failure::WrongUse)?;
            let setup = scenario.setup(&self.options).map_err(Failure::WrongUse)?;
            reach(at, 0, "a scenario")?;
            return Ok(begin(data, scenario.system, setup, source)?);
        }
        if !self.options.is_empty() {
            return Err(Failure::wrong_use(format!(
                "{} has its options in it; --option is for scenarios",
                self.game
            )));
        }
        let text = read(path)?;
        if path.extension().is_some_and(|e| e == "toml") {
            let (scenario, setup) = placed(data, &self.game, &text)?;
            reach(at, 0, "a position")?;
            let position = setup.position.clone().unwrap_or_default();
            return begin(data, scenario.system, setup, source)
                .map_err(|faults| in_file(data, faults, &self.game, &text, &position).into());
        }
        resume(data, &self.game, &Record::parse(&self.game, &text)?, at, None)
    }

    pub(crate) fn is_record(&self) -> bool {
        let path = Path::new(&self.game);
        path.is_file() && path.extension().is_none_or(|e| e != "toml")
    }
}

/// A record, replayed up to input `at`; `heard`, if anyone listens, is given every step.
pub(crate) fn resume(
    data: &DataSet,
    file: &str,
    record: &Record,
    at: Option<u32>,
    heard: Option<Heard<'_>>,
) -> Result<Game, Failure> {
    let system = roster::find(&record.header.setup.system)
        .map_err(|why| Failure::not_held(format!("{file}: {why}")))?;
    reach(at, record.entries.len(), "the record")?;
    let table = system.replay(data, file, record, at, heard).map_err(|mut faults| {
        // What is wrong with its set-up or its position is wrong in the record.
        let strange = |fault: &&mut Fault| data.text(&fault.file).is_err() && !fault.file.starts_with(file);
        for fault in faults.0.iter_mut().filter(strange) {
            fault.file = format!("{file}: {}", fault.file);
        }
        faults
    })?;
    Ok(Game { system, table, setup: record.header.setup.clone() })
}

fn begin(
    data: &DataSet,
    system: &'static dyn AnySystem,
    setup: Setup,
    source: Source,
) -> Result<Game, Faults> {
    // Local commands show everything, so the salt of hidden actions need not be a secret; it must only be the same
    // in the same game.
    let table = system.open(data, &setup, source, Some([0; 16]))?;
    Ok(Game { system, table, setup })
}

fn reach(at: Option<u32>, inputs: usize, what: &str) -> Result<(), Failure> {
    match at {
        Some(at) if at as usize > inputs => {
            Err(Failure::wrong_use(format!("--at {at}: {what} has {inputs} inputs")))
        }
        _ => Ok(()),
    }
}

/// A position file as a set-up.
fn placed(data: &DataSet, file: &str, text: &str) -> Result<(Scenario, Setup), Failure> {
    let written: Written = toml::from_str(text).map_err(|error| Fault::toml(file, text, &error))?;
    let named = |why: String| Failure::not_held(format!("{file}: {why}"));
    let scenario =
        Scenario::parse(data, &format!("{}/{}", written.system, written.scenario)).map_err(named)?;
    let chosen: Vec<_> = written.options.into_iter().collect();
    let mut setup = scenario.setup(&chosen).map_err(named)?;
    setup.revision = written.revision.unwrap_or(setup.revision);
    setup.position = Some(toml::to_string(&written.position).map_err(|why| named(why.to_string()))?);
    Ok((scenario, setup))
}

/// A system knows a position only as text; its faults are told of the file that held it, at the line that sets the
/// field.
fn in_file(data: &DataSet, mut faults: Faults, file: &str, text: &str, position: &str) -> Faults {
    for fault in faults.0.iter_mut().filter(|fault| data.text(&fault.file).is_err()) {
        file.clone_into(&mut fault.file);
        let written = fault.line.and_then(|n| position.lines().nth(n - 1)?.split_once('='));
        let field = match &fault.field {
            Some(field) => field.as_str(),
            None => written.map_or("", |(key, _)| key.trim()),
        };
        fault.line = toml_line(text, &format!("position.{field}"), fault);
    }
    faults
}

impl Game {
    /// `0:move goto_G1` or, where one seat is asked, `move goto_G1`.
    pub(crate) fn seat_and_action<'a>(&self, text: &'a str) -> Result<(Seat, &'a str), Failure> {
        seat_and_action(&*self.table, text)
    }

    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.setup.system, self.setup.scenario)
    }
}

pub(crate) fn seat_and_action<'a>(table: &dyn AnyTable, text: &'a str) -> Result<(Seat, &'a str), Failure> {
    for seat in Seat::ALL {
        if let Some(action) = text.strip_prefix(&format!("{}:", seat.0)) {
            return Ok((seat, action.trim()));
        }
    }
    match table.waiting().as_slice() {
        [_, _, ..] => Err(Failure::wrong_use(format!(
            "both seats are asked: say whose `{text}` is, as in `0:{text}` or `1:{text}`"
        ))),
        [seat] => Ok((*seat, text.trim())),
        // Nobody is asked; the rules will say so in their own words.
        [] => Ok((Seat(0), text.trim())),
    }
}

/// A seat by number or by the side it plays.
pub(crate) fn seat(table: &dyn AnyTable, text: &str) -> Result<Seat, Failure> {
    let known = Seat::ALL.into_iter().find(|seat| text == seat.0.to_string() || text == table.side_of(*seat));
    known.ok_or_else(|| {
        let sides = Seat::ALL.map(|seat| format!("{} or {}", seat.0, table.side_of(seat)));
        Failure::wrong_use(format!("`{text}` is no seat: say {}", sides.join(", ")))
    })
}

/// As whom a command looks: as this seat, or, where none is named, as someone who may see everything.
pub(crate) fn viewer(table: &dyn AnyTable, text: Option<&str>) -> Result<Viewer, Failure> {
    text.map_or(Ok(Viewer::Everyone), |text| seat(table, text).map(Viewer::Seat))
}

/// The record of a table, as commands write it.
pub(crate) fn record_text(table: &dyn AnyTable) -> String {
    table.record(Viewer::Everyone).text()
}
