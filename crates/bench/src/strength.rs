//! `bench strength`: is each bot stronger than the one below it?

use std::io::{IsTerminal, stderr};

use bots::Level;
use clap::Args;
use comfy_table::{Table, presets::UTF8_HORIZONTAL_ONLY};
use kernel::{Fault, Faults};
use lab::matches::{Duel, Match};
use roster::Scenario;
use serde::Serialize;

use crate::positions;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// SYSTEM/SCENARIO, without SYSTEM one of yukimura; without it, or any bot, the usual set is played
    #[arg(long)]
    scenario: Option<String>,
    /// The bot that should be stronger [default: search:400]
    #[arg(long)]
    a: Option<Level>,
    /// Its opponent [default: greedy]
    #[arg(long)]
    b: Option<Level>,
    /// What `a` must score [default: that of the usual set, else 0.5]
    #[arg(long)]
    bar: Option<f64>,
    /// Half of them with sides swapped
    #[arg(long, default_value_t = 200)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Count the test positions of this system that bots solve, instead of playing games
    #[arg(long, value_name = "SYSTEM")]
    positions: Option<String>,
    /// The bots that solve them
    #[arg(long, value_delimiter = ',', default_value = "script:passive,steady,greedy,search:100")]
    levels: Vec<Level>,
    /// Only test positions whose file name has this in it
    #[arg(long)]
    only: Option<String>,
    /// One list for a program to read
    #[arg(long)]
    json: bool,
}

/// What is played where nothing else is asked for: each level against the one below it.
const LADDER: [(Level, Level); 2] = [(Level::Greedy, Level::Steady), (Level::Search(400), Level::Greedy)];
const BATTLES: [&str; 2] = ["yukimura/yao", "yukimura/domyoji"];
/// Elsewhere greed alone has to show itself; open tables are asked for by name, for their games take longest.
const OTHERS: [&str; 5] = [
    "summits/tennozan",
    "summits/shizugatake",
    "gunyuden/tennozan",
    "gunyuden/shizugatake",
    "gunyuden/komaki",
];

/// What the stronger must score. Greed must beat steady nearly always, and more so in the systems that are played by
/// many small moves; any other must be better than an equal even at the lower end of its interval.
fn bar(a: &Level, b: &Level, scenario: &str) -> f64 {
    let few_moves = ["yukimura/", "summits/"].iter().any(|system| scenario.starts_with(system));
    match (a, b) {
        (Level::Greedy, Level::Steady) if few_moves => 0.9,
        (Level::Greedy, Level::Steady) => 0.95,
        _ => EQUAL,
    }
}

const EQUAL: f64 = 0.5;

/// A match that is to be played.
struct Fixture {
    scenario: String,
    a: Level,
    b: Level,
    bar: f64,
}

/// A match after its last game.
#[derive(Debug, Serialize)]
struct Played {
    #[serde(flatten)]
    duel: Duel,
    bar: f64,
    held: bool,
}

/// Plays and prints; does every bot reach its bar?
pub(crate) fn run(options: &Options) -> Result<bool, Faults> {
    if let Some(system) = &options.positions {
        return positions::run(system, &options.levels, options.only.as_deref(), options.json);
    }
    let mut played = Vec::new();
    for fixture in fixtures(options) {
        played.push(play(&fixture, options)?);
    }
    if options.json {
        println!("{:#}", serde_json::json!(played));
    } else {
        println!("{}", table(&played).trim_fmt());
    }
    Ok(played.iter().all(|played| played.held))
}

fn fixtures(options: &Options) -> Vec<Fixture> {
    let pairs = match (&options.a, &options.b) {
        (None, None) if options.scenario.is_none() => LADDER.to_vec(),
        (a, b) => vec![(a.clone().unwrap_or(Level::Search(400)), b.clone().unwrap_or(Level::Greedy))],
    };
    let scenarios = match &options.scenario {
        Some(scenario) if scenario.contains('/') => vec![scenario.clone()],
        Some(scenario) => vec![format!("yukimura/{scenario}")],
        None => BATTLES.map(str::to_owned).to_vec(),
    };
    let fixture = |(a, b): &(Level, Level), scenario: &str| Fixture {
        scenario: scenario.to_owned(),
        a: a.clone(),
        b: b.clone(),
        bar: options.bar.unwrap_or_else(|| bar(a, b, scenario)),
    };
    let mut fixtures: Vec<Fixture> =
        pairs.iter().flat_map(|pair| scenarios.iter().map(move |scenario| fixture(pair, scenario))).collect();
    if pairs.len() > 1 {
        fixtures.extend(OTHERS.iter().map(|scenario| fixture(&LADDER[0], scenario)));
    }
    fixtures
}

fn play(fixture: &Fixture, options: &Options) -> Result<Played, Faults> {
    let Fixture { scenario, a, b, bar } = fixture;
    let games = options.games;
    let progress = |done: u32| {
        if stderr().is_terminal() {
            let end = if done == games { "\r\x1b[K" } else { "" };
            eprint!("\r{scenario}: {a} against {b}, {done} of {games} games{end}");
        }
    };
    let fixture = Match { a, b, games, seed: options.seed, threads: options.threads, progress: &progress };
    let duel = hold(scenario, &fixture)?;
    // A score that chance alone may have made is no proof of strength.
    let surely_better = duel.interval[0] > EQUAL;
    Ok(Played { held: duel.score >= *bar && surely_better, duel, bar: *bar })
}

/// Plays a match in SYSTEM/SCENARIO with the built-in data.
pub(crate) fn hold(scenario: &str, fixture: &Match<'_>) -> Result<Duel, Faults> {
    let data = roster::built_in();
    let wrong = |why: String| Fault::new("bench", why);
    let scenario = Scenario::parse(&data, scenario).map_err(wrong)?;
    let setup = scenario.setup(&[]).map_err(wrong)?;
    scenario.system.duel(&data, &setup, fixture)
}

fn table(played: &[Played]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header([
        "scenario",
        "match",
        "games",
        "won–drawn–lost",
        "score",
        "95 %",
        "as side 0, 1",
        "bar",
        "verdict",
        "CPU s a game",
    ]);
    for Played { duel, bar, held } in played {
        table.add_row([
            duel.scenario.clone(),
            format!("{} : {}", duel.a, duel.b),
            duel.games.to_string(),
            format!("{}–{}–{}", duel.wins_a, duel.draws, duel.losses),
            format!("{:.3}", duel.score),
            format!("{:.3} to {:.3}", duel.interval[0], duel.interval[1]),
            duel.as_side.map(|(score, games)| format!("{score:.2} of {games}")).join(", "),
            format!("{bar:.2}"),
            verdict(duel, *bar, *held).to_owned(),
            format!("{:.3}", duel.seconds_per_game),
        ]);
    }
    table
}

/// A score beside its bar, but so near that luck may have decided, is called so.
fn verdict(duel: &Duel, bar: f64, held: bool) -> &'static str {
    match (held, duel.interval) {
        (true, [low, _]) if low < bar => "ok, by luck perhaps",
        (true, _) => "ok",
        (false, [_, high]) if high > bar => "BELOW BAR, by luck perhaps",
        (false, _) => "BELOW BAR",
    }
}
