//! Chapters 5, 6 and 8: who stands where, whose castle it is, and what zones follow from that.

use hexmap::{Dir, HexId};
use kernel::Side;

use crate::{
    Gunyuden,
    model::{
        state::{
            ABSENT, Castle, Happened, HexBits, MOST_CASTLES, MOST_HEXES, MOST_UNITS, Phase, State, on_map,
        },
        units::{CastleId, HouseId, UnitId, UnitSet},
    },
};

/// A map with nobody on it.
pub(crate) fn empty() -> State {
    State {
        inning: 1,
        stage: 0,
        active: crate::model::units::HASHIBA,
        phase: Phase::Operation,
        frames: Vec::new(),
        over: None,
        happened: Happened::default(),
        battles: 0,
        acted: UnitSet::default(),
        holed: UnitSet::default(),
        surrounding: UnitSet::default(),
        marched: UnitSet::default(),
        at: [ABSENT; MOST_UNITS],
        head: std::array::from_fn(|n| UnitId(n as u8)),
        body: [2; MOST_UNITS],
        castles: [Castle::ABSENT; MOST_CASTLES],
        first: [UnitId::NONE; MOST_HEXES],
        next: [UnitId::NONE; MOST_UNITS],
        outside: [HexBits::NONE; 2],
        zones: [HexBits::NONE; 2],
    }
}

impl Gunyuden {
    /// Puts a unit that is nowhere into a hex or beside the map.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, hex: HexId) {
        state.at[unit.index()] = hex;
        if !on_map(hex) {
            return;
        }
        let first = state.first[hex.index()];
        if first == UnitId::NONE || first > unit {
            state.next[unit.index()] = first;
            state.first[hex.index()] = unit;
        } else {
            let mut before = first;
            while state.next[before.index()] != UnitId::NONE && state.next[before.index()] < unit {
                before = state.next[before.index()];
            }
            state.next[unit.index()] = state.next[before.index()];
            state.next[before.index()] = unit;
        }
        if !state.holed.has(unit) {
            show_up(self, state, self.side_of(unit), hex);
        }
    }

    /// Takes a unit from its hex; the caller says where it is now.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId) {
        let hex = state.hex(unit);
        state.at[unit.index()] = ABSENT;
        if !on_map(hex) {
            return;
        }
        let after = state.next[unit.index()];
        if state.first[hex.index()] == unit {
            state.first[hex.index()] = after;
        } else {
            let mut before = state.first[hex.index()];
            while state.next[before.index()] != unit {
                before = state.next[before.index()];
            }
            state.next[before.index()] = after;
        }
        state.next[unit.index()] = UnitId::NONE;
        fade(self, state, self.side_of(unit), hex);
    }

    /// The whole force goes to another place, as it is.
    pub(crate) fn shift(&self, state: &mut State, force: UnitId, to: HexId) {
        for unit in state.members(force).iter() {
            self.lift(state, unit);
            self.put(state, unit, to);
        }
    }

    /// 16: goes in or comes out.
    pub(crate) fn set_holed(&self, state: &mut State, force: UnitId, inside: bool) {
        let hex = state.hex(force);
        for unit in state.members(force).iter() {
            state.holed.set(unit, inside);
        }
        let side = self.side_of(force);
        if inside {
            fade(self, state, side, hex);
        } else {
            show_up(self, state, side, hex);
        }
    }

    /// Whose castle it is; nobody's if it is a ruin.
    #[inline]
    pub(crate) fn castle_side(&self, state: &State, castle: CastleId) -> Option<Side> {
        let owner = state.castle(castle).owner;
        (owner != HouseId::NONE).then(|| self.house(owner).side)
    }

    /// The castles of a side.
    pub(crate) fn castles_of(&self, state: &State, side: Side) -> impl Iterator<Item = CastleId> {
        (0..self.keeps.len() as u8)
            .map(CastleId)
            .filter(move |&castle| self.castle_side(state, castle) == Some(side))
    }

    /// The side that holds the castle of a hex.
    pub(crate) fn owner_at(&self, state: &State, hex: HexId) -> Option<Side> {
        self.castle_at(hex).and_then(|castle| self.castle_side(state, castle))
    }

    /// A castle of this side in the hex.
    #[inline]
    pub(crate) fn castle_of(&self, state: &State, side: Side, hex: HexId) -> Option<CastleId> {
        self.castle_at(hex).filter(|&castle| self.castle_side(state, castle) == Some(side))
    }

    /// 18: maintained on every change, so that the surrounding units suffice.
    pub(crate) fn is_surrounded(&self, state: &State, castle: CastleId) -> bool {
        if state.surrounding.is_empty() {
            return false;
        }
        state.units_at(self.keep(castle).hex).iter().any(|unit| state.surrounding.has(unit))
    }

    /// A force of this side outside a castle stands there.
    #[inline]
    pub(crate) fn stands(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.outside[side.index()].has(hex)
    }

    /// 5-1-1: the strong zone of this side: of its forces, and in the hexes of its castles.
    #[inline]
    pub(crate) fn strong(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.zones[side.index()].has(hex)
            || self.castle_of(state, side, hex).is_some_and(|castle| !self.is_surrounded(state, castle))
    }

    /// 5-1-2: the weak zone around castles of this side.
    pub(crate) fn weak(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.ground.ring[hex.index()].iter().any(|&castle| {
            self.castle_side(state, castle) == Some(side) && !self.is_surrounded(state, castle)
        })
    }

    /// Units inside a castle.
    pub(crate) fn garrison(&self, state: &State, hex: HexId) -> UnitSet {
        state.units_at(hex).and(&state.holed)
    }

    /// Units of a side outside, in a hex.
    pub(crate) fn field(&self, state: &State, side: Side, hex: HexId) -> UnitSet {
        state.units_at(hex).without(&state.holed).and(&self.sides[side.index()])
    }
}

fn show_up(rules: &Gunyuden, state: &mut State, side: Side, hex: HexId) {
    if state.outside[side.index()].has(hex) {
        return;
    }
    state.outside[side.index()].set(hex, true);
    state.zones[side.index()].set(hex, true);
    for dir in Dir::in_mask(rules.ground.project[hex.index()]) {
        if let Some(next) = rules.ground.atlas.neighbour(hex, dir) {
            state.zones[side.index()].set(next, true);
        }
    }
}

fn fade(rules: &Gunyuden, state: &mut State, side: Side, hex: HexId) {
    if !state.outside[side.index()].has(hex) {
        return;
    }
    let still = state.units_at(hex).iter().any(|unit| rules.side_of(unit) == side && !state.holed.has(unit));
    if still {
        return;
    }
    state.outside[side.index()].set(hex, false);
    let mut around = |hex: HexId| {
        let covered = state.outside[side.index()].has(hex)
            || rules.ground.atlas.neighbours(hex).any(|(dir, next)| {
                state.outside[side.index()].has(next)
                    && rules.ground.project[next.index()] & dir.opposite().bit() != 0
            });
        state.zones[side.index()].set(hex, covered);
    };
    around(hex);
    for (_, next) in rules.ground.atlas.neighbours(hex) {
        around(next);
    }
}
