//! What is shown to someone who waits at a terminal.

use std::{
    io::{IsTerminal, stderr},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use bots::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A series of games is so long that a bar for the first two seconds would only flicker.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a thinking computer is looked at: well within the first second, and often enough to see it move.
const EVERY: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

fn hidden_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn show_at_terminal(bar: &ProgressBar) {
    if bar.is_hidden() && stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

impl Progress {
    pub(crate) fn new(length: u64, what: &str) -> Progress {
        let bar = hidden_bar(length, &format!("{{bar:40}} {{pos}} of {{len}} {what}, {{eta}} left"));
        Progress { bar, begun: Instant::now() }
    }

    pub(crate) fn at(&self, position: u64) {
        // Threads finish out of order; a bar that goes back would lie.
        if position <= self.bar.position() {
            return;
        }
        if self.begun.elapsed() > PATIENCE {
            show_at_terminal(&self.bar);
        }
        self.bar.set_position(position);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The answer of a computer; while it thinks, a line at the terminal says how far it is and for how long.
pub(crate) fn while_thinking<T>(watch: &Watch, think: impl FnOnce() -> T) -> T {
    let bar = hidden_bar(1000, "{spinner} the computer thinks, {percent} % after {elapsed}");
    let answer = meanwhile(
        EVERY,
        || {
            show_at_terminal(&bar);
            bar.set_position(u64::from(watch.share()));
            bar.tick();
        },
        think,
    );
    bar.finish_and_clear();
    answer
}

/// Does some work, and calls `show` again and again until it is done.
fn meanwhile<T>(every: Duration, mut show: impl FnMut() + Send, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                show();
            }
        });
        let answer = work();
        drop(done);
        answer
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_shown_while_the_work_goes_on_and_from_the_first_second() {
        let (shown, seen) = channel();
        // The work ends only when progress was shown twice: without it, it would give up.
        let work = || (0..2).all(|_| seen.recv_timeout(Duration::from_secs(20)).is_ok());
        assert!(meanwhile(EVERY, move || shown.send(()).unwrap_or_default(), work));
        assert!(EVERY < Duration::from_secs(1));
    }

    #[test]
    fn work_that_takes_no_time_is_not_interrupted() {
        assert_eq!(meanwhile(Duration::from_secs(3600), || panic!("nobody waited"), || 7), 7);
    }
}
