//! Every decision of this system: a file each, and the tables that lead to it.

mod aim;
mod assault;
mod battle;
mod capture;
mod check;
mod demand;
mod deploy;
mod draft;
mod fight;
mod gain;
mod hand;
mod join;
mod legs;
mod lose;
mod operation;
mod placing;
mod recover;
mod refit;
mod replenish;
mod retreat;
mod sequence;
mod situation;
mod storm;
mod terms;
mod yielding;

use hexmap::HexId;
use kernel::{
    Line, Modifier, Modifiers, Outcome, Rule, Seat, Side,
    decision::{self, AskedSeats, Base, DecisionRules},
    dispatch,
};
use serde::{Deserialize, Serialize};

pub use self::{
    aim::Aim,
    assault::Assault,
    battle::{Battle, BattleStage},
    capture::Capture,
    check::{Check, CheckStage},
    demand::Demand,
    draft::Draft,
    fight::{Fight, FightStage},
    gain::{Gain, Gift},
    hand::Hand,
    join::Join,
    legs::Legs,
    lose::{Lose, Why},
    placing::Placing,
    recover::Recover,
    refit::Refit,
    replenish::Replenish,
    retreat::{Going, Retreat},
    storm::Storm,
    terms::Terms,
    yielding::Yield,
};
use self::{deploy::Deploy, operation::Operation, sequence::Checks, situation::Situation};
use crate::{
    Gunyuden, State,
    model::{state::Phase, units::UnitId},
    notation::action::{Action, BUTTONS},
};

pub(crate) type Cx<'a, P = ()> = decision::Cx<'a, Gunyuden, P>;
pub(crate) type CxMut<'a, P = ()> = decision::CxMut<'a, Gunyuden, P>;
pub(crate) type Flow<S = Frame> = decision::Flow<S, Frame>;

/// What a player is in the middle of: frames on a stack, the innermost last.
///
/// A frame speaks of units and hexes as the state does, or by their names as a position does; [`Frame::map`] turns one
/// into the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame<U = UnitId, H = HexId> {
    Place(Placing<U>),
    Hand(Hand<U>),
    Drop(Legs<U>),
    Draft(Draft<U, H>),
    Refit(Refit<U>),
    Replenish(Replenish<U>),
    Recover(Recover<U>),
    Gain(Gain<U>),
    Lose(Lose<U>),
    Aim(Aim<U, H>),
    Fight(Fight<U, H>),
    Retreat(Retreat<U, H>),
    Battle(Battle<U, H>),
    Join(Join<U>),
    Storm(Storm<U, H>),
    Assault(Assault<U, H>),
    Demand(Demand<U, H>),
    Fall(Capture<U, H>),
    Yield(Yield<U, H>),
    Check(Check<H>),
    Terms(Terms<U, H>),
}

dispatch! { Phase: Decision<Gunyuden, Base> {
    Phase::Deploy => Deploy,
    Phase::Situation(n) => Situation(*n),
    Phase::Operation => Operation,
    Phase::Checks(n) => Checks(*n),
} }

dispatch! { Frame: Decision<Gunyuden> {
    Frame::Place(placing) => placing,
    Frame::Hand(hand) => hand,
    Frame::Drop(legs) => legs,
    Frame::Draft(draft) => draft,
    Frame::Refit(refit) => refit,
    Frame::Replenish(replenish) => replenish,
    Frame::Recover(recover) => recover,
    Frame::Gain(gain) => gain,
    Frame::Lose(lose) => lose,
    Frame::Aim(aim) => aim,
    Frame::Fight(fight) => fight,
    Frame::Retreat(retreat) => retreat,
    Frame::Battle(battle) => battle,
    Frame::Join(join) => join,
    Frame::Storm(storm) => storm,
    Frame::Assault(assault) => assault,
    Frame::Demand(demand) => demand,
    Frame::Fall(capture) => capture,
    Frame::Yield(yielding) => yielding,
    Frame::Check(check) => check,
    Frame::Terms(terms) => terms,
} }

impl DecisionRules for Gunyuden {
    type Base = Phase;
    type Frame = Frame;
    type Frames = Vec<Frame>;

    fn is_over(&self, state: &State) -> bool {
        state.over.is_some()
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.outcome_of(state.over.expect("it is over"))
    }

