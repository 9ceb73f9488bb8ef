//! Who stands in the way of whom.

use plane::{Len, Outline};

/// Somebody who may be in the way.
#[derive(Clone, Debug)]
pub struct Other<I> {
    pub id: I,
    pub shape: Outline,
    /// Nobody steps into him; others may be stepped through.
    pub solid: bool,
    /// Nobody comes near him but to fight.
    pub shunned: bool,
}

/// Everybody near a mover.
#[derive(Clone, Debug)]
pub struct Crowd<I> {
    pub others: Vec<Other<I>>,
}

impl<I: Copy + PartialEq> Crowd<I> {
    /// Who stands in what a step sweeps over; `through` may be passed.
    pub fn in_way(&self, swept: &Outline, through: Option<I>) -> Option<I> {
        self.others
            .iter()
            .find(|other| other.solid && Some(other.id) != through && other.shape.overlaps(swept))
            .map(|other| other.id)
    }

    /// Who is shunned and would be nearer than `apart`, and nearer than before.
    pub fn too_near(&self, from: &Outline, to: &Outline, apart: Len) -> Option<I> {
        let close = |other: &&Other<I>| {
            other.shunned
                && other.shape.within(to, apart - Len(1))
                && other.shape.gap(to) < other.shape.gap(from)
        };
        self.others.iter().find(close).map(|other| other.id)
    }

    pub fn shape(&self, id: I) -> Option<&Outline> {
        self.others.iter().find(|other| other.id == id).map(|other| &other.shape)
    }
}
