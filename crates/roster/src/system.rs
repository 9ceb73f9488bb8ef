//! A system known only at run time.

use std::{collections::BTreeMap, marker::PhantomData, sync::Arc};

use bots::{Bot, Level, Watch};
use kernel::{
    Card, DataSet, Fault, Faults, Muster, Rule, Rules, Seat, Setup, System, Words,
    erased::{self, AnyTable, Heard, Spoken},
    example::{Example, Seen},
    record::{Record, Source},
    rulebook::Rulebook,
    test_position::{TestPosition, Tried},
};
use lab::{
    Job, Report,
    matches::{Duel, Match},
};

/// What the command line and the server can do with any system.
pub trait AnySystem: Send + Sync {
    fn name(&self) -> &'static str;
    /// The newest revision of its behaviour.
    fn revision(&self) -> u32;
    /// The files built into the program: path below the data directory, and text.
    fn files(&self) -> &'static [(&'static str, &'static str)];
    /// Every rule id its code can cite.
    fn rule_ids(&self) -> &'static [Rule];
    fn cards(&self, data: &DataSet) -> Result<Vec<Card>, Faults>;
    fn rulebook(&self, data: &DataSet) -> Result<Rulebook, Faults>;
    fn open(
        &self,
        data: &DataSet,
        setup: &Setup,
        source: Source,
        secret: Option<[u8; 16]>,
    ) -> Result<Box<dyn AnyTable>, Faults>;
    /// Plays a record up to input `upto`; `heard`, if anyone listens, is given each step.
    fn replay(
        &self,
        data: &DataSet,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        heard: Option<Heard<'_>>,
    ) -> Result<Box<dyn AnyTable>, Faults>;
    fn simulate(
        &self,
        data: &DataSet,
        setup: &Setup,
        job: &Job,
        progress: &(dyn Fn(u32) + Sync),
        record: &(dyn Fn(u32, &Record) + Sync),
    ) -> Result<Report, Faults>;
    fn bot(&self, level: &Level, seed: u64) -> Result<Box<dyn AnyBot>, String>;
    /// A bot without a table: it is given positions.
    fn player(
        &self,
        data: &DataSet,
        setup: &Setup,
        level: &Level,
        seed: u64,
    ) -> Result<Box<dyn AnyPlayer>, Faults>;
    /// A match between two levels.
    fn duel(&self, data: &DataSet, setup: &Setup, fixture: &Match<'_>) -> Result<Duel, Faults>;
    /// Runs a worked example of this system; `scenario` is its name without the system.
    fn run_example(
        &self,
        data: &DataSet,
        file: &str,
        example: &Example,
        scenario: &str,
    ) -> Result<Seen, Faults>;
    /// A battle between armies that players have written down, on ground laid out from a seed; `None` for a system
    /// without a muster.
    fn muster(
        &self,
        data: &DataSet,
        name: &str,
        armies: &[(String, String)],
        seed: u64,
    ) -> Option<Result<Muster, Faults>>;
    /// Everything wrong with the data of this system.
    fn check(&self, data: &DataSet) -> Vec<Fault>;

    /// A table set up as a worked example of this system begins; `scenario` is its name without the system.
    fn open_example(
        &self,
        data: &DataSet,
        example: &Example,
        scenario: &str,
    ) -> Result<Box<dyn AnyTable>, Faults> {
        let setup = self.placed(scenario, &example.options, example.position.as_ref());
        self.open(data, &setup, Source::Scripted, Some([0; 16]))
    }

    /// A set-up with a position of its own.
    fn placed(
        &self,
        scenario: &str,
        options: &BTreeMap<String, String>,
        position: Option<&toml::Table>,
    ) -> Setup {
        let text = |table| toml::to_string(table).expect("a table read from TOML can be written as TOML");
        let plain = Setup::plain(self.name(), scenario, self.revision());
        Setup { options: options.clone(), position: position.map(text), ..plain }
    }

    /// A table set up as a test position of this system begins.
    fn open_test(&self, data: &DataSet, test: &TestPosition) -> Result<Box<dyn AnyTable>, Faults> {
        let scenario = test.scenario.rsplit('/').next().unwrap_or_default();
        let setup = self.placed(scenario, &test.options, test.position.as_ref());
        self.open(data, &setup, Source::Scripted, Some([0; 16]))
    }

    /// Lets a bot play a test position of this system.
    fn try_test(
        &self,
        data: &DataSet,
        file: &str,
        test: &TestPosition,
        level: &Level,
    ) -> Result<Tried, Faults> {
        let mut bot = self.bot(level, test.seed).map_err(|why| Fault::new("bots", why))?;
        let mut table = self.open_test(data, test)?;
        Ok(test.play(file, &mut *table, &mut |table, seat| bot.choose(table, seat))?)
    }

    /// The test positions of a data set, by path.
    fn tests(&self, data: &DataSet) -> Vec<String> {
        data.below(&format!("{}/positions", self.name())).map(str::to_owned).collect()
    }

    /// The worked examples of a data set, by path.
    fn examples(&self, data: &DataSet) -> Vec<String> {
        data.below(&format!("{}/examples", self.name())).map(str::to_owned).collect()
    }
}

/// Somebody who answers questions at a table of his system.
pub trait AnyBot: Send {
    /// The answer of `seat`, which is asked, as canonical text.
    ///
    /// # Panics
    /// If the table is of another system than the bot.
    fn choose(&mut self, table: &dyn AnyTable, seat: Seat) -> String;
    /// Somebody watches from now on.
    fn watch(&mut self, watch: Arc<Watch>);
}

/// Somebody who answers questions in positions that he is given.
pub trait AnyPlayer: Send {
    /// The answer of `seat` as canonical text.
    fn answer(&mut self, position: serde_json::Value, seat: Seat) -> Result<String, String>;
}

struct Player<R: Rules> {
    rules: R,
    bot: Box<dyn Bot<R>>,
}

impl<R: System> AnyPlayer for Player<R> {
    fn answer(&mut self, position: serde_json::Value, seat: Seat) -> Result<String, String> {
        let position = serde_json::from_value(position).map_err(|error| error.to_string())?;
        let state = self.rules.place(position).map_err(|fault| fault.to_string())?;
        if self.rules.ask(&state).question_for(seat).is_none() {
            return Err(format!("seat {} is not asked in this position", seat.0));
        }
        Ok(self.rules.write_action(&self.bot.choose(&self.rules, &state, seat)))
    }
}

/// The one implementation of [`AnySystem`].
#[derive(Debug)]
pub struct Of<R>(PhantomData<fn() -> R>);

impl<R: System> Of<R> {
    pub const NEW: Of<R> = Of(PhantomData);
}

impl<R: System> AnySystem for Of<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn revision(&self) -> u32 {
        R::REVISION
    }

