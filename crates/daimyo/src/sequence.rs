//! Chapter 4: the turn. Weather, initiative, the slots of the clans, and what follows what inside a slot.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Seat, Side, Story};
use open::Event;

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    refer::banner,
    rule_ids::*,
    state::{Life, Mark, State, Where},
    units::GroupId,
};

/// What a unit forgets when a turn begins.
const OF_A_TURN: [Mark; 19] = [
    Mark::Moved,
    Mark::Fired,
    Mark::Fought,
    Mark::ShotAt,
    Mark::FireHit,
    Mark::LostStand,
    Mark::Bereft,
    Mark::NewRout,
    Mark::RunThrough,
    Mark::Tested,
    Mark::Rallied,
    Mark::Obeyed,
    Mark::Disobeyed,
    Mark::Picked,
    Mark::Spent,
    Mark::Decided,
    Mark::Answered,
    Mark::Charged,
    Mark::NewHalt,
];

/// What it forgets when a slot begins.
const OF_A_SLOT: [Mark; 5] = [Mark::Picked, Mark::Spent, Mark::Decided, Mark::Answered, Mark::Charged];

impl Daimyo {
    /// A1: a new turn.
    pub(crate) fn begin_turn(&self, state: &mut State, story: &mut Story<Event>) {
        for body in state.units.iter_mut() {
            body.clear(&OF_A_TURN);
        }
        state.fallen.clear();
        state.charges.clear();
        state.tried.clear();
        state.acted.clear();
        state.group = None;
        state.activated = false;
        state.fortunes.wet = std::mem::take(&mut state.fortunes.wet_next);
        let turn = i32::from(state.turn);
        story.tell(|| Event::new(D_SEQ_A2, "told-turn").with("turn", turn));
        if !self.options.weather {
            return self.go_to_initiative(state, story);
        }
        if state.turn == self.scenario.tests_from && state.turn > 1 {
            state.weather = crate::tables::Weather::Fine;
        }
        if state.turn >= self.scenario.tests_from {
            state.step = Step::Weather;
        } else {
            self.go_to_initiative(state, story);
        }
    }

    /// A2.
    pub(crate) fn go_to_initiative(&self, state: &mut State, story: &mut Story<Event>) {
        match self.scenario.initiative {
            Some(side) if state.turn == 1 => {
                story.tell(|| Event::new(D_SC1, "told-surprise").with("side", side));
                self.take_initiative(state, side);
            }
            _ => state.step = Step::Initiative,
        }
    }

    pub(crate) fn take_initiative(&self, state: &mut State, holder: Side) {
        state.holder = holder;
        state.active = holder;
        state.fortunes.heads = [false; 2];
        state.step = if self.options.card_activation { Step::Draw } else { Step::Order };
    }

    /// 4.1: a group that counts: somebody of it is on the table, or may arrive.
    pub(crate) fn is_waiting_for_slot(&self, state: &State, group: GroupId) -> bool {
        if state.tried.has(group) {
            return false;
        }
        let body = self.group(group);
        if self.is_awaited(state, group) {
            return self.arrives_on(state).is_some();
        }
        state.person(body.leader).life == Life::Here
            || body.units.iter().any(|unit| {
                let place = state.body(unit).place;
                place.is_here() || place == Where::Reserve
            })
    }

    /// It waits for its slot, and dice fall before it acts: no General leads it who needs no throw, and it does not
    /// arrive by itself.
    pub(crate) fn must_throw(&self, state: &State, group: GroupId) -> bool {
        let body = self.group(group);
        self.is_waiting_for_slot(state, group)
            && !self.is_awaited(state, group)
            && !(body.is_general && self.is_alive(state, body.leader))
    }

    pub(crate) fn untried(&self, state: &State, side: Side) -> impl Iterator<Item = GroupId> {
        self.all_groups()
            .filter(move |group| self.group(*group).side == side && self.is_waiting_for_slot(state, *group))
    }

    pub(crate) fn order_question(&self, state: &State) -> Question {
        Question::new(Seat(state.holder.0), D_INI_3, Line::new("ask-order").with("side", state.holder))
    }

    pub(crate) fn slot_question(&self, state: &State) -> Question {
        let line = Line::new("ask-slot").with("side", state.active).with("turn", i32::from(state.turn));
        Question::new(Seat(state.active.0), D_SEQ_B1B, line)
    }

