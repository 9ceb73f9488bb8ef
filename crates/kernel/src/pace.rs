//! A long computation pauses here now and then.
//!
//! The caller may set a [`Pace`] for the thread: each point the computation passes is reported, and the pace
//! may hold the thread for a while, so that others have their turn, or end the computation. Without a pace a point costs
//! nothing. What is computed does not depend on it: a result comes as it would without, or not at all.

use std::{
    cell::RefCell,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};

/// Decides at each point whether a computation goes on.
pub trait Pace {
    /// May take its time. `Break` ends the computation.
    fn point(&self) -> ControlFlow<()>;
}

/// The computation was ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

thread_local! {
    static PACE: RefCell<Option<Rc<dyn Pace>>> = const { RefCell::new(None) };
}

/// Somewhere in the middle of a long computation.
pub fn point() {
    let pace = PACE.with_borrow(Clone::clone);
    if pace.is_some_and(|pace| pace.point().is_break()) {
        // No panic: no hook is called, and `run` catches it.
        resume_unwind(Box::new(Stopped));
    }
}

/// Carries out a computation at a pace.
pub fn run<T>(pace: Rc<dyn Pace>, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    let before = PACE.replace(Some(pace));
    let done = catch_unwind(AssertUnwindSafe(work));
    PACE.set(before);
    done.or_else(|reason| if reason.is::<Stopped>() { Err(Stopped) } else { resume_unwind(reason) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    struct Few(AtomicU32);

    impl Pace for Few {
        fn point(&self) -> ControlFlow<()> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    #[test]
    fn a_computation_ends_where_its_pace_says_and_nowhere_else() {
        let count = |points: u32| (0..points).map(|_| point()).count();
        assert_eq!(run(Rc::new(Few(3.into())), || count(3)), Ok(3));
        assert_eq!(run(Rc::new(Few(3.into())), || count(4)), Err(Stopped));
        assert_eq!(count(100), 100, "no pace is left behind");
    }
}
