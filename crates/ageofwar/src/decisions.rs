//! Every decision of this system: a file each, and the tables that lead to it.
//!
//! The base is the step of the turn ([`Step`]). Above it lie errands ([`Errand`]), what is due before the step
//! continues: a stack, worked from the last. A step that only looks for the next unit or clan is in the file of the
//! decision that it leads to.

pub mod errands;
pub mod steps;

use std::{convert::Infallible, ops::Deref};

use kernel::{
    Line, Outcome, Pool, Roll, Rule, Seat, Story, Thing,
    decision::{self, Base, DecisionRules},
    dispatch,
};
use open::Event;
use plane::Point;
use serde::{Deserialize, Serialize};

use self::{
    errands::{
        assault::{Answer, Assault, asked::Asked},
        danger::Danger,
        edge::Edge,
        escape::Escape,
        face::Face,
        fall_back::FallBack,
        fate::Fate,
        rally_risk::RallyRisk,
        reform::Reform,
        shot::{Aim, Shot, hit::Hit, save::Save},
        sneak::Sneak,
        test::Test,
        watch::Watch,
    },
    steps::{
        accept::Accept,
        act::Act,
        allot::{Allot, Messengers},
        arrive::Arrive,
        award::{Award, AwardLast},
        award_again::AwardAgain,
        casualties::Casualties,
        challenge::Challenge,
        close_up::CloseUp,
        commander::{Commander, Commanders},
        commander_die::CommanderDie,
        control_try::ControlTry,
        countdown::Countdown,
        determination::Determination,
        duel::Duel,
        fight::{Fight, Fights},
        general::General,
        general_dice::{GeneralDice, Generals},
        late::{Late, LateDie},
        leaderless::Leaderless,
        lot::Lot,
        motivate::Motivate,
        motivation::Motivation,
        mount_try::MountTry,
        new_general::{NewGeneral, NewGenerals},
        points::Points,
        restore::{Restore, RestoreDie},
        restore_try::RestoreTry,
        ride::Ride,
        turn_over::TurnOver,
    },
};
use crate::{
    AgeOfWar,
    model::{
        state::{Ending, State},
        units::UnitId,
    },
    notation::{
        action::{Action, PLAIN},
        refer::piece,
        rule_ids::*,
    },
};

pub(crate) type Cx<'a, P = ()> = decision::Cx<'a, AgeOfWar, P>;
pub(crate) type CxMut<'a, P = ()> = decision::CxMut<'a, AgeOfWar, P>;
pub(crate) type Flow<S = Errand> = decision::Flow<S, Errand>;

/// The depths of an errand that asks and of one that rolls: dice lie deeper than questions, and both deeper than any
/// march they interrupt.
const ASKING: usize = 20;
const ROLLING: usize = 21;

/// Where the turn stands: what the game waits in when no errand is due.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Scenario: who is late by lot.
    Lot,
    /// Step 1.
    Casualties,
    /// as a switch: a free die for each disordered unit.
    Restore,
    RestoreDie(RestoreDie),
    /// Step 2.
    Commanders,
    Commander(Commander),
    CommanderDie(CommanderDie),
    CloseUp(CloseUp),
    NewGenerals,
    NewGeneral(NewGeneral),
    /// Step 3.
    Generals,
    GeneralDice(GeneralDice),
    General(General),
    /// Step 5.
    Messengers,
    Allot(Allot),
    Ride(Ride),
    Award(Award),
    AwardAgain(AwardAgain),
    AwardLast(AwardLast),
    /// Steps 6 and 7.
    Motivate,
    Motivation(Motivation),
    Determination(Determination),
    Points(Points),
    Act(Act),
    RestoreTry(RestoreTry),
    ControlTry(ControlTry),
    MountTry(MountTry),
    /// 5.5: clans without a general.
    Leaderless,
    /// Step 8.
    Fights,
    Fight(Box<Fight>),
    /// Step 9.
    Challenge,
    Accept(Accept),
    Duel(Duel),
    /// Step 10.
    Late,
    LateDie(LateDie),
    Arrive(Arrive),
    /// Step 11.
    Countdown,
    TurnOver,
}

dispatch! { Step: Decision<AgeOfWar, Base> {
    Step::Lot => Lot,
    Step::Casualties => Casualties,
    Step::Restore => Restore,
    Step::RestoreDie(die) => die,
    Step::Commanders => Commanders,
    Step::Commander(commander) => commander,
    Step::CommanderDie(die) => die,
    Step::CloseUp(close_up) => close_up,
    Step::NewGenerals => NewGenerals,
    Step::NewGeneral(new) => new,
    Step::Generals => Generals,
    Step::GeneralDice(dice) => dice,
    Step::General(general) => general,
    Step::Messengers => Messengers,
    Step::Allot(allot) => allot,
    Step::Ride(ride) => ride,
    Step::Award(award) => award,
    Step::AwardAgain(again) => again,
    Step::AwardLast(last) => last,
    Step::Motivate => Motivate,
    Step::Motivation(motivation) => motivation,
    Step::Determination(determination) => determination,
    Step::Points(points) => points,
    Step::Act(act) => act,
    Step::RestoreTry(restore) => restore,
    Step::ControlTry(control) => control,
    Step::MountTry(mount) => mount,
    Step::Leaderless => Leaderless,
    Step::Fights => Fights,
    Step::Fight(fight) => fight,
    Step::Challenge => Challenge,
    Step::Accept(accept) => accept,
    Step::Duel(duel) => duel,
    Step::Late => Late,
    Step::LateDie(die) => die,
    Step::Arrive(arrive) => arrive,
    Step::Countdown => Countdown,
    Step::TurnOver => TurnOver,
} }

