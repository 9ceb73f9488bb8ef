//! Chapter 4: the sequence of play, and what the game does until it rests.

use kernel::{Line, Question, Rule, Seat, Story};

use crate::{
    Gunyuden,
    event::Event,
    rule_ids::*,
    state::{Castle, CheckStage, Frame, Phase, State},
    units::{ANTI, CastleId, HASHIBA, UnitSet},
};

const STAGES: u8 = 4;

impl Gunyuden {
    /// 4-1-2 to 4-1-5.
    pub(crate) fn stage_rule(&self, state: &State) -> Rule {
        match state.stage {
            0 | 1 => R_4_1_2,
            2 => R_4_1_3,
            3 => R_4_1_4,
            _ => R_4_1_5,
        }
    }

    pub(crate) fn operation_question(&self, state: &State) -> Question {
        let date = self.scenario.date(state.inning);
        let prompt = Line::new("ask-operation")
            .with("side", state.active)
            .with("inning", i32::from(state.inning))
            .with("week", i32::from(date.week))
            .with("month", i32::from(date.month))
            .with("stage", i32::from(state.stage));
        Question::new(Seat(state.active.0), self.stage_rule(state), prompt)
    }

    /// Goes on until a question or a throw is due, or it is over.
    pub(crate) fn run_on(&self, state: &mut State, story: &mut Story<Event>) {
        while state.over.is_none() {
            let again = match state.frames.last() {
                None => {
                    self.tidy(state);
                    match state.phase {
                        Phase::Deploy | Phase::Operation => false,
                        Phase::Situation(n) => self.run_situation(state, n, story),
                        Phase::Checks(n) => self.run_checks(state, n, story),
                    }
                }
                Some(frame) => match frame {
                    Frame::Lose { forces, left, .. } => {
                        let done = *left == 0 || self.all_of(state, forces).is_empty();
                        if done {
                            state.frames.pop();
                        }
                        done
                    }
                    Frame::Gain { force, left, .. } => {
                        let done = *left == 0 || self.wounded(state, *force).is_empty();
                        if done {
                            state.frames.pop();
                        }
                        done
                    }
                    Frame::Fight { .. } => self.run_fight(state, story),
                    Frame::Retreat { .. } => self.run_retreat(state, story),
                    Frame::Battle { .. } => self.run_battle(state, story),
                    Frame::Storm { .. } => self.run_storm(state),
                    Frame::Assault { .. } => self.run_assault(state),
                    Frame::Yield { .. } => self.run_yield(state, story),
                    Frame::Check { .. } => self.run_check(state),
                    _ => false,
                },
            };
            if !again {
                return;
            }
        }
    }

    /// After every action: headless forces fall apart, and what is to be remembered is.
    fn tidy(&self, state: &mut State) {
        self.dissolve_headless(state);
        self.remember(state);
    }

    pub(crate) fn begin_inning(&self, state: &mut State, inning: u8, story: &mut Story<Event>) {
        state.inning = inning;
        state.stage = 0;
        state.active = self.scenario.first;
        state.phase = Phase::Situation(0);
        let date = self.scenario.date(inning);
        story.tell(|| Event::Inning { inning, date });
    }

    pub(crate) fn begin_stage(&self, state: &mut State, stage: u8, story: &mut Story<Event>) {
        state.stage = stage;
        state.active = self.scenario.first;
        state.marched = UnitSet::default();
        self.begin_operation(state, story);
    }

    fn begin_operation(&self, state: &mut State, story: &mut Story<Event>) {
        state.phase = Phase::Operation;
        for castle in &mut state.castles {
            castle.marks &= !Castle::OF_PHASE;
        }
        let (side, rule, stage) = (state.active, self.stage_rule(state), state.stage);
        story.tell(|| Event::Phase { side, stage, rule });
    }

    /// The side is done; now its surrounded castles are checked (4-1-2(3-2)).
    pub(crate) fn end_operation(&self, state: &mut State) {
        state.acted = UnitSet::default();
        for castle in &mut state.castles {
            castle.marks &= !Castle::OF_PHASE;
        }
        state.phase = Phase::Checks(0);
    }

    fn run_checks(&self, state: &mut State, n: u8, story: &mut Story<Event>) -> bool {
        let next = (n..self.keeps.len() as u8).map(CastleId).find(|&castle| {
            self.castle_side(state, castle) == Some(state.active) && self.is_surrounded(state, castle)
        });
        if let Some(castle) = next {
            state.phase = Phase::Checks(castle.0 + 1);
            let hex = self.keep(castle).hex;
            state.frames.push(Frame::Check { hex, stage: CheckStage::Offer });
            return true;
        }
        if state.active == self.scenario.first {
            state.active = state.active.other();
            self.begin_operation(state, story);
        } else if state.stage < STAGES {
            self.begin_stage(state, state.stage + 1, story);
        } else if state.inning < self.scenario.innings {
            self.begin_inning(state, state.inning + 1, story);
        } else {
            state.phase = Phase::Checks(0);
            self.finish(state, story);
        }
        true
    }

    /// 36.4: one side has set up; then the other, then play begins.
    pub(crate) fn end_deployment(&self, state: &mut State, story: &mut Story<Event>) {
        state.acted = UnitSet::default();
        if state.active == HASHIBA {
            state.active = ANTI;
            story.tell(|| Event::Deployed { side: HASHIBA });
        } else {
            story.tell(|| Event::Deployed { side: ANTI });
            self.begin_inning(state, 1, story);
        }
    }
}
