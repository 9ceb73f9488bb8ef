//! The effects of events in a forecast of a charge, a melee or a volley, and where such a fight ends.
//!
//! A charge is followed from the declaration through tests, the answer of the enemy and his fire to the melee; it ends
//! where the hits are counted and the dice for leaders have fallen. Following up and pursuit are the winner's choice,
//! and have forecasts of their own. Friends who fire or fight elsewhere in the same slot are left out: nobody fires
//! into a melee (7.1), so they cannot change it.

use kernel::{
    Forecasts, Line, Play as _, Rules as _, Seat, Side,
    odds::{Effect, Scope},
};
use open::Event;

use crate::{
    Daimyo,
    decisions::{Errand, Step, charges::answer::Answer, fire::answer_fire::AnswerFire, melee::fight::Stage},
    model::{
        state::{Charge, State},
        units::{UnitId, UnitSet},
    },
    notation::{action::Action, refer::piece},
};

/// The gravest outcome of a fight is the one that is told.
mod rank {
    /// A test is passed, a volley costs nobody a stand.
    pub(super) const HELD: u8 = 0;
    /// Stands lost to a volley; a charge that reaches nobody.
    pub(super) const HURT: u8 = 1;
    /// Somebody falls back or stays behind, or a throw of command is known.
    pub(super) const MOVED: u8 = 2;
    /// A round is won, lost or drawn, and nobody gives ground.
    pub(super) const FOUGHT: u8 = 3;
    pub(super) const PUSHED: u8 = 4;
    pub(super) const ENEMY_ROUTED: u8 = 5;
    pub(super) const OWN_ROUTED: u8 = 6;
    pub(super) const ENEMY_GONE: u8 = 7;
    pub(super) const OWN_GONE: u8 = 8;
    pub(super) const OVER: u8 = 9;
}

impl Forecasts for Daimyo {
    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        let effect = effect_on(scope, event);
        if concerns(scope, event) { effect } else { Effect { outcome: None, ..effect } }
    }

    /// Has the fight come to where it is weighed?
    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        if state.over.is_some() {
            return true;
        }
        match &scope.asked.step {
            // The winner is asked whether he follows or pursues: to the end of that.
            Step::Fight(fight) if matches!(fight.stage, Stage::After { .. }) => {
                !matches!(&state.step, Step::Fight(now) if now.units == fight.units)
            }
            Step::Melee | Step::Fight(_) => match &scope.planned.step {
                Step::Fight(fight) => has_been_fought(fight.units, state),
                _ => true,
            },
            // One throw each: what a clan must do after it, and the tests of others, are no part of it.
            Step::Slot => !matches!(state.step, Step::Activation { .. } | Step::Arrival { .. }),
            Step::Flank => state.step != scope.planned.step && state.errands.is_empty(),
            _ => match weighed(scope) {
                Some(charge) => has_charged(self, scope, charge, state),
                None => self.depth(state) < self.depth(scope.asked).max(1),
            },
        }
    }

    /// What is assumed on the way: habits, but in a charge nobody fires elsewhere, and its own melee is fought first.
    fn assumed(&self, scope: Scope<'_, State>, state: &State, seat: Seat) -> Action {
        let habit = || self.habit(state, seat);
        let Some(charge) = weighed(scope) else { return habit() };
        match &state.step {
            Step::Fire => {
                let mut listed = self.listed(state, seat).into_iter();
                listed.find(|action| matches!(action, Action::Hold(_))).unwrap_or_else(habit)
            }
            Step::Melee => waiting_melee(self, state, charge).map_or_else(habit, Action::Fight),
            _ => habit(),
        }
    }

    /// Of several charges in one slot, the answers to the one that is weighed.
    fn is_of_plan(&self, scope: Scope<'_, State>, state: &State) -> bool {
        match (&state.step, weighed(scope)) {
            (Step::Answer(Answer { charge }), Some(weighed)) => {
                state.charges.get(usize::from(*charge)).is_some_and(|charge| charge.unit == weighed.unit)
            }
            _ => true,
        }
    }
}

/// The charge that a plan is about: the one it declares, or the one that is answered.
fn weighed<'s>(scope: Scope<'s, State>) -> Option<&'s Charge> {
    match &scope.asked.step {
        Step::Declare => scope.planned.charges.last(),
        Step::Answer(Answer { charge }) | Step::AnswerFire(AnswerFire { charge }) => {
            scope.asked.charges.get(usize::from(*charge))
        }
        _ => None,
    }
}

/// Has this event to do with the charge that is weighed? Others of the same slot cost losses alone.
fn concerns(scope: Scope<'_, State>, event: &Event) -> bool {
    match (weighed(scope), event.thing("unit")) {
        (Some(charge), Some(unit)) if scope.planned.charges.len() > 1 => {
            unit == piece(charge.unit) || unit == piece(charge.target)
        }
        _ => true,
    }
}

