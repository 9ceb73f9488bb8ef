//! Elo of many bots from the matches between them.

use kernel::Lot;
use serde::Serialize;

use crate::matches::Duel;

/// A bot's place on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    pub level: String,
    /// Against the mean of all.
    pub elo: f64,
    /// 95 %.
    pub interval: [f64; 2],
}

/// Samples of the results behind an interval.
const SAMPLES: usize = 400;
/// Steps of the fixed-point iteration; it converges far sooner.
const STEPS: usize = 500;

/// The ladder of these matches, the strongest first. Bradley and Terry's model, fitted by maximum likelihood with one drawn
/// game added to every match so that nobody is infinitely strong; intervals by drawing the games of every match again.
pub fn ladder(duels: &[Duel], seed: u64) -> Vec<Rung> {
    let mut levels: Vec<&str> = Vec::new();
    for name in duels.iter().flat_map(|duel| [&duel.a, &duel.b]) {
        if !levels.contains(&name.as_str()) {
            levels.push(name);
        }
    }
    let place = |name: &str| levels.iter().position(|level| *level == name).unwrap_or_default();
    let pairs: Vec<(usize, usize)> = duels.iter().map(|duel| (place(&duel.a), place(&duel.b))).collect();
    let played = |duel: &Duel| {
        let games = duel.wins_a + duel.draws + duel.losses;
        (f64::from(duel.wins_a) + f64::from(duel.draws) / 2.0, f64::from(games))
    };
    let results: Vec<(f64, f64)> = duels.iter().map(played).collect();
    let elos = fit(levels.len(), &pairs, &results);
    let mut lot = Lot::new(seed);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); levels.len()];
    for _ in 0..SAMPLES {
        let drawn: Vec<(f64, f64)> = duels.iter().map(|duel| redraw(duel, &mut lot)).collect();
        for (sample, elo) in samples.iter_mut().zip(fit(levels.len(), &pairs, &drawn)) {
            sample.push(elo);
        }
    }
    let mut rungs: Vec<Rung> = levels
        .iter()
        .zip(elos)
        .zip(&mut samples)
        .map(|((level, elo), sample)| {
            sample.sort_by(f64::total_cmp);
            let at = |share: f64| sample[(share * (SAMPLES - 1) as f64).round() as usize];
            Rung { level: (*level).to_owned(), elo, interval: [at(0.025), at(0.975)] }
        })
        .collect();
    rungs.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    rungs
}

/// As many games as were played, each drawn from those that were.
fn redraw(duel: &Duel, lot: &mut Lot) -> (f64, f64) {
    let games = duel.wins_a + duel.draws + duel.losses;
    let points = (0..games).map(|_| match lot.below(games as usize) as u32 {
        n if n < duel.wins_a => 1.0,
        n if n < duel.wins_a + duel.draws => 0.5,
        _ => 0.0,
    });
    (points.sum(), f64::from(games))
}

/// Elo of each bot, with mean 0: points of the first and games, by pair.
fn fit(bots: usize, pairs: &[(usize, usize)], results: &[(f64, f64)]) -> Vec<f64> {
    let mut strengths = vec![1.0; bots];
    for _ in 0..STEPS {
        let (mut points, mut rates) = (vec![0.0; bots], vec![0.0; bots]);
        for (&(a, b), &(won, games)) in pairs.iter().zip(results) {
            let (won, games) = (won + 0.5, games + 1.0);
            let rate = games / (strengths[a] + strengths[b]);
            points[a] += won;
            points[b] += games - won;
            rates[a] += rate;
            rates[b] += rate;
        }
        for n in 0..bots {
            strengths[n] = points[n] / rates[n];
        }
        let mean = strengths.iter().map(|s: &f64| s.ln()).sum::<f64>() / bots as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(a: &str, b: &str, wins_a: u32, losses: u32) -> Duel {
        Duel {
            scenario: String::new(),
            a: a.to_owned(),
            b: b.to_owned(),
            seed: 1,
            games: wins_a + losses,
            wins_a,
            draws: 0,
            losses,
            unfinished: 0,
            score: 0.0,
            interval: [0.0; 2],
            as_side: [(0.0, 0); 2],
            seconds_per_game: 0.0,
            actions_per_game: 0.0,
            thinking: Default::default(),
        }
    }

    #[test]
    fn ten_wins_in_eleven_games_are_four_hundred_points() {
        // One drawn game is added, so 1000.5 : 100.05 in 1100.55.
        let rungs = ladder(&[duel("weak", "strong", 100, 1000)], 1);
        assert_eq!((rungs[0].level.as_str(), rungs[1].level.as_str()), ("strong", "weak"));
        let apart = rungs[0].elo - rungs[1].elo;
        assert!((apart - 400.0).abs() < 3.0, "{apart}");
        assert!(rungs[0].interval[0] < rungs[0].elo && rungs[0].elo < rungs[0].interval[1]);
    }

    #[test]
    fn strength_carries_over_from_one_opponent_to_the_next() {
        let duels = [duel("a", "b", 75, 25), duel("b", "c", 75, 25)];
        let rungs = ladder(&duels, 1);
        assert_eq!(rungs.iter().map(|rung| rung.level.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        let apart = rungs[0].elo - rungs[2].elo;
        assert!((apart - 2.0 * 188.0).abs() < 12.0, "{apart}");
    }

    #[test]
    fn a_bot_that_never_loses_has_a_finite_place() {
        assert!(ladder(&[duel("a", "b", 20, 0)], 1)[0].elo.is_finite());
    }
}
