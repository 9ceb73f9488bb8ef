//! `bench server`: the table online, against what the same machine does with less.
//!
//! The server and the bare yardstick run in processes of their own; the players are here. Figures of both are taken
//! alternately in one run.

mod attacks;
mod bare;
pub(crate) mod house;
mod players;

use std::{
    io::{IsTerminal, Read as _, Write as _, stderr},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use kernel::{Fault, Faults};
use serde_json::json;

use self::{
    house::{House, Kind},
    players::{Played, Script},
};
use crate::{
    line::{Line, Unit, Verdict, table},
    measure::{medians, quantile},
};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// A quarter of the time, figures accordingly rough
    #[arg(long)]
    quick: bool,
    /// Only these figures; all of them if none is named
    #[arg(long, value_enum)]
    only: Vec<Part>,
    /// One object for a program to read
    #[arg(long)]
    json: bool,
}

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Moves,
    Click,
    Memory,
    Start,
    Attacks,
}

/// Tables that are played at the same time.
const TABLES: usize = 32;

pub(crate) fn run(options: &Options) -> Result<bool, Faults> {
    let began = Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| wrong(&e))?;
    let lines = runtime.block_on(measure(options.quick, &options.only)).map_err(|error| wrong(&error))?;
    let missed = lines.iter().filter(|line| line.verdict == Verdict::BelowFloor).count();
    let seconds = began.elapsed().as_secs_f64();
    if options.json {
        println!("{:#}", json!({ "lines": lines, "seconds": seconds }));
    } else {
        println!("{}", table(&lines).trim_fmt());
        println!("{} lines, {missed} below their floor; {seconds:.0} s", lines.len());
    }
    Ok(missed == 0)
}

fn wrong(error: &std::io::Error) -> Faults {
    Fault::new("bench server", error.to_string()).into()
}

async fn measure(quick: bool, only: &[Part]) -> std::io::Result<Vec<Line>> {
    let script = Script::of_yao();
    let wanted = |part, what| {
        let wanted = only.is_empty() || only.contains(&part);
        if wanted {
            note(what);
        }
        wanted
    };
    let mut lines = Vec::new();
    if wanted(Part::Moves, "moves") {
        let (rounds, slice) = if quick { (3, 700) } else { (5, 2_000) };
        lines.extend(moves(&script, rounds, Duration::from_millis(slice)).await?);
    }
    if wanted(Part::Click, "click to update") {
        lines.push(click(&script, if quick { 200 } else { 1_000 }).await?);
    }
    if wanted(Part::Memory, "memory") {
        lines.push(memory(if quick { 150 } else { 5_000 }).await?);
    }
    if wanted(Part::Start, "start") {
        lines.push(start().await?);
    }
    if wanted(Part::Attacks, "attacks") {
        lines.extend(attacks::lines(&script, if quick { 10 } else { 40 }).await?);
    }
    note("");
    Ok(lines)
}

/// Durable moves over the live channel, two seats looking on at each table, to messages over a bare WebSocket that are
/// stored by group commit and sent to two: how many, and how long the slowest of a hundred take.
async fn moves(script: &Script, rounds: usize, slice: Duration) -> std::io::Result<Vec<Line>> {
    let (house, bare) = (House::start(Kind::Table)?, House::start(Kind::Bare)?);
    let mut tables = Vec::new();
    let mut pairs = Vec::new();
    for n in 0..TABLES {
        tables.push(players::Table::open(house.address, script.clone()).await?);
        pairs.push(players::Pair::open(bare.address, n).await?);
    }
    let mut figures = Vec::new();
    for round in 0..=rounds {
        let (moved, move_cost) = costing(&house, players::all(&mut tables, slice)).await?;
        let (stored, bare_cost) = costing(&bare, players::all(&mut pairs, slice)).await?;
        // The first warms up.
        if round > 0 {
            let slow = [moved.times, stored.times].map(|times| quantile(times, 0.99));
            let (rate, bare) = (moved.rate, stored.rate);
            let costs = [bare_cost / move_cost, move_cost, bare_cost];
            figures
                .push([&[rate / bare, rate, bare, slow[0] / slow[1], slow[0], slow[1]][..], &costs].concat());
        }
    }
    let mut rounds = figures.into_iter();
    let figures = medians(rounds.len(), || rounds.next().unwrap_or_default());
    let many = Line::at_least("durable moves ÷ bare WebSocket and SQLite", Unit::Ratio, figures[0], 0.5, 0.7)
        .part(format!("moves at {TABLES} tables"), Unit::PerSecond, figures[1])
        .part("bare messages", Unit::PerSecond, figures[2])
        .part("the same by processor time of servers and players", Unit::Ratio, figures[6])
        .part("processor time of a move", Unit::Seconds, figures[7])
        .part("processor time of a bare message", Unit::Seconds, figures[8]);
    let slow = Line::at_most(
        "slowest of a hundred moves ÷ the same of bare messages",
        Unit::Ratio,
        figures[3],
        3.0,
        1.5,
    )
    .part(format!("moves at {TABLES} tables, 99 %"), Unit::Seconds, figures[4])
    .part("bare messages, 99 %", Unit::Seconds, figures[5]);
    Ok(vec![many, slow])
}

