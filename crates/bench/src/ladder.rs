//! `bench ladder`: every bot against every other.

use std::io::{IsTerminal, stderr};

use bots::Level;
use clap::Args;
use comfy_table::{Table, presets::UTF8_HORIZONTAL_ONLY};
use kernel::{Fault, Faults};
use lab::{
    ladder::{Rung, ladder},
    matches::{Duel, Match, Thinking},
};
use serde_json::json;

use crate::strength::hold;

/// Neighbours on the ladder must be at least this far apart.
const APART: f64 = 60.0;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// SYSTEM, for all its scenarios, or SYSTEM/SCENARIO
    scenario: String,
    /// From the weakest to the strongest
    #[arg(long, value_delimiter = ',', default_value = "steady,greedy,search:100,search:400")]
    levels: Vec<Level>,
    /// Of each pair; half of them with sides swapped
    #[arg(long, default_value_t = 40)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// One list for a program to read
    #[arg(long)]
    json: bool,
}

/// Plays and prints; are the levels in the order in which they were named, and far enough apart?
pub(crate) fn run(options: &Options) -> Result<bool, Faults> {
    let mut held = true;
    let mut printed = Vec::new();
    for scenario in scenarios(&options.scenario)? {
        let duels = play(&scenario, options)?;
        let rungs = ladder(&duels, options.seed);
        let place = |level: &Level| rungs.iter().find(|rung| rung.level == level.to_string());
        held &= options.levels.windows(2).all(|pair| match (place(&pair[0]), place(&pair[1])) {
            (Some(weaker), Some(stronger)) => stronger.elo >= weaker.elo + APART,
            _ => false,
        });
        if options.json {
            printed.push(json!({ "scenario": scenario, "ladder": rungs, "matches": duels }));
        } else {
            println!("{scenario}, {} games a pair, seed {}", options.games, options.seed);
            println!("{}", table(&rungs, &duels).trim_fmt());
        }
    }
    if options.json {
        println!("{:#}", json!(printed));
    }
    Ok(held)
}

fn scenarios(text: &str) -> Result<Vec<String>, Faults> {
    if text.contains('/') {
        return Ok(vec![text.to_owned()]);
    }
    let system = roster::find(text).map_err(|why| Fault::new("bench", why))?;
    let cards = system.cards(&roster::built_in())?;
    Ok(cards.iter().map(|card| format!("{text}/{}", card.scenario)).collect())
}

fn play(scenario: &str, options: &Options) -> Result<Vec<Duel>, Faults> {
    let mut duels = Vec::new();
    for (n, b) in options.levels.iter().enumerate() {
        for a in &options.levels[n + 1..] {
            let progress = |done: u32| {
                if stderr().is_terminal() {
                    let end = if done == options.games { "\r\x1b[K" } else { "" };
                    eprint!("\r{scenario}: {a} against {b}, {done} of {} games{end}", options.games);
                }
            };
            let Options { games, seed, threads, .. } = *options;
            duels.push(hold(scenario, &Match { a, b, games, seed, threads, progress: &progress })?);
        }
    }
    Ok(duels)
}

fn table(rungs: &[Rung], duels: &[Duel]) -> Table {
    let mut table = Table::new();
    let mut head = vec!["level".to_owned(), "Elo".to_owned(), "95 %".to_owned()];
    head.extend(rungs.iter().map(|rung| format!(": {}", rung.level)));
    head.extend(["CPU s a turn", "95 of 100 below"].map(str::to_owned));
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(head);
    for rung in rungs {
        let mut row = vec![
            rung.level.clone(),
            format!("{:.0}", rung.elo),
            format!("{:.0} to {:.0}", rung.interval[0], rung.interval[1]),
        ];
        row.extend(rungs.iter().map(|other| score(duels, &rung.level, &other.level).unwrap_or_default()));
        let thinking = thinking(duels, &rung.level);
        row.extend([format!("{:.3}", thinking.mean), format!("{:.3}", thinking.most)]);
        table.add_row(row);
    }
    table
}

/// The score of one level against another.
fn score(duels: &[Duel], level: &str, other: &str) -> Option<String> {
    let score = duels.iter().find_map(|duel| match (duel.a.as_str(), duel.b.as_str()) {
        (a, b) if (a, b) == (level, other) => Some(duel.score),
        (a, b) if (b, a) == (level, other) => Some(1.0 - duel.score),
        _ => None,
    });
    score.map(|score| format!("{score:.2}"))
}

/// What a level thinks in a turn; of all its matches the mean, and the longest of the bounds.
fn thinking(duels: &[Duel], level: &str) -> Thinking {
    let of: Vec<Thinking> = duels
        .iter()
        .flat_map(|duel| [(&duel.a, duel.thinking[0]), (&duel.b, duel.thinking[1])])
        .filter(|(name, _)| *name == level)
        .map(|(_, thinking)| thinking)
        .collect();
    let mean = of.iter().map(|thinking| thinking.mean).sum::<f64>() / of.len().max(1) as f64;
    Thinking { mean, most: of.iter().map(|thinking| thinking.most).fold(0.0, f64::max) }
}
