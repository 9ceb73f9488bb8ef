//! Chapter 10: the end of a turn. Morale tests, victory, leaders of clans that were not activated.

use kernel::{Line, Question, Seat, Side, Story};
use open::Event;
use plane::{Outline, TableEdge};

use crate::{
    Daimyo,
    decisions::Step,
    morale::{Reason, Verdict},
    rule_ids::*,
    state::{Ending, Life, Mark, Over, State},
    units::{UnitId, UnitSet},
};

impl Daimyo {
    /// C1: a flank is named only if somebody must test.
    pub(crate) fn end_turn(&self, state: &mut State) {
        let due = state.all().any(|unit| self.due_reason(state, unit).is_some());
        state.swept = UnitSet::default();
        state.from_left = true;
        state.step = if due { Step::Flank } else { Step::Tests };
    }

    pub(crate) fn flank_question(&self, state: &State) -> Question {
        Question::new(Seat(state.holder.0), R_10_1, Line::new("ask-flank").with("side", state.holder))
    }

    /// D-MOR-11: the highest reason a unit has to test at the end of the turn.
    pub(crate) fn due_reason(&self, state: &State, unit: UnitId) -> Option<Reason> {
        let body = state.body(unit);
        let data = self.unit(unit);
        // D-MOR-12: the frenzied do not test; nor do those who run, or a headquarters.
        if !body.is_steady() || body.is(Mark::Frenzied) || body.is(Mark::Tested) || data.is_headquarters() {
            return None;
        }
        if body.is(Mark::RunThrough) {
            return Some(Reason::RunThrough);
        }
        let choosy = data.is_mounted() || data.troop.is_samurai();
        let heeds = |other: UnitId| {
            let theirs = self.unit(other);
            !choosy || theirs.is_mounted() || theirs.troop.is_samurai()
        };
        let mut routers = self.of_side[data.side.index()].iter().filter(|other| {
            let body = state.body(*other);
            *other != unit && body.place.is_here() && body.is(Mark::Routing) && body.is(Mark::NewRout)
        });
        if routers.any(|other| {
            heeds(other) && self.is_within(state, other, unit, self.heeded(self.in_melee(state, unit)))
        }) {
            return Some(Reason::FriendRouting);
        }
        if body.is(Mark::Bereft) {
            return Some(Reason::LeaderLost);
        }
        body.is(Mark::LostStand).then_some(Reason::StandLost)
    }

    /// 10.1: along the holder's baseline, from his left or right.
    fn along(&self, state: &State, unit: UnitId) -> i32 {
        let at = state.body(unit).at;
        let from_left = match self.scenario.edges[state.holder.index()] {
            TableEdge::South => at.x,
            TableEdge::North => -at.x,
            TableEdge::East => at.y,
            TableEdge::West => -at.y,
        };
        if state.from_left { from_left } else { -from_left }
    }

    pub(crate) fn work_tests(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let order = |state: &State, unit: UnitId| (self.along(state, unit), unit);
        let due = state
            .all()
            .filter_map(|unit| self.due_reason(state, unit).map(|reason| (order(state, unit), unit, reason)));
        let due: Vec<_> = due.collect();
        // On from where the round along the flank has come to; then the round begins anew.
        let next =
            due.iter().filter(|(_, unit, _)| !state.swept.has(*unit)).min().or_else(|| due.iter().min());
        match next {
            Some(&(place, unit, reason)) => {
                if state.swept.has(unit) {
                    state.swept = UnitSet::default();
                }
                for other in state.all() {
                    if order(state, other) <= place {
                        state.swept.insert(other);
                    }
                }
                state.step = Step::Test { unit, reason };
                false
            }
            None => {
                state.swept = UnitSet::default();
                state.from_left = true;
                state.step = Step::Victory;
                // 9.4: who routed a second time leaves at the end of the turn.
                for unit in state.all() {
                    if state.is(unit, Mark::Doomed) && state.body(unit).place.is_here() {
                        self.disperse(state, unit, R_9_4, story);
                    }
                }
                true
            }
        }
    }

    pub(crate) fn resolve_test(
        &self,
        state: &mut State,
        unit: UnitId,
        reason: Reason,
        natural: i32,
        story: &mut Story<Event>,
    ) {
        let verdict = self.throw_morale(state, unit, reason, natural, story);
        state.body_mut(unit).mark(Mark::Tested);
        state.step = Step::Tests;
        if let Verdict::Fail(failure) = verdict {
            self.suffer(state, unit, failure, None, story);
        }
    }

