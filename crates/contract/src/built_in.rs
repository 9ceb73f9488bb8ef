//! What the tests of every system share: the data built into the program, opened scenarios, worked examples.

use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    marker::PhantomData,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use kernel::{
    DataSet, Fault, Faults, Seat, Setup, System,
    erased::{self, AnyTable, Asked, Spoken},
    example::{self, Example},
    record::Source,
    rulebook::Rulebook,
};

use crate::{Golden, Kit, Seen, chooser::Chooser, coverage};

/// The number of games; the second one with `GUNBAI_LONG`.
pub fn seeds(short: u64, long: u64) -> u64 {
    if std::env::var_os("GUNBAI_LONG").is_some() { long } else { short }
}

/// Each worked example as it was played, and what was seen in it.
type Runs = Arc<Vec<Result<(Example, example::Seen), Faults>>>;

/// The number of mutations; the second one with `GUNBAI_LONG`.
pub fn mutations(short: usize, long: usize) -> usize {
    seeds(short as u64, long as u64) as usize
}

/// A system as it is built in.
#[derive(Debug)]
pub struct BuiltIn<S>(PhantomData<S>);

impl<S: System> BuiltIn<S> {
    /// Copies share what was worked out of a file, so it is read and checked once for all tests.
    pub fn data() -> DataSet {
        static KNOWN: Mutex<BTreeMap<&str, DataSet>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.entry(S::NAME).or_insert_with(|| {
            let mut data = DataSet::new("gunbai");
            S::files().iter().for_each(|(path, text)| data.insert(path, text));
            data
        });
        made.clone()
    }

    /// The built-in data with one text in one file replaced, which must be there.
    pub fn spoilt(path: &str, old: &str, new: &str) -> DataSet {
        let mut data = Self::data();
        let text = data.text(path).expect("a built-in file").to_owned();
        assert!(text.contains(old), "{path} does not contain {old:?}");
        data.insert(path, &text.replacen(old, new, 1));
        data
    }

    pub fn setup(scenario: &str, position: Option<&str>) -> Setup {
        let position = position.map(str::to_owned);
        Setup { position, ..Setup::plain(S::NAME, scenario, S::REVISION) }
    }

    /// A scenario with these switches turned.
    pub fn setup_with(scenario: &str, options: &[(&str, &str)]) -> Setup {
        let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        Setup { options, ..Self::setup(scenario, None) }
    }

    /// A scenario with all its switches turned at once.
    pub fn setup_turned(scenario: &str) -> Setup {
        let cards = S::cards(&Self::data()).expect("built-in scenarios");
        let card = cards.into_iter().find(|card| card.scenario == scenario).expect("a built-in scenario");
        let turned = card.options.into_iter().filter_map(|option| {
            let other = option.values.into_iter().find(|value| *value != option.default)?;
            Some((option.id, other))
        });
        Setup { options: turned.collect(), ..Self::setup(scenario, None) }
    }

    /// The rules of a scenario, set up as it is or in a position.
    pub fn rules(scenario: &str, position: Option<&str>) -> Result<S, Faults> {
        S::open(&Self::data(), &Self::setup(scenario, position))
    }

    /// A table for scripted dice. Where something is hidden, anyone may guess it: the salt is no secret.
    pub fn table(data: &DataSet, setup: &Setup) -> Result<Spoken<S>, Faults> {
        erased::open(data, setup, Source::Scripted, Some([15; 16]))
    }

    /// A table in the situation an example describes.
    pub fn table_of(data: &DataSet, example: &Example) -> Result<Spoken<S>, Faults> {
        let position = example.position.as_ref().map(ToString::to_string);
        let options = example.options.clone();
        Self::table(data, &Setup { options, ..Self::setup(&example.scenario, position.as_deref()) })
    }

    /// The same with the built-in data. Reading a scenario takes far longer than playing an example of it, so each is read
    /// once for all examples.
    fn table_beside(example: &Example) -> Result<Spoken<S>, Faults> {
        let position = example.position.as_ref().map(ToString::to_string);
        let begun = match position {
            None => None,
            Some(position) => Self::opened(example)?.begun_in(&position),
        };
        begun.unwrap_or_else(|| Self::table_of(&Self::data(), example))
    }

