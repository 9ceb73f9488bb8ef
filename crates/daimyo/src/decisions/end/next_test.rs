//! C1, 10.1, D-MOR-11: which unit tests next at the end of the turn?

use plane::TableEdge;

use crate::{decisions::end::end_test::EndTest, model::units::UnitSet, prelude::*, queries::morale::Reason};

#[derive(Clone, Copy, Debug)]
pub(crate) struct NextTest;

/// A flank is named only if somebody must test.
pub(crate) fn begin(rules: &Daimyo, state: &mut State) {
    let due = state.all().any(|unit| due_reason(rules, state, unit).is_some());
    state.swept = UnitSet::default();
    state.from_left = true;
    state.step = if due { Step::Flank } else { Step::Tests };
}

impl Decision<Daimyo, Base> for NextTest {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let order = |state: &State, unit: UnitId| (along(rules, state, unit), unit);
        let due: Vec<_> = state
            .all()
            .filter_map(|unit| {
                due_reason(rules, state, unit).map(|reason| (order(state, unit), unit, reason))
            })
            .collect();
        // On from where the round along the flank has come to; then the round starts again.
        let next =
            due.iter().filter(|(_, unit, _)| !state.swept.has(*unit)).min().or_else(|| due.iter().min());
        if let Some(&(place, unit, reason)) = next {
            if state.swept.has(unit) {
                state.swept = UnitSet::default();
            }
            for other in state.all() {
                if order(state, other) <= place {
                    state.swept.insert(other);
                }
            }
            state.step = Step::Test(EndTest { unit, reason });
            return Flow::Stay;
        }
        state.swept = UnitSet::default();
        state.from_left = true;
        state.step = Step::Victory;
        // 9.4: a unit that routed a second time leaves at the end of the turn.
        for unit in state.all() {
            if state.is(unit, Mark::Doomed) && state.body(unit).place.is_here() {
                losses::disperse(rules, state, unit, R_9_4, story);
            }
        }
        Flow::Stay
    }
}

/// D-MOR-11: the highest reason a unit has to test at the end of the turn.
fn due_reason(rules: &Daimyo, state: &State, unit: UnitId) -> Option<Reason> {
    let body = state.body(unit);
    let data = rules.unit(unit);
    // D-MOR-12: the frenzied do not test; nor do those who run, or a headquarters.
    if !body.is_steady() || body.is(Mark::Frenzied) || body.is(Mark::Tested) || data.is_headquarters() {
        return None;
    }
    if body.is(Mark::RunThrough) {
        return Some(Reason::RunThrough);
    }
    let choosy = data.is_mounted() || data.troop.is_samurai();
    let heeds = |other: UnitId| {
        let theirs = rules.unit(other);
        !choosy || theirs.is_mounted() || theirs.troop.is_samurai()
    };
    let mut routers = rules.of_side[data.side.index()].iter().filter(|other| {
        let body = state.body(*other);
        *other != unit && body.place.is_here() && body.is(Mark::Routing) && body.is(Mark::NewRout)
    });
    if routers.any(|other| {
        heeds(other) && rules.is_within(state, other, unit, rules.heeded(rules.in_melee(state, unit)))
    }) {
        return Some(Reason::FriendRouting);
    }
    if body.is(Mark::Bereft) {
        return Some(Reason::LeaderLost);
    }
    body.is(Mark::LostStand).then_some(Reason::StandLost)
}

/// 10.1: along the holder's baseline, from his left or right.
fn along(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let at = state.body(unit).at;
    let from_left = match rules.scenario.edges[state.holder.index()] {
        TableEdge::South => at.x,
        TableEdge::North => -at.x,
        TableEdge::East => at.y,
        TableEdge::West => -at.y,
    };
    if state.from_left { from_left } else { -from_left }
}
