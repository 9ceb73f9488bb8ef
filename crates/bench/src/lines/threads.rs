//! Do two threads hinder each other?

use std::thread;

use kernel::Faults;

use super::Battle;
use crate::{
    line::{Line, Unit},
    measure::{Pace, medians},
    partner::Partner,
};

/// What two threads get done, to what two unrelated processes do in the same time. One thread and one process do the
/// same, so this is the gain from a second thread over the gain from a second process. By the clock on the wall, as
/// waiting for each other costs no processor time; other programs on the machine slow both alike.
pub(crate) fn two_threads(battle: &Battle, pace: Pace) -> Result<Line, Faults> {
    // The machine's other work comes and goes: many short rounds.
    let (slice, rounds) = (pace.slice / 2, 5 * pace.rounds);
    let mut threads = [battle.playouts(7)?, battle.playouts(8)?];
    let mut partners = [Partner::start(&battle.name, 7, slice)?, Partner::start(&battle.name, 8, slice)?];
    let mut side_by_side = || -> Result<f64, Faults> {
        for partner in &mut partners {
            partner.begin()?;
        }
        Ok(partners[0].rate()? + partners[1].rate()?)
    };
    side_by_side()?;
    let mut failed = None;
    let figures = medians(rounds, || {
        let processes = side_by_side().unwrap_or_else(|faults| {
            failed = Some(faults);
            f64::NAN
        });
        let both: f64 = thread::scope(|scope| {
            let running = threads.each_mut().map(|games| scope.spawn(move || games.play_for(slice)));
            running.map(|thread| thread.join().expect("games do not panic")).iter().sum()
        });
        let alone = threads[0].play_for(slice);
        vec![both / processes, both / alone, both]
    });
    match failed {
        Some(faults) => Err(faults),
        None => Ok(Line::at_least("two threads ÷ two processes", Unit::Ratio, figures[0], 0.9, 0.97)
            .part("two threads ÷ one", Unit::Ratio, figures[1])
            .part(format!("two threads, {}, actions", battle.name), Unit::PerSecond, figures[2])),
    }
}
