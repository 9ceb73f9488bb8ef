//! Chapters 8-3, 11, 30-3 and 31: lines of communication.
//!
//! From the main castle a line reaches 16 points, from any relay of the side 8. So each hex keeps the most points
//! that can be left on arriving there, and a relay lifts that to 8 ([`net`]).

mod net;

use std::cell::RefCell;

use hexmap::HexId;
use kernel::{Side, Story};

pub(crate) use self::net::Net;
use self::net::{FROM_MAIN, FROM_RELAY, Ground, Nets, Situation};
use crate::{
    Gunyuden,
    event::Event,
    state::{State, is_beside},
    units::{HouseId, UnitId},
};

thread_local! {
    /// What was traced last. It is used again only where it must come out the same.
    static NETS: RefCell<Nets> = RefCell::default();
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
    fn line_ends<'a>(&'a self, state: &'a State, house: HouseId) -> impl Iterator<Item = HexId> + 'a {
        let house = self.house(house);
        let side = house.side;
        let mains = house
            .main
            .iter()
            .filter(move |&&castle| self.castle_side(state, castle) == Some(side))
            .map(|&castle| self.keep(castle).hex);
        let ends = mains.chain(house.edge.iter().copied());
        ends.filter(move |&hex| !self.closed_to_lines(state, side, hex))
    }

    fn houses_of(&self, side: Side) -> impl Iterator<Item = HouseId> + '_ {
        let all = self.houses.iter().enumerate();
        all.filter(move |(_, house)| house.side == side).map(|(n, _)| HouseId(n as u8))
    }

    fn line_situation(&self, state: &State) -> Situation {
        let castles = state.surrounding.iter().filter_map(|unit| self.castle_at(state.hex(unit)));
        Situation {
            rules: self.number,
            outside: state.outside,
            owners: state.castles.map(|castle| castle.owner),
            surrounded: castles.fold(0, |bits, castle| bits | 1 << castle.0),
        }
    }

    /// The nets of this situation; nothing is traced again that was traced for the same one.
    fn with_nets<T>(&self, state: &State, work: impl FnOnce(&mut Nets) -> T) -> T {
        NETS.with_borrow_mut(|nets| {
            nets.turn_to(self.line_situation(state), self.houses.len());
            work(nets)
        })
    }

    fn ground_for_lines(&self, state: &State, side: Side, hex: HexId) -> Ground {
        match self.closed_to_lines(state, side, hex) {
            true => Ground::Closed,
            false if self.is_relay(state, side, hex) => Ground::Relay,
            false => Ground::Open,
        }
    }

    /// Traces the lines of a house, as far as the hex wanted or all of them.
    fn trace<'a>(&self, state: &State, house: HouseId, nets: &'a mut Nets, wanted: Option<HexId>) -> &'a Net {
        let side = self.house(house).side;
        let (net, known) = nets.house(house, side);
        if !net.is_begun() {
            net.begin(self.line_ends(state, house), FROM_MAIN);
        }
        net.run(&self.ground.line_out, known, |hex| self.ground_for_lines(state, side, hex), wanted);
        net
    }

    /// 11: does the force have a line of communication now? Holed up in a castle that is not surrounded it needs none
    /// (11-1-6, 16-5).
    pub fn has_line(&self, state: &State, force: UnitId) -> bool {
        let hex = state.hex(force);
        if is_beside(hex) {
            return true;
        }
        if state.holed.has(force) {
            return self.castle_at(hex).is_some_and(|castle| !self.is_surrounded(state, castle));
        }
        let house = self.unit(force).house;
        self.with_nets(state, |nets| self.trace(state, house, nets, Some(hex)).has(hex))
    }

    /// Every hex a house's lines reach, for the overlay.
    pub(crate) fn line_hexes(&self, state: &State, house: HouseId) -> Vec<HexId> {
        self.with_nets(state, |nets| {
            let net = self.trace(state, house, nets, None);
            self.ground.atlas.hexes().filter(|&hex| net.has(hex)).collect()
        })
    }

    /// Every hex that a line of any house of the side reaches: whoever stands elsewhere is cut off.
    fn trace_side(&self, state: &State, side: Side, nets: &mut Nets) {
        let net = &mut nets.sides[side.index()];
        if !net.is_begun() {
            let ends = self.houses_of(side).flat_map(|house| self.line_ends(state, house));
            net.begin(ends, FROM_MAIN);
            let look = |hex| self.ground_for_lines(state, side, hex);
            net.run(&self.ground.line_out, &mut nets.known[side.index()], look, None);
        }
    }

    pub(crate) fn with_side_lines<T>(&self, state: &State, side: Side, work: impl FnOnce(&Net) -> T) -> T {
        self.with_nets(state, |nets| {
            self.trace_side(state, side, nets);
            work(&nets.sides[side.index()])
        })
    }

    /// Forces of a side outside castles that have no line. Whoever no line of the side reaches has none. Most houses
    /// reach one place of the side, the anchor, and from there most forces are reached; only for the others each house
    /// is traced by itself.
    fn cut_off_of(&self, state: &State, side: Side, cut: &mut Vec<UnitId>) {
        let forces = self.sides[side.index()]
            .iter()
            .filter(|&unit| state.on_map(unit) && state.is_head(unit) && !state.holed.has(unit));
        self.with_nets(state, |nets| {
            self.trace_side(state, side, nets);
            let relay = |hex: &HexId| self.is_relay(state, side, *hex);
            let anchor = self.houses_of(side).find_map(|house| self.line_ends(state, house).find(relay));
            for (net, links) in [
                (&mut nets.from_anchor[side.index()], &self.ground.line_out),
                (&mut nets.to_anchor[side.index()], &self.ground.line_in),
            ] {
                if !net.is_begun() {
                    net.begin(anchor.into_iter(), FROM_RELAY);
                    let look = |hex| self.ground_for_lines(state, side, hex);
                    net.run(links, &mut nets.known[side.index()], look, None);
                }
            }
            for force in forces {
                let (house, hex) = (self.unit(force).house, state.hex(force));
                let reached = nets.sides[side.index()].has(hex);
                let joined = reached
                    && nets.from_anchor[side.index()].has(hex)
                    && self.line_ends(state, house).any(|end| nets.to_anchor[side.index()].has(end));
                if !reached || !joined && !self.trace(state, house, nets, Some(hex)).has(hex) {
                    cut.push(force);
                }
            }
        });
    }

    /// Every force outside castles that has no line now.
    pub fn cut_off(&self, state: &State) -> Vec<UnitId> {
        let mut cut: Vec<UnitId> = Vec::new();
        Side::ALL.into_iter().for_each(|side| self.cut_off_of(state, side, &mut cut));
        cut.sort_unstable();
        cut
    }

    /// 4-1-1(2), 11-4-1: the line phase. Those inside castles lose no heart for want of a line (16-4).
    pub(crate) fn test_lines(&self, state: &mut State, story: &mut Story<Event>) {
        story.tell(|| Event::LinesTested);
        for force in self.cut_off(state) {
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
