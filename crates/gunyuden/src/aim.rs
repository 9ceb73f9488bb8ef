//! 22-1, 23-1, 23-7 and 24-1: who attacks whom.

use hexmap::HexId;

use crate::{
    Gunyuden,
    map::Terrain,
    refuse::{About, May, No, no},
    rule_ids::*,
    state::{Happened, State, is_beside},
    units::{Rank, UnitId, UnitSet},
};

impl Gunyuden {
    /// Forces in a hex that this side may attack now.
    pub(crate) fn targets(&self, state: &State, force: UnitId, hex: HexId) -> UnitSet {
        let enemy = self.side_of(force).other();
        let forces = self.forces_outside(state, enemy, hex);
        forces.iter().filter(|&unit| self.under_truce(state, unit).is_none()).collect()
    }

    pub(crate) fn may_attack(&self, state: &State, force: UnitId, hex: HexId) -> May {
        self.may_act(state, force)?;
        let (from, enemy) = (state.hex(force), self.side_of(force).other());
        if is_beside(from) {
            return no(R_32_2, "no-beside");
        }
        if !state.surrounding.and(&state.members(force)).is_empty() {
            return Err(No::new(R_18_4_1, "no-surrounding").unit(force));
        }
        if state.holed.has(force) {
            if hex != from {
                return Err(No::new(R_23_7, "no-sortie-far").unit(force));
            }
        } else if self.ground.atlas.distance(from, hex) != 1 {
            return Err(No::new(R_22_1_2, "no-not-adjacent").hex(hex));
        } else if self.is_walk_between(from, hex).is_none() {
            return Err(No::new(R_22_1_5, "no-water").hex(hex));
        }
        let forces = self.forces_outside(state, enemy, hex);
        let Some(first) = forces.first() else {
            let inside = !self.garrison(state, hex).and(&self.sides[enemy.index()]).is_empty();
            return match inside {
                true => Err(No::new(R_23_1_2, "no-holed-up").hex(hex)),
                false => Err(No::new(R_22_1_2, "no-enemy").hex(hex)),
            };
        };
        if self.targets(state, force, hex).is_empty() {
            let rule = self.under_truce(state, first).unwrap_or(R_36_7_7);
            return Err(No::new(rule, "no-truce").unit(first));
        }
        Ok(())
    }

    /// 24-1: may it be a pitched battle?
    pub(crate) fn may_battle(&self, state: &State, force: UnitId, hex: HexId, refused: bool) -> May {
        self.may_attack(state, force, hex)?;
        if self.unit(force).rank != Rank::Chief {
            return Err(No::new(R_24_1_1, "no-chief").unit(force));
        }
        if state.holed.has(force) {
            return Err(No::new(R_24_1_6, "no-battle-inside").unit(force));
        }
        if refused {
            return no(R_24_1_8, "no-refused");
        }
        let chief = |&unit: &UnitId| self.unit(unit).rank == Rank::Chief;
        if !self.targets(state, force, hex).iter().any(|unit| chief(&unit)) {
            return Err(No::new(R_24_1_1, "no-enemy-chief").hex(hex));
        }
        for at in [state.hex(force), hex] {
            if matches!(self.ground.terrain[at.index()], Terrain::Hills | Terrain::Marsh) {
                return Err(No::new(R_24_1_7, "no-battle-ground").hex(at));
            }
        }
        Ok(())
    }

    /// 23-7, 24-1-2: who else could go along.
    pub(crate) fn companions(&self, state: &State, force: UnitId, battle: bool) -> UnitSet {
        let side = self.side_of(force);
        let hex = state.hex(force);
        let here = match battle {
            true => self.field(state, side, hex),
            false if state.holed.has(force) => self.garrison(state, hex),
            false => return UnitSet::default(),
        };
        let may = |&unit: &UnitId| match battle {
            true => {
                unit != force
                    && !state.acted.has(unit)
                    && state.surrounding.and(&state.members(unit)).is_empty()
                    && self.held(state, self.unit(unit).house).is_none()
            }
            false => unit != force && self.may_act(state, unit).is_ok(),
        };
        self.heads(state, here).filter(may).collect()
    }

    /// 36.7(7): the first attack of the army ends the truce.
    pub(crate) fn note_strike(&self, state: &mut State, force: UnitId) {
        if self.scenario.truce.as_ref().is_some_and(|truce| truce.army == self.army_of(force)) {
            state.happened.note(Happened::STRUCK);
        }
    }
}
