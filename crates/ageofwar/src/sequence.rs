//! Chapter 20: the turn. What goes on by itself between two questions or throws.

use kernel::{Side, Story};
use open::Event;

use crate::{
    AgeOfWar,
    assault::Answer,
    rule_ids::*,
    state::{Errand, Mark, State, Step, Where},
    units::{UnitId, UnitSet},
};

impl AgeOfWar {
    /// Runs until the game rests.
    pub(crate) fn go_on(&self, state: &mut State, story: &mut Story<Event>) {
        while state.over.is_none() {
            let worked = match state.errands.last().cloned() {
                Some(errand) => self.work_errand(state, errand, story),
                None => {
                    self.end_broken_fights(state, story);
                    self.work_step(state, story)
                }
            };
            if !worked {
                return;
            }
        }
    }

    /// True if it needed nobody.
    fn work_errand(&self, state: &mut State, errand: Errand, story: &mut Story<Event>) -> bool {
        let gone = |unit: UnitId| state.body(unit).place != Where::Table;
        let lapses = match &errand {
            Errand::Test { unit, asked } => {
                if gone(*unit) || state.body(*unit).bases.is_empty() {
                    true
                } else if !asked && self.rallier(state, *unit).is_none() {
                    state.errands.pop();
                    state.errands.push(Errand::Test { unit: *unit, asked: true });
                    return true;
                } else if *asked && self.morale_dice(state, *unit) == 0 {
                    self.resolve_morale(state, *unit, 0, story);
                    return true;
                } else {
                    false
                }
            }
            Errand::FallBack { unit, .. } | Errand::Face { unit } => gone(*unit),
            Errand::Sneak { unit, commander } => !self.has_sneakers(state, *unit, *commander),
            Errand::Fate { clan } => {
                !matches!(state.body(self.clan(*clan).general).place, Where::With | Where::Table)
            }
            Errand::RallyRisk { clan } => !self.has_general(state, *clan),
            Errand::Escape { .. } => false,
            Errand::Danger { side, messenger, unit } => self.danger_lapses(state, *side, *messenger, *unit),
            Errand::Edge { unit } => gone(*unit) || state.is(*unit, Mark::Disordered),
            Errand::Watch { unit, target } => self.snappers(state, *unit, *target).next().is_none(),
            Errand::Shot(shot) => {
                if self.shot_rests(state, shot) {
                    return false;
                }
                self.work_shot(state, shot.clone(), story);
                return true;
            }
            Errand::Assault(assault) => {
                if self.assault_lapses(state, assault) {
                    true
                } else if assault.answer == Answer::Asked && self.is_engaged(state, assault) {
                    state.errands.pop();
                    self.contact(state, assault, story);
                    return true;
                } else {
                    false
                }
            }
            Errand::Reform { unit, .. } => self.reform_lapses(state, *unit),
        };
        if lapses {
            state.errands.pop();
        }
        lapses
    }

    fn work_step(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        match state.step.clone() {
            Step::Casualties => self.work_casualties(state),
            Step::Restore => self.work_restore(state),
            Step::Commanders => self.work_commanders(state),
            Step::NewGenerals => self.work_new_generals(state),
            Step::Generals => self.work_generals(state),
            Step::Messengers => self.work_messengers(state),
            Step::Ride { messenger } => return self.work_ride(state, messenger),
            Step::Award { messenger } => return self.work_award(state, messenger),
            Step::Motivate => return self.work_motivate(state),
            Step::Act { unit, .. } if self.is_spent(state, unit) => self.end_act(state),
            Step::Leaderless => self.work_leaderless(state, story),
            Step::Fights => self.work_fights(state, story),
            Step::Fight(fight) => return self.work_fight(state, &fight, story),
            Step::Challenge => return self.work_challenge(state),
            Step::Late => self.work_late(state),
            Step::Arrive { unit } => return self.work_arrive(state, unit, story),
            Step::Countdown if state.active == Side(0) => state.step = Step::TurnOver,
            Step::TurnOver => self.work_turn_over(state, story),
            _ => return false,
        }
        true
    }

    /// What is true only in a player turn begins anew.
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

    pub(crate) fn end_player_turn(&self, state: &mut State, story: &mut Story<Event>) {
        let side = state.active;
        for unit in state.all().filter(|unit| self.side_of(*unit) == side) {
            state.body_mut(unit).clear(&[Mark::Halted]);
        }
        state.active = state.active.other();
        if state.active == Side(0) {
            state.turn += 1;
            state.challenged = false;
        }
        self.begin_player_turn(state);
        let (side, turn) = (state.active, i32::from(state.turn));
        story.tell(|| Event::new(R_1_4, "told-turn").with("side", side).with("n", turn));
    }
}
