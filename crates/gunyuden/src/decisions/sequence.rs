//! Chapter 4: the sequence of play, and the surround checks that end an operation phase.

use kernel::Rule;

use super::check::{Check, CheckStage};
use crate::{
    model::units::{ANTI, HASHIBA},
    prelude::*,
};

const STAGES: u8 = 4;

/// 4-1-2 to 4-1-5.
pub(crate) fn stage_rule(state: &State) -> Rule {
    match state.stage {
        0 | 1 => R_4_1_2,
        2 => R_4_1_3,
        3 => R_4_1_4,
        _ => R_4_1_5,
    }
}

/// Whether there is nothing left to do after an action: no headless force, nothing to be noted.
pub(super) fn is_tidy(rules: &Gunyuden, state: &State) -> bool {
    !rules.has_headless(state) && rules.to_be_noted(state) == state.happened
}

/// After every action headless forces fall apart, and what cannot be undone is noted.
pub(super) fn tidy(rules: &Gunyuden, state: &mut State) {
    rules.dissolve_headless(state);
    state.happened = rules.to_be_noted(state);
}

fn begin_inning(cx: CxMut<'_, Base>, inning: u8) {
    let CxMut { rules, state, story, .. } = cx;
    state.inning = inning;
    state.stage = 0;
    state.active = rules.scenario.first;
    state.phase = Phase::Situation(0);
    let date = rules.scenario.date(inning);
    story.tell(|| Event::Inning { inning, date });
}

pub(super) fn begin_stage(cx: CxMut<'_, Base>, stage: u8) {
    cx.state.stage = stage;
    cx.state.active = cx.rules.scenario.first;
    cx.state.marched = UnitSet::default();
    begin_operation(cx);
}

fn begin_operation(cx: CxMut<'_, Base>) {
    let CxMut { state, story, .. } = cx;
    state.phase = Phase::Operation;
    clear_marks(state);
    let (side, rule, stage) = (state.active, stage_rule(state), state.stage);
    story.tell(|| Event::Phase { side, stage, rule });
}

fn clear_marks(state: &mut State) {
    for castle in &mut state.castles {
        castle.marks &= !Castle::OF_PHASE;
    }
}

/// The side is done; now its surrounded castles are checked (4-1-2(3-2)).
pub(super) fn end_operation(state: &mut State) {
    state.acted = UnitSet::default();
    clear_marks(state);
    state.phase = Phase::Checks(0);
}

/// 36.4: one side has set up; then the other, then play begins.
pub(super) fn end_deployment(cx: CxMut<'_, Base>) {
    let side = cx.state.active;
    cx.state.acted = UnitSet::default();
    cx.story.tell(|| Event::Deployed { side });
    match side {
        HASHIBA => cx.state.active = ANTI,
        _ => begin_inning(cx, 1),
    }
}

/// 18-2: surround checks of the active side's castles, from this one on; then the next phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks(pub(super) u8);

impl Decision<Gunyuden, Base> for Checks {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let CxMut { rules, state, story, .. } = cx;
        tidy(rules, state);
        let mut castles = (self.0..rules.keeps.len() as u8).map(CastleId);
        let next = castles.find(|&castle| {
            rules.castle_side(state, castle) == Some(state.active) && rules.is_surrounded(state, castle)
        });
        if let Some(castle) = next {
            state.phase = Phase::Checks(castle.0 + 1);
            let hex = rules.keep(castle).hex;
            return Flow::Call(Frame::Check(Check { hex, stage: CheckStage::Offer }));
        }
        let (stage, inning) = (state.stage, state.inning);
        if state.active == rules.scenario.first {
            state.active = state.active.other();
            begin_operation(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat });
        } else if stage < STAGES {
            begin_stage(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, stage + 1);
        } else if inning < rules.scenario.innings {
            begin_inning(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, inning + 1);
        } else {
            state.phase = Phase::Checks(0);
            rules.finish(state, story);
        }
        Flow::Stay
    }
}
