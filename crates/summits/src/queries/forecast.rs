//! What events mean for a forecast of an attack, or a move that may be ambushed.
//!
//! The outcomes are those a player thinks in, of the enemy before his own: no damage, a number flipped, driven back or
//! lost, and the area cleared.

use kernel::{
    Forecasts, Line, Rules as _, Seat, Side,
    odds::{Effect, Scope},
};

use crate::{
    Summits,
    model::{
        cards::Card,
        state::State,
        units::{ANTI, HIDEYOSHI, UnitId, UnitSet},
    },
    presentation::event::Event,
};

/// A forecast shows the gravest outcome. What befalls the enemy comes before what befalls the planner: his own
/// losses are told beside it.
mod rank {
    pub(super) const NONE: u8 = 0;
    pub(super) const FLIPPED: u8 = 1;
    pub(super) const BACK: u8 = 2;
    pub(super) const LOST: u8 = 3;
    pub(super) const CLEARED: u8 = 4;
    /// Added where it is the enemy who suffers.
    pub(super) const ENEMY: u8 = 4;
    pub(super) const OVER: u8 = 9;
}

/// What the planner's own units and the enemy's suffer has words of its own.
const FLIPPED: [&str; 2] = ["verdict-own-flipped", "verdict-flipped"];
const BACK: [&str; 2] = ["verdict-own-back", "verdict-back"];
const LOST: [&str; 2] = ["verdict-own-lost", "verdict-lost"];
const CLEARED: [&str; 2] = ["verdict-own-cleared", "verdict-cleared"];

impl Forecasts for Summits {
    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        // 0 for the planner's own side, 1 for the enemy's.
        let party = |side: Side| usize::from(scope.asked.seat_of(side) != scope.seat);
        let suffers = |side: Side, rank: u8, keys: [&'static str; 2], count: i32| {
            let enemy = party(side);
            let line = Line::new(keys[enemy]).with("count", count);
            Effect::adding(rank + rank::ENEMY * enemy as u8, line)
        };
        let cleared = |side: Side| {
            let enemy = party(side);
            Effect::outcome(rank::CLEARED + rank::ENEMY * enemy as u8, Line::new(CLEARED[enemy]))
        };
        match *event {
            Event::Struck { points: 0, .. } => Effect::outcome(rank::NONE, Line::new("verdict-none")),
            Event::Struck { side, points, .. } => Effect::none().shaking(side.other(), points.into()),
            Event::Hit { units } => match self.side_of_all(units) {
                Some(side) => suffers(side, rank::FLIPPED, FLIPPED, units.len().into()),
                None => Effect::none(),
            },
            Event::Retreated { unit, last, .. } => match (self.side_of(unit), last) {
                (side, true) => cleared(side),
                (side, false) => suffers(side, rank::BACK, BACK, 1),
            },
            Event::Removed { unit, last } => {
                let side = self.side_of(unit);
                let effect = if last { cleared(side) } else { suffers(side, rank::LOST, LOST, 1) };
                self.losing(effect, unit)
            }
            Event::Seated { seat, .. } => {
                let side = if seat == scope.seat { HIDEYOSHI } else { ANTI };
                Effect::outcome(rank::OVER, Line::new("verdict-seated").with("side", side))
            }
            Event::Over { over } => Effect::outcome(
                rank::OVER,
                match over.winner {
                    Some(side) => Line::new("verdict-over").with("side", side),
                    None => Line::new("verdict-draw"),
                },
            ),
            _ => Effect::none(),
        }
    }

    /// A question in the midst of an attack or an ambush belongs to it: the way of a retreat, the order of the rolls.
    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        const ATTACK: usize = 3;
        self.depth(state) < self.depth(scope.asked).clamp(1, ATTACK)
    }

    /// whether a move is ambushed hangs on a card that the mover does not see.
    fn hidden_condition(&self, world: &State, seat: Seat) -> Option<Line> {
        let enemy = world.side_of(seat).other();
        world.hands[enemy.index()].has(Card::Ambush).then(|| Line::new("odds-if-ambush"))
    }
}

impl Summits {
    fn losing(&self, effect: Effect, unit: UnitId) -> Effect {
        let side = self.side_of(unit);
        match self.generals.has(unit) {
            true => effect.losing(side, 1).fells(side),
            false => effect.losing(side, 1),
        }
    }

    fn side_of_all(&self, units: UnitSet) -> Option<Side> {
        units.first().map(|unit| self.side_of(unit))
    }
}
