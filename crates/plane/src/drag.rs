//! A dragged ghost becomes manoeuvres: the listed actions that end nearest to where it was put.
//!
//! A system says what a body may do next ([`Manoeuvres`]); [`seek`] looks through chains of such steps, the most
//! hopeful first, and stops at the goal or after a fixed number of places. It knows no clock: the same drag gives the
//! same chain on every machine.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use crate::{
    footprint::Footprint,
    heading::Heading,
    length::{Len, Point},
};

/// What a body may do, as its system knows it.
pub trait Manoeuvres {
    /// Where it stands and all that decides what it may do next: what is left to spend, what was done already.
    type Place: Clone;
    /// One listed action. The smallest steps are enough: [`Manoeuvres::join`] makes one of several.
    type Act: Clone;
    /// Why something may not be done.
    type Why;

    /// Every step from a place, in the order of the list. A refused step is told too, so that the drag can say what
    /// stopped it.
    fn each(&self, from: &Self::Place, visit: &mut dyn FnMut(Step<Self>));

    fn footprint(&self, place: &Self::Place) -> Footprint;

    /// What else than footprint and cost tells two places apart: whether it has turned already, say.
    fn kind(&self, place: &Self::Place) -> u64;

    /// Two actions that are one of the list: 2 cm ahead and 3 cm ahead are 5 cm ahead.
    fn join(&self, one: &Self::Act, next: &Self::Act) -> Option<Self::Act>;
}

/// A step that is or might be made.
#[derive(Debug)]
pub struct Step<M: Manoeuvres + ?Sized> {
    pub act: M::Act,
    /// Where it ends, or would end.
    pub place: M::Place,
    pub cost: Len,
    /// Why it may not be made, if it may not.
    pub refused: Option<M::Why>,
}

/// Where the ghost was put: the middle of its front, and the way it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    pub front: Point,
    pub heading: Heading,
}

impl Goal {
    /// How far a body is from the goal: the way to go, and half a unit for every step of the heading.
    pub fn off(&self, body: &Footprint) -> Len {
        self.front.distance(body.front) + Len(50) * body.heading.to(self.heading).abs()
    }
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most places to go on from.
    pub places: usize,
    /// Good enough: nothing nearer is sought.
    pub near: Len,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound { places: 6_000, near: Len(40) }
    }
}

/// What a drag comes to.
#[derive(Clone, Debug)]
pub struct Found<M: Manoeuvres> {
    /// The actions in order; none if the body is best left where it is.
    pub acts: Vec<M::Act>,
    pub place: M::Place,
    /// What they cost together.
    pub cost: Len,
    /// How far from the goal it ends.
    pub off: Len,
    /// What forbids the next step towards the goal from where it ends, of several the one that would lead nearest.
    pub stopped: Option<M::Why>,
    /// How many places were gone on from.
    pub places: usize,
}

/// A place reached, by what and from where.
struct Reached<M: Manoeuvres> {
    place: M::Place,
    cost: Len,
    by: Option<(usize, M::Act)>,
}

/// Places within this of each other, with the same heading, width and kind, count as one.
const CELL: i32 = 30;

/// Looks for the chain of actions that ends nearest to the goal.
pub fn seek<M: Manoeuvres>(rules: &M, start: M::Place, goal: Goal, bound: Bound) -> Found<M> {
    let mut reached = vec![Reached::<M> { place: start, cost: Len::ZERO, by: None }];
    let mut best = (goal.off(&rules.footprint(&reached[0].place)), Len::ZERO, 0);
    let mut known: HashMap<(i32, i32, i32, i32, u64), Len> = HashMap::new();
    let mut open = BinaryHeap::from([Reverse((best.0, 0))]);
    let mut places = 0;
    while let Some(Reverse((_, from))) = open.pop() {
        if best.0 <= bound.near || places >= bound.places {
            break;
        }
        places += 1;
        let (here, spent) = (reached[from].place.clone(), reached[from].cost);
        rules.each(&here, &mut |Step { act, place, cost, refused }| {
            let body = rules.footprint(&place);
            let (off, cost) = (goal.off(&body), spent + cost);
            if refused.is_some() {
                return;
            }
            let cell = (
                body.front.x.div_euclid(CELL),
                body.front.y.div_euclid(CELL),
                body.heading.steps(),
                body.width.0,
                rules.kind(&place),
            );
            let dearer = known.get(&cell).is_some_and(|least| *least <= cost);
            let nearer = (off, cost) < (best.0, best.1);
            if dearer && !nearer {
                return;
            }
            known.insert(cell, cost);
            if nearer {
                best = (off, cost, reached.len());
            }
            // What it cost and what it is still off: of two ways that look as good, the one that spent less.
            open.push(Reverse((cost + off, reached.len())));
            reached.push(Reached { place, cost, by: Some((from, act)) });
        });
    }
    let mut acts = Vec::new();
    let mut at = best.2;
    while let Some((from, act)) = &reached[at].by {
        acts.push(act.clone());
        at = *from;
    }
    acts.reverse();
    let place = reached.swap_remove(best.2).place;
    let mut stopped: Option<(Len, M::Why)> = None;
    rules.each(&place, &mut |step| {
        let off = goal.off(&rules.footprint(&step.place));
        if let Some(why) = step.refused
            && off < stopped.as_ref().map_or(best.0, |(least, _)| *least)
        {
            stopped = Some((off, why));
        }
    });
    let stopped = stopped.map(|(_, why)| why);
    Found { acts: joined(rules, acts), place, cost: best.1, off: best.0, stopped, places }
}

fn joined<M: Manoeuvres>(rules: &M, acts: Vec<M::Act>) -> Vec<M::Act> {
    let mut whole: Vec<M::Act> = Vec::new();
    for act in acts {
        match whole.last().and_then(|last| rules.join(last, &act)) {
            Some(both) => *whole.last_mut().expect("there is one") = both,
            None => whole.push(act),
        }
    }
    whole
}
