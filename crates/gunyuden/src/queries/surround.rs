//! Chapters 17 to 19: surrounding a castle, and wearing it down.

use hexmap::HexId;
use kernel::Story;

use crate::{
    Gunyuden,
    model::{
        state::{State, is_beside},
        units::{CastleId, UnitId, UnitSet},
    },
    notation::{
        refuse::{About, May, No, no},
        rule_ids::*,
    },
    presentation::event::Event,
};

impl Gunyuden {
    /// 18-1, 18-1-1.
    pub(crate) fn strength_to_surround(&self, castle: CastleId) -> u16 {
        self.tables.figures.castle.surround * u16::from(self.keep(castle).level.max(1))
    }

    /// Those who surround the castle of a hex.
    pub(crate) fn surrounders(&self, state: &State, hex: HexId) -> UnitSet {
        state.units_at(hex).and(&state.surrounding)
    }

    /// 17-1-1: the enemy castle this force stands before; also that of a lord who waits (35.7).
    pub(crate) fn besieged_by(&self, state: &State, force: UnitId) -> Result<CastleId, No> {
        let hex = state.hex(force);
        if is_beside(hex) {
            return no(R_32_2, "no-beside");
        }
        if state.holed.has(force) {
            return Err(No::new(R_17_1_1, "no-siege-inside").unit(force));
        }
        let enemy = self.castle_of(state, self.side_of(force).other(), hex);
        match enemy.or_else(|| self.waits(state, hex).map(|(castle, _)| castle)) {
            Some(castle) => Ok(castle),
            None => Err(No::new(R_17_1_1, "no-enemy-castle").hex(hex)),
        }
    }

    // 18-3: the end of a surround.

    /// 18-3: too few are left to surround the castle of this hex.
    pub(crate) fn check_surround(&self, state: &mut State, hex: HexId, story: &mut Story<Event>) {
        if state.surrounding.is_empty() || !crate::model::state::on_map(hex) {
            return;
        }
        let around = self.surrounders(state, hex);
        let Some(castle) = self.castle_at(hex).filter(|_| !around.is_empty()) else { return };
        if self.strength_of(state, around) < self.strength_to_surround(castle) {
            for unit in around.iter() {
                state.surrounding.remove(unit);
            }
            self.end_surround(state, castle, story);
        }
    }

    /// Somebody who surrounded the castle of this hex no longer does.
    pub(crate) fn after_lifting(&self, state: &mut State, hex: HexId, story: &mut Story<Event>) {
        let Some(castle) = self.castle_at(hex) else { return };
        match self.surrounders(state, hex).is_empty() {
            true => self.end_surround(state, castle, story),
            false => self.check_surround(state, hex, story),
        }
    }

    /// 18-3-2.
    fn end_surround(&self, state: &mut State, castle: CastleId, story: &mut Story<Event>) {
        let hex = self.keep(castle).hex;
        self.hearten(state, self.garrison(state, hex));
        state.castles[castle.index()].low = 0;
        story.tell(|| Event::SurroundEnded { hex });
    }

    /// A force about to go leaves the surround it was part of: the hex of that castle.
    pub(crate) fn unbind(&self, state: &mut State, force: UnitId) -> Option<HexId> {
        let bound = state.members(force).and(&state.surrounding);
        for unit in bound.iter() {
            state.surrounding.remove(unit);
        }
        (!bound.is_empty()).then(|| state.hex(force))
    }

    /// What follows once the force has gone; told after the going.
    pub(crate) fn after_leaving(&self, state: &mut State, left: Option<HexId>, story: &mut Story<Event>) {
        if let Some(hex) = left {
            self.after_lifting(state, hex, story);
        }
    }

    /// 18-3-1.
    pub(crate) fn may_lift(&self, state: &State, force: UnitId) -> May {
        if self.side_of(force) != state.active {
            return Err(No::new(R_12_0, "no-not-yours").unit(force));
        }
        if !state.is_head(force) || state.surrounding.and(&state.members(force)).is_empty() {
            return Err(No::new(R_18_3_1, "no-not-surrounding").unit(force));
        }
        Ok(())
    }

    /// 18-3-1, 18-4-2: a force stops surrounding.
    pub(crate) fn lift_surround(&self, state: &mut State, force: UnitId, story: &mut Story<Event>) {
        for unit in state.members(force).iter() {
            state.surrounding.remove(unit);
        }
        story.tell(|| Event::Lifted { force });
        self.after_lifting(state, state.hex(force), story);
    }
}
