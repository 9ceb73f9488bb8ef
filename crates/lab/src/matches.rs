//! Which of two bots is stronger: matches with swapped sides.

use bots::Level;
use kernel::{DataSet, Faults, Setup, Side, System};
use serde::Serialize;

use crate::{
    game::Pairing,
    report::Score,
    series::{Series, open},
};

/// The result of a match, seen from the first bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    pub scenario: String,
    pub a: String,
    pub b: String,
    pub seed: u64,
    pub games: u32,
    pub wins_a: u32,
    pub draws: u32,
    pub losses: u32,
    /// Games broken off at the bound of their profile; they count for nobody.
    pub unfinished: u32,
    /// Wins and half the draws of `a`, as a share.
    pub score: f64,
    /// Wilson's 95 % interval of the score.
    pub interval: [f64; 2],
    /// On one core, both bots together.
    pub seconds_per_game: f64,
    pub actions_per_game: f64,
}

/// Plays `games` games. Two in a row share their luck, with sides swapped, so neither the stronger side nor lucky
/// dice can decide a match.
#[allow(clippy::too_many_arguments)]
pub fn duel<R: System>(
    data: &DataSet,
    setup: &Setup,
    a: &Level,
    b: &Level,
    games: u32,
    seed: u64,
    threads: usize,
    progress: &(dyn Fn(u32) + Sync),
) -> Result<Duel, Faults> {
    let opened = open::<R>(data, setup)?;
    let pairing = |n: u32| {
        let levels = if side_of_a(n) == Side(0) { [a, b] } else { [b, a] };
        Pairing::new(levels.map(Level::clone), seed, n / 2)
    };
    let series = Series { opened: &opened, games, threads, pairing: &pairing, progress, record: None };
    let played = series.play()?;

    let (mut wins_a, mut draws, mut losses) = (0, 0, 0);
    for end in &played.ends {
        match end.outcome.as_ref().map(|outcome| outcome.winner) {
            Some(Some(side)) if side == side_of_a(end.number) => wins_a += 1,
            Some(Some(_)) => losses += 1,
            Some(None) => draws += 1,
            None => {}
        }
    }
    let finished = wins_a + draws + losses;
    let score = Score::new(wins_a, draws, finished);
    let each = f64::from(games.max(1));
    Ok(Duel {
        scenario: format!("{}/{}", setup.system, setup.scenario),
        a: a.to_string(),
        b: b.to_string(),
        seed,
        games,
        wins_a,
        draws,
        losses,
        unfinished: games - finished,
        score: score.score,
        interval: [score.low, score.high],
        seconds_per_game: played.cpu_seconds / each,
        actions_per_game: played.tally.actions as f64 / each,
    })
}

fn side_of_a(n: u32) -> Side {
    Side((n % 2) as u8)
}
