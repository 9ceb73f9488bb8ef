//! Chapter 8: melee. Who fights whom, a round, and what comes of it.

use arrayvec::ArrayVec;
use kernel::{Actions, Line, May, No, Question, Seat, Side, Story};
use open::Event;
use plane::{Footprint, Heading, Len};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    action::Action,
    decisions::{
        Step,
        errand::{
            danger::{self, Peril},
            pursuit,
        },
    },
    ground::Kind,
    refer::{person, piece},
    rule_ids::*,
    state::{Mark, State, Where},
    units::{LeaderId, Troop, UnitId, UnitSet},
};

/// Stands of a unit that strike the same enemy alike: one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    pub unit: UnitId,
    pub foe: UnitId,
    pub stands: u8,
    /// 8.3: at an enemy on its flank or rear.
    pub flank: bool,
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// 8.11: does the active side challenge?
    Challenge {
        mine: UnitId,
        theirs: UnitId,
    },
    Accept {
        mine: UnitId,
        theirs: UnitId,
    },
    Duel {
        mine: UnitId,
        theirs: UnitId,
    },
    /// The rolls, one after the other.
    Blows,
    /// Hits are counted, the losers driven back.
    Result,
    /// Winners one by one: follow or pursue?
    After {
        n: u8,
    },
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

impl Daimyo {
    /// 8.1: all units linked by contact that have not fought this turn, from one of them.
    pub(crate) fn melee_of(&self, state: &State, unit: UnitId) -> UnitSet {
        let mut units = UnitSet::default();
        if state.is(unit, Mark::Fought) {
            return units;
        }
        let mut open: ArrayVec<UnitId, 64> = ArrayVec::new();
        open.push(unit);
        units.insert(unit);
        while let Some(next) = open.pop() {
            for foe in self.foes(state, next) {
                if !units.has(foe) && !state.is(foe, Mark::Fought) {
                    units.insert(foe);
                    open.push(foe);
                }
            }
        }
        if units.len() < 2 { UnitSet::default() } else { units }
    }

    /// The melees of the active group, each by its lowest id.
    fn melees(&self, state: &State) -> ArrayVec<UnitId, 24> {
        let mut found: ArrayVec<UnitId, 24> = ArrayVec::new();
        let Some(group) = state.group else { return found };
        let mut seen = UnitSet::default();
        for unit in self.group(group).units.iter() {
            if seen.has(unit) || !state.body(unit).is_steady() {
                continue;
            }
            let melee = self.melee_of(state, unit);
            if let Some(first) = melee.first() {
                seen = seen.or(&melee);
                found.push(first);
            }
        }
        found.sort_unstable();
        found
    }

    pub(crate) fn skip_melee(&self, state: &mut State) -> bool {
        if state.activated && !self.melees(state).is_empty() {
            return false;
        }
        self.end_slot(state);
        true
    }

    pub(crate) fn melee_question(&self, state: &State) -> Question {
        Question::new(Seat(state.active.0), D_SEQ_B5, Line::new("ask-melee").with("side", state.active))
    }

    pub(crate) fn may_fight(&self, state: &State, unit: UnitId) -> May {
        if self.melees(state).contains(&unit) {
            return Ok(());
        }
        if state.is(unit, Mark::Fought) {
            return Err(No::new(D_MEL_12, "no-fought").with("unit", piece(unit)));
        }
        Err(No::new(R_8_1, "no-melee").with("unit", piece(unit)))
    }

    pub(crate) fn list_melees(&self, state: &State, out: &mut Actions<Action>) {
        for unit in self.melees(state) {
            out.push(Action::Fight(unit));
        }
    }

