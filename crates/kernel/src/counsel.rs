//! What a system tells the bots, and how a system is found.

use crate::{
    data::DataSet,
    fault::Faults,
    plans::Plan,
    rules::Rules,
    setup::{Card, Setup},
    thing::{Seat, Side},
    words::Rule,
};

/// Judgement and plans: what makes a bot play this system well. Generic bots do the rest.
pub trait Counsel: Rules {
    /// How good the position is for `side`, in the system's own points; the other side's worth is the
    /// negative. A won game is worth [`WON`].
    fn worth(&self, state: &Self::State, side: Side) -> i32;

    /// The same as far as games that were played have corrected it: what `search` goes by. It need not be the
    /// negative of the other side's; a side may look differently at its own dangers and at those of the enemy.
    fn prospect(&self, state: &Self::State, side: Side) -> i32 {
        self.worth(state, side)
    }

    /// Plans worth looking at, best first. Listing none leaves it to the kernel to enumerate them.
    /// Every plan must be a chain of legal actions.
    fn propose(&self, state: &Self::State, seat: Seat, out: &mut Vec<Plan<Self::Action>>);

    /// The few plans a seat thinks of at a glance, wherever it is imagined how a game goes on: quick to list.
    fn propose_briefly(&self, state: &Self::State, seat: Seat, out: &mut Vec<Plan<Self::Action>>) {
        self.propose(state, seat, out);
    }

    /// Is it the other side's turn after every plan, as with cards? Else a side follows many before the other does.
    fn alternating(&self) -> bool {
        false
    }

    /// How many judgements a system takes for each that a level of `search` grants: where a line is long and cheap, a
    /// level that means the same thought as elsewhere needs more of them.
    fn breath(&self) -> u32 {
        1
    }

    /// Does `search` look ahead? Where a phase is long and what a line costs is more than it shows, it goes by one ply of
    /// [`Counsel::prospect`] alone.
    fn looks_ahead(&self) -> bool {
        true
    }

    /// The inning or turn, from 1: the time axis of reports.
    fn clock(&self, state: &Self::State) -> u32;

    /// What each side has lost so far, in units, stands or steps.
    fn losses(&self, state: &Self::State) -> [u32; 2];

    /// The side whose deed an event is, or whose loss: reports count these by inning. Of most events there is none.
    fn whose(&self, _event: &Self::Event) -> Option<Side> {
        None
    }

    /// Deeds that reports add up under one name, however many rules they come from: the name, and the keys of what is
    /// told of them.
    fn deeds(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }
}

/// The worth of a won game; no judgement reaches it.
pub const WON: i32 = 1_000_000;

/// A rule system that can open its scenarios.
pub trait System: Counsel {
    const NAME: &'static str;
    /// The newest revision of its behaviour.
    const REVISION: u32;

    /// The files built into the program: path below the data directory, and text.
    fn files() -> &'static [(&'static str, &'static str)];
    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults>;
    fn open(data: &DataSet, setup: &Setup) -> Result<Self, Faults>;
    /// Every rule id its code can cite.
    fn rule_ids() -> &'static [Rule];

    /// A battle between armies that players have written down (file and text of each), on ground laid out from a seed;
    /// `None` for a system without a muster.
    fn muster(
        _data: &DataSet,
        _name: &str,
        _armies: &[(String, String)],
        _seed: u64,
    ) -> Option<Result<Muster, Faults>> {
        None
    }
}

/// What a muster comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// What each army costs.
    pub points: Vec<i32>,
    /// The battle as a scenario file of the system.
    pub scenario: String,
}
