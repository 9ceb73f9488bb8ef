//! 34.2: the position before the first question.

use crate::{
    Gunyuden,
    model::{
        state::{Castle, Phase, State, UNPLACED, beside},
        units::HASHIBA,
    },
    queries::board,
};

impl Gunyuden {
    /// The position before the first question.
    pub(crate) fn opening(&self) -> State {
        let mut state = board::empty();
        state.phase = Phase::Deploy;
        state.active = HASHIBA;
        state.stage = 0;
        self.found_castles(&mut state);
        for group in &self.scenario.groups {
            for &unit in &group.units {
                state.holed.set(unit, group.inside);
                state.surrounding.set(unit, group.surround);
                self.put(&mut state, unit, group.hex);
            }
        }
        for unit in self.scenario.frees.iter().flat_map(|free| &free.units) {
            state.at[unit.index()] = UNPLACED;
        }
        for late in &self.scenario.interventions {
            for unit in &late.units {
                state.at[unit.index()] = beside(late.army);
            }
        }
        for arrival in &self.scenario.arrivals {
            for unit in &arrival.units {
                state.at[unit.index()] = beside(arrival.army);
            }
        }
        state
    }

    pub(crate) fn found_castles(&self, state: &mut State) {
        for (castle, keep) in state.castles.iter_mut().zip(&self.keeps) {
            *castle = Castle { owner: keep.owner, durability: keep.durability, low: 0, marks: 0 };
        }
    }
}
