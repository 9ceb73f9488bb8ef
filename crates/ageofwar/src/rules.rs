//! The contract with the kernel: which chapter answers what.

use kernel::{
    Actions, Ask, Drag, Fall, Fault, Input, Line, May, Name, No, Outcome, Play as _, Profile, Question,
    Refusal, Roll, Rules, Seat, Shown, Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene,
};
use open::Event;

use crate::{
    AgeOfWar,
    action::Action,
    assault::Answer,
    position::Position,
    rule_ids::*,
    state::{Ending, Errand, State, Step},
    volley::Aim,
};

impl AgeOfWar {
    /// The roll the game rests in, if it rests in one.
    fn roll(&self, state: &State) -> Option<Roll> {
        if let Some(errand) = state.errands.last() {
            return match errand {
                Errand::Test { unit, asked: true } => Some(self.morale_roll(state, *unit)),
                Errand::FallBack { unit, .. } => Some(self.fall_back_roll(*unit)),
                Errand::Sneak { unit, commander } => Some(self.sneak_roll(state, *unit, *commander)),
                Errand::Fate { .. } | Errand::RallyRisk { .. } | Errand::Escape { .. } => {
                    Some(self.fate_roll(errand))
                }
                Errand::Danger { side, messenger, unit } => Some(self.danger_roll(*side, *messenger, *unit)),
                Errand::Edge { unit } => Some(self.try_roll(*unit, A_27_2, "roll-edge")),
                Errand::Shot(shot) => self.shot_roll(state, shot),
                Errand::Assault(assault) => self.assault_roll(state, assault),
                _ => None,
            };
        }
        Some(match &state.step {
            Step::Lot => Roll {
                rule: A_SC3,
                seat: Seat(1),
                line: Line::new("roll-lot"),
                pool: kernel::Pool::d6(1),
                modifiers: Vec::new(),
            },
            Step::RestoreDie { unit } | Step::RestoreTry { unit, .. } => {
                self.try_roll(*unit, A_27_3, "roll-restore")
            }
            Step::CommanderDie { unit } => self.try_roll(*unit, A_34_1, "roll-commander"),
            Step::NewGeneral { clan } => self.new_general_roll(*clan),
            Step::GeneralDice { clan } => self.general_roll(*clan),
            Step::Ride { messenger } => self.ride_roll(state, *messenger),
            Step::Award { messenger } | Step::AwardLast { messenger } => self.award_roll(state, *messenger),
            Step::Motivation { unit } => self.motivation_roll(state, *unit),
            Step::Points { unit, .. } => self.points_roll(state, *unit),
            Step::ControlTry { unit, .. } => self.try_roll(*unit, A_25_7, "roll-control"),
            Step::MountTry { unit, .. } => self.try_roll(*unit, A_25_6, "roll-mount"),
            Step::Fight(fight) => return self.fight_roll(state, fight),
            Step::Duel(duel) if duel.rolling => self.duel_roll(duel),
            Step::LateDie { unit } => self.late_roll(*unit),
            Step::Countdown => self.countdown_roll(),
            _ => return None,
        })
    }

    /// The question the game rests in, if it rests in one.
    fn question(&self, state: &State) -> Option<Question> {
        if let Some(errand) = state.errands.last() {
            return match errand {
                Errand::Test { unit, asked: false } => Some(self.rally_question(state, *unit)),
                Errand::Face { unit } => Some(self.face_question(*unit, R_14_9)),
                Errand::Watch { unit, target } => Some(self.watch_question(*unit, *target)),
                Errand::Shot(shot) if matches!(shot.aim, Aim::Name { .. }) => Some(self.name_question(shot)),
                Errand::Assault(assault) if assault.answer == Answer::Asked => {
                    Some(self.answer_question(state, assault))
                }
                Errand::Reform { unit, part } => Some(self.reform_question(*unit, *part)),
                _ => None,
            };
        }
        Some(match &state.step {
            Step::Commander { unit } => self.commander_question(*unit),
            Step::CloseUp { unit } => self.close_up_question(*unit),
            Step::General { clan, far } => self.general_question(*clan, *far),
            Step::Allot { dice } => self.allot_question(state, *dice),
            Step::AwardAgain { dice, .. } => self.award_question(state, *dice),
            Step::Motivate => self.motivate_question(state),
            Step::Determination { unit } => self.determination_question(state, *unit),
            Step::Act { unit, activity } => self.act_question(*unit, activity),
            Step::Challenge => self.challenge_question(state),
            Step::Accept { unit, target } => self.accept_question(*unit, *target),
            Step::Duel(duel) if !duel.rolling => self.duel_question(duel),
            Step::Arrive { unit } => self.arrive_question(*unit),
            _ => return None,
        })
    }

