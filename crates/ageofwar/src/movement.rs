//! Chapters 6 and 25: what action points buy, one action after the other.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Story, Stroke};
use open::Event;
use plane::{Footprint, Formation, Hand, Len};

use crate::{
    AgeOfWar,
    action::Action,
    refer::piece,
    rule_ids::*,
    state::{Activity, Errand, Mark, Stage, State, Step, Where},
    steps::{HALF, Mover, Stepped},
    units::{Class, Missile, UnitId},
};

/// What an action of a moving unit leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub stepped: Stepped,
    pub activity: Activity,
    pub formation: Formation,
    /// Missile bases in the front rank, where the unit is laid out anew.
    pub front: Option<u8>,
}

impl AgeOfWar {
    /// The activity a unit begins with.
    pub(crate) fn begin_act(&self, state: &mut State, unit: UnitId, ap: u8, wild: bool) {
        let inside = Mover::new(self, state, unit).inside(&self.print(state, unit));
        state.passed_unit = false;
        state.step = Step::Act { unit, activity: Activity { ap, wild, inside, ..Activity::default() } };
    }

    pub(crate) fn act_question(&self, unit: UnitId, activity: &Activity) -> Question {
        let line = Line::new("ask-act").with("unit", piece(unit)).with("ap", i32::from(activity.ap));
        let rule = if activity.wild { R_9_2 } else { R_6_1 };
        Question::new(self.seat_of(unit), rule, line).at(piece(unit))
    }

    pub(crate) fn pay(&self, activity: &Activity, cost: u8) -> Result<Activity, No> {
        match activity.ap.checked_sub(cost) {
            Some(ap) => Ok(Activity { ap, ..*activity }),
            None => Err(No::new(R_5_2, "no-points")
                .with("need", i32::from(cost))
                .with("left", i32::from(activity.ap))),
        }
    }

    fn in_stage(&self, activity: &Activity, last: Stage) -> May {
        match activity.stage {
            stage if stage <= last => Ok(()),
            Stage::Done => No::because(R_6_1, "no-move-after-shot"),
            _ => No::because(R_6_1, "no-stage-over"),
        }
    }

    fn may_move(&self, state: &State, unit: UnitId) -> May {
        if state.is(unit, Mark::Halted) {
            return Err(No::new(R_5_6, "no-halted").with("unit", piece(unit)));
        }
        Ok(())
    }

    pub(crate) fn here(&self, state: &State, unit: UnitId, activity: &Activity) -> Stepped {
        Stepped { print: self.print(state, unit), inside: activity.inside, entered: 0, left: 0 }
    }

    /// What a step of the unit would lead to.
    pub(crate) fn step(
        &self,
        state: &State,
        mover: &Mover<'_>,
        activity: &Activity,
        action: Action,
    ) -> Result<Outcome, No> {
        let unit = mover.unit;
        let table = &self.tables.points;
        let here = self.here(state, unit, activity);
        let formation = state.body(unit).formation;
        let plain =
            |stepped: Stepped, activity: Activity| Outcome { stepped, activity, formation, front: None };
        match action {
            Action::Files { files, front } => {
                self.in_stage(activity, Stage::Form)?;
                let bases = state.body(unit).bases.len() as u8;
                if self.unit(unit).is_gun()
                    || !self.may_have(bases, files)
                    || !self.fronts(state, unit, files).contains(&front)
                {
                    return No::because(R_3_1, "no-formation");
                }
                if files == formation.files && front == self.front_missiles(state, unit) {
                    return No::because(R_3_1, "no-nothing");
                }
                let formation = Formation::new(bases, files);
                let to = self.print_as(state, unit, formation);
                let stepped = mover.set(&here, to)?;
                let paid = self.pay(activity, table.change)?;
                Ok(Outcome {
                    stepped,
                    activity: Activity { stage: Stage::Form, inside: stepped.inside, ..paid },
                    formation,
                    front: Some(front),
                })
            }
            Action::Turn(_) | Action::About => {
                self.in_stage(activity, Stage::Form)?;
                let steps = match action {
                    Action::Turn(hand) => 18 * hand.sign(),
                    _ => 36,
                };
                let stepped = mover.set(&here, here.print.turned(steps))?;
                let paid = self.pay(activity, table.change)?;
                let activity = Activity { stage: Stage::Form, faced: true, inside: stepped.inside, ..paid };
                Ok(plain(stepped, activity))
            }
            Action::Wheel(hand) => {
                self.may_move(state, unit)?;
                self.in_stage(activity, Stage::Wheel)?;
                if activity.wheels >= table.wheels {
                    return No::because(A_25_2, "no-wheels");
                }
                let stepped = mover.wheel(&here, hand)?;
                let paid = self.pay(activity, table.change + mover.toll(&stepped))?;
                let activity =
                    Activity { stage: Stage::Wheel, wheels: paid.wheels + 1, inside: stepped.inside, ..paid };
                Ok(plain(stepped, activity))
            }
            Action::Advance(halves) => {
                self.may_march(state, unit, activity)?;
                if halves == 0 || HALF * i32::from(halves) > mover.lot() {
                    return Err(No::new(A_25_4, "no-lot").with("n", mover.lot().0 / 100));
                }
                let mut stepped = here;
                for _ in 0..halves {
                    stepped = mover.advance(&stepped, HALF, None)?;
                }
                let paid = self.pay(activity, 1 + mover.toll(&stepped))?;
                Ok(plain(stepped, self.marched(paid, 1, &stepped)))
            }
            Action::Through(friend) => {
                self.may_march(state, unit, activity)?;
                if self.side_of(friend) != self.side_of(unit)
                    || friend == unit
                    || !self.unit(friend).is_troops()
                {
                    return Err(No::new(R_6_2, "no-not-a-friend").with("other", piece(friend)));
                }
                let (stepped, lots) = self.passing(state, mover, activity, &here, friend)?;
                let paid = self.pay(activity, lots + mover.toll(&stepped) + mover.friend_toll())?;
                Ok(plain(stepped, self.marched(paid, lots, &stepped)))
            }
            _ => No::because(R_0_2, "table-not-asked"),
        }
    }

