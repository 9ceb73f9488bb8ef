//! What a system tells the kit of its open table, so that nobody stands in another or passes through what blocks.

use kernel::{Move, Rules, Thing};
use plane::{Footprint, Outline, Table};

/// A body that nobody may stand in. Who may be stood in (a router, a leader) is left out.
#[derive(Clone, Debug)]
pub struct Body {
    pub thing: Thing,
    pub shape: Outline,
}

/// The way of a body: every place it stood in, step by step, the first and the last included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub thing: Thing,
    pub places: Vec<Footprint>,
    /// Whom the rules let it pass through on this way.
    pub through: Vec<Thing>,
}

/// The open table of a system, as the kit looks at it.
pub trait OpenTable<R: Rules>: Send + Sync {
    fn table(&self, rules: &R) -> Table;
    fn bodies(&self, rules: &R, state: &R::State) -> Vec<Body>;
    /// Does ground stand in the way of this body there: a pond, a house?
    fn blocked(&self, rules: &R, state: &R::State, mover: Thing, swept: &Outline) -> bool;
    /// The ways that an input led bodies, as far as they went of their own will; the state is the one before it.
    fn ways(&self, rules: &R, before: &R::State, input: &Move<R::Action>) -> Vec<Way>;
}
