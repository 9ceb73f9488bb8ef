//! The contract with the kernel: which chapter answers what.

use kernel::{
    Actions, Drag, Fall, Fault, Line, May, Name, Play as _, Profile, Question, Roll, Rules, Seat, Shown,
    Story, Telling, Thing, Viewer, decision,
    odds::{Effect, Scope},
    scene,
};
use open::Event;

use crate::{
    Daimyo, action::Action, decisions::Step, melee::Stage, morale::Reason, position::Position, refer::banner,
    rule_ids::*, state::State,
};

impl Daimyo {
    /// The roll the game rests in, if it rests in one.
    pub(crate) fn roll(&self, state: &State) -> Option<Roll> {
        Some(match &state.step {
            Step::Weather | Step::WeatherNow => self.weather_roll(state),
            Step::Initiative => self.initiative_roll(state),
            Step::Draw => self.draw_roll(state),
            Step::Activation { group } => self.activation_roll(state, *group),
            Step::Arrival { group } => self.arrival_roll(state, *group),
            Step::RallyTest { unit } => self.morale_roll(state, *unit, Reason::Rally),
            Step::Calm { unit } => self.calm_roll(state, *unit),
            Step::Obedience { unit, .. } => self.obedience_roll(state, *unit),
            Step::ChargeTest { charge } => {
                self.morale_roll(state, state.charges[usize::from(*charge)].unit, Reason::StartsCharge)
            }
            Step::TargetTest { charge } => {
                let target = state.charges[usize::from(*charge)].target;
                self.morale_roll(state, target, self.charge_reason(state, target)?)
            }
            Step::Volley(shooting) => self.volley_roll(state, shooting),
            Step::Fight(fight) => match fight.stage {
                Stage::Duel { mine, theirs } => self.duel_roll(state, mine, theirs),
                Stage::Blows => self.blow_roll(state, fight),
                _ => return None,
            },
            Step::Test { unit, reason } => self.morale_roll(state, *unit, *reason),
            Step::Event
            | Step::EventSide { .. }
            | Step::EventPick { .. }
            | Step::StrayShot { .. }
            | Step::OmenDie { .. } => self.event_roll(state),
            _ => return None,
        })
    }

    /// The question the game rests in, if it rests in one.
    pub(crate) fn question(&self, state: &State) -> Option<Question> {
        Some(match &state.step {
            Step::Order => self.order_question(state),
            Step::Slot => self.slot_question(state),
            Step::Omen { group } => {
                let line = Line::new("ask-omen").with("clan", banner(*group));
                Question::new(Seat(self.group(*group).side.0), D_SEQ_C5, line)
            }
            Step::Enter { group } => {
                let line = Line::new("ask-enter").with("clan", banner(*group));
                Question::new(Seat(self.group(*group).side.0), D_SC1, line)
            }
            Step::Rally => self.rally_question(state),
            Step::Facing { unit, .. } => self.facing_question(*unit, false),
            Step::Files { unit, .. } => self.facing_question(*unit, true),
            Step::Declare => self.declare_question(state),
            Step::Answer { charge } => self.answer_question(state, *charge),
            Step::Move => self.move_question(state),
            Step::Manoeuvre { unit, march } => self.march_question(*unit, march),
            Step::Leader { leader } => self.leader_question(state, *leader),
            Step::AnswerFire { charge } => self.answer_fire_question(state, *charge),
            Step::Fire => self.fire_question(state),
            Step::Melee => self.melee_question(state),
            Step::Fight(fight) => self.fight_question(state, fight)?,
            Step::Flank => self.flank_question(state),
            _ => return None,
        })
    }

    pub(crate) fn asked_seat(&self, state: &State) -> Option<Seat> {
        if state.over.is_some() || !state.errands.is_empty() {
            return None;
        }
        Some(match &state.step {
            Step::Order | Step::Flank => Seat(state.holder.0),
            Step::Slot | Step::Rally | Step::Declare | Step::Move | Step::Fire | Step::Melee => {
                Seat(state.active.0)
            }
            Step::Omen { group } | Step::Enter { group } => Seat(self.group(*group).side.0),
            Step::Facing { unit, .. } | Step::Files { unit, .. } | Step::Manoeuvre { unit, .. } => {
                self.seat_of(*unit)
            }
            Step::Answer { charge } | Step::AnswerFire { charge } => {
                self.seat_of(state.charges[usize::from(*charge)].target)
            }
            Step::Leader { leader } => Seat(self.leader(*leader).side.0),
            Step::Fight(fight) => self.fight_question(state, fight)?.seat,
            _ => return None,
        })
    }

