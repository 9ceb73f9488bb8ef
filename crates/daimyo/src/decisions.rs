//! Every decision of this system: a file each, and the tables that lead to it.

pub(crate) mod charges;
pub(crate) mod end;
pub(crate) mod errand;
pub(crate) mod fire;
pub(crate) mod melee;
pub(crate) mod moves;
pub(crate) mod rally;
pub(crate) mod turn;

use std::{convert::Infallible, ops::Deref};

use kernel::{
    Outcome, Story,
    decision::{self, Base, Decision as _, DecisionRules, Frames as _, Queue},
    dispatch,
};
use serde::{Deserialize, Serialize};

use self::{
    charges::{
        answer::Answer, charge_move::ChargeMove, charge_test::ChargeTest, compulsory::Compulsory,
        declare::Declare, obedience::Obedience, target_test::TargetTest,
    },
    end::{
        end_test::EndTest,
        flank::Flank,
        leaders::Leaders,
        next_test::NextTest,
        random_event::{
            event_pick::EventPick, event_side::EventSide, event_throw::EventThrow, omen_die::OmenDie,
            stray_shot::StrayShot,
        },
        reform::Reform,
        victory::Victory,
    },
    errand::{danger::Danger, pursuit::Pursuit, rout_move::RoutMove, slaughter::Slaughter},
    fire::{answer_fire::AnswerFire, shooters::Shooters, volley::Shooting},
    melee::{fight::Fight, melees::Melees},
    moves::{leader_move::LeaderMove, manoeuvre::Manoeuvre, pick::Pick},
    rally::{calm::Calm, facing::Facing, files::Files, rally_test::RallyTest, try_rally::Rally},
    turn::{
        activation::Activation, arrival::Arrival, draw::Draw, enter::Enter, initiative::Initiative,
        omen::Omen, order::Order, slot::Slot, weather::WeatherChange,
    },
};
use crate::{
    Action, Daimyo, Event, State, effects::placing, model::units::LeaderId, notation::action::PLAIN,
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
    Activation(Activation),
    /// T-12 (12): throw a failed activation again?
    Omen(Omen),
    /// Scenario: does the detachment come?
    Arrival(Arrival),
    Enter(Enter),
    /// B2.
    Rally,
    RallyTest(RallyTest),
    Calm(Calm),
    /// 13.6: facing, then files of a unit that re-forms or has rallied.
    Facing(Facing),
    Files(Files),
    /// 5.1 a: routers, then the frenzied, one after the other.
    Compulsory,
    /// 5.1 b.
    Declare,
    Obedience(Obedience),
    /// 6.2: the charges one by one.
    ChargeTest(ChargeTest),
    TargetTest(TargetTest),
    Answer(Answer),
    Charge(ChargeMove),
    /// 5.1 c.
    Move,
    Manoeuvre(Manoeuvre),
    /// 5.1 d, and D-SEQ-C4.
    Leader(LeaderMove),
    /// 7.2: charged units in the order of declaration, then the active group.
    AnswerFire(AnswerFire),
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
    Test(EndTest),
    /// C3.
    Reform,
    /// C4.
    Leaders,
    /// C5.
    Event,
    EventSide(EventSide),
    /// A die says who is meant, where there is a choice.
    EventPick(EventPick),
    /// T-12 (2): the chosen daimyo is hit on a six.
    StrayShot(StrayShot),
    /// T-12 (12).
    OmenDie(OmenDie),
    WeatherNow,
}

dispatch! { Errand: Decision<Daimyo> {
    Errand::Peril(danger) => danger,
    Errand::Rout(rout) => rout,
    Errand::Pursuit(pursuit) => pursuit,
    Errand::Slaughter(slaughter) => slaughter,
} }

dispatch! { Step: Decision<Daimyo, Base> {
    Step::Weather => WeatherChange { by_event: false },
    Step::Initiative => Initiative,
    Step::Order => Order,
    Step::Draw => Draw,
    Step::Slot => Slot,
    Step::Activation(activation) => activation,
    Step::Omen(omen) => omen,
    Step::Arrival(arrival) => arrival,
    Step::Enter(enter) => enter,
    Step::Rally => Rally,
    Step::RallyTest(test) => test,
    Step::Calm(calm) => calm,
    Step::Facing(facing) => facing,
    Step::Files(files) => files,
    Step::Compulsory => Compulsory,
    Step::Declare => Declare,
    Step::Obedience(obedience) => obedience,
    Step::ChargeTest(test) => test,
    Step::TargetTest(test) => test,
    Step::Answer(answer) => answer,
    Step::Charge(charge) => charge,
    Step::Move => Pick,
    Step::Manoeuvre(manoeuvre) => manoeuvre,
    Step::Leader(leader) => leader,
    Step::AnswerFire(answer) => answer,
    Step::Fire => Shooters,
    Step::Volley(shooting) => shooting,
    Step::Melee => Melees,
    Step::Fight(fight) => fight,
    Step::Flank => Flank,
    Step::Tests => NextTest,
    Step::Victory => Victory,
    Step::Test(test) => test,
    Step::Reform => Reform,
    Step::Leaders => Leaders,
    Step::Event => EventThrow,
    Step::EventSide(event) => event,
    Step::EventPick(event) => event,
    Step::StrayShot(shot) => shot,
    Step::OmenDie(omen) => omen,
    Step::WeatherNow => WeatherChange { by_event: true },
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

    fn before_base(&self, state: &mut State, _story: &mut Story<Event>) {
        placing::endanger_overrun(self, state);
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
