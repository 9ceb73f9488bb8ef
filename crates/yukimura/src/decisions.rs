//! Every decision of this system: a file each, and the tables that lead to it.

pub(crate) mod aim;
pub(crate) mod fight;
mod moves;
pub(crate) mod picked;
mod release;
mod roads;
mod targets;

use kernel::{
    Notation as _, Outcome, Thing,
    decision::{self, Base, DecisionRules},
    dispatch,
};
use serde::{Deserialize, Serialize};

use self::{
    aim::Aim,
    fight::{Fight, Stage, advance::Advance, order::Order, throw::Throw},
    moves::Moves,
    picked::Picked,
    release::Release,
    roads::Roads,
    targets::Targets,
};
use crate::{Action, State, Yukimura, model::state::Phase};

pub(crate) type Cx<'a, P = ()> = decision::Cx<'a, Yukimura, P>;
pub(crate) type CxMut<'a, P = ()> = decision::CxMut<'a, Yukimura, P>;
pub(crate) type Flow<S = Frame> = decision::Flow<S, Frame>;

/// What a player is in the middle of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    Picked(Picked),
    Aim(Aim),
    Fight(Fight),
}

dispatch! { Phase: Decision<Yukimura, Base> {
    Phase::Entry => Roads,
    Phase::Dice(n) => Release(*n),
    Phase::Movement => Moves,
    Phase::Defence | Phase::Fire | Phase::Melee => Targets,
} }

dispatch! { Frame: Decision<Yukimura> {
    Frame::Picked(picked) => picked,
    Frame::Aim(aim) => aim,
    Frame::Fight(fight) => fight,
} }

dispatch! { Stage: Decision<Yukimura, Fight> {
    Stage::Throw => Throw,
    Stage::Order => Order,
    Stage::Check(check) => check,
    Stage::Retreat(retreat) => retreat,
    Stage::Stack(stack) => stack,
    Stage::Advance => Advance,
    Stage::AdvanceTo(advance) => advance,
} }

impl DecisionRules for Yukimura {
    type Base = Phase;
    type Frame = Frame;
    type Frames = Option<Frame>;

    fn is_over(&self, state: &State) -> bool {
        state.over.is_some()
    }

    fn outcome(&self, state: &State) -> Outcome {
        let over = state.over.expect("it is over");
        let victory = &self.scenario.victories[over.by as usize];
        Outcome { winner: over.winner, rule: victory.rule, line: victory.line(over.winner) }
    }

    fn base(state: &State) -> &Phase {
        &state.phase
    }

    fn frames(state: &State) -> &Option<Frame> {
        &state.frame
    }

    fn frames_mut(state: &mut State) -> &mut Option<Frame> {
        &mut state.frame
    }

    fn button(&self, n: u16) -> Option<Action> {
        let word = crate::notation::action::BUTTONS.get(usize::from(n))?;
        self.read_action(word).ok()
    }
}

/// A click on a force's card, whatever is asked.
pub(crate) fn force_clicked(thing: Thing) -> Option<Action> {
    match thing {
        Thing::Card(n) => Some(Action::Enter(crate::model::units::ForceId(n as u8))),
        _ => None,
    }
}
