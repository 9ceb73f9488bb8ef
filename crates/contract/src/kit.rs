//! The kit: games in, a verdict out.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use kernel::{DataSet, Faults, Game, Lot, Play, Setup, System, Thing, Words, rulebook::Rulebook};

use crate::{
    broken::Broken,
    case::Case,
    chooser::Chooser,
    clicks::Clicks,
    coverage::Seen,
    law::Law,
    open_table::OpenTable,
    things,
    trail::{Trail, said},
};

/// Plays random games of a system and holds them against every [`Law`].
pub struct Kit<R: Game> {
    pub(crate) games: Vec<(String, Arc<R>)>,
    pub(crate) rulebook: Option<BTreeSet<String>>,
    pub(crate) words: Option<Arc<Words>>,
    pub(crate) seeds: u64,
    pub(crate) close: usize,
    pub(crate) plays: usize,
    pub(crate) open_table: Option<Arc<dyn OpenTable<R>>>,
    laws: &'static [Law],
}

impl<R: Game> std::fmt::Debug for Kit<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kit({} games, {} seeds)", self.games.len(), self.seeds)
    }
}

/// What is prepared once for a game and used with every seed.
struct Prepared<A> {
    candidates: Vec<A>,
    places: Vec<Thing>,
}

impl<R: Game> Kit<R> {
    /// A kit for games named by scenario.
    pub fn new<N: Into<String>>(games: impl IntoIterator<Item = (N, Arc<R>)>) -> Kit<R> {
        let games = games.into_iter().map(|(name, rules)| (name.into(), rules)).collect();
        Kit {
            games,
            rulebook: None,
            words: None,
            seeds: 20,
            close: 24,
            plays: 20_000,
            open_table: None,
            laws: Law::ALL,
        }
    }

    /// The rule ids that may be cited.
    pub fn rulebook(mut self, book: &Rulebook) -> Kit<R> {
        self.rulebook = Some(book.entries.iter().map(|entry| entry.id.clone()).collect());
        self
    }

    /// The words every sentence must have.
    pub fn words(mut self, words: Arc<Words>) -> Kit<R> {
        self.words = Some(words);
        self
    }

    /// The open table it is played on, for the law that nobody stands in another.
    pub fn open_table(mut self, open: impl OpenTable<R> + 'static) -> Kit<R> {
        self.open_table = Some(Arc::new(open));
        self
    }

    /// Looks at these laws alone: more games can be played for the same time.
    pub fn only(mut self, laws: &'static [Law]) -> Kit<R> {
        self.laws = laws;
        self
    }

    /// How many games of each scenario are played.
    pub fn seeds(mut self, seeds: u64) -> Kit<R> {
        self.seeds = seeds;
        self
    }

    /// How many positions of a game the dearer laws look at.
    pub fn close(mut self, positions: usize) -> Kit<R> {
        self.close = positions.max(2);
        self
    }

    /// How many plays in all are held against exact odds.
    pub fn plays(mut self, plays: usize) -> Kit<R> {
        self.plays = plays;
        self
    }

    /// How many positions the dearer laws look at, over all games and seeds.
    pub fn positions(&self) -> usize {
        let games = (0..self.games.len()).flat_map(|game| (0..self.seeds).map(move |seed| (game, seed)));
        games.map(|(game, seed)| self.trail(game, seed).states.len().min(self.close)).sum()
    }

    /// Panics with the first broken law, in words.
    pub fn check(&self) {
        if let Err(broken) = self.verdict() {
            panic!("{broken}");
        }
    }

