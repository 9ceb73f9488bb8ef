//! Chapter 4: the sequence of play.

use kernel::{Line, Question, Rule, Seat, Side, Story, decision::Base};

use crate::{
    Yukimura,
    decisions::Cx,
    model::{
        state::{Phase, State},
        units::{EAST, OSAKA},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

impl Yukimura {
    /// 4-1: the number of a phase.
    pub(crate) fn phase_rule(&self, state: &State) -> Rule {
        match (state.phase, state.active) {
            (Phase::Entry, _) => R_14_3_6,
            (Phase::Dice(_) | Phase::Movement, EAST) => R_4_1_1,
            (Phase::Dice(_) | Phase::Movement, _) => R_4_1_4,
            (Phase::Defence, EAST) => R_4_1_2,
            (Phase::Defence, _) => R_4_1_5,
            (Phase::Fire, EAST) => R_4_1_3A,
            (Phase::Fire, _) => R_4_1_6A,
            (Phase::Melee, EAST) => R_4_1_3B,
            (Phase::Melee, _) => R_4_1_6B,
        }
    }

    /// The side that acts in this phase: in defensive fire the other one.
    pub(crate) fn acting(&self, state: &State) -> Side {
        match state.phase {
            Phase::Defence => state.active.other(),
            _ => state.active,
        }
    }

    pub(crate) fn acting_seat(&self, state: &State) -> Seat {
        Seat(self.acting(state).0)
    }

    pub(crate) fn phase_question(&self, cx: Cx<'_, Base>, key: &'static str) -> Question {
        let (side, inning) = (self.acting(cx.state), i32::from(cx.state.inning));
        let prompt = Line::new(key).with("side", side).with("inning", inning);
        Question::new(cx.seat, self.phase_rule(cx.state), prompt)
    }

    /// The player is done with this phase.
    pub(crate) fn end_phase(&self, state: &mut State, story: &mut Story<Event>) {
        match state.phase {
            Phase::Entry => unreachable!("ended by choosing a road"),
            Phase::Dice(_) => unreachable!("ended by the dice"),
            Phase::Movement => {
                state.moved.clear();
                state.pinned.clear();
                state.uncommanded.clear();
                state.phase = Phase::Defence;
            }
            Phase::Defence => {
                state.fired.clear();
                state.fired_at.clear();
                state.phase = Phase::Fire;
            }
            Phase::Fire => {
                // 9-1-7: who fired may not fight in the same phase, so that is kept.
                state.fired_at.clear();
                state.phase = Phase::Melee;
            }
            Phase::Melee => {
                state.fired.clear();
                state.fought.clear();
                state.fought_against.clear();
                return self.end_turn(state, story);
            }
        }
        story.tell(|| self.phase_event(state));
    }

    fn end_turn(&self, state: &mut State, story: &mut Story<Event>) {
        if state.active == OSAKA {
            self.test_victory(state, story);
            if state.over.is_some() {
                return;
            }
            state.inning += 1;
            story.tell(|| Event::Inning { inning: state.inning });
        }
        state.active = state.active.other();
        self.begin_movement(state, 0, story);
    }

    /// The scenario's dice from number `next` on, then movement.
    pub(crate) fn begin_movement(&self, state: &mut State, next: u8, story: &mut Story<Event>) {
        if next == 0 {
            self.note_phase_start(state);
        }
        state.phase = match self.due_die(state, next) {
            Some(n) => Phase::Dice(n),
            None => Phase::Movement,
        };
        if state.phase == Phase::Movement {
            story.tell(|| self.phase_event(state));
        }
    }

    /// 7-3-2, 13-1(3): who may not move is judged when the movement phase begins.
    pub(crate) fn note_phase_start(&self, state: &mut State) {
        let side = state.active;
        for unit in self.sides[side.index()].iter().copied() {
            if !state.on_map(unit) {
                continue;
            }
            if self.in_enemy_zone(state, side, state.hex(unit)) {
                state.pinned.insert(unit);
            }
            if !self.is_commanded(state, unit) {
                state.uncommanded.insert(unit);
            }
        }
    }

    fn phase_event(&self, state: &State) -> Event {
        let key = match state.phase {
            Phase::Movement => "phase-movement",
            Phase::Defence => "phase-defence",
            Phase::Fire => "phase-fire",
            Phase::Melee => "phase-melee",
            Phase::Entry | Phase::Dice(_) => unreachable!("not told"),
        };
        Event::Phase { key, side: self.acting(state), rule: self.phase_rule(state) }
    }
}