    fn marched(&self, activity: Activity, lots: u8, stepped: &Stepped) -> Activity {
        Activity { stage: Stage::March, lots: activity.lots + lots, inside: stepped.inside, ..activity }
    }

    /// May it take another lot straight ahead?
    pub(crate) fn may_march(&self, state: &State, unit: UnitId, activity: &Activity) -> May {
        self.may_move(state, unit)?;
        self.in_stage(activity, Stage::March)?;
        let most = self.most_lots(state, unit);
        if activity.lots >= most {
            return Err(No::new(A_25_4, "no-lots").with("n", i32::from(most)));
        }
        Ok(())
    }

    /// 6.2, 14.6: the least number of lots that clears a friend.
    fn passing(
        &self,
        state: &State,
        mover: &Mover<'_>,
        activity: &Activity,
        here: &Stepped,
        friend: UnitId,
    ) -> Result<(Stepped, u8), No> {
        let shape = mover.crowd.shape(friend).copied();
        let not_ahead = || No::new(R_6_2, "no-not-ahead").with("other", piece(friend));
        let shape = shape.ok_or_else(not_ahead)?;
        let lots = self.most_lots(state, mover.unit) - activity.lots;
        let halves = mover.lot().0 / HALF.0 * i32::from(lots);
        if !shape.overlaps(&here.print.strip(HALF * halves)) {
            return Err(not_ahead());
        }
        let mut at = *here;
        let mut met = false;
        for n in 1..=halves {
            at = mover.advance(&at, HALF, Some(friend))?;
            let over = shape.overlaps(&at.print.outline());
            met |= over;
            if met && !over {
                return Ok((at, (HALF.0 * n + mover.lot().0 - 1).div_euclid(mover.lot().0) as u8));
            }
        }
        Err(No::new(R_6_2, "no-clear").with("other", piece(friend)))
    }

    ///
    fn may_restore(&self, state: &State, unit: UnitId, activity: &Activity) -> May {
        self.is_first(activity)?;
        if self.options.free_order {
            return No::because(A_27_3, "no-restore-free");
        }
        if !state.is(unit, Mark::Disordered) {
            return Err(No::new(A_27_3, "no-in-order").with("unit", piece(unit)));
        }
        if activity.restored {
            return No::because(A_27_3, "no-restored-twice");
        }
        self.pay(activity, self.tables.points.restore).map(|_| ())
    }

    /// 6.1: first of all.
    fn is_first(&self, activity: &Activity) -> May {
        if activity.stage != Stage::First || activity.shots > 0 {
            return No::because(R_6_1, "no-not-first");
        }
        Ok(())
    }

    fn may_mount(&self, state: &State, unit: UnitId, activity: &Activity, up: bool) -> May {
        self.is_first(activity)?;
        let down = state.is(unit, Mark::Dismounted);
        if !self.unit(unit).is_horse() || down != up {
            return Err(No::new(A_25_6, "no-horses").with("unit", piece(unit)));
        }
        if up {
            let print = self.print(state, unit);
            let size = self.tables.base_size(self.unit(unit), true);
            let to = state.body(unit).formation.footprint(size, print.front, print.heading);
            Mover::new(self, state, unit).may_set(&print, &to)?;
        }
        self.pay(activity, 1).map(|_| ())
    }

