//! A mutation that hangs ends the run and is shown.

use std::{
    process::exit,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// Longer than any mutation takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);
const EVERY: Duration = Duration::from_secs(1);

/// The mutation that is tried now, and since when.
type Trial = Arc<Mutex<Option<(Instant, String)>>>;

pub(super) struct Watch {
    trial: Trial,
    /// Dropped with the watch: its thread ends.
    _end: Sender<()>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        let trial = Trial::default();
        let (end, ended) = channel();
        let watched = trial.clone();
        thread::spawn(move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let trial = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((began, mutated)) = &*trial
                    && began.elapsed() > LONGEST
                {
                    eprintln!("a mutation hangs for {LONGEST:?}:\n{mutated}");
                    exit(101);
                }
            }
        });
        Watch { trial, _end: end }
    }

    pub(super) fn begin(&self, mutated: String) {
        *self.trial.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), mutated));
    }
}
