//! The lines that a processor decides, one function each.

mod campaign;
mod odds;
mod search;
mod state;
mod threads;

use std::{hint::black_box, sync::Arc};

use bots::Level;
use kernel::{Faults, System, Table};
use yukimura::Yukimura;

pub(crate) use self::{
    campaign::*, odds::forecasts, search::search_iterations, state::*, threads::two_threads,
};
use crate::{
    chess, crop,
    line::{Line, Unit},
    measure::{Pace, medians, rate},
    playouts::{Playouts, built_in, open},
    records::{recorded, steps, walk},
};

/// Games on record of each scenario: one alone would not be like the others.
const RECORDS: u32 = 4;

/// A scenario that is measured.
pub(crate) struct Battle<R = Yukimura> {
    pub(crate) name: String,
    pub(crate) rules: Arc<R>,
}

impl<R: System> Battle<R> {
    pub(crate) fn open(name: &str) -> Result<Battle<R>, Faults> {
        Ok(Battle { name: name.to_owned(), rules: open(name)? })
    }

    /// Every scenario of the system.
    pub(crate) fn all() -> Result<Vec<Battle<R>>, Faults> {
        let cards = R::cards(&built_in::<R>())?;
        cards.iter().map(|card| Battle::open(&card.scenario)).collect()
    }

    fn playouts(&self, seed: u64) -> Result<Playouts<R>, Faults> {
        let mut games = Playouts::new(self.rules.clone(), &Level::Steady, seed)?;
        games.play(1_000);
        Ok(games)
    }
}

fn names<R>(battles: &[Battle<R>]) -> impl Iterator<Item = String> {
    battles.iter().map(|battle| battle.name.clone())
}

/// The name of a line that is measured for several systems.
fn of<R: System>(what: &str) -> String {
    format!("{}: {what}", R::NAME)
}

fn least(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(0.0, f64::max)
}

/// Actions of steady bots, every legal action listed before each choice, to moves of random chess. The slowest
/// scenario counts.
pub(crate) fn games<R: Weighed>(battles: &[Battle<R>], pace: Pace) -> Result<Line, Faults> {
    let mut chess = chess::Games::new(1);
    let mut games = Vec::new();
    for battle in battles {
        games.push(battle.playouts(1)?);
    }
    let figures = medians(pace.rounds, || {
        let moves = rate(pace.slice, || chess.play(256));
        let actions: Vec<f64> =
            games.iter_mut().map(|games| rate(pace.slice, || games.play(64).actions)).collect();
        actions.iter().map(|actions| actions / moves).chain(actions.iter().copied()).chain([moves]).collect()
    });
    let (ratios, rates) = figures.split_at(battles.len());
    let [floor, aim] = R::PACE;
    Ok(Line::at_least(of::<R>("actions ÷ moves of chess"), Unit::Ratio, least(ratios), floor, aim)
        .parts(Unit::Ratio, names(battles).zip(ratios.iter().copied()))
        .parts(Unit::PerSecond, names(battles).map(|name| name + ", actions").zip(rates.iter().copied()))
        .part("shakmaty, moves", Unit::PerSecond, rates[battles.len()]))
}

/// Inputs of a record that is replayed to inputs of games that are played. The replay reads, judges, tells, hashes
/// and chains every input, as `gunbai replay` does; beside it stands judging and carrying out alone.
pub(crate) fn replay<R: System>(battles: &[Battle<R>], pace: Pace) -> Result<Line, Faults> {
    let (mut ratios, mut bare) = (Vec::new(), Vec::new());
    for battle in battles {
        let mut games = battle.playouts(2)?;
        let records = recorded::<R>(&battle.name, &Level::Steady, RECORDS)?;
        let read: Vec<_> = records.iter().map(|record| steps(&*battle.rules, record)).collect();
        let (mut records, mut read) = (records.iter().cycle(), read.iter().cycle());
        let figures = medians(pace.rounds, || {
            let played = rate(pace.slice / 2, || {
                let count = games.play(64);
                count.actions + count.throws
            });
            let replayed = rate(pace.slice / 2, || {
                let record = records.next().expect("they go round and round");
                let table = Table::check(battle.rules.clone(), "record", record, None);
                u64::from(table.expect("what was recorded can be replayed").len())
            });
            let judged = rate(pace.slice / 2, || {
                let read = read.next().expect("they go round and round");
                black_box(walk(&*battle.rules, read, |_, _, _| {}));
                read.len() as u64
            });
            vec![replayed / played, judged / played]
        });
        ratios.push(figures[0]);
        bare.push(figures[1]);
    }
    Ok(Line::at_least(of::<R>("replay of a record ÷ own playouts"), Unit::Ratio, least(&ratios), 1.0, 3.0)
        .parts(Unit::Ratio, names(battles).zip(ratios))
        .parts(Unit::Ratio, names(battles).map(|name| name + ", judging alone").zip(bare)))
}

/// What an action costs on both maps with all units, to what it costs on 300 hexes with 20.
pub(crate) fn growth(pace: Pace) -> Result<Line, Faults> {
    let large: Battle = Battle::open("connected")?;
    let small = Battle { name: "crop".to_owned(), rules: crop::open()? };
    let [mut many, mut few] = [large.playouts(3)?, small.playouts(3)?];
    let figures = medians(pace.rounds, || {
        let few = rate(pace.slice, || few.play(64).actions);
        let many = rate(pace.slice, || many.play(64).actions);
        vec![few / many, few, many]
    });
    let mut line = Line::at_most("cost per action, large ÷ small", Unit::Ratio, figures[0], 4.0, 2.0);
    for (battle, rate) in [(&large, figures[2]), (&small, figures[1])] {
        let (hexes, units) = (battle.rules.atlas.len(), battle.rules.units.len());
        let name = format!("{}, {hexes} hexes, {units} units: actions", battle.name);
        line = line.part(name, Unit::PerSecond, rate);
    }
    Ok(line)
}