    fn asked_seat(&self, state: &State) -> Option<Seat> {
        if state.over.is_some() {
            return None;
        }
        self.question(state).map(|question| question.seat)
    }

    fn judge_errand(&self, state: &State, errand: &Errand, action: Action) -> Option<May> {
        Some(match (errand, action) {
            (Errand::Test { .. }, Action::Rally | Action::NoRally) => Ok(()),
            (Errand::Face { unit }, Action::Face(heading)) => {
                if heading.steps() % 9 == 0 && self.may_face(state, *unit, heading) {
                    Ok(())
                } else {
                    No::because(R_3_5, "no-room")
                }
            }
            (Errand::Watch { unit, target }, Action::Snap(shooter)) => {
                self.may_snap(state, shooter, *unit, *target)
            }
            (Errand::Watch { .. }, Action::Pass | Action::PassUnit | Action::PassTurn) => Ok(()),
            (Errand::Shot(shot), action) => return self.may_name(state, shot, action),
            (Errand::Assault(_), Action::Stand) => Ok(()),
            (Errand::Assault(assault), Action::Withdraw(to)) => self.may_withdraw(state, assault, to),
            (Errand::Reform { unit, part }, action) => return self.may_reform(state, *unit, *part, action),
            _ => return None,
        })
    }

    fn judge_step(&self, state: &State, action: Action) -> Option<May> {
        if let Some(errand) = state.errands.last() {
            return self.judge_errand(state, errand, action);
        }
        Some(match (&state.step, action) {
            (Step::Commander { .. }, Action::Risk | Action::Spare) => Ok(()),
            (Step::CloseUp { .. }, Action::FillIn) => Ok(()),
            (Step::CloseUp { unit }, Action::Contract) => self.may_contract(state, *unit),
            (Step::General { clan, far }, action) => return self.may_lead(state, *clan, *far, action),
            (Step::Allot { .. }, Action::Send { messenger, clan }) => self.may_send(state, messenger, clan),
            (Step::Allot { .. }, Action::NoSend | Action::Evenly) => Ok(()),
            (Step::AwardAgain { .. }, Action::Keep | Action::Again) => Ok(()),
            (Step::Motivate, Action::Motivate(unit)) => self.may_motivate(state, unit),
            (Step::Motivate, Action::Stop(clan)) => self.may_stop(state, Some(clan)),
            (Step::Motivate, Action::StopAll) => self.may_stop(state, None),
            (Step::Determination { .. }, Action::Spend | Action::Fail) => Ok(()),
            (
                Step::Act { unit, activity },
                Action::Restore
                | Action::Control
                | Action::Dismount
                | Action::Mount
                | Action::Files { .. }
                | Action::Turn(_)
                | Action::About
                | Action::Wheel(_)
                | Action::Advance(_)
                | Action::Through(_)
                | Action::Shoot(_)
                | Action::Fight(_)
                | Action::End,
            ) => self.may_act(state, *unit, activity, action),
            (Step::Challenge, Action::Challenge { unit, target }) => self.may_challenge(state, unit, target),
            (Step::Challenge, Action::NoChallenge) => Ok(()),
            (Step::Accept { .. }, Action::Accept | Action::Refuse) => Ok(()),
            (Step::Duel(_), Action::Roll | Action::StandPat) => Ok(()),
            (Step::Arrive { unit }, Action::Place { x, files }) => self.may_place(state, *unit, x, files),
            _ => return None,
        })
    }

    fn resolve_errand_action(
        &self,
        state: &mut State,
        errand: Errand,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match (errand, action) {
            (Errand::Test { unit, .. }, Action::Rally) => self.resolve_rally(state, unit, story),
            (Errand::Test { unit, .. }, _) => {
                state.errands.pop();
                state.errands.push(Errand::Test { unit, asked: true });
            }
            (Errand::Face { unit }, Action::Face(heading)) => {
                state.errands.pop();
                self.resolve_face(state, unit, heading, R_14_9, story);
            }
            (Errand::Watch { .. }, action) => self.resolve_watch(state, action, story),
            (Errand::Shot(shot), action) => self.resolve_name(state, shot, action),
            (Errand::Assault(assault), action) => self.resolve_answer(state, assault, action, story),
            (Errand::Reform { unit, .. }, action) => self.resolve_reform(state, unit, action, story),
            (errand, action) => unreachable!("{action:?} was judged legal in {errand:?}"),
        }
    }