    /// The broken law that comes first in [`Law::ALL`], in its first game and seed.
    pub fn verdict(&self) -> Result<(), Broken> {
        let prepared = self.prepared()?;
        let jobs = self.games.len() * self.seeds as usize;
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.max(1));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let job = next.fetch_add(1, Ordering::Relaxed);
                        if job >= jobs {
                            break;
                        }
                        let (game, seed) = (job / self.seeds as usize, (job % self.seeds as usize) as u64);
                        if let Err(broken) = self.examine(game, seed, &prepared[game]) {
                            found.lock().expect("no thread panics").push((broken.law, job, broken));
                        }
                    }
                });
            }
        });
        let found = found.into_inner().expect("no thread panics");
        match found.into_iter().min_by_key(|(law, job, _)| (*law, *job)) {
            Some((_, _, broken)) => Err(broken),
            None => Ok(()),
        }
    }

    /// One game of one scenario against all laws.
    fn examine(&self, game: usize, seed: u64, prepared: &Prepared<R::Action>) -> Result<(), Broken> {
        let trail = self.trail(game, seed);
        let case = Case::new(self, &trail, &prepared.candidates, &prepared.places);
        for &law in self.laws {
            let broken = |law, input: usize, detail| Broken {
                law,
                game: trail.game.clone(),
                seed,
                input,
                detail,
                inputs: trail.texts(input),
            };
            match catch_unwind(AssertUnwindSafe(|| law.check(&case))) {
                Ok(Ok(())) => {}
                Ok(Err(slip)) => return Err(broken(law, slip.input, slip.detail)),
                Err(panic) => {
                    let detail = format!("while `{law}` was looked at: {}", said(&*panic));
                    return Err(broken(Law::NoPanic, case.at.get(), detail));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn trail(&self, game: usize, seed: u64) -> Trail<R> {
        let (name, rules) = &self.games[game];
        Trail::play(rules, name, seed, Chooser::of_seed(seed), usize::MAX)
    }

    /// Action texts of a few games of every scenario, read back by each of them.
    fn prepared(&self) -> Result<Vec<Prepared<R::Action>>, Broken> {
        const TEXTS: usize = 160;
        let mut texts = BTreeSet::new();
        let mut name = String::new();
        let gathered = catch_unwind(AssertUnwindSafe(|| {
            for (game, (title, _)) in self.games.iter().enumerate() {
                title.clone_into(&mut name);
                for seed in 0..2 {
                    self.gather(&self.trail(game, seed), &mut texts);
                }
            }
            let mut texts: Vec<String> = texts.into_iter().collect();
            Lot::new(3).shuffle(&mut texts);
            texts.truncate(TEXTS);
            self.games
                .iter()
                .map(|(_, rules)| Prepared {
                    candidates: things::candidates(&**rules, &texts, &mut Lot::new(5)),
                    places: things::places(&**rules),
                })
                .collect()
        }));
        gathered.map_err(|panic| Broken {
            law: Law::NoPanic,
            game: name,
            seed: 0,
            input: 0,
            detail: format!("while actions were collected, written and read: {}", said(&*panic)),
            inputs: Vec::new(),
        })
    }

    fn gather(&self, trail: &Trail<R>, texts: &mut BTreeSet<String>) {
        const MOST_OF_A_LIST: usize = 40;
        let rules = &*trail.rules;
        for state in &trail.states {
            let kernel::Ask::Choose(questions) = rules.ask(state) else { continue };
            for question in &questions {
                let listed = rules.listed(state, question.seat);
                let step = listed.len().div_ceil(MOST_OF_A_LIST).max(1);
                texts.extend(listed.iter().step_by(step).map(|action| rules.write_action(action)));
            }
        }
    }

    /// Every rule that the random games and clicks on their boards cite.
    pub fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        let Ok(prepared) = self.prepared() else { return seen };
        for (game, prepared) in prepared.iter().enumerate() {
            for seed in 0..self.seeds {
                let trail = self.trail(game, seed);
                let case = Case::new(self, &trail, &prepared.candidates, &prepared.places);
                crate::sayings::all(&case, &mut |saying| {
                    if let Some(rule) = saying.rule {
                        seen.note(rule.0);
                    }
                });
            }
        }
        seen
    }

    /// Clicks on every piece and place at some `positions` of random games.
    pub fn clicks(&self, positions: usize) -> Clicks {
        crate::clicks::measure(self, positions)
    }
}

impl<S: System> Kit<S> {
    /// Every scenario of a system with its default options, its rulebook and its words.
    pub fn of(data: &DataSet) -> Result<Kit<S>, Faults> {
        let mut games = Vec::new();
        for card in S::cards(data)? {
            let setup = Setup::plain(S::NAME, &card.scenario, S::REVISION);
            games.push((format!("{}/{}", S::NAME, card.scenario), Arc::new(S::open(data, &setup)?)));
        }
        let path = format!("{}/rulebook.md", S::NAME);
        let book = Rulebook::parse(&path, data.text(&path)?)?;
        Ok(Kit::new(games).rulebook(&book).words(kernel::erased::words::<S>(data)?))
    }
}
