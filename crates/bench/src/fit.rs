//! `bench fit`: which weights of a judgement win games?
//!
//! Every game redraws each weight, a little above or below its value. One regression over all games then tells what
//! each is worth by itself: with the same number of games as trying one weight after the other would take for one.

use bots::Level;
use clap::Args;
use comfy_table::{Table, presets::UTF8_HORIZONTAL_ONLY};
use kernel::{Fault, Faults, Lot, Side, System};
use yukimura::{Temper, Yukimura};

use crate::playouts::{built_in, open, setup};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Of yukimura
    #[arg(long, default_value = "yao")]
    scenario: String,
    /// The side whose weights are drawn; the other is greedy
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..2))]
    side: u8,
    #[arg(long, default_value_t = 500)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights are drawn between a doubling to this power and its inverse
    #[arg(long, default_value_t = 1.0)]
    span: f64,
}

const WEIGHTS: usize = Temper::NAMES.len();
/// The weights, and a constant.
const TERMS: usize = WEIGHTS + 1;

/// Plays, and prints what a doubling of each weight adds to the score.
pub(crate) fn run(options: &Options) -> Result<(), Faults> {
    let now = open::<Yukimura>(&options.scenario)?.temper().weights();
    let mut games = Vec::new();
    for n in 0..options.games {
        let mut lot = Lot::branch(options.seed, u64::from(n));
        let mut drawn = [1.0; TERMS];
        let mut weights = now;
        for (weight, power) in weights.iter_mut().zip(&mut drawn) {
            *power = (lot.below(2001) as f64 / 1000.0 - 1.0) * options.span;
            *weight = (f64::from(*weight) * power.exp2()) as i32;
        }
        games.push((drawn, play(options, Temper::of(weights), &mut lot)?));
    }
    let score = games.iter().map(|(_, score)| score).sum::<f64>() / games.len() as f64;
    println!("{} side {}, {} games: score {score:.3}", options.scenario, options.side, games.len());
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(["weight", "now", "a doubling adds", "standard error"]);
    let effects = regression(&games).ok_or_else(|| Fault::new("games", "too few games to tell anything"))?;
    for ((name, weight), (effect, error)) in Temper::NAMES.iter().zip(now).zip(effects) {
        table.add_row([
            (*name).to_owned(),
            weight.to_string(),
            format!("{effect:+.3}"),
            format!("{error:.3}"),
        ]);
    }
    println!("{}", table.trim_fmt());
    Ok(())
}

/// What the side with this temper scores in one game of one ply by its prospects against greed.
fn play(options: &Options, temper: Temper, lot: &mut Lot) -> Result<f64, Faults> {
    let side = Side(options.side);
    let (data, setup) = (built_in::<Yukimura>(), setup::<Yukimura>(&options.scenario));
    let rules = Yukimura::open(&data, &setup)?.with_temper(temper);
    let mut bots = [(Level::Search(1), lot.word()), (Level::Greedy, lot.word())];
    bots.rotate_left(side.index());
    let outcome = lab::outcome(&rules, bots, lot.word())?;
    Ok(outcome.and_then(|outcome| outcome.winner).map_or(0.5, |winner| f64::from(u8::from(winner == side))))
}

/// Least squares: for each weight its effect and the standard error of it. `None` if the games do not determine them.
fn regression(games: &[([f64; TERMS], f64)]) -> Option<[(f64, f64); WEIGHTS]> {
    let mut rows = [[0.0; 2 * TERMS]; TERMS];
    let mut sums = [0.0; TERMS];
    for (drawn, score) in games {
        for i in 0..TERMS {
            for j in 0..TERMS {
                rows[i][j] += drawn[i] * drawn[j];
            }
            sums[i] += drawn[i] * score;
        }
    }
    let inverse = inverse(&mut rows)?;
    let fitted: [f64; TERMS] =
        std::array::from_fn(|i| inverse[i].iter().zip(sums).map(|(part, sum)| part * sum).sum());
    let missed = |(drawn, score): &([f64; TERMS], f64)| {
        let foretold: f64 = drawn.iter().zip(fitted).map(|(power, effect)| power * effect).sum();
        (score - foretold) * (score - foretold)
    };
    let freedom = games.len().checked_sub(TERMS).filter(|&freedom| freedom > 0)?;
    let variance = games.iter().map(missed).sum::<f64>() / freedom as f64;
    Some(std::array::from_fn(|i| (fitted[i], (variance * inverse[i][i]).sqrt())))
}

/// Gauss and Jordan: the matrix stands in the left half of the rows.
fn inverse(rows: &mut [[f64; 2 * TERMS]; TERMS]) -> Option<[[f64; TERMS]; TERMS]> {
    for (i, row) in rows.iter_mut().enumerate() {
        row[TERMS + i] = 1.0;
    }
    for column in 0..TERMS {
        let pivot =
            (column..TERMS).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        let whole = rows[column][column];
        if whole.abs() < 1e-9 {
            return None;
        }
        rows[column].iter_mut().for_each(|entry| *entry /= whole);
        let taken = rows[column];
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != column) {
            let share = row[column];
            row.iter_mut().zip(taken).for_each(|(entry, part)| *entry -= share * part);
        }
    }
    Some(std::array::from_fn(|i| std::array::from_fn(|j| rows[i][TERMS + j])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_that_matters_is_found_and_the_others_are_not() {
        let mut lot = Lot::new(3);
        let games: Vec<([f64; TERMS], f64)> = (0..4_000)
            .map(|_| {
                let mut drawn = [1.0; TERMS];
                drawn[..WEIGHTS].iter_mut().for_each(|power| *power = lot.below(2001) as f64 / 1000.0 - 1.0);
                let luck = lot.below(1000) as f64 / 1000.0;
                (drawn, f64::from(u8::from(0.5 + 0.2 * drawn[1] > luck)))
            })
            .collect();
        for (n, (effect, error)) in regression(&games).unwrap().into_iter().enumerate() {
            let truth = if n == 1 { 0.2 } else { 0.0 };
            assert!((effect - truth).abs() < 4.0 * error, "weight {n}: {effect} ± {error}");
            assert!(error < 0.015);
        }
    }

    #[test]
    fn too_few_games_tell_nothing() {
        assert!(regression(&[([1.0; TERMS], 1.0); 4]).is_none());
    }
}
