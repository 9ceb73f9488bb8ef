//! Step 7, 6, 25, 14.6: what a unit does with its action points, one action after the other.

mod rage;

use kernel::Story;
use plane::{Footprint, Hand};

use super::{control_try::ControlTry, mount_try::MountTry, restore_try::RestoreTry};
use crate::{
    decisions::{
        clicked_spot, clicked_unit,
        errands::{
            assault::{Answer, Assault},
            edge::Edge,
            escape::Escape,
            shot,
            watch::Watch,
        },
    },
    model::{
        state::{Activity, Daimyo, Stage},
        units::Sort,
    },
    prelude::*,
    queries::{
        mover::{HALF, Mover},
        shooting::Occasion,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Act {
    pub unit: UnitId,
    pub activity: Activity,
}

/// A unit begins to act.
pub(super) fn begin(cx: CxMut<'_, Base>, unit: UnitId, ap: u8, wild: bool) -> Flow<Infallible> {
    let inside = Mover::new(cx.rules, cx.state, unit).inside(&cx.rules.print(cx.state, unit));
    cx.state.passed_unit = false;
    let activity = Activity { ap, wild, inside, ..Activity::default() };
    next_step(cx.state, Step::Act(Act { unit, activity }))
}

/// 9.3: the screen falls; the daimyo tries to get away.
fn take_maku(rules: &AgeOfWar, state: &mut State, maku: UnitId, story: &mut Story<Event>) {
    let side = rules.side_of(maku);
    rules.lose(state, maku, Where::Captured, R_9_3, "told-maku-taken", story);
    if state.camp(side).daimyo == Daimyo::Maku {
        state.errands.push(Errand::Escape(Escape { side }));
    }
}

fn told_step(unit: UnitId, action: Action, print: &Footprint) -> Event {
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

impl Act {
    fn pay(&self, cost: u8) -> Activity {
        Activity { ap: self.activity.ap - cost, ..self.activity }
    }

    /// 6.4.
    fn shoot(&self, cx: CxMut<'_, Base>, target: UnitId) -> Flow<Infallible> {
        let Act { unit, activity } = *self;
        let paid = cx.rules.may_shoot_now(unit, &activity).expect("judged legal");
        let stage = if activity.stage == Stage::First { Stage::First } else { Stage::Done };
        let activity = Activity { stage, shots: activity.shots + 1, ..paid };
        cx.state.step = Step::Act(Act { unit, activity });
        Flow::Call(shot::begin(cx.rules, cx.state, (unit, target), Occasion::Act, cx.story))
    }

    /// 7.1: the unit goes to the contact line.
    fn assault(&self, cx: CxMut<'_, Base>, target: UnitId) -> Flow<Infallible> {
        let (rules, state, unit) = (cx.rules, cx.state, self.unit);
        let rush = rules.assault_of(state, unit, &self.activity, target).expect("judged legal");
        let from = state.body(unit).at;
        rules.put(state, unit, &rush.stepped.print);
        let front = rush.stepped.print.front;
        cx.story.tell(|| {
            Event::new(A_25_8, "told-assaults")
                .with("unit", piece(unit))
                .with("other", piece(target))
                .by(rules.side_of(unit))
                .moved(piece(unit), front)
        });
        // Worked from the last: the far edge, messengers near, opportunity shots, then the answer.
        if rules.unit(target).sort == Sort::Maku {
            rules.end_of_move(state, unit);
            take_maku(rules, state, target, cx.story);
        } else {
            let assault = Assault { unit, target, from, across: rush.across, answer: Answer::Asked };
            state.errands.push(Errand::Assault(assault));
            state.errands.push(Errand::Watch(Watch { unit, target: Some(target) }));
            rules.end_of_move(state, unit);
        }
        for _ in 0..rush.stepped.left {
            state.errands.push(Errand::Edge(Edge { unit }));
        }
        next_step(state, Step::Motivate)
    }

    /// Formation, facing, wheel or march.
    fn step(&self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let (rules, state, unit) = (cx.rules, cx.state, self.unit);
        let mover = Mover::new(rules, state, unit);
        let outcome = rules.step(state, &mover, &self.activity, action).expect("the action was judged legal");
        if let Some(front) = outcome.front {
            rules.lay_out(state, unit, outcome.formation.files, front);
        }
        let print = outcome.stepped.print;
        rules.put(state, unit, &print);
        cx.story.tell(|| told_step(unit, action, &print));
        // Worked from the last: the far edge, messengers near, then opportunity shots.
        state.errands.push(Errand::Watch(Watch { unit, target: None }));
        rules.end_of_move(state, unit);
        for _ in 0..outcome.stepped.left {
            state.errands.push(Errand::Edge(Edge { unit }));
        }
        next_step(state, Step::Act(Act { unit, activity: outcome.activity }))
    }

    /// 14.6, in the order of 14.1.
    fn list_free(&self, rules: &AgeOfWar, state: &State, out: &mut Actions<Action>) {
        let (unit, activity) = (self.unit, &self.activity);
        let mut offer = |action: Action, may: bool| {
            if may {
                out.push(action);
            }
            out.full()
        };
        if activity.ap > 0 {
            for action in [Action::Restore, Action::Dismount, Action::Mount] {
                if offer(action, rules.may_freely(state, unit, activity, action).is_ok()) {
                    return;
                }
            }
            let mover = Mover::new(rules, state, unit);
            let may = |action: Action| rules.step(state, &mover, activity, action).is_ok();
            if activity.stage <= Stage::Form {
                for files in 1..=state.body(unit).bases.len() as u8 {
                    for front in rules.fronts(state, unit, files) {
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
            if activity.stage <= Stage::Wheel && activity.wheels < rules.tables.points.wheels {
                for hand in Hand::BOTH {
                    if offer(Action::Wheel(hand), may(Action::Wheel(hand))) {
                        return;
                    }
                }
            }
            if rules.may_march(state, unit, activity).is_ok() {
                let mut at = rules.here(state, unit, activity);
                for halves in 1..=(mover.lot().0 / HALF.0) as u8 {
                    match mover.advance(&at, HALF, None) {
                        Ok(next) if rules.pay(activity, 1 + mover.toll(&next)).is_ok() => at = next,
                        _ => break,
                    }
                    if offer(Action::Advance(halves), true) {
                        return;
                    }
                }
                for friend in rules.of_side[rules.side_of(unit).index()].iter() {
                    let action = Action::Through(friend);
                    let here = friend != unit && state.body(friend).place == Where::Table;
                    if offer(action, here && may(action)) {
                        return;
                    }
                }
            }
            for target in rules.targets_of_act(state, unit, activity) {
                if offer(Action::Shoot(target), true) {
                    return;
                }
            }
            for foe in state.here().filter(|foe| rules.side_of(*foe) != rules.side_of(unit)) {
                if offer(Action::Fight(foe), rules.assault_of(state, unit, activity, foe).is_ok()) {
                    return;
                }
            }
        }
        out.push(Action::End);
    }
}

impl Decision<AgeOfWar, Base> for Act {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let line =
            Line::new("ask-act").with("unit", piece(self.unit)).with("ap", i32::from(self.activity.ap));
        let rule = if self.activity.wild { R_9_2 } else { R_6_1 };
        Question::new(cx.seat, rule, line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        if self.activity.wild {
            self.list_wild(cx.rules, cx.state, out);
        } else {
            self.list_free(cx.rules, cx.state, out);
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let asked = matches!(
            action,
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
                | Action::End
        );
        asked.then(|| match self.activity.wild {
            true => self.may_wildly(cx.rules, cx.state, *action),
            false => cx.rules.may_freely(cx.state, self.unit, &self.activity, *action),
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let unit = self.unit;
        let next = match action {
            Action::End => Step::Motivate,
            Action::Restore => {
                let activity = Activity { restored: true, ..self.pay(cx.rules.tables.points.restore) };
                Step::RestoreTry(RestoreTry { unit, activity })
            }
            Action::Control => Step::ControlTry(ControlTry { unit, activity: self.pay(1) }),
            Action::Mount => Step::MountTry(MountTry { unit, activity: self.pay(1) }),
            Action::Dismount => {
                cx.state.body_mut(unit).mark(Mark::Dismounted);
                cx.story.tell(|| Event::new(A_25_6, "told-dismounts").with("unit", piece(unit)));
                Step::Act(Act { unit, activity: self.pay(1) })
            }
            Action::Shoot(target) => return self.shoot(cx, target),
            Action::Fight(target) => return self.assault(cx, target),
            _ => return self.step(cx, action),
        };
        next_step(cx.state, next)
    }

    /// Its turn is over when it is gone or fights, whatever it has left.
    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        cx.state.body(self.unit).place == Where::Table && !cx.rules.is_fighting(cx.state, self.unit)
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        next_step(cx.state, Step::Motivate)
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let (rules, state, mover) = (cx.rules, cx.state, self.unit);
        match clicked_unit(rules, thing) {
            Some(unit) if unit == mover => Some(Action::End),
            Some(unit) if rules.side_of(unit) == rules.side_of(mover) => Some(Action::Through(unit)),
            Some(unit) => {
                let fights = rules.assault_of(state, mover, &self.activity, unit).is_ok();
                let shoots = rules.unit(mover).missile().is_some() && !fights;
                Some(if shoots { Action::Shoot(unit) } else { Action::Fight(unit) })
            }
            None => {
                let halves = (state.body(mover).at.distance(clicked_spot(thing)?).0 + 25) / 50;
                Some(Action::Advance(halves.clamp(1, 60) as u8))
            }
        }
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        Some(if self.activity.wild { self.compelled(cx.rules, cx.state) } else { Action::End })
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        self.activity.depth()
    }
}
