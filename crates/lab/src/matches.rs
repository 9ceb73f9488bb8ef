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
    /// The same as each side, with the games it is made of.
    pub as_side: [(f64, u32); 2],
    /// On one core, both bots together.
    pub seconds_per_game: f64,
    pub actions_per_game: f64,
    /// What each bot thinks in one turn of the game.
    pub thinking: [Thinking; 2],
}

/// CPU seconds that a bot takes in a turn, what other programs take not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Thinking {
    pub mean: f64,
    /// 95 of 100 turns take no longer.
    pub most: f64,
}

impl Thinking {
    fn of(mut turns: Vec<f64>) -> Thinking {
        if turns.is_empty() {
            return Thinking::default();
        }
        turns.sort_by(f64::total_cmp);
        let mean = turns.iter().sum::<f64>() / turns.len() as f64;
        Thinking { mean, most: turns[(turns.len() * 95).div_ceil(100) - 1] }
    }
}

/// A match to be played: `games` games. Two in a row share their luck, with sides swapped, so neither the stronger side nor
/// lucky dice can decide it.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    pub a: &'a Level,
    pub b: &'a Level,
    pub games: u32,
    pub seed: u64,
    pub threads: usize,
    /// Is given the number of games that are done.
    pub progress: &'a (dyn Fn(u32) + Sync),
}

impl std::fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} : {}, {} games of seed {}", self.a, self.b, self.games, self.seed)
    }
}

impl Match<'_> {
    pub fn play<R: System>(&self, data: &DataSet, setup: &Setup) -> Result<Duel, Faults> {
        let Match { a, b, games, seed, threads, progress } = *self;
        let opened = open::<R>(data, setup)?;
        let pairing = |n: u32| {
            let levels = if side_of_a(n) == Side(0) { [a, b] } else { [b, a] };
            Pairing::new(levels.map(Level::clone), seed, n / 2)
        };
        let series = Series { opened: &opened, games, threads, pairing: &pairing, progress, record: None };
        let played = series.play()?;

        let (mut wins_a, mut draws, mut losses) = (0, 0, 0);
        let mut as_side = [(0.0, 0); 2];
        let mut turns = [Vec::new(), Vec::new()];
        for end in &played.ends {
            let side = side_of_a(end.number);
            turns[0].extend(&end.turns[side.index()]);
            turns[1].extend(&end.turns[side.other().index()]);
            let Some(outcome) = &end.outcome else { continue };
            let score = match outcome.winner {
                Some(winner) if winner == side => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let (sum, count) = &mut as_side[side.index()];
            (*sum, *count) = (*sum + score, *count + 1);
            match outcome.winner {
                Some(winner) if winner == side => wins_a += 1,
                Some(_) => losses += 1,
                None => draws += 1,
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
            as_side: as_side.map(|(sum, count)| (sum / f64::from(count.max(1)), count)),
            seconds_per_game: played.cpu_seconds / each,
            actions_per_game: played.tally.actions as f64 / each,
            thinking: turns.map(Thinking::of),
        })
    }
}

fn side_of_a(n: u32) -> Side {
    Side((n % 2) as u8)
}