    fn base(state: &State) -> &Phase {
        &state.phase
    }

    fn frames(state: &State) -> &Vec<Frame> {
        &state.frames
    }

    fn frames_mut(state: &mut State) -> &mut Vec<Frame> {
        &mut state.frames
    }

    fn button(&self, n: u16) -> Option<Action> {
        BUTTONS.get(usize::from(n)).map(|(_, action)| *action)
    }

    /// Two buttons speak of the force in hand.
    fn button_in(&self, state: &State, n: u16) -> Option<Action> {
        let in_hand = match state.frames.last() {
            Some(Frame::Hand(hand)) => Some(hand.force),
            _ => None,
        };
        match self.button(n)? {
            Action::Assault(_) => in_hand.map(Action::Assault),
            Action::Into(_) => {
                in_hand.filter(|&force| state.on_map(force)).map(|force| Action::Into(state.hex(force)))
            }
            action => Some(action),
        }
    }
}

pub(crate) fn seat_of(side: Side) -> AskedSeats {
    Seat(side.0).into()
}

/// Adds a modifier that is not zero.
pub(crate) fn modify(list: &mut Modifiers, value: i16, key: &'static str, rule: Rule) {
    if value != 0 {
        list.push(Modifier { value, line: Line::new(key), rule });
    }
}

/// The forces that have lost their heads, each with the unit that now stands for it. A frame that acts is not in the
/// state: it renames its own forces.
#[derive(Debug, Default)]
pub(crate) struct Heirs(Vec<(UnitId, UnitId)>);

impl Heirs {
    /// An heir takes the place of the dead in every frame of the stack.
    pub(crate) fn succeed(&mut self, state: &mut State, dead: UnitId, heir: UnitId) {
        let rename = &mut |unit: &mut UnitId| {
            if *unit == dead {
                *unit = heir;
            }
        };
        state.frames.iter_mut().for_each(|frame| frame.units_mut(rename));
        self.0.push((dead, heir));
    }

    pub(crate) fn add(&mut self, more: Heirs) {
        self.0.extend(more.0);
    }

    /// The name of a force now.
    pub(crate) fn rename(&self, force: &mut UnitId) {
        for &(dead, heir) in &self.0 {
            if *force == dead {
                *force = heir;
            }
        }
    }
}

impl Frame {
    fn units_mut(&mut self, each: &mut dyn FnMut(&mut UnitId)) {
        match self {
            Frame::Place(Placing { unit }) => each(unit),
            Frame::Hand(Hand { force, .. })
            | Frame::Drop(Legs { force, .. })
            | Frame::Refit(Refit { force })
            | Frame::Replenish(Replenish { force, .. })
            | Frame::Recover(Recover { force })
            | Frame::Gain(Gain { force, .. })
            | Frame::Assault(Assault { force, .. })
            | Frame::Demand(Demand { force, .. })
            | Frame::Fall(Capture { captor: force, .. })
            | Frame::Yield(Yield { captor: force, .. }) => each(force),
            Frame::Draft(Draft { organiser, moved, touched, gained, .. }) => {
                let lists = [moved, touched, gained].into_iter().flatten();
                organiser.iter_mut().chain(lists).for_each(each);
            }
            Frame::Lose(Lose { forces, .. }) | Frame::Storm(Storm { forces, .. }) => {
                forces.iter_mut().for_each(each);
            }
            Frame::Aim(Aim { force, with, targets, .. }) => {
                [force].into_iter().chain(with).chain(targets).for_each(each);
            }
            Frame::Join(Join { force, with }) => [force].into_iter().chain(with).for_each(each),
            Frame::Fight(Fight { attackers, defenders, .. }) => {
                attackers.iter_mut().chain(defenders).for_each(each);
            }
            Frame::Battle(Battle { attackers, defenders, queue, .. }) => {
                attackers.iter_mut().chain(defenders).chain(queue).for_each(each);
            }
            Frame::Retreat(Retreat { queue, .. }) => {
                queue.iter_mut().for_each(|going| each(&mut going.force));
            }
            Frame::Terms(Terms { give, .. }) => give.iter_mut().for_each(each),
            Frame::Check(_) => {}
        }
    }
}
