//! A store whose calls are timed, for `gunbai_store_seconds` and `gunbai_store_failures`.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use store::{Account, Answer, Change, Elsewhere, Game, Listed, Store, StoreError};
use tokio::sync::mpsc;

use crate::metrics::StoreMetrics;

pub(crate) struct Measured {
    store: Arc<dyn Store>,
    metrics: StoreMetrics,
}

impl Measured {
    pub(crate) fn new(store: Arc<dyn Store>, metrics: StoreMetrics) -> Measured {
        Measured { store, metrics }
    }

    fn timed<'a, T: 'a>(&'a self, call: &'static str, answer: Answer<'a, T>) -> Answer<'a, T> {
        let began = Instant::now();
        Box::pin(async move {
            let answer = answer.await;
            self.metrics.called(call, began.elapsed(), answer.as_ref().err().is_some_and(is_failure));
            answer
        })
    }
}

/// The store did not work; the others are answers.
fn is_failure(error: &StoreError) -> bool {
    !matches!(
        error,
        StoreError::Taken { .. } | StoreError::NoGame(_) | StoreError::Exists(_) | StoreError::NotTheirs(_)
    )
}

/// Each method of the trait passes its call on and times the answer.
macro_rules! timed {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $kind),*) -> Answer<'_, $answer> {
            self.timed(stringify!($name), self.store.$name($($argument),*))
        })*
    };
}

impl Store for Measured {
    timed! {
        write(change: Change) -> ();
        game(id: &str) -> Option<Game>;
        standings(ids: Vec<String>) -> Vec<Listed>;
        listed(most: u32) -> Vec<Listed>;
        open_seats(most: u32) -> Vec<Listed>;
        computers_to_move() -> Vec<String>;
        data(digest: &str) -> Vec<(String, String)>;
        ids() -> Vec<String>;
        count() -> u32;
        probe(now: u32) -> ();
        check_integrity() -> ();
        close() -> ();
        due(now: u32) -> Vec<String>;
        account(name: &str) -> Option<Account>;
        accounts() -> Vec<Account>;
        session(token: [u8; 32], now: u32) -> Option<String>;
        belongings(account: &str) -> Vec<(String, u8)>;
        lease(game: &str, lasting: Duration) -> bool;
    }

    fn elsewhere(&self) -> Option<mpsc::UnboundedReceiver<Elsewhere>> {
        self.store.elsewhere()
    }
}