    pub(crate) fn may_act(&self, state: &State, unit: UnitId, activity: &Activity, action: Action) -> May {
        if activity.wild {
            return self.may_rage(state, unit, activity, action);
        }
        self.may_freely(state, unit, activity, action)
    }

    pub(crate) fn may_freely(&self, state: &State, unit: UnitId, activity: &Activity, action: Action) -> May {
        match action {
            Action::End => Ok(()),
            Action::Restore => self.may_restore(state, unit, activity),
            Action::Control => No::because(A_25_7, "no-in-control"),
            Action::Dismount => self.may_mount(state, unit, activity, false),
            Action::Mount => self.may_mount(state, unit, activity, true),
            Action::Shoot(target) => self.may_shoot_act(state, unit, activity, target),
            Action::Fight(target) => self.assault_of(state, unit, activity, target).map(|_| ()),
            _ => self.step(state, &Mover::new(self, state, unit), activity, action).map(|_| ()),
        }
    }

    /// 14.6, in the order of 14.1.
    pub(crate) fn list_act(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        out: &mut Actions<Action>,
    ) {
        if activity.wild {
            return self.list_rage(state, unit, activity, out);
        }
        let mut offer = |action: Action, may: bool| {
            if may {
                out.push(action);
            }
            out.full()
        };
        if activity.ap > 0 {
            for action in [Action::Restore, Action::Dismount, Action::Mount] {
                if offer(action, self.may_freely(state, unit, activity, action).is_ok()) {
                    return;
                }
            }
            let mover = Mover::new(self, state, unit);
            let may = |action: Action| self.step(state, &mover, activity, action).is_ok();
            if activity.stage <= Stage::Form {
                for files in 1..=state.body(unit).bases.len() as u8 {
                    for front in self.fronts(state, unit, files) {
                        let action = Action::Files { files, front };
                        if offer(action, may(action)) {
                            return;
                        }
                    }
                }
                for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
                    if offer(action, may(action)) {
                        return;
                    }
                }
            }
            if activity.stage <= Stage::Wheel && activity.wheels < self.tables.points.wheels {
                for hand in Hand::BOTH {
                    if offer(Action::Wheel(hand), may(Action::Wheel(hand))) {
                        return;
                    }
                }
            }
            if self.may_march(state, unit, activity).is_ok() {
                let mut at = self.here(state, unit, activity);
                for halves in 1..=(mover.lot().0 / HALF.0) as u8 {
                    match mover.advance(&at, HALF, None) {
                        Ok(next) if self.pay(activity, 1 + mover.toll(&next)).is_ok() => at = next,
                        _ => break,
                    }
                    if offer(Action::Advance(halves), true) {
                        return;
                    }
                }
                for friend in self.of_side[self.side_of(unit).index()].iter() {
                    let action = Action::Through(friend);
                    if offer(
                        action,
                        friend != unit && state.body(friend).place == Where::Table && may(action),
                    ) {
                        return;
                    }
                }
            }
            for target in self.targets_of_act(state, unit, activity) {
                if offer(Action::Shoot(target), true) {
                    return;
                }
            }
            for foe in state.here().filter(|foe| self.side_of(*foe) != self.side_of(unit)) {
                if offer(Action::Fight(foe), self.assault_of(state, unit, activity, foe).is_ok()) {
                    return;
                }
            }
        }
        out.push(Action::End);
    }

    pub(crate) fn resolve_act(
        &self,
        state: &mut State,
        unit: UnitId,
        activity: Activity,
        action: Action,
        story: &mut Story<Event>,
    ) {
        let pay = |cost: u8| Activity { ap: activity.ap - cost, ..activity };
        match action {
            Action::End => return self.end_act(state),
            Action::Restore => {
                let activity = Activity { restored: true, ..pay(self.tables.points.restore) };
                state.step = Step::RestoreTry { unit, activity };
                return;
            }
            Action::Control => {
                state.step = Step::ControlTry { unit, activity: pay(1) };
                return;
            }
            Action::Mount => {
                state.step = Step::MountTry { unit, activity: pay(1) };
                return;
            }
            Action::Dismount => {
                state.body_mut(unit).mark(Mark::Dismounted);
                story.tell(|| Event::new(A_25_6, "told-dismounts").with("unit", piece(unit)));
                state.step = Step::Act { unit, activity: pay(1) };
                return;
            }
            Action::Shoot(target) => return self.resolve_shoot(state, unit, activity, target, story),
            Action::Fight(target) => return self.resolve_assault(state, unit, activity, target, story),
            _ => {}
        }
        let mover = Mover::new(self, state, unit);
        let outcome = self.step(state, &mover, &activity, action).expect("the action was judged legal");
        drop(mover);
        if let Some(front) = outcome.front {
            self.lay_out(state, unit, outcome.formation.files, front);
        }
        let print = outcome.stepped.print;
        self.put(state, unit, &print);
        story.tell(|| self.told_step(unit, action, &print));
        state.step = Step::Act { unit, activity: outcome.activity };
        // Worked from the last: the far edge, messengers near, then who has waited for it.
        state.errands.push(Errand::Watch { unit, target: None });
        self.end_of_move(state, unit);
        for _ in 0..outcome.stepped.left {
            state.errands.push(Errand::Edge { unit });
        }
    }

    fn told_step(&self, unit: UnitId, action: Action, print: &Footprint) -> Event {
        let (rule, key, n) = match action {
            Action::Advance(halves) => (A_25_4, "told-advances", i32::from(halves) * 5),
            Action::Wheel(Hand::Left) => (A_25_2, "told-wheels-left", 45),
            Action::Wheel(Hand::Right) => (A_25_2, "told-wheels-right", 45),
            Action::Turn(Hand::Left) => (A_25_1, "told-turns-left", 90),
            Action::Turn(Hand::Right) => (A_25_1, "told-turns-right", 90),
            Action::About => (A_25_1, "told-turns-about", 180),
            Action::Files { files, .. } => (A_25_1, "told-files", i32::from(files)),
            _ => (A_25_3, "told-passes", 0),
        };
        let event = Event::new(rule, key)
            .with("unit", piece(unit))
            .with("n", n)
            .with("tenths", n % 10)
            .with("whole", n / 10);
        let event = event.moved(piece(unit), print.front);
        let turned = Stroke::Turned { piece: piece(unit), heading: print.heading.tenths() as u16 };
        match action {
            Action::Through(friend) => event.with("other", piece(friend)),
            Action::Wheel(_) | Action::Turn(_) | Action::About => event.stroke(turned),
            _ => event,
        }
    }

    pub(crate) fn end_act(&self, state: &mut State) {
        state.step = Step::Motivate;
    }

    /// Is it over with this unit's turn, whatever it has left?
    pub(crate) fn is_spent(&self, state: &State, unit: UnitId) -> bool {
        state.body(unit).place != Where::Table || self.is_fighting(state, unit)
    }

    pub(crate) fn try_roll(&self, unit: UnitId, rule: kernel::Rule, key: &'static str) -> Roll {
        Roll {
            rule,
            seat: self.seat_of(unit),
            line: Line::new(key).with("unit", piece(unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_restore(
        &self,
        state: &mut State,
        unit: UnitId,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        let good = pip >= self.tables.points.restored_from;
        if good {
            state.body_mut(unit).clear(&[Mark::Disordered]);
        }
        let key = if good { "told-restored" } else { "told-not-restored" };
        story.tell(|| Event::new(A_27_3, key).with("unit", piece(unit)));
    }

    pub(crate) fn resolve_mount(&self, state: &mut State, unit: UnitId, pip: i32, story: &mut Story<Event>) {
        let good = pip >= self.tables.points.mounted_from;
        if good {
            state.body_mut(unit).clear(&[Mark::Dismounted]);
        }
        let key = if good { "told-mounts" } else { "told-not-mounted" };
        story.tell(|| Event::new(A_25_6, key).with("unit", piece(unit)));
    }

    pub(crate) fn resolve_edge(&self, state: &mut State, unit: UnitId, pip: i32, story: &mut Story<Event>) {
        state.errands.pop();
        if pip >= self.tables.disorder.far_edge_from {
            self.disorder(state, unit, A_27_2, story);
        } else {
            story.tell(|| Event::new(A_27_2, "told-keeps-order").with("unit", piece(unit)));
        }
    }

    ///
    pub(crate) fn shot_cost(&self, missile: Missile) -> u8 {
        match missile {
            Missile::Bow => self.tables.points.bow,
            Missile::Arquebus => self.tables.points.arquebus,
            Missile::Gun => self.tables.points.gun,
        }
    }

    /// what is added to the die.
    pub(crate) fn point_modifiers(&self, state: &State, unit: UnitId) -> kernel::Modifiers {
        let table = &self.tables.points;
        let mut list = kernel::Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule| {
            if when {
                list.push(kernel::Modifier { value, line: Line::new(key), rule });
            }
        };
        let class = self.unit(unit).class();
        let led = self.generals_with(state, unit).next().is_some();
        add(table.led_or_samurai, led || class == Class::Samurai, "mod-led-or-samurai", A_25_0);
        add(table.levy, class == Class::Levy, "mod-levy", A_25_0);
        add(table.disordered, state.is(unit, Mark::BeganDisordered), "mod-began-disordered", A_27_4);
        add(table.avenge, state.is(unit, Mark::Avenge), "mod-avenge", A_34_1);
        list
    }

    pub(crate) fn lot_len(&self, state: &State, unit: UnitId) -> Len {
        self.tables.points.lot[usize::from(self.is_mounted(state, unit))]
    }
}
