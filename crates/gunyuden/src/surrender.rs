//! Chapters 20 and 21: demands for surrender, and the fall of a castle.

use kernel::Rule;

use crate::{
    Gunyuden,
    refuse::{About, May, No, no},
    rule_ids::*,
    state::{Castle, State},
    tables::Answer,
    units::UnitId,
};

impl Answer {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Answer::Death => R_20_3A,
            Answer::Refused => R_20_3B,
            Answer::Silence => R_20_3C,
            Answer::Opened => R_20_3D,
            Answer::Castellan => R_20_3E,
            Answer::WarParty => R_20_3F,
            Answer::Disbanded => R_20_3G,
            Answer::Surrender => R_20_3H,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Answer::Death => "answer-death",
            Answer::Refused => "answer-refused",
            Answer::Silence => "answer-silence",
            Answer::Opened => "answer-opened",
            Answer::Castellan => "answer-castellan",
            Answer::WarParty => "answer-war-party",
            Answer::Disbanded => "answer-disbanded",
            Answer::Surrender => "answer-surrender",
        }
    }
}

impl Gunyuden {
    pub(crate) fn may_demand(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        let castle = self.besieged_by(state, force)?;
        if !self.unit(force).is_commander() {
            return Err(No::new(R_20_1, "no-commander").unit(force));
        }
        if state.members(force).and(&state.surrounding).is_empty() {
            return Err(No::new(R_17_1_5, "no-surround-first").unit(force));
        }
        let (body, hex) = (state.castle(castle), state.hex(force));
        if body.has(Castle::DEATH) {
            return Err(No::new(R_20_3A, "no-to-the-death").hex(hex));
        }
        if body.has(Castle::ASSAULTED) {
            return Err(No::new(R_20_1_1, "no-after-assault").hex(hex));
        }
        if body.has(Castle::DEMANDED) {
            return Err(No::new(R_20_1_2, "no-second-demand").hex(hex));
        }
        Ok(())
    }

    /// 37.7: a demand for peace is a demand in all but its row.
    pub(crate) fn may_demand_peace(&self, state: &State, force: UnitId) -> May {
        let Some(peace) = self.scenario.peace.as_ref().filter(|peace| peace.side == self.side_of(force))
        else {
            return no(R_37_7, "no-peace-here");
        };
        if state.inning < peace.from {
            return Err(No::new(peace.rule, "no-peace-yet").with("inning", i32::from(peace.from)));
        }
        if !state.holed.has(peace.unit) || state.hex(peace.unit) != state.hex(force) {
            return Err(No::new(peace.rule, "no-peace-unit").unit(peace.unit));
        }
        self.may_demand(state, force)
    }
}
