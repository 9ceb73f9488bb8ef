//! C2, 10.2, D-VIC-1: is the battle decided?

use std::cmp::Ordering;

use crate::{model::state::Ending, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Victory;

impl Decision<Daimyo, Base> for Victory {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        match ending(cx.rules, cx.state) {
            Some((winner, by)) => sequence::finish(cx.rules, cx.state, winner, by, cx.story),
            None => cx.state.step = Step::Reform,
        }
        Flow::Stay
    }
}

/// Who has won, and by what; `None` if the battle goes on.
fn ending(rules: &Daimyo, state: &State) -> Option<(Option<Side>, Ending)> {
    let lost = Side::ALL.map(|side| rules.lost_weight(state, side));
    let beaten =
        Side::ALL.map(|side| lost[side.index()] * rules.tables.victory.one_in > rules.weight[side.index()]);
    if beaten[0] || beaten[1] {
        // The larger fraction loses.
        let shares = [lost[0] * rules.weight[1], lost[1] * rules.weight[0]];
        let winner = match (beaten, shares[0].cmp(&shares[1])) {
            ([true, false], _) | ([true, true], Ordering::Greater) => Some(Side(1)),
            ([false, true], _) | ([true, true], Ordering::Less) => Some(Side(0)),
            _ => None,
        };
        return Some((winner, Ending::Losses));
    }
    let last = state.turn >= rules.scenario.turns;
    if let Some(beyond) = &rules.scenario.beyond
        && (!beyond.at_end || last)
        && rules.beyond(state) >= beyond.count
    {
        return Some((Some(beyond.winner), Ending::Scenario));
    }
    last.then(|| (by_points(rules, state), Ending::Time))
}

/// The side that has taken more points of enemy units, by the scenario's margin.
fn by_points(rules: &Daimyo, state: &State) -> Option<Side> {
    let Some(margin) = rules.scenario.points else { return rules.scenario.otherwise };
    let taken = Side::ALL.map(|side| rules.lost_points(state, side.other()));
    match taken[0] - taken[1] {
        by if by >= margin => Some(Side(0)),
        by if -by >= margin => Some(Side(1)),
        _ => rules.scenario.otherwise,
    }
}