/// What was played, and the processor time of each time it was done, server and players together: what a busy machine
/// does beside it changes this little.
async fn costing(
    house: &House,
    playing: impl Future<Output = std::io::Result<Played>>,
) -> std::io::Result<(Played, f64)> {
    let (own, server) = (ProcessTime::now(), house.worked()?);
    let played = playing.await?;
    let cost = own.elapsed().as_secs_f64() + house.worked()? - server;
    let cost = cost / played.times.len().max(1) as f64;
    Ok((played, cost))
}

/// One table: from a click to the news of it, to a commit of one line and a message to a neighbour and back.
async fn click(script: &Script, clicks: usize) -> std::io::Result<Line> {
    let house = House::start(Kind::Table)?;
    let mut table = players::Table::open(house.address, script.clone()).await?;
    let mut echo = Echo::start()?;
    // The same kind of file, synced in the same way: a commit of one line to a log that is written over and over.
    let commits = bare::open(&house.folder.join("synced.db")).map_err(std::io::Error::other)?;
    let (mut seen, mut synced, mut echoed) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..clicks {
        let began = Instant::now();
        let line = "1 0 move ii_G1 : 0123456789abcdef";
        let insert = "INSERT INTO inputs VALUES (1, ?1, ?2)";
        commits.execute(insert, rusqlite::params![number as i64, line]).map_err(std::io::Error::other)?;
        synced.push(began.elapsed().as_secs_f64());
        echoed.push(echo.once()?);
        let began = Instant::now();
        table.one().await?;
        seen.push(began.elapsed().as_secs_f64());
    }
    let [seen, synced, echoed] = [seen, synced, echoed].map(|times| quantile(times, 0.5));
    let name = "click to update ÷ (commit of one line + loopback)";
    Ok(Line::at_most(name, Unit::Ratio, seen / (synced + echoed), 2.5, 1.5)
        .part("click to update, median", Unit::Seconds, seen)
        .part("commit of one line, median", Unit::Seconds, synced)
        .part("loopback, median", Unit::Seconds, echoed))
}

/// A neighbour on the same machine who says everything back.
struct Echo(TcpStream);

impl Echo {
    fn start() -> std::io::Result<Echo> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        std::thread::spawn(move || {
            let Ok((mut stream, _)) = listener.accept() else { return };
            let _ = stream.set_nodelay(true);
            let mut bytes = [0; 256];
            while stream.read_exact(&mut bytes).and_then(|()| stream.write_all(&bytes)).is_ok() {}
        });
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Echo(stream))
    }

    fn once(&mut self) -> std::io::Result<f64> {
        let began = Instant::now();
        let mut bytes = [1; 256];
        self.0.write_all(&bytes)?;
        self.0.read_exact(&mut bytes)?;
        Ok(began.elapsed().as_secs_f64())
    }
}

/// What a table costs whose two people are there and do nothing.
async fn memory(tables: usize) -> std::io::Result<Line> {
    let house = House::start(Kind::Forgetful)?;
    let script = Script::of_yao();
    let mut open = Vec::new();
    // What is there once, and what the allocator keeps, is not counted.
    for _ in 0..tables / 4 {
        open.push(players::Table::open(house.address, script.clone()).await?);
    }
    let before = house.settled().await?;
    for _ in 0..tables {
        let mut table = players::Table::open(house.address, script.clone()).await?;
        table.one().await?;
        open.push(table);
    }
    let after = house.settled().await?;
    let each = after.saturating_sub(before) as f64 / tables as f64;
    Ok(Line::at_most("idle table with two people", Unit::Bytes, each, 40_000.0, 20_000.0)
        .part("the server before them", Unit::Bytes, before as f64)
        .part(format!("with {tables} more"), Unit::Bytes, after as f64))
}

/// From nothing to the first answer, with a thousand games in the store.
async fn start() -> std::io::Result<Line> {
    const STORED: usize = 1_000;
    let mut house = House::start(Kind::Table)?;
    for _ in 0..STORED {
        players::open_table(house.address).await?;
    }
    let mut times = Vec::new();
    for _ in 0..7 {
        times.push(house.restart()?.as_secs_f64());
    }
    let time = quantile(times, 0.5);
    Ok(Line::at_most("start with 1,000 stored tables", Unit::Seconds, time, 0.3, 0.05))
}

/// Prints what is being measured, to a terminal only.
fn note(what: &str) {
    if stderr().is_terminal() {
        eprint!("\r{what:<20}\r");
    }
}
