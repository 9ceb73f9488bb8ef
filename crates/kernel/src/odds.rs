//! Forecasts: what comes of a plan, by the same code that plays.
//!
//! From the state that a plan leads to, throws are expanded breadth first up to the end of the fight in which the
//! plan lies; questions on the way are answered by named policies. The events on the way say what happened: each has
//! an [`Effect`]. Paths that meet in one state with the same outcome are merged. Beyond a bound the rest is sampled,
//! and the result says so with its error. Decision 21 has the reasons.

mod chance;
mod effect;
mod forecast;
mod mass;
mod merge;
mod spread;
mod worlds;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    plans::{Plan, follow_named},
    refusal::Refusal,
    story::Story,
    system::Game,
    thing::Seat,
};

pub use chance::Chance;
pub use effect::{Effect, Hearing, NOTHING, Scope, Told};
pub use forecast::{Amount, Branch, Forecast, Row, Toll};
pub use worlds::{known_odds, sampled_odds};

use mass::Overflow;
use spread::{Met, Spread};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The next question: no assumption is needed.
    Question,
    /// The end of the fight in which the plan lies; questions on the way are answered by policy.
    End,
}

/// How a seat answers questions on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The answer a sensible owner gives without thinking.
    Habit,
    /// The answer that leaves him best, by judgement, before the next throw.
    Best,
    /// The one that leaves him worst.
    Worst,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Habit => "habit",
            Policy::Best => "best",
            Policy::Worst => "worst",
        })
    }
}

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub until: Until,
    pub policy: [Policy; 2],
    /// At most this many throws are looked at one by one; where there are more, plays are sampled. A long battle has ten
    /// throws and more, so `samples` plays of it throw as often as ten times `samples`: up to that bound the exact answer
    /// takes no longer than the sampled one.
    pub bound: usize,
    /// How many plays are sampled then.
    pub samples: u32,
}

impl Default for Wish {
    fn default() -> Self {
        Wish { until: Until::End, policy: [Policy::Habit; 2], bound: 10_000, samples: 1_000 }
    }
}

/// Why there is no forecast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoForecast {
    /// The plan is not legal.
    Refused(Refusal),
    /// The mean over what may be hidden has no room in 128 bits. [`sampled_odds`] always has.
    Overflow,
}

impl From<Refusal> for NoForecast {
    fn from(refusal: Refusal) -> Self {
        NoForecast::Refused(refusal)
    }
}

impl From<Overflow> for NoForecast {
    fn from(_: Overflow) -> Self {
        NoForecast::Overflow
    }
}

/// The forecast of a plan of `seat` played from `state`, of which the seat may know everything.
pub fn odds<R: Game>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<Forecast, Refusal> {
    looked(rules, state, seat, plan, wish).map(|(forecast, _)| forecast)
}

/// The forecast, and what was met on the way.
fn looked<R: Game>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    wish: Wish,
) -> Result<(Forecast, Met<R::Action>), Refusal> {
    let mut planned = state.clone();
    let mut story = Story::telling();
    follow_named(rules, &mut planned, seat, plan, &mut story)?;
    let scope = Scope { asked: state, planned: &planned, seat };
    let (mut forecast, mut met) = Spread { rules, scope, wish, answer: None }.run(&story.events);
    met.others |= story.revealed;
    // An answer that depends on what the other seat holds tells what that is: conditions are given instead.
    if met.answers.len() > 1 && !met.hidden {
        for (answer, line) in &met.answers {
            let spread = Spread { rules, scope, wish, answer: Some(answer) };
            forecast.answers.push(Branch {
                line: line.clone(),
                action: Some(rules.write_action(answer)),
                share: Chance::SURE,
                forecast: spread.run(&story.events).0,
            });
        }
    }
    Ok((forecast, met))
}