    fn resolve_action(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        if let Some(errand) = state.errands.last().cloned() {
            return self.resolve_errand_action(state, errand, action, story);
        }
        match (state.step.clone(), action) {
            (Step::Commander { unit }, Action::Risk) => state.step = Step::CommanderDie { unit },
            (Step::Commander { .. }, _) => state.step = Step::Commanders,
            (Step::CloseUp { unit }, action) => self.resolve_close_up(state, unit, action, story),
            (Step::General { clan, .. }, action) => self.resolve_general(state, clan, action, story),
            (Step::Allot { dice }, action) => self.resolve_allot(state, dice, action),
            (Step::AwardAgain { messenger, dice }, Action::Keep) => self.award(state, messenger, dice, story),
            (Step::AwardAgain { messenger, .. }, _) => state.step = Step::AwardLast { messenger },
            (Step::Motivate, action) => self.resolve_motivate(state, action, story),
            (Step::Determination { unit }, action) => self.resolve_determination(state, unit, action, story),
            (Step::Act { unit, activity }, action) => self.resolve_act(state, unit, activity, action, story),
            (Step::Challenge, action) => self.resolve_challenge(state, action, story),
            (Step::Accept { unit, target }, action) => {
                self.resolve_accept(state, (unit, target), action == Action::Accept, story);
            }
            (Step::Duel(duel), action) => self.resolve_duel(state, duel, action, story),
            (Step::Arrive { unit }, Action::Place { x, files }) => {
                self.resolve_place(state, unit, (x, files), story);
            }
            (step, action) => unreachable!("{action:?} was judged legal in {step:?}"),
        }
    }

    fn resolve_errand_fall(&self, state: &mut State, errand: Errand, fall: Fall, story: &mut Story<Event>) {
        let value = fall.value();
        match errand {
            Errand::Test { unit, .. } => self.resolve_morale(state, unit, value as u8, story),
            Errand::FallBack { unit, fails } => self.resolve_fall_back(state, unit, fails, value, story),
            Errand::Sneak { unit, commander } => {
                self.resolve_sneak(state, (unit, commander), value as u8, story);
            }
            Errand::Fate { clan } => self.resolve_fate(state, clan, value, story),
            Errand::RallyRisk { clan } => self.resolve_rally_risk(state, clan, value, story),
            Errand::Escape { side } => self.resolve_escape(state, side, value, story),
            Errand::Danger { side, messenger, unit } => {
                self.resolve_danger(state, (side, messenger, unit), value, story);
            }
            Errand::Edge { unit } => self.resolve_edge(state, unit, value, story),
            Errand::Shot(shot) => self.resolve_shot(state, shot, fall, story),
            Errand::Assault(assault) => self.resolve_withdrawal(state, assault, value, story),
            errand => unreachable!("no dice are wanted by {errand:?}"),
        }
    }

    fn resolve_fall(&self, state: &mut State, fall: Fall, story: &mut Story<Event>) {
        if let Some(errand) = state.errands.last().cloned() {
            return self.resolve_errand_fall(state, errand, fall, story);
        }
        let value = fall.value();
        match state.step.clone() {
            Step::Lot => self.resolve_lot(state, value, story),
            Step::RestoreDie { unit } => {
                state.step = Step::Restore;
                self.resolve_restore(state, unit, value, story);
            }
            Step::RestoreTry { unit, activity } => {
                state.step = Step::Act { unit, activity };
                self.resolve_restore(state, unit, value, story);
            }
            Step::CommanderDie { unit } => self.resolve_commander(state, unit, value, story),
            Step::NewGeneral { clan } => self.resolve_new_general(state, clan, value, story),
            Step::GeneralDice { clan } => state.step = Step::General { clan, far: plane::Len::whole(value) },
            Step::Ride { messenger } => self.resolve_ride(state, messenger, value, story),
            Step::Award { messenger } => state.step = Step::AwardAgain { messenger, dice: value as u8 },
            Step::AwardLast { messenger } => self.award(state, messenger, value as u8, story),
            Step::Motivation { unit } => self.resolve_motivation(state, unit, value, story),
            Step::Points { unit, wild } => self.resolve_points(state, unit, wild, value, story),
            Step::ControlTry { unit, activity } => self.resolve_control(state, unit, activity, value, story),
            Step::MountTry { unit, activity } => {
                state.step = Step::Act { unit, activity };
                self.resolve_mount(state, unit, value, story);
            }
            Step::Fight(fight) => self.resolve_blow(state, &fight, value as u8, story),
            Step::Duel(duel) => self.resolve_duel_die(state, duel, value, story),
            Step::LateDie { unit } => self.resolve_late(state, unit, value, story),
            Step::Countdown => self.resolve_countdown(state, value, story),
            step => unreachable!("no dice are wanted in {step:?}"),
        }
    }

