//! Chapter 9: samurai out of control.

use kernel::{Actions, May, No, Story};
use open::Event;
use plane::{Compass, Hand};

use crate::{
    AgeOfWar,
    action::Action,
    refer::piece,
    rule_ids::*,
    state::{Activity, Stage, State, Step},
    steps::{HALF, Mover},
    units::UnitId,
};

impl AgeOfWar {
    /// 9.2: before anything else.
    fn may_control(&self, activity: &Activity) -> May {
        if activity.stage != Stage::First {
            return No::because(R_9_2, "no-not-first");
        }
        self.pay(activity, 1).map(|_| ())
    }

    /// 9.1: what it must do next.
    pub(crate) fn rage(&self, state: &State, unit: UnitId, activity: &Activity) -> Action {
        let Some(foe) = self.nearest_enemy(state, unit) else { return Action::End };
        let may = |action: Action| self.may_freely(state, unit, activity, action).is_ok();
        if activity.ap > 0 && activity.lots == 0 && !activity.faced {
            let print = self.print(state, unit);
            let bearing = Compass::EIGHT.bearing(print.centre(), self.print(state, foe).centre());
            if let Some(bearing) = bearing
                && let Some(turn) = self.turn_toward(state, unit, activity, print.heading.to(bearing))
            {
                return turn;
            }
        }
        if may(Action::Fight(foe)) {
            return Action::Fight(foe);
        }
        let full = (self.lot_len(state, unit).0 / HALF.0) as u8;
        let lot = Action::Advance(full);
        if may(lot) { lot } else { Action::End }
    }

    /// The cheapest of nothing, one wheel, a facing and two wheels that comes nearest to the bearing.
    fn turn_toward(&self, state: &State, unit: UnitId, activity: &Activity, off: i32) -> Option<Action> {
        let left = |turned: i32| {
            let off = (off - turned).rem_euclid(72);
            off.min(72 - off)
        };
        let mover = Mover::new(self, state, unit);
        let step = |activity: &Activity, action: Action| self.step(state, &mover, activity, action);
        let mut best: (i32, u8, Option<Action>) = (left(0), 0, None);
        let mut hold = |off: i32, cost: u8, action: Action| {
            if (off, cost) < (best.0, best.1) {
                best = (off, cost, Some(action));
            }
        };
        for hand in Hand::BOTH {
            let Ok(one) = step(activity, Action::Wheel(hand)) else { continue };
            hold(left(9 * hand.sign()), activity.ap - one.activity.ap, Action::Wheel(hand));
            // The second wheel is looked at from where the first ends.
            let wheels = activity.wheels + 2 <= self.tables.points.wheels;
            if wheels && mover.wheel(&one.stepped, hand).is_ok() && one.activity.ap > 0 {
                hold(left(18 * hand.sign()), activity.ap - one.activity.ap + 1, Action::Wheel(hand));
            }
        }
        if activity.wheels == 0 {
            for (turned, action) in
                [(-18, Action::Turn(Hand::Left)), (18, Action::Turn(Hand::Right)), (36, Action::About)]
            {
                if let Ok(done) = step(activity, action) {
                    hold(left(turned), activity.ap - done.activity.ap, action);
                }
            }
        }
        best.2
    }

    pub(crate) fn may_rage(&self, state: &State, unit: UnitId, activity: &Activity, action: Action) -> May {
        if action == Action::Control {
            return self.may_control(activity);
        }
        if action == self.rage(state, unit, activity) {
            return Ok(());
        }
        Err(No::new(R_9_1, "no-out-of-control").with("unit", piece(unit)))
    }

    pub(crate) fn list_rage(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        out: &mut Actions<Action>,
    ) {
        if self.may_control(activity).is_ok() {
            out.push(Action::Control);
        }
        out.push(self.rage(state, unit, activity));
    }

    pub(crate) fn resolve_control(
        &self,
        state: &mut State,
        unit: UnitId,
        activity: Activity,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        let good = pip >= self.tables.points.controlled_from;
        let key = if good { "told-controlled" } else { "told-not-controlled" };
        story.tell(|| Event::new(A_25_7, key).with("unit", piece(unit)));
        state.step = Step::Act { unit, activity: Activity { wild: !good, ..activity } };
    }
}