    fn files(&self) -> &'static [(&'static str, &'static str)] {
        R::files()
    }

    fn rule_ids(&self) -> &'static [Rule] {
        R::rule_ids()
    }

    fn cards(&self, data: &DataSet) -> Result<Vec<Card>, Faults> {
        let mut cards = R::cards(data).map_err(|faults| data.located(faults))?;
        let words = Words::of(data, R::NAME)?;
        cards.iter_mut().for_each(|card| card.translate(&words));
        Ok(cards)
    }

    fn rulebook(&self, data: &DataSet) -> Result<Rulebook, Faults> {
        let path = data.localized(&format!("{}/rulebook.md", R::NAME));
        Rulebook::parse(&path, data.text(&path)?)
    }

    fn open(
        &self,
        data: &DataSet,
        setup: &Setup,
        source: Source,
        secret: Option<[u8; 16]>,
    ) -> Result<Box<dyn AnyTable>, Faults> {
        Ok(Box::new(erased::open::<R>(data, setup, source, secret)?))
    }

    fn replay(
        &self,
        data: &DataSet,
        file: &str,
        record: &Record,
        upto: Option<u32>,
        heard: Option<Heard<'_>>,
    ) -> Result<Box<dyn AnyTable>, Faults> {
        Ok(Box::new(erased::replay::<R>(data, file, record, upto, heard)?))
    }

    fn simulate(
        &self,
        data: &DataSet,
        setup: &Setup,
        job: &Job,
        progress: &(dyn Fn(u32) + Sync),
        record: &(dyn Fn(u32, &Record) + Sync),
    ) -> Result<Report, Faults> {
        lab::simulate::<R>(data, setup, job, progress, record)
    }

    fn bot(&self, level: &Level, seed: u64) -> Result<Box<dyn AnyBot>, String> {
        Ok(Box::new(Seated::<R>(bots::bot(level, seed)?)))
    }

    fn player(
        &self,
        data: &DataSet,
        setup: &Setup,
        level: &Level,
        seed: u64,
    ) -> Result<Box<dyn AnyPlayer>, Faults> {
        let bot = bots::bot(level, seed).map_err(|why| Fault::new("bots", why))?;
        Ok(Box::new(Player { rules: R::open(data, setup)?, bot }))
    }

    fn duel(&self, data: &DataSet, setup: &Setup, fixture: &Match<'_>) -> Result<Duel, Faults> {
        fixture.play::<R>(data, setup)
    }

    fn run_example(
        &self,
        data: &DataSet,
        file: &str,
        example: &Example,
        scenario: &str,
    ) -> Result<Seen, Faults> {
        let mut table = self.open_example(data, example, scenario)?;
        Ok(example.run(file, &mut *table)?)
    }

    fn muster(
        &self,
        data: &DataSet,
        name: &str,
        armies: &[(String, String)],
        seed: u64,
    ) -> Option<Result<Muster, Faults>> {
        let mustered = match R::muster(data, name, armies, seed)? {
            Ok(mustered) => mustered,
            Err(faults) => return Some(Err(faults)),
        };
        // What is written is what can be played.
        let mut laid = data.clone();
        laid.insert(&format!("{}/scenarios/{name}.toml", R::NAME), &mustered.scenario);
        let setup = Setup::plain(R::NAME, name, R::REVISION);
        let opened = self.open(&laid, &setup, Source::Scripted, Some([0; 16]));
        Some(opened.map(|_| mustered))
    }

    fn check(&self, data: &DataSet) -> Vec<Fault> {
        crate::check::check(self, data)
    }
}

/// A bot that reads its table through the erasure.
struct Seated<R: Rules>(Box<dyn Bot<R>>);

impl<R: System> AnyBot for Seated<R> {
    fn choose(&mut self, table: &dyn AnyTable, seat: Seat) -> String {
        let spoken: &Spoken<R> =
            table.as_any().downcast_ref().expect("a bot sits at a table of its own system");
        let rules = &*spoken.table.rules;
        rules.write_action(&self.0.choose(rules, spoken.table.state(), seat))
    }

    fn watch(&mut self, watch: Arc<Watch>) {
        self.0.watch(watch);
    }
}
