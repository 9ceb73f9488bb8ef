//! Chapters 8-3, 11, 30-3 and 31: lines of communication.
//!
//! From the main castle a line reaches 16 points, from any relay of the side 8. So each hex keeps the most points
//! that can be left on arriving there, and a relay lifts that to 8.

use std::cell::RefCell;

use hexmap::{Dir, HexId};
use kernel::{Side, Story};

use crate::{
    Gunyuden,
    event::Event,
    state::{MOST_HEXES, State, is_beside},
    units::{HouseId, UnitId},
};

/// 11-2-2.
const FROM_MAIN: u8 = 16;
const FROM_RELAY: u8 = 8;

thread_local! {
    /// Scratch, so that tracing allocates nothing. It never carries anything from one call to the next.
    static SCRATCH: RefCell<Net> = RefCell::default();
}

/// Where a house's lines reach.
struct Net {
    /// Points left on arrival, plus one; 0 where no line comes.
    left: Vec<u8>,
    buckets: Vec<Vec<HexId>>,
    /// What is known of each hex for the side traced: 0 nothing yet, otherwise closed, open or a relay.
    known: Vec<u8>,
}

const CLOSED: u8 = 1;
const OPEN: u8 = 2;
const RELAY: u8 = 3;

impl Default for Net {
    fn default() -> Net {
        Net {
            left: vec![0; MOST_HEXES],
            buckets: vec![Vec::new(); usize::from(FROM_MAIN) + 1],
            known: vec![0; MOST_HEXES],
        }
    }
}

impl Net {
    fn reach(&mut self, hex: HexId, points: u8) {
        if self.left[hex.index()] < points + 1 {
            self.left[hex.index()] = points + 1;
            self.buckets[usize::from(points)].push(hex);
        }
    }
}

impl Gunyuden {
    /// 11-1-3 to 11-1-5: may a line of this side not enter the hex?
    pub(crate) fn closed_to_lines(&self, state: &State, side: Side, hex: HexId) -> bool {
        let enemy = side.other();
        if self.stands(state, enemy, hex) || self.scenario.closed[hex.index()] {
            return true;
        }
        if self.stands(state, side, hex) {
            return false;
        }
        match self.castle_at(hex).and_then(|castle| self.castle_side(state, castle)) {
            // 5-4: in the hex of a castle its owner's zone prevails.
            Some(owner) => owner != side,
            None => state.zones[enemy.index()].has(hex) || self.weak(state, enemy, hex),
        }
    }

    /// 11-1-1, 30-3.
    fn is_relay(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.stands(state, side, hex) || self.castle_of(state, side, hex).is_some()
    }

    /// 8-3-2, 31-2, 36.7(8): where this house's lines end.
    fn line_ends(&self, state: &State, house: HouseId) -> impl Iterator<Item = HexId> {
        let house = self.house(house);
        let side = house.side;
        let mains = house
            .main
            .iter()
            .filter(move |&&castle| self.castle_side(state, castle) == Some(side))
            .map(|&castle| self.keep(castle).hex);
        let hexes: Vec<HexId> = mains.chain(house.edge.iter().copied()).collect();
        hexes
            .into_iter()
            .filter(move |&hex| !self.closed_to_lines(state, side, hex))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// `net.known` must be blank, or filled for the same side in the same state.
    fn trace(&self, state: &State, house: HouseId, net: &mut Net, target: Option<HexId>) {
        let side = self.house(house).side;
        net.left.fill(0);
        net.buckets.iter_mut().for_each(Vec::clear);
        for end in self.line_ends(state, house) {
            net.reach(end, FROM_MAIN);
        }
        let mut points = FROM_MAIN;
        loop {
            let Some(hex) = net.buckets[usize::from(points)].pop() else {
                match points.checked_sub(1) {
                    Some(fewer) => points = fewer,
                    None => return,
                }
                continue;
            };
            if net.left[hex.index()] != points + 1 {
                continue;
            }
            if target == Some(hex) {
                return;
            }
            let mut most = points;
            for dir in Dir::ALL {
                let cost = self.ground.line[hex.index()][dir.index()];
                if cost == 0 || cost > points {
                    continue;
                }
                let Some(next) = self.ground.atlas.neighbour(hex, dir) else { continue };
                let ground = match net.known[next.index()] {
                    0 => {
                        let found = match self.closed_to_lines(state, side, next) {
                            true => CLOSED,
                            false if self.is_relay(state, side, next) => RELAY,
                            false => OPEN,
                        };
                        net.known[next.index()] = found;
                        found
                    }
                    known => known,
                };
                match ground {
                    CLOSED => {}
                    RELAY => {
                        let after = (points - cost).max(FROM_RELAY);
                        net.reach(next, after);
                        most = most.max(after);
                    }
                    _ => net.reach(next, points - cost),
                }
            }
            points = most;
        }
    }

    /// 11: does the force have a line of communication now? Holed up in a castle that is not surrounded it needs none
    /// (11-1-6, 16-5).
    pub(crate) fn has_line(&self, state: &State, force: UnitId) -> bool {
        let hex = state.hex(force);
        if is_beside(hex) {
            return true;
        }
        if state.holed.has(force) {
            return self.castle_at(hex).is_some_and(|castle| !self.is_surrounded(state, castle));
        }
        SCRATCH.with_borrow_mut(|net| {
            net.known.fill(0);
            self.trace(state, self.unit(force).house, net, Some(hex));
            net.left[hex.index()] > 0
        })
    }

    /// Every hex a house's lines reach, for the overlay.
    pub(crate) fn line_hexes(&self, state: &State, house: HouseId) -> Vec<HexId> {
        SCRATCH.with_borrow_mut(|net| {
            net.known.fill(0);
            self.trace(state, house, net, None);
            self.ground.atlas.hexes().filter(|hex| net.left[hex.index()] > 0).collect()
        })
    }

    /// 4-1-1(2), 11-4-1: the line phase. Those inside castles lose no heart for want of a line (16-4).
    pub(crate) fn test_lines(&self, state: &mut State, story: &mut Story<Event>) {
        story.tell(|| Event::LinesTested);
        let mut cut: Vec<UnitId> = Vec::new();
        SCRATCH.with_borrow_mut(|net| {
            for side in Side::ALL {
                net.known.fill(0);
                for (n, house) in self.houses.iter().enumerate().filter(|(_, house)| house.side == side) {
                    let stands = |unit: &UnitId| {
                        state.on_map(*unit) && state.is_head(*unit) && !state.holed.has(*unit)
                    };
                    if house.units.iter().any(stands) {
                        self.trace(state, HouseId(n as u8), net, None);
                        let heads = house.units.iter().copied().filter(stands);
                        cut.extend(heads.filter(|&force| net.left[state.hex(force).index()] == 0));
                    }
                }
            }
        });
        cut.sort_unstable();
        for force in cut {
            story.tell(|| Event::CutOff { force });
            self.dishearten_all(state, state.members(force), 1, story);
        }
        self.dissolve_headless(state);
    }

    /// 31-1: the house's own main castle, a ruin in this hex.
    pub(crate) fn is_ruined_main(&self, state: &State, house: HouseId, hex: HexId) -> bool {
        let main =
            |&castle: &crate::units::CastleId| self.keep(castle).hex == hex && state.castle(castle).is_ruin();
        self.house(house).main.iter().any(main)
    }
}
