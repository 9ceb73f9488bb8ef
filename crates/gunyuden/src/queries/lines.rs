//! Chapters 8-3, 11, 30-3 and 31: lines of communication.
//!
//! From the main castle a line reaches 16 points, from any relay of the side 8: a network with relays.

mod net;

use std::cell::RefCell;

use hexmap::{Columns, Country, HexId, Network};
use kernel::{Side, Story};

use self::net::{Circle, Nets, Situation};
use crate::{
    Gunyuden,
    model::{
        state::{State, is_beside},
        units::{HouseId, UnitId, UnitSet},
    },
    presentation::event::Event,
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
        with_nets(self, state, |nets| trace(self, state, house, nets, Some(hex)).has(&self.ground.atlas, hex))
    }

    /// Every hex a house's lines reach.
    pub(crate) fn lines_of(&self, state: &State, house: HouseId) -> Columns {
        with_nets(self, state, |nets| *trace(self, state, house, nets, None).reached())
    }

    /// Forces of a side outside castles that have no line.
    pub(crate) fn cut_off_of(&self, state: &State, side: Side) -> UnitSet {
        let outside = |unit: &UnitId| state.on_map(*unit) && state.is_head(*unit) && !state.holed.has(*unit);
        let forces = houses_of(self, side).flat_map(|house| {
            self.house(house).units.iter().copied().filter(outside).map(move |force| (house, force))
        });
        with_nets(self, state, |nets| {
            let cut =
                forces.filter(|&(house, force)| !is_reached(self, state, house, nets, state.hex(force)));
            cut.map(|(_, force)| force).collect()
        })
    }

    /// Every force outside castles that has no line now.
    pub fn cut_off(&self, state: &State) -> UnitSet {
        let [one, other] = Side::ALL.map(|side| self.cut_off_of(state, side));
        one.or(&other)
    }

    /// 4-1-1(2), 11-4-1: the line phase. Those inside castles lose no heart for want of a line (16-4).
    pub(crate) fn test_lines(&self, state: &mut State, story: &mut Story<Event>) {
        story.tell(|| Event::LinesTested);
        for force in self.cut_off(state).iter() {
            story.tell(|| Event::CutOff { force });
            self.dishearten_all(state, state.members(force), 1, story);
        }
        self.dissolve_headless(state);
    }

    /// 31-1: the house's own main castle, a ruin in this hex.
    pub(crate) fn is_ruined_main(&self, state: &State, house: HouseId, hex: HexId) -> bool {
        let main = |&castle: &crate::model::units::CastleId| {
            self.keep(castle).hex == hex && state.castle(castle).is_ruin()
        };
        self.house(house).main.iter().any(main)
    }
}

/// 8-3-2, 31-2, 36.7(8): where this house's lines end.
fn line_ends<'a>(rules: &'a Gunyuden, state: &'a State, house: HouseId) -> impl Iterator<Item = HexId> + 'a {
    let house = rules.house(house);
    let side = house.side;
    let mains = house
        .main
        .iter()
        .filter(move |&&castle| rules.castle_side(state, castle) == Some(side))
        .map(|&castle| rules.keep(castle).hex);
    let ends = mains.chain(house.edge.iter().copied());
    ends.filter(move |&hex| !rules.closed_to_lines(state, side, hex))
}

fn houses_of(rules: &Gunyuden, side: Side) -> impl Iterator<Item = HouseId> + '_ {
    let all = rules.houses.iter().enumerate();
    all.filter(move |(_, house)| house.side == side).map(|(n, _)| HouseId(n as u8))
}

fn line_situation(rules: &Gunyuden, state: &State) -> Situation {
    let castles = state.surrounding.iter().filter_map(|unit| rules.castle_at(state.hex(unit)));
    Situation {
        rules: rules.number,
        outside: state.outside,
        owners: state.castles.map(|castle| castle.owner),
        surrounded: castles.fold(0, |bits, castle| bits | 1 << castle.0),
    }
}

