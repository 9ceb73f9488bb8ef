//! Fuzzing by structure: positions, records and data files that are well formed and wrong, so that they reach the rules.
//!
//! Each mutation is read, and what is taken is asked, listed, played on, drawn and its odds worked out. Nothing may panic or
//! hang, and what is refused is refused with a reason. Seeds are fixed; a finding shows its mutation.
//!
//! [`fuzz!`](crate::fuzz) declares these tests for a system. How many mutations there are stands here and nowhere else; those
//! of bytes, which seldom reach the rules, come on top (`crates/roster/tests/fuzz.rs`, `crates/server/tests/it/wrong.rs`).

mod data;
mod mutate;
mod play;
mod positions;
mod records;
mod watch;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fmt::Write as _,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use kernel::System;

use crate::BuiltIn;
use watch::Watch;

const SEED: u64 = 0x1615_0506_1582_0613;

/// How many mutations a system gets, in `./check` and in `./check --long`.
const POSITIONS: [usize; 2] = [1_000, 100_000];
const RECORDS: [usize; 2] = [600, 60_000];
const DATA: [usize; 2] = [400, 40_000];
const SYSTEMS: usize = 5;

const fn all(run: usize) -> usize {
    SYSTEMS * (POSITIONS[run] + RECORDS[run] + DATA[run])
}

const _: () = assert!(all(0) == 10_000 && all(1) == 1_000_000);

/// `GUNBAI_FUZZ=N` sets the number of each kind instead.
fn count(of: [usize; 2]) -> usize {
    let asked = std::env::var("GUNBAI_FUZZ").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or_else(|| crate::mutations(of[0], of[1]))
}

/// The tests of a system against mutations, and of the schema of its positions: each type whose names it must list, with
/// the place where it lists them.
#[macro_export]
macro_rules! fuzz {
    ($system:ty, $($names:ty => $place:expr),+) => {
        $crate::fuzz!($system);

        #[test]
        fn the_schema_lists_every_name_that_a_position_can_have() {
            $($crate::BuiltIn::<$system>::check_names::<$names>(&$place);)+
        }
    };
    ($system:ty) => {
        #[test]
        fn mutated_positions_are_refused_or_playable() {
            $crate::BuiltIn::<$system>::fuzz_positions();
        }

        #[test]
        fn mutated_records_whose_chain_fits_are_refused_or_sound() {
            $crate::BuiltIn::<$system>::fuzz_records();
        }

        #[test]
        fn mutated_data_are_refused_or_playable() {
            $crate::BuiltIn::<$system>::fuzz_data();
        }
    };
}

impl<S: System> BuiltIn<S> {
    pub fn fuzz_positions() {
        positions::fuzz::<S>(count(POSITIONS));
    }

    pub fn fuzz_records() {
        records::fuzz::<S>(count(RECORDS));
    }

    pub fn fuzz_data() {
        data::fuzz::<S>(count(DATA));
    }
}

thread_local! {
    /// Where and why this thread panicked last, while it fuzzes.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics of fuzzing threads instead of printing them.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            let heard = PANIC.with_borrow_mut(|kept| match kept {
                Some(text) => {
                    *text = info.to_string();
                    true
                }
                None => false,
            });
            if !heard {
                before(info);
            }
        }));
    });
}

/// What came of all mutations.
struct Findings {
    watch: Watch,
    taken: usize,
    refused: usize,
    /// By the place of the panic: its text, the first mutation that led there, and how many did.
    panics: BTreeMap<String, (String, usize)>,
}

impl Findings {
    fn new() -> Findings {
        Findings { watch: Watch::new(), taken: 0, refused: 0, panics: BTreeMap::new() }
    }

    /// Tries one mutation. `Err` is a refusal with its reason.
    fn attempt(&mut self, mutated: impl Fn() -> String, attempt: impl FnOnce() -> Result<(), String>) {
        listen();
        PANIC.set(Some(String::new()));
        self.watch.begin(mutated());
        let came = catch_unwind(AssertUnwindSafe(attempt));
        let panic = PANIC.take().unwrap_or_default();
        match came {
            Ok(Ok(())) => self.taken += 1,
            Ok(Err(why)) if why.is_empty() => _ = self.panics.insert("no reason".to_owned(), (mutated(), 1)),
            Ok(Err(_)) => self.refused += 1,
            Err(_) => {
                // The first line of a panic has its place.
                let place = panic.lines().next().unwrap_or_default().to_owned();
                // A long run tells what it finds as it goes.
                if !self.panics.contains_key(&place) {
                    println!("{panic}\n{}", mutated());
                }
                let found =
                    self.panics.entry(place).or_insert_with(|| (format!("{panic}\n{}", mutated()), 0));
                found.1 += 1;
            }
        }
    }

    /// Nothing was found, and some mutations of both kinds were tried.
    fn check(&self, what: &str) {
        let mut text = String::new();
        for (found, times) in self.panics.values() {
            let _ = writeln!(text, "── {times} times ──\n{found}\n");
        }
        println!("{what}: {} taken, {} refused", self.taken, self.refused);
        assert!(text.is_empty(), "{what}: {} places panic:\n{text}", self.panics.len());
        assert!(self.taken > 0, "{what}: nothing was taken of {}", self.refused);
        assert!(self.refused > 0, "{what}: nothing was refused of {}", self.taken);
    }
}
