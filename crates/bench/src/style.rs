//! `bench style`: figures of style of a few games, and their records, without the whole program.

use std::{fs, path::PathBuf};

use bots::Level;
use clap::Args;
use comfy_table::{Table, presets::UTF8_HORIZONTAL_ONLY};
use kernel::{Fault, Faults, record::Record};
use lab::Job;
use roster::Scenario;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// SYSTEM/SCENARIO
    scenario: String,
    /// The bots of the first and the second side
    #[arg(long, value_delimiter = ',', num_args = 1, default_value = "greedy,greedy")]
    bots: Vec<Level>,
    #[arg(long, default_value_t = 20)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Write the record of game N to DIR/game-N.gunbai; `gunbai replay` tells its story
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<bool, Faults> {
    let data = roster::built_in();
    let wrong = |why: String| Fault::new("bench", why);
    let [first, second] = options.bots.as_slice() else {
        return Err(wrong("--bots takes two bots, as in `--bots greedy,search:100`".to_owned()).into());
    };
    let scenario = Scenario::parse(&data, &options.scenario).map_err(wrong)?;
    let setup = scenario.setup(&[]).map_err(wrong)?;
    let job = Job {
        games: options.games,
        seed: options.seed,
        bots: [first.clone(), second.clone()],
        threads: options.threads,
        keep_records: options.records.is_some(),
    };
    let keep = |game: u32, record: &Record| {
        if let Some(dir) = &options.records {
            let path = dir.join(format!("game-{}.gunbai", game + 1));
            if let Err(error) = fs::write(&path, record.text()) {
                eprintln!("{}: {error}", path.display());
            }
        }
    };
    let report = scenario.system.simulate(&data, &setup, &job, &|_| {}, &keep)?;
    let [one, two] = &report.sides;
    println!(
        "{scenario}: {first} against {second}, {} games, seed {}: {one} {}, {two} {}, drawn {}, unfinished {}",
        report.games,
        report.seed,
        report.wins[one],
        report.wins[two],
        report.draws,
        report.games - report.finished
    );
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(["style", one, two]);
    for style in &report.styles {
        table.add_row([style.name.clone(), style.figure(one), style.figure(two)]);
    }
    println!("{}", table.trim_fmt());
    Ok(true)
}