/// The nets of this situation; nothing is traced again that was traced for the same one.
fn with_nets<T>(rules: &Gunyuden, state: &State, work: impl FnOnce(&mut Nets) -> T) -> T {
    NETS.with_borrow_mut(|nets| {
        nets.turn_to(line_situation(rules, state), rules.houses.len());
        work(nets)
    })
}

fn country<'a>(rules: &'a Gunyuden, open: &'a Columns, relays: &'a [(Columns, u8)]) -> Country<'a> {
    Country { atlas: &rules.ground.atlas, steps: &rules.ground.steps.line, open, relays }
}

/// Traces the lines of a house, as far as the hex wanted or all of them.
fn trace<'a>(
    rules: &Gunyuden,
    state: &State,
    house: HouseId,
    nets: &'a mut Nets,
    wanted: Option<HexId>,
) -> &'a Network {
    let (side, atlas) = (rules.house(house).side, &rules.ground.atlas);
    let ground = nets.ground[side.index()].or_find(|ground| rules.find_line_ground(state, side, ground));
    let net = nets.houses[house.index()].or_find(|net| {
        net.begin(atlas, rules.tables.figures.line.main);
        line_ends(rules, state, house).for_each(|end| net.start(atlas, end, rules.tables.figures.line.main));
    });
    net.run(country(rules, &ground.open, &ground.relays), wanted);
    net
}

/// Do the lines of this house reach the hex? Most forces stand, as relays, in the circle of their main castle; for
/// the others lines are traced from all of that circle, and for those that these miss from the main castle too,
/// from where they have more points.
fn is_reached(rules: &Gunyuden, state: &State, house: HouseId, nets: &mut Nets, hex: HexId) -> bool {
    let (side, atlas) = (rules.house(house).side, &rules.ground.atlas);
    if !nets.houses[house.index()].known
        && let Some(n) = circle(rules, state, house, nets)
    {
        let circle = &mut nets.circles[side.index()][n];
        if circle.within.has(atlas, hex) {
            return true;
        }
        let ground = &nets.ground[side.index()].found;
        let net = circle.net.or_find(|net| {
            net.begin(atlas, rules.tables.figures.line.main);
            let [(relays, points)] = &ground.relays;
            relays.and(&circle.within).iter(atlas).for_each(|relay| net.start(atlas, relay, *points));
            net.run(country(rules, &ground.open, &ground.relays), None);
        });
        if net.has(atlas, hex) {
            return true;
        }
        nets.houses[house.index()].or_find(|own| {
            own.clone_from(net);
            line_ends(rules, state, house)
                .for_each(|end| own.start(atlas, end, rules.tables.figures.line.main));
        });
    }
    trace(rules, state, house, nets, Some(hex)).has(atlas, hex)
}

/// The relays that the house's main castle reaches and is reached from. Where the lines of one house end others
/// lead to, so that few circles serve all houses.
fn circle(rules: &Gunyuden, state: &State, house: HouseId, nets: &mut Nets) -> Option<usize> {
    let (side, atlas) = (rules.house(house).side, &rules.ground.atlas);
    let tariff = &rules.ground.steps.tariff;
    let ground = nets.ground[side.index()].or_find(|ground| rules.find_line_ground(state, side, ground));
    let mut ends = line_ends(rules, state, house);
    let end = ends.find(|&end| ground.mutual.iter().any(|(relays, _)| relays.has(atlas, end)))?;
    let circles = &mut nets.circles[side.index()];
    let known = circles.iter().position(|circle| circle.within.has(atlas, end));
    known.or_else(|| {
        let links = nets.links[side.index()].or_find(|links| {
            links.find(tariff, &ground.open, &ground.mutual, rules.tables.figures.line.relay);
        });
        let within = links.around(atlas, tariff, end);
        circles.push(Circle { within, ..Circle::default() });
        Some(circles.len() - 1)
    })
}
