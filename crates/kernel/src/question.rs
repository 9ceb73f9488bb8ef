//! What a game rests in.

use arrayvec::ArrayVec;

use serde::{Deserialize, Serialize};

use crate::{
    roll::Roll,
    thing::{Seat, Side, Thing},
    words::{Line, Rule},
};

/// A game rests in questions, in a roll, or it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Choose(Questions),
    Throw(Roll),
    Over(Outcome),
}

/// Usually one; two when both seats choose in secret at the same time.
pub type Questions = ArrayVec<Question, 2>;

/// A seat must choose one of the listed actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub seat: Seat,
    /// The rule under which it is asked.
    pub rule: Rule,
    /// The prompt; its key is the kind of question.
    pub prompt: Line,
    /// Asked even when there is but one answer, because being asked would tell something hidden.
    pub always: bool,
    /// Where on the boards it lies, if it lies in one place.
    pub at: Option<Thing>,
}

/// What a seat has said beforehand about questions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Order {
    /// Ask me.
    #[default]
    Ask,
    /// Let it pass, whatever I hold.
    Never,
    /// Take it whenever I can.
    Always,
    /// Answer as a sensible owner would without thinking. May be given for routine questions too.
    Habit,
}

impl Order {
    /// All that answer something.
    pub const GIVEN: [Order; 3] = [Order::Never, Order::Always, Order::Habit];
}

impl Question {
    pub fn new(seat: Seat, rule: Rule, prompt: Line) -> Question {
        Question { seat, rule, prompt, always: false, at: None }
    }

    pub fn at(mut self, thing: Thing) -> Question {
        self.at = Some(thing);
        self
    }

    pub fn always(mut self) -> Question {
        self.always = true;
        self
    }

    pub fn kind(&self) -> &'static str {
        self.prompt.key
    }
}

impl From<Question> for Ask {
    fn from(question: Question) -> Ask {
        let mut questions = Questions::new();
        questions.push(question);
        Ask::Choose(questions)
    }
}

impl Ask {
    pub fn question_for(&self, seat: Seat) -> Option<&Question> {
        match self {
            Ask::Choose(questions) => questions.iter().find(|q| q.seat == seat),
            _ => None,
        }
    }
}

/// How it ended: who won, by which rule. `winner` is `None` for a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub winner: Option<Side>,
    pub rule: Rule,
    pub line: Line,
}

/// The list that [`crate::Rules::actions`] fills, with an optional limit.
///
/// A system may stop listing once the list is [`full`](Actions::full), with whichever actions it found first:
/// to see whether a question has more than one answer, any two are enough.
#[derive(Clone, Debug)]
pub struct Actions<A> {
    list: Vec<A>,
    limit: usize,
}

impl<A> Default for Actions<A> {
    fn default() -> Self {
        Actions { list: Vec::new(), limit: usize::MAX }
    }
}

impl<A> Actions<A> {
    pub fn up_to(limit: usize) -> Actions<A> {
        Actions { list: Vec::new(), limit }
    }

    #[inline]
    pub fn push(&mut self, action: A) {
        if self.list.len() < self.limit {
            self.list.push(action);
        }
    }

    #[inline]
    pub fn full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// How many more are wanted.
    #[inline]
    pub fn room(&self) -> usize {
        self.limit - self.list.len()
    }

    /// Empties the list for the next question; keeps its memory.
    pub fn clear(&mut self, limit: usize) {
        self.list.clear();
        self.limit = limit;
    }

    pub fn into_vec(self) -> Vec<A> {
        self.list
    }
}

impl<A> Extend<A> for Actions<A> {
    fn extend<I: IntoIterator<Item = A>>(&mut self, actions: I) {
        let room = self.room();
        self.list.extend(actions.into_iter().take(room));
    }
}

impl<A> std::ops::Deref for Actions<A> {
    type Target = [A];
    fn deref(&self) -> &[A] {
        &self.list
    }
}