    /// The scenario of an example with its options, opened once.
    fn opened(example: &Example) -> Result<Arc<Spoken<S>>, Faults> {
        let setup = Setup { options: example.options.clone(), ..Self::setup(&example.scenario, None) };
        static KNOWN: Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());
        let key = format!("{} {} {:?}", S::NAME, setup.scenario, setup.options);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = known().get(&key).cloned() {
            return Ok(opened.downcast().expect("a table of the system that the key names"));
        }
        let opened = Arc::new(Self::table(&Self::data(), &setup)?);
        known().insert(key, opened.clone());
        Ok(opened)
    }

    /// The worked examples: file and text.
    pub fn examples(data: &DataSet) -> Vec<(String, String)> {
        let text = |path: &str| data.text(path).expect("it was listed").to_owned();
        let folder = format!("{}/examples", S::NAME);
        data.below(&folder).map(|path| (path.to_owned(), text(path))).collect()
    }

    pub fn rulebook(data: &DataSet) -> Rulebook {
        let path = format!("{}/rulebook.md", S::NAME);
        let text = data.text(&path).expect("the rulebook is built in");
        Rulebook::parse(&path, text).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// A kit for all scenarios.
    pub fn kit() -> Kit<S> {
        Kit::of(&Self::data()).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// A kit for these games, named.
    pub fn kit_of(setups: impl IntoIterator<Item = (String, Setup)>) -> Kit<S> {
        let data = Self::data();
        let open = |setup: &Setup| S::open(&data, setup).unwrap_or_else(|faults| panic!("{faults}"));
        let games: Vec<_> = setups.into_iter().map(|(name, setup)| (name, Arc::new(open(&setup)))).collect();
        Kit::new(games).words(erased::words::<S>(&data).expect("built-in words"))
    }

    /// A kit for every scenario with every option turned by itself, to each of its other values: `games` in all.
    pub fn option_kit(games: usize) -> Kit<S> {
        let mut setups = Vec::new();
        for card in S::cards(&Self::data()).expect("built-in scenarios") {
            for option in &card.options {
                for value in option.values.iter().filter(|value| **value != option.default) {
                    let setup = Self::setup_with(&card.scenario, &[(&option.id, value)]);
                    setups.push((format!("{} with {} {value}", card.scenario, option.id), setup));
                }
            }
        }
        assert_eq!(setups.len(), games, "one game per changed option");
        Self::kit_of(setups)
    }

    /// A game of each of these scenarios is played as it is written in `tests/playthroughs` of the system, the first with
    /// this seed, the others with those after it.
    pub fn check_golden(scenarios: &[&str], seed: u64, chooser: Chooser) {
        const MOST: usize = 700;
        let words = erased::words::<S>(&Self::data()).expect("built-in words");
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = crates.join(S::NAME).join("tests/playthroughs");
        for (seed, scenario) in (seed..).zip(scenarios) {
            let rules = Self::rules(scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
            let golden = Golden::new(scenario, Arc::new(rules), words.clone()).seed(seed).chooser(chooser);
            golden.inputs(MOST).check(folder.join(format!("{scenario}.txt")));
        }
    }

    /// Everything clicked at a number of positions: of at least a number of refusals, fewer than one in twenty say only that it
    /// is not what is being asked.
    pub fn check_clicks(kit: &Kit<S>, positions: u64, least: u64) {
        let clicks = kit.clicks(positions as usize);
        assert!(clicks.refused() > least, "only {} clicks were refused", clicks.refused());
        assert!(clicks.catch_all() < 50, "more than 5 % of refusals are the catch-all:\n{clicks}");
    }

    /// Plays one example: what was seen in it.
    fn run(file: &str, text: &str) -> Result<(Example, example::Seen), Faults> {
        let example = Example::parse(file, text)?;
        let mut table = Self::table_beside(&example).map_err(|faults| {
            let named = |fault: Fault| Fault { file: format!("{file} ({})", fault.file), ..fault };
            Faults(faults.0.into_iter().map(named).collect())
        })?;
        let seen = example.run(file, &mut table)?;
        Ok((example, seen))
    }

    /// What came of every worked example. Several tests look at it, and each example is played once for all of them.
    fn runs() -> Runs {
        static KNOWN: Mutex<BTreeMap<&str, Runs>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let play =
            || Self::examples(&Self::data()).iter().map(|(file, text)| Self::run(file, text)).collect();
        known.entry(S::NAME).or_insert_with(|| Arc::new(play())).clone()
    }

    /// Every worked example plays as it says.
    pub fn check_examples() {
        let runs = Self::runs();
        let faults = runs.iter().filter_map(|run| run.as_ref().err());
        let failures: Vec<String> = faults.map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{} examples fail:\n\n{}", failures.len(), failures.join("\n\n"));
    }

    /// Does a worked example, named by its file, hold with these data?
    pub fn holds(data: &DataSet, name: &str) -> bool {
        let file = format!("{}/examples/{name}.toml", S::NAME);
        let text = data.text(&file).unwrap_or_else(|fault| panic!("{fault}"));
        let example = Example::parse(&file, text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut table = Self::table_of(data, &example).unwrap_or_else(|faults| panic!("{faults}"));
        example.run(&file, &mut table).is_ok()
    }

    /// Figures of a file are what play asks: with another one the example named beside it fails.
    pub fn check_figures(path: &str, figures: &[(&str, &str, &str)]) {
        for (old, new, example) in figures {
            assert!(Self::holds(&Self::data(), example), "{example}");
            assert!(!Self::holds(&Self::spoilt(path, old, new), example), "{example} holds with {new}");
        }
    }

    /// There are at least this many examples, and some for each of these chapters; each names rules of the rulebook, and says
    /// where it comes from.
    pub fn check_example_heads(least: usize, chapters: impl IntoIterator<Item = u32>) {
        let data = Self::data();
        let book = Self::rulebook(&data);
        let examples = Self::examples(&data);
        assert!(examples.len() >= least, "only {} examples", examples.len());
        let chapter = |rule: &str| rule.split(['-', '(', '.']).next().unwrap_or_default().to_owned();
        let mut shown = BTreeSet::new();
        for (file, text) in examples {
            let example = Example::parse(&file, &text).unwrap_or_else(|fault| panic!("{fault}"));
            for rule in &example.rule {
                assert!(book.entry(rule).is_some(), "{file}: the rulebook has no rule {rule}");
                shown.insert(chapter(rule));
            }
            assert!(text.starts_with("# origin: "), "{file} does not begin with its origin");
        }
        for number in chapters {
            assert!(shown.contains(&number.to_string()), "no example shows a rule of chapter {number}");
        }
    }

    /// Every rule the program cites is seen in a worked example, but for these.
    pub fn check_cited_in_examples(elsewhere: &[&str]) {
        let runs = Self::runs();
        let seen: BTreeSet<&String> = runs.iter().flatten().flat_map(|(_, seen)| &seen.rules).collect();
        let ids = S::rule_ids().iter().map(|rule| rule.0);
        let unseen: Vec<&str> =
            ids.filter(|id| !seen.contains(&(*id).to_owned()) && !elsewhere.contains(id)).collect();
        assert!(unseen.is_empty(), "never seen in an example: {}", unseen.join(", "));
    }

    /// The schema of positions lists the names that `T` is written with, under this path of keys and no others: what it is
    /// in the middle of, by the words of its file.
    pub fn check_names<T: serde::de::DeserializeOwned + std::fmt::Debug>(path: &[&str]) {
        let error = toml::Value::String("?".to_owned()).try_into::<T>().expect_err("no name");
        let mut known: Vec<String> =
            error.message().split('`').skip(3).step_by(2).map(str::to_owned).collect();
        let data = Self::data();
        let text = data.text(&format!("schema/{}/position.schema.json", S::NAME)).expect("a schema");
        let mut tree: serde_json::Value = serde_json::from_str(text).expect("JSON");
        for key in path {
            tree = tree[*key].take();
        }
        let mut listed = Vec::new();
        for branch in tree["oneOf"].as_array().expect("words, and tables of one key") {
            let words = branch["enum"].as_array().into_iter().flatten();
            listed.extend(words.map(|word| word.as_str().expect("a word").to_owned()));
            listed.extend(branch["properties"].as_object().into_iter().flat_map(|keys| keys.keys().cloned()));
        }
        known.sort();
        listed.sort();
        assert_eq!(listed, known, "{path:?} of the schema");
    }

    /// Rulebook × code × what was seen acting in games of the kit and in examples.
    pub fn check_coverage(kit: &Kit<S>) {
        let data = Self::data();
        let mut seen: Seen = kit.seen();
        for (file, text) in Self::examples(&data) {
            let (example, ran) = Self::run(&file, &text).unwrap_or_else(|faults| panic!("{faults}"));
            seen.example(&example, &ran);
        }
        // 0-4: resigning is no action of the game, but of the table.
        let card = S::cards(&data).expect("built-in scenarios").remove(0);
        let table = Self::table(&data, &Self::setup(&card.scenario, None));
        let mut table = table.unwrap_or_else(|faults| panic!("{faults}"));
        table.table.resign(Seat(0)).expect("the game runs");
        if let Asked::Over { rule, .. } = table.asked() {
            seen.note(&rule);
        }
        coverage(&Self::rulebook(&data), S::rule_ids(), &seen).check();
    }
}
