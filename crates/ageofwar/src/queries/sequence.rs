//! Chapter 20: what begins with a player turn.

use kernel::Side;

use crate::{
    AgeOfWar,
    decisions::Step,
    model::{
        state::{Mark, State},
        units::{UnitId, UnitSet},
    },
};

impl AgeOfWar {
    /// Resets what is valid only within a player turn.
    pub(crate) fn begin_player_turn(&self, state: &mut State) {
        state.step = Step::Casualties;
        state.lost_now = UnitSet::default();
        (state.passed_turn, state.passed_unit, state.reform_none) = (false, false, false);
        for unit in state.all() {
            let mine = self.side_of(unit) == state.active;
            let body = state.body_mut(unit);
            body.clear(&[
                Mark::Started,
                Mark::Flanked,
                Mark::Beaten,
                Mark::Motivated,
                Mark::Snapped,
                Mark::Decided,
            ]);
            let disordered = body.is(Mark::Disordered);
            body.set(Mark::BeganDisordered, mine && disordered);
            (body.near, body.close) = (UnitSet::default(), UnitSet::default());
        }
        for side in Side::ALL {
            for messenger in &mut state.camp_mut(side).messengers {
                messenger.risked = UnitSet::default();
            }
        }
        for clan in self.all_clans() {
            let chief = state.chief_mut(clan);
            (chief.stopped, chief.dice) = (false, 0);
        }
        self.measure(state);
    }

    /// .w: who is near whom when the turn begins.
    pub(crate) fn measure(&self, state: &mut State) {
        let (within, close) = (self.tables.points.fight_horse_within, self.tables.withdrawal.far_from);
        let mine: Vec<UnitId> = self.troops(state, state.active).collect();
        let foes: Vec<UnitId> = self.fighters(state, state.active.other()).collect();
        for unit in mine {
            for foe in &foes {
                if self.is_within(state, unit, *foe, within) {
                    state.body_mut(unit).near.insert(*foe);
                }
                if self.is_within(state, unit, *foe, close) {
                    state.body_mut(unit).close.insert(*foe);
                }
            }
        }
    }
}