    pub(crate) fn judge_step(&self, state: &State, action: Action) -> Option<May> {
        Some(match (&state.step, action) {
            (Step::Order, Action::First | Action::Second) => Ok(()),
            (Step::Slot, Action::Activate(group)) => self.may_activate(state, group),
            (Step::Slot, Action::Pass) => self.may_pass(state),
            (Step::Omen { .. }, Action::Again | Action::LetBe) => Ok(()),
            (Step::Enter { group }, Action::Place { unit, x, files }) => {
                self.may_place(state, *group, unit, x, files)
            }
            (Step::Enter { group }, Action::EndAll) => self.may_end_entry(state, *group),
            (Step::Rally, Action::Try(unit) | Action::Leave(unit)) => self.may_rally(state, unit),
            (Step::Rally, Action::LeaveAll) => Ok(()),
            (Step::Facing { unit, .. }, Action::Face(heading)) => self.may_face_as(state, *unit, heading),
            (Step::Facing { rallied: false, .. }, Action::ReformNone) => Ok(()),
            (Step::Files { unit, .. }, Action::Form(files)) => self.may_form(state, *unit, files),
            (Step::Declare, Action::Charge { unit, target }) => self.may_charge(state, unit, target),
            (Step::Declare, Action::NoMore) => Ok(()),
            (Step::Answer { charge }, action) => return self.may_answer(state, *charge, action),
            (Step::Move, Action::Pick(unit)) => self.may_pick(state, unit),
            (Step::Move, Action::EndAll) => Ok(()),
            (
                Step::Manoeuvre { unit, march },
                Action::Advance(_)
                | Action::Wheel(..)
                | Action::Turn(_)
                | Action::About
                | Action::Files(_)
                | Action::Back(_)
                | Action::Through(_)
                | Action::Enter(_)
                | Action::Out { .. }
                | Action::Rotate(_)
                | Action::End,
            ) => self.may_manoeuvre(state, *unit, march, action),
            (Step::Leader { leader }, action) => return self.may_lead(state, *leader, action),
            (Step::AnswerFire { charge }, Action::Fire(unit) | Action::Hold(unit)) => {
                let target = state.charges[usize::from(*charge)].target;
                if unit == target { Ok(()) } else { kernel::No::because(D_FIR_7, "no-not-charged") }
            }
            (Step::Fire, Action::Fire(unit) | Action::Hold(unit)) => self.may_fire(state, unit),
            (Step::Fire, Action::FireAll) => {
                let mut listed = Actions::up_to(3);
                self.list_fire(state, &mut listed);
                if listed.len() > 2 { Ok(()) } else { kernel::No::because(R_13_8, "no-fire-all") }
            }
            (Step::Melee, Action::Fight(unit)) => self.may_fight(state, unit),
            (Step::Fight(fight), action) => {
                return self.fight_actions(fight).contains(&action).then_some(Ok(()));
            }
            (Step::Flank, Action::Left | Action::Right) => Ok(()),
            _ => return None,
        })
    }

