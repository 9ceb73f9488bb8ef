//! What a system tells forecasts and bots.

use crate::{
    odds::{Effect, Scope},
    plans::Plan,
    rules::{Move, Rules},
    thing::{Seat, Side, Thing},
    words::Line,
};

/// What a forecast is made of: the meaning of events, and how far a fight goes.
pub trait Forecasts: Rules {
    /// The effect of an event in a forecast: the outcome that players think in, and the cost to each side. Forecasts are
    /// made of these, seen from where the plan began.
    fn effect(&self, _scope: Scope<'_, Self::State>, _event: &Self::Event) -> Effect {
        Effect::none()
    }
    /// Is the fight in which a plan lies over? For a question inside a fight it is when the frame it was asked in is
    /// left, for one at the bottom when the game is back there. To be overridden where a fight goes on beyond.
    fn has_ended(&self, scope: Scope<'_, Self::State>, state: &Self::State) -> bool {
        self.depth(state) < self.depth(scope.asked).max(1)
    }
    /// What a forecast assumes that `seat` answers on the way: its habit. To be overridden where a habit would follow
    /// what has no part in the fight, such as the volleys of others.
    fn assumed(&self, _scope: Scope<'_, Self::State>, state: &Self::State, seat: Seat) -> Self::Action {
        self.habit(state, seat)
    }
    /// Is the question that the game rests in one of the fight in which the plan lies? Answers to others are not given a
    /// forecast each. To be overridden where several fights are begun before the first is carried out.
    fn is_of_plan(&self, _scope: Scope<'_, Self::State>, _state: &Self::State) -> bool {
        true
    }
    /// The condition under which a forecast for `seat` is another one, as it holds in a world that the seat imagines:
    /// "if they hold an Ambush". `None` where it does not hold, and in systems without secrets.
    fn hidden_condition(&self, _world: &Self::State, _seat: Seat) -> Option<Line> {
        None
    }
}

/// Judgement and plans: what makes a bot play this system well. Generic bots do the rest.
pub trait Evaluation: Forecasts {
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

    /// What `side` must take to win: enemy leaders, castles, hexes. For scripted opponents; with none they go for any enemy.
    fn objectives(&self, _state: &Self::State, _side: Side) -> Vec<Thing> {
        Vec::new()
    }

    /// Is the answer of `seat`, which is asked on the way of a plan, worth an evaluation of its own? Else the line goes on by
    /// default action. `search` asks; `greedy` does not.
    fn deliberates(&self, state: &Self::State, seat: Seat) -> bool {
        self.branches(state, seat)
    }

    /// Goals that `side` may set its groups now, best first; of each group the first is taken up, if it has none. `search`
    /// keeps a goal from turn to turn until [`Evaluation::progress`] says it is over.
    fn goals(&self, _state: &Self::State, _side: Side, _out: &mut Vec<Goal>) {}

    /// How far a goal of `side` is.
    fn progress(&self, _state: &Self::State, _side: Side, _goal: Goal) -> Progress {
        Progress { worth: 0, over: true }
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
    /// [`Evaluation::prospect`] alone.
    fn looks_ahead(&self) -> bool {
        true
    }

    /// Does it look ahead from here? Not where every plan ends in dice, say: one ply has their exact expectation, and a line
    /// after them only one throw of many.
    fn looks_ahead_from(&self, _state: &Self::State) -> bool {
        self.looks_ahead()
    }

    /// The inning or turn, from 1: the time axis of reports.
    fn clock(&self, state: &Self::State) -> u32;

    /// What each side has lost so far, in units, stands or steps.
    fn losses(&self, state: &Self::State) -> [u32; 2];

    /// The side whose deed an event is, or whose loss: reports count these by inning. Of most events there is none.
    fn whose(&self, _event: &Self::Event) -> Option<Side> {
        None
    }

    /// How well a side played one input, as counts by name: leaders that fell alone, charges without contact. Reports make
    /// shares of them ([`Evaluation::style_shares`]).
    fn style(&self, _played: Played<'_, Self>, _count: &mut dyn FnMut(Side, &'static str)) {}

    /// The shares that reports make of what [`Evaluation::style`] counts. [`Evaluation::style`] is called only if there are any.
    fn style_shares(&self) -> &'static [StyleShare] {
        &[]
    }

    /// Deeds that reports add up under one name, however many rules they come from: the name, and the keys of what is
    /// told of them.
    fn deeds(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }
}

/// What a group of units is to do, over several turns. The numbers are the system's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    /// Who: a force, a clan, a wing. A group has one goal at a time.
    pub group: u16,
    /// What: take, hold, screen.
    pub kind: u16,
    /// Where or whom.
    pub target: u16,
}

/// How far a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it adds to the worth of a position; more the nearer it is to its end.
    pub worth: i32,
    /// It is done or hopeless, and is dropped when the side next decides.
    pub over: bool,
}

/// One input and what came of it.
#[derive(Debug)]
pub struct Played<'a, R: Rules> {
    pub before: &'a R::State,
    pub input: &'a Move<R::Action>,
    pub after: &'a R::State,
    pub events: &'a [R::Event],
}

/// A figure of style: a count by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleShare {
    pub name: &'static str,
    /// The name of a count.
    pub part: &'static str,
    /// The count it is a share of; `None` for a figure per game.
    pub of: Option<&'static str>,
}

/// The worth of a won game; no judgement reaches it.
pub const WON: i32 = 1_000_000;
