//! `gunbai simulate`

use std::{
    fs,
    io::{self, Write},
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
    sync::Mutex,
};

use bots::Level;
use clap::Args;
use kernel::{DataSet, Faults, Setup, record::Record};
use lab::{Deed, Job, Report};
use roster::Scenario;
use serde_json::json;

use crate::{
    failure::{Failure, write},
    game::pair,
    progress::Progress,
    prose::grid,
};

/// Let bots play many games, and sum them up
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai simulate yukimura/yao --games 1000 --bots greedy,steady
  gunbai simulate yukimura/yao --games 200 --vary superiority --report yao.html
  gunbai simulate gunyuden/shizugatake --games 30 --deeds
Bots: random, steady, greedy, search:N, script:NAME, exec:PROGRAM; the first plays the first side.
The digest depends on scenario, options, data, bots, seed and games; not on the machine or --threads.")]
pub(crate) struct Simulate {
    /// SYSTEM/SCENARIO
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroU32,
    /// The same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays the first and the second side; one name stands for both
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "greedy")]
    bots: Vec<Level>,
    /// Threads; without it, one for each core
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Write the record of game N to DIR/game-N.gunbai
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write a report as a web page
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Play the series under every value of this option, and compare
    #[arg(long, value_name = "OPTION")]
    vary: Option<String>,
    /// An option of the scenario; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Show what the sides did and suffered, by inning
    #[arg(long)]
    deeds: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let bots = match self.bots.as_slice() {
            [both] => [both.clone(), both.clone()],
            [first, second] => [first.clone(), second.clone()],
            more => {
                return Err(Failure::wrong_use(format!("--bots takes one or two bots, not {}", more.len())));
            }
        };
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let job = Job {
            games: self.games.get(),
            seed: self.seed,
            bots,
            threads: self.threads.map_or_else(cores, NonZeroUsize::get),
            keep_records: self.records.is_some(),
        };
        let scenario = Scenario::parse(data, &self.scenario).map_err(Failure::WrongUse)?;
        let setups = self.setups(&scenario)?;
        let progress = Progress::new(u64::from(job.games) * setups.len() as u64, "games");
        let mut reports = Vec::new();
        for (n, (label, setup)) in setups.iter().enumerate() {
            let before = n as u64 * u64::from(job.games);
            let shelf = Shelf::new(self.records.as_ref(), self.vary.as_ref().map(|_| label))?;
            let progress = |done| progress.at(before + u64::from(done));
            let record = |game, record: &Record| shelf.keep(game, record);
            let report =
                scenario.system.simulate(data, setup, &job, &progress, &record).map_err(unplayable)?;
            shelf.close()?;
            reports.push((label.clone(), report));
        }
        drop(progress);
        if let Some(path) = &self.report {
            write(path, lab::html(&scenario.to_string(), &reports, &command()))?;
        }
        self.tell(&reports, out)
    }

    /// What to play: the scenario as it is, or once for every value of the option that varies.
    fn setups(&self, scenario: &Scenario) -> Result<Vec<(String, Setup)>, Failure> {
        let Some(vary) = &self.vary else {
            let setup = scenario.setup(&self.options).map_err(Failure::WrongUse)?;
            return Ok(vec![(scenario.to_string(), setup)]);
        };
        if self.options.iter().any(|(id, _)| id == vary) {
            return Err(Failure::wrong_use(format!("option {vary} cannot both vary and be set")));
        }
        // An unknown option is named by the same check that names unknown values.
        let values = scenario.card.options.iter().find(|option| option.id == *vary).map(|o| o.values.clone());
        let values = values.unwrap_or_else(|| vec![String::new()]);
        let setups = values.into_iter().map(|value| {
            let mut chosen = self.options.clone();
            chosen.push((vary.clone(), value.clone()));
            Ok((format!("{vary}={value}"), scenario.setup(&chosen).map_err(Failure::WrongUse)?))
        });
        setups.collect()
    }

    fn tell(&self, reports: &[(String, Report)], out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            let tree = match (&self.vary, reports) {
                (None, [(_, report)]) => json!(report),
                (vary, _) => {
                    let runs: Vec<_> = reports
                        .iter()
                        .map(|(label, report)| json!({ "label": label, "report": report }))
                        .collect();
                    json!({ "scenario": self.scenario, "vary": vary, "runs": runs })
                }
            };
            writeln!(out, "{tree:#}")?;
            return Ok(());
        }
        let Some((_, first)) = reports.first() else { return Ok(()) };
        let [one, two] = &first.sides;
        let mut grid = grid(&[
            "",
            "games",
            &format!("{one} wins"),
            &format!("{two} wins"),
            "draws",
            "unfinished",
            &format!("score of {one}"),
            "95 %",
            "actions a game",
        ]);
        for (label, report) in reports {
            let wins = |side: &String| report.wins.get(side).copied().unwrap_or(0).to_string();
            let score = report.score.get(one).copied();
            let percent = |share: f64| format!("{:.1} %", share * 100.0);
            grid.add_row([
                label.clone(),
                report.games.to_string(),
                wins(one),
                wins(two),
                report.draws.to_string(),
                (report.games - report.finished).to_string(),
                score.map_or_else(String::new, |s| percent(s.score)),
                score.map_or_else(String::new, |s| format!("{} to {}", percent(s.low), percent(s.high))),
                format!("{:.0}", report.mean_length),
            ]);
        }
        writeln!(out, "{grid}")?;
        if self.deeds {
            for (label, report) in reports {
                let both = "\"both\": games that saw it of both sides";
                writeln!(out, "{label}, {one}/{two} in a game, by inning; {both}:")?;
                if !report.sums.is_empty() {
                    writeln!(out, "{}", deeds(report, &report.sums))?;
                }
                writeln!(out, "{}", deeds(report, &report.deeds))?;
                if !report.styles.is_empty() {
                    writeln!(out, "{}", styles(report))?;
                }
            }
        }
        for (label, report) in reports {
            writeln!(
                out,
                "{label}: {} against {}, seed {}, {:.1} s, {:.0} actions a cpu second, digest {}",
                report.bots[0],
                report.bots[1],
                report.seed,
                report.seconds,
                report.actions_per_cpu_second,
                report.digest
            )?;
        }
        Ok(())
    }
}

