//! The effects of events in a forecast.

use crate::{
    evaluation::Forecasts,
    thing::{Seat, Side},
    words::{Line, Value},
};

/// The outcome of a path on which no event had one.
pub const NOTHING: &str = "odds-nothing";

/// Where a forecast began: what its events are seen from.
#[derive(Debug)]
pub struct Scope<'a, S> {
    /// The state in which the plan was asked for.
    pub asked: &'a S,
    /// The state that the plan has led to, which knows who attacks whom.
    pub planned: &'a S,
    /// Whose plan it is.
    pub seat: Seat,
}

impl<S> Clone for Scope<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Scope<'_, S> {}

/// What one event means: an outcome a player thinks in, and what it costs each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    pub outcome: Option<Told>,
    /// What each side loses, in the units of [`Evaluation::losses`](crate::Evaluation::losses).
    pub losses: [u16; 2],
    /// Does a leader of the side fall?
    pub fallen: [bool; 2],
    /// Morale each side loses.
    pub morale: [u16; 2],
}

/// An outcome with its rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The gravest stays; of equal ranks the later.
    pub rank: u8,
    pub line: Line,
    /// Where the outcome so far has the same key, its numbers are added.
    pub adds: bool,
}

impl Effect {
    /// Nothing that anyone would weigh.
    pub fn none() -> Effect {
        Effect::default()
    }

    /// An outcome: it stays unless one of at least the same rank follows.
    pub fn outcome(rank: u8, line: Line) -> Effect {
        Effect { outcome: Some(Told { rank, line, adds: false }), ..Effect::default() }
    }

    /// An outcome whose numbers are added to those of an outcome with the same key: "2 stands lost", event by event.
    pub fn adding(rank: u8, line: Line) -> Effect {
        Effect { outcome: Some(Told { rank, line, adds: true }), ..Effect::default() }
    }

    /// A side loses so much.
    pub fn losing(mut self, side: Side, count: u16) -> Effect {
        self.losses[side.index()] += count;
        self
    }

    /// A leader of this side falls.
    pub fn fells(mut self, side: Side) -> Effect {
        self.fallen[side.index()] = true;
        self
    }

    /// This side loses so much morale.
    pub fn shaking(mut self, side: Side, morale: u16) -> Effect {
        self.morale[side.index()] += morale;
        self
    }
}

/// The outcomes met so far, each under a number.
#[derive(Debug, Default)]
pub(super) struct Outcomes(Vec<(u8, Line)>);

impl Outcomes {
    pub(super) fn line(&self, n: u16) -> &Line {
        &self.0[usize::from(n)].1
    }

    pub(super) fn number(&mut self, rank: u8, line: Line) -> u16 {
        let known = self.0.iter().position(|(r, known)| *r == rank && *known == line);
        known.unwrap_or_else(|| {
            self.0.push((rank, line));
            self.0.len() - 1
        }) as u16
    }

    /// The outcome after another was told.
    fn with(&mut self, before: Option<u16>, told: Told) -> u16 {
        let Some(at) = before else { return self.number(told.rank, told.line) };
        let (rank, line) = &self.0[usize::from(at)];
        match told.rank.cmp(rank) {
            std::cmp::Ordering::Less => at,
            std::cmp::Ordering::Equal if told.adds && line.key == told.line.key => {
                let sum = added(line, &told.line);
                self.number(told.rank, sum)
            }
            _ => self.number(told.rank, told.line),
        }
    }
}

fn added(line: &Line, more: &Line) -> Line {
    let mut sum = more.clone();
    for (name, value) in &mut sum.args {
        let before = line.args.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        if let (Value::Int(n), Some(Value::Int(m))) = (&mut *value, before) {
            *n += m;
        }
    }
    sum
}

/// What the events of a path have come to, as far as paths are kept apart by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tale {
    pub(super) outcome: Option<u16>,
    pub(super) fallen: [bool; 2],
}

/// What the events of one step cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) losses: [u16; 2],
    pub(super) morale: [u16; 2],
}

impl Tale {
    pub(super) fn hear<R: Forecasts>(
        &mut self,
        rules: &R,
        scope: Scope<'_, R::State>,
        events: &[R::Event],
        outcomes: &mut Outcomes,
    ) -> Cost {
        let mut cost = Cost::default();
        for event in events {
            let effect = rules.effect(scope, event);
            if let Some(told) = effect.outcome {
                self.outcome = Some(outcomes.with(self.outcome, told));
            }
            for side in 0..2 {
                cost.losses[side] += effect.losses[side];
                cost.morale[side] += effect.morale[side];
                self.fallen[side] |= effect.fallen[side];
            }
        }
        cost
    }
}

/// What the events of one game come to, heard from a scope: how plays are compared with a forecast.
#[derive(Debug, Default)]
pub struct Hearing {
    outcomes: Outcomes,
    tale: Tale,
    pub losses: [u32; 2],
    pub morale: [u32; 2],
}

impl Hearing {
    pub fn hear<R: Forecasts>(&mut self, rules: &R, scope: Scope<'_, R::State>, events: &[R::Event]) {
        let cost = self.tale.hear(rules, scope, events, &mut self.outcomes);
        for side in 0..2 {
            self.losses[side] += u32::from(cost.losses[side]);
            self.morale[side] += u32::from(cost.morale[side]);
        }
    }

    pub fn outcome(&self) -> Line {
        self.tale.outcome.map_or_else(|| Line::new(NOTHING), |n| self.outcomes.line(n).clone())
    }

    /// Has a leader of each side fallen?
    pub fn fallen(&self) -> [bool; 2] {
        self.tale.fallen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(rank: u8, key: &'static str, n: i32, adds: bool) -> Told {
        Told { rank, line: Line::new(key).with("n", n), adds }
    }

    #[test]
    fn the_gravest_outcome_stays_and_numbers_are_added() {
        let mut outcomes = Outcomes::default();
        let lost = outcomes.with(None, told(2, "lost", 1, true));
        assert_eq!(outcomes.with(Some(lost), told(1, "held", 0, false)), lost);
        let two = outcomes.with(Some(lost), told(2, "lost", 2, true));
        assert_eq!(*outcomes.line(two), Line::new("lost").with("n", 3));
        let back = outcomes.with(Some(two), told(2, "back", 1, false));
        assert_eq!(outcomes.line(back).key, "back");
        let gone = outcomes.with(Some(back), told(3, "gone", 0, true));
        assert_eq!(outcomes.line(gone).key, "gone");
    }
}
