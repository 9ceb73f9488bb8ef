//! Players for any system.
//!
//! | level | how it chooses |
//! |---|---|
//! | `random` | any listed action |
//! | `steady` | the same, but never one by which its own side loses before anyone else acts |
//! | `greedy` | the plan with the best expected judgement over the throw that ends it |
//! | `search:N` | the plan that stands up best when both sides play on, N judgements a plan |
//! | `peeking:N` | the same, but it sees what is hidden from its seat: a measure, not an opponent |
//! | `script:NAME` | a simple fixed policy: `passive`, `turtle`, `rusher`, `raider` |
//! | `exec:PROGRAM` | another program, asked in JSON lines ([`protocol`]) |
//!
//! A bot (but `peeking`) looks only at what its seat may know: it puts a state drawn by [`Rules::imagine`] in the place of the
//! true one. The same seed gives the same moves, on every machine: no clock, and of floats only the operations that
//! are exact everywhere.

mod exec;
mod goals;
mod greedy;
mod intent;
mod level;
mod outlook;
pub mod protocol;
mod random;
mod script;
mod search;
mod watch;

use std::sync::Arc;

use kernel::{Game, Rules, Seat};

use crate::{
    exec::Exec,
    greedy::Greedy,
    random::{Random, Steady},
    script::Scripted,
    search::Search,
};
pub use crate::{level::Level, script::Script, watch::Watch};

/// Somebody who answers questions.
pub trait Bot<R: Rules>: Send {
    /// The answer of `seat`, which is asked in this state.
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action;

    /// The same where the caller has already listed every legal action; saves listing them again.
    fn choose_from(&mut self, rules: &R, state: &R::State, seat: Seat, _listed: &[R::Action]) -> R::Action {
        self.choose(rules, state, seat)
    }

    /// Somebody watches from now on: bots that think long tell how far they are, and stop when asked to.
    fn watch(&mut self, _watch: Arc<Watch>) {}
}

/// A player of this level. Only a program that cannot be started is an error.
pub fn bot<R: Game>(level: &Level, seed: u64) -> Result<Box<dyn Bot<R>>, String> {
    Ok(match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Steady => Box::new(Steady::new(seed)),
        Level::Greedy => Box::new(Greedy::<R>::new(seed)),
        Level::Search(leaves) => Box::new(Search::<R>::new(*leaves, seed)),
        Level::Peeking(leaves) => Box::new(Search::<R>::new(*leaves, seed).peeking()),
        Level::Script(script) => Box::new(Scripted::<R>::new(*script, seed)),
        Level::Exec(program) => Box::new(Exec::start(program, seed)?),
    })
}
