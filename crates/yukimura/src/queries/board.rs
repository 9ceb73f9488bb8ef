//! Chapters 5 and 6: units on the map, one to a hex, and the zones they project.

use hexmap::{HexId, Zones};
use kernel::Side;

use crate::{
    Yukimura,
    model::{
        state::{ABSENT, BESIDE, MOST_HEXES, MOST_UNITS, Phase, State},
        units::{Arrival, EAST, OSAKA, UnitId, UnitSet},
    },
};

/// A map with nobody on it.
pub(crate) fn empty() -> State {
    State {
        inning: 1,
        active: EAST,
        phase: Phase::Movement,
        frame: None,
        over: None,
        moved: UnitSet::default(),
        pinned: UnitSet::default(),
        uncommanded: UnitSet::default(),
        fired: UnitSet::default(),
        fired_at: UnitSet::default(),
        fought: UnitSet::default(),
        fought_against: UnitSet::default(),
        crossed: false,
        freed: 0,
        road: None,
        summoned: false,
        holder: None,
        at: [ABSENT; MOST_UNITS],
        occupant: [UnitId::NONE; MOST_HEXES],
        zones: [Zones::new(); 2],
    }
}

impl Yukimura {
    /// 3: units on their start hexes, reinforcements beside the map, the marker on inning 1.
    pub(crate) fn opening(&self) -> State {
        let mut state = empty();
        for (n, unit) in self.units.iter().enumerate() {
            match unit.arrival {
                Arrival::Start(hex) => self.put(&mut state, UnitId(n as u8), hex),
                Arrival::Reinforcement => state.at[n] = BESIDE,
            }
        }
        state.holder = self.star.and_then(|star| state.occupant(star)).map(|unit| self.side_of(unit));
        if self.scenario.hideyori.is_some() {
            (state.phase, state.active) = (Phase::Entry, OSAKA);
        } else {
            self.note_phase_start(&mut state);
        }
        state
    }

    /// Puts a unit down in a hex that nobody holds.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, hex: HexId) {
        debug_assert_eq!(state.occupant(hex), None, "one unit to a hex");
        state.at[unit.index()] = hex;
        state.occupant[hex.index()] = unit;
        let side = self.side_of(unit);
        state.zones[side.index()].add(&self.atlas, hex, self.ground.open[hex.index()]);
    }

    /// Takes a unit off its hex; where it is now is for the caller to say.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId) {
        let hex = state.hex(unit);
        debug_assert_eq!(state.occupant(hex), Some(unit), "a unit is lifted from its own hex");
        state.occupant[hex.index()] = UnitId::NONE;
        let side = self.side_of(unit);
        let mut zones = state.zones[side.index()];
        zones
            .remove(&self.atlas, hex, self.ground.open[hex.index()], |next| self.projects(state, side, next));
        state.zones[side.index()] = zones;
    }

    /// 6-2: does a unit of `side` project a zone into this hex? Zones end where movement cannot pass.
    fn projects(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.atlas.neighbours(hex).any(|(dir, next)| {
            state.occupant(next).is_some_and(|unit| self.side_of(unit) == side)
                && self.ground.is_open(next, dir.opposite())
        })
    }

    /// Is this hex in a zone of the enemy of `side`?
    #[inline]
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.zones[side.other().index()].covers(hex)
    }

    pub(crate) fn is_enemy(&self, unit: UnitId, other: UnitId) -> bool {
        self.side_of(unit) != self.side_of(other)
    }
}