    pub(crate) fn resolve_fight(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let units = self.melee_of(state, unit);
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
            (Some(a), Some(b)) => self.is_contact(state, a, b),
            _ => false,
        });
        state.challenged = pairs;
        let fight = Fight {
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
        state.step = Step::Fight(Box::new(fight));
        self.next_challenge(state);
    }

    pub(crate) fn fight_question(&self, state: &State, fight: &Fight) -> Option<Question> {
        let leader = |unit: UnitId| state.body(unit).leader.map_or(piece(unit), person);
        Some(match fight.stage {
            Stage::Challenge { mine, theirs } => {
                let line =
                    Line::new("ask-challenge").with("leader", leader(mine)).with("other", leader(theirs));
                Question::new(self.seat_of(mine), D_MEL_13, line).at(piece(mine))
            }
            Stage::Accept { mine, theirs } => {
                let line = Line::new("ask-accept").with("leader", leader(theirs)).with("other", leader(mine));
                Question::new(self.seat_of(theirs), R_8_11, line).at(piece(theirs))
            }
            Stage::After { n } => {
                let sequel = fight.sequels.get(usize::from(n))?;
                let key = if sequel.routed { "ask-pursue" } else { "ask-follow" };
                let line =
                    Line::new(key).with("unit", piece(sequel.winner)).with("target", piece(sequel.loser));
                let rule = if sequel.routed { R_8_8 } else { R_8_6 };
                Question::new(self.seat_of(sequel.winner), rule, line).at(piece(sequel.winner))
            }
            _ => return None,
        })
    }

    pub(crate) fn fight_actions(&self, fight: &Fight) -> &'static [Action] {
        match fight.stage {
            Stage::Challenge { .. } => &[Action::Challenge, Action::NoChallenge],
            Stage::Accept { .. } => &[Action::Accept, Action::Refuse],
            Stage::After { n } => match fight.sequels.get(usize::from(n)) {
                Some(sequel) if sequel.routed => &[Action::Pursue, Action::HoldBack],
                Some(_) => &[Action::Follow, Action::Stay],
                None => &[],
            },
            _ => &[],
        }
    }

    pub(crate) fn resolve_fight_action(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        match (fight.stage, action) {
            (Stage::Challenge { mine, theirs }, Action::Challenge) => {
                fight.stage = Stage::Accept { mine, theirs };
                let pair = state.body(mine).leader.zip(state.body(theirs).leader);
                if let Some((leader, other)) = pair {
                    state.challenged.push((leader, other));
                    story.tell(|| {
                        Event::new(D_MEL_13, "told-challenges")
                            .with("leader", person(leader))
                            .with("other", person(other))
                    });
                }
            }
            (Stage::Challenge { .. }, _) => self.next_challenge(state),
            (Stage::Accept { mine, theirs }, Action::Accept) => fight.stage = Stage::Duel { mine, theirs },
            (Stage::Accept { theirs, .. }, _) => {
                fight.muted.insert(theirs);
                state.body_mut(theirs).mark(Mark::Shamed);
                story.tell(|| Event::of(R_8_11, "told-refuses", theirs));
                self.next_challenge(state);
            }
            (Stage::After { n }, action) => {
                let sequel = fight.sequels[usize::from(n)];
                fight.stage = Stage::After { n: n + 1 };
                match action {
                    Action::Follow => self.follow_up(state, sequel.winner, story),
                    Action::Pursue => pursuit::begin(self, state, sequel.winner, sequel.loser, story),
                    _ => {
                        story.tell(|| Event::of(R_8_6, "told-holds", sequel.winner));
                    }
                }
            }
            (stage, action) => unreachable!("{action:?} was judged legal in {stage:?}"),
        }
    }

    pub(crate) fn resolve_blow(&self, state: &mut State, hits: i32, story: &mut Story<Event>) {
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        let blow = fight.blows[usize::from(fight.made)];
        fight.made += 1;
        for tally in &mut fight.tally {
            if tally.unit == blow.unit {
                tally.inflicted += hits as u8;
            }
            if tally.unit == blow.foe {
                tally.received += hits as u8;
            }
        }
        story.tell(|| {
            Event::of(D_MEL_2, "told-strikes", blow.unit)
                .with("target", piece(blow.foe))
                .with("stands", i32::from(blow.stands))
                .with("hits", hits)
                .by(self.side_of(blow.unit))
        });
    }

    /// Works the round on; `false` where it rests in a question or a roll.
    pub(crate) fn work_fight(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        match fight.stage {
            Stage::Challenge { .. } | Stage::Accept { .. } | Stage::Duel { .. } => false,
            Stage::Blows => {
                let done = usize::from(fight.made) >= fight.blows.len();
                if done {
                    fight.stage = Stage::Result;
                }
                done
            }
            Stage::Result => {
                self.work_result(state, story);
                true
            }
            Stage::After { n } => self.work_sequel(state, n, story),
            Stage::End => {
                let units = fight.units;
                state.step = Step::Melee;
                self.end_melee(state, units, story);
                true
            }
        }
    }

    /// 8.4: hits are counted; the losing side is pushed back or breaks.
    fn work_result(&self, state: &mut State, story: &mut Story<Event>) {
        let Step::Fight(fight) = &state.step else { unreachable!("a melee is being fought") };
        let fight = fight.as_ref().clone();
        for tally in &fight.tally {
            let lost = self.hit(state, tally.unit, tally.received, D_MEL_2, story);
            let body = state.body(tally.unit);
            if lost > 0
                && body.place.is_here()
                && let Some(leader) = body.leader
            {
                danger::begin(state, leader, Peril::Struck);
            }
        }
        for unit in fight.units.iter() {
            state.body_mut(unit).clear(&[Mark::Charging, Mark::Following]);
        }
        let received = |side: Side| -> u32 {
            fight.tally.iter().filter(|t| self.side_of(t.unit) == side).map(|t| u32::from(t.received)).sum()
        };
        let hits = Side::ALL.map(received);
        let mut sequels: Vec<Sequel> = Vec::new();
        if hits[0] == hits[1] {
            story.tell(|| Event::new(D_MEL_9, "told-stand-off").with("hits", hits[0] as i32));
        } else {
            let loser = if hits[0] > hits[1] { Side(0) } else { Side(1) };
            story.tell(|| {
                Event::new(D_MEL_9, "told-wins")
                    .with("side", loser.other())
                    .with("hits", hits[loser.index()] as i32)
                    .with("against", hits[loser.other().index()] as i32)
                    .by(loser.other())
            });
            let mut touched: Vec<(UnitId, UnitId)> = Vec::new();
            for unit in fight.units.iter().filter(|unit| self.side_of(*unit) != loser) {
                touched.extend(self.foes(state, unit).into_iter().map(|foe| (unit, foe)));
            }
            let mut routed = UnitSet::default();
            let mut pushed = UnitSet::default();
            for tally in fight.tally.iter().filter(|tally| self.side_of(tally.unit) == loser) {
                let unit = tally.unit;
                if !state.body(unit).place.is_here() {
                    continue;
                }
                if self.unit(unit).is_gun() {
                    self.capture(state, unit, story);
                } else if tally.received >= tally.inflicted + self.tables.melee.rout_by {
                    routed.insert(unit);
                    self.rout(state, unit, story);
                } else if self.push_back(state, &fight, unit, story) {
                    pushed.insert(unit);
                }
            }
            for winner in fight.units.iter().filter(|unit| self.side_of(*unit) != loser) {
                let of = |set: &UnitSet| {
                    touched.iter().find(|(w, l)| *w == winner && set.has(*l)).map(|(_, l)| *l)
                };
                let sequel = match (of(&routed), of(&pushed)) {
                    (Some(loser), _) => Some(Sequel { winner, loser, routed: true }),
                    (None, Some(loser)) => Some(Sequel { winner, loser, routed: false }),
                    (None, None) => None,
                };
                sequels.extend(sequel);
            }
        }
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        fight.sequels = sequels;
        fight.stage = Stage::After { n: 0 };
    }

    /// 8.4, 8.5: 3 cm along the facing of the enemy it touches with most stands.
    fn push_back(&self, state: &mut State, fight: &Fight, unit: UnitId, story: &mut Story<Event>) -> bool {
        let stuck = self.unit(unit).is_headquarters() || matches!(state.body(unit).place, Where::Block(_));
        let Some(along) = self.pushed_along(state, fight, unit) else { return false };
        let print = self.print(state, unit);
        let to = print.shifted(along, self.tables.melee.push_back);
        if stuck || !self.is_free_way(state, unit, &print, &to) {
            story.tell(|| Event::of(R_8_5, "told-not-pushed", unit));
            self.disorder_by(state, unit, D_DIS_3, story);
            return false;
        }
        let hull = print.swept_to(&to);
        self.put(state, unit, &to);
        story.tell(|| {
            Event::of(R_8_4, "told-pushed-back", unit).by(self.side_of(unit)).moved(piece(unit), to.front)
        });
        if self.is_difficult(&hull) || self.obstacles(&hull) != 0 {
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        true
    }

    fn pushed_along(&self, state: &State, fight: &Fight, unit: UnitId) -> Option<Heading> {
        let own = fight.blows.iter().filter(|blow| blow.unit == unit).map(|blow| (blow.foe, blow.stands));
        let theirs = fight.blows.iter().filter(|blow| blow.foe == unit).map(|blow| (blow.unit, blow.stands));
        let most = |blows: &mut dyn Iterator<Item = (UnitId, u8)>| {
            blows.max_by_key(|(foe, stands)| (*stands, std::cmp::Reverse(*foe))).map(|(foe, _)| foe)
        };
        let foe = most(&mut own.into_iter()).or_else(|| most(&mut theirs.into_iter()))?;
        match state.body(foe).place {
            // Out of a building: away from it.
            Where::Block(_) => plane::Compass::FULL
                .bearing(self.shape(state, foe).centre(), self.print(state, unit).centre()),
            _ => Some(state.body(foe).heading),
        }
    }

    /// Is this way free of everybody, of closed ground and on the table?
    fn is_free_way(&self, state: &State, unit: UnitId, from: &Footprint, to: &Footprint) -> bool {
        let hull = from.swept_to(to);
        let there = to.outline();
        !self.ground.is_off(&hull)
            && self.ground.closed(&hull, self.unit(unit).is_mounted()).is_none()
            && !state.here().any(|other| {
                let shape = self.shape(state, other);
                let foe = self.side_of(other) != self.side_of(unit);
                // The enemy it is pushed by is behind the hull; where edges are not parallel only the end counts.
                other != unit && if foe { shape.overlaps(&there) } else { shape.overlaps(&hull) }
            })
    }

    /// 8.6, 8.8: is the winner asked, does he have to, or can he not?
    fn work_sequel(&self, state: &mut State, n: u8, story: &mut Story<Event>) -> bool {
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        let Some(sequel) = fight.sequels.get(usize::from(n)).copied() else {
            fight.stage = Stage::End;
            return true;
        };
        let winner = sequel.winner;
        let can = match sequel.routed {
            true => self.may_pursue(state, winner),
            false => self.may_follow(state, winner),
        };
        let must = if sequel.routed {
            let data = self.unit(winner);
            let headlong = data.troop.is_samurai() || data.is_mounted();
            state.is(winner, Mark::Frenzied) || headlong && self.is_out_of_command(state, winner)
        } else {
            state.is(winner, Mark::Frenzied)
        };
        if can && !must {
            return false;
        }
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        fight.stage = Stage::After { n: n + 1 };
        if can {
            match sequel.routed {
                true => pursuit::begin(self, state, winner, sequel.loser, story),
                false => self.follow_up(state, winner, story),
            }
        }
        true
    }

    fn may_follow(&self, state: &State, unit: UnitId) -> bool {
        let data = self.unit(unit);
        let body = state.body(unit);
        if !body.is_steady() || body.place != Where::Table || data.is_gun() || data.is_headquarters() {
            return false;
        }
        let ahead = self.print(state, unit).strip(Len(105));
        let palisade = self
            .ground
            .of_kind(|kind| kind == Kind::Palisade)
            .any(|(_, feature)| feature.area.touches(&ahead));
        !palisade && !self.in_melee(state, unit)
    }

    /// 8.6: 3 cm straight ahead, or as far as there is room.
    fn follow_up(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let start = self.print(state, unit);
        let run = self.run_on(state, unit, start, self.tables.melee.push_back, true);
        self.put(state, unit, &run.at);
        let body = state.body_mut(unit);
        body.mark(Mark::Following);
        body.mark(Mark::Moved);
        story.tell(|| {
            Event::of(R_8_6, "told-follows", unit).by(self.side_of(unit)).moved(piece(unit), run.at.front)
        });
        if run.rough {
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        self.touch_guns(state, unit, &[start.swept_to(&run.at)], story);
    }

    fn may_pursue(&self, state: &State, unit: UnitId) -> bool {
        let data = self.unit(unit);
        let body = state.body(unit);
        body.is_steady()
            && body.place == Where::Table
            && data.troop != Troop::AshigaruMissile
            && !data.is_gun()
            && !data.is_headquarters()
            && !self.in_melee(state, unit)
    }

    /// 8.7: counters of those who touch nobody any more; when the whole melee is over after two rounds everyone is
    /// disordered.
    fn end_melee(&self, state: &mut State, units: UnitSet, story: &mut Story<Event>) {
        let long = units.iter().any(|unit| state.body(unit).round >= 2);
        let goes_on = units.iter().any(|unit| self.in_melee(state, unit));
        for unit in units.iter() {
            if !state.body(unit).is_steady() || self.in_melee(state, unit) {
                continue;
            }
            let body = state.body_mut(unit);
            body.round = 0;
            body.set(Mark::Across, false);
            if long && !goes_on {
                self.disorder_by(state, unit, D_DIS_6, story);
            }
        }
        if !goes_on {
            story.tell(|| Event::new(R_8_7, "told-melee-over"));
        }
    }
}
