//! What only the campaign has: a long march over a large map, and lines of communication.

use std::hint::black_box;

use gunyuden::{Gunyuden, State, frames::Frame};
use kernel::{Actions, Ask, Faults, Rules, Seat};

use super::{Battle, most, names, state::met};
use crate::{
    line::{Line, Unit},
    measure::{Pace, quantile, seconds},
};

/// Positions of each scenario.
const POSITIONS: usize = 60;

/// Positions of steady games with a force in hand.
fn in_hand(battle: &Battle<Gunyuden>, count: usize) -> Result<Vec<(State, Seat)>, Faults> {
    let mut games = battle.playouts(9)?;
    let mut found = Vec::new();
    while found.len() < count {
        games.play(1);
        if let (Some(Frame::Hand(_)), Ask::Choose(questions)) =
            (games.state.frames.last(), battle.rules.ask(&games.state))
        {
            found.push((games.state.clone(), questions[0].seat));
            games.play(29);
        }
    }
    Ok(found)
}

/// Everything a force in hand can do, its destinations above all; the middle one of many positions.
pub(crate) fn destinations(battles: &[Battle<Gunyuden>], pace: Pace) -> Result<Line, Faults> {
    let (mut middle, mut longest) = (Vec::new(), Vec::new());
    for battle in battles {
        let mut times = Vec::new();
        let mut list = Actions::default();
        for (state, seat) in in_hand(battle, POSITIONS * pace.rounds)? {
            let listing = || {
                list.clear(usize::MAX);
                battle.rules.actions(&state, seat, &mut list);
                black_box(list.len())
            };
            times.push(seconds(listing).0);
        }
        longest.push(most(&times));
        middle.push(quantile(times, 0.5));
    }
    Ok(Line::at_most(
        "gunyuden: what a force in hand can do, median",
        Unit::Seconds,
        most(&middle),
        20e-6,
        10e-6,
    )
    .parts(Unit::Seconds, names(battles).zip(middle))
    .part("longest", Unit::Seconds, most(&longest)))
}

/// Which forces of the whole map are cut off, each time in another situation; beside it the same again in the same
/// situation.
pub(crate) fn whole_map_lines(battles: &[Battle<Gunyuden>], pace: Pace) -> Result<Line, Faults> {
    let (mut middle, mut again) = (Vec::new(), Vec::new());
    for battle in battles {
        let states = met(battle, POSITIONS * pace.rounds)?;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        // The best of nine rounds, since each call is timed alone; within a round no situation comes twice.
        let rounds: Vec<Vec<(f64, f64)>> = (0..9)
            .map(|_| {
                states
                    .iter()
                    .map(|state| {
                        let test = || once(|| battle.rules.cut_off(state));
                        (test(), test())
                    })
                    .collect()
            })
            .collect();
        for n in 0..states.len() {
            let best = |pick: fn(&(f64, f64)) -> f64| {
                rounds.iter().map(|round| pick(&round[n])).fold(f64::INFINITY, f64::min)
            };
            first.push(best(|times| times.0));
            second.push(best(|times| times.1));
        }
        middle.push(quantile(first, 0.5));
        again.push(quantile(second, 0.5));
    }
    Ok(Line::at_most("gunyuden: lines of the whole map, median", Unit::Seconds, most(&middle), 100e-6, 50e-6)
        .parts(Unit::Seconds, names(battles).zip(middle))
        .part("again, nothing changed", Unit::Seconds, most(&again)))
}

/// The time of one call: a second one would find what the first has kept.
fn once<T>(work: impl FnOnce() -> T) -> f64 {
    let began = std::time::Instant::now();
    black_box(work());
    began.elapsed().as_secs_f64()
}