    /// Questions of the turn lie at the bottom; what a click begins lies above.
    pub(crate) fn depth_of(&self, state: &State) -> usize {
        // Dice of an errand lie deeper than its question, and both deeper than any march they interrupt.
        let due = |errand: &Errand| match errand {
            Errand::Test { asked: false, .. }
            | Errand::Watch { .. }
            | Errand::Reform { .. }
            | Errand::Face { .. } => 20,
            Errand::Assault(assault) if assault.answer == Answer::Asked => 20,
            Errand::Shot(shot) if matches!(shot.aim, Aim::Name { .. }) => 20,
            _ => 21,
        };
        state.errands.iter().map(due).sum::<usize>()
            + match &state.step {
                Step::Motivation { .. } | Step::Points { .. } | Step::Determination { .. } => 1,
                Step::Act { activity, .. } => activity.depth(),
                Step::RestoreTry { activity, .. }
                | Step::ControlTry { activity, .. }
                | Step::MountTry { activity, .. } => activity.depth() + 1,
                Step::Fight(_) => 1,
                // No errand that a duel leaves behind lies in its frame.
                Step::Accept { .. } | Step::Duel(_) => 100,
                Step::CommanderDie { .. } | Step::CloseUp { .. } | Step::AwardLast { .. } => 1,
                Step::Ride { .. } | Step::Award { .. } => 1,
                _ => 0,
            }
    }

    fn habit_of_errand(&self, state: &State, errand: &Errand) -> Option<Action> {
        Some(match errand {
            Errand::Test { .. } => Action::NoRally,
            Errand::Face { unit } => Action::Face(state.body(*unit).heading),
            Errand::Watch { unit, target } => self.habit_watch(state, *unit, *target),
            Errand::Shot(shot) => Action::Name(self.habit_name(state, shot)),
            Errand::Assault(assault) => self.habit_answer(state, assault),
            Errand::Reform { unit, part } => match part {
                crate::state::Part::Facing => Action::Face(state.body(*unit).heading),
                crate::state::Part::Files => Action::Form(state.body(*unit).formation.files),
                crate::state::Part::Missiles => {
                    Action::Front(*self.fronts(state, *unit, state.body(*unit).formation.files).end())
                }
            },
            _ => return None,
        })
    }
}

impl Rules for AgeOfWar {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Position = Position;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn begin(&self) -> State {
        self.start.clone()
    }

