//! Every decision of this system: a file each, and the tables that lead to it.

pub(crate) mod errand;
mod old;

use std::{convert::Infallible, ops::Deref};

use kernel::{
    Outcome, Side, Story,
    decision::{self, Base, Decision as _, DecisionRules, Frames as _, Queue},
    dispatch,
};
use open::Event;
use serde::{Deserialize, Serialize};

use self::{
    errand::{danger::Danger, pursuit::Pursuit, rout_move::RoutMove, slaughter::Slaughter},
    old::Old,
};
use crate::{
    Action, Daimyo, State,
    action::PLAIN,
    fire::Shooting,
    melee::Fight,
    morale::Reason,
    state::{March, Wish},
    units::{GroupId, LeaderId, UnitId},
};

pub(crate) type Cx<'a, P = Base> = decision::Cx<'a, Daimyo, P>;
pub(crate) type CxMut<'a, P = Base> = decision::CxMut<'a, Daimyo, P>;
pub(crate) type Flow<S = Infallible> = decision::Flow<S, Errand>;

/// Dice that are due before anything else goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    Peril(Danger),
    /// 9.1: the die of a rout move.
    Rout(RoutMove),
    /// 8.8: the die of a pursuit.
    Pursuit(Pursuit),
    /// 8.9: blows at the back of a router.
    Slaughter(Slaughter),
}

/// The errands that are due, the first of them now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Errands(Queue<Errand>);

impl Errands {
    pub(crate) fn push(&mut self, errand: Errand) {
        self.0.push(errand);
    }

    pub(crate) fn clear(&mut self) {
        self.0.0.clear();
    }

    /// A dead leader is in no danger any more. The errand that killed them is not among these: it is being carried out.
    pub(crate) fn forget(&mut self, leader: LeaderId) {
        self.0.0.retain(|errand| !matches!(errand, Errand::Peril(danger) if danger.leader == leader));
    }
}

impl Deref for Errands {
    type Target = [Errand];

    fn deref(&self) -> &[Errand] {
        &self.0.0
    }
}

/// Where the turn stands: what the game rests in when no errand is due.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A1.
    Weather,
    /// A2.
    Initiative,
    /// D-INI-3: first or second?
    Order,
    /// 11.1: a card is drawn for the next group.
    Draw,
    /// B: which group?
    Slot,
    /// B1.
    Activation {
        group: GroupId,
    },
    /// T-12 (12): throw a failed activation again?
    Omen {
        group: GroupId,
    },
    /// Scenario: does the detachment come?
    Arrival {
        group: GroupId,
    },
    Enter {
        group: GroupId,
    },
    /// B2.
    Rally,
    RallyTest {
        unit: UnitId,
    },
    Calm {
        unit: UnitId,
    },
    /// 13.6: facing, then files of a unit that re-forms or has rallied.
    Facing {
        unit: UnitId,
        rallied: bool,
    },
    Files {
        unit: UnitId,
        rallied: bool,
    },
    /// 5.1 a: routers, then the frenzied, one after the other.
    Compulsory,
    /// 5.1 b.
    Declare,
    Obedience {
        unit: UnitId,
        wish: Wish,
    },
    /// 6.2: the charges one by one.
    ChargeTest {
        charge: u8,
    },
    TargetTest {
        charge: u8,
    },
    Answer {
        charge: u8,
    },
    Charge {
        charge: u8,
    },
    /// 5.1 c.
    Move,
    Manoeuvre {
        unit: UnitId,
        march: March,
    },
    /// 5.1 d, and D-SEQ-C4.
    Leader {
        leader: LeaderId,
    },
    /// 7.2: charged units in the order of declaration, then the active group.
    AnswerFire {
        charge: u8,
    },
    Fire,
    Volley(Shooting),
    /// B5: which melee?
    Melee,
    Fight(Box<Fight>),
    /// 10.1: from which flank?
    Flank,
    /// C1.
    Tests,
    /// C2.
    Victory,
    Test {
        unit: UnitId,
        reason: Reason,
    },
    /// C3.
    Reform,
    /// C4.
    Leaders,
    /// C5.
    Event,
    EventSide {
        roll: u8,
    },
    /// A die says who is meant, where there is a choice.
    EventPick {
        roll: u8,
        side: Side,
    },
    /// T-12 (2): the chosen daimyo is hit on a six.
    StrayShot {
        leader: LeaderId,
    },
    /// T-12 (12).
    OmenDie {
        side: Side,
    },
    WeatherNow,
}

dispatch! { Errand: Decision<Daimyo> {
    Errand::Peril(danger) => danger,
    Errand::Rout(rout) => rout,
    Errand::Pursuit(pursuit) => pursuit,
    Errand::Slaughter(slaughter) => slaughter,
} }

dispatch! { Step: Decision<Daimyo, Base> {
    _ => Old,
} }

impl DecisionRules for Daimyo {
    type Base = Step;
    type Frame = Errand;
    type Frames = Queue<Errand>;

    fn is_over(&self, state: &State) -> bool {
        state.over.is_some()
    }

    fn outcome(&self, state: &State) -> Outcome {
        let over = state.over.expect("it is over");
        Outcome { winner: over.winner, rule: over.by.rule(), line: self.ending_line(over) }
    }

    fn base(state: &State) -> &Step {
        &state.step
    }

    fn frames(state: &State) -> &Queue<Errand> {
        &state.errands.0
    }

    fn frames_mut(state: &mut State) -> &mut Queue<Errand> {
        &mut state.errands.0
    }

    fn button(&self, n: u16) -> Option<Action> {
        PLAIN.get(usize::from(n)).map(|(_, action)| *action)
    }

    /// However many errands are due, they lie one above the step.
    fn total_depth(&self, state: &State) -> usize {
        let cx = Cx { rules: self, state, parent: &Base, seat: decision::NO_SEAT };
        state.step.depth(cx) + usize::from(!state.errands.is_empty())
    }
}

/// Goes on until something must be chosen or thrown, or the game is over.
pub(crate) fn go_on(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
    loop {
        let old = |state: &mut State, story: &mut Story<Event>| {
            state.over.is_none() && state.errands.is_empty() && rules.step_on(state, story)
        };
        if !decision::advance_once(rules, state, story) && !old(state, story) {
            return;
        }
    }
}
