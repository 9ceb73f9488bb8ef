//! Looking at a bot while it thinks, and stopping it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

/// Shared between a bot that thinks and the task that waits for it.
#[derive(Debug, Default)]
pub struct Watch {
    stopped: Arc<AtomicBool>,
    share: AtomicU32,
}

impl Watch {
    /// Nobody wants the answer any more; the bot gives its best so far as soon as it can.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Set when it is stopped, for a caller that polls nothing else.
    pub fn stopped(&self) -> Arc<AtomicBool> {
        self.stopped.clone()
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// How far it is, in thousandths.
    pub fn share(&self) -> u32 {
        self.share.load(Ordering::Relaxed)
    }

    pub fn done(&self, part: u64, whole: u64) {
        let share = (part * 1000).checked_div(whole).map_or(1000, |share| share.min(1000));
        self.share.store(share as u32, Ordering::Relaxed);
    }
}