/// What is due before the step continues.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    ///
    Test(Test),
    /// A-10.C.
    RallyRisk(RallyRisk),
    /// the die of a fall back.
    FallBack(FallBack),
    /// any facing after two fails.
    Face(Face),
    /// ashigaru bases sneak off.
    Sneak(Sneak),
    /// A-10.F: the general's unit is gone.
    Fate(Fate),
    /// 9.3: the Maku is taken, or the unit the daimyo was with is gone.
    Escape(Escape),
    ///
    Danger(Danger),
    /// the far edge of scenery.
    Edge(Edge),
    /// 6.6: opportunity shooting.
    Watch(Watch),
    Shot(Shot),
    Assault(Assault),
    /// 4.1.
    Reform(Reform),
}

dispatch! { Errand: Decision<AgeOfWar> {
    Errand::Test(test) => test,
    Errand::RallyRisk(risk) => risk,
    Errand::FallBack(fall_back) => fall_back,
    Errand::Face(face) => face,
    Errand::Sneak(sneak) => sneak,
    Errand::Fate(fate) => fate,
    Errand::Escape(escape) => escape,
    Errand::Danger(danger) => danger,
    Errand::Edge(edge) => edge,
    Errand::Watch(watch) => watch,
    Errand::Shot(shot) => shot,
    Errand::Assault(assault) => assault,
    Errand::Reform(reform) => reform,
} }

dispatch! { Aim: Decision<AgeOfWar, Shot> {
    Aim::Hit => Hit,
    Aim::Again(again) => again,
    Aim::Choice(choice) => choice,
    Aim::Name(name) => name,
    Aim::Save => Save,
} }

dispatch! { Answer: Decision<AgeOfWar, Assault> {
    Answer::Asked => Asked,
    Answer::Fighter(fighter) => fighter,
    Answer::Withdrawer(withdrawer) => withdrawer,
    Answer::Distance(distance) => distance,
} }

/// The errands that are due, as a stack: the last is worked first. Read as a slice; only a decision takes errands out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Errands(Vec<Errand>);

impl Errands {
    /// Puts an errand before all others.
    pub(crate) fn push(&mut self, errand: Errand) {
        self.0.push(errand);
    }
}

impl FromIterator<Errand> for Errands {
    fn from_iter<I: IntoIterator<Item = Errand>>(errands: I) -> Errands {
        Errands(errands.into_iter().collect())
    }
}

impl Deref for Errands {
    type Target = [Errand];

    fn deref(&self) -> &[Errand] {
        &self.0
    }
}

impl DecisionRules for AgeOfWar {
    type Base = Step;
    type Frame = Errand;
    type Frames = Vec<Errand>;

    fn is_over(&self, state: &State) -> bool {
        state.over.is_some()
    }

    fn outcome(&self, state: &State) -> Outcome {
        let over = state.over.expect("it is over");
        let rule = match over.by {
            Ending::Countdown => A_20_11,
            Ending::Losses => R_12_1,
        };
        Outcome { winner: over.winner, rule, line: self.ending_line(over) }
    }

    fn base(state: &State) -> &Step {
        &state.step
    }

    fn frames(state: &State) -> &Vec<Errand> {
        &state.errands.0
    }

    fn frames_mut(state: &mut State) -> &mut Vec<Errand> {
        &mut state.errands.0
    }

    fn before_base(&self, state: &mut State, story: &mut Story<Event>) {
        self.end_broken_fights(state, story);
    }

    fn button(&self, n: u16) -> Option<Action> {
        PLAIN.get(usize::from(n)).map(|(_, action, _)| *action)
    }
}

/// Continues with another step of the turn.
pub(crate) fn next_step(state: &mut State, step: Step) -> Flow<Infallible> {
    state.step = step;
    Flow::Stay
}

/// A roll of one die without modifiers.
pub(crate) fn one_die(rule: Rule, seat: Seat, line: Line) -> Roll {
    Roll { rule, seat, line, pool: Pool::d6(1), modifiers: Vec::new() }
}

/// The die of a unit, without modifiers.
pub(crate) fn unit_die(rules: &AgeOfWar, unit: UnitId, rule: Rule, key: &'static str) -> Roll {
    one_die(rule, rules.seat_of(unit), Line::new(key).with("unit", piece(unit)))
}

/// The body that a click points at.
pub(crate) fn clicked_unit(rules: &AgeOfWar, thing: Thing) -> Option<UnitId> {
    match thing {
        Thing::Piece(n) if usize::from(n) < rules.units.len() => Some(UnitId(n as u8)),
        _ => None,
    }
}

/// The place that a click points at, where nothing stands.
pub(crate) fn clicked_spot(thing: Thing) -> Option<Point> {
    match thing {
        Thing::Spot(x, y) => Some(Point::new(x, y)),
        _ => None,
    }
}

/// A coordinate to the nearest inch, as actions write it.
pub(crate) fn to_inch(coordinate: i32) -> u16 {
    ((coordinate + 50) / 100).clamp(0, 200) as u16
}