    pub(crate) fn resolve_action(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match (state.step.clone(), action) {
            (Step::Order, action) => {
                state.active = if action == Action::First { state.holder } else { state.holder.other() };
                let side = state.active;
                story.tell(|| Event::new(D_INI_3, "told-first").with("side", side));
                state.step = Step::Slot;
            }
            (Step::Slot, Action::Activate(group)) => self.resolve_activate(state, group, story),
            (Step::Slot, _) => {
                let side = state.active;
                story.tell(|| Event::new(R_4_1, "told-passes-slot").with("side", side));
                self.next_slot(state);
            }
            (Step::Omen { group }, Action::Again) => {
                state.fortunes.omens[self.group(group).side.index()] = false;
                state.step = Step::Activation { group };
            }
            (Step::Omen { group }, _) => {
                state.fortunes.hesitates.remove(group);
                state.fortunes.messenger.remove(group);
                self.begin_slot(state, group, false);
            }
            (Step::Enter { group }, Action::Place { unit, x, files }) => {
                self.resolve_place(state, group, (unit, x, files), story);
            }
            (Step::Enter { .. }, _) => state.step = Step::Rally,
            (Step::Rally, action) => self.resolve_rally(state, action),
            (Step::Facing { unit, rallied } | Step::Files { unit, rallied }, action) => {
                self.resolve_facing(state, unit, rallied, action, story);
            }
            (Step::Declare, Action::Charge { unit, target }) => {
                self.resolve_charge(state, unit, target, story);
            }
            (Step::Declare, _) => self.end_declarations(state),
            (Step::Answer { charge }, action) => self.resolve_answer(state, charge, action, story),
            (Step::Move, Action::Pick(unit)) => self.resolve_pick(state, unit),
            (Step::Move, _) => self.end_moves(state),
            (Step::Manoeuvre { unit, march }, action) => {
                self.resolve_manoeuvre(state, unit, march, action, story);
            }
            (Step::Leader { leader }, action) => self.resolve_leader(state, leader, action, story),
            (Step::AnswerFire { charge }, action) => self.resolve_answer_fire(state, charge, action),
            (Step::Fire, action) => self.resolve_fire(state, action),
            (Step::Melee, Action::Fight(unit)) => self.resolve_fight(state, unit, story),
            (Step::Fight(_), action) => self.resolve_fight_action(state, action, story),
            (Step::Flank, action) => {
                state.from_left = action == Action::Left;
                state.step = Step::Tests;
            }
            (step, action) => unreachable!("{action:?} was judged legal in {step:?}"),
        }
    }

    pub(crate) fn resolve_fall(&self, state: &mut State, fall: Fall, story: &mut Story<Event>) {
        let value = fall.value();
        match state.step.clone() {
            Step::Weather => {
                self.change_weather(state, value, story);
                self.go_to_initiative(state, story);
            }
            Step::WeatherNow => {
                self.change_weather(state, value, story);
                self.next_turn(state, story);
            }
            Step::Initiative => self.resolve_initiative(state, [fall.die(0), fall.die(1)], story),
            Step::Draw => self.resolve_draw(state, value, story),
            Step::Activation { group } => self.resolve_activation(state, group, value, story),
            Step::Arrival { group } => self.resolve_arrival(state, group, value, story),
            Step::RallyTest { unit } => self.resolve_rally_test(state, unit, value, story),
            Step::Calm { unit } => self.resolve_calm(state, unit, value, story),
            Step::Obedience { unit, wish } => self.resolve_obedience(state, unit, wish, value, story),
            Step::ChargeTest { charge } => self.resolve_charge_test(state, charge, value, story),
            Step::TargetTest { charge } => self.resolve_target_test(state, charge, value, story),
            Step::Volley(shooting) => self.resolve_volley(state, shooting, value, story),
            Step::Fight(fight) => match fight.stage {
                Stage::Duel { .. } => self.resolve_duel(state, [fall.die(0), fall.die(1)], story),
                _ => self.resolve_blow(state, value, story),
            },
            Step::Test { unit, reason } => self.resolve_test(state, unit, reason, value, story),
            _ => self.resolve_event(state, value, story),
        }
    }
}

impl Daimyo {
    pub(crate) fn list_step(&self, state: &State, out: &mut Actions<Action>) {
        match &state.step {
            Step::Order => out.extend([Action::First, Action::Second]),
            Step::Slot => self.list_slot(state, out),
            Step::Omen { .. } => out.extend([Action::Again, Action::LetBe]),
            Step::Enter { group } => self.list_places(state, *group, out),
            Step::Rally => self.list_rally(state, out),
            Step::Facing { unit, rallied } => self.list_facings(state, *unit, *rallied, out),
            Step::Files { unit, .. } => self.list_forms(state, *unit, out),
            Step::Declare => self.list_charges(state, out),
            Step::Answer { charge } => self.list_answers(state, *charge, out),
            Step::Move => self.list_moves(state, out),
            Step::Manoeuvre { unit, march } => self.list_march(state, *unit, march, out),
            Step::Leader { leader } => self.list_leader(state, *leader, out),
            Step::AnswerFire { charge } => {
                let target = state.charges[usize::from(*charge)].target;
                out.extend([Action::Fire(target), Action::Hold(target)]);
            }
            Step::Fire => self.list_fire(state, out),
            Step::Melee => self.list_melees(state, out),
            Step::Fight(fight) => out.extend(self.fight_actions(fight).iter().copied()),
            Step::Flank => out.extend([Action::Left, Action::Right]),
            _ => {}
        }
    }

