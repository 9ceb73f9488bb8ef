//! What a game asks, tells and offers, in words: plain data that serialises.

use serde::Serialize;

use crate::{
    presentation::Role,
    question::Order,
    record::Forfeit,
    scene::Pose,
    story::{Stroke, UsedCell},
};

/// A sentence with its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Said {
    pub rule: String,
    pub key: String,
    pub text: String,
}

/// A listed action as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// The canonical text of the action.
    pub action: String,
    pub text: String,
    /// What to click: `piece:goto_G1`, `place:2412`, `button:done`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub tie: Option<String>,
    /// The cards it is made of, as they are called in a hand: it is put together by clicking them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub cards: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub cost: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub warning: Option<String>,
    /// On an open table: how the piece would stand then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub pose: Option<Pose>,
    #[serde(skip_serializing_if = "is_plain")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Role>", optional))]
    pub role: Role,
}

fn is_plain(role: &Role) -> bool {
    *role == Role::Plain
}

/// What a drag comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidDrag {
    /// The actions to be taken, in order, and what each is called.
    pub actions: Vec<String>,
    pub texts: Vec<String>,
    /// How the piece stands after them.
    pub pose: Pose,
    pub cost: String,
    pub warnings: Vec<Said>,
    /// Why it goes no nearer.
    pub stopped: Option<Said>,
}

/// What the game rests in, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rests-in")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Asked {
    Questions { questions: Vec<AskedQuestion> },
    Roll { seat: u8, rule: String, text: String, dice: u8, sides: u8, modifiers: Vec<SaidModifier> },
    Over { winner: Option<String>, rule: String, text: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AskedQuestion {
    pub seat: u8,
    pub kind: String,
    pub rule: String,
    pub prompt: String,
    /// Where it lies, if in one place: `piece:goto_G1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub at: Option<String>,
    /// Asked whatever the seat holds: neither that it is asked nor how long it takes may tell anything.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub window: bool,
    /// The standing orders that would answer such a question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Order>>", optional))]
    pub orders: Vec<Order>,
}

/// A kind of question that a seat may leave to its habit by a standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Routine {
    pub kind: String,
    /// What such questions are called.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidModifier {
    pub value: i16,
    pub rule: String,
    pub text: String,
}

/// An event as one viewer hears it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Told {
    #[serde(flatten)]
    pub said: Said,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strokes: Vec<Stroke<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub cell: Option<UsedCell>,
}

/// One input and what it brought about, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ToldStep {
    pub number: u32,
    pub cause: Cause,
    /// The inning or turn in which it leaves the game.
    pub clock: u32,
    /// The pips, when the input was a throw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pips: Vec<u8>,
    pub events: Vec<Told>,
    pub head: String,
}

/// What kind of input a step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Cause {
    Beginning,
    Act {
        seat: u8,
    },
    Throw {
        entered: bool,
    },
    /// Back to the state after input `to`; its effects are told by none of its events.
    Undo {
        seat: u8,
        to: u32,
        agreed: bool,
    },
    Resign {
        seat: u8,
        why: Forfeit,
    },
    /// The seat is bound to its share of the dice.
    Share {
        seat: u8,
    },
    /// Other dice from here on. `file`: what lies before comes from a file.
    Dice {
        file: bool,
    },
}

/// How a throw fell against what was to be expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidLuck {
    pub number: u32,
    pub clock: u32,
    /// Who threw.
    pub side: u8,
    pub rule: String,
    pub text: String,
    pub pips: Vec<u8>,
    /// The expected sum of the pips, in tenths.
    pub expected_tenths: i32,
    /// What the fall was worth to side 0 beyond expectation, in points of judgement.
    pub swing: i32,
}

/// A forecast in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidForecast {
    /// At most eight, most likely first; the last sums up those that are folded.
    pub outcomes: Vec<SaidChance>,
    /// The rows behind the last one, where there are more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<SaidChance>>", optional))]
    pub folded: Vec<SaidChance>,
    /// What it costs each side; only what can be lost at all.
    pub tolls: Vec<SaidToll>,
    /// Throws looked at.
    pub states: usize,
    pub exact: bool,
    /// The plays or imagined worlds behind sampled figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub samples: Option<u32>,
    /// The policy of each seat for questions on the way.
    pub policy: [String; 2],
    pub until: String,
    /// The same for each answer of the other seat to its first question that matters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<SaidBranch>>", optional))]
    pub answers: Vec<SaidBranch>,
    /// The same by what is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<SaidBranch>>", optional))]
    pub hidden: Vec<SaidBranch>,
}

impl SaidForecast {
    /// Every outcome, unfolded.
    pub fn rows(&self) -> impl Iterator<Item = &SaidChance> {
        let shown = self.outcomes.len() - usize::from(!self.folded.is_empty());
        self.outcomes[..shown].iter().chain(&self.folded)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidChance {
    pub key: String,
    pub text: String,
    /// As a fraction; empty where it is not exact.
    pub chance: String,
    pub millionths: u32,
    /// Half the 95 % interval where the figure was sampled.
    #[serde(skip_serializing_if = "is_zero")]
    pub error_millionths: u32,
}

/// Something that both sides can lose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidToll {
    pub kind: TollKind,
    pub text: String,
    /// By side.
    pub of: Vec<SaidAmount>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TollKind {
    /// An expected number.
    Losses,
    /// A chance.
    Leader,
    /// An expected number.
    Morale,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidAmount {
    pub side: String,
    /// As a fraction; empty where it is not exact.
    pub amount: String,
    pub millionths: u32,
    #[serde(skip_serializing_if = "is_zero")]
    pub error_millionths: u32,
}

/// A forecast under a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaidBranch {
    /// The answer of the other seat, or the condition.
    pub text: String,
    /// The action, where it is an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub action: Option<String>,
    /// How likely the condition is.
    pub millionths: u32,
    pub forecast: SaidForecast,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
