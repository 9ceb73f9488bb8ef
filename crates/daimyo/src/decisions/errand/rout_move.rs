//! 9.1: a unit runs towards its edge of the table. How far?

use plane::{Footprint, Hand, Len, Outline, TableEdge};

use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoutMove {
    pub unit: UnitId,
}

/// The die of a rout move is due.
pub(crate) fn begin(state: &mut State, unit: UnitId) {
    state.errands.push(Errand::Rout(RoutMove { unit }));
}

impl Decision<Daimyo> for RoutMove {
    fn asked(&self, _cx: Cx<'_, ()>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, ()>) -> Roll {
        Roll {
            rule: R_9_1,
            seat: cx.rules.seat_of(self.unit),
            line: Line::new("roll-rout").with("unit", piece(self.unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, ()>, fall: Fall) -> Flow<Errand> {
        if cx.state.body(self.unit).place.is_here() {
            run(cx.rules, cx.state, self.unit, fall.value(), cx.story);
        }
        Flow::Done
    }
}

fn run(rules: &Daimyo, state: &mut State, unit: UnitId, die: i32, story: &mut Story<Event>) {
    let home = rules.home(unit);
    let far = flight::rout_distance(rules, unit, die);
    let mut print = flight::faced(rules, state, unit, home.heading());
    let to_go = |print: &Footprint| rules.ground.table.room(home, &Outline::spot(print.centre()));
    let before = to_go(&print);
    let mut passed: Vec<UnitId> = Vec::new();
    let mut gone = 0;
    let mut sidestep: Option<Hand> = None;
    let mut left = far.0 / 100;
    let mut is_off = false;
    loop {
        let on_friend = rules.overlapped(state, unit, &print);
        if left <= 0 && on_friend.is_none() {
            break;
        }
        let Some((next, side)) = step(rules, state, unit, &print, sidestep) else { break };
        for other in flight::passed_through(rules, state, unit, &print, &next) {
            if !passed.contains(&other) {
                passed.push(other);
            }
        }
        print = next;
        sidestep = side;
        gone += 1;
        left -= 1;
        if rules.ground.is_over(home, &print.outline()) {
            is_off = true;
            break;
        }
    }
    for other in passed {
        placing::disorder_by(state, other, D_DIS_5, story);
        state.body_mut(other).mark(Mark::RunThrough);
        story.tell(|| Event::of(D_MOR_7, "told-run-through", other).with("router", piece(unit)));
    }
    let body = state.body_mut(unit);
    body.mark(Mark::HasRun);
    body.mark(Mark::Moved);
    placing::put(state, unit, &print);
    story.tell(|| Event::of(D_MOV_1, "told-runs", unit).with("cm", gone).moved(piece(unit), print.front));
    if is_off {
        losses::disperse(rules, state, unit, R_5_8, story);
    } else if to_go(&print) >= before {
        // Steps to the side gain nothing: who cannot get nearer to his edge scatters.
        losses::disperse(rules, state, unit, R_9_1, story);
    } else {
        placing::scatter_leaders(rules, state, unit);
    }
}

/// Straight, then half left, half right, square left, square right, never undoing the last sideways step.
fn step(
    rules: &Daimyo,
    state: &State,
    unit: UnitId,
    from: &Footprint,
    last: Option<Hand>,
) -> Option<(Footprint, Option<Hand>)> {
    let ways = [
        (0, None),
        (-9, Some(Hand::Left)),
        (9, Some(Hand::Right)),
        (-18, Some(Hand::Left)),
        (18, Some(Hand::Right)),
    ];
    let home = rules.home(unit);
    ways.into_iter().find_map(|(turn, hand)| {
        if hand.is_some() && last.is_some_and(|last| Some(last.other()) == hand) {
            return None;
        }
        let next = from.shifted(home.heading().turned(turn), Len(100));
        is_free(rules, state, unit, from, &next).then_some((next, hand))
    })
}

/// Whether a router may take this step: routing enemies and headquarters are passed by, other enemies at a distance.
fn is_free(rules: &Daimyo, state: &State, unit: UnitId, from: &Footprint, next: &Footprint) -> bool {
    let hull = from.swept_to(next);
    let home = rules.home(unit);
    let off = TableEdge::ALL.into_iter().any(|edge| edge != home && rules.ground.is_over(edge, &hull));
    if off || rules.ground.closed(&hull, rules.unit(unit).is_mounted()).is_some() {
        return false;
    }
    let here = from.outline();
    let there = next.outline();
    state.here().all(|other| {
        if other == unit {
            return true;
        }
        let shape = rules.shape(state, other);
        if rules.side_of(other) == rules.side_of(unit) {
            return !rules.unit(other).is_headquarters() || !shape.overlaps(&hull);
        }
        if state.is(other, Mark::Routing) {
            return !shape.overlaps(&hull);
        }
        !shape.overlaps(&hull)
            && (!shape.within(&there, rules.tables.distances.too_near())
                || shape.gap(&there) >= shape.gap(&here))
    })
}