/// The hits of a round of these units are counted, and no leader is in danger any more.
fn has_been_fought(units: UnitSet, state: &State) -> bool {
    match &state.step {
        Step::Fight(fight) if fight.units == units => {
            matches!(fight.stage, Stage::After { .. } | Stage::End)
                && !state.errands.iter().any(|errand| matches!(errand, Errand::Peril { .. }))
        }
        _ => true,
    }
}

fn effect_on(scope: Scope<'_, State>, event: &Event) -> Effect {
    let own = Side(scope.seat.0);
    let whose = event.whose;
    let is_own = whose == Some(own);
    let told = |rank: u8, key: &'static str| Effect::outcome(rank, Line::new(key));
    let either = |ranks: [u8; 2], own: &'static str, enemy: &'static str| match is_own {
        true => told(ranks[0], own),
        false => told(ranks[1], enemy),
    };
    let stands = event.number("stands").unwrap_or(0);
    match event.key() {
        "told-fires" => told(rank::HELD, "verdict-nobody-hurt"),
        "told-loses" => {
            let lost = Line::new("verdict-loses").with("stands", stands);
            let side = whose.unwrap_or(own);
            let effect = match is_own {
                true => Effect::none(),
                false => Effect::adding(rank::HURT, lost),
            };
            effect.losing(side, stands as u16)
        }
        "told-destroyed" | "told-captured" | "told-abandoned" | "told-dispersed" => {
            let ranks = [rank::OWN_GONE, rank::ENEMY_GONE];
            either(ranks, "verdict-own-gone", "verdict-enemy-gone")
                .losing(whose.unwrap_or(own), stands as u16)
        }
        "told-routs" => {
            let ranks = [rank::OWN_ROUTED, rank::ENEMY_ROUTED];
            either(ranks, "verdict-own-routs", "verdict-enemy-routs").shaking(whose.unwrap_or(own), 1)
        }
        "told-pushed-back" => either([rank::PUSHED; 2], "verdict-own-pushed", "verdict-enemy-pushed"),
        "told-wins" => either([rank::FOUGHT; 2], "verdict-won", "verdict-lost"),
        "told-stand-off" => told(rank::FOUGHT, "verdict-stand-off"),
        "told-retires" => either([rank::MOVED; 2], "verdict-own-retires", "verdict-enemy-retires"),
        "told-retreats" => either([rank::MOVED; 2], "verdict-own-retreats", "verdict-enemy-retreats"),
        "told-hangs-back" => told(rank::MOVED, "verdict-hangs-back"),
        "told-falls-short" => told(rank::HURT, "verdict-falls-short"),
        "told-halts" => told(rank::MOVED, "verdict-halts"),
        "told-rallies" => told(rank::MOVED, "verdict-rallies"),
        "told-calms" => told(rank::MOVED, "verdict-calms"),
        "told-rages-on" => told(rank::MOVED, "verdict-rages"),
        "told-obeys" => told(rank::HELD, "verdict-obeys"),
        "told-disobeys" => told(rank::MOVED, "verdict-disobeys"),
        "told-activated" | "told-arrives" => told(rank::HELD, "verdict-activated"),
        "told-idle" | "told-delayed" => told(rank::HELD, "verdict-idle"),
        "told-test" | "told-test-natural" | "told-test-fury" => told(rank::HELD, "verdict-holds"),
        "told-leader-killed" => Effect::none().fells(whose.unwrap_or(own)),
        "told-initiative" => {
            let side = event.side("side").unwrap_or(own);
            Effect::outcome(rank::HELD, Line::new("verdict-initiative").with("side", side))
        }
        "over-draw" => told(rank::OVER, "verdict-draw"),
        "over-losses" | "over-scenario" | "over-time" => {
            let side = whose.unwrap_or(own);
            Effect::outcome(rank::OVER, Line::new("verdict-over").with("side", side))
        }
        _ => Effect::none(),
    }
}

/// 6.2 to 8.4: a charge up to the hits of its melee.
fn has_charged(rules: &Daimyo, scope: Scope<'_, State>, charge: &Charge, state: &State) -> bool {
    if state.group != scope.planned.group {
        return true;
    }
    match &state.step {
        Step::Fight(fight) if fight.units.has(charge.unit) => has_been_fought(fight.units, state),
        _ if !state.errands.is_empty() => false,
        Step::Fire | Step::Melee | Step::Fight(_) => waiting_melee(rules, state, charge).is_none(),
        Step::Declare
        | Step::Obedience { .. }
        | Step::ChargeTest { .. }
        | Step::TargetTest { .. }
        | Step::Answer { .. }
        | Step::Charge { .. }
        | Step::Move
        | Step::Leader { .. }
        | Step::AnswerFire { .. }
        | Step::Volley(_) => false,
        _ => true,
    }
}

/// The melee, by its lowest id, in which the charger waits for its round.
fn waiting_melee(rules: &Daimyo, state: &State, charge: &Charge) -> Option<UnitId> {
    if state.activated { rules.melee_of(state, charge.unit).first() } else { None }
}