    pub(crate) fn habit_of(&self, state: &State, seat: Seat) -> Action {
        match &state.step {
            Step::Order => Action::First,
            Step::Flank => Action::Left,
            Step::Rally => self.habit_of_rally(state),
            Step::Declare => Action::NoMore,
            Step::Answer { .. } => Action::Stand,
            Step::Move => Action::EndAll,
            Step::Manoeuvre { .. } => Action::End,
            Step::Leader { .. } => Action::Stay,
            Step::Facing { rallied: false, .. } => Action::ReformNone,
            Step::Facing { unit, .. } => Action::Face(state.body(*unit).heading),
            Step::Files { unit, .. } => Action::Form(state.body(*unit).formation.files),
            Step::Fight(fight) => match fight.stage {
                Stage::Challenge { .. } => Action::NoChallenge,
                Stage::Accept { mine, theirs } => {
                    let rating =
                        |unit| state.body(unit).leader.map_or(0, |leader| self.leader(leader).rating);
                    if rating(theirs) >= rating(mine) { Action::Accept } else { Action::Refuse }
                }
                // Follow, pursue: the first of the two.
                _ => self.fight_actions(fight)[0],
            },
            _ => self.first_listed(state, seat),
        }
    }

    /// Questions of the turn lie at the bottom; what a click begins lies above.
    pub(crate) fn depth_of(&self, state: &State) -> usize {
        match &state.step {
            Step::Order
            | Step::Slot
            | Step::Enter { .. }
            | Step::Rally
            | Step::Move
            | Step::Fire
            | Step::Melee
            | Step::Flank
            | Step::Tests
            | Step::Victory
            | Step::Reform
            | Step::Leaders
            | Step::Compulsory
            | Step::Facing { .. }
            | Step::Leader { .. } => 0,
            // 6.2: all charges are declared together, so the first begins what *no more* ends.
            Step::Declare => usize::from(!state.charges.is_empty()),
            Step::Obedience { .. }
            | Step::ChargeTest { .. }
            | Step::TargetTest { .. }
            | Step::Answer { .. }
            | Step::Charge { .. } => 2,
            // 5.2: so does the first step of a march, whatever came before it.
            Step::Manoeuvre { unit, march } => {
                1 + usize::from(march.left < self.allowance(state, *unit) + march.bonus)
            }
            Step::Fight(fight) if matches!(fight.stage, Stage::Challenge { .. }) => 1,
            Step::Fight(_) => 2,
            _ => 1,
        }
    }
}

impl Rules for Daimyo {
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

    fn ask(&self, state: &State) -> kernel::Ask {
        decision::ask(self, state)
    }
    fn settles(&self, state: &State) -> Option<Seat> {
        decision::settles(self, state)
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        decision::actions(self, state, seat, out);
    }
    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), kernel::Refusal> {
        decision::judge(self, state, seat, action)
    }
    fn resolve(&self, state: &mut State, input: kernel::Input<Action>, story: &mut Story<Event>) {
        decision::step(self, state, story, Some(input));
        crate::decisions::go_on(self, state, story);
    }
    fn habit(&self, state: &State, seat: Seat) -> Action {
        decision::default_action(self, state, seat)
    }
    fn meant(&self, state: &State, seat: Seat, thing: Thing) -> Option<Action> {
        decision::click(self, state, seat, thing)
    }
    fn branches(&self, state: &State, seat: Seat) -> bool {
        decision::branches(self, state, seat)
    }
    fn depth(&self, state: &State) -> usize {
        decision::DecisionRules::total_depth(self, state)
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-flank", "order-tests"),
            ("ask-rally", "order-rally"),
            ("ask-facing", "order-facing"),
            ("ask-form", "order-form"),
        ]
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

    /// Only C2 ends a game, when every group has had its slot, and the dice of a melee or a volley that break a
    /// headquarters (D-SC1); so it goes on while a group waits that must throw for its slot.
    fn goes_on(&self, state: &State) -> bool {
        !matches!(state.step, Step::Fight(_)) && self.all_groups().any(|group| self.must_throw(state, group))
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(scope, event)
    }

    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        self.is_decided(scope, state)
    }

    fn assumed(&self, scope: Scope<'_, State>, state: &State, seat: Seat) -> Action {
        self.assumed_of(scope, state, seat)
    }

    fn is_of_plan(&self, scope: Scope<'_, State>, state: &State) -> bool {
        crate::forecast::is_of_plan(scope, state)
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
