//! Where lines reach, and what was found is kept as long as it holds.

use hexmap::HexId;
use kernel::Side;

use crate::{
    map::Links,
    state::{HexBits, MOST_CASTLES, MOST_HEXES},
    units::HouseId,
};

/// 11-2-2.
pub(super) const FROM_MAIN: u8 = 16;
pub(super) const FROM_RELAY: u8 = 8;

/// What a hex is to the lines of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ground {
    #[default]
    Unknown,
    Closed,
    Open,
    Relay,
}

/// Hexes that lines reach, each with the most points that can be left on arriving there.
#[derive(Debug)]
pub(crate) struct Net {
    /// Points left plus one; 0 where no line comes.
    left: Vec<u8>,
    /// Hexes to go on from, by points left.
    buckets: Vec<Vec<HexId>>,
    begun: bool,
}

impl Default for Net {
    fn default() -> Net {
        let buckets = vec![Vec::new(); usize::from(FROM_MAIN) + 1];
        Net { left: vec![0; MOST_HEXES], buckets, begun: false }
    }
}

impl Net {
    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }

    pub(super) fn begin(&mut self, ends: impl Iterator<Item = HexId>, points: u8) {
        self.left.fill(0);
        self.buckets.iter_mut().for_each(Vec::clear);
        self.begun = true;
        ends.for_each(|end| self.reach(end, points));
    }

    #[inline]
    pub(crate) fn has(&self, hex: HexId) -> bool {
        self.left[hex.index()] > 0
    }

    #[inline]
    fn reach(&mut self, hex: HexId, points: u8) {
        if self.left[hex.index()] < points + 1 {
            self.left[hex.index()] = points + 1;
            self.buckets[usize::from(points)].push(hex);
        }
    }

    /// Goes on until the hex wanted is reached or nothing is left to go on from. A net that stopped at one hex can
    /// go on to another.
    pub(super) fn run(
        &mut self,
        links: &Links,
        known: &mut [Ground],
        look: impl Fn(HexId) -> Ground,
        wanted: Option<HexId>,
    ) {
        let mut points = FROM_MAIN;
        loop {
            if wanted.is_some_and(|hex| self.has(hex)) {
                return;
            }
            let Some(hex) = self.buckets[usize::from(points)].pop() else {
                match points.checked_sub(1) {
                    Some(fewer) => points = fewer,
                    None => return,
                }
                continue;
            };
            if self.left[hex.index()] != points + 1 {
                continue;
            }
            let mut most = points;
            for &(next, cost) in links.of(hex) {
                if cost > points {
                    continue;
                }
                let ground = &mut known[next.index()];
                if *ground == Ground::Unknown {
                    *ground = look(next);
                }
                match ground {
                    Ground::Relay => {
                        let after = (points - cost).max(FROM_RELAY);
                        self.reach(next, after);
                        most = most.max(after);
                    }
                    Ground::Open => self.reach(next, points - cost),
                    Ground::Closed | Ground::Unknown => {}
                }
            }
            points = most;
        }
    }
}

/// All that lines depend on besides the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    pub(super) rules: u64,
    pub(super) outside: [HexBits; 2],
    pub(super) owners: [HouseId; MOST_CASTLES],
    /// Castles, as bits.
    pub(super) surrounded: u128,
}

/// The nets of one situation, each traced when it is first wanted.
#[derive(Debug, Default)]
pub(super) struct Nets {
    situation: Option<Situation>,
    pub(super) known: [Vec<Ground>; 2],
    /// By house, from its own ends.
    pub(super) houses: Vec<Net>,
    /// By side, from the ends of all its houses.
    pub(super) sides: [Net; 2],
    /// By side, from one end as from a relay, and to it.
    pub(super) from_anchor: [Net; 2],
    pub(super) to_anchor: [Net; 2],
}

impl Nets {
    /// Forgets everything if the situation is another.
    pub(super) fn turn_to(&mut self, situation: Situation, houses: usize) {
        if self.situation.as_ref() == Some(&situation) {
            return;
        }
        self.situation = Some(situation);
        for known in &mut self.known {
            known.clear();
            known.resize(MOST_HEXES, Ground::Unknown);
        }
        self.houses.resize_with(houses.max(self.houses.len()), Net::default);
        let by_side = [&mut self.sides, &mut self.from_anchor, &mut self.to_anchor];
        for net in self.houses.iter_mut().chain(by_side.into_iter().flatten()) {
            net.begun = false;
        }
    }

    pub(super) fn house(&mut self, house: HouseId, side: Side) -> (&mut Net, &mut [Ground]) {
        (&mut self.houses[house.index()], &mut self.known[side.index()])
    }
}