    fn ask(&self, state: &State) -> Ask {
        if let Some(over) = state.over {
            let rule = match over.by {
                Ending::Countdown => A_20_11,
                Ending::Losses => R_12_1,
            };
            return Ask::Over(Outcome { winner: over.winner, rule, line: self.ending_line(over) });
        }
        if let Some(roll) = self.roll(state) {
            return Ask::Throw(roll);
        }
        self.question(state).expect("a game rests in a question, a roll or its end").into()
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if self.asked_seat(state) != Some(seat) {
            return;
        }
        if let Some(errand) = state.errands.last() {
            match errand {
                Errand::Test { .. } => out.extend([Action::Rally, Action::NoRally]),
                Errand::Face { unit } => self.list_faces(state, *unit, out),
                Errand::Watch { unit, target } => self.list_watch(state, *unit, *target, out),
                Errand::Shot(shot) => self.list_names(state, shot, out),
                Errand::Assault(assault) => self.list_answers(state, assault, out),
                Errand::Reform { unit, part } => self.list_reform(state, *unit, *part, out),
                _ => {}
            }
            return;
        }
        match &state.step {
            Step::Commander { .. } => out.extend([Action::Risk, Action::Spare]),
            Step::CloseUp { unit } => {
                out.push(Action::FillIn);
                if self.may_contract(state, *unit).is_ok() {
                    out.push(Action::Contract);
                }
            }
            Step::General { clan, far } => self.list_general(state, *clan, *far, out),
            Step::Allot { .. } => self.list_allot(state, out),
            Step::AwardAgain { .. } => out.extend([Action::Keep, Action::Again]),
            Step::Motivate => self.list_motivate(state, out),
            Step::Determination { .. } => out.extend([Action::Spend, Action::Fail]),
            Step::Act { unit, activity } => self.list_act(state, *unit, activity, out),
            Step::Challenge => self.list_challenges(state, out),
            Step::Accept { .. } => out.extend([Action::Accept, Action::Refuse]),
            Step::Duel(_) => out.extend([Action::Roll, Action::StandPat]),
            Step::Arrive { unit } => self.list_places(state, *unit, out),
            _ => {}
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.asked_seat(state) != Some(seat) {
            return Err(self.not_asked(state, seat));
        }
        self.judged(state, seat, self.judge_step(state, *action))
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        match input {
            Input::Act(_, action) => self.resolve_action(state, action, story),
            Input::Fall(fall) => self.resolve_fall(state, fall, story),
        }
        self.go_on(state, story);
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-rally", "order-rally"),
            ("ask-face", "order-face"),
            ("ask-reform-facing", "order-reform-facing"),
            ("ask-reform-files", "order-reform-files"),
            ("ask-reform-front", "order-reform-front"),
            ("ask-close-up", "order-close-up"),
            ("ask-name-owner", "order-name-owner"),
        ]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        if let Some(action) = state.errands.last().and_then(|errand| self.habit_of_errand(state, errand)) {
            return action;
        }
        match &state.step {
            Step::Commander { unit } => {
                if state.body(*unit).bases.len() >= 5 {
                    Action::Risk
                } else {
                    Action::Spare
                }
            }
            Step::CloseUp { .. } => Action::FillIn,
            Step::General { .. } => Action::Stay,
            Step::Allot { .. } => Action::Evenly,
            // The better half is kept.
            Step::AwardAgain { dice, .. } => {
                if *dice >= 4 {
                    Action::Keep
                } else {
                    Action::Again
                }
            }
            Step::Determination { .. } => Action::Spend,
            Step::Act { activity, unit } if activity.wild => self.rage(state, *unit, activity),
            Step::Act { .. } => Action::End,
            Step::Challenge => Action::NoChallenge,
            Step::Accept { .. } => Action::Accept,
            Step::Duel(duel) => {
                if self.pontoon(duel).throws(duel.totals, duel.stood, duel.mover) {
                    Action::Roll
                } else {
                    Action::StandPat
                }
            }
            Step::Arrive { unit } => self.habit_place(state, *unit),
            _ => self.first_listed(state, seat),
        }
    }

    fn meant(&self, state: &State, _seat: Seat, thing: Thing) -> Option<Action> {
        self.click(state, thing)
    }

    fn scene(&self, state: &State, _viewer: Viewer) -> scene::Scene {
        self.draw_scene(state)
    }

    fn drag(&self, state: &State, seat: Seat, piece: Thing, to: scene::Pose) -> Option<Drag<Action>> {
        self.dragged(state, seat, piece, to)
    }

    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<scene::Overlay> {
        self.draw_overlays(state)
    }

    fn grounds(&self) -> Vec<scene::Ground> {
        vec![self.draw_ground()]
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling())
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        self.shown(state, *action)
    }

    fn depth(&self, state: &State) -> usize {
        self.depth_of(state)
    }

    /// Only a broken side ends the game without dice, and only a refused challenge kills without them.
    fn goes_on(&self, state: &State) -> bool {
        !self.is_broken(state) && !matches!(state.step, Step::Accept { .. })
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(scope, event)
    }

    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        self.has_run_out(scope, state)
    }

    fn assumed(&self, scope: Scope<'_, State>, state: &State, seat: Seat) -> Action {
        self.assumed_of(scope, state, seat)
    }

    fn branches(&self, state: &State, _seat: Seat) -> bool {
        self.parts_the_ways(state)
    }

    fn name(&self, thing: Thing) -> Name {
        self.thing_name(thing)
    }

    fn label(&self, thing: Thing) -> String {
        self.thing_label(thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.thing_named(label)
    }

    fn write_action(&self, action: &Action) -> String {
        self.action_text(*action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.parse_action(text)
    }

    fn position(&self, state: &State) -> Position {
        self.write_position(state)
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        self.place_position(position)
    }
}
