//! Chapter 14: replenishing units and castles.

use crate::{
    Gunyuden,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Castle, State},
    units::{CastleId, HouseId, UnitId},
};

impl Gunyuden {
    /// 16-5, 11-4-2: is he where men can reach him?
    fn may_be_reached(&self, state: &State, force: UnitId) -> May {
        let surrounded =
            self.castle_at(state.hex(force)).is_some_and(|castle| self.is_surrounded(state, castle));
        if state.holed.has(force) && surrounded {
            return Err(No::new(R_16_5, "no-refit-surrounded").unit(force));
        }
        if !self.has_line(state, force) {
            return Err(No::new(R_11_4_2, "no-line").unit(force));
        }
        Ok(())
    }

    pub(crate) fn can_refit(&self, state: &State, force: UnitId) -> May {
        if !self.unit(force).is_commander() {
            return Err(No::new(R_14_1_2, "no-commander").unit(force));
        }
        if self.wounded(state, force).is_empty() {
            return Err(No::new(R_14_2_4, "no-wounded").unit(force));
        }
        self.may_be_reached(state, force)
    }

    /// 14-3-2, 21-1(2): the castle or ruin here that he may mend.
    fn mendable(&self, state: &State, force: UnitId) -> Result<CastleId, No> {
        let hex = state.hex(force);
        let Some(castle) = self.castle_at(hex) else {
            return Err(No::new(R_14_3_1, "no-castle").hex(hex));
        };
        let body = state.castle(castle);
        let own = body.owner != HouseId::NONE && self.house(body.owner).army == self.army_of(force);
        match own || body.is_ruin() {
            true => Ok(castle),
            false => Err(No::new(R_14_3_2, "no-others-castle").hex(hex)),
        }
    }

    pub(crate) fn can_repair(&self, state: &State, force: UnitId) -> May {
        if !self.unit(force).is_commander() {
            return Err(No::new(R_14_1_2, "no-commander").unit(force));
        }
        let castle = self.mendable(state, force)?;
        let (body, hex) = (state.castle(castle), state.hex(force));
        if body.durability >= self.tables.figures.castle.durability {
            return Err(No::new(R_8_2, "no-sound").hex(hex));
        }
        if body.has(Castle::REPAIRED) {
            return Err(No::new(R_14_3_3, "no-repaired").hex(hex));
        }
        if state.holed.has(force) && self.is_surrounded(state, castle) {
            return Err(No::new(R_14_3_5, "no-refit-surrounded").unit(force));
        }
        // 31-1.
        if self.is_ruined_main(state, self.unit(force).house, hex) {
            return Ok(());
        }
        self.may_be_reached(state, force)
    }

    pub(crate) fn may_refit(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        self.can_refit(state, force)
    }

    pub(crate) fn may_repair(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        self.can_repair(state, force)
    }
}
