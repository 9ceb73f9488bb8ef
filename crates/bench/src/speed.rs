//! `bench speed`: every line that applies now.

use std::{
    io::{IsTerminal, stderr},
    time::Instant,
};

use ageofwar::AgeOfWar;
use clap::Args;
use cpu_time::ProcessTime;
use daimyo::Daimyo;
use gunyuden::Gunyuden;
use kernel::Faults;
use serde_json::json;
use summits::Summits;
use yukimura::Yukimura;

use crate::{
    line::{Line, Verdict, table},
    lines::{self, Battle, Weighed},
    measure::Pace,
};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// A quarter of the time, figures accordingly rough
    #[arg(long)]
    quick: bool,
    /// Only the campaign: hex lines, state, replay, marches and lines of communication
    #[arg(long)]
    campaign: bool,
    /// Only the area battles: games, state, replay
    #[arg(long, conflicts_with = "campaign")]
    areas: bool,
    /// Only the open tables: games, state, replay
    #[arg(long, conflicts_with_all = ["campaign", "areas"])]
    open: bool,
    /// Only the forecasts, of all systems
    #[arg(long, conflicts_with_all = ["campaign", "areas", "open"])]
    odds: bool,
    /// One object for a program to read
    #[arg(long)]
    json: bool,
}

/// Measures and prints; does every line keep its floor?
pub(crate) fn run(options: &Options) -> Result<bool, Faults> {
    let pace = if options.quick { Pace::QUICK } else { Pace::FULL };
    let (began, spent) = (Instant::now(), ProcessTime::now());
    let lines = match options {
        Options { campaign: true, .. } => campaign(pace)?,
        Options { areas: true, .. } => battles::<Summits>("area games", pace)?,
        Options { open: true, .. } => open_tables(pace)?,
        Options { odds: true, .. } => forecasts(pace)?,
        _ => measure(pace)?,
    };
    let (seconds, cpu_seconds) = (began.elapsed().as_secs_f64(), spent.elapsed().as_secs_f64());
    let missed = lines.iter().filter(|line| line.verdict == Verdict::BelowFloor).count();
    if options.json {
        println!("{:#}", json!({ "lines": lines, "seconds": seconds, "cpu_seconds": cpu_seconds }));
    } else {
        println!("{}", table(&lines).trim_fmt());
        println!("{} lines, {missed} below their floor; {seconds:.0} s, {cpu_seconds:.0} CPU s", lines.len());
    }
    Ok(missed == 0)
}

fn measure(pace: Pace) -> Result<Vec<Line>, Faults> {
    let all: Vec<Battle> = Battle::all()?;
    let two = [Battle::open("yao")?, Battle::open("domyoji")?];
    let mut measured = Vec::new();
    note("hex games");
    measured.push(lines::games(&all, pace)?);
    note("state");
    measured.push(lines::clone_cost(&all, pace)?);
    measured.push(lines::state_size(&all, pace)?);
    note("replay");
    measured.push(lines::replay(&all, pace)?);
    note("search");
    measured.push(lines::search_iterations(&two, pace)?);
    note("threads");
    measured.push(lines::two_threads(&two[1], pace)?);
    note("growth");
    measured.push(lines::growth(pace)?);
    measured.extend(battles::<Summits>("area games", pace)?);
    measured.extend(open_tables(pace)?);
    measured.extend(campaign(pace)?);
    measured.extend(forecasts(pace)?);
    note("");
    Ok(measured)
}

/// Forecasts of all five systems.
fn forecasts(pace: Pace) -> Result<Vec<Line>, Faults> {
    let mut measured = Vec::new();
    note("forecasts");
    measured.extend(lines::forecasts::<Yukimura>(&Battle::all()?, pace)?);
    measured.extend(lines::forecasts::<Summits>(&Battle::all()?, pace)?);
    measured.extend(lines::forecasts::<Daimyo>(&Battle::all()?, pace)?);
    measured.extend(lines::forecasts::<AgeOfWar>(&Battle::all()?, pace)?);
    measured.extend(lines::forecasts::<Gunyuden>(&Battle::all()?, pace)?);
    note("");
    Ok(measured)
}

/// Both systems of miniatures.
fn open_tables(pace: Pace) -> Result<Vec<Line>, Faults> {
    let mut measured = battles::<Daimyo>("open tables", pace)?;
    measured.extend(battles::<AgeOfWar>("open tables", pace)?);
    Ok(measured)
}

/// The lines that every system has.
fn battles<R: Weighed>(what: &str, pace: Pace) -> Result<Vec<Line>, Faults> {
    let all: Vec<Battle<R>> = Battle::all()?;
    note(what);
    let measured = vec![
        lines::games(&all, pace)?,
        lines::clone_cost(&all, pace)?,
        lines::state_size(&all, pace)?,
        lines::replay(&all, pace)?,
    ];
    note("");
    Ok(measured)
}

fn campaign(pace: Pace) -> Result<Vec<Line>, Faults> {
    let mut measured = battles::<Gunyuden>("the campaign", pace)?;
    let all: Vec<Battle<Gunyuden>> = Battle::all()?;
    note("the campaign");
    measured.push(lines::destinations(&all, pace)?);
    measured.push(lines::whole_map_lines(&all, pace)?);
    note("");
    Ok(measured)
}

/// Prints what is being measured, to a terminal only.
fn note(what: &str) {
    if stderr().is_terminal() {
        eprint!("\r{what:<20}\r");
    }
}
