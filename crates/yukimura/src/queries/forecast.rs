//! The effects of events in a forecast of a volley or an attack.
//!
//! The outcomes are those a player thinks in: what becomes of the target first, then of the attackers. Friends that a
//! retreat runs through (11-2) count among the losses alone.

use kernel::{
    Forecasts, Line,
    odds::{Effect, Scope},
};

use crate::{
    Yukimura,
    decisions::{Frame, fight::Stage},
    model::{
        chart::Outcome,
        state::State,
        units::{Branch, UnitId},
    },
    presentation::event::Event,
};

/// The gravest outcome of a fight is the one that is told.
mod rank {
    pub(super) const HELD: u8 = 0;
    pub(super) const ATTACKERS_BACK: u8 = 1;
    pub(super) const ATTACKERS_LOST: u8 = 2;
    pub(super) const BACK: u8 = 3;
    pub(super) const GONE: u8 = 4;
    pub(super) const OVER: u8 = 5;
}

/// What a unit is to the fight that is weighed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Target,
    Attacker,
    Neither,
}

impl Forecasts for Yukimura {
    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        let part = |unit: UnitId| self.part(scope.planned, unit);
        let back = |hexes: i32| Effect::outcome(rank::BACK, Line::new("verdict-back").with("hexes", hexes));
        match *event {
            Event::Result { outcome: Outcome::Nothing, .. } => held(),
            Event::Result { outcome: Outcome::AttackersCheck(_), .. } => {
                Effect::outcome(rank::HELD, Line::new("verdict-attackers-check"))
            }
            Event::Held { unit, chain: false } | Event::Unshaken { unit } if part(unit) != Part::Neither => {
                held()
            }
            Event::Retreats { unit, need, .. } => match part(unit) {
                Part::Target => back(need),
                Part::Attacker => Effect::outcome(rank::ATTACKERS_BACK, Line::new("verdict-attackers-back")),
                Part::Neither => Effect::none(),
            },
            // Asked in the midst of its retreat.
            Event::FellBack { unit, displaced: false, .. } if part(unit) == Part::Target => {
                match scope.planned.fight().map(|fight| fight.stage) {
                    Some(Stage::Retreat(retreat)) if retreat.unit == unit => back(retreat.need.into()),
                    _ => Effect::none(),
                }
            }
            Event::Removed { unit, .. } => {
                let effect = match part(unit) {
                    Part::Target => Effect::outcome(rank::GONE, Line::new("verdict-gone")),
                    Part::Attacker => {
                        let line = Line::new("verdict-attackers-lost").with("count", 1);
                        Effect::adding(rank::ATTACKERS_LOST, line)
                    }
                    Part::Neither => Effect::none(),
                };
                let side = self.side_of(unit);
                match self.unit(unit).branch {
                    Branch::General => effect.losing(side, 1).fells(side),
                    _ => effect.losing(side, 1),
                }
            }
            Event::Released { free, .. } => Effect::outcome(
                rank::HELD,
                Line::new(if free { "verdict-released" } else { "verdict-waits" }),
            ),
            Event::Over { winner: Some(side), .. } => {
                Effect::outcome(rank::OVER, Line::new("verdict-over").with("side", side))
            }
            Event::Over { winner: None, .. } => Effect::outcome(rank::OVER, Line::new("verdict-draw")),
            _ => Effect::none(),
        }
    }
}

impl Yukimura {
    fn part(&self, state: &State, unit: UnitId) -> Part {
        match state.frame.as_ref() {
            Some(Frame::Fight(fight)) if fight.target == unit => Part::Target,
            Some(Frame::Fight(fight)) if fight.attackers.contains(&unit) => Part::Attacker,
            Some(Frame::Aim(aim)) if aim.target == unit => Part::Target,
            Some(Frame::Aim(aim)) if self.might_attack(state, aim.target).contains(&unit) => Part::Attacker,
            _ => Part::Neither,
        }
    }
}

fn held() -> Effect {
    Effect::outcome(rank::HELD, Line::new("verdict-held"))
}
