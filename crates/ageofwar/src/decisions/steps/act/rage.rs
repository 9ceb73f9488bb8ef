//! 9: what samurai out of control do with their action points.

use plane::{Compass, Hand};

use super::Act;
use crate::{
    model::state::{Activity, Stage},
    prelude::*,
    queries::mover::{HALF, Mover},
};

impl Act {
    /// 9.2: before anything else.
    fn may_control(&self, rules: &AgeOfWar) -> May {
        if self.activity.stage != Stage::First {
            return No::because(R_9_2, "no-not-first");
        }
        rules.pay(&self.activity, 1).map(|_| ())
    }

    /// 9.1: what the unit must do next.
    pub(super) fn compelled(&self, rules: &AgeOfWar, state: &State) -> Action {
        let (unit, activity) = (self.unit, &self.activity);
        let Some(foe) = rules.nearest_enemy(state, unit) else { return Action::End };
        let may = |action: Action| rules.may_freely(state, unit, activity, action).is_ok();
        if activity.ap > 0 && activity.lots == 0 && !activity.faced {
            let print = rules.print(state, unit);
            let bearing = Compass::EIGHT.bearing(print.centre(), rules.print(state, foe).centre());
            if let Some(bearing) = bearing
                && let Some(turn) = self.turn_toward(rules, state, print.heading.to(bearing))
            {
                return turn;
            }
        }
        if may(Action::Fight(foe)) {
            return Action::Fight(foe);
        }
        let full = (rules.lot_len(state, unit).0 / HALF.0) as u8;
        let lot = Action::Advance(full);
        if may(lot) { lot } else { Action::End }
    }

    /// The cheapest of nothing, one wheel, a facing and two wheels that comes nearest to the bearing.
    fn turn_toward(&self, rules: &AgeOfWar, state: &State, off: i32) -> Option<Action> {
        let activity = &self.activity;
        let left = |turned: i32| {
            let off = (off - turned).rem_euclid(72);
            off.min(72 - off)
        };
        let mover = Mover::new(rules, state, self.unit);
        let step = |activity: &Activity, action: Action| rules.step(state, &mover, activity, action);
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
            let wheels = activity.wheels + 2 <= rules.tables.points.wheels;
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

    pub(super) fn may_wildly(&self, rules: &AgeOfWar, state: &State, action: Action) -> May {
        if action == Action::Control {
            return self.may_control(rules);
        }
        if action == self.compelled(rules, state) {
            return Ok(());
        }
        Err(No::new(R_9_1, "no-out-of-control").with("unit", piece(self.unit)))
    }

    pub(super) fn list_wild(&self, rules: &AgeOfWar, state: &State, out: &mut Actions<Action>) {
        if self.may_control(rules).is_ok() {
            out.push(Action::Control);
        }
        out.push(self.compelled(rules, state));
    }
}
