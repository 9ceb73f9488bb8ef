//! What a state weighs, and what a copy of it costs.

use std::hint::black_box;

use ageofwar::AgeOfWar;
use daimyo::{Daimyo, decisions::Step, state::Charge};
use gunyuden::{Gunyuden, frames::Frame};
use kernel::{Faults, System};
use summits::Summits;
use yukimura::Yukimura;

use super::{Battle, most, names, of};
use crate::{
    line::{Line, Unit},
    measure::{Pace, medians, rate},
};

/// Inputs between two states that are looked at: not a multiple of anything that repeats in a turn.
const STRIDE: u32 = 97;

/// States as they come in play.
pub(super) fn met<R: System>(battle: &Battle<R>, count: usize) -> Result<Vec<R::State>, Faults> {
    let mut games = battle.playouts(4)?;
    let next = |_| {
        games.play(STRIDE);
        games.state.clone()
    };
    Ok((0..count).map(next).collect())
}

/// A system that is measured by the lines that all have: what is asked of it, floor and aim.
pub(crate) trait Weighed: System {
    /// Actions to moves of chess.
    const PACE: [f64; 2] = [0.03, 0.12];
    /// Bytes of a state.
    const WEIGHT: [f64; 2] = [8_000.0, 3_000.0];
    /// What hangs on a state, in bytes.
    fn hanging(state: &Self::State) -> usize;
}

impl Weighed for Yukimura {
    /// A fight keeps two lists.
    fn hanging(state: &yukimura::State) -> usize {
        state.fight().map_or(0, |fight| {
            fight.marked.capacity() * size_of_val(&fight.target)
                + fight.path.capacity() * size_of_val(&fight.held)
        })
    }
}

impl Weighed for Gunyuden {
    /// Frames; their lists hold a few units each and are weighed as if each held eight words.
    fn hanging(state: &gunyuden::State) -> usize {
        state.frames.capacity() * size_of::<Frame>() + state.frames.len() * 64
    }
}

impl Weighed for Summits {
    const PACE: [f64; 2] = [0.06, 0.2];
    const WEIGHT: [f64; 2] = [2_000.0, 1_000.0];

    /// All of it is inline.
    fn hanging(_: &summits::State) -> usize {
        0
    }
}

impl Weighed for Daimyo {
    const PACE: [f64; 2] = [0.006, 0.02];
    const WEIGHT: [f64; 2] = [2_000.0, 1_000.0];

    /// A fight with its lists, and other lists that are mostly empty.
    fn hanging(state: &daimyo::State) -> usize {
        let fight = match &state.step {
            Step::Fight(fight) => {
                size_of_val(&**fight) + size_of_val(&*fight.blows) + size_of_val(&*fight.sequels)
            }
            _ => 0,
        };
        let lists = state.charges.capacity() * size_of::<Charge>()
            + size_of_val(&*state.errands)
            + size_of_val(&*state.fallen)
            + size_of_val(&*state.challenged);
        lists + fight
    }
}

impl Weighed for AgeOfWar {
    const PACE: [f64; 2] = [0.006, 0.02];
    const WEIGHT: [f64; 2] = [2_000.0, 1_000.0];

    /// The units lie beside it, what is due, and a fight.
    fn hanging(state: &ageofwar::State) -> usize {
        let fight = match &state.step {
            ageofwar::decisions::Step::Fight(fight) => size_of_val(&**fight),
            _ => 0,
        };
        fight + size_of_val(&*state.units) + size_of_val(&*state.errands)
    }
}

fn bytes<R: Weighed>(state: &R::State) -> usize {
    size_of::<R::State>() + R::hanging(state)
}

/// The largest state met in play.
pub(crate) fn state_size<R: Weighed>(battles: &[Battle<R>], pace: Pace) -> Result<Line, Faults> {
    let mut sizes = Vec::new();
    for battle in battles {
        let states = met(battle, 40 * pace.rounds)?;
        sizes.push(most(&states.iter().map(|state| bytes::<R>(state) as f64).collect::<Vec<_>>()));
    }
    let [floor, aim] = R::WEIGHT;
    Ok(Line::at_most(of::<R>("state size"), Unit::Bytes, most(&sizes), floor, aim)
        .part("of it inline", Unit::Bytes, size_of::<R::State>() as f64)
        .parts(Unit::Bytes, names(battles).zip(sizes)))
}

/// Copies of states as they come in play, to copies of as many bytes.
pub(crate) fn clone_cost<R: Weighed>(battles: &[Battle<R>], pace: Pace) -> Result<Line, Faults> {
    const STATES: usize = 16;
    let mut ratios = Vec::new();
    let (mut cloned, mut copied) = (0.0, 0.0);
    for battle in battles {
        let states = met(battle, STATES)?;
        let figures = medians(pace.rounds, || {
            let (mut clone, mut copy) = (0.0, 0.0);
            for state in &states {
                let slice = pace.slice / (4 * STATES as u32);
                let source = vec![7u8; bytes::<R>(state)];
                let mut target = source.clone();
                copy += 1.0
                    / rate(slice, || {
                        repeat(|| {
                            target.copy_from_slice(black_box(&source));
                            black_box(&mut target);
                        })
                    });
                clone += 1.0
                    / rate(slice, || {
                        repeat(|| {
                            black_box(&black_box(state).clone());
                        })
                    });
            }
            vec![clone / copy, clone / STATES as f64, copy / STATES as f64]
        });
        ratios.push(figures[0]);
        cloned += figures[1] / battles.len() as f64;
        copied += figures[2] / battles.len() as f64;
    }
    Ok(Line::at_most(of::<R>("state clone ÷ memcpy"), Unit::Ratio, most(&ratios), 3.0, 1.5)
        .parts(Unit::Ratio, names(battles).zip(ratios))
        .part("a clone", Unit::Seconds, cloned)
        .part("a copy of as many bytes", Unit::Seconds, copied))
}

/// Often enough that reading the clock does not count.
fn repeat(mut work: impl FnMut()) -> u64 {
    const TIMES: u64 = 500;
    for _ in 0..TIMES {
        work();
    }
    TIMES
}
