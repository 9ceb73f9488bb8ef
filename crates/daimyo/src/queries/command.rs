//! D-INI, D-SEQ-B1, D-CMD-1, D-OBE-1: initiative, activation, command radius and obedience.

use kernel::Side;
use plane::Len;

use crate::{
    Daimyo,
    model::{
        state::{Life, Mark, State},
        units::{LeaderId, UnitId},
    },
    queries::formation::TOLERANCE,
};

impl Daimyo {
    pub(crate) fn is_alive(&self, state: &State, leader: LeaderId) -> bool {
        state.person(leader).life == Life::Here
    }

    /// The rating a leader adds: a dead one adds nothing.
    pub(crate) fn rating(&self, state: &State, leader: LeaderId) -> i16 {
        if self.is_alive(state, leader) { self.leader(leader).rating } else { 0 }
    }

    pub(crate) fn is_seated(&self, state: &State, side: Side) -> bool {
        state.seated[side.index()] && self.is_alive(state, self.general(side))
    }

    /// D-CMD-1: 20 cm, 10 in fog, from the leader to the nearest point of the unit.
    pub(crate) fn radius(&self, state: &State) -> Len {
        self.sky(state).radius.unwrap_or(self.tables.leaders.radius)
    }

    /// Out of its own leader's radius; with a dead leader everybody is.
    pub(crate) fn is_out_of_command(&self, state: &State, unit: UnitId) -> bool {
        let leader = self.commander(unit);
        !self.is_alive(state, leader) || self.leader_gap(state, leader, unit) > self.radius(state) + TOLERANCE
    }

    /// D-MOV-2.
    pub(crate) fn leader_allowance(&self, state: &State, leader: LeaderId) -> Len {
        let leaders = &self.tables.leaders;
        self.sky(state).slowed(if state.person(leader).mounted { leaders.mounted } else { leaders.foot })
    }

    /// D-OBE-1: must it throw before its first voluntary move or charge this turn?
    pub(crate) fn needs_obedience(&self, state: &State, unit: UnitId) -> bool {
        !state.is(unit, Mark::Obeyed) && self.is_out_of_command(state, unit)
    }
}
