//! Where lines reach: what was found is kept as long as it holds.

use hexmap::{Circles, Columns, Network};

use crate::{
    model::{
        state::{HexBits, MOST_CASTLES},
        units::HouseId,
    },
    queries::fields::LineGround,
};

/// All that lines depend on besides the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    pub(super) rules: u64,
    pub(super) outside: [HexBits; 2],
    pub(super) owners: [HouseId; MOST_CASTLES],
    /// Castles, as bits.
    pub(super) surrounded: u128,
}

/// Something to be found out when it is first wanted.
#[derive(Debug, Default)]
pub(super) struct Kept<T> {
    pub(super) known: bool,
    pub(super) found: T,
}

impl<T> Kept<T> {
    /// What was found, or else what `find` makes of what stood there for another situation.
    pub(super) fn or_find(&mut self, find: impl FnOnce(&mut T)) -> &mut T {
        if !self.known {
            find(&mut self.found);
            self.known = true;
        }
        &mut self.found
    }
}

/// What one situation is to lines.
#[derive(Debug, Default)]
pub(super) struct Nets {
    situation: Option<Situation>,
    pub(super) ground: [Kept<LineGround>; 2],
    /// By house, from its own ends.
    pub(super) houses: Vec<Kept<Network>>,
    /// By side: which relays reach each other, and of these circles those that houses were found in.
    pub(super) links: [Kept<Circles>; 2],
    pub(super) circles: [Vec<Circle>; 2],
}

/// Relays that reach each other.
#[derive(Debug, Default)]
pub(super) struct Circle {
    /// These, and the hexes between them.
    pub(super) within: Columns,
    /// All that lines from there reach.
    pub(super) net: Kept<Network>,
}

impl Nets {
    /// Forgets everything if the situation is another.
    pub(super) fn turn_to(&mut self, situation: Situation, houses: usize) {
        if self.situation.as_ref() == Some(&situation) {
            return;
        }
        self.situation = Some(situation);
        self.ground.iter_mut().for_each(|ground| ground.known = false);
        self.links.iter_mut().for_each(|links| links.known = false);
        self.houses.resize_with(houses.max(self.houses.len()), Kept::default);
        self.circles.iter_mut().for_each(Vec::clear);
        self.houses.iter_mut().for_each(|net| net.known = false);
    }
}
