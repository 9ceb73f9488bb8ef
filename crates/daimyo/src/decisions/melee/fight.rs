//! 8.1 to 8.8: a melee in its round, from the challenges to the pursuit. What its stages share.

pub(crate) mod accept;
pub(crate) mod after;
pub(crate) mod blows;
pub(crate) mod challenge;
pub(crate) mod duel;
pub(crate) mod end;
pub(crate) mod outcome;

use arrayvec::ArrayVec;
use kernel::{decision::Parent, dispatch};

use self::{
    accept::Accept, after::After, blows::Blows, challenge::Challenge, duel::Duel, end::End, outcome::Outcome,
};
use crate::{model::units::UnitSet, prelude::*, queries::blows::Blow};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// 8.11: does the active side challenge?
    Challenge(Challenge),
    Accept(Accept),
    Duel(Duel),
    /// The rolls, one after the other.
    Blows,
    /// Hits are counted, the losers driven back.
    Result,
    /// Winners one by one: follow or pursue?
    After(After),
    End,
}

/// What a winner may do about a loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sequel {
    pub winner: UnitId,
    pub loser: UnitId,
    pub routed: bool,
}

/// Hits of one unit in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    pub unit: UnitId,
    pub inflicted: u8,
    pub received: u8,
}

/// 8.1: a melee in its round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub units: UnitSet,
    pub stage: Stage,
    /// 8.11: pairs asked about in this round.
    pub asked: ArrayVec<(LeaderId, LeaderId), 8>,
    pub blows: Vec<Blow>,
    pub made: u8,
    pub tally: ArrayVec<Tally, 32>,
    /// Units whose leader gives no bonus this round, and those that get one more for a challenge won.
    pub muted: UnitSet,
    pub keen: UnitSet,
    pub sequels: Vec<Sequel>,
}

dispatch! { Stage: Decision<Daimyo, Fight> {
    Stage::Challenge(challenge) => challenge,
    Stage::Accept(accept) => accept,
    Stage::Duel(duel) => duel,
    Stage::Blows => Blows,
    Stage::Result => Outcome,
    Stage::After(after) => after,
    Stage::End => End,
} }

impl Parent<Daimyo> for Fight {
    type Next = Stage;
}

/// 8.1: the units of this melee fight a round.
pub(crate) fn begin(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    let units = rules.melee_of(state, unit);
    for unit in units.iter() {
        let body = state.body_mut(unit);
        body.mark(Mark::Fought);
        body.round = body.round.saturating_add(1);
    }
    let round = units.iter().map(|unit| state.body(unit).round).max().unwrap_or(1);
    story.tell(|| {
        Event::of(D_SEQ_B5, "told-melee", unit)
            .with("others", units.len() as i32 - 1)
            .with("round", i32::from(round))
    });
    // 8.11: once per pair per melee; a pair that is no longer in contact may meet again.
    let mut pairs = std::mem::take(&mut state.challenged);
    pairs.retain(|(a, b)| match (state.person(*a).with, state.person(*b).with) {
        (Some(a), Some(b)) => rules.is_contact(state, a, b),
        _ => false,
    });
    state.challenged = pairs;
    let mut fight = Fight {
        units,
        stage: Stage::Blows,
        asked: ArrayVec::new(),
        blows: Vec::new(),
        made: 0,
        tally: units.iter().take(32).map(|unit| Tally { unit, inflicted: 0, received: 0 }).collect(),
        muted: UnitSet::default(),
        keen: UnitSet::default(),
        sequels: Vec::new(),
    };
    fight.stage = challenge::next(rules, state, &mut fight);
    state.step = Step::Fight(Box::new(fight));
}

impl Decision<Daimyo, Base> for Fight {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        self.stage.asked(cx.within(self))
    }
    fn question(&self, cx: Cx<'_>) -> Question {
        self.stage.question(cx.within(self))
    }
    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        self.stage.list(cx.within(self), out);
    }
    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        self.stage.judge(cx.within(self), action)
    }
    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        self.step(cx, |stage, cx| stage.act(cx, action))
    }
    fn roll(&self, cx: Cx<'_>) -> Roll {
        self.stage.roll(cx.within(self))
    }
    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        self.step(cx, |stage, cx| stage.rolled(cx, fall))
    }
    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.stage.is_waiting(cx.within(self))
    }
    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        self.step(cx, |stage, cx| stage.advance(cx))
    }
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        self.stage.default_action(cx.within(self))
    }
    fn branches(&self, cx: Cx<'_>) -> bool {
        self.stage.branches(cx.within(self))
    }
    fn depth(&self, _cx: Cx<'_>) -> usize {
        if matches!(self.stage, Stage::Challenge(_)) { 1 } else { 2 }
    }
}

impl Fight {
    /// Lets the current stage act on this copy of the fight, and stores what the fight became.
    fn step(&mut self, cx: CxMut<'_>, act: impl FnOnce(&mut Stage, CxMut<'_, Fight>) -> Flow<Stage>) -> Flow {
        let CxMut { rules, state, story, seat, .. } = cx;
        let mut stage = self.stage;
        let flow = match act(&mut stage, CxMut { rules, state, story, parent: self, seat }) {
            Flow::Stay => Flow::Stay,
            Flow::Next(next) => {
                stage = next;
                Flow::Stay
            }
            Flow::Call(errand) => Flow::Call(errand),
            Flow::Done => {
                state.step = Step::Melee;
                return Flow::Stay;
            }
        };
        self.stage = stage;
        let Step::Fight(stored) = &mut state.step else { unreachable!("no stage assigns the step") };
        std::mem::swap(&mut **stored, self);
        flow
    }
}

/// The leader of a unit, or the unit if it has none.
fn led(state: &State, unit: UnitId) -> Thing {
    state.body(unit).leader.map_or(piece(unit), person)
}