    pub(crate) fn draw_roll(&self, state: &State) -> Roll {
        let count = Side::ALL.map(|side| self.untried(state, side).count()).iter().sum::<usize>();
        Roll {
            rule: R_11_1,
            seat: Seat(state.holder.0),
            line: Line::new("roll-card"),
            pool: Pool::Sum { dice: 1, sides: count as u8 },
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_draw(&self, state: &mut State, value: i32, story: &mut Story<Event>) {
        let drawn = self.all_groups().filter(|group| self.is_waiting_for_slot(state, *group));
        let group =
            drawn.into_iter().nth((value - 1).max(0) as usize).expect("the die has as many sides as groups");
        state.active = self.group(group).side;
        story.tell(|| Event::new(R_11_1, "told-card").with("clan", banner(group)));
        self.resolve_activate(state, group, story);
    }

    pub(crate) fn may_activate(&self, state: &State, group: GroupId) -> May {
        let body = self.group(group);
        if body.side != state.active {
            return Err(No::new(D_SEQ_B1B, "no-not-your-clan").with("clan", banner(group)));
        }
        if state.tried.has(group) {
            return Err(No::new(D_SEQ_B1, "no-tried").with("clan", banner(group)));
        }
        if !self.is_waiting_for_slot(state, group) {
            return Err(No::new(R_4_1, "no-nobody-of-clan").with("clan", banner(group)));
        }
        Ok(())
    }

    /// 4.1: only who has fewer groups left than the other.
    pub(crate) fn may_pass(&self, state: &State) -> May {
        let left = |side: Side| self.untried(state, side).count();
        if left(state.active) < left(state.active.other()) { Ok(()) } else { No::because(R_4_1, "no-pass") }
    }

    pub(crate) fn list_slot(&self, state: &State, out: &mut Actions<Action>) {
        for group in self.untried(state, state.active) {
            out.push(Action::Activate(group));
        }
        if self.may_pass(state).is_ok() {
            out.push(Action::Pass);
        }
    }

    pub(crate) fn resolve_activate(&self, state: &mut State, group: GroupId, story: &mut Story<Event>) {
        state.tried.insert(group);
        let body = self.group(group);
        if self.is_awaited(state, group) {
            state.step = Step::Arrival { group };
            // Automatic from some turn on: no die is thrown for a certainty.
            if self.arrives_on(state) == Some(1) {
                self.resolve_arrival(state, group, 6, story);
            }
            return;
        }
        // D-SEQ-B1b: the General needs no throw while he lives.
        if body.is_general && self.is_alive(state, body.leader) {
            story.tell(|| {
                Event::new(D_SEQ_B1B, "told-general-acts").with("clan", banner(group)).by(body.side)
            });
            return self.begin_slot(state, group, true);
        }
        state.step = Step::Activation { group };
    }

    /// 4.2, 4.3: the group acts, or does only what it must.
    pub(crate) fn begin_slot(&self, state: &mut State, group: GroupId, activated: bool) {
        state.group = Some(group);
        state.activated = activated;
        if activated {
            state.acted.insert(group);
        }
        state.charges.clear();
        for body in state.units.iter_mut() {
            body.clear(&OF_A_SLOT);
        }
        self.forget_contacts(state);
        for unit in self.group(group).units.iter() {
            let pursuing = state.is(unit, Mark::Pursuing);
            state.body_mut(unit).set(Mark::WasPursuing, pursuing);
        }
        let enter = activated && self.group(group).arrives && self.has_waiting(state, group);
        state.step = match (enter, activated) {
            (true, _) => Step::Enter { group },
            (false, true) => Step::Rally,
            (false, false) => Step::Compulsory,
        };
    }

    /// 8.7: who touches no unrouted enemy has no round behind it, and no charge to profit from.
    fn forget_contacts(&self, state: &mut State) {
        for unit in state.all() {
            let body = state.body(unit);
            let marked = [Mark::Charging, Mark::Following, Mark::Across].iter().any(|mark| body.is(*mark));
            if (marked || body.round > 0) && !self.in_melee(state, unit) {
                let body = state.body_mut(unit);
                body.round = 0;
                body.clear(&[Mark::Charging, Mark::Following, Mark::Across]);
            }
        }
    }

    pub(crate) fn end_slot(&self, state: &mut State) {
        if let Some(group) = state.group {
            for unit in self.group(group).units.iter() {
                let body = state.body_mut(unit);
                if body.is(Mark::WasPursuing) {
                    body.clear(&[Mark::WasPursuing, Mark::Pursuing]);
                }
                body.set(Mark::Halted, false);
            }
        }
        state.group = None;
        state.activated = false;
        state.charges.clear();
        for body in state.units.iter_mut() {
            body.clear(&OF_A_SLOT);
        }
        self.next_slot(state);
    }

    /// 4.1: players alternate; who has nothing left is skipped.
    pub(crate) fn next_slot(&self, state: &mut State) {
        state.active = state.active.other();
        state.step = if self.options.card_activation { Step::Draw } else { Step::Slot };
    }

    fn skip_idle_side(&self, state: &mut State) -> bool {
        let has = |side: Side| self.untried(state, side).next().is_some();
        match (has(state.active), has(state.active.other())) {
            (false, false) => self.end_turn(state),
            (false, true) if state.step == Step::Slot => state.active = state.active.other(),
            _ => return false,
        }
        true
    }

    /// Works a step that needs nobody; `false` if the game rests in it.
    pub(crate) fn step_on(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        match state.step {
            Step::Slot | Step::Draw => self.skip_idle_side(state),
            Step::Enter { group } => {
                let done = !self.has_waiting(state, group);
                if done {
                    state.step = Step::Rally;
                }
                done
            }
            Step::Rally => self.skip_rally(state),
            Step::Compulsory => self.work_compulsory(state, story),
            Step::Declare => self.skip_declarations(state),
            Step::ChargeTest { charge } => self.work_charge_test(state, charge),
            Step::TargetTest { charge } => self.work_target_test(state, charge),
            Step::Answer { charge } => self.work_answer(state, charge, story),
            Step::Charge { charge } => self.work_charge(state, charge, story),
            Step::Move => self.skip_moves(state),
            Step::Leader { leader } => self.skip_leader(state, leader),
            Step::AnswerFire { charge } => self.skip_answer_fire(state, charge),
            Step::Fire => self.skip_fire(state),
            Step::Melee => self.skip_melee(state),
            Step::Fight(_) => self.work_fight(state, story),
            Step::Tests => self.work_tests(state, story),
            Step::Victory => self.work_victory(state, story),
            Step::Reform => self.work_reform(state, story),
            Step::Leaders => self.work_leaders(state),
            Step::Event if !self.options.random_events => {
                self.next_turn(state, story);
                true
            }
            _ => false,
        }
    }
}
