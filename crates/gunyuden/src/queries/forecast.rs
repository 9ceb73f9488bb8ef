//! What events mean for a forecast: who gives way, who wins, what becomes of a castle.
//!
//! A pitched battle is looked at to the end of the rout (24-3-2), a skirmish, an assault or a demand to its end, a
//! surround check for the castle it is made for, and every other die by itself.

use kernel::{
    Forecasts, Line, Side, Thing,
    odds::{Effect, Scope},
};

use crate::{
    Gunyuden,
    model::{
        state::{Phase, State},
        tables::{Answer, Incident},
        units::{ArmyId, HouseId, UnitId},
    },
    notation::{
        frames::{Battle, BattleStage, Draft, Frame},
        refuse::place,
        rule_ids::{R_23_2, R_23_4_6, R_23_6},
    },
    presentation::event::Event,
};

/// A forecast shows the gravest outcome.
mod rank {
    /// A throw that decided nothing yet.
    pub(super) const HELD: u8 = 0;
    /// What a die of its own has brought.
    pub(super) const THROWN: u8 = 1;
    /// A force went back, or a castle was worn down.
    pub(super) const YIELDED: u8 = 2;
    /// A battle is decided, or a castle has fallen.
    pub(super) const DECIDED: u8 = 3;
    pub(super) const OVER: u8 = 4;
}

fn held(key: &'static str) -> Effect {
    Effect::outcome(rank::HELD, Line::new(key))
}

fn thrown(line: Line) -> Effect {
    Effect::outcome(rank::THROWN, line)
}

fn decided(line: Line) -> Effect {
    Effect::outcome(rank::DECIDED, line)
}

fn house(house: HouseId) -> Thing {
    Thing::Card(u16::from(house.0))
}

impl Forecasts for Gunyuden {
    fn effect(&self, _scope: Scope<'_, State>, event: &Event) -> Effect {
        let by = |key: &'static str, side: Side| Line::new(key).with("side", side);
        let at = |key: &'static str, hex| Line::new(key).with("hex", place(hex));
        match event {
            // 23, 24.
            Event::Struck { rule: R_23_2 | R_23_6, .. } => held("verdict-stands"),
            Event::FellBack { force, .. } | Event::HoledUp { force, rule: R_23_4_6, .. } => {
                Effect::outcome(rank::YIELDED, by("verdict-back", self.side_of(*force)))
            }
            Event::Declined { .. } => decided(Line::new("verdict-declined")),
            Event::BattleLost { loser } => decided(by("verdict-beaten", *loser)),
            Event::BattleDrawn { .. } => decided(Line::new("verdict-drawn")),
            Event::BrokeOff { side } => decided(by("verdict-broken-off", *side)),
            // 18 to 21.
            Event::Intercepted { hex, .. } | Event::Assaulted { hex, lost: 0, .. } => {
                Effect::outcome(rank::HELD, at("verdict-holds", *hex))
            }
            Event::Checked { hex, lost: 0, .. } => Effect::outcome(rank::HELD, at("verdict-holds", *hex)),
            Event::Incident { hex, incident, .. } => match incident {
                Incident::Traitor(_) => thrown(at("verdict-traitor", *hex)),
                Incident::Morale(_) => thrown(at("verdict-inside-shaken", *hex)),
                Incident::Heart(_) => thrown(at("verdict-outside-shaken", *hex)),
                Incident::Durability(_) => Effect::none(),
            },
            Event::Worn { hex, by, .. } => {
                let line = at("verdict-worn", *hex).with("lost", i32::from(*by));
                Effect::adding(rank::YIELDED, line)
            }
            Event::Answered { hex, answer, .. } => match answer {
                Answer::Death => thrown(at("verdict-death", *hex)),
                Answer::Refused => thrown(at("verdict-refused", *hex)),
                Answer::Silence => thrown(at("verdict-silence", *hex)),
                _ => Effect::none(),
            },
            Event::PeaceAnswered { made: false, .. } => thrown(Line::new("verdict-no-peace")),
            Event::Taken { hex, .. } => decided(at("verdict-taken", *hex)),
            Event::Ruined { hex, .. } => decided(at("verdict-ruined", *hex)),
            // 14, 26.
            Event::Replenished { steps, castle, .. } => {
                let key = if *castle { "verdict-repaired" } else { "verdict-restored" };
                thrown(Line::new(key).with("steps", *steps))
            }
            Event::Recovered { die: Some(_), .. } => thrown(Line::new("verdict-recovers")),
            Event::Unmoved { .. } => thrown(Line::new("verdict-does-not-recover")),
            _ => self.effect_on_the_war(event),
        }
    }

    /// One action's fights end with its frames, a check with its castle, and another die with its own phase. A
    /// side that is about to choose an action is in no fight.
    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        let clock = |state: &State| (state.inning, state.stage, state.active, state.phase);
        if state.over.is_some() || clock(state) != clock(scope.planned) {
            return true;
        }
        match state.frames.last() {
            None => !matches!(state.phase, Phase::Situation(_)),
            Some(Frame::Hand(_) | Frame::Place(_) | Frame::Drop(_)) => true,
            Some(Frame::Draft(Draft { organiser: None, .. })) => true,
            // 24-3-3: decided, and the beaten side has gone.
            Some(Frame::Battle(Battle { stage: BattleStage::Enter { .. }, .. })) => true,
            Some(_) => false,
        }
    }
}

impl Gunyuden {
    /// 4-1-1(1), 35 to 37: dice of the start of an inning, and what officers lost cost.
    fn effect_on_the_war(&self, event: &Event) -> Effect {
        let army = |key: &'static str, army: ArmyId| Line::new(key).with("army", self.army_card(army));
        match *event {
            Event::Intervention { army: of, comes, .. } => {
                thrown(army(if comes { "verdict-comes" } else { "verdict-waits" }, of))
            }
            Event::Thaw { house: of, thaws, .. } => {
                let key = if thaws { "verdict-free" } else { "verdict-held" };
                thrown(Line::new(key).with("house", house(of)))
            }
            Event::Pact { made, .. } => {
                thrown(Line::new(if made { "verdict-truce" } else { "verdict-no-truce" }))
            }
            Event::Wavers { house: of, .. } => thrown(Line::new("verdict-wavers").with("house", house(of))),
            Event::Chooses { house: of, side, .. } => {
                thrown(Line::new("verdict-chooses").with("house", house(of)).with("side", side))
            }
            Event::Surprise { hex, taken, .. } => {
                let key = if taken { "verdict-surprised" } else { "verdict-holds" };
                thrown(Line::new(key).with("hex", place(hex)))
            }
            Event::StepLost { unit, .. } => Effect::none().losing(self.side_of(unit), 1),
            Event::Removed { unit, steps, .. } => self.effect_of_removal(unit, steps),
            Event::Morale { unit, by, .. } => Effect::none().shaking(self.side_of(unit), by.into()),
            Event::Over { winner, .. } => {
                Effect::outcome(rank::OVER, Line::new("verdict-over").with("side", winner))
            }
            _ => Effect::none(),
        }
    }

    fn effect_of_removal(&self, unit: UnitId, steps: u8) -> Effect {
        let side = self.side_of(unit);
        let effect = Effect::none().losing(side, steps.into());
        if self.unit(unit).is_commander() { effect.fells(side) } else { effect }
    }
}
