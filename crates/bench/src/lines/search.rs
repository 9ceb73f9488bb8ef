//! How fast the search looks at positions.

use std::hint::black_box;

use bots::{Level, bot};
use kernel::{Ask, Evaluation, Faults, Rules, Seat};
use yukimura::{State, Yukimura};

use super::{Battle, least, names};
use crate::{
    line::{Line, Unit},
    measure::{Pace, medians, rate},
    playouts::Playouts,
};

/// Judgements a plan.
const LEAVES: u32 = 400;
const POSITIONS: usize = 24;
/// Inputs between two of them.
const STRIDE: u32 = 61;

/// Positions of steady games outside fights where there are plans to choose from: there the search spends all it may.
fn positions(battle: &Battle) -> Result<Vec<(State, Seat)>, Faults> {
    let mut games = battle.playouts(5)?;
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        games.play(STRIDE);
        let Ask::Choose(questions) = battle.rules.ask(&games.state) else { continue };
        let seat = questions[0].seat;
        let mut plans = Vec::new();
        battle.rules.propose(&games.state, seat, &mut plans);
        if battle.rules.depth(&games.state) == 0 && plans.len() >= 8 {
            found.push((games.state.clone(), seat));
        }
    }
    Ok(found)
}

/// Judgements of `search:400` a second (400 over the time of a choice) to whole games played to their end by steady
/// bots, which are the playouts everywhere in this table; beside it whole games of random ones, which on Yao end
/// within thirty actions.
pub(crate) fn search_iterations(battles: &[Battle], pace: Pace) -> Result<Line, Faults> {
    let (mut ratios, mut random, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    for battle in battles {
        let mut positions = positions(battle)?.into_iter().cycle();
        let mut steady_games = battle.playouts(6)?;
        let mut random_games = Playouts::new(battle.rules.clone(), &Level::Random, 6)?;
        // A slice should hold whole games.
        steady_games.finish();
        let figures = medians(pace.rounds, || {
            let leaves = rate(pace.slice * 2, || {
                let (state, seat) = positions.next().expect("they go round and round");
                // A new one each time, so that none has made up its mind before.
                let mut mind =
                    bot::<Yukimura>(&Level::Search(LEAVES), 6).expect("search needs nothing to start");
                black_box(mind.choose(&battle.rules, &state, seat));
                u64::from(LEAVES)
            });
            let steady = rate(pace.slice, || steady_games.finish());
            let random = rate(pace.slice, || random_games.finish());
            vec![leaves / steady, leaves / random, leaves]
        });
        ratios.push(figures[0]);
        random.push(figures[1]);
        rates.push(figures[2]);
    }
    Ok(Line::at_least("search iterations ÷ own playouts", Unit::Ratio, least(&ratios), 0.7, 0.9)
        .parts(Unit::Ratio, names(battles).zip(ratios))
        .parts(Unit::Ratio, names(battles).map(|name| name + ", ÷ random games").zip(random))
        .parts(Unit::PerSecond, names(battles).map(|name| name + ", judgements").zip(rates)))
}