    /// D-VIC-1: what a side has lost, in weight.
    pub(crate) fn lost_weight(&self, state: &State, side: Side) -> i32 {
        let lost = self.of_side[side.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
        lost.map(|unit| self.tables.weight(self.unit(unit))).sum()
    }

    pub(crate) fn lost_points(&self, state: &State, side: Side) -> i32 {
        let lost = self.of_side[side.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
        lost.map(|unit| self.unit(unit).points).sum()
    }

    pub(crate) fn finish(
        &self,
        state: &mut State,
        winner: Option<Side>,
        by: Ending,
        story: &mut Story<Event>,
    ) {
        let over = Over { winner, by };
        state.over = Some(over);
        story.tell(|| {
            let line = self.ending_line(over);
            let event = Event::new(by.rule(), line.key);
            match winner {
                Some(side) => event.with("side", side).by(side),
                None => event,
            }
        });
    }

    pub(crate) fn ending_line(&self, over: Over) -> Line {
        let Some(side) = over.winner else { return Line::new("over-draw") };
        let key = match over.by {
            Ending::Losses => "over-losses",
            Ending::Scenario => "over-scenario",
            Ending::Time => "over-time",
        };
        Line::new(key).with("side", side)
    }

    /// D-SC1: a headquarters destroyed in time wins at once.
    pub(crate) fn headquarters_falls(&self, state: &mut State, side: Side, story: &mut Story<Event>) {
        if let Some(condition) = self.scenario.headquarters
            && condition.winner == side.other()
            && state.turn <= condition.through
        {
            self.finish(state, Some(condition.winner), Ending::Scenario, story);
        }
    }

    /// D-SC1, D-SC2: units of the condition that stand unrouted wholly beyond its line.
    pub(crate) fn beyond(&self, state: &State) -> usize {
        let Some(beyond) = &self.scenario.beyond else { return 0 };
        let table = &self.ground.table;
        let is_beyond = |shape: &Outline| {
            // From the shape's far side to the edge it must have passed the line.
            let (near, far) = match beyond.edge {
                TableEdge::North => (TableEdge::South, beyond.line),
                TableEdge::South => (TableEdge::North, table.height - beyond.line),
                TableEdge::East => (TableEdge::West, beyond.line),
                TableEdge::West => (TableEdge::East, table.width - beyond.line),
            };
            table.room(near, shape) >= far
        };
        let there = beyond
            .units
            .iter()
            .filter(|unit| state.body(*unit).is_steady() && is_beyond(&self.shape(state, *unit)));
        there.count()
    }

    /// C2.
    pub(crate) fn work_victory(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let lost = Side::ALL.map(|side| self.lost_weight(state, side));
        let beaten =
            Side::ALL.map(|side| lost[side.index()] * self.tables.victory.one_in > self.weight[side.index()]);
        if beaten[0] || beaten[1] {
            // The larger fraction loses.
            let shares = [lost[0] * self.weight[1], lost[1] * self.weight[0]];
            let winner = match (beaten, shares[0].cmp(&shares[1])) {
                ([true, false], _) | ([true, true], std::cmp::Ordering::Greater) => Some(Side(1)),
                ([false, true], _) | ([true, true], std::cmp::Ordering::Less) => Some(Side(0)),
                _ => None,
            };
            self.finish(state, winner, Ending::Losses, story);
            return true;
        }
        let last = state.turn >= self.scenario.turns;
        if let Some(beyond) = &self.scenario.beyond
            && (!beyond.at_end || last)
            && self.beyond(state) >= beyond.count
        {
            self.finish(state, Some(beyond.winner), Ending::Scenario, story);
            return true;
        }
        if last {
            let winner = match self.scenario.points {
                Some(margin) => {
                    // Points of enemy units gone.
                    let taken = Side::ALL.map(|side| self.lost_points(state, side.other()));
                    match taken[0] - taken[1] {
                        by if by >= margin => Some(Side(0)),
                        by if -by >= margin => Some(Side(1)),
                        _ => self.scenario.otherwise,
                    }
                }
                None => self.scenario.otherwise,
            };
            self.finish(state, winner, Ending::Time, story);
            return true;
        }
        state.step = Step::Reform;
        true
    }

    /// C4: leaders of groups that were not activated.
    pub(crate) fn work_leaders(&self, state: &mut State) -> bool {
        let next = self.all_groups().find(|group| {
            let leader = self.group(*group).leader;
            !state.acted.has(*group) && state.person(leader).life == Life::Here
        });
        match next {
            Some(group) => {
                state.acted.insert(group);
                state.step = Step::Leader { leader: self.group(group).leader };
            }
            None => state.step = Step::Event,
        }
        true
    }

    pub(crate) fn next_turn(&self, state: &mut State, story: &mut Story<Event>) {
        state.turn += 1;
        self.begin_turn(state, story);
    }
}