/// A row for each kind of deed: its rule, how many games saw it of either side and of both, and the means.
fn deeds(report: &Report, deeds: &[Deed]) -> String {
    let clocks: Vec<String> = report.losses_by_clock.iter().map(|inning| inning.clock.to_string()).collect();
    let mut head = vec!["rule", "deed", "games", "both", "all"];
    head.extend(clocks.iter().map(String::as_str));
    let mut grid = grid(&head);
    for deed in deeds {
        let mean = |count: &lab::Count| report.sides.each_ref().map(|side| count.mean[side]);
        let all = deed.by_clock.iter().map(mean).fold([0.0; 2], |sum, [a, b]| [sum[0] + a, sum[1] + b]);
        let show = |[a, b]: [f64; 2]| if a + b > 0.0 { format!("{a:.1}/{b:.1}") } else { String::new() };
        let games = report.sides.each_ref().map(|side| deed.games[side].to_string()).join("/");
        let rule = deed.rule.clone().unwrap_or_default();
        let mut row = vec![rule, deed.deed.clone(), games, deed.games_of_both.to_string(), show(all)];
        row.extend(deed.by_clock.iter().map(|count| show(mean(count))));
        grid.add_row(row);
    }
    grid.to_string()
}

/// A row for each figure of style.
fn styles(report: &Report) -> String {
    let [one, two] = &report.sides;
    let mut grid = grid(&["style", one, two]);
    for style in &report.styles {
        grid.add_row([style.name.clone(), style.figure(one), style.figure(two)]);
    }
    grid.to_string()
}

/// A bot that cannot be started was named wrongly; anything else is wrong with the data.
fn unplayable(faults: Faults) -> Failure {
    match faults.0.iter().all(|fault| fault.file == "bots") {
        true => Failure::wrong_use(faults),
        false => faults.into(),
    }
}

/// The directory records go to. Games end on any thread, so the first failure is kept for the end.
struct Shelf {
    dir: Option<PathBuf>,
    failed: Mutex<Option<io::Error>>,
}

impl Shelf {
    fn new(dir: Option<&PathBuf>, below: Option<&String>) -> Result<Shelf, Failure> {
        let dir = dir.map(|dir| below.map_or_else(|| dir.clone(), |below| dir.join(below)));
        if let Some(dir) = &dir {
            fs::create_dir_all(dir)
                .map_err(|error| Failure::wrong_use(format!("{} cannot be made: {error}", dir.display())))?;
        }
        Ok(Shelf { dir, failed: Mutex::new(None) })
    }

    fn keep(&self, game: u32, record: &Record) {
        let Some(dir) = &self.dir else { return };
        if let Err(error) = fs::write(dir.join(format!("game-{}.gunbai", game + 1)), record.text())
            && let Ok(mut failed) = self.failed.lock()
        {
            failed.get_or_insert(error);
        }
    }

    fn close(self) -> Result<(), Failure> {
        match self.failed.into_inner() {
            Ok(Some(error)) => Err(Failure::wrong_use(format!("records cannot be written: {error}"))),
            _ => Ok(()),
        }
    }
}

/// The command line, printed in the report.
fn command() -> String {
    let rest =
        std::env::args().skip(1).map(|word| if word.contains(' ') { format!("'{word}'") } else { word });
    std::iter::once("gunbai".to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
}
